// RUN: %safe --paths=4 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *p = klee_int("c") ? "yes" : "no";
    char s[4];
    klee_make_symbolic(s, 3, "s");
    s[3] = 0;
    if (!strcmp(p, s)) assert(s[0] == 'y' || s[0] == 'n');
    assert(strlen(p) >= 2);
    return 0;
}
