/* The learning stage. A constraint narrows the sets of its variables; when it then
 * holds for all their members, the sets capture it exactly. */
#include <assert.h>

#include "expr/arith.h"
#include "solver/parti/atom.h"
#include "solver/parti/internal.h"
#include "solver/parti/propagate.h"
#include "solver/parti/search.h"

/* What newly narrowed sets say through the constraints that are still pending. */

/* d, to which the caller gives up its reference, narrowed through the pending
 * constraints that speak of the variables in p->touched (which it empties). Those
 * that became captured are dropped. */
static struct domains *refine(struct parti *p, struct domains *d);

enum { MOST_LOOKED = 32, MOST_STEPS = 16 };

/* d with the changes of the trial view, which are added to p->touched; exactness as
 * it was. */
static struct domains *adopt_changes(struct parti *p, struct domains *d) {
    struct view *v = &p->trial;
    struct domains *next = domains_derive(d);
    for (vec_each(uint32_t, i, &v->changes)) {
        struct change c = v->changes.data[i];
        const struct varset *old = domains_entry(d, c.var);
        domains_put(next, c.var, c.set, !old || old->exact);
        vec_push(&p->touched, c.var);
    }
    return next;
}

static bool speaks_of(struct parti *p, expr e, symbol s) {
    const struct symbol_set *all = expr_symbols(p->pool, e);
    for (uint32_t i = 0; i < all->len; i++)
        if (all->ids[i] == s.id) return true;
    return false;
}

static bool speaks_of_touched(struct parti *p, expr e, uint32_t from) {
    for (uint32_t i = from; i < p->touched.len; i++)
        if (speaks_of(p, e, p->vars.list.data[p->touched.data[i]].sym)) return true;
    return false;
}

/* Pushes one pending constraint through; consumes the reference to d. */
static struct domains *refine_by(struct parti *p, struct domains *d, expr e) {
    struct view *v = &p->trial;
    bool changed;
    view_open(v, d);
    struct domains *next;
    if (!propagate(v, e, true, &changed)) {
        next = domains_derive(d);
        next->empty = true;
    } else {
        if (changed) view_refresh(v);
        bool captured = view_holds(v, e, true);
        if (!changed && !captured) return d;
        next = adopt_changes(p, d);
        if (captured) domains_drop_pending(next, e);
    }
    domains_release(d);
    return next;
}

static struct domains *refine(struct parti *p, struct domains *d) {
    uint32_t from = 0, steps = 0;
    /* Rounds: what one changes is what the next starts from. */
    while (d->pending && !d->empty && from < p->touched.len && steps < MOST_STEPS && p->work) {
        uint32_t upto = p->touched.len;
        expr look[MOST_LOOKED];
        uint32_t n = 0;
        for (const struct pending *q = d->pending; q && n < MOST_LOOKED; q = q->older)
            if (speaks_of_touched(p, q->constraint, from)) look[n++] = q->constraint;
        for (uint32_t i = 0; i < n && !d->empty && steps < MOST_STEPS; i++, steps++) d = refine_by(p, d, look[i]);
        from = upto;
    }
    vec_clear(&p->touched);
    return d;
}

enum { MOST_ROUNDS = 3, MOST_CONJUNCTS = 256 };

static struct domains *make_empty(struct domains *d) {
    struct domains *none = domains_derive(d);
    none->empty = true;
    return none;
}

static void mark_var(struct domains *d, uint32_t var) {
    if (var == NO_VAR) return;
    const struct varset *old = domains_entry(d, var);
    if (old && (!old->exact || mset_is_single(&old->set))) return;
    struct mset set;
    mset_copy(&set, domains_set(d, var));
    domains_put(d, var, &set, false);
}

/* The models are no product over e's variables any more. With no work left, elements
 * of arrays are not told apart, as that takes a walk over e. */
static void mark_inexact(struct parti *p, struct domains *d, expr e) {
    vec_u32 vars = {0};
    if (p->work && list_variables(p, e, &vars)) {
        for (vec_each(uint32_t, i, &vars)) mark_var(d, vars.data[i]);
    } else {
        const struct symbol_set *all = expr_symbols(p->pool, e);
        for (uint32_t i = 0; i < all->len; i++) mark_var(d, vars_symbol(&p->vars, (symbol){all->ids[i]}));
    }
    vec_release(&vars);
}

/* Narrows until nothing changes or e holds. False: e cannot be `truth`. */
static bool narrow_rounds(struct view *v, expr e, bool truth, bool *captured) {
    *captured = false;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        bool changed;
        if (!propagate(v, e, truth, &changed)) return false;
        if (changed) view_refresh(v);
        *captured = view_holds(v, e, truth);
        if (*captured || !changed) return true;
    }
    return true;
}

/* Narrows the variable of a constraint over one variable to `set`, in the trial
 * view. False: nothing is left. */
static bool narrow_to(struct parti *p, struct domains *d, uint32_t var, const struct mset *set, bool *captured) {
    struct view *v = &p->trial;
    struct mset less;
    if (mset_is_empty(set)) return false;
    mset_narrow(domains_set(d, var), set, &less);
    if (mset_is_empty(&less)) return false;
    *captured = set->exact && !mset_has_bits(set) && mset_subset(&less, set);
    view_open(v, d);
    if (v->changes.len) view_reset(v);
    view_set(v, var, &less);
    return true;
}

