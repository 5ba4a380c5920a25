// RUN: %unsafe --paths=1 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Off by one: only when i is n, within the capacity or not. */
int main(void) {
    unsigned n = klee_int("n"), i = klee_int("i");
    klee_assume(n <= 100);
    char *p = malloc(n);
    klee_assume(i <= n);
    // CHECK: malloc-size-over.c:[[#@LINE+1]]:{{.*}}out-of-bounds write of 1 byte: right at the end of the [[N:[0-9]+]]-byte heap block
    p[i] = 1;
    free(p);
    return 0;
}
