// RUN: %unsafe %s | %check %s
// RUN: %safe -DFIXED %s
/* Every call has its own: those that begin first are counted first. */
#include <assert.h>

static unsigned sum(unsigned depth) {
    unsigned own;
    if (depth != 2) own = 1;
#ifdef FIXED
    own = 1;
#endif
    unsigned below = depth ? sum(depth - 1) : 0;
    return own + below;
}

int main(void) {
    // CHECK: uninit-recursion.c:[[#@LINE+2]]:{{.*}}assertion failed
    // CHECK: {{^}}    own@7#2 = {{.*}}, uninitialised
    assert(sum(4) != 1004);
    return 0;
}
