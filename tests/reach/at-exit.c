// REQUIRES: shrike
// RUN: %lines %s 
// States that are about to leave main must not be given up.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int how;
static void handler(void) {
    if (how == 3)
        how = 4; // REACHABLE
    if (how == 9)
        how = 5; // UNREACHABLE
}
int main(void) {
    how = __VERIFIER_nondet_int();
    if (how == 9)
        return 0; // REACHABLE
    if (how == 10)
        exit(1); // REACHABLE
    atexit(handler);
    return 1;
}
