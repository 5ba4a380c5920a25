#include "engine/concolic/repair.h"

#include "exec/sym/input.h"
#include "expr/arith.h"
#include "solver/path.h"

enum {
    WIDE_SYMBOLS = 6,
    WIDE_NODES = 40,
    FEW = 16,      /* symbols that a constraint is solved for */
    END_BITS = 32, /* the same, of those at an end */
    PASSES = 2,
};

void repair_init(struct repair *r, struct exec *x) {
    *r = (struct repair){.x = x, .narrow = pathcond_new(x->sym->solver)};
}

void repair_release(struct repair *r) {
    pathcond_release(r->narrow);
    vec_release(&r->wide);
}

static bool is_wide(struct expr_pool *pool, expr c) {
    return expr_op(pool, c) == EXPR_EQ && expr_symbols(pool, c)->len >= WIDE_SYMBOLS &&
           expr_size(pool, c, WIDE_NODES) >= WIDE_NODES;
}

/* Adds what is wide in the conjunction c to wide; returns the rest. */
static expr split(struct expr_pool *pool, expr c, vec_expr *wide) {
    if (is_wide(pool, c)) {
        vec_push(wide, c);
        return expr_true(pool);
    }
    if (expr_op(pool, c) != EXPR_AND || expr_symbols(pool, c)->len < WIDE_SYMBOLS) return c;
    uint32_t before = wide->len;
    expr a = split(pool, expr_kid(pool, c, 0), wide), b = split(pool, expr_kid(pool, c, 1), wide);
    return wide->len > before ? expr_and(pool, a, b) : c;
}

/* Takes in the constraints that have come since last time. */
static void follow(struct repair *r, struct pathcond *pc) {
    struct symbolic *sy = r->x->sym;
    for (; r->seen < pathcond_len(pc); r->seen++) {
        expr rest = split(sy->pool, pathcond_at(pc, r->seen), &r->wide);
        r->narrow = pathcond_add(sy->solver, r->narrow, rest);
    }
}

/* ---- one constraint, solved for some symbols --------------------------------------------------- */

/* c with all symbols but some replaced by their values. */
static expr with_values(struct expr_pool *pool, expr c, const vec_u32 *some, const struct model *m) {
    const struct symbol_set *all = expr_symbols(pool, c);
    vec_expr from = {0}, to = {0};
    for (uint32_t i = 0; i < all->len; i++) {
        uint64_t words[EXPR_MAX_WIDTH / 64];
        symbol s = {all->ids[i]};
        expr e = expr_of_symbol(pool, s);
        if (vec_u32_has(some, s.id) || expr_is_array(pool, e)) continue;
        uint32_t width = expr_width(pool, e);
        model_get_wide(m, s, words, (width + 63) / 64);
        vec_push(&from, e);
        vec_push(&to, expr_const_wide(pool, width, words));
    }
    if (from.len) c = expr_substitute(pool, c, from.data, to.data, from.len);
    vec_release(&from);
    vec_release(&to);
    return c;
}

static bool touches(struct expr_pool *pool, expr c, const vec_u32 *some) {
    const struct symbol_set *all = expr_symbols(pool, c);
    for (uint32_t i = 0; i < some->len; i++)
        if (symbol_set_has(all, (symbol){some->data[i]})) return true;
    return false;
}

/* What the chosen symbols must satisfy. False: they cannot. */
static bool gather(struct repair *r, expr c, expr cond, const vec_u32 *some, const struct model *m, vec_expr *all) {
    struct expr_pool *pool = r->x->sym->pool;
    vec_push(all, with_values(pool, c, some, m));
    for (uint32_t i = 0; i <= pathcond_len(r->narrow); i++) {
        expr other = i < pathcond_len(r->narrow) ? pathcond_at(r->narrow, i) : cond;
        if (touches(pool, other, some)) vec_push(all, with_values(pool, other, some, m));
        if (expr_is_false(pool, vec_last(all))) return false;
    }
    return true;
}

static void set_values(struct expr_pool *pool, struct model *m, const vec_u32 *some, const struct model *from) {
    for (uint32_t i = 0; i < some->len; i++) {
        uint64_t words[EXPR_MAX_WIDTH / 64];
        symbol s = {some->data[i]};
        uint32_t n = (expr_width(pool, expr_of_symbol(pool, s)) + 63) / 64;
        model_get_wide(from, s, words, n);
        model_set_wide(m, s, words, n);
    }
}

/* Makes c hold in m by other values for some symbols. */
static bool solve_for(struct repair *r, expr c, expr cond, const vec_u32 *some, struct model *m) {
    struct symbolic *sy = r->x->sym;
    vec_expr all = {0};
    struct model *found = NULL;
    bool ok = some->len && some->len <= FEW && gather(r, c, cond, some, m, &all) &&
              solver_check_all(sy->solver, all.data, all.len, &found, NULL) == ANSWER_SAT;
    if (ok) set_values(sy->pool, m, some, found);
    model_release(found);
    vec_release(&all);
    return ok;
}

