// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Read past the end only if the first two characters agree. */
int main(void) {
    char a[2];
    klee_make_symbolic(a, sizeof a, "a");
    // CHECK: strcmp-unterminated.c:[[#@LINE+2]]:{{.*}}out-of-bounds read of 1 byte: right at the end of the 2-byte
    // CHECK: {{^}}    a = {{.*"ok"}}
    return strcmp(a, "okay") == 0;
}
