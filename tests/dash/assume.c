// RUN: %safe --engine=dash %s
// Assumptions that few inputs satisfy, within one step.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int sum = 0;
    while (__VERIFIER_nondet_int()) {
        int x = __VERIFIER_nondet_int();
        __VERIFIER_assume(x > 1000);
        int y = __VERIFIER_nondet_int();
        __VERIFIER_assume(y == x + 1 && x < 2000);
        sum = y - x;
        assert(sum == 1);
    }
    assert(sum == 0 || sum == 1);
    return 0;
}
