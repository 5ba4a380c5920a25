// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
// The quotient does not fit: the processor traps as for zero.
#include <limits.h>

int main(void) {
    volatile int a = INT_MIN, b = -1;
#ifdef FIXED
    b = -2;
#endif
    int q = a / b;
    return q == 5;
}
// CHECK: divide-overflow.c:11:15: error: {{.*}} [division-overflow]