/* ---- which symbols --------------------------------------------------------------------------------- */

static void symbols_of(struct expr_pool *pool, expr e, vec_u32 *out) {
    const struct symbol_set *set = expr_symbols(pool, e);
    vec_clear(out);
    for (uint32_t i = 0; i < set->len && i <= FEW; i++) vec_push(out, set->ids[i]);
}

/* The symbols of c that were looked at last, or first: a checksum lies at an end of what
 * it covers. */
static void symbols_at_end(struct repair *r, expr c, bool last, vec_u32 *out) {
    struct expr_pool *pool = r->x->sym->pool;
    vec_u32 order = {0};
    const struct symbol_set *all = expr_symbols(pool, c);
    for (const struct trail *t = r->x->now->trail; t; t = t->prev)
        if (t->is_part && symbol_set_has(all, t->sym)) vec_push(&order, t->sym.id);
    vec_clear(out);
    uint32_t bits = 0;
    for (uint32_t i = 0; i < order.len && bits < END_BITS; i++) {
        uint32_t id = order.data[last ? i : order.len - 1 - i];
        vec_push(out, id);
        bits += expr_width(pool, expr_of_symbol(pool, (symbol){id}));
    }
    vec_release(&order);
}

/* Sides of an equation that have nothing in common are solved one for the other. */
static bool solve_sides(struct repair *r, expr c, expr cond, vec_u32 *some, struct model *m) {
    struct expr_pool *pool = r->x->sym->pool;
    if (expr_op(pool, c) != EXPR_EQ) return false;
    expr a = expr_kid(pool, c, 0), b = expr_kid(pool, c, 1);
    const struct symbol_set *sa = expr_symbols(pool, a), *sb = expr_symbols(pool, b);
    if (!sa->len || !sb->len || symbol_sets_meet(sa, sb)) return false;
    bool first = sa->len < sb->len;
    symbols_of(pool, first ? a : b, some);
    if (solve_for(r, c, cond, some, m)) return true;
    symbols_of(pool, first ? b : a, some);
    return solve_for(r, c, cond, some, m);
}

static bool mend(struct repair *r, expr c, expr cond, struct model *m) {
    vec_u32 some = {0};
    bool ok = solve_sides(r, c, cond, &some, m);
    for (int i = 0; i < 2 && !ok; i++) {
        symbols_at_end(r, c, i == 0, &some);
        ok = solve_for(r, c, cond, &some, m);
    }
    vec_release(&some);
    return ok;
}

/* ---- all ---------------------------------------------------------------------------------------------- */

static bool holds_all(struct repair *r, struct pathcond *pc, expr cond, struct model *m) {
    struct expr_pool *pool = r->x->sym->pool;
    if (!model_holds(m, pool, cond)) return false;
    for (uint32_t i = 0; i < pathcond_len(pc); i++)
        if (!model_holds(m, pool, pathcond_at(pc, i))) return false;
    return true;
}

/* m satisfies what is narrow, and `rest` of cond; makes it satisfy all. */
static bool mend_all(struct repair *r, struct pathcond *pc, expr cond, expr rest, struct model *m) {
    struct expr_pool *pool = r->x->sym->pool;
    for (int pass = 0; pass < PASSES; pass++) {
        for (uint32_t i = r->wide.len; i-- > 0;)
            if (!model_holds(m, pool, r->wide.data[i]) && !mend(r, r->wide.data[i], rest, m)) return false;
        if (holds_all(r, pc, cond, m)) return true;
    }
    return false;
}

enum answer repair_check(struct repair *r, struct pathcond *pc, expr cond, struct model **model) {
    struct symbolic *sy = r->x->sym;
    struct model *hint = r->x->now->model, *found = NULL;
    follow(r, pc);
    uint32_t wide = r->wide.len;
    expr rest = split(sy->pool, cond, &r->wide);
    if (!r->wide.len) return solver_check(sy->solver, pc, cond, hint, model);
    enum answer answer = ANSWER_UNSAT;
    if (!expr_is_false(sy->pool, rest)) answer = solver_check(sy->solver, r->narrow, rest, hint, &found);
    struct model *mended = answer == ANSWER_SAT ? model_copy(found) : NULL;
    bool ok = mended && mend_all(r, pc, cond, rest, mended);
    model_release(found);
    r->wide.len = wide; /* cond is not on the path */
    if (answer == ANSWER_UNSAT) return answer;
    if (ok) {
        r->repaired++;
        *model = mended;
        return ANSWER_SAT;
    }
    model_release(mended);
    r->failed++;
    return solver_check(sy->solver, pc, cond, hint, model);
}
