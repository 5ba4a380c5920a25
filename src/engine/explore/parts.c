/* Parts of the tree that come from other processes, or go there. */
#include <assert.h>
#include <stdlib.h>

#include "engine/explore/inside.h"
#include "engine/explore/meeting.h"
#include "exec/decide/retrace.h"

/* ---- coming ---------------------------------------------------------------------------------------- */

/* A state at the beginning of a way, which it is to go. */
static struct state *begin_way(struct explore *e, struct state *root, const struct share_way *from) {
    struct state *st = state_fork(e->x, root);
    struct state_info *info = mem_zalloc(sizeof *info);
    struct model *own = model_copy(st->model);
    model_release(st->model);
    st->model = own;
    *info = (struct state_info){.new_at = UINT64_MAX, .from = from};
    if (from->way.steps.len) {
        info->retrace = mem_alloc(sizeof *info->retrace);
        retrace_init(info->retrace, &from->way);
    }
    st->owner = info;
    return st;
}

/* The first states, in order. */
static void first_states(struct explore *e, merge_list *roots) {
    struct symbolic *sy = e->x->sym;
    vec_push(roots, e->x->now);
    vec_append(roots, sy->forked.data, sy->forked.len);
    for (uint32_t i = 0; i < roots->len; i++) roots->data[i]->mark = i;
}

static void plant_ways(struct explore *e, const merge_list *roots) {
    merge_list states = {0};
    if (!share_ways_read(e->r->share, &e->ways))
        sym_gap(e->x, GAP_DIVERGED, "a piece of work does not fit the program");
    for (uint32_t i = 0; i < e->ways.len; i++) {
        const struct share_way *from = &e->ways.data[i];
        if (from->root < roots->len) vec_push(&states, begin_way(e, roots->data[from->root], from));
        else sym_gap(e->x, GAP_DIVERGED, "a piece of work does not fit the program");
    }
    if (states.len) meeting_plant(e, &states);
    for (uint32_t i = 0; i < states.len; i++) info_of(states.data[i])->item = search_add(e->search, states.data[i]);
    vec_release(&states);
}

void parts_begin(struct explore *e) {
    struct symbolic *sy = e->x->sym;
    merge_list roots = {0};
    e->x->records = true;
    first_states(e, &roots);
    if (e->r->share->nparts) {
        plant_ways(e, &roots);
        explore_drop(e, roots.data[0], "elsewhere");
        for (uint32_t i = 1; i < roots.len; i++) state_free(e->x, roots.data[i]);
        vec_clear(&sy->forked);
    }
    vec_release(&roots);
}

void parts_before(struct explore *e) {
    struct state_info *info = info_of(e->x->now);
    if (info->retrace) retrace_begin(e->x, info->retrace);
}

void parts_after(struct explore *e) {
    struct state_info *info = info_of(e->x->now);
    if (e->x->sym->retrace) retrace_end(e->x);
    if (!info->retrace || retrace_goes_on(info->retrace)) return;
    mem_free(info->retrace);
    info->retrace = NULL;
}

/* ---- going ------------------------------------------------------------------------------------------- */

/* States with the fewest forks behind them probably have the most before them. */
static int by_forks(const void *a, const void *b) {
    const struct state *x = *(struct state *const *)a, *y = *(struct state *const *)b;
    if (x->forks != y->forks) return x->forks < y->forks ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

static void collect_states(const struct explore *e, merge_list *out) {
    VEC(const struct tree_node *) todo = {0};
    if (e->tree.root) vec_push(&todo, e->tree.root);
    while (todo.len) {
        const struct tree_node *node = vec_pop(&todo);
        if (tree_is_leaf(node) && node->state->model) vec_push(out, node->state);
        for (uint32_t i = 0; i < node->nkids; i++) vec_push(&todo, tree_kids(node)[i]);
    }
    vec_release(&todo);
}

static void give_away(struct explore *e, struct state *st, uint32_t heap) {
    const struct state_info *info = info_of(st);
    const struct run_share *share = e->r->share;
    if (info->retrace) { /* it has not come to its beginning */
        share_give_way(share, heap, info->from);
    } else {
        struct share_way way = {.root = st->mark};
        retrace_way_of(e->x, st, &way.way);
        share_give_way(share, heap, &way);
        retrace_way_release(&way.way);
    }
    explore_drop(e, st, "elsewhere");
}

/* Gives away every other state, so that no worker gets all the large ones; or all states. */
void parts_give(struct explore *e) {
    const struct run_share *share = e->r->share;
    uint32_t wanted = share->wanted(share->owner, e->r);
    if (!wanted || e->merger.live || e->meetings.len) return; /* states of a meeting must stay together */
    bool all = wanted == SHARE_ALL;
    merge_list states = {0};
    collect_states(e, &states);
    exec_switch(e->x, NULL);
    if (states.len) qsort(states.data, states.len, sizeof *states.data, by_forks);
    for (uint32_t i = 0; i + !all < states.len; i += all ? 1 : 2)
        give_away(e, states.data[i], all ? 0 : i / 2 % wanted);
    share->given(share->owner);
    vec_release(&states);
}
