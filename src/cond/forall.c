#include "cond/forall.h"

#include <assert.h>

#include "expr/arith.h"
#include "expr/relate.h"

enum {
    MOST_INSTANCES = 64,
    MOST_NODES = 600, /* of one expression that is looked at */
    MOST_PLACES = 12, /* indexes that a round reads or writes at */
    MOST_SELECTS = 4, /* one in the other */
    MOST_STRIDE = 64, /* cells between two places */
    MOST_GUESSED = 60
};

/* ---- reads ------------------------------------------------------------------------------------------- */

typedef void (*read_fn)(void *owner, expr array, expr index);

/* Calls `found` for the reads and stores in e; the same one may come several times. */
static void each_access(struct expr_pool *pool, expr e, uint32_t *left, read_fn found, void *owner) {
    if (!*left || expr_is_const(pool, e)) return;
    --*left;
    enum expr_op op = expr_op(pool, e);
    if (op == EXPR_READ || op == EXPR_STORE) found(owner, expr_kid(pool, e, 0), expr_kid(pool, e, 1));
    for (int i = 0; i < expr_arity(op); i++) each_access(pool, expr_kid(pool, e, i), left, found, owner);
}

static bool has_symbol(struct expr_pool *pool, expr e, uint32_t id) {
    const struct symbol_set *set = expr_symbols(pool, e);
    for (uint32_t i = 0; i < set->len; i++)
        if (set->ids[i] == id) return true;
    return false;
}

/* Have both an array in common? */
static bool share_array(struct expr_pool *pool, expr a, expr b) {
    const struct symbol_set *set = expr_symbols(pool, a);
    for (uint32_t i = 0; i < set->len; i++)
        if (expr_is_array(pool, expr_of_symbol(pool, (symbol){set->ids[i]})) && has_symbol(pool, b, set->ids[i]))
            return true;
    return false;
}

/* ---- instances ----------------------------------------------------------------------------------------- */

struct instances {
    struct expr_pool *pool;
    const forall_list *facts;
    cond_list *out;
};

static void put_in(void *owner, expr array, expr index) {
    struct instances *s = owner;
    for (uint32_t i = 0; i < s->facts->len && s->out->len < MOST_INSTANCES; i++) {
        struct forall f = s->facts->data[i];
        if (expr_width(s->pool, f.cell) != expr_width(s->pool, index) || !share_array(s->pool, array, f.cond)) continue;
        expr e = expr_substitute(s->pool, f.cond, &f.cell, &index, 1);
        if (!expr_is_const(s->pool, e) && !conds_have(s->out, e)) vec_push(s->out, e);
    }
}

void forall_instances(struct expr_pool *pool, const forall_list *facts, expr about, cond_list *out) {
    assert(expr_width(pool, about));
    struct instances s = {pool, facts, out};
    uint32_t left = MOST_NODES;
    if (!facts->len) return;
    each_access(pool, about, &left, put_in, &s);
    for (uint32_t i = 0; i < out->len; i++) {
        left = MOST_NODES;
        each_access(pool, out->data[i], &left, put_in, &s);
    }
}

/* ---- counters ------------------------------------------------------------------------------------------ */

/* A place in arrays that moves with a counter. */
struct moving {
    expr index; /* over the counter's symbol */
    expr counter, start;
    expr cell;
    expr inverse; /* the counter where the index is the cell */
    expr passed;  /* has the index been the cell? */
};

static expr with(struct expr_pool *pool, expr e, expr from, expr to) { return expr_substitute(pool, e, &from, &to, 1); }

/* What is added to the part in a round: 1, -1, or 0 for anything else. */
static int step_of(const struct forall_round *r, uint32_t i) {
    struct expr_pool *pool = r->pool;
    expr any = r->c->parts.data[i].any, after = r->after->data[i];
    if (expr_is_array(pool, any) || expr_width(pool, any) != expr_width(pool, after)) return 0;
    uint32_t width = expr_width(pool, any);
    expr step = expr_sub(pool, after, any);
    if (expr_same(step, expr_const(pool, width, 1))) return 1;
    return expr_same(step, expr_const(pool, width, UINT64_MAX >> (64 - width))) ? -1 : 0;
}

/* How far the index moves when the counter grows by one, from an index of *first where it is 0; 0: not by a constant,
 * or too far. */
