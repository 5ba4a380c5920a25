/* The execution tree: which state forked from which, as far as that still matters.
 *
 * Leaves are open: each holds a state that may run on. An inner node is there to
 * branch; one whose subtree has no open leaf leaves the tree, and so does one with
 * a single kid left, which takes its place. So the tree has fewer inner nodes than
 * leaves, and a fair walk down from the root takes the logarithm of their number in
 * expectation, however deep the program's forks are nested.
 *
 * With `keep`, nodes that only stopped branching stay until their whole subtree is
 * finished: they hang between a node and its `parent` and are found by `up`. Engines
 * that learn on the way back hang their data on nodes and collect it in `closed`.
 *
 * Every operation takes constant time, amortised over the forks before, in the
 * number of nodes (a fork in that of its kids). Nothing recurses.
 *
 * Invariants: (1) a node in the tree is a leaf (no kids, a state) or branches (two
 * kids or more, no state); (2) kids[i]->place == i, kids[i]->parent == the node; (3)
 * `open` is the number of open leaves below (a leaf: 1), cut off at TREE_MANY; (4)
 * from every node `up` leads to `parent`, without `keep` in one step; (5) depth grows
 * strictly from parent to kid, with `keep` by one in each step.
 */
#ifndef SHRIKE_ENGINE_SEARCH_TREE_H
#define SHRIKE_ENGINE_SEARCH_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct state;

enum { TREE_MANY = 16, TREE_INLINE = 2 };

struct tree_node {
    struct tree_node *parent; /* nearest node above that branches; NULL: the root */
    struct tree_node *up;     /* the node that forked into this one; NULL: the first */
    struct state *state;      /* of a leaf, else NULL */
    void *data;               /* of the engine; NULL at first */
    uint32_t depth;           /* forks above it on its path */
    uint32_t place;           /* among the kids of parent */
    uint32_t open;
    uint32_t nkids;
    union {
        struct tree_node *few[TREE_INLINE];
        struct tree_node **many; /* when the fork had more */
    } kids;
    bool has_many;
};

struct tree {
    struct tree_node *root; /* NULL: finished */
    bool keep;
    uint64_t nleaves;  /* open */
    uint64_t nnodes;   /* held, leaves and kept ones included */
    uint64_t finished; /* leaves so far */
    uint64_t forks;
    uint32_t max_depth;
    /* A node leaves the tree; kids come before those above them, so the data may be
     * handed on to node->up, which is still there. May be NULL. */
    void (*closed)(void *owner, struct tree_node *node);
    void *owner;
    struct tree_node *free; /* linked by up */
    struct arena arena;
};

/* A tree of one leaf. `closed` and `owner` are the caller's to set afterwards. */
void tree_init(struct tree *tree, struct state *state, bool keep);
/* Closes what is left, deepest first; states are not the tree's. */
void tree_release(struct tree *tree);

/* The leaf branches into n >= 2 leaves with the given states (its own among them or
 * not), which are left in kids[0 .. n). */
void tree_fork(struct tree *tree, struct tree_node *leaf, uint32_t n, struct state *const *states,
               struct tree_node **kids);
/* A tree that is finished begins again with one leaf, which is returned. */
struct tree_node *tree_restart(struct tree *tree, struct state *state);
/* The state of the leaf has ended or is given up: the leaf is closed, and so is what
 * has no open leaf any more. */
void tree_finish(struct tree *tree, struct tree_node *leaf);

static inline bool tree_is_leaf(const struct tree_node *node) { return node->nkids == 0; }
static inline struct tree_node *const *tree_kids(const struct tree_node *node) {
    return node->has_many ? node->kids.many : node->kids.few;
}
/* How many of the forks above the leaf, counted from the last one upwards, have no
 * other open leaf below: finishing it completes as many subtrees. */
static inline uint32_t tree_alone(const struct tree_node *leaf) {
    return leaf->depth - (leaf->parent ? leaf->parent->depth + 1 : 0);
}

/* NULL, or the invariant that does not hold. Linear. */
const char *tree_check(const struct tree *tree);

#endif
