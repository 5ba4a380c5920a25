// RUN: %safe --paths=3 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char a[4], b[4];
    klee_make_symbolic(a, 3, "a");
    klee_make_symbolic(b, 3, "b");
    a[3] = b[3] = 0;
    int k = strcmp(a, b);
    if (k < 0)
        assert((unsigned char)a[0] <= (unsigned char)b[0] && strcmp(b, a) > 0);
    else if (k > 0)
        assert((unsigned char)a[0] >= (unsigned char)b[0] && strcmp(b, a) < 0);
    else
        assert(strcmp(b, a) == 0);
    return 0;
}
