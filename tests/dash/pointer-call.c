// RUN: %unsafe --engine=dash %s | %check %s
// A function that only one value of a pointer leads to.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int fine(int x) { return x; }
static int wrong(int x) {
    // CHECK: error: assertion failed: x != 3
    assert(x != 3);
    return x;
}

int main(void) {
    int (*f)(int) = fine;
    for (;;) {
        int x = __VERIFIER_nondet_int();
        if (x == 100000) f = wrong;
        if (x == 200000) break;
        f(x);
    }
    return 0;
}
