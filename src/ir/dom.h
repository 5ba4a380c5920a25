/* Dominators and post-dominators of a function.
 *
 * Computed by the algorithm of Lengauer and Tarjan, O(m log n) for every graph.
 * Post-dominators are dominators of the reversed graph from a virtual exit, node
 * nblocks, which every RET and UNREACHABLE leads to; an endless loop (a component
 * without a way out) counts as leaving at its first block in reverse post-order,
 * so that every reachable block has a post-dominator.
 *
 * Invariants: (1) blocks that the entry does not reach have idom NO_NODE and take
 * part in nothing; (2) the subtree of node a is the interval in[a] .. out[a].
 */
#ifndef SHRIKE_IR_DOM_H
#define SHRIKE_IR_DOM_H

#include <stdbool.h>

#include "ir/graph.h"
#include "ir/ir.h"

struct dom {
    uint32_t root;  /* block 0, or the virtual exit */
    uint32_t n;     /* nodes, the virtual exit included */
    uint32_t *idom; /* immediate (post-)dominator; of the root: NO_NODE */
    uint32_t *in, *out;
    uint32_t *tree; /* nodes of the tree by `in`: all dominators come first */
    uint32_t ntree;
    uint32_t *depth;           /* in the tree; of the root: 0 */
    struct graph succs, preds; /* the graph that this was computed on */
};

/* Both need f->cfg; the result lives in the arena (its graphs may be f's). */
struct dom *dom_build(struct arena *arena, const struct function *f);
struct dom *dom_build_post(struct arena *arena, const struct function *f);

/* Does a (post-)dominate b? Every reachable block does so itself. */
static inline bool dom_dominates(const struct dom *dom, uint32_t a, uint32_t b) {
    return dom->in[a] <= dom->in[b] && dom->in[b] <= dom->out[a];
}

/* Row a: the nodes where a's dominance ends, that is those that a does not
 * strictly dominate although it dominates a predecessor. Of post-dominators: the
 * blocks on whose branch a is control dependent. Time and space are those of the
 * result, which deep loop nests make quadratic. */
void dom_frontiers(const struct dom *dom, struct arena *arena, struct graph *frontiers);

/* Appends the iterated frontier of `set` (nnodes reachable nodes): the joins that
 * different values reach if each member makes one. Linear; each node once, in no
 * special order. */
void dom_joins(const struct dom *dom, const uint32_t *set, uint32_t nnodes, vec_u32 *joins);

#endif
