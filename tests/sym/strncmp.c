// RUN: %safe --paths=2 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char a[4], b[4];
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(b, sizeof b, "b");
    unsigned n = klee_int("n");
    klee_assume(n <= 4);
    if (strncmp(a, b, n) == 0) assert(n == 0 || a[0] == b[0]);
    return 0;
}
