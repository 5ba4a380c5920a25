// RUN: %unsafe --engine=interpolate %s | %check %s
// One path out of two to the 12 is wrong.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int d = 0;
    for (int i = 0; i < 12; i++) {
        if (__VERIFIER_nondet_int())
            d += 1;
        else
            d += 2;
    }
    // CHECK: error: assertion failed: d != 24
    assert(d != 24);
    return 0;
}
