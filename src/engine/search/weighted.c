/* covnew and md2u: a weight for each state, one drawn in proportion.
 *
 *   md2u    1 / d^2                d instructions to uncovered code
 *   covnew  1 / d^2 + 1 / s^2      s instructions since the state covered new code,
 *                                  the first GRACE of them free
 *
 * A state that cannot reach uncovered code counts as FAR from it: it may still lead to
 * errors, so it is never out. A weight is set when the state comes and when it has
 * run, and for all states when the distances are aimed anew.
 */
#include <assert.h>

#include "base/vec.h"
#include "engine/search/inside.h"
#include "engine/search/nearness.h"
#include "engine/search/sumtree.h"

enum { FAR = 10000, GRACE = 1000 };
#define LONG_AGO UINT64_C(1000000000)

struct weighted {
    struct searcher base;
    struct nearness *nearness;
    struct sumtree weights;
    VEC(struct search_item *) items; /* by handle; NULL: free */
};

static struct searcher *weighted_make(const struct search_env *env) {
    struct weighted *w = MEM_NEW(struct weighted);
    w->nearness = nearness_new(env);
    sumtree_init(&w->weights);
    return &w->base;
}

static void weighted_free(struct searcher *s) {
    struct weighted *w = (struct weighted *)s;
    nearness_free(w->nearness);
    sumtree_release(&w->weights);
    vec_release(&w->items);
    mem_free(w);
}

static double inverse_square(uint64_t n) {
    double x = n ? (double)n : 1;
    return 1 / (x * x);
}

static double near_weight(struct weighted *w, const struct state *state) {
    uint32_t distance = nearness_of(w->nearness, state);
    return inverse_square(distance < FAR ? distance : FAR);
}

static double new_weight(const struct weighted *w, const struct state *state) {
    const struct search_env *env = w->base.env;
    uint64_t since = env->hooks->since_new(env->owner, state);
    if (since > LONG_AGO) since = LONG_AGO;
    return inverse_square(since > GRACE ? since - GRACE : 1);
}

static double weight_of(struct weighted *w, const struct state *state) {
    double weight = near_weight(w, state);
    return w->base.ops == &search_covnew ? weight + new_weight(w, state) : weight;
}

static void weighted_add(struct searcher *s, struct search_item *item, uint32_t *place) {
    struct weighted *w = (struct weighted *)s;
    *place = sumtree_add(&w->weights, weight_of(w, item->state));
    if (*place >= w->items.len) vec_resize(&w->items, *place + 1);
    assert(!w->items.data[*place]);
    w->items.data[*place] = item;
}

static void weighted_remove(struct searcher *s, struct search_item *item, uint32_t *place) {
    struct weighted *w = (struct weighted *)s;
    assert(w->items.data[*place] == item);
    (void)item;
    sumtree_remove(&w->weights, *place);
    w->items.data[*place] = NULL;
}

static void weighted_touched(struct searcher *s, struct search_item *item, uint32_t *place) {
    struct weighted *w = (struct weighted *)s;
    sumtree_set(&w->weights, *place, weight_of(w, item->state));
}

static void weigh_all(struct weighted *w) {
    for (uint32_t i = 0; i < w->items.len; i++)
        if (w->items.data[i]) sumtree_set(&w->weights, i, weight_of(w, w->items.data[i]->state));
}

static struct state *weighted_select(struct searcher *s) {
    struct weighted *w = (struct weighted *)s;
    if (nearness_is_stale(w->nearness, w->items.len)) {
        nearness_aim(w->nearness);
        weigh_all(w);
    }
    return w->items.data[sumtree_draw(&w->weights, &s->rng)]->state;
}

const struct searcher_ops search_covnew = {
    .name = "covnew",
    .make = weighted_make,
    .free = weighted_free,
    .add = weighted_add,
    .remove = weighted_remove,
    .touched = weighted_touched,
    .select = weighted_select,
};
const struct searcher_ops search_md2u = {
    .name = "md2u",
    .make = weighted_make,
    .free = weighted_free,
    .add = weighted_add,
    .remove = weighted_remove,
    .touched = weighted_touched,
    .select = weighted_select,
};
