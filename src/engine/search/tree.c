#include "engine/search/tree.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"

static struct tree_node *new_node(struct tree *tree, struct tree_node *up, struct state *state) {
    struct tree_node *node = tree->free;
    if (node) tree->free = node->up;
    else node = arena_alloc(&tree->arena, sizeof *node);
    *node = (struct tree_node){.up = up, .parent = up, .state = state, .open = 1, .depth = up ? up->depth + 1 : 0};
    if (node->depth > tree->max_depth) tree->max_depth = node->depth;
    tree->nnodes++;
    return node;
}

static void drop_kids(struct tree_node *node) {
    if (node->has_many) mem_free(node->kids.many);
    node->has_many = false;
    node->nkids = 0;
}

static void close_node(struct tree *tree, struct tree_node *node) {
    if (tree->closed) tree->closed(tree->owner, node);
    drop_kids(node);
    node->state = NULL;
    node->up = tree->free;
    tree->free = node;
    tree->nnodes--;
}

void tree_init(struct tree *tree, struct state *state, bool keep) {
    *tree = (struct tree){.keep = keep};
    arena_init(&tree->arena);
    tree->root = new_node(tree, NULL, state);
    tree->nleaves = 1;
}

struct tree_node *tree_restart(struct tree *tree, struct state *state) {
    assert(!tree->root && !tree->nleaves);
    tree->nleaves = 1;
    return tree->root = new_node(tree, NULL, state);
}

/* Going on from the leaf just finished, not from the root: trees may be deep. */
void tree_release(struct tree *tree) {
    struct tree_node *node = tree->root;
    while (node) {
        while (node->nkids) node = tree_kids(node)[node->nkids - 1];
        struct tree_node *leaf = node;
        node = leaf->parent;
        if (node && node->nkids == 2) node = tree_kids(node)[!leaf->place]; /* it takes its place */
        tree_finish(tree, leaf);
    }
    assert(!tree->root && tree->nnodes == 0);
    arena_release(&tree->arena);
}

/* ---- numbers of open leaves, up to TREE_MANY */

static uint32_t sum_open(const struct tree_node *node) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < node->nkids && sum < TREE_MANY; i++) sum += tree_kids(node)[i]->open;
    return sum < TREE_MANY ? sum : TREE_MANY;
}

/* Every branching node has more open leaves than its kids, so at most TREE_MANY of
 * them change. */
static void update_open(struct tree_node *node) {
    for (; node; node = node->parent) {
        uint32_t sum = sum_open(node);
        if (sum == node->open) return;
        node->open = sum;
    }
}

/* ---- forking */

static struct tree_node **room_for_kids(struct tree_node *node, uint32_t n) {
    node->has_many = n > TREE_INLINE;
    if (!node->has_many) return node->kids.few;
    node->kids.many = MEM_NEW_ARRAY(struct tree_node *, n);
    return node->kids.many;
}

void tree_fork(struct tree *tree, struct tree_node *leaf, uint32_t n, struct state *const *states,
               struct tree_node **kids) {
    assert(n >= 2 && tree_is_leaf(leaf) && leaf->state);
    struct tree_node **room = room_for_kids(leaf, n);
    for (uint32_t i = 0; i < n; i++) {
        assert(states[i]);
        room[i] = kids[i] = new_node(tree, leaf, states[i]);
        room[i]->place = i;
    }
    leaf->nkids = n;
    leaf->state = NULL;
    tree->nleaves += n - 1;
    tree->forks++;
    update_open(leaf);
}

/* ---- finishing */

static void set_kid(struct tree *tree, struct tree_node *parent, uint32_t place, struct tree_node *kid) {
    kid->parent = parent;
    kid->place = place;
    if (!parent) tree->root = kid;
    else if (parent->has_many) parent->kids.many[place] = kid;
    else parent->kids.few[place] = kid;
}

static void remove_kid(struct tree *tree, struct tree_node *node) {
    struct tree_node *parent = node->parent;
    struct tree_node *last = tree_kids(parent)[--parent->nkids];
    if (last != node) set_kid(tree, parent, node->place, last);
}

/* The last kid takes the place of a node that no longer branches. */
static void replace_by_kid(struct tree *tree, struct tree_node *node) {
    struct tree_node *kid = tree_kids(node)[0];
    set_kid(tree, node->parent, node->place, kid);
    drop_kids(node);
    if (tree->keep) return; /* the kid still finds it by `up` */
    assert(kid->up == node);
    kid->up = node->up;
    close_node(tree, node);
}

void tree_finish(struct tree *tree, struct tree_node *leaf) {
    assert(tree_is_leaf(leaf) && tree->nleaves > 0);
    struct tree_node *parent = leaf->parent;
    if (parent) remove_kid(tree, leaf);
    else tree->root = NULL;
    tree->nleaves--;
    tree->finished++;
    for (struct tree_node *node = leaf, *up; node != parent; node = up) {
        up = node->up;
        close_node(tree, node);
    }
    if (!parent) return;
    struct tree_node *changed = parent;
    if (parent->nkids == 1) {
        changed = parent->parent;
        replace_by_kid(tree, parent);
    }
    update_open(changed);
}

/* ---- checks */

static const char *check_node(const struct tree *tree, const struct tree_node *node) {
    if (node->nkids == 1) return "an inner node does not branch";
    if (!node->nkids != !!node->state) return "states belong to leaves";
    if (node->open != (node->nkids ? sum_open(node) : 1)) return "open leaves are miscounted";
    const struct tree_node *up = node->up, *below = node;
    for (; up != node->parent; below = up, up = up->up) {
        if (!tree->keep) return "a node is kept that should not be";
        if (!up) return "up does not lead to the parent";
        if (up->state || up->nkids) return "a kept node has a state or kids";
        if (below->depth != up->depth + 1) return "a depth is wrong";
    }
    if (tree->keep && below->depth != (up ? up->depth + 1 : 0)) return "a depth is wrong";
    if (up && node->depth <= up->depth) return "a depth does not grow";
    return NULL;
}

static const char *check_kids(const struct tree_node *node) {
    for (uint32_t i = 0; i < node->nkids; i++) {
        const struct tree_node *kid = tree_kids(node)[i];
        if (kid->parent != node || kid->place != i) return "a kid is not where it says";
    }
    return NULL;
}

static uint64_t kept_above(const struct tree_node *node) {
    uint64_t n = 0;
    for (const struct tree_node *up = node->up; up != node->parent; up = up->up) n++;
    return n;
}

const char *tree_check(const struct tree *tree) {
    VEC(const struct tree_node *) work = {0};
    const char *error = NULL;
    uint64_t leaves = 0, nodes = 0;
    if (tree->root) vec_push(&work, tree->root);
    if (tree->root && tree->root->parent) error = "the root has a parent";
    while (work.len && !error) {
        const struct tree_node *node = vec_pop(&work);
        error = check_node(tree, node);
        if (!error) error = check_kids(node);
        if (error) break;
        leaves += tree_is_leaf(node);
        nodes += 1 + kept_above(node);
        for (uint32_t i = 0; i < node->nkids; i++) vec_push(&work, tree_kids(node)[i]);
    }
    vec_release(&work);
    if (!error && leaves != tree->nleaves) error = "leaves are miscounted";
    if (!error && nodes != tree->nnodes) error = "nodes are miscounted";
    return error;
}
