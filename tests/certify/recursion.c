// RUN: %certified %s -DGOOD
// RUN: %certified %s -DNEEDS
// RUN: %certified %s -DGIVES
// RUN: %certified %s -DSTRONG
// RUN: %certified %s -DCHANGES
// RUN: %certified %s -DNONE
// A recursive function by what its calls need, give and change.
// CLAIM: GOOD={"claim": "call", "function": "down", "changes": ["calls"], "needs": ["n >= 0"], "gives": ["\\result == \\old(n)"]}
// CLAIM: NEEDS={"claim": "call", "function": "down", "changes": ["calls"], "needs": ["n >= 5"], "gives": ["\\result == \\old(n)"]}
// CLAIM: GIVES={"claim": "call", "function": "down", "changes": ["calls"], "needs": [], "gives": ["\\result == \\old(n)"]}
// CLAIM: STRONG={"claim": "call", "function": "down", "changes": ["calls"], "needs": ["n >= 0"], "gives": ["\\result == \\old(n) && calls == 0"]}
// CLAIM: CHANGES={"claim": "call", "function": "down", "changes": [], "needs": ["n >= 0"], "gives": ["\\result == \\old(n)"]}
// CLAIM: NONE={"claim": "call", "function": "down", "changes": ["calls"], "needs": ["n >= 0"], "gives": []}
// EXPECT: GOOD=VALID
// EXPECT: INVALID
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int calls;

static int down(int n) {
    calls++;
    if (n == 0) return 0;
    if (n < 0) return 7;
    return down(n - 1) + 1;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0);
    assert(down(n) == n);
    return 0;
}
