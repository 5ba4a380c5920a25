// RUN: %verdict UNKNOWN --once --engine=invariant %s
// RUN: %safe --once --engine=invariant -DFIXED %s
// Two states come to the loop that cannot be one. What is guessed for the first speaks of an input that the second takes
// in the loop, in each round another one.
#include <stdlib.h>
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int(), x, y;
    char *p = 0;
    if (!c) {
        x = y = __VERIFIER_nondet_int();
        p = malloc(3);
    } else {
        y = 2147483647;
        x = -2147483647 - 1;
    }
    while (1) {
        int v = __VERIFIER_nondet_int();
#ifdef FIXED
        if (!p && y < 2147483647) __VERIFIER_error();
#else
        if (!p && v < x) __VERIFIER_error();
#endif
        if (v <= y) x = v;
    }
}
