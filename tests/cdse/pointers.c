// RUN: %unsafe --engine=cdse %s | %check %s
// Stores elsewhere: a conflict holds for other paths only if the pointer leads elsewhere there, too.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, y = 0, a[3] = {0, 0, 0}, *q = &y, i = 0;
    if (__VERIFIER_nondet_int()) q = &x;
    if (__VERIFIER_nondet_int()) i = 2;
    *q = 1;
    a[i] = 7;
    // CHECK: error: assertion failed: !(x == 1 && a[2] == 7)
    assert(!(x == 1 && a[2] == 7));
    return 0;
}
