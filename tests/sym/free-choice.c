// RUN: %safe --paths=2 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A pointer that is one of two: a path each. */
int main(void) {
    char *a = malloc(1), *b = malloc(2), *p = klee_int("c") ? a : b;
    free(p);
    free(p == a ? b : a);
    return 0;
}
