// RUN: %safe --paths=1 --solver-checked %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union word {
    unsigned v;
    unsigned char b[4];
    unsigned short h[2];
};
int main(void) {
    union word w;
    w.v = (unsigned)klee_int("v");
    assert(w.v == (w.b[0] | w.b[1] << 8 | w.b[2] << 16 | (unsigned)w.b[3] << 24));
    assert(w.h[1] == w.v >> 16);
    w.b[1] = 7;
    assert((w.v >> 8 & 255) == 7 && (w.h[0] & 255) == w.b[0]);
    return 0;
}
