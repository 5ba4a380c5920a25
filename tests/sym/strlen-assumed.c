// RUN: %safe --paths=1 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    klee_assume(s[3] == 0);
    assert(strlen(s) < 4);
    return 0;
}
