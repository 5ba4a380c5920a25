// RUN: %bug %s | %check --check-prefix=FEW %s
// RUN: %bug -DKIND %s | %check --check-prefix=KIND %s
// RUN: %bug -DNARROW %s | %check --check-prefix=KIND %s
// RUN: %same -DFIXED %s
// A call through a pointer of another type must hand over what the function takes.
#include <stdio.h>
#include <stdlib.h>
struct pair { long a, b; };
struct large { long all[5]; };
static long two(long a, long b) { return a + 2 * b; }
static double half(double x) { return x / 2; }
static struct pair swap(struct pair p) { return (struct pair){p.b, p.a}; }
static struct large all(struct large l, int n) { l.all[n]++; return l; }
static int count(const char *text, unsigned n) { return text[n] == 0; }
static int old(a, b) int a; char b; { return a + b; }
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int none(void) { return 4; }
typedef int any();
int main(int argc, char **argv) {
    (void)argv;
    long (*volatile f)(long, long) = two;
    double (*volatile g)(double) = half;
    struct pair (*volatile h)(struct pair) = swap;
    struct large (*volatile k)(struct large, int) = all;
    int (*volatile c)(char *, int) = (int (*)(char *, int))count; /* other pointees, other signs */
    any *volatile o = (any *)old;
    int (*volatile extra)(int, int) = (int (*)(int, int))none;
    int list[] = {3, 1, 2}, (*volatile print)(const char *, ...) = printf;
    qsort(list, 3, sizeof *list, by_value);
    char text[] = "ab";
    print("%ld %g %ld %ld %d %d %d %d\n", f(1, 2), g(3), h((struct pair){1, 2}).a, k((struct large){{1}}, 0).all[0],
          c(text, 2), o(1, 2), extra(1, 2), list[0]);
#if defined KIND
    long (*volatile wrong)(double, long) = (long (*)(double, long))two;
    return (int)wrong(argc, 1);
#elif defined NARROW
    long (*volatile wrong)(int, int) = (long (*)(int, int))two;
    return (int)wrong(argc, 1);
#elif !defined FIXED
    long (*volatile wrong)(long) = (long (*)(long))two;
    return (int)wrong(argc);
#endif
    return 0;
}
// FEW: call-type.c:{{[0-9]+:[0-9]+}}: error: call of 'two' as a function of another type, with too few arguments [call-of-another-type]
// KIND: call-type.c:{{[0-9]+:[0-9]+}}: error: call of 'two' as a function of another type, with an argument of another kind [call-of-another-type]
