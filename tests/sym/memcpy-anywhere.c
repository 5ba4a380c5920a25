// RUN: %safe --paths=1 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The target's address is symbolic, the length, too. */
int main(void) {
    char s[4] = "abc", d[12];
    memset(d, '.', sizeof d);
    unsigned at = klee_int("at"), n = klee_int("n"), i = klee_int("i");
    klee_assume(at <= 8);
    klee_assume(n <= 4);
    klee_assume(i < 12);
    memcpy(d + at, s, n);
    int inside = (i >= at) & (i < at + n);
    assert(inside | (d[i] == '.'));
    assert(!inside | (d[i] == s[(i - at) & 3]));
    return 0;
}
