// RUN: %replay CONFIRMED assertion-failure:13 %s -- n=i32:5
// RUN: %replay CONFIRMED oversized-shift:11 %s -- n=i32:5
// RUN: %replay CONFIRMED signed-overflow:12 %s -- n=i32:5
// Errors that the user did not ask about do not end the run before the one that he did.
#include <assert.h>
#include <limits.h>
int nondet_int(void);

int main(void) {
    volatile int n = nondet_int(), wide = 40;
    int r = n << wide;
    int s = INT_MAX + n;
    assert(n != 5);
    return r + s == 3;
}
