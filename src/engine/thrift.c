#include "engine/thrift.h"

enum {
    LOOK_EVERY = 256,   /* facts */
    PRICE = 8,          /* of a fact, in nodes */
    FIRST_PAUSE = 2048, /* nodes */
};

void thrift_init(struct thrift *t) { *t = (struct thrift){.pause = FIRST_PAUSE}; }

void thrift_paid(struct thrift *t) {
    if (++t->facts < LOOK_EVERY) return;
    if (t->gained < LOOK_EVERY * PRICE) {
        t->left = t->pause;
        t->pause *= 2;
    } else {
        t->pause = FIRST_PAUSE;
    }
    t->facts = 0;
    t->gained = 0;
}

void thrift_gained(struct thrift *t, uint64_t nodes) {
    t->gained = nodes > UINT64_MAX - t->gained ? UINT64_MAX : t->gained + nodes;
}

bool thrift_pauses(struct thrift *t) {
    if (!t->left) return false;
    t->left--;
    return true;
}
