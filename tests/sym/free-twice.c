// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *a = malloc(1), *b = malloc(2), *p = klee_int("c") == 7 ? a : b;
    free(p);
    // CHECK: free-twice.c:[[#@LINE+1]]:{{.*}}second free of
    free(b);
    return 0;
}
