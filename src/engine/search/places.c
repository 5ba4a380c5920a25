/* places: by turns among the places where states wait, not among the states.
 *
 * A place is a call stack with the next instruction of each frame. A loop over input leaves a hundred thousand
 * states at a few places; the one state that got past it waits at a place of its own, and is found at once.
 *
 * Stacks are ways in a tree, outermost frame first. A walk down draws a kid of each node, or the states that wait
 * right there, with weight 1 / (1 + v)^2, v being how often it was drawn; so a library with a thousand places has no
 * more turns than the call that led into it. Where a turn covered new code v is halved, all the way down.
 *
 * Invariants: (1) states of a node is the number of states at it and below; (2) an item is in the list of the node
 * where its stack ends; (3) a node without states keeps its kids and its v.
 */
#include <assert.h>

#include "base/hash.h"
#include "base/map.h"
#include "engine/covered.h"
#include "engine/search/buckets.h"

struct stack_place {
    uint32_t parent;
    uint32_t states;
    uint64_t drawn, drawn_here;
    vec_u32 kids;
    bucket here;
};

struct places_search {
    struct searcher base;
    VEC(struct stack_place) all; /* number 0: the root, above main */
    struct map numbers;          /* of a kid, by hash of parent and frame */
    struct buckets buckets;
    uint32_t last;    /* drawn last */
    uint64_t changes; /* covered.found then */
};

static struct searcher *places_make(const struct search_env *env) {
    (void)env;
    struct places_search *p = MEM_NEW(struct places_search);
    map_init(&p->numbers);
    vec_push(&p->all, (struct stack_place){0});
    return &p->base;
}

static void places_free(struct searcher *s) {
    struct places_search *p = (struct places_search *)s;
    for (uint32_t i = 0; i < p->all.len; i++) {
        vec_release(&p->all.data[i].kids);
        vec_release(&p->all.data[i].here);
    }
    vec_release(&p->all);
    buckets_release(&p->buckets);
    map_release(&p->numbers);
    mem_free(p);
}

/* ---- where a state is ------------------------------------------------------------------------------- */

static uint32_t kid_of(struct places_search *p, uint32_t parent, struct code_point at) {
    uint64_t key = hash_mix(hash_mix(parent, at.function), at.pc), number = map_get(&p->numbers, key, p->all.len);
    if (number < p->all.len) return (uint32_t)number;
    vec_push(&p->all, (struct stack_place){.parent = parent});
    vec_push(&p->all.data[parent].kids, (uint32_t)number);
    map_put(&p->numbers, key, number);
    return (uint32_t)number;
}

static uint32_t place_of(struct places_search *p, const struct state *st) {
    struct code_point frames[BUCKETS_DEEPEST];
    uint32_t n = p->base.env->hooks->frames(p->base.env->owner, st, frames, BUCKETS_DEEPEST), at = 0;
    for (uint32_t i = n < BUCKETS_DEEPEST ? n : BUCKETS_DEEPEST; i-- > 0;) at = kid_of(p, at, frames[i]);
    return at;
}

static void enter_bucket(struct places_search *p, struct search_item *item, uint32_t slot, uint32_t number) {
    buckets_add(&p->buckets, &p->all.data[number].here, number, item, slot);
    for (uint32_t i = number; i; i = p->all.data[i].parent) p->all.data[i].states++;
    p->all.data[0].states++;
}

static void leave_bucket(struct places_search *p, struct search_item *item, uint32_t slot) {
    uint32_t number = buckets_where(&p->buckets, slot);
    buckets_remove(&p->buckets, &p->all.data[number].here, item, slot, p->base.number);
    for (uint32_t i = number; i; i = p->all.data[i].parent) p->all.data[i].states--;
    p->all.data[0].states--;
}

static void places_add(struct searcher *s, struct search_item *item, uint32_t *place) {
    struct places_search *p = (struct places_search *)s;
    *place = buckets_new_slot(&p->buckets);
    enter_bucket(p, item, *place, place_of(p, item->state));
}

static void places_remove(struct searcher *s, struct search_item *item, uint32_t *place) {
    struct places_search *p = (struct places_search *)s;
    leave_bucket(p, item, *place);
    buckets_free_slot(&p->buckets, *place);
}

static void places_touched(struct searcher *s, struct search_item *item, uint32_t *place) {
    struct places_search *p = (struct places_search *)s;
    uint32_t number = place_of(p, item->state);
    if (number == buckets_where(&p->buckets, *place)) return;
    leave_bucket(p, item, *place);
    enter_bucket(p, item, *place, number);
}

/* ---- the walk ---------------------------------------------------------------------------------------- */

/* The last turn has covered new code, or another searcher's turn has since: both are welcome. */
static void reward(struct places_search *p) {
    uint64_t changes = p->base.env->covered->found;
    if (changes == p->changes) return;
    p->changes = changes;
    p->all.data[p->last].drawn_here /= 2;
    for (uint32_t i = p->last; i; i = p->all.data[i].parent) p->all.data[i].drawn /= 2;
}

/* The kid of a node to go down to; UINT32_MAX: stay. */
static uint32_t draw_kid(struct places_search *p, const struct stack_place *at) {
    double sum = at->here.len ? buckets_weight(at->drawn_here) : 0;
    for (uint32_t i = 0; i < at->kids.len; i++) {
        const struct stack_place *kid = &p->all.data[at->kids.data[i]];
        if (kid->states) sum += buckets_weight(kid->drawn);
    }
    double left = (double)rng_below(&p->base.rng, UINT64_C(1) << 32) / 4294967296.0 * sum;
    uint32_t last = UINT32_MAX;
    for (uint32_t i = 0; i < at->kids.len; i++) {
        const struct stack_place *kid = &p->all.data[at->kids.data[i]];
        if (!kid->states) continue;
        last = at->kids.data[i];
        left -= buckets_weight(kid->drawn);
        if (left < 0) return last;
    }
    return at->here.len ? UINT32_MAX : last;
}

static struct state *places_select(struct searcher *s) {
    struct places_search *p = (struct places_search *)s;
    reward(p);
    uint32_t number = 0;
    for (uint32_t kid; (kid = draw_kid(p, &p->all.data[number])) != UINT32_MAX; number = kid) p->all.data[kid].drawn++;
    struct stack_place *at = &p->all.data[number];
    assert(at->here.len);
    at->drawn_here++;
    p->last = number;
    return at->here.data[rng_below(&s->rng, at->here.len)]->state;
}

const struct searcher_ops search_places = {
    .name = "places",
    .make = places_make,
    .free = places_free,
    .add = places_add,
    .remove = places_remove,
    .touched = places_touched,
    .select = places_select,
};
