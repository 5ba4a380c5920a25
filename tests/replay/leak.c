// RUN: %replay CONFIRMED memory-leak:9 %s -- n=i32:24 | FileCheck %s
// RUN: %replay DIFFERENT memory-leak:10 %s -- n=i32:24
// RUN: %replay NOT-CONFIRMED memory-leak:9 %s -- n=i32:3
// RUN: %replay CONFIRMED - --check=leak %s -- n=i32:24
// RUN: %replay NOT-CONFIRMED - %s -- n=i32:24
#include <stdlib.h>
int nondet_int(void);
static void forget(int n) {
    char *p = malloc((size_t)n);
    p[0] = 1;
    if (n == 3) free(p);
}

int main(void) {
    forget(nondet_int());
    return 0;
}
// CHECK: memory-leak at leak.c:9:15 (Direct leak of 24 byte(s)
