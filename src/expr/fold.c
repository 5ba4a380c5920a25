/* Constants: folding and recognising. */
#include "expr/apply.h"
#include "expr/build.h"

expr fold_const(struct expr_pool *pool, enum expr_op op, uint32_t width, uint32_t low, expr a,
                expr b) {
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
