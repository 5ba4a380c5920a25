// RUN: %unsafe --no-stop-on-first %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Into a buffer the text is exact. */
int main(void) {
    char d[4];
    unsigned v = klee_int("v");
    klee_assume(v <= 1000);
    // CHECK: sprintf.c:[[#@LINE+1]]:{{.*}}out-of-bounds write
    int n = sprintf(d, "%u", v);
    assert((int)strlen(d) == n);
    assert((unsigned)atoi(d) == v || n > 2);
    return 0;
}
