#include "solver/parti/refine.h"

#include "solver/parti/propagate.h"

enum { MOST_LOOKED = 32, MOST_STEPS = 16 };

struct domains *adopt_changes(struct parti *p, struct domains *d) {
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

struct domains *refine(struct parti *p, struct domains *d) {
    uint32_t from = 0, steps = 0;
    /* Rounds: what one changes is what the next starts from. */
    while (d->pending && !d->empty && from < p->touched.len && steps < MOST_STEPS && p->work) {
        uint32_t upto = p->touched.len;
        expr look[MOST_LOOKED];
        uint32_t n = 0;
        for (const struct pending *q = d->pending; q && n < MOST_LOOKED; q = q->older)
            if (speaks_of_touched(p, q->constraint, from)) look[n++] = q->constraint;
        for (uint32_t i = 0; i < n && !d->empty && steps < MOST_STEPS; i++, steps++)
            d = refine_by(p, d, look[i]);
        from = upto;
    }
    vec_clear(&p->touched);
    return d;
}
