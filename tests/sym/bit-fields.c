// RUN: %safe --paths=1 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bits {
    unsigned a : 3, b : 7;
    int c : 5;
};
int main(void) {
    struct bits x = {0};
    unsigned v = (unsigned)klee_int("v");
    x.a = v;
    x.b = v >> 3;
    x.c = (int)v;
    assert(x.a == (v & 7));
    assert(x.b == (v >> 3 & 127));
    assert((x.c >= -16) & (x.c <= 15));
    x.b = 1;
    assert(x.a == (v & 7));
    return 0;
}
