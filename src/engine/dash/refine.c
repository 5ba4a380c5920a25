/* Test or refine: one link of the abstraction. */
#include <assert.h>

#include "engine/dash/goal.h"
#include "expr/arith.h"

/* A region with what holds in it. */
struct region_view {
    uint32_t region;
    cond_list conds;
    vec_u32 nodes;
};

/* What of the aliasing the region does not imply already, without inputs. False: not
 * found how to say it. */
static bool alias_left(struct dash *d, struct state *st, const cond_list *conds, const struct goal *g, expr *left) {
    assert(st->model);
    struct expr_pool *pool = d->x->sym->pool;
    *left = expr_true(pool);
    for (uint32_t i = 0; i < g->alias.len; i++) {
        cond_list set = {0};
        conds_append(&set, conds);
        vec_push(&set, expr_not(pool, g->alias.data[i]));
        bool implied = ask_all(d, &set, NULL) == ANSWER_UNSAT;
        vec_release(&set);
        if (implied) continue;
        expr a = g->alias.data[i];
        if (wp_has_inputs(&d->wp, a)) {
            cond_list not_a = {0};
            vec_push(&not_a, expr_not(pool, a));
            bool ok = goal_cube(d, st, &not_a, &a);
            vec_release(&not_a);
            if (!ok) return false;
        }
        *left = expr_and(pool, *left, a);
    }
    return true;
}

/* Splits off the states for which nothing is known of the aliasing; returns the others. */
static uint32_t split_alias(struct dash *d, uint32_t from, expr left) {
    assert(!wp_has_inputs(&d->wp, left));
    if (expr_is_true(d->x->sym->pool, left)) return from;
    dash_tell(d, from, from, "where this holds, the step is as in this test:", left);
    regions_split(&d->g, from, left);
    d->x->ctx->stats.dash_splits++;
    return d->g.list.data[from].kids[1];
}

/* The node of the tree from which on all conditions that a core has (from index `first`
 * on in the question) hold; `root` if it has none. */
static uint32_t node_of_core(const vec_u32 *core, uint32_t first, const vec_u32 *nodes, uint32_t root) {
    for (uint32_t i = 0; i < core->len; i++) /* the first is the deepest */
        if (core->data[i] >= first && core->data[i] - first < nodes->len) return nodes->data[core->data[i] - first];
    return root;
}

/* The conditions that a core has, from index `first` on. */
static void conds_of_core(const vec_u32 *core, uint32_t first, const cond_list *conds, cond_list *out) {
    for (uint32_t i = 0; i < core->len; i++)
        if (core->data[i] >= first && core->data[i] - first < conds->len)
            vec_push(out, conds->data[core->data[i] - first]);
}

/* No state can take the link, and the reason may hold for many links: drops them all. */
static void drop_links(struct dash *d, const struct region_view *view, uint32_t to, const struct goal *g,
                       const vec_u32 *core) {
    assert(g->single && !g->alias.len); /* it holds for all states, not only those like the test's */
    uint32_t loc = d->g.list.data[view->region].loc;
    uint32_t b = node_of_core(core, 0, &view->nodes, d->g.locs.data[loc].root);
    uint32_t a = to;
    cond_list before = {0}, there = {0}, after = {0};
    conds_of_core(core, 0, &view->conds, &before);
    if (to >= REGION_FIRST) {
        a = node_of_core(core, view->nodes.len + 1, &g->nodes, d->g.locs.data[d->g.list.data[to].loc].root);
        regions_conds(&d->g, to, &there, NULL);
        conds_of_core(core, view->nodes.len + 1, &there, &after);
    }
    dash_drop(d, b, a, &before, &after);
    vec_release(&before);
    vec_release(&there);
    vec_release(&after);
}

/* Is the condition, or some part of it, among the list? */
static bool has_part(struct expr_pool *pool, const cond_list *list, expr cond) {
    cond_list parts = {0};
    bool has = conds_have(list, cond);
    conds_split(pool, cond, &parts);
    for (uint32_t i = 0; !has && i < parts.len; i++) has = conds_have(list, parts.data[i]);
    vec_release(&parts);
    return has;
}

/* Of `to`'s conditions, those that the predicate was made of. */
static void needed_after(struct dash *d, uint32_t to, const struct goal *g, cond_list *after) {
    cond_list there = {0};
    assert(g->single);
    if (to >= REGION_FIRST) regions_conds(&d->g, to, &there, NULL);
    for (uint32_t i = 0; i < there.len && i < g->pulled.len; i++)
        if (has_part(d->x->sym->pool, &g->core, g->pulled.data[i])) vec_push(after, there.data[i]);
    vec_release(&there);
}