/* A formula over one variable is taken apart. False if e is none, or was not
 * captured that way. */
static bool learn_formula(struct parti *p, struct domains *d, expr e, bool truth, bool *possible) {
    if (!is_logical(p->pool, e)) return false;
    uint32_t var = only_variable(p, e);
    if (var == NO_VAR) return false;
    struct mset set;
    bool captured = true;
    view_open(&p->trial, d);
    solve_formula(&p->trial, e, truth, var, &set);
    *possible = narrow_to(p, d, var, &set, &captured);
    return captured;
}

/* Over a variable with few members, which walking down did not capture. */
static bool learn_members(struct parti *p, struct domains *d, expr e, bool truth, bool *captured) {
    uint32_t var;
    struct mset set;
    if (!search_members(p, d, e, truth, &var, &set)) return true;
    return narrow_to(p, d, var, &set, captured);
}

/* Adds a literal that the sets do not capture to d, which is not shared. */
static struct domains *note(struct parti *p, struct domains *d, expr e, bool truth) {
    mark_inexact(p, d, e);
    domains_add_pending(d, truth ? e : expr_not(p->pool, e));
    return d;
}

static struct domains *finish(struct parti *p, struct domains *d, expr e, bool truth, bool captured) {
    struct domains *next = adopt_changes(p, d);
    return captured ? next : note(p, next, e, truth);
}

/* One literal; consumes the reference to d. */
static struct domains *learn_literal(struct parti *p, struct domains *d, expr e, bool truth) {
    struct view *v = &p->trial;
    bool captured = true, possible;
    if (p->work == 0) {
        struct domains *noted = note(p, domains_derive(d), e, truth);
        domains_release(d);
        return noted;
    }
    if (!learn_formula(p, d, e, truth, &possible)) {
        view_open(v, d);
        possible = narrow_rounds(v, e, truth, &captured);
        if (possible && !captured) possible = learn_members(p, d, e, truth, &captured);
    }
    if (possible && captured && v->changes.len == 0) return d;
    struct domains *next = possible ? finish(p, d, e, truth, captured) : make_empty(d);
    domains_release(d);
    return next;
}

/* An atom is captured by its variable's set, whatever else holds. False if the
 * intervals may become too many for that; else replaces *d. */
static bool learn_atom(struct parti *p, struct domains **d, expr e, bool truth) {
    struct atom a;
    if (!atom_of(&p->vars, e, &a)) return false;
    const struct mset *have = domains_set(*d, a.var);
    struct mset want, both;
    ranges_to_set(&a.when[truth], a.width, &want);
    if (have->n + want.n > MSET_CAP) return false;
    if (mset_subset(have, &want)) return true;
    mset_intersect(have, &want, &both);
    struct domains *next = domains_derive(*d);
    if (mset_is_empty(&both)) next->empty = true;
    else domains_put(next, a.var, &both, domains_var_exact(*d, a.var));
    vec_push(&p->touched, a.var);
    domains_release(*d);
    *d = next;
    return true;
}

/* The same for a condition over a byte. */
static bool learn_small(struct parti *p, struct domains **d, expr e, bool truth) {
    const struct small_cond *c = small_find(p, e);
    if (!c) return false;
    const struct mset *have = domains_set(*d, c->var);
    struct mset both;
    if (mset_has_bits(have) || !small_narrow(c, truth, have, &both)) return false;
    if (mset_subset(have, &both)) return true;
    struct domains *next = domains_derive(*d);
    if (mset_is_empty(&both)) next->empty = true;
    else domains_put(next, c->var, &both, domains_var_exact(*d, c->var));
    vec_push(&p->touched, c->var);
    domains_release(*d);
    *d = next;
    return true;
}

struct literal {
    expr e;
    bool truth;
};

/* Learns all conjuncts of e. */
struct domains *parti_learn(struct parti *p, struct domains *d, expr constraint) {
    p->ctx->stats.parti_learned++;
    begin_work(p);
    struct literal todo[MOST_CONJUNCTS];
    uint32_t n = 0;
    todo[n++] = (struct literal){constraint, true};
    domains_retain(d);
    while (n && !d->empty) {
        struct literal l = todo[--n];
        const struct expr_node *node = expr_node(p->pool, l.e);
        if (node->op == EXPR_NOT) {
            todo[n++] = (struct literal){{node->kids[0]}, !l.truth};
        } else if (n + 2 <= MOST_CONJUNCTS && node->width == 1 && node->op == (l.truth ? EXPR_AND : EXPR_OR)) {
            todo[n++] = (struct literal){{node->kids[0]}, l.truth};
            todo[n++] = (struct literal){{node->kids[1]}, l.truth};
        } else if (!learn_atom(p, &d, l.e, l.truth) && !learn_small(p, &d, l.e, l.truth)) {
            d = learn_literal(p, d, l.e, l.truth);
        }
    }
    d = refine(p, d);
    end_work(p);
    return d;
}
