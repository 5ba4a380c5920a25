// RUN: %unsafe --paths=1 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[16] = "fifteen letters", d[8];
    unsigned n = klee_int("n");
    klee_assume(n <= 16);
    // CHECK: memcpy-overflow.c:[[#@LINE+1]]:{{.*}}out-of-bounds write of {{.*}} the 8-byte local variable 'd'
    memcpy(d, s, n);
    return 0;
}
