// RUN: %replay CONFIRMED assertion-failure:14 --check=assert %s -- n=i32:5
// RUN: %replay CONFIRMED oversized-shift:12 %s -- n=i32:5
// RUN: %replay CONFIRMED signed-overflow:13 --check=overflow %s -- n=i32:5
// Errors that --check does not ask for do not end the run before the one that it does; one that it asks for ends it.
// RUN: %replay DIFFERENT assertion-failure:14 %s -- n=i32:5
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
