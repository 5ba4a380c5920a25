// __VERIFIER_nondet_memory, and atomic sections of a program with one thread.
// RUN: %unsafe -DV=1 %s | FileCheck %s
// RUN: %unsafe --once -DV=4 %s | FileCheck %s
// RUN: %verdict UNKNOWN -DV=2 %s | FileCheck --check-prefix=BEHIND %s
// RUN: %safe -DV=3 %s
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);

int main(void) {
    char b[4];
    int n = 1;
    __VERIFIER_atomic_begin();
#if V == 1
    __VERIFIER_nondet_memory(b, 4);
    assert(b[2] != 7);
#elif V == 2
    __VERIFIER_nondet_memory(b, 5);
#elif V == 3
    __VERIFIER_nondet_memory(&n, sizeof n);
    if (n > 3) assert(n > 2);
#else
    for (int i = 0; i < 2; i++) {
        int k;
        __VERIFIER_nondet_memory(&k, sizeof k);
        n += k == 5;
    }
    assert(n != 3);
#endif
    __VERIFIER_atomic_end();
    return b - b;
}
// CHECK: error: assertion failed
// BEHIND: possible error: out-of-bounds write
