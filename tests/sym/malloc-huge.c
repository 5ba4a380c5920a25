// RUN: %unknown --engine=explore %s 2>&1 | %check %s
// RUN: %safe %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Any size: above the limit one is tried, and beyond half of memory there is NULL. (invariant has objects of any size.) */
int main(void) {
    size_t n;
    klee_make_symbolic(&n, sizeof n, "n");
    // CHECK: malloc-huge.c:[[#@LINE+1]]:{{.*}}a size that depends on the input was tried up to the limit only
    char *p = malloc(n);
    if (!p) return 0;
    if (n > 5) p[5] = 0;
    free(p);
    return 0;
}
