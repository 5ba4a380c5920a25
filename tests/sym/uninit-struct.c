// RUN: %unsafe %s | %check %s
// RUN: %safe -DFIXED %s
/* Members, one of them in a copy. */
#include <assert.h>

struct pair {
    int a, b;
};

static int second(struct pair p) { return p.b; }

int main(void) {
    struct pair p;
    p.a = 1;
#ifdef FIXED
    p.b = 2;
#endif
    struct pair copy = p;
    assert(copy.a == 1 && copy.b == p.b && second(copy) == p.b);
    // CHECK: uninit-struct.c:[[#@LINE+2]]:{{.*}}assertion failed
    // CHECK: {{^}}    p@13#0{{.*}}, uninitialised
    assert(second(copy) != 5);
    return 0;
}
