/* States in the order of the unwound program, and those that wait at points.
 *
 * States that arrive at a point wait there until its turn has come, and leave together.
 * Those that differ in values that decide (ir/deciding.h) wait apart, as long as there
 * are not too many of them at one point.
 *
 * Invariants: (1) the heap is one: no entry comes before its parent; (2) len counts the entries with a
 * state, whose owner is the entry; (3) entries at points are in the list of their place, empty ones in
 * none.
 */
#ifndef SHRIKE_ENGINE_BMC_QUEUE_H
#define SHRIKE_ENGINE_BMC_QUEUE_H

#include "exec/sym/merge.h"
#include "ir/deciding.h"
#include "ir/live.h"
#include "ir/sequence.h"

/* What the engine keeps with a state (state.owner). */
struct bmc_entry {
    struct state *state; /* NULL: it left with another */
    vec_u32 key;         /* of its place */
    bool at_point;
    uint64_t number;        /* of the state: the older first */
    uint64_t base, place;   /* hash of the key, and with what decides */
    struct bmc_entry *next; /* at a place with the same hash */
};

/* What is known of the program. */
struct bmc_program {
    struct live *live;
    struct sequence *sequence;
    struct deciding *deciding;
};

struct bmc_queue {
    const struct bmc_program *program;
    VEC(struct bmc_entry *) heap;
    struct map places; /* hash to the first entry */
    struct map counts; /* hash of the key to the number of places there */
    uint32_t len;      /* states */
};

void bmc_queue_init(struct bmc_queue *q, const struct bmc_program *program);
/* The states are the caller's. */
void bmc_queue_release(struct bmc_queue *q);
/* The invariants above, where asserts are on; linear. */
void bmc_queue_check(const struct bmc_queue *q);
/* Appends the key of a state's place: that of its frames, outermost first. */
void bmc_key(const struct bmc_program *p, const struct state *st, vec_u32 *key);

typedef merge_list bmc_states;
/* Adds a state; at_point: it may be merged with others that stand here. */
void bmc_queue_push(struct bmc_queue *q, struct state *st, bool at_point);
/* Takes out the state that comes first, and all that wait at the same place; appends them. False: there is none. */
bool bmc_queue_pop(struct bmc_queue *q, bmc_states *out);

#endif
