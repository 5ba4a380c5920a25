// RUN: %unsafe %s | %check %s
/* A variable whose address is used stays in memory; passes drop its declaration. */
#include <klee/klee.h>

static void maybe_set(int *p, int really) {
    if (really) *p = 1;
}

int main(void) {
    int unused = 3;
    int x;
    maybe_set(&unused, 1);
    maybe_set(&x, klee_int("really"));
    // CHECK: uninit-escaped.c:[[#@LINE+2]]:{{.*}}division by zero
    // CHECK: {{^}}    x@11#0 = 5, uninitialised
    return 10 / (x - 5);
}
