/* Constants: folding and recognising. */
#include "expr/apply.h"
#include "expr/arith.h"
#include "expr/build.h"
#include "expr/build_const.h"
#include "expr/bv_shift.h"
#include "expr/relate.h"

expr fold_const(struct expr_pool *pool, enum expr_op op, uint32_t width, uint32_t low, expr a, expr b) {
    assert(expr_is_const(pool, a) && (!expr_is(b) || expr_is_const(pool, b)));
    uint32_t kid_width = expr_width(pool, a);
    const uint64_t *wa = expr_const_words(pool, a);
    const uint64_t *wb = expr_is(b) ? expr_const_words(pool, b) : NULL;
    bool narrow = width <= 64 && kid_width <= 64 && (!wb || expr_width(pool, b) <= 64);
    if (narrow) {
        uint64_t v = apply_narrow(op, width, kid_width, low, wa[0], wb ? wb[0] : 0);
        return expr_const(pool, width, v);
    }
    uint64_t out[BV_MAX_WORDS];
    apply_wide(op, width, kid_width, low, wa, wb, out);
    return expr_const_wide(pool, width, out);
}

expr const_zero(struct expr_pool *pool, uint32_t width) { return expr_const(pool, width, 0); }

expr const_ones(struct expr_pool *pool, uint32_t width) {
    uint64_t words[BV_MAX_WORDS];
    bv_ones(words, width);
    return expr_const_wide(pool, width, words);
}

bool is_zero(const struct expr_pool *pool, expr e) {
    return expr_is_const(pool, e) && bv_is_zero(expr_const_words(pool, e), expr_width(pool, e));
}

bool is_one(const struct expr_pool *pool, expr e) {
    if (!expr_is_const(pool, e)) return false;
    const uint64_t *words = expr_const_words(pool, e);
    return words[0] == 1 && bv_popcount(words, expr_width(pool, e)) == 1;
}

bool is_ones(const struct expr_pool *pool, expr e) {
    return expr_is_const(pool, e) && bv_is_ones(expr_const_words(pool, e), expr_width(pool, e));
}

bool is_smin(const struct expr_pool *pool, expr e) {
    if (!expr_is_const(pool, e)) return false;
    uint32_t width = expr_width(pool, e);
    const uint64_t *words = expr_const_words(pool, e);
    return bv_bit(words, width - 1) && bv_popcount(words, width) == 1;
}

bool is_smax(const struct expr_pool *pool, expr e) {
    if (!expr_is_const(pool, e)) return false;
    uint32_t width = expr_width(pool, e);
    const uint64_t *words = expr_const_words(pool, e);
    return !bv_bit(words, width - 1) && bv_popcount(words, width) == width - 1;
}

expr const_slice(struct expr_pool *pool, expr c, uint32_t low, uint32_t width) {
    assert(width > 0 && low + width <= expr_width(pool, c));
    return fold_const(pool, EXPR_EXTRACT, width, low, c, EXPR_NONE);
}

expr const_plus(struct expr_pool *pool, expr c, int64_t delta) {
    assert(expr_is_const(pool, c));
    uint64_t words[BV_MAX_WORDS], change[BV_MAX_WORDS], size = (uint64_t)delta;
    uint32_t width = expr_width(pool, c);
    bv_sext(change, &size, width < 64 ? width : 64, width);
    bv_cut(change, width);
    bv_add(words, expr_const_words(pool, c), change, width);
    return expr_const_wide(pool, width, words);
}

bool is_run(const struct expr_pool *pool, expr c, uint32_t *low, uint32_t *length) {
    uint32_t width = expr_width(pool, c);
    const uint64_t *words = expr_const_words(pool, c);
    *low = bv_trailing_zeros(words, width);
    *length = bv_popcount(words, width);
    return *length && *low + *length + bv_leading_zeros(words, width) == width;
}

/* ---- if-then-else over constants ------------------------------------------------------ */

bool is_const_ite(const struct expr_pool *pool, expr e) {
    return expr_op(pool, e) == EXPR_ITE && !expr_is_array(pool, e) &&
           both_const(pool, expr_kid(pool, e, 1), expr_kid(pool, e, 2));
}

expr fold_ite(struct expr_pool *pool, enum expr_op op, uint32_t width, uint32_t low, expr a) {
    assert(is_const_ite(pool, a));
    expr cond = expr_kid(pool, a, 0), t = expr_kid(pool, a, 1), f = expr_kid(pool, a, 2);
    t = fold_const(pool, op, width, low, t, EXPR_NONE);
    f = fold_const(pool, op, width, low, f, EXPR_NONE);
    return expr_ite(pool, cond, t, f);
}

/* The constant that e is where `cond` is arm, or none. */
static expr const_under(const struct expr_pool *pool, expr e, expr cond, int arm) {
    if (expr_is_const(pool, e)) return e;
    if (is_const_ite(pool, e) && expr_same(expr_kid(pool, e, 0), cond)) return expr_kid(pool, e, arm);
    return EXPR_NONE;
}

expr fold_ite_pair(struct expr_pool *pool, enum expr_op op, uint32_t width, expr a, expr b) {
    bool left = is_const_ite(pool, a);
    if (!left && !is_const_ite(pool, b)) return EXPR_NONE;
    expr cond = expr_kid(pool, left ? a : b, 0), arms[2];
    for (int arm = 1; arm <= 2; arm++) {
        expr x = const_under(pool, a, cond, arm), y = const_under(pool, b, cond, arm);
        if (!expr_is(x) || !expr_is(y)) return EXPR_NONE;
        arms[arm - 1] = fold_const(pool, op, width, 0, x, y);
    }
    return expr_ite(pool, cond, arms[0], arms[1]);
}
