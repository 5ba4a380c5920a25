// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* dead */
int main(void) {
    char s[4];
    klee_make_symbolic(s, 3, "s");
    s[3] = 0;
    char *d = malloc(8);
    unsigned n = klee_int("n");
    klee_assume(n < 5);
    strcpy(d, s);
    free(d);
    memcpy(s, d, n);
    return 0;
}
// CHECK: read of {{[1-4]}} byte{{s?}} after free
