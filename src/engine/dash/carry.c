/* A predicate taken back to where it matters.
 *
 * A region was split by a predicate. Steps on the way there that neither change it nor
 * have anything to do with it would be looked at one by one, in as many iterations as there
 * are places in between, each of which ends with the same split. They are split at once. */
#include <assert.h>

#include "engine/dash/goal.h"
#include "expr/arith.h"

static bool meet(struct dash *d, expr a, expr b) {
    struct expr_pool *pool = d->x->sym->pool;
    return symbol_sets_meet(expr_symbols(pool, a), expr_symbols(pool, b));
}

/* Is p about variables of st in memory only? Blocks of the heap are others in other states. What is
 * in registers has been simplified: there predicates do not go far, and trying takes time. */
static bool is_about_variables(struct dash *d, struct state *st, expr p) {
    const struct symbol_set *set = expr_symbols(d->x->sym->pool, p);
    bool all = true;
    for (uint32_t i = 0; all && i < set->len; i++) {
        const struct place *place = places_find(&d->wp.places, (symbol){set->ids[i]});
        all = place && place->kind == PLACE_MEMORY;
        if (!all) continue;
        const struct mem_object *obj = space_find(&st->space, place->addr);
        all = obj && obj->live && (obj->kind == OBJECT_STACK || obj->kind == OBJECT_GLOBAL);
    }
    return all;
}

enum relation {
    APART,   /* the region says nothing about what p speaks of */
    OUTSIDE, /* p does not hold in it */
    NEAR     /* it says something, which may exclude p or part of it */
};

static enum relation relate(struct dash *d, uint32_t region, expr p) {
    cond_list conds = {0};
    expr not_p = expr_not(d->x->sym->pool, p);
    enum relation r = APART;
    regions_conds(&d->g, region, &conds, NULL);
    for (uint32_t i = 0; r != OUTSIDE && i < conds.len; i++) {
        if (expr_same(conds.data[i], not_p)) r = OUTSIDE;
        else if (meet(d, conds.data[i], p)) r = NEAR;
    }
    vec_release(&conds);
    return r;
}

/* Is the step the same for all states there, leaving p alone, and not decided by p? */
static bool leaves_alone(struct dash *d, uint32_t from, uint32_t to, struct state *st, expr p) {
    struct goal g = {0};
    bool same = goal_make(d, from, to, st, &g) && g.single && !g.alias.len;
    bool alone = same && expr_is(g.carried) && expr_same(g.carried, p) && !meet(d, g.way, p);
    goal_release(&g);
    return alone;
}

static bool is_met(struct dash *d, uint32_t region, expr p) {
    const struct region *r = &d->g.list.data[region];
    for (uint32_t i = 0; i < r->seen.len; i++)
        if (wp_holds(&d->wp, r->seen.data[i], p)) return true;
    return false;
}

/* Does st's path exclude p, as one sees without a search? */
static bool is_excluded(struct dash *d, struct state *st, expr p) {
    assert(st->model && !wp_has_inputs(&d->wp, p));
    uint64_t was = solver_set_effort(d->x->sym->solver, EFFORT_NONE);
    bool excluded = ask_refuted(d, st, p);
    solver_set_effort(d->x->sym->solver, was);
    return excluded;
}

/* The step leaves p alone: no state in which p does not hold comes to one in which it does. */
static void drop_like(struct dash *d, uint32_t from, uint32_t to, expr p) {
    assert(!wp_has_inputs(&d->wp, p));
    cond_list before = {0}, after = {0};
    vec_push(&before, expr_not(d->x->sym->pool, p));
    vec_push(&after, p);
    dash_drop(d, from, to, &before, &after);
    vec_release(&before);
    vec_release(&after);
}

/* Drops a link to where p holds: the states that can take it, if any, are a region of their own
 * then, which is next. */
static void carry_link(struct dash *d, uint32_t from, uint32_t to, expr p, vec_u32 *next) {
    assert(expr_width(d->x->sym->pool, p) == 1);
    const struct region *r = &d->g.list.data[from];
    const struct link *l = regions_link(&d->g, from, to);
    if (r->kids[0] || !r->seen.len || !l || l->stuck) return;
    struct state *st = r->seen.data[0];
    if (!is_about_variables(d, st, p)) return; /* the frames there may be those of other functions */
    enum relation side = relate(d, from, p);
    if (side == NEAR || (side == APART && is_met(d, from, p))) return;
    if (!leaves_alone(d, from, to, st, p) || (side == APART && !is_excluded(d, st, p))) return;
    dash_tell(d, from, to, "is like the one before it:", p);
    if (side == APART) {
        regions_split(&d->g, from, p);
        d->x->ctx->stats.dash_splits++;
        vec_push(next, d->g.list.data[from].kids[1]);
        from = d->g.list.data[from].kids[0];
    }
    drop_like(d, from, to, p);
}

/* Splits the regions before `to`, in which p holds; the parts with p are next. */
static void carry_over(struct dash *d, uint32_t to, expr p, vec_u32 *next) {
    vec_u32 sources = {0};
    const vec_u32 *in = &d->g.list.data[to].in;
    vec_append(&sources, in->data, in->len);
    for (uint32_t i = 0; i < sources.len; i++) carry_link(d, sources.data[i], to, p, next);
    vec_release(&sources);
}

void dash_carry(struct dash *d, uint32_t region) {
    uint32_t split = d->g.list.data[region].parent;
    assert(split && !d->g.list.data[region].kids[0] && d->g.list.data[split].kids[1] == region);
    expr p = d->g.list.data[split].pred;
    vec_u32 next = {0};
    /* With few tests that none meets p says little. */
    if (d->iterations > DASH_EASY && !d->g.list.data[region].seen.len) vec_push(&next, region);
    while (next.len && !limits_hit(&d->x->ctx->limits)) carry_over(d, vec_pop(&next), p, &next);
    vec_release(&next);
}
