// RUN: %unknown --engine=dash %s | %check %s
// Recursion without a bound ends as unknown, not in an endless analysis.
// CHECK: recursion.c:6:{{.*}}dash found neither a test that takes this step nor a proof that none does
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int down(int n) { return n <= 0 ? 0 : down(n - 1) + (n & 1); }

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 100000) return 0;
    assert(down(n) >= 0);
    return 0;
}
