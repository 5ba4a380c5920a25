// RUN: %safe %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer than one chain: that forks, and the answer is the same. */
int main(void) {
    char *s = malloc(1500);
    klee_make_symbolic(s, 1499, "s");
    s[1499] = 0;
    klee_assume(s[1200] == 'x');
    klee_assume(s[1201] == 0);
    size_t n = strlen(s);
    assert(n <= 1201);
    free(s);
    return 0;
}
