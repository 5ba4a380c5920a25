// RUN: %safe --paths=1 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char a[4], b[4], d[8];
    klee_make_symbolic(a, 3, "a");
    klee_make_symbolic(b, 3, "b");
    a[3] = b[3] = 0;
    strcpy(d, a);
    strcat(d, b);
    assert(strlen(d) == strlen(a) + strlen(b));
    unsigned i = klee_int("i");
    klee_assume(i < strlen(b));
    assert(d[strlen(a) + i] == b[i]);
    return 0;
}
