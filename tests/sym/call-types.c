// RUN: %unsafe --once --no-confirm --engine=explore -DV=1 %s | FileCheck --check-prefix=RESULT %s
// RUN: %unsafe --engine=explore -DV=2 %s | FileCheck --check-prefix=FIXED %s
// RUN: %unsafe --once --no-confirm --engine=explore -DV=3 %s | FileCheck --check-prefix=OPEN %s
// RUN: %unsafe --engine=explore -DV=4 %s | FileCheck --check-prefix=KIND %s
// RUN: %unsafe --once --no-confirm --engine=explore -DV=5 %s | FileCheck --check-prefix=RESULT %s
// RUN: %unsafe --once --no-confirm --engine=explore -DV=6 %s | FileCheck --check-prefix=KIND %s
// RUN: %unsafe --engine=explore -DV=7 %s | FileCheck --check-prefix=NONE %s
// RUN: %unsafe --once --no-confirm --engine=explore -DV=8 %s | FileCheck --check-prefix=RESULT %s
// RUN: %unsafe --engine=explore -DV=9 %s | FileCheck --check-prefix=FEW %s
// RUN: %unsafe --once --engine=explore -m32 -DV=4 %s | FileCheck --check-prefix=KIND %s
// RUN: %safe --engine=explore %s
// RUN: %safe --once --engine=explore -m32 %s
// Where clang sees the function behind the pointer the call is made to fit, and nobody would notice.
#include <stdarg.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct large { long a[5]; };
struct other { long a[6]; };
static int one(int a) { return a; }
static float single(int d) { return (float)d; }
static int sum(int n, ...) {
    va_list l;
    int s = 0;
    va_start(l, n);
    while (n-- > 0) s += va_arg(l, int);
    va_end(l);
    return s;
}
static int by_value(struct large l) { return (int)l.a[0]; }
static void nothing(int a) { (void)a; }
static _Bool yes(int a) { return a; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int compare_ints(const int *a, const int *b) { return *a - *b; }
static char *same(char *p) { return p; }
static int old(a, b) int a, b; { return a + b; }
typedef int any();

int main(void) {
    int c = __VERIFIER_nondet_int();
#if V == 1
    long long (*f)(int) = (long long (*)(int))one;
    return f(c) == 4;
#elif V == 2
    int (*f)(int, int) = (int (*)(int, int))sum;
    return f(1, 2);
#elif V == 3
    int (*f)(int, ...) = (int (*)(int, ...))one;
    return f(1, 2);
#elif V == 4
    int (*f)(struct other) = (int (*)(struct other))by_value;
    return f((struct other){{1}});
#elif V == 5
    double (*f)(int) = (double (*)(int))single;
    return f(1) > 2;
#elif V == 6
    int (*f)(double) = (int (*)(double))one;
    return f(1);
#elif V == 7
    int (*f)(int) = (int (*)(int))nothing;
    return f(1);
#elif V == 8
    int (*f)(int) = (int (*)(int))yes;
    return f(1);
#elif V == 9
    return old(c);
#else
    unsigned (*f)(unsigned) = (unsigned (*)(unsigned))one;
    void (*v)(int) = (void (*)(int))one;
    any *o = (any *)one;
    int (*extra)(int, int) = (int (*)(int, int))one;
    void *(*p)(void *) = (void *(*)(void *))same;
    long (*l)(long) = (long (*)(long))same;
    int list[] = {3, 1, 2};
    qsort(list, 3, sizeof *list, compare);
    qsort(list, 3, sizeof *list, (int (*)(const void *, const void *))compare_ints);
    v(1);
    return (f(c) != (unsigned)c) + (o(c) != c) + (extra(c, 2) != c) + (p(&c) != &c) + (sum(2, 3, 4) != 7) +
           (l(5) != 5) + (old(1, 2) != 3);
#endif
}
// RESULT: error: call of '{{.*}}' as a function of another type, with a result of another kind [call-of-another-type]
// FIXED: error: call of 'sum' as a function of another type, with a fixed number of arguments [call-of-another-type]
// OPEN: error: call of 'one' as a function of another type, with variable arguments [call-of-another-type]
// KIND: error: call of '{{.*}}' as a function of another type, with an argument of another kind [call-of-another-type]
// NONE: error: call of 'nothing' as a function of another type, with a result that it does not have [call-of-another-type]
// FEW: error: call of 'old' as a function of another type, with too few arguments [call-of-another-type]
