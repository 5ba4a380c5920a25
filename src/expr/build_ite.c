/* If-then-else and guards.
 *
 * Forms:
 *   - the condition is not a constant and not a NOT (the arms are swapped
 *     instead), the arms differ;
 *   - width 1: with a constant arm it is AND or OR; ITE(c, x, ~x) is XOR;
 *   - words: ITE(c, 1, 0) is ZEXT(c), ITE(c, -1, 0) is SEXT(c), also with the
 *     condition negated;
 *   - inside the arms nothing asks the same condition again, and an arm that the
 *     condition x == k fixes to k is k;
 *   - two nested ITEs that share an arm are one with a joint condition;
 *   - ZEXT (a constant that fits counts) on both arms is taken outside.
 *   - GUARD(true, e) is e; a guard directly in a guard with the same condition
 *     goes. Nothing else looks through guards.
 */
#include "expr/arith.h"
#include "expr/build.h"
#include "expr/build_const.h"
#include "expr/relate.h"

static expr bool_ite(struct expr_pool *pool, expr c, expr t, expr f) {
    assert(expr_width(pool, t) == 1 && expr_width(pool, f) == 1);
    if (expr_is_true(pool, t) || expr_same(c, t)) return expr_or(pool, c, f);
    if (expr_is_false(pool, f) || expr_same(c, f)) return expr_and(pool, c, t);
    if (expr_is_false(pool, t)) return expr_and(pool, expr_not(pool, c), f);
    if (expr_is_true(pool, f)) return expr_or(pool, expr_not(pool, c), t);
    if (are_complements(pool, t, f)) return expr_xor(pool, c, f);
    return EXPR_NONE;
}

/* Arms 1 and 0, or -1 and 0. */
static expr ite_of_bit(struct expr_pool *pool, expr c, expr t, expr f, uint32_t width) {
    if (is_zero(pool, t) && (is_one(pool, f) || is_ones(pool, f)))
        return ite_of_bit(pool, expr_not(pool, c), f, t, width);
    if (!is_zero(pool, f)) return EXPR_NONE;
    if (is_one(pool, t)) return expr_zext(pool, c, width);
    return is_ones(pool, t) ? expr_sext(pool, c, width) : EXPR_NONE;
}

/* An arm under the assumption that c is `value`. */
static expr arm_under(struct expr_pool *pool, expr arm, expr c, bool value) {
    if (expr_op(pool, arm) == EXPR_ITE) {
        expr inner = expr_kid(pool, arm, 0);
        if (expr_same(inner, c)) return expr_kid(pool, arm, value ? 1 : 2);
        if (are_complements(pool, inner, c)) return expr_kid(pool, arm, value ? 2 : 1);
    }
    if (value && expr_op(pool, c) == EXPR_EQ && expr_same(arm, expr_kid(pool, c, 0)) &&
        expr_is_const(pool, expr_kid(pool, c, 1)))
        return expr_kid(pool, c, 1);
    return arm;
}

/* An ITE as one of the arms that shares an arm with the outer one. */
static expr ite_nested(struct expr_pool *pool, expr c, expr t, expr f) {
    if (expr_op(pool, f) == EXPR_ITE) {
        expr d = expr_kid(pool, f, 0), x = expr_kid(pool, f, 1), y = expr_kid(pool, f, 2);
        if (expr_same(x, t)) return expr_ite(pool, expr_or(pool, c, d), t, y);
        if (expr_same(y, t)) return expr_ite(pool, expr_or(pool, c, expr_not(pool, d)), t, x);
    }
    if (expr_op(pool, t) == EXPR_ITE) {
        expr d = expr_kid(pool, t, 0), x = expr_kid(pool, t, 1), y = expr_kid(pool, t, 2);
        if (expr_same(y, f)) return expr_ite(pool, expr_and(pool, c, d), x, f);
        if (expr_same(x, f)) return expr_ite(pool, expr_and(pool, c, expr_not(pool, d)), y, f);
    }
    return EXPR_NONE;
}

/* Width below which e is all zeros: of the word that is extended, of a constant. */
static uint32_t extended_from(const struct expr_pool *pool, expr e) {
    uint32_t width = expr_width(pool, e);
    if (expr_op(pool, e) == EXPR_ZEXT) return expr_width(pool, expr_kid(pool, e, 0));
    if (!expr_is_const(pool, e)) return width;
    return width - bv_leading_zeros(expr_const_words(pool, e), width);
}

static expr ite_of_extended(struct expr_pool *pool, expr c, expr t, expr f, uint32_t width) {
    if (both_const(pool, t, f)) return EXPR_NONE;
    uint32_t wt = extended_from(pool, t), wf = extended_from(pool, f), inner = wt > wf ? wt : wf;
    if (inner >= width || inner == 0) return EXPR_NONE;
    t = expr_extract(pool, t, 0, inner);
    f = expr_extract(pool, f, 0, inner);
    return expr_zext(pool, expr_ite(pool, c, t, f), width);
}

/* Rules that build below. */
static expr ite_pushed(struct expr_pool *pool, expr c, expr t, expr f, uint32_t width) {
    expr r = EXPR_NONE;
    if (!rewrite_enter(pool)) return r;
    if (width > 1) r = ite_of_extended(pool, c, t, f, width);
    if (!expr_is(r)) r = ite_nested(pool, c, t, f);
    rewrite_leave(pool);
    return r;
}

static expr ite_rules(struct expr_pool *pool, expr c, expr t, expr f) {
    uint32_t width = expr_width(pool, t);
    expr r = EXPR_NONE;
    if (width == 1) r = bool_ite(pool, c, t, f);
    else if (width > 1) r = ite_of_bit(pool, c, t, f, width);
    return expr_is(r) ? r : ite_pushed(pool, c, t, f, width);
}

/* For arrays: both widths, which the node keeps. */
static uint64_t array_widths(const struct expr_pool *pool, expr e) {
    if (!expr_is_array(pool, e)) return 0;
    return (uint64_t)expr_index_width(pool, e) << 16 | expr_elem_width(pool, e);
}

expr expr_ite(struct expr_pool *pool, expr c, expr t, expr f) {
    assert(expr_width(pool, c) == 1 && expr_width(pool, t) == expr_width(pool, f));
    assert(array_widths(pool, t) == array_widths(pool, f));
    if (expr_is_const(pool, c)) return expr_is_true(pool, c) ? t : f;
    if (expr_op(pool, c) == EXPR_NOT) return expr_ite(pool, expr_kid(pool, c, 0), f, t);
    t = arm_under(pool, t, c, true);
    f = arm_under(pool, f, c, false);
    if (expr_same(t, f)) return t;
    expr r = ite_rules(pool, c, t, f);
    if (expr_is(r)) return r;
    return expr_intern(pool, EXPR_ITE, expr_width(pool, t), array_widths(pool, t), c, t, f);
}

expr expr_guard(struct expr_pool *pool, expr d, expr e) {
    assert(expr_width(pool, d) == 1 && !expr_is_array(pool, e));
    if (expr_is_true(pool, d)) return e;
    if (expr_op(pool, e) == EXPR_GUARD && expr_same(expr_kid(pool, e, 0), d)) return e;
    return intern2(pool, EXPR_GUARD, expr_width(pool, e), d, e);
}
