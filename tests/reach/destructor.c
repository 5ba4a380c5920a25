// REQUIRES: shrike
// RUN: %lines %s 
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int how;
__attribute__((destructor)) static void end(void) {
    if (how == 3)
        how = 4; // REACHABLE
    if (how == 10)
        how = 5; // REACHABLE
    if (how == 11)
        how = 6; // UNREACHABLE
}
__attribute__((constructor)) static void start(void) {
    how = 1; // REACHABLE
    if (how == 2)
        how = 3; // UNREACHABLE
}
int main(void) {
    how = __VERIFIER_nondet_int();
    if (how == 11)
        abort();
    if (how == 10)
        exit(1);
    return 1;
}
