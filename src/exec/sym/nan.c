#include "exec/sym/nan.h"

#include <assert.h>

#include "base/map.h"
#include "exec/decide/decider.h"

typedef VEC(expr) vec_expr;

/* Is its NaN that of an operand? */
static bool passes_on(enum expr_op op) {
    return op == EXPR_ITE || op == EXPR_GUARD || op == EXPR_FNEG || op == EXPR_FABS;
}

/* Operations in e whose bits are looked at, each once. */
static void find_operations(const struct expr_pool *pool, expr e, vec_expr *found) {
    struct map seen;
    vec_u32 todo = {0};
    map_init(&seen);
    vec_push(&todo, e.id);
    while (todo.len) {
        uint32_t id = vec_pop(&todo);
        expr at = {id};
        enum float_bits bits = expr_float_bits(pool, at);
        if (bits == FLOAT_BITS_NONE || !map_put(&seen, at.id, 1)) continue;
        enum expr_op op = expr_op(pool, at);
        if (bits == FLOAT_BITS_NAN && !passes_on(op)) {
            vec_push(found, at);
            continue;
        }
        for (int i = 0; i < expr_arity(op); i++) {
            expr kid = expr_kid(pool, at, i);
            bool value = float_op(op) && op != EXPR_FROMI && !passes_on(op) && expr_float_bits(pool, kid) == FLOAT_BITS_NAN;
            if (!value) vec_push(&todo, kid.id);
        }
    }
    map_release(&seen);
    vec_release(&todo);
}

/* Any quiet NaN of the operation's format. */
static expr any_nan(struct expr_pool *pool, expr like) {
    uint32_t width = expr_width(pool, like);
    struct float_format f = {0};
    float_format_of(width, &f);
    expr sign = expr_sym(pool, 1, "nan.sign"), payload = expr_sym(pool, f.precision - 2, "nan.payload");
    uint32_t ones = f.exponent_bits + f.leading_stored + 1;
    expr high = expr_concat(pool, sign, expr_not(pool, expr_const(pool, ones, 0)));
    return expr_concat(pool, high, payload);
}

/* Does e depend on which NaN the operations give? */
static expr depends(struct expr_pool *pool, expr e, expr fixed, const vec_expr *found) {
    vec_expr others = {0};
    for (vec_each(uint32_t, i, found)) {
        expr op = found->data[i], nan = expr_fnan(pool, op), any = any_nan(pool, op);
        expr bits = expr_fbits(pool, op);
        vec_push(&others, expr_ite(pool, nan, any, bits));
    }
    expr other = expr_substitute(pool, e, found->data, others.data, found->len);
    vec_release(&others);
    return expr_ne(pool, fixed, other);
}

static expr without_nans(struct expr_pool *pool, expr e, const vec_expr *found) {
    vec_expr bits = {0};
    for (vec_each(uint32_t, i, found)) vec_push(&bits, expr_fbits(pool, found->data[i]));
    e = expr_substitute(pool, e, found->data, bits.data, found->len);
    vec_release(&bits);
    return e;
}

expr nan_decided_slowly(struct exec *x, expr e) {
    struct expr_pool *pool = x->sym->pool;
    vec_expr found = {0};
    find_operations(pool, e, &found);
    expr fixed = without_nans(pool, e, &found), differs = depends(pool, e, fixed, &found);
    vec_release(&found);
    if (expr_is_false(pool, differs)) return fixed;
    if (x->decider->locations) return decider_gives_up(x) ? EXPR_NONE : fixed;
    if (solver_check(x->sym->solver, x->now->pc, differs, x->now->model, NULL) != ANSWER_UNSAT) sym_gap(x, GAP_NAN, NULL);
    return fixed;
}
