/* Division: UDIV, UREM, SDIV, SREM.
 *
 * Forms:
 *   - unsigned by 2^k: shift and mask, that is ZEXT(EXTRACT(...));
 *   - signed operators over two values that cannot be negative are unsigned;
 *   - a dividend that is ZEXT (SEXT) is divided before it is extended, if the
 *     divisor is a constant that fits (for UREM also a ZEXT);
 *   - signed operators over two extended values are as narrow as these allow;
 *   - (x / c1) / c2 is x / (c1 * c2);
 *   - by 1, by -1, by 0 and 0 by something are folded. Division by 0 has
 *     SMT-LIB's result.
 */
#include "expr/arith.h"
#include "expr/build.h"
#include "expr/build_const.h"
#include "expr/bv_shift.h"
#include "expr/relate.h"

static bool fits_unsigned(const struct expr_pool *pool, expr c, uint32_t width) {
    uint32_t all = expr_width(pool, c);
    return all - bv_leading_zeros(expr_const_words(pool, c), all) <= width;
}

static bool fits_signed(const struct expr_pool *pool, expr c, uint32_t width) {
    uint64_t cut[BV_MAX_WORDS];
    uint32_t all = expr_width(pool, c);
    bv_extract(cut, expr_const_words(pool, c), all, 0, width);
    bv_sext(cut, cut, width, all);
    return bv_equal(cut, expr_const_words(pool, c), all);
}

/* Both or none of the divisors is extended like the dividend: the inner width,
 * or 0. */
static uint32_t inner_width(const struct expr_pool *pool, enum expr_op extension, expr a, expr b) {
    if (expr_op(pool, a) != extension || !expr_is_const(pool, b)) return 0;
    uint32_t width = expr_width(pool, expr_kid(pool, a, 0));
    bool fits = extension == EXPR_ZEXT ? fits_unsigned(pool, b, width) : fits_signed(pool, b, width);
    return fits && !is_zero(pool, b) ? width : 0;
}

/* x / c for unsigned c; none if no rule applies. */
static expr udiv_by_const(struct expr_pool *pool, expr a, expr c) {
    uint32_t width = expr_width(pool, a), low, ones;
    if (is_zero(pool, c)) return const_ones(pool, width);
    if (is_run(pool, c, &low, &ones) && ones == 1)
        return expr_zext(pool, expr_extract(pool, a, low, width - low), width);
    if (width <= 64 && known_max(pool, a) < expr_value(pool, c)) return const_zero(pool, width);
    uint32_t inner = inner_width(pool, EXPR_ZEXT, a, c);
    if (inner) {
        c = const_slice(pool, c, 0, inner);
        return expr_zext(pool, expr_udiv(pool, expr_kid(pool, a, 0), c), width);
    }
    expr below = expr_kid(pool, a, 1);
    if (expr_op(pool, a) == EXPR_UDIV && expr_is_const(pool, below) && !is_zero(pool, below) && width <= 64) {
        uint64_t product;
        bool over = __builtin_mul_overflow(expr_value(pool, below), expr_value(pool, c), &product);
        if (over || product > bv_mask(width)) return const_zero(pool, width);
        return expr_udiv(pool, expr_kid(pool, a, 0), expr_const(pool, width, product));
    }
    return EXPR_NONE;
}

expr expr_udiv(struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    assert(width == expr_width(pool, b) && width > 0);
    if (both_const(pool, a, b)) return fold_const(pool, EXPR_UDIV, width, 0, a, b);
    if (width == 1) return expr_or(pool, a, expr_not(pool, b));
    expr r = fold_ite_pair(pool, EXPR_UDIV, width, a, b);
    if (!expr_is(r) && expr_is_const(pool, b)) r = udiv_by_const(pool, a, b);
    return expr_is(r) ? r : intern2(pool, EXPR_UDIV, width, a, b);
}

static expr urem_by_const(struct expr_pool *pool, expr a, expr c) {
    uint32_t width = expr_width(pool, a), low, ones;
    if (is_zero(pool, c)) return a;
    if (is_one(pool, c)) return const_zero(pool, width);
    if (is_run(pool, c, &low, &ones) && ones == 1) return keep_bits(pool, a, 0, low);
    if (width <= 64 && known_max(pool, a) < expr_value(pool, c)) return a;
    uint32_t inner = inner_width(pool, EXPR_ZEXT, a, c);
    if (!inner) return EXPR_NONE;
    c = const_slice(pool, c, 0, inner);
    return expr_zext(pool, expr_urem(pool, expr_kid(pool, a, 0), c), width);
}

/* ZEXT(x) % ZEXT(y): by 0 the remainder is the dividend at either width. */
static expr urem_of_extended(struct expr_pool *pool, expr a, expr b) {
    expr x = expr_kid(pool, a, 0), y = expr_kid(pool, b, 0);
    uint32_t wx = expr_width(pool, x), wy = expr_width(pool, y), inner = wx > wy ? wx : wy;
    x = expr_zext(pool, x, inner);
    y = expr_zext(pool, y, inner);
    expr rest = expr_urem(pool, x, y);
    return expr_zext(pool, rest, expr_width(pool, a));
}

