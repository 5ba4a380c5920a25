// RUN: %safe %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char t[8] = {1, 2, 3, 4, 5, 6, 7, 8}, d[3];
    unsigned i = klee_int("i");
    klee_assume(i <= 5);
    memcpy(d, t + i, 3);
    assert(d[0] == i + 1 && d[2] == i + 3);
    memcpy(t + i, "abc", 3);
    assert(t[i + 1] == 98);
    unsigned j = klee_int("j");
    klee_assume(j < 8);
    assert((j >= i && j < i + 3) || t[j] == j + 1);
    return 0;
}
