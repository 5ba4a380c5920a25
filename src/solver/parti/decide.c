/* The decision stage. */
#include <assert.h>

#include "expr/model.h"
#include "solver/parti/atom.h"
#include "solver/parti/propagate.h"
#include "solver/parti/search.h"

/* ---- models ---------------------------------------------------------------------------------- */

static void put_value(struct parti *p, struct model *m, uint32_t var, uint64_t value) {
    const struct var *info = &p->vars.list.data[var];
    if (info->kind == VAR_ELEMENT) model_set_elem(m, info->sym, info->index, value);
    else model_set(m, info->sym, value);
}

static struct model *merge_model(struct parti *p, struct model *hint, const struct assignment *a) {
    struct model *m = model_copy(hint);
    for (uint32_t i = 0; i < a->n; i++) put_value(p, m, a->at[i].var, a->at[i].value);
    return m;
}

/* Gives the other elements of an array, which must be exact, members of their sets. */
static bool fill_array(struct parti *p, struct domains *d, struct model *m, symbol array) {
    for (vec_each(uint32_t, var, &p->vars.list)) {
        const struct var *info = &p->vars.list.data[var];
        if (info->kind != VAR_ELEMENT || info->sym.id != array.id) continue;
        const struct mset *set = domains_set(d, var);
        uint64_t member;
        if (!domains_var_exact(d, var) || !mset_pick(set, false, &member)) return false;
        put_value(p, m, var, member);
    }
    return true;
}

/* A model of the assignment alone, or NULL if arrays stand in the way. */
static struct model *partial_model(struct parti *p, struct domains *d, const struct assignment *a) {
    struct model *m = model_new();
    for (uint32_t i = 0; i < a->n; i++) {
        const struct var *info = &p->vars.list.data[a->at[i].var];
        if (info->kind != VAR_ELEMENT || fill_array(p, d, m, info->sym)) continue;
        model_release(m);
        return NULL;
    }
    for (uint32_t i = 0; i < a->n; i++) put_value(p, m, a->at[i].var, a->at[i].value);
    return m;
}

/* ---- conditions over one variable ------------------------------------------------------------- */

struct domain_question {
    struct parti *p;
    struct domains *d;
    expr cond;
    struct model **wanted[2]; /* for false and true; may be NULL */
    bool quick;               /* no search */
};

/* Atoms need no evaluation. On BOTH, witness gets a member for each side. False if
 * cond is none, or that does not decide it. */
static bool decide_atom(const struct domain_question *q, enum parti_result *r, struct assignment witness[2]) {
    struct atom a;
    if (!atom_of(&q->p->vars, q->cond, &a)) return false;
    const struct mset *set = domains_set(q->d, a.var);
    if (mset_has_bits(set)) return false;
    bool may[2];
    for (int truth = 0; truth < 2; truth++) {
        witness[truth].n = 1;
        witness[truth].at[0].var = a.var;
        may[truth] = ranges_member(&a.when[truth], set, &witness[truth].at[0].value);
    }
    *r = !may[0] ? PARTI_TRUE : !may[1] ? PARTI_FALSE : PARTI_BOTH;
    return *r != PARTI_BOTH || set->exact;
}

/* The same for conditions over a byte. */
static bool decide_small(const struct domain_question *q, enum parti_result *r, struct assignment witness[2]) {
    const struct small_cond *c = small_find(q->p, q->cond);
    const struct mset *set = c ? domains_set(q->d, c->var) : NULL;
    if (!c || mset_has_bits(set)) return false;
    bool may[2];
    for (int truth = 0; truth < 2; truth++) {
        witness[truth].n = 1;
        witness[truth].at[0].var = c->var;
        may[truth] = small_member(c, truth, set, &witness[truth].at[0].value);
    }
    *r = !may[0] ? PARTI_TRUE : !may[1] ? PARTI_FALSE : PARTI_BOTH;
    return *r != PARTI_BOTH || set->exact;
}

/* Takes a formula over one variable apart. False if that does not decide it. */
static bool decide_formula(const struct domain_question *q, enum parti_result *r, struct assignment witness[2]) {
    struct view *v = &q->p->trial;
    uint32_t var = only_variable(q->p, q->cond);
    if (var == NO_VAR || !is_logical(q->p->pool, q->cond)) return false;
    const struct mset *have = domains_set(q->d, var);
    bool exact = have->exact;
    for (int truth = 0; truth < 2; truth++) {
        struct mset set;
        view_open(v, q->d);
        solve_formula(v, q->cond, truth, var, &set);
        *r = truth ? PARTI_FALSE : PARTI_TRUE;
        if (mset_is_empty(&set)) return true;
        exact &= set.exact;
        witness[truth].n = 1;
        witness[truth].at[0].var = var;
        witness[truth].at[0].value = mset_min(&set);
    }
    *r = PARTI_BOTH;
    return exact;
}

