// RUN: %unsafe --paths=1 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A concrete offset into a block of symbolic size. */
int main(void) {
    unsigned n = klee_int("n");
    klee_assume(n >= 4);
    klee_assume(n <= 16);
    int *p = malloc(n);
    p[0] = 1;
    // CHECK: malloc-size-concrete.c:[[#@LINE+1]]:{{.*}}out-of-bounds write of 4 bytes
    p[1] = 2;
    free(p);
    return 0;
}
