// RUN: %unsafe %s | %check %s
// RUN: %unsafe -m32 %s | %check %s
/* Clocks in turn, one of them in parts of a second. */
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec t;
    clock_t c = clock();
    clock_gettime(CLOCK_REALTIME, &t);
    // CHECK: clocks.c:[[#@LINE+4]]:{{.*}}assertion failed
    // CHECK: {{^}}    clock = 
    // CHECK: {{^}}    subsecond = 
    // CHECK: {{^}}    time = 
    assert(!(c == 2500000 && t.tv_sec == 1234 && t.tv_nsec == 77));
    return 0;
}
