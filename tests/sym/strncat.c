// RUN: %safe --paths=1 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char a[4], b[4], d[6];
    klee_make_symbolic(a, 3, "a");
    klee_make_symbolic(b, sizeof b, "b"); /* need not end */
    a[3] = 0;
    strcpy(d, a);
    strncat(d, b, 2);
    size_t n = strlen(d) - strlen(a);
    assert(n <= 2);
    assert((n == 0) | (d[strlen(a)] == b[0]));
    return 0;
}