static int slope(struct expr_pool *pool, expr index, expr counter, expr *first) {
    uint32_t wc = expr_width(pool, counter), wi = expr_width(pool, index);
    expr zero = expr_const(pool, wc, 0), one = expr_const(pool, wc, 1), two = expr_const(pool, wc, 2);
    *first = with(pool, index, counter, zero);
    expr second = with(pool, index, counter, one), rise = expr_sub(pool, second, *first);
    if (!expr_is_const(pool, rise) || !expr_same(rise, expr_sub(pool, with(pool, index, counter, two), second)))
        return 0;
    if (expr_same(rise, expr_const(pool, wi, UINT64_MAX >> (64 - wi)))) return -1;
    for (int by = 1; by <= MOST_STRIDE; by++)
        if (expr_same(rise, expr_const(pool, wi, (uint64_t)by))) return by;
    return 0;
}

/* The one of the round before. */
static expr last_index(struct expr_pool *pool, expr index, expr counter, int step) {
    expr one = expr_const(pool, expr_width(pool, counter), 1);
    return with(pool, index, counter, step > 0 ? expr_sub(pool, counter, one) : expr_add(pool, counter, one));
}

static expr passed_up(struct expr_pool *pool, expr start, expr index, expr cell) {
    return expr_and(pool, expr_ule(pool, start, cell), expr_ult(pool, cell, index));
}

/* Behind index 0 there is none that is less. */
static expr passed_down(struct expr_pool *pool, expr start, expr last, expr cell) {
    return expr_and(pool, expr_ule(pool, last, cell), expr_ule(pool, cell, start));
}

/* False: the index does not follow part i. Where it leaves out cells, those are not passed. */
static bool follow(const struct forall_round *r, uint32_t i, expr index, struct moving *m) {
    struct expr_pool *pool = r->pool;
    expr counter = r->c->parts.data[i].any, first;
    uint32_t width = expr_width(pool, index);
    int step = step_of(r, i);
    if (!step || (width != 32 && width != 64) || !has_symbol(pool, index, expr_symbol(pool, counter).id)) return false;
    int rise = slope(pool, index, counter, &first);
    if (!rise) return false;
    expr cell = r->cell[width == 64], start = with(pool, index, counter, r->before->data[i]);
    expr back = rise > 0 ? expr_sub(pool, cell, first) : expr_sub(pool, first, cell);
    expr passed = (step > 0) == (rise > 0) ? passed_up(pool, start, index, cell)
                                           : passed_down(pool, start, last_index(pool, index, counter, step), cell);
    if (rise > 1) {
        expr by = expr_const(pool, width, (uint64_t)rise);
        passed = expr_and(pool, passed, expr_eq(pool, expr_urem(pool, back, by), expr_const(pool, width, 0)));
        back = expr_udiv(pool, back, by);
    }
    *m = (struct moving){index, counter, start, cell, expr_resize(pool, back, expr_width(pool, counter)), passed};
    return true;
}

/* e, where the index is the cell. */
static expr at_cell(struct expr_pool *pool, const struct moving *m, expr e) {
    return with(pool, with(pool, e, m->index, m->cell), m->counter, m->inverse);
}

/* ---- guesses ------------------------------------------------------------------------------------------- */

static void guess(cond_list *out, const struct expr_pool *pool, expr e) {
    if (!expr_is_const(pool, e) && out->len < MOST_GUESSED && !conds_have(out, e)) vec_push(out, e);
}

/* ... unless the part has one of the constants that the round may give it: a flag that says of which cells it does not
 * hold. */
static void guess_unless(const struct forall_round *r, expr any, expr value, expr e, int depth, cond_list *out) {
    struct expr_pool *pool = r->pool;
    if (expr_is_const(pool, value)) guess(out, pool, expr_or(pool, expr_eq(pool, any, value), e));
    else if (expr_width(pool, any) == 1 && !expr_same(any, value)) {
        guess(out, pool, expr_or(pool, any, e));
        guess(out, pool, expr_or(pool, expr_not(pool, any), e));
    } else if (expr_op(pool, value) == EXPR_ITE && depth)
        for (int i = 1; i < 3; i++) guess_unless(r, any, expr_kid(pool, value, i), e, depth - 1, out);
}

