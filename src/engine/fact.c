#include "engine/fact.h"

#include <assert.h>

#include "base/str.h"
#include "expr/print.h"

enum { MOST_CONDS = 48, MOST_ARCS = 4096, MOST_NODES = 400, MOST_BITS = 8 };

struct fact *fact_new(void) {
    struct fact *f = mem_zalloc(sizeof *f);
    f->refs = 1;
    return f;
}

struct fact *fact_retain(struct fact *f) {
    f->refs++;
    return f;
}

void fact_release(struct fact *f) {
    if (!f || --f->refs) return;
    vec_release(&f->arcs);
    vec_release(&f->conds);
    vec_release(&f->needs);
    mem_free(f);
}

void fact_mark(struct expr_pool *pool, const struct fact *f) {
    for (uint32_t i = 0; i < f->arcs.len; i++) expr_mark(pool, f->arcs.data[i].word);
    for (uint32_t i = 0; i < f->conds.len; i++) expr_mark(pool, f->conds.data[i]);
}

static uint64_t mask_of(uint32_t w) { return UINT64_MAX >> (64 - w); }

/* word - lo <= hi - lo, unsigned */
static expr arc_cond(struct expr_pool *pool, const struct arc *a) {
    uint32_t w = expr_width(pool, a->word);
    uint64_t m = mask_of(w);
    if (a->lo == a->hi) return expr_eq(pool, a->word, expr_const(pool, w, a->lo));
    expr off = expr_sub(pool, a->word, expr_const(pool, w, a->lo));
    return expr_ule(pool, off, expr_const(pool, w, (a->hi - a->lo) & m));
}

/* ---- substituting values for locations ---------------------------------------------------------- */

struct replacing {
    const struct places *places;
    place_value_fn values;
    void *owner;
    bool ok; /* all are there */
};

static expr value_of(void *owner, symbol s) {
    struct replacing *r = owner;
    const struct place *found = places_find(r->places, s);
    if (!found) return EXPR_NONE;
    struct place place = *found; /* the list may move */
    expr value = r->ok ? r->values(r->owner, &place) : EXPR_NONE;
    r->ok = r->ok && expr_is(value);
    return value;
}

/* e with every location replaced by what `values` says; none if one is not there. */
static expr replaced(struct expr_pool *pool, const struct places *places, expr e, place_value_fn values,
                     void *owner) {
    struct replacing r = {places, values, owner, true};
    e = expr_replace(pool, e, value_of, &r);
    return r.ok ? e : EXPR_NONE;
}

struct at_state {
    struct exec *x;
    struct state *st;
};

static expr value_in_state(void *owner, const struct place *place) {
    const struct at_state *at = owner;
    return place_value(at->x, at->st, place);
}

static expr in_state(struct exec *x, const struct places *places, struct state *st, expr e) {
    struct at_state at = {x, st};
    return replaced(x->sym->pool, places, e, value_in_state, &at);
}

/* ---- does a state satisfy a fact? ------------------------------------------------------------------- */

/* Must e, with the state's values put in, hold there? The model is asked first. */
static bool must_hold(struct exec *x, struct state *st, expr e) {
    if (!expr_is(e)) return false;
    if (expr_is_const(x->sym->pool, e)) return expr_is_true(x->sym->pool, e);
    if (!model_holds(st->model, x->sym->pool, e)) return false;
    return solver_truth(x->sym->solver, st->pc, e, st->model, NULL) == TRUTH_TRUE;
}

/* Without the extraction of lower bits. */
static expr whole_word(const struct expr_pool *pool, expr word) {
    bool lower = expr_op(pool, word) == EXPR_EXTRACT && expr_node(pool, word)->aux == 0;
    return lower ? expr_kid(pool, word, 0) : word;
}

bool word_is_place(const struct expr_pool *pool, expr word) {
    return expr_op(pool, whole_word(pool, word)) == EXPR_SYM;
}

static const struct place *place_of(const struct expr_pool *pool, const struct places *places, expr word) {
    word = whole_word(pool, word);
    return expr_op(pool, word) == EXPR_SYM ? places_find(places, expr_symbol(pool, word)) : NULL;
}

