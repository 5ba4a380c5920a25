// RUN: %safe %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume((n <= 8) | (n > ((size_t)1 << 62)));
    long *p = calloc(n, 8);
    if (n > 8) {
        assert(!p); /* the product is too large */
        return 0;
    }
    size_t i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < n);
    assert(p[i] == 0);
    free(p);
    return 0;
}
