// RUN: %unsafe %s | %check %s
// RUN: %safe -DFIXED %s
/* Elements at a fixed and at an unknown index, of the array of the second call. */
#include <assert.h>
#include <klee/klee.h>

static int pick(int call, unsigned i) {
    short s[6];
    s[0] = s[1] = 1;
#ifdef FIXED
    for (int k = 0; k < 6; k++) s[k] = 0;
#endif
    return call && s[5] == 500 && s[i] == 200;
}

int main(void) {
    unsigned i = klee_int("i");
    klee_assume(i < 5);
    assert(!pick(0, i));
    // CHECK: uninit-array.c:[[#@LINE+3]]:{{.*}}assertion failed
    // CHECK: {{^}}    i =
    // CHECK: {{^}}    s@8#1{{.*}}, uninitialised
    assert(!pick(1, i));
    return 0;
}
