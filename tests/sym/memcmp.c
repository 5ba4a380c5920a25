// RUN: %safe --paths=2 --solver-checked %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int a[4], b[4];
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(b, sizeof b, "b");
    if (memcmp(a, b, sizeof a) == 0)
        assert(a[3] == b[3]);
    else
        assert((a[0] != b[0]) | (a[1] != b[1]) | (a[2] != b[2]) | (a[3] != b[3]));
    return 0;
}
