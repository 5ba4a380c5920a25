// RUN: %unsafe %s | %check %s
/* An array and a structure that is never in memory: each part is an input. */
#include <assert.h>

struct three {
    int a;
    char c[4];
    long l;
};

int main(void) {
    for (int i = 0; i < 2; i++) {
        struct three t;
        int v[3];
        v[0] = i;
        t.a = i;
        // CHECK: uninit-members.c:[[#@LINE+1]]:{{.*}}assertion failed
        assert(!(v[0] == 1 && t.a == 1 && t.c[2] == 'x' && t.l == 123456789012 && v[2] == 9));
    }
    return 0;
}
