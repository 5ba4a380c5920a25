// RUN: %shrike run --entry start %s > %t.out
// RUN: FileCheck %s < %t.out
// RUN: not %shrike run --entry nosuch %s 2>&1 | FileCheck --check-prefix=NONE %s
// REQUIRES: shrike
#include <stdio.h>

int start(void) {
    puts("from start");
    return 0;
}

int main(void) {
    puts("from main");
    return 1;
}
// CHECK-NOT: from main
// CHECK: from start
// NONE: nosuch
