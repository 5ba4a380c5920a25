// RUN: %safe %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Length 0 touches nothing, whatever the pointer. */
int main(void) {
    unsigned n = klee_int("n");
    char d[1] = {0};
    klee_assume(n < 2);
    if (n == 0) memcpy(NULL, d, n);
    return 0;
}
