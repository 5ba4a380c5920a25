// RUN: %bug %s | %check %s
// The condition of an unreachable branch may not be taken for granted.
#include <stdio.h>

static int clamp(int x) {
    if (x > 5) __builtin_unreachable();
    return x <= 5;
}

int main(void) {
    volatile int x = 7;
    return clamp(x) ? 0 : 1;
}
// CHECK: unreachable-assumed.c:6:16: error: {{.*}} [unreachable-reached]
