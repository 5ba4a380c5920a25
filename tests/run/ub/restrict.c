// RUN: %same --undefined %s
// Two restrict pointers to one object: what happens is what the source says.
#include <stdio.h>

static int f(int *restrict a, int *restrict b) {
    *a = 1;
    *b = 2;
    return *a;
}

int main(void) {
    int x;
    printf("%d\n", f(&x, &x));
    return 0;
}
