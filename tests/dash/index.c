// RUN: %safe --engine=dash %s
// Elements of an array, read and written at places that inputs choose.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int cells[4];

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int i = __VERIFIER_nondet_int();
        if (i < 0 || i >= 4) continue;
        cells[i] = 5;
        int k = __VERIFIER_nondet_int();
        if (k >= 0 && k < 4) assert(cells[k] != 6);
    }
    return 0;
}
