// RUN: %agree %s | %check %s
// REQUIRES: shrike
#include <stdio.h>

static int sometimes(int x) {
    if (x) return 5;
}

int main(void) {
    printf("%d\n", sometimes(1));
    int v = sometimes(0);
    printf("%d\n", v == v);
    return 0;
}
// CHECK: 5
// CHECK-NEXT: 1
// CHECK-NEXT: status 0
