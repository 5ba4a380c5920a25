/* Inside of a model: the values, and its place in the memory of evaluation.
 *
 * Values of words are in a tree that copies share; arrays and words of more than 64
 * bits are in `extra`, which is shared as a whole, and its arrays one by one. So a
 * model costs memory for what it assigns, less what it shares with others.
 *
 * What evaluation finds for inner nodes is remembered in the pool (eval.c), for all
 * models together, under the stamp of the model.
 *
 * Invariants: (1) models with a pool are in its list; (2) the stamp is 0, or no other
 * model of the pool has it and what is remembered under it is true for the values as
 * they are; (3) extra is NULL, or not shared, or not changed.
 */
#ifndef SHRIKE_EXPR_MODEL_DATA_H
#define SHRIKE_EXPR_MODEL_DATA_H

#include "base/map.h"
#include "base/vec.h"
#include "expr/model.h"
#include "expr/words.h"

struct model_array {
    uint32_t refs;
    symbol sym;
    uint64_t rest;
    struct map elems;
};

struct model_extra {
    uint32_t refs;
    struct map wide;     /* symbol -> number of words, for those set by words */
    vec_u64 wide_words;  /* at the offset that is the symbol's value */
    VEC(struct model_array *) arrays; /* by symbol */
};

struct model {
    uint32_t refs;
    uint32_t stamp; /* 0: nothing is remembered */
    struct words words;
    struct model_extra *extra;
    struct expr_pool *pool; /* that evaluated it last, or NULL */
    struct model *newer, *older;
};

/* The array's entry, or NULL. */
const struct model_array *model_array(const struct model *m, symbol array);
/* The model is no more: takes it off its pool's list. */
void model_leave_pool(struct model *m);

#endif
