// RUN: %same --undefined %s
// __builtin_assume promises something to the optimiser and does nothing itself.
#include <stdio.h>

static int f(int x) {
    __builtin_assume(x < 10);
    return x < 10;
}

int main(void) {
    volatile int x = 20;
    printf("%d\n", f(x));
    return 0;
}
