// REQUIRES: shrike
// RUN: %lines %s 
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3);
    if (x < 3)
        return 1; // UNREACHABLE
    assert(x != 9);
    if (x == 9)
        return 2; // UNREACHABLE
    return 0; // REACHABLE
}
