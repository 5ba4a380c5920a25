// RUN: %safe --paths=1 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[4], d[8];
    klee_make_symbolic(s, 3, "s");
    s[3] = 0;
    memset(d, '#', sizeof d);
    strncpy(d, s, 6);
    assert(d[6] == '#' && d[5] == 0 && d[3] == 0);
    assert(strcmp(d, s) == 0);
    return 0;
}
