// RUN: %safe --engine=dash %s
// Equalities with ever new constants: only the lowest bit matters.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 1, y = 1;
    while (__VERIFIER_nondet_int()) {
        x += 2;
        y += 2u * (unsigned)__VERIFIER_nondet_int();
        assert(x != 0);
        assert(y != 0);
    }
    return 0;
}
