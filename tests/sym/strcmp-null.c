// RUN: %unsafe --paths=1 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* null within strcmp */
int main(void) {
    char *p = klee_int("c") ? "abc" : NULL;
    return strcmp(p, "abc") + strlen(p);
}
// CHECK: null pointer: read of 1 byte
