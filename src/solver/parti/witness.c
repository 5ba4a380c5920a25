#include "solver/parti/build.h"
#include "solver/parti/search.h"

#include <assert.h>

#include "expr/model.h"
#include "solver/parti/propagate.h"

/* A search that takes longer costs more than asking a back end. */
enum { MOST_ROUNDS = 3, MOST_PENDING = 64, SEARCH_WORK = 1500 };

/* ---- which constraints matter --------------------------------------------------------------- */

static bool meets_goals(struct parti *p, const struct goals *g, uint32_t n, expr e) {
    const struct symbol_set *own = expr_symbols(p->pool, e);
    for (uint32_t i = 0; i < n; i++)
        if (symbol_sets_meet(own, expr_symbols(p->pool, g->at[i].e))) return true;
    return false;
}

static bool is_goal(const struct goals *g, expr e) {
    for (uint32_t i = 1; i < g->n; i++)
        if (expr_same(g->at[i].e, e)) return true;
    return false;
}

bool gather_goals(struct parti *p, struct domains *d, struct goals *g, bool closed) {
    assert(g->n == 1);
    if (!d->pending) return true;
    if (d->pending->count > MOST_PENDING) return false;
    uint32_t before;
    do {
        before = g->n;
        for (const struct pending *n = d->pending; n; n = n->older) {
            if (is_goal(g, n->constraint)) continue;
            if (!meets_goals(p, g, closed ? g->n : 1, n->constraint)) continue;
            if (g->n == MOST_GOALS) return false;
            g->at[g->n].e = n->constraint;
            g->at[g->n++].truth = true;
        }
    } while (closed && g->n > before);
    return true;
}

/* ---- narrowing and fixing --------------------------------------------------------------------- */

static bool propagate_all(struct view *v, const struct goals *g) {
    bool any = true;
    for (int round = 0; round < MOST_ROUNDS && any; round++) {
        any = false;
        for (uint32_t i = 0; i < g->n; i++) {
            bool changed;
            if (!propagate(v, g->at[i].e, g->at[i].truth, &changed)) return false;
            if (changed) view_refresh(v);
            any |= changed && g->n > 1;
        }
    }
    return true;
}

static void set_value(struct view *v, uint32_t var, uint64_t value) {
    struct mset one;
    mset_single(&one, v->p->vars.list.data[var].width, value);
    view_set(v, var, &one);
    view_refresh(v);
}

/* Fixes var to a member that does not contradict the goals. */
static bool fix(struct view *v, uint32_t var, const struct goals *g) {
    const struct mset *set = view_var(v, var);
    if (mset_is_single(set)) return true;
    for (int last = 0; last < 2; last++) {
        uint64_t value;
        if (!mset_pick(set, last, &value)) continue;
        set_value(v, var, value);
        /* A failed try may leave other variables too narrow for the second one;
         * the final check sees to that. */
        if (propagate_all(v, g)) return true;
    }
    return false;
}

/* ---- the search ---------------------------------------------------------------------------------- */

/* Plans all goals; false if they cannot be evaluated or have too many variables.
 * *own gets the number of variables of the first. */
static bool plan(struct columns *c, const struct goals *g, uint32_t *roots, uint32_t *own) {
    for (uint32_t i = 0; i < g->n; i++) {
        roots[i] = i ? columns_add(c, g->at[i].e, MOST_NODES) : columns_plan(c, g->at[0].e, MOST_NODES);
        if (roots[i] == COLUMN_NONE) return false;
        if (i == 0) *own = c->vars.len;
    }
    return c->vars.len <= MOST_ASSIGNED;
}

static bool check(struct columns *c, const struct goals *g, const uint32_t *roots, const struct assignment *a) {
    columns_room(c, 1);
    for (uint32_t i = 0; i < a->n; i++) *columns_at(c, c->vars.data[i].column) = a->at[i].value;
    columns_run(c);
    for (uint32_t i = 0; i < g->n; i++)
        if (*columns_at(c, roots[i]) != g->at[i].truth) return false;
    return true;
}

static uint64_t hint_value(struct parti *p, struct model *hint, uint32_t var) {
    const struct var *info = &p->vars.list.data[var];
    if (info->kind == VAR_ELEMENT) return model_get_elem(hint, info->sym, info->index);
    return model_get(hint, info->sym);
}

static enum witness search(struct parti *p, struct domains *d, const struct goals *g, struct model *hint,
                           struct assignment *out) {
    struct view *v = &p->trial;
    struct columns *c = &p->columns;
    uint32_t roots[MOST_GOALS], own = 0;
    view_open(v, d);
    if (v->changes.len) view_reset(v);
    bool planned = plan(c, g, roots, &own);
    if (!planned && hint) return WITNESS_FAILED;
    for (uint32_t i = own; hint && i < c->vars.len; i++)
        set_value(v, c->vars.data[i].var, hint_value(p, hint, c->vars.data[i].var));
    if (!propagate_all(v, g)) return hint ? WITNESS_FAILED : WITNESS_NONE;
    if (!planned) return WITNESS_FAILED;
    out->n = c->vars.len;
    for (uint32_t i = 0; i < out->n; i++) {
        uint32_t var = c->vars.data[i].var;
        if (p->work == 0 || !fix(v, var, g)) return WITNESS_FAILED;
        out->at[i].var = var;
        out->at[i].value = mset_min(view_var(v, var));
    }
    return check(c, g, roots, out) ? WITNESS_FOUND : WITNESS_FAILED;
}

enum witness find_witness(struct parti *p, struct domains *d, const struct goals *g, struct model *hint,
                          struct assignment *out) {
    uint32_t left = p->work, limit = left < SEARCH_WORK ? left : SEARCH_WORK;
    p->work = limit;
    enum witness w = search(p, d, g, hint, out);
    p->work = left - (limit - p->work);
    return w;
}
