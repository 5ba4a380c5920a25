// RUN: %unsafe %s | %check %s
// RUN: %safe -DFIXED %s
/* The error is in the third of three variables of that name; one of them is skipped. */
#include <assert.h>

int main(void) {
    int seen = 0;
    for (int i = 0; i < 5; i++) {
        if (i == 1) continue;
        int x;
#ifdef FIXED
        x = i;
#endif
        if (i == 3 && x == 77) seen++;
    }
    // CHECK: uninit-loop.c:[[#@LINE+2]]:{{.*}}assertion failed
    // CHECK: {{^}}    x@10#2 = 77 (0x0000004d, "M"), uninitialised
    assert(!seen);
    return 0;
}
