/* Finding facts by the values that they ask for.
 *
 * Most facts hold some words at one value each: the program counter of a state machine,
 * loop counters, a lock. Facts that hold the same words have the same shape, and are
 * found by a hash of the values; a state is compared with those alone.
 */
#ifndef SHRIKE_ENGINE_INTERPOLATE_FACTINDEX_H
#define SHRIKE_ENGINE_INTERPOLATE_FACTINDEX_H

#include "cond/fact.h"

struct shape {
    VEC(expr) words;   /* by identity, none twice */
    struct map newest; /* hash of the values -> 1 + the newest fact with these */
    vec_u32 members;
};

struct factindex {
    VEC(struct shape) shapes;
    vec_u32 older;  /* by fact: 1 + the next older one with the same shape and hash; 0: none */
    vec_u32 others; /* facts without a shape */
};

void factindex_release(struct factindex *ix);
void factindex_mark(const struct factindex *ix, struct expr_pool *pool);
/* Forgets all facts, and keeps nothing. */
void factindex_clear(struct factindex *ix);
/* Facts are numbered in the order in which they come. */
void factindex_add(struct factindex *ix, const struct expr_pool *pool, const struct fact *f);

/* Calls try(owner, number of the fact) on each fact that the state may satisfy until one says true. */
typedef bool (*fact_try)(void *owner, uint32_t at);
bool factindex_any(const struct factindex *ix, struct exec *x, const struct places *places, struct state *st,
                   fact_try try, void *owner);

#endif
