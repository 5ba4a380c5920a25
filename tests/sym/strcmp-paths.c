// RUN: %safe --paths=2 --solver-checked %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two paths, not one for every length of the common part. */
int main(void) {
    char a[9], b[9];
    klee_make_symbolic(a, 8, "a");
    klee_make_symbolic(b, 8, "b");
    a[8] = b[8] = 0;
    if (strcmp(a, b) == 0)
        assert(a[0] == b[0] && strlen(a) == strlen(b));
    else
        assert(strcmp(b, a) != 0);
    return 0;
}
