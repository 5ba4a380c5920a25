// RUN: %safe --engine=cdse -DFIXED %s
// RUN: %unsafe --engine=cdse %s | %check %s
// Calls through a pointer: each function that it may lead to is an option, and none of them an error.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int inc(int x) { return x + 1; }
static int dbl(int x) {
    if (x > 100) return 3;
    return x * 2;
}

int main(void) {
    int k = __VERIFIER_nondet_int();
    int (*f)(int) = inc;
    if (k == 5) f = dbl;
#ifndef FIXED
    if (k == 7) f = 0;
#endif
    // CHECK: error: call of a null function pointer
    int r = f(k);
    assert(k != 5 || r == 10);
    assert(k != 6 || r == 7);
    return 0;
}
