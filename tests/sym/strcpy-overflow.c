// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[6], d[4];
    klee_make_symbolic(s, 5, "s");
    s[5] = 0;
    // CHECK: strcpy-overflow.c:[[#@LINE+1]]:{{.*}}out-of-bounds write of 1 byte: right at the end of the 4-byte local variable 'd'
    strcpy(d, s);
    return d[0];
}
