// RUN: %agree %s | %check %s
// RUN: %bug -DUSED %s 2>&1 | %check %s --check-prefix=USED
// REQUIRES: shrike
// A function may end without a value, as long as nobody uses it.
#include <stdio.h>

static int sometimes(int x) {
    if (x) return 5;
}

int main(void) {
    printf("%d\n", sometimes(1));
    sometimes(0);
#ifdef USED
    // USED: missing-return.c:[[#@LINE+1]]:{{.*}} use of the value of a function that returned none [missing-return-value]
    int v = sometimes(0);
    printf("%d\n", v == v);
#endif
    printf("1\n");
    return 0;
}
// CHECK: 5
// CHECK-NEXT: 1
// CHECK-NEXT: status 0
