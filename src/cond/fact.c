#include "cond/fact.h"

#include <assert.h>

#include "base/map.h"
#include "exec/sym/pointee.h"
#include "expr/arith.h"
#include "expr/keep.h"

struct fact *fact_new(void) {
    struct fact *f = mem_zalloc(sizeof *f);
    f->refs = 1;
    return f;
}

struct fact *fact_retain(struct fact *f) {
    assert(f->refs);
    f->refs++;
    return f;
}

void fact_release(struct fact *f) {
    if (!f || --f->refs) return;
    vec_release(&f->arcs);
    vec_release(&f->conds);
    vec_release(&f->needs);
    vec_release(&f->leads);
    mem_free(f);
}

void fact_mark(struct expr_pool *pool, const struct fact *f) {
    for (uint32_t i = 0; i < f->arcs.len; i++) expr_mark(pool, f->arcs.data[i].word);
    for (uint32_t i = 0; i < f->conds.len; i++) expr_mark(pool, f->conds.data[i]);
    for (uint32_t i = 0; i < f->leads.len; i++) expr_mark(pool, f->leads.data[i].pointer);
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

expr places_replaced(struct expr_pool *pool, const struct places *places, expr e, place_value_fn values, void *owner) {
    struct replacing r = {places, values, owner, true};
    e = expr_replace(pool, e, value_of, &r);
    return r.ok ? e : EXPR_NONE;
}

struct state_values {
    struct exec *x;
    struct state *st;
};

static expr value_in_state(void *owner, const struct place *place) {
    const struct state_values *at = owner;
    return place_value(at->x, at->st, place);
}

expr fact_in_state(struct exec *x, const struct places *places, struct state *st, expr e) {
    struct state_values at = {x, st};
    return places_replaced(x->sym->pool, places, e, value_in_state, &at);
}

/* ---- does a state satisfy a fact? ------------------------------------------------------------------- */

bool state_must(struct exec *x, struct state *st, expr e) {
    assert(st->model);
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

const struct place *word_place(const struct expr_pool *pool, const struct places *places, expr word) {
    word = whole_word(pool, word);
    return expr_op(pool, word) == EXPR_SYM ? places_find(places, expr_symbol(pool, word)) : NULL;
}

bool word_constant(struct exec *x, const struct places *places, expr word, struct state *st, uint64_t *v) {
    const struct place *place = word_place(x->sym->pool, places, word);
    if (!place || !place_constant(st, place, v)) return false;
    *v &= arc_mask(expr_width(x->sym->pool, word));
    return true;
}

/* Without making expressions: can it be said whether the state is on the arc? */
static bool arc_decided(struct exec *x, const struct places *places, const struct arc *a, struct state *st,
                        bool *holds) {
    uint64_t v, m = arc_mask(expr_width(x->sym->pool, a->word));
    if (!word_constant(x, places, a->word, st, &v)) return false;
    *holds = ((v - a->lo) & m) <= ((a->hi - a->lo) & m);
    return true;
}

/* What is assumed of a pointer is assumed wherever it is followed, if it would be led to the same memory there. */
static bool leads_hold(struct exec *x, const struct places *places, const struct fact *f, struct state *st) {
    for (uint32_t i = 0; i < f->leads.len; i++) {
        expr e = fact_in_state(x, places, st, f->leads.data[i].pointer);
        if (!expr_is(e) || !pointee_leads(x, st, e, f->leads.data[i].addr)) return false;
    }
    return true;
}

bool fact_holds(struct exec *x, const struct places *places, const struct fact *f, struct state *st) {
    assert(f->refs && st->model);
    struct expr_pool *pool = x->sym->pool;
    x->sym->compared += 1 + f->needs.len + f->arcs.len + f->conds.len;
    for (uint32_t i = 0; i < f->needs.len; i++)
        if (!need_is_met(st, &f->needs.data[i])) return false;
    cond_list open = {0};
    bool ok = leads_hold(x, places, f, st);
    for (uint32_t i = 0; ok && i < f->arcs.len; i++) {
        struct arc a = f->arcs.data[i];
        if (!arc_decided(x, places, &a, st, &ok)) {
            a.word = fact_in_state(x, places, st, a.word);
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
        expr e = fact_in_state(x, places, st, f->conds.data[i]);
        ok = expr_is(e) && !expr_is_false(pool, e);
        if (ok && !expr_is_true(pool, e)) vec_push(&open, e);
    }
    expr all = expr_true(pool);
    for (uint32_t i = 0; ok && i < open.len; i++) {
        ok = model_holds(st->model, pool, open.data[i]);
        all = expr_and(pool, all, open.data[i]);
    }
    ok = ok && state_must(x, st, all); /* one question at most */
    vec_release(&open);
    return ok;
}

void fact_list(struct expr_pool *pool, const struct fact *f, cond_list *out) {
    for (uint32_t i = 0; i < f->arcs.len; i++) vec_push(out, arc_cond(pool, &f->arcs.data[i]));
    conds_append(out, &f->conds);
}

/* ---- invariants -------------------------------------------------------------------------------------- */

#ifndef NDEBUG

static void check_arc(struct expr_pool *pool, const struct arc *a) {
    uint32_t w = expr_width(pool, a->word);
    uint64_t m = arc_mask(w);
    assert(w <= 64 && a->lo <= m && a->hi <= m);
    assert(!expr_is_const(pool, a->word));
    assert(expr_op(pool, a->word) != EXPR_ADD || !expr_is_const(pool, expr_kid(pool, a->word, 1)));
}

void fact_check(struct expr_pool *pool, const struct fact *f) {
    struct map seen;
    map_init(&seen);
    assert(f->refs);
    for (uint32_t i = 0; i < f->arcs.len; i++) {
        check_arc(pool, &f->arcs.data[i]);
        assert(map_put(&seen, f->arcs.data[i].word.id, 1));
    }
    conds_check(pool, &f->conds);
    map_clear(&seen);
    for (uint32_t i = 0; i < f->needs.len; i++) assert(map_put(&seen, f->needs.data[i].base, 1));
    map_release(&seen);
}

#else

void fact_check(struct expr_pool *pool, const struct fact *f) { (void)pool, (void)f; }

#endif
