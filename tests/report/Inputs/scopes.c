#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int count, x = 7;
static float half = 0.5f;

static int twice(int n, int *p) {
    while (__VERIFIER_nondet_int()) assert(*p == 3); /* of another frame */
    return n * 2;
}

int main(void) {
    int other = 3;
    while (__VERIFIER_nondet_int()) {
        assert(count == 0);
        count = 1;
        count = 0;
    }
    {
        int x = 2; /* hides the global one */
        while (__VERIFIER_nondet_int()) assert(x == 2);
    }
    while (__VERIFIER_nondet_int()) assert(x == 7); /* which is meant here, but a name is a name */
    while (__VERIFIER_nondet_int()) assert(half == 0.5f); /* bits of it are no C */
    do {
        assert(other == 3);
    } while (__VERIFIER_nondet_int());
    return twice(1, &other) != 2;
}
