// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A negative number as size fails, and the program does not look. */
int main(void) {
    int n = klee_int("n");
    klee_assume(n <= 10);
    char *p = malloc((size_t)(long)n);
    // CHECK: malloc-null.c:[[#@LINE+1]]:{{.*}}null pointer: write of 1 byte
    if (n != 0) p[0] = 1;
    free(p);
    return 0;
}
