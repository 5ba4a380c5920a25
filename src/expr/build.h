/* What the simplifying constructors share.
 *
 * Constants stand second in commutative operators and sums; other operands of
 * commutative operators are ordered by id. Each build_*.c lists the forms that it
 * establishes. All rules keep the value exactly.
 *
 * Bounded work: rules that only peel off the top of an operand need no limit.
 * Rules that push an operator into the operands of an operand (and so recurse)
 * run between rewrite_enter and rewrite_leave; the outermost entry gets
 * REWRITE_FUEL steps for everything below it, and when they are used up the node
 * is interned as it stands.
 */
#ifndef SHRIKE_EXPR_BUILD_H
#define SHRIKE_EXPR_BUILD_H

#include "expr/pool.h"

enum { REWRITE_FUEL = 64 };

static inline bool rewrite_enter(struct expr_pool *pool) {
    if (pool->rewrite_depth == 0) pool->rewrite_fuel = REWRITE_FUEL;
    if (pool->rewrite_fuel == 0) return false;
    pool->rewrite_fuel--;
    pool->rewrite_depth++;
    return true;
}
static inline void rewrite_leave(struct expr_pool *pool) {
    assert(pool->rewrite_depth > 0);
    pool->rewrite_depth--;
}

/* ---- interning shorthands --------------------------------------------------------- */

static inline expr intern1(struct expr_pool *pool, enum expr_op op, uint32_t width, uint64_t aux,
                           expr a) {
    return expr_intern(pool, op, width, aux, a, EXPR_NONE, EXPR_NONE);
}
static inline expr intern2(struct expr_pool *pool, enum expr_op op, uint32_t width, expr a,
                           expr b) {
    return expr_intern(pool, op, width, 0, a, b, EXPR_NONE);
}
/* Commutative operator: ordered, a constant last. */
static inline expr intern_ordered(struct expr_pool *pool, enum expr_op op, uint32_t width, expr a,
                                  expr b) {
    bool swap = expr_is_const(pool, a) || (!expr_is_const(pool, b) && a.id > b.id);
    return swap ? intern2(pool, op, width, b, a) : intern2(pool, op, width, a, b);
}

/* ---- constants ----------------------------------------------------------------------- */

/* op over constant operands; b is none for unary ones. */
expr fold_const(struct expr_pool *pool, enum expr_op op, uint32_t width, uint32_t low, expr a,
                expr b);
expr const_zero(struct expr_pool *pool, uint32_t width);
expr const_ones(struct expr_pool *pool, uint32_t width);
bool is_zero(const struct expr_pool *pool, expr e);
bool is_one(const struct expr_pool *pool, expr e);
bool is_ones(const struct expr_pool *pool, expr e);
/* The most negative and most positive number. */
bool is_smin(const struct expr_pool *pool, expr e);
bool is_smax(const struct expr_pool *pool, expr e);
static inline bool both_const(const struct expr_pool *pool, expr a, expr b) {
    return expr_is_const(pool, a) && expr_is_const(pool, b);
}

#endif
