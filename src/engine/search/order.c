/* dfs and bfs: the states in a doubly linked list, in the order of their coming. */
#include <assert.h>

#include "base/vec.h"
#include "engine/search/inside.h"

struct state_link {
    uint32_t before, after;
    struct state *state; /* NULL: free */
};

struct state_order {
    struct searcher base;
    VEC(struct state_link) links; /* number 0: before the first and after the last */
    vec_u32 free;
    uint32_t fresh; /* states added since the last one has run */
};

static struct searcher *order_make(const struct search_env *env) {
    (void)env;
    struct state_order *o = MEM_NEW(struct state_order);
    vec_push(&o->links, (struct state_link){0, 0, NULL});
    return &o->base;
}

static void order_free(struct searcher *s) {
    struct state_order *o = (struct state_order *)s;
    vec_release(&o->links);
    vec_release(&o->free);
    mem_free(o);
}

/* Behind another; 0 is before the first and behind the last. */
static void link_behind(struct state_order *o, uint32_t i, uint32_t other) {
    struct state_link *links = o->links.data;
    links[i].before = other;
    links[i].after = links[other].after;
    links[links[other].after].before = i;
    links[other].after = i;
}

static void link_first(struct state_order *o, uint32_t i) { link_behind(o, i, 0); }
static void link_last(struct state_order *o, uint32_t i) { link_behind(o, i, o->links.data[0].before); }

static void unlink_it(struct state_order *o, uint32_t i) {
    struct state_link *links = o->links.data;
    links[links[i].before].after = links[i].after;
    links[links[i].after].before = links[i].before;
}

static void order_add(struct searcher *s, struct search_item *item, uint32_t *place) {
    struct state_order *o = (struct state_order *)s;
    if (o->free.len) *place = vec_pop(&o->free);
    else {
        *place = o->links.len;
        vec_push(&o->links, (struct state_link){0, 0, NULL});
    }
    o->links.data[*place].state = item->state;
    link_last(o, *place);
    o->fresh++;
}

static void order_remove(struct searcher *s, struct search_item *item, uint32_t *place) {
    struct state_order *o = (struct state_order *)s;
    assert(*place && o->links.data[*place].state == item->state);
    (void)item;
    unlink_it(o, *place);
    o->links.data[*place].state = NULL;
    vec_push(&o->free, *place);
    o->fresh = 0; /* the state that forked may be the one that went */
}

static struct state *dfs_select(struct searcher *s) {
    const struct state_order *o = (struct state_order *)s;
    return o->links.data[o->links.data[0].before].state;
}

static struct state *bfs_select(struct searcher *s) {
    const struct state_order *o = (struct state_order *)s;
    return o->links.data[o->links.data[0].after].state;
}

/* A state that forked is a level deeper now, like those that forked off. */
static void bfs_touched(struct searcher *s, struct search_item *item, uint32_t *place) {
    struct state_order *o = (struct state_order *)s;
    (void)item;
    if (o->fresh) {
        unlink_it(o, *place);
        link_last(o, *place);
    }
    o->fresh = 0;
}

/* A state that has run its time without a fork may run for ever: all others come first. */
static void dfs_touched(struct searcher *s, struct search_item *item, uint32_t *place) {
    struct state_order *o = (struct state_order *)s;
    (void)item;
    if (!o->fresh) {
        unlink_it(o, *place);
        link_first(o, *place);
    }
    o->fresh = 0;
}

const struct searcher_ops search_dfs = {
    .name = "dfs",
    .make = order_make,
    .free = order_free,
    .add = order_add,
    .remove = order_remove,
    .touched = dfs_touched,
    .select = dfs_select,
};
const struct searcher_ops search_bfs = {
    .name = "bfs",
    .make = order_make,
    .free = order_free,
    .add = order_add,
    .remove = order_remove,
    .touched = bfs_touched,
    .select = bfs_select,
};
