// RUN: %same --undefined %s
// Type-based aliasing is not used.
#include <stdio.h>

static int f(int *i, float *f) {
    *i = 1;
    *f = 2.0f;
    return *i;
}

int main(void) {
    int x;
    printf("%x\n", f(&x, (float *)&x));
    return 0;
}
