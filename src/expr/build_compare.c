/* Order: ULT, ULE, SLT, SLE.
 *
 * Forms:
 *   - with a constant every comparison is strict: x <= 5 is ULT(x, 6), 5 <= x is
 *     ULT(4, x); ULE and SLE nodes compare two unknowns;
 *   - at the ends of the range a comparison is EQ, NOT(EQ) or a constant;
 *   - ZEXT, SEXT are dropped on both sides, or against a constant;
 *   - SLT of two values that cannot be negative is ULT;
 *   - the top part of a word against a constant is the word against a constant:
 *     (x >> 4) < 3 is x < 48; CONCAT(h, l) against a constant that only h decides
 *     is h against its top part; arithmetic against a constant: build_bound.c;
 *   - an ITE with a constant arm against a constant becomes AND or OR of the
 *     condition and the other arm;
 *   - equal high or equal low parts of two CONCATs are dropped;
 *   - x + y < y, unsigned, asks whether the sum wraps: it is ~y < x, which ranges decide;
 *   - width 1: AND and OR.
 */
#include "expr/arith.h"
#include "expr/build.h"
#include "expr/build_const.h"
#include "expr/bv_shift.h"
#include "expr/relate.h"

static expr less(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    return op == EXPR_SLT ? expr_slt(pool, a, b) : expr_ult(pool, a, b);
}

/* Constant, in `low` bits below all ones or all zeros. */
static expr const_shifted(struct expr_pool *pool, expr c, uint32_t low, bool ones) {
    if (low == 0) return c;
    uint32_t width = expr_width(pool, c) + low;
    expr fill = ones ? const_ones(pool, low) : const_zero(pool, low);
    return fold_const(pool, EXPR_CONCAT, width, 0, c, fill);
}

/* ---- ends of the range ----------------------------------------------------------------- */

static bool is_least(const struct expr_pool *pool, enum expr_op op, expr c) {
    return op == EXPR_SLT ? is_smin(pool, c) : is_zero(pool, c);
}
static bool is_greatest(const struct expr_pool *pool, enum expr_op op, expr c) {
    return op == EXPR_SLT ? is_smax(pool, c) : is_ones(pool, c);
}

/* x < c */
static expr below_end(struct expr_pool *pool, enum expr_op op, expr x, expr c) {
    assert(expr_is_const(pool, c) && !expr_is_const(pool, x));
    if (is_least(pool, op, c)) return expr_false(pool);
    if (is_greatest(pool, op, c)) return expr_ne(pool, x, c);
    expr before = const_plus(pool, c, -1);
    return is_least(pool, op, before) ? expr_eq(pool, x, before) : EXPR_NONE;
}

/* c < x */
static expr above_end(struct expr_pool *pool, enum expr_op op, expr c, expr x) {
    assert(expr_is_const(pool, c) && !expr_is_const(pool, x));
    if (is_greatest(pool, op, c)) return expr_false(pool);
    if (is_least(pool, op, c)) return expr_ne(pool, x, c);
    expr after = const_plus(pool, c, 1);
    return is_greatest(pool, op, after) ? expr_eq(pool, x, after) : EXPR_NONE;
}

/* ---- a constant on one side ------------------------------------------------------------- */

/* ZEXT(x) < c (above: c < ZEXT(x)), unsigned, or signed where c is not negative. */
static expr zext_against(struct expr_pool *pool, expr x, expr c, bool above) {
    assert(expr_width(pool, x) < expr_width(pool, c));
    uint32_t width = expr_width(pool, x), all = expr_width(pool, c);
    bool beyond = all - bv_leading_zeros(expr_const_words(pool, c), all) > width;
    if (beyond) return expr_bool(pool, !above);
    c = const_slice(pool, c, 0, width);
    return above ? expr_ult(pool, c, x) : expr_ult(pool, x, c);
}

/* SEXT(x) < c, signed: c is in x's range, or above or below it. */
static expr sext_against_signed(struct expr_pool *pool, expr x, expr c, bool above) {
    assert(expr_width(pool, x) < expr_width(pool, c));
    uint32_t width = expr_width(pool, x), all = expr_width(pool, c);
    uint64_t cut[BV_MAX_WORDS];
    const uint64_t *words = expr_const_words(pool, c);
    bv_extract(cut, words, all, 0, width);
    bv_sext(cut, cut, width, all);
    if (!bv_equal(cut, words, all)) {
        bool c_negative = bv_bit(words, all - 1);
        return expr_bool(pool, above ? c_negative : !c_negative);
    }
    c = const_slice(pool, c, 0, width);
    return above ? expr_slt(pool, c, x) : expr_slt(pool, x, c);
}

/* SEXT(x) < c, unsigned. The values of SEXT(x) lie at both ends of the range; a c
 * between them only asks for the sign of x. */
