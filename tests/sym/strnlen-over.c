// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    unsigned m = klee_int("m");
    klee_assume(m <= 5);
    // CHECK: strnlen-over.c:[[#@LINE+1]]:{{.*}}out-of-bounds read of 1 byte: right at the end
    return strnlen(s, m) == 3;
}
