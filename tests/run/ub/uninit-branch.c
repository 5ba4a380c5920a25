// RUN: %agree %s | %check %s
// Whatever the value is, one branch is taken, and the same one later.
// REQUIRES: shrike
#include <stdio.h>

int main(void) {
    int x;
    int first = x == 0 ? 1 : 2;
    int second = x == 0 ? 1 : 2;
    printf("%d\n", first == second);
    printf("%d %d\n", x - x, x ^ x);
    printf("%d\n", (x & 1) + ((x + 1) & 1));
    return 0;
}
// CHECK: {{^}}1{{$}}
// CHECK-NEXT: 0 0
// CHECK-NEXT: {{^}}1{{$}}
// CHECK: status 0
