// RUN: %safe --engine=dash %s
// Calls, structures and pointers to callers' variables, in an endless loop.
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct lock {
    int held, owner;
};

static void take(struct lock *l, int who) {
    l->held = 1;
    l->owner = who;
}

static void release(struct lock *l, int who) {
    assert(l->held == 1 && l->owner == who);
    l->held = 0;
}

int main(void) {
    struct lock a = {0, 0}, b = {0, 0};
    while (1) {
        int who = __VERIFIER_nondet_int(), both = __VERIFIER_nondet_int();
        take(&a, who);
        if (both) take(&b, who + 1);
        if (both) release(&b, who + 1);
        release(&a, who);
        if (!__VERIFIER_nondet_int()) break;
    }
    return 0;
}
