/* What the simplifying constructors share.
 *
 * Constants stand second in commutative operators and sums; other operands of
 * commutative operators are ordered by id. Each build_*.c lists the forms that it
 * establishes. All rules keep the value exactly.
 *
 * Calls that make nodes never stand side by side in one argument list: C leaves
 * their order open, and with it the ids and the order of operands.
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

static inline expr intern1(struct expr_pool *pool, enum expr_op op, uint32_t width, uint64_t aux, expr a) {
    return expr_intern(pool, op, width, aux, a, EXPR_NONE, EXPR_NONE);
}
static inline expr intern2(struct expr_pool *pool, enum expr_op op, uint32_t width, expr a, expr b) {
    return expr_intern(pool, op, width, 0, a, b, EXPR_NONE);
}
/* Commutative operator: ordered, a constant last. */
static inline expr intern_ordered(struct expr_pool *pool, enum expr_op op, uint32_t width, expr a, expr b) {
    bool swap = expr_is_const(pool, a) || (!expr_is_const(pool, b) && a.id > b.id);
    return swap ? intern2(pool, op, width, b, a) : intern2(pool, op, width, a, b);
}

/* ---- constants ----------------------------------------------------------------------- */

static inline bool both_const(const struct expr_pool *pool, expr a, expr b) {
    return expr_is_const(pool, a) && expr_is_const(pool, b);
}

/* ---- if-then-else over constants ------------------------------------------------------ */

/* ---- cheap facts (bounds.c) -------------------------------------------------------------- */

/* Bits at the top (bottom) of e that are 0 whatever the symbols are; looks a few
 * levels deep. */
uint32_t known_leading_zeros(const struct expr_pool *pool, expr e);
uint32_t known_trailing_zeros(const struct expr_pool *pool, expr e);
/* No value of e (at most 64 bits) is above. */
uint64_t known_max(const struct expr_pool *pool, expr e);
/* Is the sum of all terms of an ADD, as large as they can be, still in range? */
bool known_not_to_wrap(const struct expr_pool *pool, expr sum);
/* Is one the negation of the other? (Comparisons have no NOT.) */
bool are_complements(const struct expr_pool *pool, expr a, expr b);
/* Do they differ whatever the symbols are? */
bool surely_differ(const struct expr_pool *pool, expr a, expr b);

/* ---- parts shared between constructors ---------------------------------------------------- */

/* a == b as an equation over sums: none if linear form has nothing to say. */
expr eq_of_sums(struct expr_pool *pool, expr a, expr b);
/* e < c (above: c < e) for e an operator with a constant operand, as a bound on the
 * other operand; none if it cannot be (build_bound.c). */
expr bound_arithmetic(struct expr_pool *pool, enum expr_op op, expr e, expr c, bool above);
/* Quotient, signed remainder e == c: the same. */
expr eq_of_quotient(struct expr_pool *pool, expr e, expr c);
expr eq_of_remainder(struct expr_pool *pool, expr e, expr c);
/* e * c for a constant c. */
expr mul_by_const(struct expr_pool *pool, expr e, expr c);
/* Bits low .. low+width-1 of e stay, the others become 0. */
expr keep_bits(struct expr_pool *pool, expr e, uint32_t low, uint32_t length);

/* Is a == b for all values, as sums of products multiplied out? Looks only where there is something to multiply out. */
bool poly_same(struct expr_pool *pool, expr a, expr b);

#endif
