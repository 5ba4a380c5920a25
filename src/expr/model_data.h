/* Inside of a model: the values, and what evaluation remembers.
 *
 * Memory of values: for each node of one pool that was evaluated, its value, in
 * pages found by id. A value wider than 64 bits lies in `wide` and the page has
 * its offset. All models that remember something of a pool are in a ring, the
 * most recently used first; the pool's memory_bytes is the sum of their bytes,
 * and the oldest forget when it gets too large.
 *
 * Invariants: (1) pool is NULL exactly when nothing is remembered and the model
 * is in no ring; (2) what is remembered is true for the values as they are.
 */
#ifndef SHRIKE_EXPR_MODEL_DATA_H
#define SHRIKE_EXPR_MODEL_DATA_H

#include "base/map.h"
#include "base/vec.h"
#include "expr/model.h"

enum { PAGE_SHIFT = 8, PAGE_NODES = 1 << PAGE_SHIFT };

struct value_page {
    uint64_t known[PAGE_NODES / 64];
    uint64_t value[PAGE_NODES];
};

struct model_memory {
    struct expr_pool *pool;
    struct value_page **pages;
    uint32_t page_count;
    vec_u64 wide;
    size_t bytes;
    struct model *newer, *older; /* ring */
};

struct model_array {
    uint64_t rest;
    struct map elems;
};

struct model {
    uint32_t refs;
    struct map words; /* symbol -> value, or offset in wide */
    struct map wide;  /* symbol -> number of words, for those set by words */
    vec_u64 wide_words;
    VEC(struct model_array) arrays;
    struct map array_places; /* symbol -> place in arrays */
    struct model_memory memory;
};

/* Forgets all remembered values. */
void model_forget(struct model *m);
/* The array's entry, or NULL. */
const struct model_array *model_array(const struct model *m, symbol array);

#endif
