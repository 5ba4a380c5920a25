/* Equality.
 *
 * Forms:
 *   - a constant is second; other operands are ordered by id;
 *   - width 1: EQ(a, b) is NOT(XOR(a, b)), EQ(a, true) is a;
 *   - sums are brought to linear form, positive terms on the left, the constant
 *     on the right: x + 3 == 10 is x == 7, x + y == x + z is y == z; a factor is
 *     divided out, and large odd ones made small where they can be (build_sum.c);
 *   - ZEXT and SEXT are dropped on both sides or against a constant; bits that
 *     are known to be 0 but are 1 in the constant make it false;
 *   - CONCAT against a constant, or against a CONCAT that is cut at the same
 *     place, is the conjunction over the parts;
 *   - the top part of a word equal to 0 or to all ones is an order comparison of
 *     the word: (x >> 4) == 0 is x < 16;
 *   - an ITE with a constant arm against a constant becomes AND or OR of the
 *     condition and the other arm;
 *   - x / c1 == c2 is a range of x (build_bound.c); x ^ c1 == c2 is x == c1 ^ c2.
 */
#include "expr/arith.h"
#include "expr/build.h"
#include "expr/build_const.h"
#include "expr/relate.h"

/* ---- against a constant ------------------------------------------------------------------ */

static expr eq_extension(struct expr_pool *pool, expr a, expr c) {
    expr x = expr_kid(pool, a, 0);
    uint32_t width = expr_width(pool, a), inner = expr_width(pool, x);
    expr cut = const_slice(pool, c, 0, inner);
    expr back = fold_const(pool, expr_op(pool, a), width, 0, cut, EXPR_NONE);
    return expr_same(back, c) ? expr_eq(pool, x, cut) : expr_false(pool);
}

static expr eq_concat(struct expr_pool *pool, expr a, expr c) {
    expr high = expr_kid(pool, a, 0), low = expr_kid(pool, a, 1);
    uint32_t split = expr_width(pool, low), above = expr_width(pool, high);
    expr first = expr_eq(pool, high, const_slice(pool, c, split, above));
    if (expr_is_false(pool, first)) return first;
    return expr_and(pool, first, expr_eq(pool, low, const_slice(pool, c, 0, split)));
}

/* The top of x, above `low` bits, is 0 or all ones. */
static expr eq_top(struct expr_pool *pool, expr a, expr c) {
    assert(expr_op(pool, a) == EXPR_EXTRACT);
    expr x = expr_kid(pool, a, 0);
    uint32_t low = (uint32_t)expr_node(pool, a)->aux, width = expr_width(pool, x);
    if (low == 0 || low + expr_width(pool, a) != width) return EXPR_NONE;
    uint64_t words[BV_MAX_WORDS];
    bv_power(words, low, width);
    if (is_zero(pool, c)) return expr_ult(pool, x, expr_const_wide(pool, width, words));
    if (!is_ones(pool, c)) return EXPR_NONE;
    bv_neg(words, words, width); /* 1..10..0 */
    expr limit = expr_const_wide(pool, width, words);
    return expr_ult(pool, const_plus(pool, limit, -1), x);
}

/* ITE(cond, t, f) == c where one arm at least is a constant. */
static expr eq_ite(struct expr_pool *pool, expr a, expr c) {
    expr cond = expr_kid(pool, a, 0), t = expr_kid(pool, a, 1), f = expr_kid(pool, a, 2);
    if (expr_is_const(pool, t)) {
        expr rest = expr_eq(pool, f, c);
        if (expr_same(t, c)) return expr_or(pool, cond, rest);
        return expr_and(pool, expr_not(pool, cond), rest);
    }
    if (!expr_is_const(pool, f)) return EXPR_NONE;
    expr rest = expr_eq(pool, t, c);
    if (expr_same(f, c)) return expr_or(pool, expr_not(pool, cond), rest);
    return expr_and(pool, cond, rest);
}

