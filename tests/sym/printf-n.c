// RUN: %safe %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int v = klee_int("v"), n = -1, w = klee_int("w");
    klee_assume(w >= 0);
    klee_assume(w <= 3);
    int r = printf("a%d%nb", v, &n);
    assert(r == n + 1);
    assert((n >= 2) & (n <= 12));
    r = printf("%2$d %1$s\n", "x", v);
    assert(r >= 4);
    r = printf("%*d", w, 5);
    assert(r == (w < 1 ? 1 : w));
    return 0;
}
