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

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"
#include "expr/model.h"

/* A persistent map from symbols to 64-bit values: what a model is made of.
 *
 * Symbols are dense, so it is a radix tree: FAN values in a leaf, FAN nodes in a
 * branch. Nodes are counted and shared by copies; a shared one is copied when changed.
 * So a copy takes no time, and two maps that differ in one value differ in one path.
 *
 * Invariants: (1) height is 0 without a root; at height 1 the root is a leaf; (2) all
 * keys are below FAN to the power of height; (3) a node has as many references as
 * branches and maps point to it.
 */

struct words_node;

struct words {
    struct words_node *root; /* NULL: no entry */
    uint32_t height;
};

/* An empty one is all zero. */
void words_release(struct words *w);
struct words words_copy(const struct words *w);
/* Where the value of key is, or NULL; valid until the next change. */
const uint64_t *words_find(const struct words *w, uint32_t key);
void words_put(struct words *w, uint32_t key, uint64_t value);
/* Visits all entries by ascending key: start with *cursor = 0. */
bool words_next(const struct words *w, uint32_t *cursor, uint32_t *key, uint64_t *value);

struct model_array {
    uint32_t refs;
    symbol sym;
    uint64_t rest;
    struct map elems;
};

struct model_extra {
    uint32_t refs;
    struct map wide;                  /* symbol -> number of words, for those set by words */
    vec_u64 wide_words;               /* at the offset that is the symbol's value */
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
