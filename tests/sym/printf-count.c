// RUN: %safe --paths=1 --solver-checked %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The count is exact, without a fork for every length. */
int main(void) {
    int v = klee_int("v");
    int n = printf("%d", v);
    assert(n >= 1 && n <= 11);
    assert((v < 0) | (v > 9) | (n == 1));
    assert((v > -1000000000) | (n == 11));
    assert(printf("%8x", v) == 8);
    int m = printf("%+d", v);
    assert((v < 0) | (m == n + 1));
    return 0;
}
