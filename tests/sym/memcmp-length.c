// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char a[4] = {1, 2, 3, 4}, b[4];
    klee_make_symbolic(b, sizeof b, "b");
    unsigned n = klee_int("n");
    klee_assume(n <= 6);
    // CHECK: memcmp-length.c:[[#@LINE+2]]:{{.*}}out-of-bounds read of 1 byte
    // CHECK: {{^}}    b = {{.*}}(0x04030201)
    if (memcmp(a, b, n) == 0 && n == 4) assert(b[3] == 4);
    return 0;
}
