// RUN: %unsafe --engine=dash %s | %check %s
// Only the aliasing that no test has seen is wrong.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = 1, b = 2, c = 3;
    int *p = &a;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() == 77777) p = &b;
        if (__VERIFIER_nondet_int() == 88888 && p == &b) p = &c;
        *p = 7;
        // CHECK: error: assertion failed: c == 3
        assert(c == 3);
    }
    return 0;
}
