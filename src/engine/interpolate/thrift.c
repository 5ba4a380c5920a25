#include "engine/interpolate/thrift.h"

#include <assert.h>

#include "base/provoke.h"

enum {
    LOOK_EVERY = PROVOKED(256, 4),    /* facts */
    FIRST_PAUSE = PROVOKED(16384, 3), /* nodes */
    SHARE = 5,                        /* of exploring that learning may cost where it gains nothing: one in so many */
    LOOK_AFTER = 100000000,           /* ticks of learning: hard questions */
    VISIT_TICKS = 100,                /* not counted otherwise, each time that something is learned: finding facts */
    WALK_TICKS = 8,                   /* ... that a node is looked at in closing a loop */
    NODE_TICKS = 1000,                /* ... that a node is explored: copying its state, the stack */
    HOPES = 16,                       /* that came true before there was one */
};

void thrift_init(struct thrift *t, uint64_t now) { *t = (struct thrift){.pause = FIRST_PAUSE, .looked_at = now}; }

static bool has_paid(const struct thrift *t, uint64_t now) {
    assert(t->learning <= now - t->looked_at);
    double exploring = (double)(now - t->looked_at - t->learning) + (double)NODE_TICKS * t->nodes;
    double learning = (double)t->learning + (double)VISIT_TICKS * t->visits + (double)WALK_TICKS * (double)t->walked;
    double node = exploring / (t->nodes + 1);
    return learning <= exploring / (t->gained ? 1 : SHARE) + node * (double)t->gained;
}

void thrift_paid(struct thrift *t, uint64_t now) {
    assert(now >= t->looked_at);
    if (++t->facts < LOOK_EVERY && t->learning < LOOK_AFTER) return;
    if (has_paid(t, now)) {
        t->pause = FIRST_PAUSE;
    } else {
        t->left = t->pause;
        t->pause *= 2;
    }
    t->facts = t->nodes = t->visits = 0;
    t->gained = t->learning = t->walked = 0;
    t->looked_at = now;
}

void thrift_learned(struct thrift *t, uint64_t begun, uint64_t now) {
    assert(begun <= now);
    if (begun < t->looked_at) begun = t->looked_at; /* what came before is settled */
    if (t->left) return;
    t->learning += now - begun;
    t->visits++;
}

void thrift_gained(struct thrift *t, uint64_t nodes) {
    t->gained = nodes > UINT64_MAX - t->gained ? UINT64_MAX : t->gained + nodes;
}

void thrift_judged(struct thrift *t, bool came_true) {
    t->came_true += came_true;
    t->failed += !came_true;
}

uint64_t thrift_hopes(const struct thrift *t, uint64_t nodes) {
    return nodes * (t->came_true + HOPES) / (t->came_true + t->failed + HOPES);
}

void thrift_walked(struct thrift *t, uint64_t nodes) { t->walked += nodes; }

bool thrift_disappoints(const struct thrift *t) { return t->pause > FIRST_PAUSE; }

bool thrift_pauses(struct thrift *t, uint64_t now) {
    t->nodes++;
    if (!t->left) return false;
    if (!--t->left) { /* what was plain does not count */
        t->looked_at = now;
        t->nodes = t->visits = 0;
        t->learning = t->walked = 0;
    }
    return true;
}
