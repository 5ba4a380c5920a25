#include "cond/demand.h"

#include <assert.h>

#include "expr/arith.h"
#include "expr/relate.h"
#include "solver/path.h"

enum { MOST_CONDS = 48, MOST_ARCS = 4096, MOST_COMPUTED = 64, MOST_NODES = 400, MOST_BITS = 8 };

static bool has_inputs(struct demand *d, expr e) {
    const struct symbol_set *set = expr_symbols(d->x->sym->pool, e);
    for (uint32_t i = 0; i < set->len; i++)
        if (!places_find(d->places, (symbol){set->ids[i]})) return true;
    return false;
}

/* A word with a concrete value in the origin. */
static bool concrete_value(struct demand *d, expr word, uint64_t *v) {
    const struct place *place = word_place(d->x->sym->pool, d->places, word);
    if (place && place_constant(d->origin, place, v)) {
        *v &= arc_mask(expr_width(d->x->sym->pool, word));
        return true;
    }
    expr e = fact_in_state(d->x, d->places, d->origin, word);
    if (!expr_is(e)) return false;
    e = pathcond_simplify(d->x->sym->solver, d->origin->pc, e); /* the path may have fixed it */
    if (!expr_is_const(d->x->sym->pool, e)) return false;
    *v = expr_value(d->x->sym->pool, e);
    return true;
}

/* Is every place in e already held at its value? Then e holds, as it does in the origin. */
static bool is_held(struct demand *d, expr e) {
    struct expr_pool *pool = d->x->sym->pool;
    const struct symbol_set *set = expr_symbols(pool, e);
    for (uint32_t i = 0; i < set->len; i++)
        if (!map_find(&d->held, set->ids[i])) return false;
    return set->len > 0;
}

static bool narrow_arc(struct demand *d, const struct arc *a) {
    struct fact *f = d->fact;
    uint64_t m = arc_mask(expr_width(d->x->sym->pool, a->word)), v;
    if (!concrete_value(d, a->word, &v)) return false;
    assert(((v - a->lo) & m) <= ((a->hi - a->lo) & m));
    for (uint32_t i = 0; i < f->arcs.len; i++)
        if (expr_same(f->arcs.data[i].word, a->word)) {
            arc_narrow(&f->arcs.data[i], a, v, m);
            return true;
        }
    vec_push(&f->arcs, *a);
    return true;
}

/* Holds a register at its value v. Most are 32-bit words in 64-bit slots: so that
 * equalities have one form, both halves are held. */
static bool hold_register(struct demand *d, expr slot, uint64_t v) {
    struct expr_pool *pool = d->x->sym->pool;
    bool ok = v >> 32 ? narrow_arc(d, &(struct arc){slot, v, v})
                      : narrow_arc(d, &(struct arc){expr_extract(pool, slot, 0, 32), v, v}) &&
                            narrow_arc(d, &(struct arc){expr_extract(pool, slot, 32, 32), 0, 0});
    if (ok) map_put(&d->held, expr_symbol(pool, slot).id, 1);
    return ok;
}

static bool add_arc(struct demand *d, const struct arc *a) {
    struct expr_pool *pool = d->x->sym->pool;
    if (is_held(d, a->word)) return true;
    const struct place *place = a->lo == a->hi ? word_place(pool, d->places, a->word) : NULL;
    bool whole = expr_op(pool, a->word) == EXPR_SYM;
    uint64_t v;
    if (place && place->kind == PLACE_REGISTER && expr_width(pool, a->word) >= 32 &&
        place_constant(d->origin, place, &v))
        return hold_register(d, whole ? a->word : expr_kid(pool, a->word, 0), v);
    if (!narrow_arc(d, a)) return false;
    if (place && whole) map_put(&d->held, expr_symbol(pool, a->word).id, 1);
    return true;
}

static bool add_cond(struct demand *d, expr e);

