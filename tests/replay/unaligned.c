// RUN: %replay CONFIRMED out-of-bounds:15 %s -- which=i32:0 at=i32:5 | FileCheck %s
// RUN: %replay CONFIRMED out-of-bounds:15 %s -- which=i32:1 at=i32:7
// RUN: %replay CONFIRMED out-of-bounds:15 -m32 %s -- which=i32:2 at=i32:6
// RUN: %replay NOT-CONFIRMED out-of-bounds:15 %s -- which=i32:0 at=i32:3
// RUN: %replay CONFIRMED out-of-bounds:16 %s -- which=i32:0 at=i32:4
// An access that is only partly in its object: AddressSanitizer believes that it is aligned.
#include <stdlib.h>
int nondet_int(void);
static char global[8];

int main(void) {
    int which = nondet_int(), at = nondet_int();
    char local[8] = {0}, *heap = calloc(1, 8);
    char *p = which == 0 ? heap : which == 1 ? global : local;
    *(int *)(p + at) = 1;
    long long r = at == 4 ? *(long long *)(p + at) : 0;
    free(heap);
    return r == 1;
}
// CHECK: out-of-bounds at unaligned.c:15
