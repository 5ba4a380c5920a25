#include "cond/arc.h"

#include <assert.h>

#include "expr/arith.h"
#include "expr/relate.h"

expr arc_cond(struct expr_pool *pool, const struct arc *a) {
    assert(expr_width(pool, a->word) <= 64);
    uint32_t w = expr_width(pool, a->word);
    uint64_t m = arc_mask(w);
    if (a->lo == a->hi) return expr_eq(pool, a->word, expr_const(pool, w, a->lo));
    expr off = expr_sub(pool, a->word, expr_const(pool, w, a->lo));
    return expr_ule(pool, off, expr_const(pool, w, (a->hi - a->lo) & m));
}

/* word + k with the constant split off. */
static expr split_sum(struct expr_pool *pool, expr e, uint64_t *k) {
    *k = 0;
    if (expr_op(pool, e) != EXPR_ADD || !expr_is_const(pool, expr_kid(pool, e, 1))) return e;
    *k = expr_value(pool, expr_kid(pool, e, 1));
    return expr_kid(pool, e, 0);
}

bool arc_of(struct expr_pool *pool, expr e, struct arc *a) {
    bool negated = expr_op(pool, e) == EXPR_NOT;
    if (negated) e = expr_kid(pool, e, 0);
    enum expr_op op = expr_op(pool, e);
    if (op != EXPR_EQ && op != EXPR_ULT && op != EXPR_SLT) return false;
    expr l = expr_kid(pool, e, 0), r = expr_kid(pool, e, 1);
    uint32_t w = expr_width(pool, l);
    if (w > 64 || (expr_is_const(pool, l) == expr_is_const(pool, r))) return false;
    bool const_left = expr_is_const(pool, l);
    uint64_t m = arc_mask(w), c = expr_value(pool, const_left ? l : r), k;
    uint64_t least = op == EXPR_SLT ? (m >> 1) + 1 : 0, most = op == EXPR_SLT ? m >> 1 : m;
    a->word = split_sum(pool, const_left ? r : l, &k);
    if (op == EXPR_EQ) {
        a->lo = a->hi = c;
    } else if (const_left) { /* c < word */
        a->lo = (c + 1) & m;
        a->hi = most;
    } else {
        a->lo = least;
        a->hi = (c - 1) & m;
    }
    if (negated) {
        uint64_t lo = a->lo;
        a->lo = (a->hi + 1) & m;
        a->hi = (lo - 1) & m;
    }
    a->lo = (a->lo - k) & m;
    a->hi = (a->hi - k) & m;
    return true;
}

void arc_narrow(struct arc *a, const struct arc *b, uint64_t v, uint64_t m) {
    assert(((v - a->lo) & m) <= ((a->hi - a->lo) & m) && ((v - b->lo) & m) <= ((b->hi - b->lo) & m));
    uint64_t down_a = (v - a->lo) & m, down_b = (v - b->lo) & m;
    uint64_t up_a = (a->hi - v) & m, up_b = (b->hi - v) & m;
    if (down_b < down_a) a->lo = b->lo;
    if (up_b < up_a) a->hi = b->hi;
}