/* Is the place an element of something larger, with a concrete value? */
static bool is_element(struct demand *d, symbol s, uint64_t *v) {
    const struct place *place = places_find(d->places, s);
    if (!place || place->kind != PLACE_MEMORY) return false;
    const struct mem_object *obj = space_find(&d->origin->space, place->addr);
    return obj && obj->size > 2 * place->size && concrete_value(d, expr_of_symbol(d->x->sym->pool, s), v);
}

/* Conditions over several words have no common form. Elements of tables among them are
 * held at their values, so that what remains may be an arc. */
static bool add_with_elements_held(struct demand *d, expr e, bool *tried) {
    struct expr_pool *pool = d->x->sym->pool;
    const struct symbol_set *set = expr_symbols(pool, e);
    VEC(expr) from = {0}, to = {0};
    for (uint32_t i = 0; i < set->len; i++) {
        uint64_t v;
        if (!is_element(d, (symbol){set->ids[i]}, &v)) continue;
        expr word = expr_of_symbol(pool, (symbol){set->ids[i]});
        vec_push(&from, word);
        vec_push(&to, expr_const(pool, expr_width(pool, word), v));
    }
    struct arc a;
    expr rest = expr_substitute(pool, e, from.data, to.data, from.len);
    *tried = from.len && (expr_is_true(pool, rest) || arc_of(pool, rest, &a));
    bool ok = true;
    for (uint32_t i = 0; *tried && ok && i < from.len; i++) ok = add_cond(d, expr_eq(pool, from.data[i], to.data[i]));
    if (*tried && ok) ok = add_cond(d, rest);
    vec_release(&from);
    vec_release(&to);
    return ok;
}

static bool is_computed(struct expr_pool *pool, expr word) {
    if (expr_op(pool, word) == EXPR_EXTRACT) word = expr_kid(pool, word, 0);
    return expr_op(pool, word) != EXPR_SYM;
}

/* Has the fact as many arcs of values that are computed from locations as are worth it? Each
 * is computed anew at each place that the fact is taken to. */
static bool has_enough(struct expr_pool *pool, const struct fact *f, expr word) {
    uint32_t n = 0;
    if (!is_computed(pool, word)) return f->arcs.len > MOST_ARCS;
    for (uint32_t i = 0; i < f->arcs.len; i++) n += is_computed(pool, f->arcs.data[i].word);
    return n > MOST_COMPUTED || f->arcs.len > MOST_ARCS;
}

/* A condition over locations that the origin satisfies. */
static bool add_cond(struct demand *d, expr e) {
    struct expr_pool *pool = d->x->sym->pool;
    struct fact *f = d->fact;
    if (expr_is_true(pool, e) || is_held(d, e)) return true;
    if (expr_op(pool, e) == EXPR_AND && expr_width(pool, e) == 1)
        return add_cond(d, expr_kid(pool, e, 0)) && add_cond(d, expr_kid(pool, e, 1));
    struct arc a;
    if (arc_of(pool, e, &a) && expr_symbols(pool, e)->len == 1 && add_arc(d, &a)) return !has_enough(pool, f, a.word);
    bool held;
    bool ok = add_with_elements_held(d, e, &held);
    if (held) return ok;
    if (arc_of(pool, e, &a) && add_arc(d, &a)) return !has_enough(pool, f, a.word);
    for (uint32_t i = 0; i < f->conds.len; i++)
        if (expr_same(f->conds.data[i], e)) return true;
    if (f->conds.len == MOST_CONDS || expr_size(pool, e, MOST_NODES + 1) > MOST_NODES) return false;
    vec_push(&f->conds, e);
    return true;
}

static bool origin_implies(struct demand *d, expr e) {
    return state_must(d->x, d->origin, fact_in_state(d->x, d->places, d->origin, e));
}

/* Location symbols of e that are concrete in the origin, as equalities. */
static void add_equalities(struct demand *d, expr e, vec_u32 *out) {
    struct expr_pool *pool = d->x->sym->pool;
    const struct symbol_set *set = expr_symbols(pool, e);
    for (uint32_t i = 0; i < set->len; i++) {
        symbol s = {set->ids[i]};
        uint64_t v;
        if (!places_find(d->places, s) || !concrete_value(d, expr_of_symbol(pool, s), &v)) continue;
        expr word = expr_of_symbol(pool, s);
        expr equal = expr_eq(pool, word, expr_const(pool, expr_width(pool, word), v));
        bool known = false;
        for (uint32_t k = 0; k < out->len; k++) known |= out->data[k] == equal.id;
        if (!known) vec_push(out, equal.id);
    }
}

