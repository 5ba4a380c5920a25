// RUN: %safe --paths=1 --solver-checked %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[6], d[6];
    klee_make_symbolic(s, 5, "s");
    s[5] = 0;
    memset(d, '#', sizeof d);
    strcpy(d, s);
    assert(strlen(d) == strlen(s));
    assert(strcmp(d, s) == 0);
    size_t n = strlen(s);
    assert((n >= 5) | (d[5] == '#'));
    return 0;
}
