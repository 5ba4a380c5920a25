/* settings: by turns among the settings of states (engine/settings.h), then among the places where those of one setting
 * wait.
 *
 * Half a million states may have read `-n 10` up to some digit; the one with `-c` and a file is alone. A setting is
 * drawn with weight 1 / (1 + v)^2, v being how often it was drawn, and so is a place within it. Where a turn covered
 * new code both v are halved.
 *
 * Invariants: (1) a group has a weight in the tree above it exactly if it has states; (2) a state is in the list of
 * the group of its setting and place.
 */
#include <assert.h>

#include "base/hash.h"
#include "base/map.h"
#include "engine/covered.h"
#include "engine/search/buckets.h"
#include "engine/search/sumtree.h"

/* States of one setting at one place. */
struct setting_group {
    uint32_t setting, handle; /* in the setting's tree, while there are states */
    uint64_t drawn;
    bucket items;
};

struct setting {
    uint32_t handle; /* while there are states */
    uint32_t states;
    uint64_t drawn;
    struct sumtree groups;
    vec_u32 by_handle;
};

struct settings_search {
    struct searcher base;
    VEC(struct setting) all;
    VEC(struct setting_group) groups;
    struct map settings, numbers; /* by hash */
    struct sumtree turns;         /* settings with states */
    vec_u32 by_handle;
    struct buckets buckets;
    uint32_t last;    /* group drawn last */
    uint64_t changes; /* covered.found then */
};

static struct searcher *settings_make(const struct search_env *env) {
    (void)env;
    struct settings_search *s = MEM_NEW(struct settings_search);
    map_init(&s->settings);
    map_init(&s->numbers);
    sumtree_init(&s->turns);
    s->last = UINT32_MAX;
    return &s->base;
}

static void settings_free_all(struct searcher *base) {
    struct settings_search *s = (struct settings_search *)base;
    for (uint32_t i = 0; i < s->all.len; i++) {
        sumtree_release(&s->all.data[i].groups);
        vec_release(&s->all.data[i].by_handle);
    }
    for (uint32_t i = 0; i < s->groups.len; i++) vec_release(&s->groups.data[i].items);
    vec_release(&s->all);
    vec_release(&s->groups);
    map_release(&s->settings);
    map_release(&s->numbers);
    sumtree_release(&s->turns);
    vec_release(&s->by_handle);
    buckets_release(&s->buckets);
    mem_free(s);
}

/* ---- which state is where -------------------------------------------------------------------------- */

static uint32_t setting_of(struct settings_search *s, uint64_t hash) {
    uint64_t number = map_get(&s->settings, hash, s->all.len);
    if (number < s->all.len) return (uint32_t)number;
    vec_push(&s->all, (struct setting){0});
    sumtree_init(&s->all.data[number].groups);
    map_put(&s->settings, hash, number);
    return (uint32_t)number;
}

static uint32_t group_of(struct settings_search *s, const struct state *st) {
    const struct search_env *env = s->base.env;
    struct code_point frames[BUCKETS_DEEPEST];
    uint32_t n = env->hooks->frames(env->owner, st, frames, BUCKETS_DEEPEST);
    uint64_t setting = env->hooks->settings(env->owner, st), hash = setting;
    for (uint32_t i = 0; i < n && i < BUCKETS_DEEPEST; i++)
        hash = hash_mix(hash_mix(hash, frames[i].function), frames[i].pc);
    uint64_t number = map_get(&s->numbers, hash, s->groups.len);
    if (number < s->groups.len) return (uint32_t)number;
    vec_push(&s->groups, (struct setting_group){.setting = setting_of(s, setting)});
    map_put(&s->numbers, hash, number);
    return (uint32_t)number;
}

static void remember(vec_u32 *by_handle, uint32_t handle, uint32_t number) {
    if (handle >= by_handle->len) vec_resize(by_handle, handle + 1);
    by_handle->data[handle] = number;
}

static void enter_bucket(struct settings_search *s, struct search_item *item, uint32_t slot, uint32_t number) {
    struct setting_group *g = &s->groups.data[number];
    struct setting *of = &s->all.data[g->setting];
    assert(!of->states == !of->groups.len);
    buckets_add(&s->buckets, &g->items, number, item, slot);
    if (g->items.len == 1) {
        g->handle = sumtree_add(&of->groups, buckets_weight(g->drawn));
        remember(&of->by_handle, g->handle, number);
    }
    if (of->states++) return;
    of->handle = sumtree_add(&s->turns, buckets_weight(of->drawn));
    remember(&s->by_handle, of->handle, g->setting);
}

static void leave_bucket(struct settings_search *s, struct search_item *item, uint32_t slot) {
    struct setting_group *g = &s->groups.data[buckets_where(&s->buckets, slot)];
    struct setting *of = &s->all.data[g->setting];
    assert(of->states >= g->items.len);
    buckets_remove(&s->buckets, &g->items, item, slot, s->base.number);
    if (!g->items.len) sumtree_remove(&of->groups, g->handle);
    if (!--of->states) sumtree_remove(&s->turns, of->handle);
}

static void settings_add(struct searcher *base, struct search_item *item, uint32_t *place) {
    struct settings_search *s = (struct settings_search *)base;
    *place = buckets_new_slot(&s->buckets);
    enter_bucket(s, item, *place, group_of(s, item->state));
}

static void settings_remove(struct searcher *base, struct search_item *item, uint32_t *place) {
    struct settings_search *s = (struct settings_search *)base;
    leave_bucket(s, item, *place);
    buckets_free_slot(&s->buckets, *place);
}

static void settings_touched(struct searcher *base, struct search_item *item, uint32_t *place) {
    struct settings_search *s = (struct settings_search *)base;
    uint32_t number = group_of(s, item->state);
    if (number == buckets_where(&s->buckets, *place)) return;
    leave_bucket(s, item, *place);
    enter_bucket(s, item, *place, number);
}

/* ---- turns ----------------------------------------------------------------------------------------- */

static void weigh(struct settings_search *s, uint32_t number) {
    const struct setting_group *g = &s->groups.data[number];
    struct setting *of = &s->all.data[g->setting];
    if (g->items.len) sumtree_set(&of->groups, g->handle, buckets_weight(g->drawn));
    if (of->states) sumtree_set(&s->turns, of->handle, buckets_weight(of->drawn));
}

/* The last turn has covered new code, or another searcher's turn has since: both are welcome. */
static void reward(struct settings_search *s) {
    uint64_t changes = s->base.env->covered->found;
    if (changes == s->changes) return;
    s->changes = changes;
    if (s->last == UINT32_MAX) return;
    s->groups.data[s->last].drawn /= 2;
    s->all.data[s->groups.data[s->last].setting].drawn /= 2;
    weigh(s, s->last);
}

static struct state *settings_select(struct searcher *base) {
    struct settings_search *s = (struct settings_search *)base;
    assert(s->turns.len);
    reward(s);
    struct setting *of = &s->all.data[s->by_handle.data[sumtree_draw(&s->turns, &base->rng)]];
    uint32_t number = of->by_handle.data[sumtree_draw(&of->groups, &base->rng)];
    struct setting_group *g = &s->groups.data[number];
    assert(g->items.len);
    g->drawn++;
    of->drawn++;
    weigh(s, number);
    s->last = number;
    return g->items.data[rng_below(&base->rng, g->items.len)]->state;
}

const struct searcher_ops search_settings = {
    .name = "settings",
    .make = settings_make,
    .free = settings_free_all,
    .add = settings_add,
    .remove = settings_remove,
    .touched = settings_touched,
    .select = settings_select,
};
