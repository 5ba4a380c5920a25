// RUN: %same %s
#include <stdio.h>

typedef double (*binary)(double, double);
static double add(double a, double b) { return a + b; }
static double sub(double a, double b) { return a - b; }
static double mul(double a, double b) { return a * b; }

static const struct { char sign; binary fn; } ops[] = {{'+', add}, {'-', sub}, {'*', mul}};
static binary pick(char c) {
    for (unsigned i = 0; i < 3; i++)
        if (ops[i].sign == c) return ops[i].fn;
    return 0;
}
static int apply(int (*f)(int), int n, int x) { return n ? apply(f, n - 1, f(x)) : x; }
static int inc(int x) { return x + 1; }
static int dbl(int x) { return x * 2; }
static int (*choose(int which))(int) { return which ? dbl : inc; }

int main(void) {
    printf("%g %g %d\n", pick('+')(1, 2), (*pick('*'))(3, 4), pick('?') == 0);
    printf("%d %d\n", apply(choose(0), 5, 1), apply(choose(1), 5, 1));
    int (*table[4])(int) = {inc, dbl, &inc, *dbl};
    int x = 1;
    for (int i = 0; i < 4; i++) x = table[i](x);
    void *raw = (void *)inc;
    printf("%d %d %d\n", x, ((int (*)(int))raw)(8), inc != dbl);
    return 0;
}