/* ... or is no longer what it was at first: a count. */
static void guess_until(const struct forall_round *r, uint32_t i, expr e, cond_list *out) {
    struct expr_pool *pool = r->pool;
    expr any = r->c->parts.data[i].any, first = r->before->data[i];
    if (expr_same(any, r->after->data[i]) || !expr_is_const(pool, first) ||
        expr_width(pool, any) != expr_width(pool, first))
        return;
    guess(out, pool, expr_or(pool, expr_not(pool, expr_eq(pool, any, first)), e));
}

/* Where cells have been passed. */
static void guess_passed(const struct forall_round *r, const struct moving *m, expr e, cond_list *out) {
    struct expr_pool *pool = r->pool;
    expr all = expr_or(pool, expr_not(pool, m->passed), e);
    guess(out, pool, all);
    for (uint32_t i = 0; r->cases && i < r->c->parts.len; i++) {
        expr any = r->c->parts.data[i].any, value = r->after->data[i];
        if (expr_same(any, m->counter) || expr_is_array(pool, any) || expr_width(pool, any) != expr_width(pool, value))
            continue;
        guess_unless(r, any, value, all, MOST_SELECTS, out);
        guess_until(r, i, all, out);
    }
}

/* Arrays as they were where the loop is entered. */
static expr as_before(const struct forall_round *r, expr e) {
    for (uint32_t i = 0; i < r->c->parts.len; i++) {
        expr any = r->c->parts.data[i].any;
        if (expr_is_array(r->pool, any)) e = with(r->pool, e, any, r->before->data[i]);
    }
    return e;
}

/* Part j, an array, has been written to. */
static void guess_write(const struct forall_round *r, uint32_t j, const struct moving *m, expr value, cond_list *out) {
    struct expr_pool *pool = r->pool;
    expr now = expr_read(pool, r->c->parts.data[j].any, m->cell), was = expr_read(pool, r->before->data[j], m->cell);
    guess_passed(r, m, expr_eq(pool, now, at_cell(pool, m, as_before(r, value))), out);
    guess_passed(r, m, expr_eq(pool, now, at_cell(pool, m, value)), out);
    guess(out, pool, expr_or(pool, m->passed, expr_eq(pool, now, was)));
}

/* What the round asks of a value holds of the cell that it is written to. */
static void guess_written(const struct forall_round *r, uint32_t j, const struct moving *m, expr value,
                          cond_list *out) {
    struct expr_pool *pool = r->pool;
    expr now = expr_read(pool, r->c->parts.data[j].any, m->cell);
    for (uint32_t i = 0;
         i < r->asked->len && !expr_is_const(pool, value) && expr_width(pool, value) == expr_width(pool, now); i++) {
        expr there = with(pool, r->asked->data[i], value, now);
        if (expr_same(there, r->asked->data[i])) continue;
        guess_passed(r, m, there, out);
        guess_passed(r, m, expr_not(pool, there), out);
    }
}

/* Where several paths write, each its constant: bounds of these. */
static void guess_constant(const struct forall_round *r, uint32_t j, const struct moving *m, expr value,
                           cond_list *out) {
    struct expr_pool *pool = r->pool;
    expr now = expr_read(pool, r->c->parts.data[j].any, m->cell);
    if (!expr_is_const(pool, value)) return;
    guess_passed(r, m, expr_sle(pool, value, now), out);
    guess_passed(r, m, expr_sle(pool, now, value), out);
}

/* Where several paths write: this one's value, in the cells where it was taken, by one of its conditions. */
static void guess_path(const struct forall_round *r, uint32_t j, const struct moving *m, expr value, cond_list *out) {
    struct expr_pool *pool = r->pool;
    expr now = expr_read(pool, r->c->parts.data[j].any, m->cell);
    expr wrote = expr_or(pool, expr_not(pool, m->passed), expr_eq(pool, now, at_cell(pool, m, value)));
    for (uint32_t i = 0; i < r->asked->len; i++) {
        expr here = at_cell(pool, m, r->asked->data[i]);
        if (expr_same(here, r->asked->data[i])) continue;
        guess(out, pool, expr_or(pool, here, wrote));
        guess(out, pool, expr_or(pool, expr_not(pool, here), wrote));
    }
}

typedef void (*write_fn)(const struct forall_round *r, uint32_t j, const struct moving *m, expr value, cond_list *out);

