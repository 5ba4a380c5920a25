// What compilers may decide otherwise is told, also where passes have folded it away.
// RUN: %safe -DWRAPS %s | %check %s --check-prefix WRAPS
// RUN: %safe -DWRAPS -fwrapv %s | %check %s --check-prefix NOTHING --allow-empty
// RUN: %safe -DTWICE %s | %check %s --check-prefix TWICE
// RUN: %safe -DMAYBE %s | %check %s --check-prefix MAYBE
// RUN: %safe -DMEMORY %s | %check %s --check-prefix MEMORY
// RUN: %safe -DCOPIED %s | %check %s --check-prefix NOTHING --allow-empty
// RUN: %safe -DCONSTANT %s | %check %s --check-prefix CONSTANT
// NOTHING-NOT: {{integers wrap|uninitialised variable}}
#include <assert.h>
#include <limits.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int in = __VERIFIER_nondet_int() & 3;
#ifdef WRAPS
    int x = in ? INT_MAX : 4;
    assert(x + 1 < x || x != INT_MAX); // WRAPS: assuming that integers wrap around
#elif defined TWICE
    int x;
    assert(x == x); // TWICE: assuming that an uninitialised variable has an arbitrary value and keeps it (assume-open.c:[[@LINE]])
#elif defined MAYBE
    int x;
    if (in) x = 1;
    assert(x == 1 || !in); // MAYBE: assuming that an uninitialised variable has an arbitrary value and keeps it (assume-open.c:[[@LINE-1]])
#elif defined MEMORY
    int a[4];
    a[in & 1] = 1;
    if (a[in] == 7) puts("seven"); // MEMORY: an uninitialised variable has an arbitrary value and keeps it (assume-open.c:{{[0-9]+}})
#elif defined COPIED
    struct { char c; int i; } a, b;
    a.i = in;
    b = a;
    assert(b.i == in);
#else
    int x = 2;
    assert(!__builtin_constant_p(x)); // CONSTANT: the compiler knows no more constants than clang here (__builtin_constant_p) (assume-open.c:[[@LINE]])
#endif
    return 0;
}
