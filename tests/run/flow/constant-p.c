// RUN: %same %s
// RUN: %verdict SAFE --engine=explore %s
// What __builtin_constant_p asks about is not evaluated.
#include <stdio.h>
static int far(const char *s) { return __builtin_constant_p(s[123456]); }
static int none(int *p) { return __builtin_constant_p((*p * 3) + *p); }
static int twice(int **p) { return __builtin_constant_p(p[0][*p[1]] / *p[0]); }
static int divided(int n) { return __builtin_constant_p(1 / n); }
static int also_used(int *p) {
    int n = *p * 2;
    return __builtin_constant_p(n) ? 0 : n;
}
int main(void) {
    int five = 5, zero = 0;
    printf("%d %d %d %d %d %d\n", far("hi"), none(0), twice(0), divided(zero), also_used(&five), __builtin_constant_p(7));
    return 0;
}
