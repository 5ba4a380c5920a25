// RUN: %unsafe %s | %check %s
// RUN: %safe -DFIXED %s
#include <assert.h>

static int get(int which) {
    int value;
    if (which) value = 1;
#ifdef FIXED
    else value = 2;
#endif
    return value;
}

int main(void) {
    assert(get(1) == 1);
    // CHECK: uninit-local.c:[[#@LINE+2]]:{{.*}}assertion failed
    // CHECK: {{^}}    value@6#1 = 1234 (0x000004d2), uninitialised
    assert(get(0) != 1234);
    return 0;
}
