// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char a[4], b[4], d[6];
    klee_make_symbolic(a, 3, "a");
    klee_make_symbolic(b, 3, "b");
    a[3] = b[3] = 0;
    strcpy(d, a);
    // CHECK: strcat-overflow.c:[[#@LINE+1]]:{{.*}}out-of-bounds write
    strcat(d, b);
    return 0;
}
