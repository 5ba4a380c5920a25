// REQUIRES: shrike
// RUN: %safe %s | %check %s --check-prefix=ASSUMED
// RUN: %unsafe --malloc-may-fail --engine=explore %s | %check %s
// RUN: %safe --malloc-may-fail --check=memory,leak -DFIXED %s
// A failing realloc leaves the old block.
// RUN: not %shrike verify --malloc-may-fail --check=memory,leak -DFIXED -DLOST --engine=explore %s
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(4);
#ifdef FIXED
    if (!p) return 1;
#endif
    p[0] = 1; // CHECK: malloc-may-fail.c:[[#@LINE]]:{{[0-9]+}}: error: null pointer: write of 1 byte
    char *q = realloc(p, 8);
#ifdef LOST
    if (!q) return 1;
#else
    if (!q) {
        free(p);
        return 1;
    }
#endif
    q[1] = 2;
    free(q);
    char *s = strdup("x");
    free(s);
    return 0;
}
// CHECK: allocation succeeds = 0
// ASSUMED: assuming that allocation does not fail
