/* Constants in simplifying constructors. */
#ifndef SHRIKE_EXPR_BUILD_CONST_H
#define SHRIKE_EXPR_BUILD_CONST_H

#include "expr/build.h"

/* op over constant operands; b is none for unary ones. */
expr fold_const(struct expr_pool *pool, enum expr_op op, uint32_t width, uint32_t low, expr a, expr b);
expr const_zero(struct expr_pool *pool, uint32_t width);
expr const_ones(struct expr_pool *pool, uint32_t width);
bool is_zero(const struct expr_pool *pool, expr e);
bool is_one(const struct expr_pool *pool, expr e);
bool is_ones(const struct expr_pool *pool, expr e);
/* The most negative and most positive number. */
bool is_smin(const struct expr_pool *pool, expr e);
bool is_smax(const struct expr_pool *pool, expr e);
/* a constant word shifted, cut and so on, as a constant. */
expr const_slice(struct expr_pool *pool, expr c, uint32_t low, uint32_t width);
expr const_plus(struct expr_pool *pool, expr c, int64_t delta);
/* Is c a single run of ones? Then its lowest bit and length. */
bool is_run(const struct expr_pool *pool, expr c, uint32_t *low, uint32_t *length);
/* ITE whose arms are both constants. */
bool is_const_ite(const struct expr_pool *pool, expr e);
/* op pushed into the arms of a const ITE a. */
expr fold_ite(struct expr_pool *pool, enum expr_op op, uint32_t width, uint32_t low, expr a);
/* op(a, b) where one is a const ITE and the other a constant or a const ITE on
 * the same condition; none where not. */
expr fold_ite_pair(struct expr_pool *pool, enum expr_op op, uint32_t width, expr a, expr b);

#endif
