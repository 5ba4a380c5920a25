// RUN: %unsafe --paths=1 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned n = klee_int("n");
    char d[4] = {0};
    klee_assume(n < 4);
    // CHECK: copy-null.c:[[#@LINE+1]]:{{.*}}null pointer: write of
    memcpy(NULL, d, n);
    return 0;
}
