// RUN: %safe --paths=1 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char d[8], old[8];
    klee_make_symbolic(d, sizeof d, "d");
    memcpy(old, d, sizeof d);
    unsigned n = klee_int("n");
    klee_assume(n <= 6);
    memmove(d + 2, d, n);
    assert(d[0] == old[0] && d[1] == old[1]);
    assert((n < 6) | (d[7] == old[5]));
    assert((n < 3) | (d[4] == old[2]));
    return 0;
}
