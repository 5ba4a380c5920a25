// RUN: %bug --unseen %s | %check %s
#include <stdio.h>

_Noreturn static void stop(int x) {
    if (x) __builtin_trap();
}

int main(void) {
    stop(0);
    return 0;
}
// CHECK: error: {{.*}} [unreachable-reached]
