#include "engine/interpolate/thrift.h"

#include "base/provoke.h"
#include "base/stats.h"

enum {
    LOOK_EVERY = PROVOKED(256, 4),    /* facts */
    FIRST_PAUSE = PROVOKED(16384, 3), /* nodes */
    SAMPLE = 7,          /* odd: what alternates is seen */
    SHARE = 5,           /* of exploring that learning may cost where it gains nothing: one in so many */
};

static const uint64_t LOOK_AFTER = 1000000000; /* nanoseconds of learning: hard questions */

void thrift_init(struct thrift *t) { *t = (struct thrift){.pause = FIRST_PAUSE, .looked_at = cpu_ns()}; }

static bool has_paid(const struct thrift *t, uint64_t now) {
    uint64_t all = now - t->looked_at, exploring = all / SAMPLE; /* samples may say more than all */
    if (all > t->learning + exploring) exploring = all - t->learning;
    double node = (double)exploring / (t->nodes + 1);
    return (double)t->learning <= (double)exploring / (t->gained ? 1 : SHARE) + node * (double)t->gained;
}

void thrift_paid(struct thrift *t) {
    if (++t->facts < LOOK_EVERY && t->learning < LOOK_AFTER) return;
    uint64_t now = cpu_ns();
    if (has_paid(t, now)) {
        t->pause = FIRST_PAUSE;
    } else {
        t->left = t->pause;
        t->pause *= 2;
    }
    t->facts = t->nodes = 0;
    t->gained = t->learning = 0;
    t->looked_at = now;
}

uint64_t thrift_begin(struct thrift *t) { return !t->left && t->times++ % SAMPLE == 0 ? cpu_ns() : 0; }

void thrift_end(struct thrift *t, uint64_t begun) {
    if (begun) t->learning += SAMPLE * (cpu_ns() - begun);
}

void thrift_gained(struct thrift *t, uint64_t nodes) {
    t->gained = nodes > UINT64_MAX - t->gained ? UINT64_MAX : t->gained + nodes;
}

bool thrift_disappoints(const struct thrift *t) { return t->pause > FIRST_PAUSE; }

bool thrift_pauses(struct thrift *t) {
    t->nodes++;
    if (!t->left) return false;
    if (!--t->left) { /* what was plain does not count */
        t->looked_at = cpu_ns();
        t->nodes = 0;
    }
    return true;
}
