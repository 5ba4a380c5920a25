// RUN: %safe --engine=dash %s
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int cells[8];

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int i = __VERIFIER_nondet_int();
        if (i < 0 || i >= 8) continue;
        cells[i] = i;
        int k = __VERIFIER_nondet_int();
        if (k >= 0 && k < 8) assert(cells[k] == 0 || cells[k] == k);
    }
    return 0;
}