static expr sext_against_unsigned(struct expr_pool *pool, expr x, expr c, bool above) {
    assert(expr_width(pool, x) < expr_width(pool, c));
    uint32_t width = expr_width(pool, x), all = expr_width(pool, c);
    uint64_t cut[BV_MAX_WORDS];
    const uint64_t *words = expr_const_words(pool, c);
    bv_extract(cut, words, all, 0, width);
    bv_sext(cut, cut, width, all);
    if (bv_equal(cut, words, all)) {
        c = const_slice(pool, c, 0, width);
        return above ? expr_ult(pool, c, x) : expr_ult(pool, x, c);
    }
    expr negative = expr_slt(pool, x, const_zero(pool, width));
    return above ? negative : expr_not(pool, negative);
}

/* The high part h (above `low` bits) against c: h < c is x < c000, c < h is
 * c111 < x. */
static expr top_against(struct expr_pool *pool, enum expr_op op, expr x, expr c, uint32_t low, bool above) {
    c = const_shifted(pool, c, low, above);
    return above ? less(pool, op, c, x) : less(pool, op, x, c);
}

/* CONCAT(h, l) against c, if the low part of c makes l irrelevant. */
static expr concat_against(struct expr_pool *pool, enum expr_op op, expr x, expr c, bool above) {
    expr high = expr_kid(pool, x, 0);
    uint32_t split = expr_width(pool, expr_kid(pool, x, 1)), width = expr_width(pool, high);
    expr low = const_slice(pool, c, 0, split);
    if (above ? !is_ones(pool, low) : !is_zero(pool, low)) return EXPR_NONE;
    c = const_slice(pool, c, split, width);
    return above ? less(pool, op, c, high) : less(pool, op, high, c);
}

/* ITE(cond, t, f) against c where one arm is a constant. */
static expr ite_against(struct expr_pool *pool, enum expr_op op, expr x, expr c, bool above) {
    expr cond = expr_kid(pool, x, 0), t = expr_kid(pool, x, 1), f = expr_kid(pool, x, 2);
    bool then_known = expr_is_const(pool, t);
    if ((!then_known && !expr_is_const(pool, f)) || !rewrite_enter(pool)) return EXPR_NONE;
    t = above ? less(pool, op, c, t) : less(pool, op, t, c);
    f = above ? less(pool, op, c, f) : less(pool, op, f, c);
    expr r = expr_ite(pool, cond, t, f);
    rewrite_leave(pool);
    return r;
}

/* x < c, or c < x if above; no end of the range. */
static expr against_const(struct expr_pool *pool, enum expr_op op, expr x, expr c, bool above) {
    expr kid = expr_kid(pool, x, 0);
    switch (expr_op(pool, x)) {
    case EXPR_ZEXT:
        if (op == EXPR_SLT && bv_bit(expr_const_words(pool, c), expr_width(pool, c) - 1)) return expr_bool(pool, above);
        return zext_against(pool, kid, c, above);
    case EXPR_SEXT:
        return op == EXPR_SLT ? sext_against_signed(pool, kid, c, above) : sext_against_unsigned(pool, kid, c, above);
    case EXPR_EXTRACT: {
        uint32_t low = (uint32_t)expr_node(pool, x)->aux;
        if (low + expr_width(pool, x) != expr_width(pool, kid)) return EXPR_NONE;
        return top_against(pool, op, kid, c, low, above);
    }
    case EXPR_CONCAT: return concat_against(pool, op, x, c, above);
    case EXPR_ITE: return ite_against(pool, op, x, c, above);
    default: return bound_arithmetic(pool, op, x, c, above);
    }
}

/* What the cheap bound of x says about x < c, c < x. */
static expr decided_by_bound(struct expr_pool *pool, expr x, expr c, bool above) {
    uint32_t width = expr_width(pool, x);
    if (width > 64) return EXPR_NONE;
    uint64_t max = known_max(pool, x), limit = expr_value(pool, c);
    if (above) return max <= limit ? expr_false(pool) : EXPR_NONE;
    return max < limit ? expr_true(pool) : EXPR_NONE;
}

static expr less_const(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    bool above = expr_is_const(pool, a);
    expr x = above ? b : a, c = above ? a : b;
    expr r = above ? above_end(pool, op, c, x) : below_end(pool, op, x, c);
    if (!expr_is(r)) r = against_const(pool, op, x, c, above);
    if (!expr_is(r) && op == EXPR_ULT) r = decided_by_bound(pool, x, c, above);
    return r;
}

/* ---- two unknowns ------------------------------------------------------------------------- */

