/* Weighted choice: handles with weights, one drawn with a probability in proportion.
 *
 * A complete binary tree of sums over `cap` places, in one array: node i has the
 * kids 2i and 2i + 1, place h is node cap + h. Sums are made from kids each time,
 * never by adding differences, so that rounding does not pile up.
 *
 * Invariants: (1) cap is 0 or a power of two; (2) a node is the sum of its kids;
 * (3) a place in use has a weight above 0, a free one 0.
 */
#ifndef SHRIKE_ENGINE_SEARCH_SUMTREE_H
#define SHRIKE_ENGINE_SEARCH_SUMTREE_H

#include "base/rng.h"
#include "base/vec.h"

struct sumtree {
    double *sums; /* 2 * cap; number 0 unused */
    uint32_t cap;
    uint32_t len;  /* places in use */
    vec_u32 free;  /* given back */
    uint32_t next; /* first place never used */
};

void sumtree_init(struct sumtree *t);
void sumtree_release(struct sumtree *t);
/* A new handle, the same until it is removed; weights are finite and above 0. */
uint32_t sumtree_add(struct sumtree *t, double weight);
void sumtree_remove(struct sumtree *t, uint32_t handle);
/* Sets the weight: O(log n). */
void sumtree_set(struct sumtree *t, uint32_t handle, double weight);
double sumtree_weight(const struct sumtree *t, uint32_t handle);
/* A handle by chance; there must be one. O(log n). */
uint32_t sumtree_draw(const struct sumtree *t, struct rng *rng);

#endif
