// RUN: %safe %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <time.h>
int main(void) {
    time_t t = time(NULL);
    assert(t >= 0);
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    clock_gettime(CLOCK_MONOTONIC, &b);
    assert(b.tv_sec >= a.tv_sec && a.tv_nsec < 1000000000);
    return 0;
}
