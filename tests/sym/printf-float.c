// RUN: %safe %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    float f;
    klee_make_symbolic(&f, 4, "f");
    int n = printf("%f\n", f);
    assert(n >= 1);
    double z = strtod("1.5", 0);
    assert(z == 1.5);
    return 0;
}