bool word_constant(struct exec *x, const struct places *places, expr word, struct state *st, uint64_t *v) {
    const struct place *place = place_of(x->sym->pool, places, word);
    if (!place || !place_constant(st, place, v)) return false;
    *v &= mask_of(expr_width(x->sym->pool, word));
    return true;
}

/* Without making expressions: can it be said whether the state is on the arc? */
static bool arc_decided(struct exec *x, const struct places *places, const struct arc *a, struct state *st,
                        bool *holds) {
    uint64_t v, m = mask_of(expr_width(x->sym->pool, a->word));
    if (!word_constant(x, places, a->word, st, &v)) return false;
    *holds = ((v - a->lo) & m) <= ((a->hi - a->lo) & m);
    return true;
}

bool fact_holds(struct exec *x, const struct places *places, const struct fact *f, struct state *st) {
    struct expr_pool *pool = x->sym->pool;
    for (uint32_t i = 0; i < f->needs.len; i++)
        if (!need_is_met(st, &f->needs.data[i])) return false;
    VEC(expr) open = {0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < f->arcs.len; i++) {
        struct arc a = f->arcs.data[i];
        if (!arc_decided(x, places, &a, st, &ok)) {
            a.word = in_state(x, places, st, a.word);
            expr e = expr_is(a.word) ? arc_cond(pool, &a) : EXPR_NONE;
            ok = expr_is(e) && !expr_is_false(pool, e);
            if (ok && !expr_is_true(pool, e)) vec_push(&open, e);
        }
        if (!ok) { /* it may fail again: ask it first next time */
            struct arc failed = f->arcs.data[i];
            f->arcs.data[i] = f->arcs.data[0];
            f->arcs.data[0] = failed;
        }
    }
    for (uint32_t i = 0; ok && i < f->conds.len; i++) {
        expr e = in_state(x, places, st, f->conds.data[i]);
        ok = expr_is(e) && !expr_is_false(pool, e);
        if (ok && !expr_is_true(pool, e)) vec_push(&open, e);
    }
    expr all = expr_true(pool);
    for (uint32_t i = 0; ok && i < open.len; i++) {
        ok = model_holds(st->model, pool, open.data[i]);
        all = expr_and(pool, all, open.data[i]);
    }
    ok = ok && must_hold(x, st, all); /* one question at most */
    vec_release(&open);
    return ok;
}

/* ---- making facts ---------------------------------------------------------------------------------------- */

static bool has_inputs(struct demand *d, expr e) {
    const struct symbol_set *set = expr_symbols(d->x->sym->pool, e);
    for (uint32_t i = 0; i < set->len; i++)
        if (!places_find(d->places, (symbol){set->ids[i]})) return true;
    return false;
}

/* word + k with the constant split off. */
static expr split_sum(struct expr_pool *pool, expr e, uint64_t *k) {
    *k = 0;
    if (expr_op(pool, e) != EXPR_ADD || !expr_is_const(pool, expr_kid(pool, e, 1))) return e;
    *k = expr_value(pool, expr_kid(pool, e, 1));
    return expr_kid(pool, e, 0);
}

/* The arc of e if that is a comparison of a word plus a constant with a constant. */
static bool as_arc(struct expr_pool *pool, expr e, struct arc *a) {
    bool negated = expr_op(pool, e) == EXPR_NOT;
    if (negated) e = expr_kid(pool, e, 0);
    enum expr_op op = expr_op(pool, e);
    if (op != EXPR_EQ && op != EXPR_ULT && op != EXPR_SLT) return false;
    expr l = expr_kid(pool, e, 0), r = expr_kid(pool, e, 1);
    uint32_t w = expr_width(pool, l);
    if (w > 64 || (expr_is_const(pool, l) == expr_is_const(pool, r))) return false;
    bool const_left = expr_is_const(pool, l);
    uint64_t m = mask_of(w), c = expr_value(pool, const_left ? l : r), k;
    uint64_t least = op == EXPR_SLT ? (m >> 1) + 1 : 0, most = op == EXPR_SLT ? m >> 1 : m;
    a->word = split_sum(pool, const_left ? r : l, &k);
    if (op == EXPR_EQ) {
        a->lo = a->hi = c;
    } else if (const_left) { /* c < word */
        a->lo = (c + 1) & m;
        a->hi = most;
    } else {
        a->lo = least;
        a->hi = (c - 1) & m;
    }
    if (negated) {
        uint64_t lo = a->lo;
        a->lo = (a->hi + 1) & m;
        a->hi = (lo - 1) & m;
    }
    a->lo = (a->lo - k) & m;
    a->hi = (a->hi - k) & m;
    return true;
}

