/* random-state, and the walks down the execution tree: random-path and subtree. */
#include <assert.h>

#include "base/vec.h"
#include "engine/search/inside.h"
#include "engine/search/tree.h"

/* ---- random-state: a vector, holes filled by the last */

struct bag {
    struct searcher base;
    VEC(struct search_item *) items;
};

static struct searcher *bag_make(const struct search_env *env) {
    (void)env;
    return &MEM_NEW(struct bag)->base;
}

static void bag_free(struct searcher *s) {
    vec_release(&((struct bag *)s)->items);
    mem_free(s);
}

static void bag_add(struct searcher *s, struct search_item *item, uint32_t *place) {
    struct bag *bag = (struct bag *)s;
    *place = bag->items.len;
    vec_push(&bag->items, item);
}

static void bag_remove(struct searcher *s, struct search_item *item, uint32_t *place) {
    struct bag *bag = (struct bag *)s;
    struct search_item *last = vec_pop(&bag->items);
    assert(*place <= bag->items.len);
    if (last == item) return;
    bag->items.data[*place] = last;
    last->place[s->number] = *place;
}

static struct state *bag_select(struct searcher *s) {
    const struct bag *bag = (struct bag *)s;
    return bag->items.data[rng_below(&s->rng, bag->items.len)]->state;
}

/* ---- walks */

static struct searcher *walk_make(const struct search_env *env) {
    (void)env;
    return MEM_NEW(struct searcher);
}

static void walk_free(struct searcher *s) { mem_free(s); }

static struct state *path_select(struct searcher *s) {
    const struct tree_node *node = s->env->tree->root;
    while (!tree_is_leaf(node)) node = tree_kids(node)[rng_below(&s->rng, node->nkids)];
    return node->state;
}

/* A kid with k open leaves weighs 1 / k^2, in units that keep the sum exact. */
static uint64_t nearly_done(const struct tree_node *node) { return UINT64_C(720720) / (node->open * node->open); }

static const struct tree_node *draw_kid(struct rng *rng, const struct tree_node *node) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < node->nkids; i++) sum += nearly_done(tree_kids(node)[i]);
    uint64_t left = rng_below(rng, sum);
    uint32_t i = 0;
    for (; left >= nearly_done(tree_kids(node)[i]); i++) left -= nearly_done(tree_kids(node)[i]);
    return tree_kids(node)[i];
}

/* Finishing what is nearly finished completes subtrees, whose interpolants then prune. */
static struct state *subtree_select(struct searcher *s) {
    const struct tree_node *node = s->env->tree->root;
    while (!tree_is_leaf(node)) node = draw_kid(&s->rng, node);
    return node->state;
}

const struct searcher_ops search_random_state = {
    .name = "random-state",
    .make = bag_make,
    .free = bag_free,
    .add = bag_add,
    .remove = bag_remove,
    .select = bag_select,
};
const struct searcher_ops search_random_path = {
    .name = "random-path",
    .make = walk_make,
    .free = walk_free,
    .select = path_select,
};
const struct searcher_ops search_subtree = {
    .name = "subtree",
    .make = walk_make,
    .free = walk_free,
    .select = subtree_select,
};