static expr zext_pair_less(struct expr_pool *pool, expr a, expr b) {
    expr x = expr_kid(pool, a, 0), y = expr_kid(pool, b, 0);
    uint32_t wx = expr_width(pool, x), wy = expr_width(pool, y), width = wx > wy ? wx : wy;
    x = expr_zext(pool, x, width);
    y = expr_zext(pool, y, width);
    return expr_ult(pool, x, y);
}

/* The order of sign-extended words is the order of the words, signed or not. */
static expr sext_pair_less(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    expr x = expr_kid(pool, a, 0), y = expr_kid(pool, b, 0);
    uint32_t wx = expr_width(pool, x), wy = expr_width(pool, y), width = wx > wy ? wx : wy;
    x = expr_sext(pool, x, width);
    y = expr_sext(pool, y, width);
    return less(pool, op, x, y);
}

/* CONCATs with the same high part, or the same low part. */
static expr concat_pair_less(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    expr ah = expr_kid(pool, a, 0), al = expr_kid(pool, a, 1);
    expr bh = expr_kid(pool, b, 0), bl = expr_kid(pool, b, 1);
    if (expr_same(ah, bh)) return expr_ult(pool, al, bl);
    return expr_same(al, bl) ? less(pool, op, ah, bh) : EXPR_NONE;
}

enum { TERMS_LOOKED_AT = 16 }; /* longer sums have the last one added on top */

static bool has_term(const struct expr_pool *pool, expr sum, expr y, uint32_t *left) {
    if (expr_same(sum, y)) return true;
    if (expr_op(pool, sum) != EXPR_ADD || !*left) return false;
    --*left;
    return has_term(pool, expr_kid(pool, sum, 1), y, left) || has_term(pool, expr_kid(pool, sum, 0), y, left);
}

/* x + y < y */
static expr wraps(struct expr_pool *pool, expr sum, expr y) {
    expr a = expr_kid(pool, sum, 0), b = expr_kid(pool, sum, 1);
    uint32_t left = TERMS_LOOKED_AT;
    if (!has_term(pool, sum, y, &left)) return EXPR_NONE;
    if (known_not_to_wrap(pool, sum)) return expr_false(pool);
    if (expr_same(a, y)) return expr_ult(pool, expr_not(pool, y), b);
    return expr_same(b, y) ? expr_ult(pool, expr_not(pool, y), a) : EXPR_NONE;
}

static expr less_unknown(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    enum expr_op oa = expr_op(pool, a), ob = expr_op(pool, b);
    if (op == EXPR_ULT && oa == EXPR_ADD) {
        expr r = wraps(pool, a, b);
        if (expr_is(r)) return r;
    }
    if (oa == EXPR_ZEXT && ob == EXPR_ZEXT) return zext_pair_less(pool, a, b);
    if (oa == EXPR_SEXT && ob == EXPR_SEXT) return sext_pair_less(pool, op, a, b);
    if (oa == EXPR_CONCAT && ob == EXPR_CONCAT) return concat_pair_less(pool, op, a, b);
    return fold_ite_pair(pool, op, 1, a, b);
}

/* ---- constructors --------------------------------------------------------------------------- */

static expr build_less(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    assert(op == EXPR_ULT || op == EXPR_SLT);
    bool known = expr_is_const(pool, a) || expr_is_const(pool, b);
    expr r = known ? less_const(pool, op, a, b) : less_unknown(pool, op, a, b);
    return expr_is(r) ? r : intern2(pool, op, 1, a, b);
}

expr expr_ult(struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    assert(width == expr_width(pool, b) && width > 0);
    if (both_const(pool, a, b)) return fold_const(pool, EXPR_ULT, 1, 0, a, b);
    if (expr_same(a, b)) return expr_false(pool);
    if (width == 1) return expr_and(pool, expr_not(pool, a), b);
    return build_less(pool, EXPR_ULT, a, b);
}

expr expr_slt(struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    assert(width == expr_width(pool, b) && width > 0);
    if (both_const(pool, a, b)) return fold_const(pool, EXPR_SLT, 1, 0, a, b);
    if (expr_same(a, b)) return expr_false(pool);
    if (width == 1) return expr_and(pool, a, expr_not(pool, b));
    bool a_positive = known_leading_zeros(pool, a), b_positive = known_leading_zeros(pool, b);
    if (a_positive && b_positive) return build_less(pool, EXPR_ULT, a, b);
    if (a_positive && expr_is_const(pool, b)) return expr_false(pool);
    if (b_positive && expr_is_const(pool, a)) return expr_true(pool);
    return build_less(pool, EXPR_SLT, a, b);
}

expr expr_ule(struct expr_pool *pool, expr a, expr b) { return expr_not(pool, expr_ult(pool, b, a)); }
expr expr_sle(struct expr_pool *pool, expr a, expr b) { return expr_not(pool, expr_slt(pool, b, a)); }