/* Narrows the arc of the word to the part around its value v that is in b, too. */
static void narrow(struct arc *a, const struct arc *b, uint64_t v, uint64_t m) {
    uint64_t down_a = (v - a->lo) & m, down_b = (v - b->lo) & m;
    uint64_t up_a = (a->hi - v) & m, up_b = (b->hi - v) & m;
    if (down_b < down_a) a->lo = b->lo;
    if (up_b < up_a) a->hi = b->hi;
}

/* A word with a concrete value in the origin. */
static bool concrete_value(struct demand *d, expr word, uint64_t *v) {
    const struct place *place = place_of(d->x->sym->pool, d->places, word);
    if (place && place_constant(d->origin, place, v)) {
        *v &= mask_of(expr_width(d->x->sym->pool, word));
        return true;
    }
    expr e = in_state(d->x, d->places, d->origin, word);
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
    uint64_t m = mask_of(expr_width(d->x->sym->pool, a->word)), v;
    if (!concrete_value(d, a->word, &v)) return false;
    assert(((v - a->lo) & m) <= ((a->hi - a->lo) & m));
    for (uint32_t i = 0; i < f->arcs.len; i++)
        if (expr_same(f->arcs.data[i].word, a->word)) {
            narrow(&f->arcs.data[i], a, v, m);
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
    const struct place *place = a->lo == a->hi ? place_of(pool, d->places, a->word) : NULL;
    bool whole = expr_op(pool, a->word) == EXPR_SYM;
    uint64_t v;
    if (place && place->kind == PLACE_REGISTER && expr_width(pool, a->word) >= 32 && place_constant(d->origin, place, &v))
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
    *tried = from.len && (expr_is_true(pool, rest) || as_arc(pool, rest, &a));
    bool ok = true;
    for (uint32_t i = 0; *tried && ok && i < from.len; i++)
        ok = add_cond(d, expr_eq(pool, from.data[i], to.data[i]));
    if (*tried && ok) ok = add_cond(d, rest);
    vec_release(&from);
    vec_release(&to);
    return ok;
}

/* A condition over locations that the origin satisfies. */
static bool add_cond(struct demand *d, expr e) {
    struct expr_pool *pool = d->x->sym->pool;
    struct fact *f = d->fact;
    if (expr_is_true(pool, e) || is_held(d, e)) return true;
    if (expr_op(pool, e) == EXPR_AND && expr_width(pool, e) == 1)
        return add_cond(d, expr_kid(pool, e, 0)) && add_cond(d, expr_kid(pool, e, 1));
    struct arc a;
    if (as_arc(pool, e, &a) && expr_symbols(pool, e)->len == 1 && add_arc(d, &a)) return f->arcs.len <= MOST_ARCS;
    bool held;
    bool ok = add_with_elements_held(d, e, &held);
    if (held) return ok;
    if (as_arc(pool, e, &a) && add_arc(d, &a)) return f->arcs.len <= MOST_ARCS;
    for (uint32_t i = 0; i < f->conds.len; i++)
        if (expr_same(f->conds.data[i], e)) return true;
    if (f->conds.len == MOST_CONDS || expr_size(pool, e, MOST_NODES + 1) > MOST_NODES) return false;
    vec_push(&f->conds, e);
    return true;
}

static bool origin_implies(struct demand *d, expr e) {
    return must_hold(d->x, d->origin, in_state(d->x, d->places, d->origin, e));
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
static bool core_of(struct demand *d, const fact_conds *set, uint32_t first, vec_u32 *needed) {
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
            expr part = expr_extract(pool, word, lo, n), value = expr_const(pool, n, v >> lo & mask_of(n));
            all = expr_and(pool, all, expr_eq(pool, part, value));
        }
        lo += n + 1;
    }
    return all;
}

