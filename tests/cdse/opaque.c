// RUN: %verdict UNSAFE --engine=cdse %s | %check %s
// RUN: %verdict UNSAFE --engine=cdse --decide=guide %s | %check %s
// The slice ends at a store with a symbolic address: what was computed before it has not the value of the start.
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned long sum = 1;
struct {
    unsigned key;
    unsigned long table[4];
} g;
static unsigned limit = 15;
volatile int seen;

int main(void) {
    int n = __VERIFIER_nondet_int() & 63;
    g.table[n & 3] -= 0;
    sum = sum * 31 + (unsigned long)(n ? (n ^ g.key) : 0);
    seen = (n & 1) < 1 ? limit : 14;
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: assertion failed
    assert((sum & 63) != 0);
    return 0;
}
