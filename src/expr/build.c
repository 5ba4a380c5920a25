/* Constructors defined by others, and building by operator number. */
#include "expr/build.h"

#include "expr/arith.h"
#include "expr/build_const.h"
#include "expr/bv_shift.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/relate.h"

expr expr_ne(struct expr_pool *pool, expr a, expr b) { return expr_not(pool, expr_eq(pool, a, b)); }
expr expr_ugt(struct expr_pool *pool, expr a, expr b) { return expr_ult(pool, b, a); }
expr expr_uge(struct expr_pool *pool, expr a, expr b) { return expr_ule(pool, b, a); }
expr expr_sgt(struct expr_pool *pool, expr a, expr b) { return expr_slt(pool, b, a); }
expr expr_sge(struct expr_pool *pool, expr a, expr b) { return expr_sle(pool, b, a); }

expr expr_implies(struct expr_pool *pool, expr a, expr b) {
    assert(expr_width(pool, a) == 1 && expr_width(pool, b) == 1);
    return expr_or(pool, expr_not(pool, a), b);
}

expr expr_build(struct expr_pool *pool, enum expr_op op, uint32_t width, uint64_t aux, const expr *k) {
    if (float_op(op)) return float_build(pool, op, width, aux, k);
    switch (op) {
    case EXPR_NOT: return expr_not(pool, k[0]);
    case EXPR_NEG: return expr_neg(pool, k[0]);
    case EXPR_ADD: return expr_add(pool, k[0], k[1]);
    case EXPR_MUL: return expr_mul(pool, k[0], k[1]);
    case EXPR_UDIV: return expr_udiv(pool, k[0], k[1]);
    case EXPR_SDIV: return expr_sdiv(pool, k[0], k[1]);
    case EXPR_UREM: return expr_urem(pool, k[0], k[1]);
    case EXPR_SREM: return expr_srem(pool, k[0], k[1]);
    case EXPR_AND: return expr_and(pool, k[0], k[1]);
    case EXPR_OR: return expr_or(pool, k[0], k[1]);
    case EXPR_XOR: return expr_xor(pool, k[0], k[1]);
    case EXPR_SHL: return expr_shl(pool, k[0], k[1]);
    case EXPR_LSHR: return expr_lshr(pool, k[0], k[1]);
    case EXPR_ASHR: return expr_ashr(pool, k[0], k[1]);
    case EXPR_EQ: return expr_eq(pool, k[0], k[1]);
    case EXPR_ULT: return expr_ult(pool, k[0], k[1]);
    case EXPR_ULE: return expr_ule(pool, k[0], k[1]);
    case EXPR_SLT: return expr_slt(pool, k[0], k[1]);
    case EXPR_SLE: return expr_sle(pool, k[0], k[1]);
    case EXPR_CONCAT: return expr_concat(pool, k[0], k[1]);
    case EXPR_EXTRACT: return expr_extract(pool, k[0], (uint32_t)aux, width);
    case EXPR_ZEXT: return expr_zext(pool, k[0], width);
    case EXPR_SEXT: return expr_sext(pool, k[0], width);
    case EXPR_ITE: return expr_ite(pool, k[0], k[1], k[2]);
    case EXPR_READ: return expr_read(pool, k[0], k[1]);
    case EXPR_GUARD: return expr_guard(pool, k[0], k[1]);
    case EXPR_STORE: return expr_store(pool, k[0], k[1], k[2]);
    default: assert(!"leaves are not built from operands"); return EXPR_NONE;
    }
}

/* Shifts: SHL, LSHR, ASHR.
 *
 * By a constant they become other operators, which the rest of the rules knows:
 *   x << k   is x * 2^k                (see build_sum.c)
 *   x >> k   is ZEXT(EXTRACT(x, k up)) (unsigned)
 *   x >>s k  is SEXT(EXTRACT(x, k up))
 * so SHL, LSHR, ASHR nodes shift by unknown amounts. Amounts of width or more
 * give 0, or copies of the sign bit. Width 1: x << y and x >> y are x & ~y.
 */

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
