/* Random expressions for the tests of PARTI. */
#ifndef TESTS_PARTI_RANDOM_H
#define TESTS_PARTI_RANDOM_H

#include "base/rng.h"
#include "expr/arith.h"
#include "expr/expr.h"
#include "expr/relate.h"

enum { RANDOM_SYMS = 4 };

struct random_expr {
    struct expr_pool *pool;
    struct rng rng;
    expr leaves[RANDOM_SYMS]; /* words or elements */
    uint32_t n;
    bool hard; /* all operators, not mainly the paper's */
};

static inline uint64_t pick_below(struct random_expr *r, uint64_t n) { return rng_below(&r->rng, n); }

static inline expr random_resize(struct random_expr *r, expr e, uint32_t width) {
    uint32_t from = expr_width(r->pool, e);
    if (from == width) return e;
    if (from > width) {
        uint32_t low = pick_below(r, 3) ? 0 : (uint32_t)pick_below(r, from - width + 1);
        return expr_extract(r->pool, e, low, width);
    }
    return pick_below(r, 2) ? expr_zext(r->pool, e, width) : expr_sext(r->pool, e, width);
}

static inline uint64_t random_value(struct random_expr *r, uint32_t width) {
    uint64_t v = rng_next(&r->rng);
    switch (pick_below(r, 5)) {
    case 0: return v % 4;
    case 1: return -(v % 4);
    case 2: return (uint64_t)1 << pick_below(r, width);
    case 3: return v % 200;
    default: return v;
    }
}

static inline expr random_const(struct random_expr *r, uint32_t width) {
    return expr_const(r->pool, width, random_value(r, width));
}

static inline expr random_leaf(struct random_expr *r, uint32_t width) {
    if (pick_below(r, 4) == 0) return random_const(r, width);
    return random_resize(r, r->leaves[pick_below(r, r->n)], width);
}

static inline expr random_cond(struct random_expr *r, int depth);

static inline expr random_table(struct random_expr *r, expr index) {
    uint64_t elems[20];
    uint32_t n = 1 + (uint32_t)pick_below(r, 20);
    for (uint32_t i = 0; i < n; i++) elems[i] = pick_below(r, 2) ? i * 3 : rng_next(&r->rng);
    expr table = expr_array_const(r->pool, expr_width(r->pool, index), 1 + (uint32_t)pick_below(r, 12),
                                  elems, n);
    return expr_read(r->pool, table, index);
}

static inline expr random_word(struct random_expr *r, uint32_t width, int depth) {
    if (depth == 0) return random_leaf(r, width);
    struct expr_pool *p = r->pool;
    expr a = random_word(r, width, depth - 1);
    bool constant = pick_below(r, 4) != 0;
    switch (pick_below(r, r->hard ? 24 : 10)) {
    case 0:
    case 1: return expr_add(p, a, constant ? random_const(r, width) : random_word(r, width, depth - 1));
    case 2: return expr_sub(p, a, constant ? random_const(r, width) : random_word(r, width, depth - 1));
    case 3: return expr_mul(p, a, random_const(r, width));
    case 4: return a;
    case 5: return random_resize(r, random_leaf(r, 1 + (uint32_t)pick_below(r, width)), width);
    case 6: return expr_shl(p, a, expr_const(p, width, pick_below(r, width + 1)));
    case 7: return expr_lshr(p, a, expr_const(p, width, pick_below(r, width + 1)));
    case 8: return expr_udiv(p, a, random_const(r, width));
    case 9: return expr_sdiv(p, a, random_const(r, width));
    case 10: return expr_urem(p, a, random_const(r, width));
    case 11: return expr_srem(p, a, random_const(r, width));
    case 12: return expr_ashr(p, a, expr_const(p, width, pick_below(r, width + 1)));
    case 13: return expr_and(p, a, constant ? random_const(r, width) : random_word(r, width, depth - 1));
    case 14: return expr_or(p, a, constant ? random_const(r, width) : random_word(r, width, depth - 1));
    case 15: return expr_xor(p, a, constant ? random_const(r, width) : random_word(r, width, depth - 1));
    case 16: return expr_not(p, a);
    case 17: return expr_neg(p, a);
    case 18: return expr_ite(p, random_cond(r, depth - 1), a, random_word(r, width, depth - 1));
    case 19: return random_resize(r, random_table(r, a), width);
    case 20: {
        if (width < 2) return a;
        uint32_t high = 1 + (uint32_t)pick_below(r, width - 1);
        return expr_concat(p, random_word(r, high, depth - 1), random_word(r, width - high, depth - 1));
    }
    case 21: return expr_mul(p, a, random_word(r, width, depth - 1));
    case 22: return expr_udiv(p, a, random_word(r, width, depth - 1));
    default: {
        expr b = random_word(r, width, depth - 1);
        static const enum expr_op ops[] = {EXPR_SDIV, EXPR_UREM, EXPR_SREM, EXPR_SHL, EXPR_LSHR, EXPR_ASHR};
        return expr_build(p, ops[pick_below(r, 6)], width, 0, (expr[]){a, b});
    }
    }
}

static inline expr random_compare(struct random_expr *r, expr a, expr b) {
    switch (pick_below(r, 6)) {
    case 0: return expr_eq(r->pool, a, b);
    case 1: return expr_ne(r->pool, a, b);
    case 2: return expr_ult(r->pool, a, b);
    case 3: return expr_ule(r->pool, a, b);
    case 4: return expr_slt(r->pool, a, b);
    default: return expr_sle(r->pool, a, b);
    }
}

static inline expr random_cond(struct random_expr *r, int depth) {
    if (depth > 0 && pick_below(r, 5) == 0) {
        expr a = random_cond(r, depth - 1), b = random_cond(r, depth - 1);
        switch (pick_below(r, 4)) {
        case 0: return expr_and(r->pool, a, b);
        case 1: return expr_or(r->pool, a, b);
        case 2: return expr_not(r->pool, a);
        default: return expr_xor(r->pool, a, b);
        }
    }
    uint32_t width = expr_width(r->pool, r->leaves[pick_below(r, r->n)]);
    if (pick_below(r, 4) == 0) width = 1 + (uint32_t)pick_below(r, width + 3 > 64 ? 64 : width + 3);
    expr a = random_word(r, width, depth);
    return random_compare(r, a, pick_below(r, 4) ? random_const(r, width) : random_word(r, width, depth));
}

#endif