/* set[at] says that a word has a value; often a few bits of it suffice, and only such
 * facts about sums and products are inductive. Replaces it; the contradiction stays. */
static void soften(struct demand *d, fact_conds *set, uint32_t at) {
    struct expr_pool *pool = d->x->sym->pool;
    expr equal = set->data[at];
    if (expr_op(pool, equal) != EXPR_EQ) return;
    expr word = expr_kid(pool, equal, expr_is_const(pool, expr_kid(pool, equal, 0)) ? 1 : 0);
    uint64_t v, bits = 0;
    if (!concrete_value(d, word, &v)) return;
    fact_conds finer = {0};
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
    fact_conds set = {0};
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
    fact_conds few = {0}; /* without values that are not needed */
    for (uint32_t i = 0; i < first; i++) vec_push(&few, set.data[i]);
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

void demand_init(struct demand *d, struct exec *x, const struct places *places, struct state *origin) {
    *d = (struct demand){x, places, origin, fact_new(), {0}, {0}};
    map_init(&d->held);
}

struct fact *demand_finish(struct demand *d, bool ok) {
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
    const struct place *found = place_of(pool, d->places, a->word);
    if (!found) return false;
    struct place place = *found;
    expr value = values(owner, &place), whole = a->word;
    uint64_t v, m = mask_of(expr_width(pool, a->word));
    if (expr_op(pool, whole) == EXPR_EXTRACT) whole = expr_kid(pool, whole, 0);
    if (!expr_is(value)) return false;
    if (expr_is_const(pool, value)) return ((expr_value(pool, value) - a->lo) & m) <= ((a->hi - a->lo) & m);
    if (!expr_same(value, whole) || !place_constant(d->origin, &place, &v)) return false;
    return ((v - a->lo) & m) <= ((a->hi - a->lo) & m) && add_arc(d, a) && d->fact->arcs.len <= MOST_ARCS;
}

bool demand_fact(struct demand *d, const struct fact *f, place_value_fn values, void *owner) {
    struct expr_pool *pool = d->x->sym->pool;
    for (uint32_t i = 0; i < f->arcs.len; i++) {
        struct arc a = f->arcs.data[i];
        if (arc_carried(d, &a, values, owner)) continue;
        a.word = replaced(pool, d->places, a.word, values, owner);
        if (!expr_is(a.word) || !demand_cond(d, arc_cond(pool, &a))) return false;
    }
    for (uint32_t i = 0; i < f->conds.len; i++) {
        expr e = replaced(pool, d->places, f->conds.data[i], values, owner);
        if (!expr_is(e) || !demand_cond(d, e)) return false;
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
    return true;
}

void fact_list(struct expr_pool *pool, const struct fact *f, fact_conds *out) {
    for (uint32_t i = 0; i < f->arcs.len; i++) vec_push(out, arc_cond(pool, &f->arcs.data[i]));
    for (uint32_t i = 0; i < f->conds.len; i++) vec_push(out, f->conds.data[i]);
}

void fact_print(struct exec *x, const struct fact *f, struct str *out) {
    for (uint32_t i = 0; i < f->arcs.len; i++) {
        struct str e = {0};
        expr_print_infix(x->sym->pool, arc_cond(x->sym->pool, &f->arcs.data[i]), 200, &e);
        str_addf(out, "%s%s", i ? " and " : "", str_text(&e));
        str_release(&e);
    }
    for (uint32_t i = 0; i < f->conds.len; i++) {
        struct str e = {0};
        expr_print_infix(x->sym->pool, f->conds.data[i], 200, &e);
        str_addf(out, "%s%s", i || f->arcs.len ? " and " : "", str_text(&e));
        str_release(&e);
    }
    if (!f->arcs.len && !f->conds.len) str_add(out, "true");
}
