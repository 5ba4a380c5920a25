// RUN: %unsafe --engine=cdse --no-stop-on-first %s | %check %s
// RUN: %unsafe --engine=cdse --decide=guide --no-stop-on-first %s | %check %s
// Many properties at once: each wrong one is told, with inputs of its own, and no other.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), a[4] = {0};
    if (x < 0 || x > 9) return 0;
    // CHECK-DAG: error: assertion failed: x != 3
    assert(x != 3);
    // CHECK-NOT: assertion failed: x <= 9
    assert(x <= 9);
    // CHECK-DAG: error: division by zero
    int q = 100 / (x - 5);
    // CHECK-DAG: error: out-of-bounds
    if (y >= 0 && y < 5) a[y] = q;
    // CHECK-NOT: assertion failed: x != 5
    assert(x != 5);
    return a[0] == 77;
}