/* Which of set[first..] are needed for its contradiction, as indexes; false: there is none. */
static bool core_of(struct demand *d, const cond_list *set, uint32_t first, vec_u32 *needed) {
    struct model *m = NULL;
    vec_u32 core = {0};
    bool ok = solver_check_all(d->x->sym->solver, set->data, set->len, &m, &core) == ANSWER_UNSAT;
    model_release(m);
    for (uint32_t i = 0; ok && i < core.len; i++)
        if (core.data[i] >= first) vec_push(needed, core.data[i]);
    vec_release(&core);
    return ok;
}

/* The bits of `word` in `bits` (a mask) are those of v, runs of bits together. */
static expr same_bits(struct expr_pool *pool, expr word, uint64_t bits, uint64_t v) {
    expr all = expr_true(pool);
    for (uint32_t lo = 0; lo < 64;) {
        uint32_t n = 0;
        while (lo + n < 64 && bits >> (lo + n) & 1) n++;
        if (n) {
            expr part = expr_extract(pool, word, lo, n), value = expr_const(pool, n, v >> lo & arc_mask(n));
            all = expr_and(pool, all, expr_eq(pool, part, value));
        }
        lo += n + 1;
    }
    return all;
}

/* set[at] says that a word has a value; often a few bits of it suffice, and only such
 * facts about sums and products are inductive. Replaces it; the contradiction stays. */
static void soften(struct demand *d, cond_list *set, uint32_t at) {
    struct expr_pool *pool = d->x->sym->pool;
    expr equal = set->data[at];
    if (expr_op(pool, equal) != EXPR_EQ) return;
    expr word = expr_kid(pool, equal, expr_is_const(pool, expr_kid(pool, equal, 0)) ? 1 : 0);
    uint64_t v, bits = 0;
    if (!concrete_value(d, word, &v)) return;
    cond_list finer = {0};
    for (uint32_t i = 0; i < set->len; i++)
        if (i != at) vec_push(&finer, set->data[i]);
    uint32_t first = finer.len, w = expr_width(pool, word);
    for (uint32_t i = 0; i < w; i++)
        vec_push(&finer, expr_eq(pool, expr_extract(pool, word, i, 1), expr_const(pool, 1, v >> i & 1)));
    vec_u32 needed = {0};
    bool ok = core_of(d, &finer, first, &needed) && needed.len <= MOST_BITS;
    for (uint32_t i = 0; i < needed.len; i++) bits |= UINT64_C(1) << (needed.data[i] - first);
    if (ok) set->data[at] = same_bits(pool, word, bits, v);
    vec_release(&finer);
    vec_release(&needed);
}

/* Values of the origin that, with the guards, force cond: those of a contradiction
 * with its negation. Also finds out that none is needed. */
static bool demand_values(struct demand *d, expr cond) {
    assert(expr_width(d->x->sym->pool, cond) == 1);
    cond_list set = {0};
    vec_u32 equal = {0}, needed = {0};
    for (uint32_t i = 0; i < d->guards.len; i++) {
        vec_push(&set, d->guards.data[i]);
        add_equalities(d, d->guards.data[i], &equal);
    }
    vec_push(&set, expr_not(d->x->sym->pool, cond));
    add_equalities(d, cond, &equal);
    uint32_t first = set.len;
    for (uint32_t i = 0; i < equal.len; i++) vec_push(&set, (expr){equal.data[i]});
    bool ok = core_of(d, &set, first, &needed);
    cond_list few = {0}; /* without values that are not needed */
    vec_append(&few, set.data, first);
    for (uint32_t i = 0; i < needed.len; i++) vec_push(&few, set.data[needed.data[i]]);
    for (uint32_t i = first; ok && i < few.len; i++) {
        soften(d, &few, i);
        ok = add_cond(d, few.data[i]);
    }
    vec_release(&set);
    vec_release(&few);
    vec_release(&equal);
    vec_release(&needed);
    return ok;
}

