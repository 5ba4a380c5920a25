/* Shifts: SHL, LSHR, ASHR.
 *
 * By a constant they become other operators, which the rest of the rules knows:
 *   x << k   is x * 2^k                (see build_sum.c)
 *   x >> k   is ZEXT(EXTRACT(x, k up)) (unsigned)
 *   x >>s k  is SEXT(EXTRACT(x, k up))
 * so SHL, LSHR, ASHR nodes shift by unknown amounts. Amounts of width or more
 * give 0, or copies of the sign bit. Width 1: x << y and x >> y are x & ~y.
 */
#include "expr/build.h"

/* Rules common to all three; none if there is nothing to say. */
static expr shift_common(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    assert(width == expr_width(pool, b) && width > 0);
    if (both_const(pool, a, b)) return fold_const(pool, op, width, 0, a, b);
    if (is_zero(pool, b) || is_zero(pool, a)) return a;
    if (width == 1) return op == EXPR_ASHR ? a : expr_and(pool, a, expr_not(pool, b));
    return fold_ite_pair(pool, op, width, a, b);
}

expr expr_shl(struct expr_pool *pool, expr a, expr b) {
    expr r = shift_common(pool, EXPR_SHL, a, b);
    if (expr_is(r)) return r;
    uint32_t width = expr_width(pool, a);
    if (!expr_is_const(pool, b)) return intern2(pool, EXPR_SHL, width, a, b);
    uint32_t amount = bv_shift_amount(expr_const_words(pool, b), width);
    if (amount == width) return const_zero(pool, width);
    uint64_t power[BV_MAX_WORDS];
    bv_power(power, amount, width);
    return mul_by_const(pool, a, expr_const_wide(pool, width, power));
}

expr expr_lshr(struct expr_pool *pool, expr a, expr b) {
    expr r = shift_common(pool, EXPR_LSHR, a, b);
    if (expr_is(r)) return r;
    uint32_t width = expr_width(pool, a);
    if (!expr_is_const(pool, b)) return intern2(pool, EXPR_LSHR, width, a, b);
    uint32_t amount = bv_shift_amount(expr_const_words(pool, b), width);
    if (amount == width) return const_zero(pool, width);
    return expr_zext(pool, expr_extract(pool, a, amount, width - amount), width);
}

expr expr_ashr(struct expr_pool *pool, expr a, expr b) {
    expr r = shift_common(pool, EXPR_ASHR, a, b);
    if (expr_is(r)) return r;
    uint32_t width = expr_width(pool, a);
    if (is_ones(pool, a)) return a;
    if (known_leading_zeros(pool, a) > 0) return expr_lshr(pool, a, b);
    if (!expr_is_const(pool, b)) return intern2(pool, EXPR_ASHR, width, a, b);
    uint32_t amount = bv_shift_amount(expr_const_words(pool, b), width);
    if (amount == width) amount = width - 1;
    return expr_sext(pool, expr_extract(pool, a, amount, width - amount), width);
}
