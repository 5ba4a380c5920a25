// RUN: rm -rf %t && %shrike test --output %t %s | %check %s
// RUN: %shrike verify --engine=explore %s | %check %s --check-prefix SAFE
// CHECK: 3 paths
// CHECK: COMPLETE
// SAFE: SAFE
// A pointer out of a table has few values: a test takes one after the other instead of an object that is all of them.
#include <assert.h>
struct state { int number; struct state *next[4]; };
static struct state all[3];
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    all[0] = (struct state){1, {all, all + 1, all + 1, all + 2}};
    struct state *s = all[0].next[__VERIFIER_nondet_uchar() & 3];
    assert(s->number < 2);
    return s->number;
}
