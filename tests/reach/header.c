// The header goes by two names; it is one file all the same.
// REQUIRES: shrike
// RUN: %lines %s %S/Inputs/second.c %S/Inputs/clip.h
#include "Inputs/clip.h"
int __VERIFIER_nondet_int(void);
int other(int x);
static int hidden(int x) { // UNREACHABLE
    return x;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        return 0; // REACHABLE
    if (x == 3 && other(x) != 4)
        return hidden(clip(x)); // UNREACHABLE
    return other(x) > 101; // REACHABLE
}
