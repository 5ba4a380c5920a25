// RUN: %safe --paths=1 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    unsigned m = klee_int("m");
    klee_assume(m <= 4);
    size_t n = strnlen(s, m);
    assert(n <= m);
    assert((n == m) | (s[n & 3] == 0));
    return 0;
}
