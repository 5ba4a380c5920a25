// RUN: %unsafe --paths=1 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>
int main(void) {
    char s[8] = "1234567";
    unsigned n = klee_int("n");
    klee_assume(n <= 9);
    // CHECK: write-length.c:[[#@LINE+1]]:{{.*}}out-of-bounds read of 9 bytes
    assert(write(1, s, n) == (long)n);
    return 0;
}