/* Without looking at values. */
static bool decide_directly(const struct domain_question *q, enum parti_result *r, struct assignment witness[2]) {
    return decide_atom(q, r, witness) || decide_small(q, r, witness) || decide_formula(q, r, witness);
}

/* ---- without a model at hand ------------------------------------------------------------------ */

static enum parti_result give_partial(const struct domain_question *q, const struct assignment *witness) {
    struct model *made[2] = {NULL, NULL};
    for (int truth = 0; truth < 2; truth++) {
        if (!q->wanted[truth]) continue;
        made[truth] = partial_model(q->p, q->d, &witness[truth]);
        if (made[truth]) continue;
        model_release(made[0]);
        return PARTI_UNKNOWN;
    }
    for (int truth = 0; truth < 2; truth++)
        if (made[truth]) *q->wanted[truth] = made[truth];
    return PARTI_BOTH;
}

/* Looks for contradictions, and for witnesses where need[truth]. */
static enum parti_result by_witnesses(const struct domain_question *q, const bool need[2],
                                      struct assignment witness[2]) {
    bool found = true;
    for (int truth = 0; truth < 2; truth++) {
        if (!need[truth]) continue;
        struct goals g = {.n = 1, .at[0] = {q->cond, truth}};
        if (!gather_goals(q->p, q->d, &g, true)) g.n = 1;
        enum witness w = find_witness(q->p, q->d, &g, NULL, &witness[truth]);
        if (w == WITNESS_NONE) return truth ? PARTI_FALSE : PARTI_TRUE;
        found &= w == WITNESS_FOUND;
    }
    return found ? PARTI_BOTH : PARTI_UNKNOWN;
}

/* The value alone does not decide it: try out all members, then look for contradictions
 * and witnesses. */
static enum parti_result decide_hard(const struct domain_question *q) {
    struct assignment witness[2];
    struct trial_result all;
    if (search_all(q->p, q->d, q->cond, &all)) {
        if (all.may[0] != all.may[1]) return all.may[1] ? PARTI_TRUE : PARTI_FALSE;
        if (all.exact) return give_partial(q, all.witness);
    }
    enum parti_result r = by_witnesses(q, (bool[2]){true, true}, witness);
    if (r != PARTI_BOTH) return r;
    if (!all_exact(q->p, q->d, q->cond)) return PARTI_UNKNOWN;
    return give_partial(q, witness);
}

/* Both sides occur, for certain: find witnesses as far as wanted. */
static enum parti_result decide_both(const struct domain_question *q) {
    if (!q->wanted[0] && !q->wanted[1]) return PARTI_BOTH;
    if (!all_exact(q->p, q->d, q->cond)) return PARTI_UNKNOWN;
    struct assignment witness[2];
    const bool need[2] = {q->wanted[0] != NULL, q->wanted[1] != NULL};
    if (by_witnesses(q, need, witness) != PARTI_BOTH) return decide_hard(q);
    return give_partial(q, witness);
}

static enum parti_result decide(const struct domain_question *q) {
    struct assignment witness[2];
    enum parti_result r;
    if (decide_directly(q, &r, witness)) return r == PARTI_BOTH ? give_partial(q, witness) : r;
    struct view *v = &q->p->base;
    view_open(v, q->d);
    const struct mset *value = view_value(v, q->cond);
    if (!value) return PARTI_UNKNOWN;
    if (mset_is_single(value)) return mset_min(value) ? PARTI_TRUE : PARTI_FALSE;
    if (q->quick) return PARTI_UNKNOWN;
    return value->exact ? decide_both(q) : decide_hard(q);
}

static enum parti_result count(struct parti *p, enum parti_result r) {
    struct stats *s = &p->ctx->stats;
    s->parti_queries++;
    s->parti_definite += r == PARTI_TRUE || r == PARTI_FALSE;
    s->parti_both += r == PARTI_BOTH;
    end_work(p);
    return r;
}

enum parti_result parti_decide(struct parti *p, struct domains *d, expr cond, struct model **yes, struct model **no) {
    assert(!d->empty && expr_width(p->pool, cond) == 1);
    struct domain_question q = {p, d, cond, {no, yes}, false};
    begin_work(p);
    return count(p, decide(&q));
}

