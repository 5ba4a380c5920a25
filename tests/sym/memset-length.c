// RUN: %safe --paths=1 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char d[8] = "1234567";
    unsigned n = klee_int("n"), i = klee_int("i");
    int c = klee_int("c");
    klee_assume(n <= 8);
    klee_assume(i < 8);
    memset(d, c, n);
    assert(((i < n) & (d[i] == (char)c)) | ((i >= n) & (d[i] == "1234567"[i])));
    return 0;
}