/* A state that crosses satisfies p, so no state of the part of r without p crosses. Where nothing is said of the
 * aliasing, that is all. */
static void drop_without(struct dash *d, uint32_t r, uint32_t to, const struct goal *g, expr p) {
    assert(d->g.list.data[r].kids[0] && expr_same(d->g.list.data[r].pred, p));
    cond_list before = {0}, after = {0};
    vec_push(&before, expr_not(d->x->sym->pool, p));
    if (g->single) needed_after(d, to, g, &after);
    dash_drop(d, d->g.list.data[r].kids[0], to, g->alias.len ? NULL : &before, g->single ? &after : NULL);
    vec_release(&before);
    vec_release(&after);
}

/* Is the link impossible for all states of the region, whatever test got there? */
static bool never_taken(struct dash *d, const struct region_view *view, const struct goal *g, vec_u32 *core) {
    cond_list set = {0};
    conds_append(&set, &view->conds);
    if (g->single) {
        vec_push(&set, g->way);
        conds_append(&set, &g->pulled);
    } else {
        conds_append(&set, &g->lits);
    }
    conds_append(&set, &g->alias);
    bool never = ask_all(d, &set, core) == ANSWER_UNSAT;
    vec_release(&set);
    return never;
}

static enum refinement decide(struct dash *d, const struct region_view *view, uint32_t to, struct state *st,
                              struct goal *g, struct model **m) {
    assert(view->conds.len == view->nodes.len);
    struct expr_pool *pool = d->x->sym->pool;
    uint32_t from = view->region;
    vec_u32 core = {0};
    bool never = never_taken(d, view, g, &core);
    if (never && g->single && !g->alias.len) {
        d->x->ctx->stats.dash_unsat_targets++;
        dash_tell(d, from, to, "no execution takes it", EXPR_NONE);
        drop_links(d, view, to, g, &core);
        vec_release(&core);
        return REFINED_SPLIT;
    }
    vec_release(&core);
    expr left, p = EXPR_NONE;
    if (!never) {
        expr all = expr_and(pool, conds_all(pool, &g->alias), conds_all(pool, &g->lits));
        enum answer a = ask_path(d, st, all, m);
        if (a == ANSWER_SAT) {
            dash_tell(d, from, to, "a test", EXPR_NONE);
            return REFINED_TEST;
        }
        if (a != ANSWER_UNSAT) return REFINED_NOTHING;
        if (!goal_predicate(d, st, from, g, &p)) return REFINED_NOTHING;
    }
    if (!alias_left(d, st, &view->conds, g, &left) || !wp_holds(&d->wp, st, left)) return REFINED_NOTHING;
    uint32_t r = split_alias(d, from, left);
    if (never) {
        d->x->ctx->stats.dash_unsat_targets++;
        dash_drop(d, r, to, NULL, NULL);
        return REFINED_SPLIT;
    }
    if (expr_is_false(pool, p)) { /* nothing but the concrete values was needed */
        dash_drop(d, r, to, NULL, NULL);
        return REFINED_SPLIT;
    }
    d->x->ctx->stats.dash_splits++;
    dash_tell(d, r, to, "needs", p);
    regions_split(&d->g, r, p);
    drop_without(d, r, to, g, p);
    dash_carry(d, d->g.list.data[r].kids[1]);
    return REFINED_SPLIT;
}

enum refinement dash_refine(struct dash *d, uint32_t from, uint32_t to, struct state **start, struct model **m) {
    assert(!d->g.list.data[from].kids[0] && d->g.list.data[from].seen.len && regions_link(&d->g, from, to));
    assert(!*m);
    struct state *st = d->g.list.data[from].seen.data[0];
    struct goal g = {0};
    struct region_view view = {.region = from};
    enum refinement r = REFINED_NOTHING;
    d->x->ctx->stats.dash_solves++;
    *start = st;
    regions_conds(&d->g, from, &view.conds, &view.nodes);
    if (goal_make(d, from, to, st, &g)) r = decide(d, &view, to, st, &g, m);
    assert((r == REFINED_TEST) == (*m != NULL));
    goal_release(&g);
    vec_release(&view.conds);
    vec_release(&view.nodes);
    return r;
}
