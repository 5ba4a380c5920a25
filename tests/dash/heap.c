// RUN: %safe --engine=dash %s
// Blocks come and go, differently on two sides of a branch, in front of an endless loop.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct pair {
    int a, b;
};

int main(void) {
    struct pair *p = malloc(sizeof *p), *q;
    if (!p) return 0;
    p->a = __VERIFIER_nondet_int();
    p->b = p->a;
    if (__VERIFIER_nondet_int()) {
        int *extra = calloc(2, sizeof *extra);
        if (extra) assert(extra[1] == 0);
        free(extra);
    }
    q = malloc(sizeof *q);
    if (!q) return 0;
    *q = *p;
    free(p);
    while (__VERIFIER_nondet_int()) {
        q->a ^= 4;
        q->b ^= 4;
        assert(q->a == q->b);
    }
    free(q);
    return 0;
}