/* ---- with a model at hand ----------------------------------------------------------------------- */

/* Looks for a model with cond `truth`: all members if they are few and exact, then
 * changes to cond's variables only, then to all that depend on them. */
static enum witness find_near(const struct domain_question *q, bool truth, struct model *hint, struct assignment *out) {
    struct trial_result all;
    if (search_all(q->p, q->d, q->cond, &all)) {
        if (!all.may[truth]) return WITNESS_NONE;
        *out = all.witness[truth];
        if (all.exact) return WITNESS_FOUND;
    }
    struct goals near = {.n = 1, .at[0] = {q->cond, truth}}, group = near;
    if (q->d->pending && gather_goals(q->p, q->d, &near, false) && near.n > 1 &&
        find_witness(q->p, q->d, &near, hint, out) == WITNESS_FOUND)
        return WITNESS_FOUND;
    bool complete = gather_goals(q->p, q->d, &group, true);
    if (!complete) group.n = 1;
    enum witness w = find_witness(q->p, q->d, &group, NULL, out);
    if (w == WITNESS_FOUND && !complete && !all_exact(q->p, q->d, q->cond)) return WITNESS_FAILED;
    return w;
}

/* Both sides occur: here is hint, there is hint with other values put over. */
static enum parti_result give_near(const struct domain_question *q, struct model *hint, bool here,
                                   const struct assignment *there) {
    if (q->wanted[here]) *q->wanted[here] = model_retain(hint);
    if (q->wanted[!here]) *q->wanted[!here] = merge_model(q->p, hint, there);
    return PARTI_BOTH;
}

static enum parti_result decide_near(const struct domain_question *q, struct model *hint) {
    struct assignment witness[2], other;
    enum parti_result r;
    bool wanted = q->wanted[0] || q->wanted[1];
    if (decide_directly(q, &r, witness)) {
        if (r != PARTI_BOTH || !wanted) return r;
        bool here = model_holds(hint, q->p->pool, q->cond);
        return give_near(q, hint, here, &witness[!here]);
    }
    struct view *v = &q->p->base;
    view_open(v, q->d);
    const struct mset *value = view_value(v, q->cond);
    if (!value) return PARTI_UNKNOWN;
    if (mset_is_single(value)) return mset_min(value) ? PARTI_TRUE : PARTI_FALSE;
    if (value->exact && !wanted) return PARTI_BOTH;
    if (q->quick) return PARTI_UNKNOWN;
    bool here = model_holds(hint, q->p->pool, q->cond);
    enum witness w = find_near(q, !here, hint, &other);
    if (w == WITNESS_NONE) return here ? PARTI_TRUE : PARTI_FALSE;
    if (w == WITNESS_FAILED) return PARTI_UNKNOWN;
    return give_near(q, hint, here, &other);
}

enum parti_result parti_decide_near(struct parti *p, struct domains *d, expr cond, struct model *hint,
                                    struct model **yes, struct model **no) {
    assert(!d->empty && expr_width(p->pool, cond) == 1);
    struct domain_question q = {p, d, cond, {no, yes}, false};
    begin_work(p);
    return count(p, decide_near(&q, hint));
}

enum parti_result parti_decide_quick(struct parti *p, struct domains *d, expr cond, struct model *hint,
                                     struct model **yes, struct model **no) {
    assert(!d->empty && expr_width(p->pool, cond) == 1);
    struct domain_question q = {p, d, cond, {no, yes}, true};
    begin_work(p);
    return count(p, hint ? decide_near(&q, hint) : decide(&q));
}

static bool range_of(struct parti *p, struct domains *d, expr e, uint64_t *min, uint64_t *max) {
    struct view *v = &p->base;
    view_open(v, d);
    const struct mset *value = view_value(v, e);
    *min = value ? mset_min(value) : 0;
    *max = value ? mset_max(value) : mask_of(expr_width(p->pool, e));
    if (value && value->exact) return true;
    uint64_t lo, hi;
    bool exact;
    if (!search_range(p, d, e, &lo, &hi, &exact)) return false;
    *min = lo;
    *max = hi;
    return exact;
}

bool parti_range(struct parti *p, struct domains *d, expr e, uint64_t *min, uint64_t *max) {
    assert(!d->empty && expr_width(p->pool, e) <= 64);
    begin_work(p);
    bool attained = range_of(p, d, e, min, max);
    end_work(p);
    return attained;
}