/* Part j, an array, is what it was, with stores. */
static void each_write(const struct forall_round *r, uint32_t j, write_fn found, cond_list *out) {
    struct expr_pool *pool = r->pool;
    struct moving m;
    for (expr a = r->after->data[j]; expr_op(pool, a) == EXPR_STORE; a = expr_kid(pool, a, 0))
        for (uint32_t i = 0; i < r->c->parts.len; i++)
            if (follow(r, i, expr_kid(pool, a, 1), &m)) found(r, j, &m, expr_kid(pool, a, 2), out);
}

static void guess_writes(const struct forall_round *r, write_fn found, cond_list *out) {
    for (uint32_t j = 0; j < r->c->parts.len; j++)
        if (expr_is_array(r->pool, r->c->parts.data[j].any)) each_write(r, j, found, out);
}

static bool is_order(enum expr_op op) { return op == EXPR_ULT || op == EXPR_ULE || op == EXPR_SLT || op == EXPR_SLE; }

/* A comparison that the round asks of the cell that it passes, or what is next to it. */
static void guess_asked(const struct forall_round *r, const struct moving *m, expr atom, cond_list *out) {
    struct expr_pool *pool = r->pool;
    enum expr_op op = expr_op(pool, atom);
    expr here = at_cell(pool, m, atom);
    guess_passed(r, m, here, out);
    guess_passed(r, m, expr_not(pool, here), out);
    if (!is_order(op) || !is_order(expr_op(pool, here))) return;
    expr a = expr_kid(pool, here, 0), b = expr_kid(pool, here, 1);
    expr (*most)(struct expr_pool *, expr, expr) = op == EXPR_SLT || op == EXPR_SLE ? expr_sle : expr_ule;
    guess_passed(r, m, most(pool, a, b), out);
    guess_passed(r, m, most(pool, b, a), out);
}

/* Is it what a part becomes in a round, or may become? */
static bool may_be(struct expr_pool *pool, expr value, expr what, int depth) {
    if (expr_same(value, what)) return true;
    return depth && expr_op(pool, value) == EXPR_ITE &&
           (may_be(pool, expr_kid(pool, value, 1), what, depth - 1) ||
            may_be(pool, expr_kid(pool, value, 2), what, depth - 1));
}

/* The same of the cells before a place that a round has noted down, or behind it: another part becomes what the counter
 * is. */
static void guess_noted(const struct forall_round *r, const struct moving *m, expr atom, cond_list *out) {
    struct expr_pool *pool = r->pool;
    expr here = at_cell(pool, m, atom);
    for (uint32_t j = 0; j < r->c->parts.len; j++) {
        expr any = r->c->parts.data[j].any;
        if (expr_is_array(pool, any) || expr_width(pool, any) != expr_width(pool, m->counter) ||
            expr_same(any, m->counter))
            continue;
        if (!may_be(pool, r->after->data[j], m->counter, MOST_SELECTS)) continue;
        struct moving noted = *m;
        expr before = expr_ult(pool, m->inverse, any); /* of counters: what was noted may be too large for an index */
        expr behind = expr_and(pool, m->passed, expr_slt(pool, any, m->inverse));
        for (int k = 0; k < 2; k++) {
            noted.passed = k ? behind : before;
            guess_passed(r, &noted, here, out);
            guess_passed(r, &noted, expr_not(pool, here), out);
        }
    }
}

static void find_place(void *owner, expr array, expr index) {
    cond_list *places = owner;
    (void)array;
    if (places->len < MOST_PLACES && !conds_have(places, index)) vec_push(places, index);
}

static void guess_condition(const struct forall_round *r, expr cond, cond_list *out) {
    cond_list places = {0};
    uint32_t left = MOST_NODES;
    struct moving m;
    each_access(r->pool, cond, &left, find_place, &places);
    for (uint32_t k = 0; k < places.len; k++)
        for (uint32_t i = 0; i < r->c->parts.len; i++)
            if (follow(r, i, places.data[k], &m)) {
                guess_asked(r, &m, cond, out);
                if (r->cases) guess_noted(r, &m, cond, out);
            }
    vec_release(&places);
}

void forall_guess(const struct forall_round *r, cond_list *out) {
    assert(r->before->len == r->c->parts.len && r->after->len == r->c->parts.len);
    guess_writes(r, guess_write, out);
    guess_writes(r, guess_written, out);
    for (uint32_t i = 0; i < r->asked->len; i++) guess_condition(r, r->asked->data[i], out);
    if (!r->cases) return;
    guess_writes(r, guess_constant, out);
    guess_writes(r, guess_path, out);
}
