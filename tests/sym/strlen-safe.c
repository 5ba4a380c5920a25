// RUN: %safe --paths=1 --solver-checked %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[9];
    klee_make_symbolic(s, 8, "s");
    s[8] = 0;
    size_t n = strlen(s);
    assert(n <= 8);
    assert(s[n] == 0);
    unsigned i = klee_int("i");
    klee_assume(i < n);
    assert(s[i] != 0);
    return 0;
}
