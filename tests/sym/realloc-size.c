// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned n = klee_int("n");
    klee_assume(n <= 8);
    klee_assume(n >= 1);
    char *p = malloc(4);
    strcpy(p, "abc");
    p = realloc(p, n);
    assert(p[0] == 'a');
    if (n > 3) assert(p[2] == 'c');
    // CHECK: realloc-size.c:[[#@LINE+1]]:{{.*}}out-of-bounds read of 1 byte
    char c = p[2];
    free(p);
    return c == 'c' ? 0 : 0;
}
