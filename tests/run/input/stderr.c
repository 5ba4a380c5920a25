// RUN: %shrike run %s 2>&1 > /dev/null | FileCheck %s
// REQUIRES: shrike
// The program's own standard error comes through.
#include <stdio.h>

int main(void) {
    fprintf(stderr, "to stderr %d\n", 5);
    fputs("to stdout\n", stdout);
    perror("perror");
    return 0;
}
// CHECK-NOT: to stdout
// CHECK: to stderr 5
// CHECK: perror:
