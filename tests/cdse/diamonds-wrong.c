// RUN: %unsafe --engine=cdse %s | %check %s
// RUN: %unsafe --engine=cdse --decide=black-box %s | %check %s
// RUN: %unsafe --engine=cdse --decide=guide %s | %check %s
// RUN: %unsafe --engine=cdse --decide=learn %s | %check %s
// One path out of two to the 10 is wrong: what was learned from others must not hide it.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int d = 0;
    for (int i = 0; i < 10; i++) {
        if (__VERIFIER_nondet_int())
            d += 1;
        else
            d += 2;
    }
    // CHECK: error: assertion failed: d != 20
    assert(d != 20);
    return 0;
}
