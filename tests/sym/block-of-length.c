// RUN: %safe --paths=1 --solver-checked %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned n = klee_int("n");
    klee_assume(n <= 64);
    char s[64];
    klee_make_symbolic(s, 64, "s");
    char *p = malloc(n);
    memcpy(p, s, n);
    unsigned i = klee_int("i");
    klee_assume(i < n);
    assert(p[i] == s[i]);
    p = realloc(p, n + 1);
    p[n] = 0;
    assert(p[i] == s[i]);
    assert(strlen(p) <= n);
    free(p);
    return 0;
}
