// RUN: not %shrike run %s > %t.out
// RUN: FileCheck %s < %t.out
// REQUIRES: shrike
// What the program wrote before the bug still comes out.
#include <stdio.h>

int main(void) {
    printf("before the bug\n");
    printf("no newline");
    int *p = 0;
    return *p;
}
// CHECK: before the bug
// CHECK-NEXT: no newline