/* A bit that is 0 in every value of a is 1 in c. */
static bool is_impossible(const struct expr_pool *pool, expr a, expr c) {
    uint32_t width = expr_width(pool, a);
    const uint64_t *words = expr_const_words(pool, c);
    if (bv_leading_zeros(words, width) < known_leading_zeros(pool, a)) return true;
    if (bv_trailing_zeros(words, width) < known_trailing_zeros(pool, a)) return true;
    if (width <= 64 && expr_value(pool, c) > known_max(pool, a)) return true;
    expr mask = expr_kid(pool, a, 1);
    bool masked = expr_op(pool, a) == EXPR_AND || expr_op(pool, a) == EXPR_OR;
    if (!masked || !expr_is_const(pool, mask)) return false;
    uint64_t common[BV_MAX_WORDS];
    bv_and(common, words, expr_const_words(pool, mask), width);
    return !bv_equal(common, expr_op(pool, a) == EXPR_AND ? words : expr_const_words(pool, mask), width);
}

static expr eq_const(struct expr_pool *pool, expr a, expr c) {
    assert(expr_is_const(pool, c) && !expr_is_const(pool, a));
    uint32_t width = expr_width(pool, a);
    expr y = expr_kid(pool, a, 1);
    if (is_impossible(pool, a, c)) return expr_false(pool);
    switch (expr_op(pool, a)) {
    case EXPR_ZEXT:
    case EXPR_SEXT: return eq_extension(pool, a, c);
    case EXPR_CONCAT: return eq_concat(pool, a, c);
    case EXPR_EXTRACT: return eq_top(pool, a, c);
    case EXPR_ITE: return eq_ite(pool, a, c);
    case EXPR_UDIV:
    case EXPR_SDIV: return eq_of_quotient(pool, a, c);
    case EXPR_SREM: return eq_of_remainder(pool, a, c);
    case EXPR_XOR:
        if (!expr_is_const(pool, y)) return EXPR_NONE;
        return expr_eq(pool, expr_kid(pool, a, 0), fold_const(pool, EXPR_XOR, width, 0, y, c));
    default: return EXPR_NONE;
    }
}

/* ---- two unknowns -------------------------------------------------------------------------- */

static expr eq_extended_pair(struct expr_pool *pool, expr a, expr b) {
    bool is_signed = expr_op(pool, a) == EXPR_SEXT;
    expr x = expr_kid(pool, a, 0), y = expr_kid(pool, b, 0);
    uint32_t wx = expr_width(pool, x), wy = expr_width(pool, y), width = wx > wy ? wx : wy;
    x = is_signed ? expr_sext(pool, x, width) : expr_zext(pool, x, width);
    y = is_signed ? expr_sext(pool, y, width) : expr_zext(pool, y, width);
    return expr_eq(pool, x, y);
}

static expr eq_concat_pair(struct expr_pool *pool, expr a, expr b) {
    expr ah = expr_kid(pool, a, 0), al = expr_kid(pool, a, 1);
    expr bh = expr_kid(pool, b, 0), bl = expr_kid(pool, b, 1);
    if (expr_width(pool, al) != expr_width(pool, bl)) return EXPR_NONE;
    expr high = expr_eq(pool, ah, bh);
    return expr_and(pool, high, expr_eq(pool, al, bl));
}

static expr eq_unknown(struct expr_pool *pool, expr a, expr b) {
    assert(!expr_is_const(pool, a) && !expr_is_const(pool, b));
    enum expr_op oa = expr_op(pool, a), ob = expr_op(pool, b);
    if (oa == ob && (oa == EXPR_ZEXT || oa == EXPR_SEXT)) return eq_extended_pair(pool, a, b);
    if (oa == EXPR_CONCAT && ob == EXPR_CONCAT) return eq_concat_pair(pool, a, b);
    return fold_ite_pair(pool, EXPR_EQ, 1, a, b);
}

static expr eq_rules(struct expr_pool *pool, expr a, expr b) {
    expr r = eq_of_sums(pool, a, b);
    if (expr_is(r)) return r;
    return expr_is_const(pool, b) ? eq_const(pool, a, b) : eq_unknown(pool, a, b);
}

expr expr_eq(struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    assert(width == expr_width(pool, b) && width > 0);
    if (expr_same(a, b)) return expr_true(pool);
    if (both_const(pool, a, b)) return expr_false(pool);
    if (width == 1) return expr_not(pool, expr_xor(pool, a, b));
    if (expr_is_const(pool, a)) return expr_eq(pool, b, a);
    if (poly_same(pool, a, b)) return expr_true(pool);
    if (rewrite_enter(pool)) {
        expr r = eq_rules(pool, a, b);
        rewrite_leave(pool);
        if (expr_is(r)) return r;
    }
    return intern_ordered(pool, EXPR_EQ, 1, a, b);
}
