// RUN: %safe --engine=interpolate --check-subsumption %s
// RUN: %shrike verify --engine=interpolate --stats %s 2>&1 | %check %s
// Simplification folds the diamonds into selects of one block: states are compared there, too.
#include <assert.h>
int __VERIFIER_nondet_int(void);
#define BIT if (__VERIFIER_nondet_int()) sum += 1; else sum -= 1;
#define BITS BIT BIT BIT BIT BIT BIT BIT BIT BIT BIT

int main(void) {
    int sum = 0;
    BITS BITS BITS BITS
    // CHECK: SAFE
    // CHECK: interpolate {{ +[0-9]?[0-9]?[0-9] +}}nodes of the execution tree
    assert(-40 <= sum && sum <= 40);
    return 0;
}
