// A constant that overflows in an initialiser that clang makes data of: there is no code that could be checked, and no proof.
// RUN: %verdict UNKNOWN --check=overflow %s
// RUN: %verdict UNKNOWN --once --engine=bmc --check=overflow %s
// RUN: %verdict UNKNOWN --check=overflow -DMINUS %s
// RUN: %verdict UNKNOWN --check=overflow -DMEMBER %s
// RUN: %verdict UNKNOWN --check=overflow -DMACRO %s
// RUN: %verdict UNKNOWN --check=shift -DSHIFTED %s
// RUN: %verdict UNKNOWN --check=overflow -DSIGNED %s
// RUN: %verdict UNKNOWN --check=cast -DCAST %s
// RUN: %verdict UNKNOWN --check=overflow -w -Werror %s
// RUN: %verdict SAFE --check=overflow -DFINE %s
// RUN: %verdict SAFE --check=div %s
// A function that is never called does not matter, and what is checked as code is confirmed as ever, beside it too.
// RUN: %verdict SAFE --check=overflow -DFINE -DUNUSED %s
// RUN: %verdict SAFE --check=overflow -DOUTSIDE %s
// RUN: %verdict UNSAFE --check=overflow -DCODE %s
// RUN: %verdict UNSAFE --check=overflow -DBESIDE %s
// RUN: not %shrike verify --check=overflow %s 2>&1 | %check %s
// CHECK: not supported: a constant that overflows in an initialiser ({{.*}}folded.c:[[# @LINE + 18]]:{{[0-9]+}})
#include <limits.h>
int __VERIFIER_nondet_int(void);

#if defined MINUS
#define VALUE -(-INT_MAX - 1)
#elif defined CAST
#define VALUE 1e30
#elif defined SIGNED
#define VALUE 1 << 31
#elif defined FINE || defined OUTSIDE
#define VALUE INT_MAX - 1
#else
#define VALUE INT_MAX + 1
#endif
#define TABLE int t[3] = {1, INT_MAX + 2, 3}

#if !defined MEMBER && !defined MACRO && !defined SHIFTED && !defined CODE && !defined BESIDE
static int f(int n) { int a[2] = {VALUE, 2}; return a[n & 1]; }
#elif defined MEMBER
static int f(int n) { struct { long x; int a[6]; } s = {.a = {[3] = INT_MAX * 2}}; return s.a[n & 3]; }
#elif defined MACRO
static int f(int n) { TABLE; return t[n & 1]; }
#elif defined SHIFTED
static int f(int n) { const int a[2] = {1 << 40, 2}; return a[n & 1]; }
#elif defined CODE
static int f(int n) { int a[2] = {n, INT_MAX + 1}; return a[n & 1]; }
#else
static int g(int n) { int a[2] = {VALUE, 2}; return a[n & 1]; }
static int f(int n) { return n == 7 ? n + INT_MAX : n == 8 ? g(n) : 0; }
#endif

#ifdef OUTSIDE
const int flags[2] = {1 << 31, INT_MAX + 1};
#endif

#ifdef UNUSED
int unused(void) {
    int b[2] = {INT_MAX + 1, 3};
    return b[1];
}
#endif

int main(void) { return f(__VERIFIER_nondet_int()) == 5; }