expr expr_urem(struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    assert(width == expr_width(pool, b) && width > 0);
    if (both_const(pool, a, b)) return fold_const(pool, EXPR_UREM, width, 0, a, b);
    if (expr_same(a, b)) return const_zero(pool, width);
    if (is_zero(pool, a)) return a;
    if (width == 1) return expr_and(pool, a, expr_not(pool, b));
    expr r = fold_ite_pair(pool, EXPR_UREM, width, a, b);
    if (!expr_is(r) && expr_is_const(pool, b)) r = urem_by_const(pool, a, b);
    if (!expr_is(r) && expr_op(pool, a) == EXPR_ZEXT && expr_op(pool, b) == EXPR_ZEXT) r = urem_of_extended(pool, a, b);
    return expr_is(r) ? r : intern2(pool, EXPR_UREM, width, a, b);
}

/* ---- signed -------------------------------------------------------------------------- */

static bool both_not_negative(const struct expr_pool *pool, expr a, expr b) {
    return known_leading_zeros(pool, a) > 0 && known_leading_zeros(pool, b) > 0;
}

/* Rules common to quotient and remainder by a constant that is not 0, 1, -1. */
static expr signed_narrowed(struct expr_pool *pool, enum expr_op op, expr a, expr c) {
    uint32_t width = expr_width(pool, a), inner = inner_width(pool, EXPR_SEXT, a, c);
    if (!inner) return EXPR_NONE;
    c = const_slice(pool, c, 0, inner);
    expr x = expr_kid(pool, a, 0);
    expr r = op == EXPR_SDIV ? expr_sdiv(pool, x, c) : expr_srem(pool, x, c);
    return expr_sext(pool, r, width);
}

/* Bits that the value fits in as a signed one. */
static uint32_t signed_bits(const struct expr_pool *pool, expr e) {
    if (expr_op(pool, e) == EXPR_SEXT) return expr_width(pool, expr_kid(pool, e, 0));
    if (expr_op(pool, e) == EXPR_ZEXT) return expr_width(pool, expr_kid(pool, e, 0)) + 1;
    return expr_width(pool, e);
}

/* Both operands extended. By 0 the remainder is the dividend at any width, and the quotient
 * 1 or -1; the least number by -1 needs a bit more. */
static expr signed_of_extended(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    uint32_t width = expr_width(pool, a), wa = signed_bits(pool, a), wb = signed_bits(pool, b);
    uint32_t inner = (wa > wb ? wa : wb) + (op == EXPR_SDIV);
    if (inner >= width) return EXPR_NONE;
    expr x = expr_extract(pool, a, 0, inner), y = expr_extract(pool, b, 0, inner);
    expr r = op == EXPR_SDIV ? expr_sdiv(pool, x, y) : expr_srem(pool, x, y);
    return expr_sext(pool, r, width);
}

expr expr_sdiv(struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    assert(width == expr_width(pool, b) && width > 0);
    if (both_const(pool, a, b)) return fold_const(pool, EXPR_SDIV, width, 0, a, b);
    if (width > 1 && is_one(pool, b)) return a;
    if (is_ones(pool, b)) return expr_neg(pool, a);
    if (width > 1 && both_not_negative(pool, a, b)) return expr_udiv(pool, a, b);
    expr r = fold_ite_pair(pool, EXPR_SDIV, width, a, b);
    if (!expr_is(r) && expr_is_const(pool, b) && width > 1) r = signed_narrowed(pool, EXPR_SDIV, a, b);
    if (!expr_is(r)) r = signed_of_extended(pool, EXPR_SDIV, a, b);
    return expr_is(r) ? r : intern2(pool, EXPR_SDIV, width, a, b);
}

expr expr_srem(struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    assert(width == expr_width(pool, b) && width > 0);
    if (both_const(pool, a, b)) return fold_const(pool, EXPR_SREM, width, 0, a, b);
    if (expr_same(a, b)) return const_zero(pool, width);
    if (is_zero(pool, a) || is_zero(pool, b)) return a;
    if (is_ones(pool, b) || is_one(pool, b)) return const_zero(pool, width);
    if (width > 1 && both_not_negative(pool, a, b)) return expr_urem(pool, a, b);
    expr r = fold_ite_pair(pool, EXPR_SREM, width, a, b);
    if (!expr_is(r) && expr_is_const(pool, b) && width > 1) r = signed_narrowed(pool, EXPR_SREM, a, b);
    if (!expr_is(r)) r = signed_of_extended(pool, EXPR_SREM, a, b);
    return expr_is(r) ? r : intern2(pool, EXPR_SREM, width, a, b);
}
