// RUN: %unsafe --paths=1 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The copy is exactly as large as the string. */
int main(void) {
    char s[6];
    klee_make_symbolic(s, 5, "s");
    s[5] = 0;
    char *d = strdup(s);
    assert(strcmp(d, s) == 0);
    // CHECK: strdup.c:[[#@LINE+1]]:{{.*}}out-of-bounds read of 1 byte
    char c = d[3];
    free(d);
    return c == 'x' ? 0 : 0;
}
