// REQUIRES: shrike
// RUN: %lines %s 
// An error ends its path: nothing behind it is reached.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), v[4] = {0};
    if (x == 3)
        abort(); // REACHABLE
    if (x == 3)
        return 1; // UNREACHABLE
    if (x == 5)
        v[x] = 1; // REACHABLE
    if (x == 5)
        return 2; // UNREACHABLE
    int y = 10 / (x - 7); // REACHABLE
    if (x == 7)
        return y; // UNREACHABLE
    return v[0]; // REACHABLE
}
