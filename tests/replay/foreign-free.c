// RUN: %replay CONFIRMED invalid-free:15 %s -- which=i32:0 | FileCheck %s
// RUN: %replay CONFIRMED invalid-free:15 -m32 %s -- which=i32:1
// RUN: %replay CONFIRMED invalid-free:15 %s -- which=i32:2
// RUN: %replay CONFIRMED invalid-free:15 %s -- which=i32:3
// RUN: %replay CONFIRMED double-free:16 %s -- which=i32:4
// RUN: %replay NOT-CONFIRMED invalid-free:15 %s -- which=i32:5
// Where nothing was allocated, the sanitizer may crash instead of speaking.
#include <stdint.h>
#include <stdlib.h>
int nondet_int(void);
int main(int argc, char **argv) {
    int which = nondet_int();
    if (which == 5) argv[0] = malloc(2); /* the program's own now */
    char *p = which == 0 ? "literal" : which == 1 ? (char *)(uintptr_t)0x1234560 : which == 2 ? (char *)&argc : which == 4 ? malloc(1) : argv[0];
    free(p);
    if (which == 4) free(p);
    return 0;
}
// CHECK: invalid-free at foreign-free.c:15
