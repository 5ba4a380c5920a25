/* Facts: what suffices for a subtree of the execution tree to be safe.
 *
 * A fact is a conjunction over location symbols (exec/decide/shadow.h), a list of objects
 * that must be there, and a list of pointers that would be led to the same memory (exec/sym/pointee.h). Any state at
 * the same program point with the same call stack that satisfies it is safe below. Facts are shared by reference count
 * and not changed once they are made.
 *
 * Conditions on one word that say where it lies between constants are kept as one
 * arc (from lo up to hi, modulo 2^width) around the value that it had: bit-precise
 * comparisons of x + k with constants have no simpler common form.
 *
 * Invariants: (1) no word has two arcs, and none is a sum with a constant; (2) an arc's ends are
 * numbers of its width; (3) conditions have one bit, and none is constant true; (4) no object is
 * needed twice.
 */
#ifndef SHRIKE_COND_FACT_H
#define SHRIKE_COND_FACT_H

#include "cond/arc.h"
#include "cond/conds.h"
#include "exec/decide/shadow.h"

struct fact {
    uint32_t refs;
    VEC(struct arc) arcs;
    cond_list conds;
    VEC(struct need) needs;
    VEC(struct lead) leads; /* pointers that are assumed to point somewhere */
    bool foreign;           /* another process has found it */
    uint64_t work;          /* nodes below the one it was made for, saved ones included */
};

struct fact *fact_new(void);
struct fact *fact_retain(struct fact *f);
void fact_release(struct fact *f); /* accepts NULL */
/* The invariants above, where asserts are on. */
void fact_check(struct expr_pool *pool, const struct fact *f);
void fact_mark(struct expr_pool *pool, const struct fact *f);

/* Does st, at the fact's point, satisfy it? */
bool fact_holds(struct exec *x, const struct places *places, const struct fact *f, struct state *st);

/* e with every location replaced by what `values` says; none if one is not there. */
typedef expr (*place_value_fn)(void *owner, const struct place *place);
expr places_replaced(struct expr_pool *pool, const struct places *places, expr e, place_value_fn values, void *owner);
/* ... by what it holds in the state. */
expr fact_in_state(struct exec *x, const struct places *places, struct state *st, expr e);
/* Must e, with the state's values put in, hold there? The model is asked first. */
bool state_must(struct exec *x, struct state *st, expr e);
/* The place that a word is, or is the lower bits of; NULL: none. */
const struct place *word_place(const struct expr_pool *pool, const struct places *places, expr word);
/* A place, or the lower bits of one? */
bool word_is_place(const struct expr_pool *pool, expr word);
/* The value of a word that is a place, or the lower bits of one, where that is
 * constant in the state; false: it is not. */
bool word_constant(struct exec *x, const struct places *places, expr word, struct state *st, uint64_t *v);

/* Appends all conditions. */
void fact_list(struct expr_pool *pool, const struct fact *f, cond_list *out);

#endif
