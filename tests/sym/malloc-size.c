// RUN: %safe --paths=1 --solver-checked %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned n = klee_int("n"), i = klee_int("i");
    klee_assume(n <= 100);
    char *p = malloc(n);
    assert(p);
    klee_assume(i < n);
    p[i] = 1;
    assert(p[i] == 1);
    free(p);
    return 0;
}
