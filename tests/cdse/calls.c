// RUN: %unsafe --engine=cdse %s | %check %s
// Several returns meet behind a call, and a callee may write what the caller reads.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int state;

static int step(int k) {
    if (k == 1) {
        state = 5;
        return 1;
    }
    if (k == 2) return 2;
    return state;
}
static int twice(int k) { return k <= 0 ? 0 : 2 + twice(k - 1); }

int main(void) {
    int a = step(__VERIFIER_nondet_int()), b = step(__VERIFIER_nondet_int());
    assert(twice(3) == 6);
    // CHECK: error: assertion failed: !(a == 1 && b == 5)
    assert(!(a == 1 && b == 5));
    return 0;
}
