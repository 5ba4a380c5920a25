// RUN: %unsafe --check=assert,memory,leak %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[5];
    klee_make_symbolic(s, 4, "s");
    s[4] = 0;
    char *a = strdup(s), *b = strdup(a);
    assert(!strcmp(b, s));
    free(a);
    if (s[0] != 'q') free(b);
    return 0;
}
// CHECK: never freed