/* Under a guard that says a == b, cond is cond with b for a: perhaps about values that
 * the origin has. */
static expr by_equal_guard(struct demand *d, expr cond) {
    struct expr_pool *pool = d->x->sym->pool;
    for (uint32_t i = 0; i < d->guards.len; i++) {
        expr g = d->guards.data[i];
        if (expr_op(pool, g) != EXPR_EQ) continue;
        for (uint32_t side = 0; side < 2; side++) {
            expr from = expr_kid(pool, g, side), to = expr_kid(pool, g, 1 - side);
            if (expr_is_const(pool, from)) continue;
            expr e = expr_substitute(pool, cond, &from, &to, 1);
            if (!expr_same(e, cond) && !has_inputs(d, e) && origin_implies(d, e)) return e;
        }
    }
    return EXPR_NONE;
}

bool demand_cond(struct demand *d, expr cond) {
    assert(expr_width(d->x->sym->pool, cond) == 1);
    struct expr_pool *pool = d->x->sym->pool;
    if (expr_is_true(pool, cond)) return true;
    if (expr_op(pool, cond) == EXPR_AND && expr_width(pool, cond) == 1)
        return demand_cond(d, expr_kid(pool, cond, 0)) && demand_cond(d, expr_kid(pool, cond, 1));
    for (uint32_t i = 0; i < d->guards.len; i++)
        if (expr_same(d->guards.data[i], cond)) return true;
    bool inputs = has_inputs(d, cond);
    if (!inputs && origin_implies(d, cond)) return add_cond(d, cond);
    expr other = by_equal_guard(d, cond);
    if (expr_is(other)) return add_cond(d, other);
    if (!inputs) {
        expr guard = expr_true(pool);
        for (uint32_t i = 0; i < d->guards.len; i++)
            if (!has_inputs(d, d->guards.data[i])) guard = expr_and(pool, guard, d->guards.data[i]);
        expr implied = expr_implies(pool, guard, cond);
        if (!expr_is_true(pool, guard) && origin_implies(d, implied)) return add_cond(d, implied);
    }
    return demand_values(d, cond);
}

static bool demand_duty(void *owner, const struct duty *duty, const cond_list *assumed) {
    struct demand *d = owner;
    assert(d->guards.len >= assumed->len); /* they are among its guards */
    (void)assumed;
    if (duty->kind != DUTY_ASSUMED) return demand_cond(d, duty->cond);
    vec_push(&d->guards, duty->cond);
    return true;
}

bool demand_duties(struct demand *d, const struct step *step) { return step_duties(step, demand_duty, d); }

void demand_init(struct demand *d, struct exec *x, const struct places *places, struct state *origin) {
    assert(origin->model);
    *d = (struct demand){x, places, origin, fact_new(), {0}, {0}};
    map_init(&d->held);
}

struct fact *demand_finish(struct demand *d, bool ok) {
    if (ok) demand_check(d);
    vec_release(&d->guards);
    map_release(&d->held);
    if (ok) return d->fact;
    fact_release(d->fact);
    return NULL;
}

void demand_need(struct demand *d, const struct need *need) {
    for (uint32_t i = 0; i < d->fact->needs.len; i++) {
        struct need *old = &d->fact->needs.data[i];
        if (old->base != need->base) continue;
        old->write |= need->write;
        if (need->size > old->size) old->size = need->size;
        return;
    }
    vec_push(&d->fact->needs, *need);
}

/* The common case without making expressions: the place of an arc is constant at the
 * end and on the arc, or it was not written to, and the origin is on the arc. */
