/* States in the order of the unwound program, and those that wait at points.
 *
 * Those that differ in values that decide (ir/deciding.h) wait apart, as long as there
 * are not too many of them at one point.
 */
#ifndef SHRIKE_ENGINE_BMC_QUEUE_H
#define SHRIKE_ENGINE_BMC_QUEUE_H

#include "exec/state.h"
#include "ir/deciding.h"
#include "ir/live.h"
#include "ir/sequence.h"

/* What the engine keeps with a state (state.owner). */
struct bmc_seat {
    struct state *state;
    vec_u32 key;            /* of its place */
    bool at_point;
    uint64_t base, place;   /* hash of the key, and with what decides */
    struct bmc_seat *next;  /* at a place with the same hash */
};

/* What is known of the program. */
struct bmc_program {
    struct live *live;
    struct sequence *sequence;
    struct deciding *deciding;
};

struct bmc_queue {
    const struct bmc_program *program;
    VEC(struct bmc_seat *) heap;
    struct map places; /* hash to the first seat */
    struct map counts; /* hash of the key to the number of states there */
};

void bmc_queue_init(struct bmc_queue *q, const struct bmc_program *program);
/* The states are the caller's. */
void bmc_queue_release(struct bmc_queue *q);
/* Adds a state; at_point: it stands at a POINT, and others may be merged into it. */
void bmc_queue_push(struct bmc_queue *q, struct state *st, bool at_point);
/* Takes out the one that comes first; *at_point as it was pushed. NULL: there is none. */
struct state *bmc_queue_pop(struct bmc_queue *q, bool *at_point);
/* The first state that waits where st, which is not in the queue, stands at a point; go
 * on by `next`. NULL: none. */
struct bmc_seat *bmc_queue_waiting(struct bmc_queue *q, struct state *st);

#endif
