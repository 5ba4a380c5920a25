/* Random changes of inputs, for inputs that no single decision leads to: longer and
 * shorter ones, and parts of one in another.
 *
 * A run of a program with constant inputs costs little beside an expansion, so some of
 * these after each expansion hardly slow the search down; those that reach new code
 * become seeds. The number follows success: it doubles when something was found and
 * shrinks slowly otherwise.
 */
#ifndef SHRIKE_ENGINE_CONCOLIC_MUTATE_H
#define SHRIKE_ENGINE_CONCOLIC_MUTATE_H

#include <stdbool.h>

#include "base/rng.h"
#include "base/vec.h"

struct mutator {
    struct rng rng;
    VEC(vec_u8) pool; /* what there is to change */
    uint64_t most;    /* bytes of an input */
    uint32_t round;   /* how many to try next time */
    uint64_t found;   /* of those tried, all in all */
};

/* most == 0: nothing is ever to be tried. */
void mutator_init(struct mutator *m, uint64_t seed, uint64_t most);
void mutator_release(struct mutator *m);
/* Copies an input that is worth changing. */
void mutator_keep(struct mutator *m, const vec_u8 *input);
/* How many to try now. */
uint32_t mutator_round(const struct mutator *m);
/* What came out of that. */
void mutator_learn(struct mutator *m, uint32_t found);
/* A new input, with at most `most` bytes. There must be some to change. */
void mutator_make(struct mutator *m, vec_u8 *out);

#endif
