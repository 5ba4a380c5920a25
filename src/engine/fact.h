/* Facts: what suffices for a subtree of the execution tree to be safe.
 *
 * A fact is a conjunction over location symbols (exec/shadow.h) and a list of objects
 * that must be there. Any state at the same program point with the same call stack
 * that satisfies it is safe below. Facts are shared by reference count and not
 * changed once they are made.
 *
 * Conditions on one word that say where it lies between constants are kept as one
 * arc (from lo up to hi, modulo 2^width) around the value that it had: bit-precise
 * comparisons of x + k with constants have no simpler common form.
 */
#ifndef SHRIKE_ENGINE_FACT_H
#define SHRIKE_ENGINE_FACT_H

#include "exec/shadow.h"

struct arc {
    expr word;       /* no constant summand */
    uint64_t lo, hi; /* both included */
};

struct fact {
    uint32_t refs;
    VEC(struct arc) arcs;
    VEC(expr) conds;
    VEC(struct need) needs;
    uint64_t work; /* nodes below the one it was made for, saved ones included */
};

struct fact *fact_new(void);
struct fact *fact_retain(struct fact *f);
void fact_release(struct fact *f); /* accepts NULL */
void fact_mark(struct expr_pool *pool, const struct fact *f);

/* Does st, at the fact's point, satisfy it? */
bool fact_holds(struct exec *x, const struct places *places, const struct fact *f, struct state *st);

/* A place, or the lower bits of one? */
bool word_is_place(const struct expr_pool *pool, expr word);
/* The value of a word that is a place, or the lower bits of one, where that is
 * constant in the state; false: it is not. */
bool word_constant(struct exec *x, const struct places *places, expr word, struct state *st, uint64_t *v);

/* A fact in the making, for the state `origin`. */
struct demand {
    struct exec *x;
    const struct places *places;
    struct state *origin;
    struct fact *fact;
    VEC(expr) guards; /* hold wherever the next condition matters */
    struct map held;  /* symbols of places that the fact holds at their values */
};

void demand_init(struct demand *d, struct exec *x, const struct places *places, struct state *origin);
/* The fact if ok, else NULL. */
struct fact *demand_finish(struct demand *d, bool ok);

/* Sees to it that cond holds under the guards, for all inputs, in every state that
 * satisfies the fact. False: not found out how. */
bool demand_cond(struct demand *d, expr cond);
/* All of f, whose locations hold what `values` says at the place where it counts. */
typedef expr (*place_value_fn)(void *owner, const struct place *place);
bool demand_fact(struct demand *d, const struct fact *f, place_value_fn values, void *owner);
/* All of f as it is: the origin satisfies it. */
bool demand_same(struct demand *d, const struct fact *f);
void demand_need(struct demand *d, const struct need *need);

/* Appends all conditions. */
typedef VEC(expr) fact_conds;
void fact_list(struct expr_pool *pool, const struct fact *f, fact_conds *out);
/* The conditions in words, for --show-tree and debugging. */
void fact_print(struct exec *x, const struct fact *f, struct str *out);

#endif
