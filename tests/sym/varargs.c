// RUN: %safe --paths=1 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <stdarg.h>
static long sum(int n, ...) {
    va_list ap;
    long total = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++) total += i % 2 ? va_arg(ap, int) : va_arg(ap, long);
    va_end(ap);
    return total;
}
int main(void) {
    long a = klee_int("a"), c = klee_int("c");
    int b = klee_int("b");
    assert(sum(3, a, b, c) == a + b + c);
    return 0;
}
