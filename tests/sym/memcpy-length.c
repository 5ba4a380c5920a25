// RUN: %safe --paths=1 --solver-checked %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[8], d[8];
    klee_make_symbolic(s, sizeof s, "s");
    memset(d, 7, sizeof d);
    unsigned n = klee_int("n"), i = klee_int("i");
    klee_assume(n <= 8);
    klee_assume(i < 8);
    memcpy(d, s, n);
    assert(((i < n) & (d[i] == s[i])) | ((i >= n) & (d[i] == 7)));
    return 0;
}
