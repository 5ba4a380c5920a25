/* Directed graphs in compressed rows, and the searches that the analyses share.
 *
 * The edges of node v are to[start[v] .. start[v + 1]). Nothing here recurses, so
 * a graph may be as deep as it likes; everything is linear in nodes and edges.
 */
#ifndef SHRIKE_IR_GRAPH_H
#define SHRIKE_IR_GRAPH_H

#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

/* "No node", "no block", "not reached". */
#define NO_NODE UINT32_MAX

struct graph {
    uint32_t n;
    uint32_t *start; /* n + 1 */
    uint32_t *to;
};

struct edge {
    uint32_t from, to;
};
typedef VEC(struct edge) vec_edge;

/* The edges of one node keep the order in which they are given; duplicates stay. */
void graph_init(struct graph *g, struct arena *arena, uint32_t n, const struct edge *edges, uint32_t nedges);
void graph_init_reverse(struct graph *g, struct arena *arena, const struct graph *of);

static inline uint32_t graph_degree(const struct graph *g, uint32_t v) { return g->start[v + 1] - g->start[v]; }

/* Depth-first search from one node; first edges are followed first. Numbers are
 * in pre-order: the subtree of number i is i .. last[i]. */
struct dfs {
    uint32_t n;       /* nodes reached */
    uint32_t *number; /* of a node; NO_NODE: not reached */
    uint32_t *node;   /* of a number */
    uint32_t *parent; /* number to number; of the root: NO_NODE */
    uint32_t *last;   /* number to number */
    uint32_t *post;   /* nodes in post-order */
};

void graph_dfs(const struct graph *g, struct arena *arena, uint32_t root, struct dfs *dfs);

/* Strongly connected components: scc[v] is set for every node, and an edge never
 * goes from a component to one with a larger number. Returns how many. */
uint32_t graph_sccs(const struct graph *g, uint32_t *scc);

#endif
