/* Bounds on the result of arithmetic with a constant, as bounds on its operand.
 *
 * Forms (d, k constants, at most 64 bits; no node for the arithmetic is left):
 *   - x / d < k, signed too for d > 0, is a bound on x; x / d == k is a range of x;
 *   - x + d < k and x * d < k are bounds on x where x is known to be so small
 *     that nothing wraps around;
 *   - x %s 2^n == k asks for the low bits of x, and for its sign if k is not 0.
 *
 * Thresholds are computed as 128-bit integers, which hold every sum, and every
 * product that matters.
 */
#include "expr/arith.h"
#include "expr/build.h"
#include "expr/build_const.h"
#include "expr/relate.h"

typedef __int128 wide_int;

/* x < t in the order of op, for any integer t. */
static expr below(struct expr_pool *pool, enum expr_op op, expr x, wide_int t) {
    assert(expr_width(pool, x) <= 64);
    uint32_t width = expr_width(pool, x);
    bool is_signed = op == EXPR_SLT;
    wide_int least = is_signed ? -((wide_int)1 << (width - 1)) : 0;
    wide_int most = is_signed ? -least - 1 : (wide_int)bv_mask(width);
    if (t <= least) return expr_false(pool);
    if (t > most) return expr_true(pool);
    expr c = expr_const(pool, width, (uint64_t)t);
    return is_signed ? expr_slt(pool, x, c) : expr_ult(pool, x, c);
}

/* Quotient by d > 0, rounded towards 0. */
static expr quotient_below(struct expr_pool *pool, enum expr_op op, expr e, wide_int d, wide_int k) {
    assert(d > 0);
    wide_int t;
    if (k <= 0) t = (k - 1) * d + 1;
    else if (__builtin_mul_overflow(k, d, &t)) return expr_true(pool);
    return below(pool, op, expr_kid(pool, e, 0), t);
}

static expr sum_below(struct expr_pool *pool, enum expr_op op, expr e, wide_int d, wide_int k) {
    expr x = expr_kid(pool, e, 0);
    uint32_t width = expr_width(pool, x);
    wide_int limit = bv_mask(op == EXPR_SLT ? width - 1 : width), max = known_max(pool, x);
    if (max > limit || max + d > limit) return EXPR_NONE;
    return below(pool, EXPR_ULT, x, k - d);
}

static expr product_below(struct expr_pool *pool, expr e, wide_int d, wide_int k) {
    assert(d > 0 && k >= 0);
    expr x = expr_kid(pool, e, 0);
    wide_int limit = bv_mask(expr_width(pool, x));
    if ((wide_int)known_max(pool, x) > limit / d) return EXPR_NONE;
    return below(pool, EXPR_ULT, x, (k + d - 1) / d);
}

/* e < k where e is an operator with a constant second operand; none if e is not
 * one of those above. */
static expr arithmetic_below(struct expr_pool *pool, enum expr_op op, expr e, wide_int k) {
    uint32_t width = expr_width(pool, e);
    expr second = expr_kid(pool, e, 1);
    if (width > 64 || !expr_is(second) || !expr_is_const(pool, second)) return EXPR_NONE;
    uint64_t bits = expr_value(pool, second);
    wide_int d = op == EXPR_SLT ? (wide_int)bv_signed(bits, width) : (wide_int)bits;
    switch (expr_op(pool, e)) {
    case EXPR_UDIV:
        if (op != EXPR_ULT || d == 0) return EXPR_NONE;
        return quotient_below(pool, op, e, d, k);
    case EXPR_SDIV:
        if (op != EXPR_SLT || d <= 0) return EXPR_NONE;
        return quotient_below(pool, op, e, d, k);
    case EXPR_ADD: return sum_below(pool, op, e, d, k);
    case EXPR_MUL: return op == EXPR_ULT && d > 0 ? product_below(pool, e, d, k) : EXPR_NONE;
    default: return EXPR_NONE;
    }
}

static wide_int const_number(const struct expr_pool *pool, enum expr_op op, expr c) {
    if (op == EXPR_SLT) return bv_signed(expr_value(pool, c), expr_width(pool, c));
    return expr_value(pool, c);
}

expr bound_arithmetic(struct expr_pool *pool, enum expr_op op, expr e, expr c, bool above) {
    if (expr_width(pool, e) > 64) return EXPR_NONE;
    wide_int k = const_number(pool, op, c);
    expr r = arithmetic_below(pool, op, e, above ? k + 1 : k);
    return expr_is(r) && above ? expr_not(pool, r) : r;
}

expr eq_of_quotient(struct expr_pool *pool, expr e, expr c) {
    enum expr_op op = expr_op(pool, e) == EXPR_SDIV ? EXPR_SLT : EXPR_ULT;
    if (expr_width(pool, e) > 64) return EXPR_NONE;
    wide_int k = const_number(pool, op, c);
    expr less = arithmetic_below(pool, op, e, k);
    if (!expr_is(less)) return EXPR_NONE;
    expr not_more = arithmetic_below(pool, op, e, k + 1);
    return expr_and(pool, expr_not(pool, less), not_more);
}

expr eq_of_remainder(struct expr_pool *pool, expr e, expr c) {
    assert(expr_op(pool, e) == EXPR_SREM && expr_is_const(pool, c));
    expr x = expr_kid(pool, e, 0), d = expr_kid(pool, e, 1);
    uint32_t width = expr_width(pool, x), low, ones;
    if (!expr_is_const(pool, d) || !is_run(pool, d, &low, &ones) || ones != 1 || low + 1 >= width) return EXPR_NONE;
    if (low == 0) return expr_bool(pool, is_zero(pool, c));
    expr bits = const_slice(pool, c, 0, low);
    expr same = expr_eq(pool, expr_extract(pool, x, 0, low), bits);
    if (is_zero(pool, c)) return same;
    /* other remainders have the sign of x, and are 0 or -1 above their bits */
    expr above = const_slice(pool, c, low, width - low), zero = const_zero(pool, width);
    if (is_zero(pool, bits) || (!is_zero(pool, above) && !is_ones(pool, above))) return expr_false(pool);
    expr negative = expr_slt(pool, x, zero);
    return expr_and(pool, same, is_zero(pool, above) ? expr_not(pool, negative) : negative);
}
