// RUN: %safe --engine=dash %s
// RUN: %unsafe --engine=dash -DTWICE %s
// RUN: %unsafe --engine=dash -DLATE %s
// RUN: %unsafe --engine=dash -DESCAPES %s
// A local variable with one store holds the same whenever it is read, but not if there is another
// store, if a round of the loop has not come to it, or if a pointer gets at it.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static void set(int *p) { *p = 3; }

int main(void) {
    int one = 1, *to = &one, n = 0;
    int late;
#ifdef LATE
    late = 2;
#endif
    while (__VERIFIER_nondet_int()) {
#ifdef TWICE
        if (n == 9) one = 2;
#endif
#ifdef ESCAPES
        if (n == 9) set(to);
#endif
#ifdef LATE
        assert(late == 2);
        if (n == 9) late = 1;
#endif
        assert(one == 1);
        assert(*to == 1);
        n++;
    }
    (void)late;
    (void)set;
    return 0;
}