static bool arc_carried(struct demand *d, const struct arc *a, place_value_fn values, void *owner) {
    struct expr_pool *pool = d->x->sym->pool;
    const struct place *found = word_place(pool, d->places, a->word);
    if (!found) return false;
    struct place place = *found;
    expr value = values(owner, &place), whole = a->word;
    uint64_t v, m = arc_mask(expr_width(pool, a->word));
    if (expr_op(pool, whole) == EXPR_EXTRACT) whole = expr_kid(pool, whole, 0);
    if (!expr_is(value)) return false;
    if (expr_is_const(pool, value)) return ((expr_value(pool, value) - a->lo) & m) <= ((a->hi - a->lo) & m);
    if (!expr_same(value, whole) || !place_constant(d->origin, &place, &v)) return false;
    return ((v - a->lo) & m) <= ((a->hi - a->lo) & m) && add_arc(d, a) && d->fact->arcs.len <= MOST_ARCS;
}

bool demand_lead(struct demand *d, const struct lead *lead) {
    const struct symbol_set *set = expr_symbols(d->x->sym->pool, lead->pointer);
    uint32_t places = 0;
    for (uint32_t i = 0; i < set->len; i++) places += places_find(d->places, (symbol){set->ids[i]}) != NULL;
    if (!places) return true; /* an input since the origin, which has memory of its own in other states, too */
    if (places < set->len) return false;
    for (uint32_t i = 0; i < d->fact->leads.len; i++) {
        const struct lead *old = &d->fact->leads.data[i];
        if (expr_same(old->pointer, lead->pointer) && old->addr == lead->addr) return true;
    }
    vec_push(&d->fact->leads, *lead);
    return true;
}

bool demand_fact(struct demand *d, const struct fact *f, place_value_fn values, void *owner) {
    struct expr_pool *pool = d->x->sym->pool;
    for (uint32_t i = 0; i < f->arcs.len; i++) {
        struct arc a = f->arcs.data[i];
        if (arc_carried(d, &a, values, owner)) continue;
        a.word = places_replaced(pool, d->places, a.word, values, owner);
        if (!expr_is(a.word) || !demand_cond(d, arc_cond(pool, &a))) return false;
    }
    for (uint32_t i = 0; i < f->conds.len; i++) {
        expr e = places_replaced(pool, d->places, f->conds.data[i], values, owner);
        if (!expr_is(e) || !demand_cond(d, e)) return false;
    }
    for (uint32_t i = 0; i < f->leads.len; i++) {
        struct lead lead = f->leads.data[i];
        lead.pointer = places_replaced(pool, d->places, lead.pointer, values, owner);
        if (!expr_is(lead.pointer) || !demand_lead(d, &lead)) return false;
    }
    return true;
}

bool demand_same(struct demand *d, const struct fact *f) {
    struct expr_pool *pool = d->x->sym->pool;
    for (uint32_t i = 0; i < f->arcs.len; i++)
        if (!add_cond(d, arc_cond(pool, &f->arcs.data[i]))) return false;
    for (uint32_t i = 0; i < f->conds.len; i++)
        if (!add_cond(d, f->conds.data[i])) return false;
    for (uint32_t i = 0; i < f->needs.len; i++) demand_need(d, &f->needs.data[i]);
    for (uint32_t i = 0; i < f->leads.len; i++)
        if (!demand_lead(d, &f->leads.data[i])) return false;
    return true;
}

/* ---- invariants -------------------------------------------------------------------------------------- */

#ifndef NDEBUG

static bool is_met(struct demand *d, expr cond) {
    expr e = fact_in_state(d->x, d->places, d->origin, cond);
    return expr_is(e) && model_holds(d->origin->model, d->x->sym->pool, e);
}

void demand_check(struct demand *d) {
    enum { MOST = 64 }; /* of large facts some will do */
    const struct fact *f = d->fact;
    fact_check(d->x->sym->pool, f);
    for (uint32_t i = 0; i < f->arcs.len && i < MOST; i++)
        assert(is_met(d, arc_cond(d->x->sym->pool, &f->arcs.data[i])));
    for (uint32_t i = 0; i < f->conds.len && i < MOST; i++) assert(is_met(d, f->conds.data[i]));
    for (uint32_t i = 0; i < f->needs.len; i++) assert(need_is_met(d->origin, &f->needs.data[i]));
}

#else

void demand_check(struct demand *d) { (void)d; }

#endif
