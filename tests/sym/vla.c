// RUN: %unsafe --paths=1 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned n = klee_int("n");
    klee_assume(n >= 1);
    klee_assume(n <= 8);
    int a[n];
    a[0] = 1;
    a[n - 1] = 2;
    // CHECK: vla.c:[[#@LINE+1]]:{{.*}}out-of-bounds write of 4 bytes
    a[3] = 0;
    return 0;
}
