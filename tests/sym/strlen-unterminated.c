// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[4];
    klee_make_symbolic(s, sizeof s, "s");
    // CHECK: strlen-unterminated.c:[[#@LINE+2]]:{{.*}}out-of-bounds read of 1 byte: right at the end of the 4-byte
    // CHECK: {{^}}    s = 
    return strlen(s) > 3; /* the path goes on for strings that end */
}
