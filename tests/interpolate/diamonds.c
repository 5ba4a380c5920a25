// RUN: %safe --engine=interpolate --no-simplify %s
// RUN: %shrike verify --engine=interpolate --no-simplify --stats %s 2>&1 | %check %s
// Two to the 40 paths, and a tree that is linear in their length.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int d = 0;
    for (int i = 0; i < 40; i++) {
        if (__VERIFIER_nondet_int())
            d += 1;
        else
            d += 2;
    }
    // CHECK: SAFE
    // CHECK: interpolate {{ +[0-9]?[0-9]?[0-9] +}}nodes of the execution tree
    assert(d >= 40);
    return 0;
}
