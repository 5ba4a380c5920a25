// REQUIRES: shrike
// RUN: %lines %s 
// An error that ends the real program ends its path: nothing behind it is reached.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 3)
        abort(); // REACHABLE
    if (x == 3)
        return 1; // UNREACHABLE
    assert(x != 5); // REACHABLE
    if (x == 5)
        return 2; // UNREACHABLE
    int y = 10 / (x - 7); // REACHABLE
    if (x == 7)
        return y; // UNREACHABLE
    return 0; // REACHABLE
}
