// RUN: %unsafe --paths=1 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A symbolic start within the object. */
int main(void) {
    char s[8];
    klee_make_symbolic(s, sizeof s, "s");
    s[7] = 0;
    unsigned i = klee_int("i");
    klee_assume(i < 8);
    size_t n = strlen(s + i);
    assert(i + n < 8);
    assert(s[i + n] == 0);
    // CHECK: strlen-offset.c:[[#@LINE+1]]:{{.*}}assertion failed: n != 5
    assert(n != 5);
    return 0;
}
