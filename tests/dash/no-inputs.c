// A program that takes no input has one execution, whatever the abstraction would make of it.
// RUN: %verdict SAFE --engine=dash --check=abort %s
// RUN: %verdict UNSAFE --engine=dash --check=abort -DWRONG %s
// RUN: %verdict UNKNOWN --engine=dash --check=abort --max-instructions 1000 %s
// An input at the end, and an input that nothing depends on but the error:
// RUN: %verdict UNSAFE --engine=dash --check=abort -DINPUT -DROUNDS=3 %s
// RUN: %verdict UNKNOWN --engine=dash --check=abort,uninit %s
#include <stdlib.h>
#include <string.h>
#ifndef ROUNDS
#define ROUNDS 20000
#endif
int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned h = 5;
    char b[100];
    for (int i = 0; i < ROUNDS; i++) h = h * 33 ^ i;
    memset(b, (int)h, sizeof b);
#ifdef WRONG
    if (b[3] == b[4]) abort();
#elif defined INPUT
    if (b[3] == b[4] && __VERIFIER_nondet_int() == 4711) abort();
#else
    if (b[3] != b[4]) abort();
#endif
    return 0;
}
