/* Leaves, arithmetic and bits: simplifying constructors, and what all of these promise. */
#ifndef SHRIKE_EXPR_ARITH_H
#define SHRIKE_EXPR_ARITH_H

#include "expr/expr.h"

/* value is cut or zero-extended to width (any). */
expr expr_const(struct expr_pool *pool, uint32_t width, uint64_t value);
/* words: little endian, (width + 63) / 64 of them; excess bits are cut. */
expr expr_const_wide(struct expr_pool *pool, uint32_t width, const uint64_t *words);
expr expr_true(struct expr_pool *pool);
expr expr_false(struct expr_pool *pool);
expr expr_bool(struct expr_pool *pool, bool value);
/* A new input word. The name is copied; names need not be unique here (the
 * printer makes them so). */
expr expr_sym(struct expr_pool *pool, uint32_t width, const char *name);
/* A new unknown array. Index and element width are at most 64 for all arrays. */
expr expr_array_sym(struct expr_pool *pool, uint32_t index_width, uint32_t elem_width, const char *name);
/* A table of known elements (elem_width <= 64); reads beyond the end give 0.
 * Equal tables are one node. The data is copied. */
expr expr_array_const(struct expr_pool *pool, uint32_t index_width, uint32_t elem_width, const uint64_t *elems,
                      uint32_t count);
/* Every element is `value` (constant array of SMT-LIB's as const); value must be
 * a constant of at most 64 bits. */
expr expr_array_fill(struct expr_pool *pool, uint32_t index_width, expr value);

/* ---- operators: simplifying constructors ----------------------------------
 *
 * The forms are listed on top of the build_*.c files. What users may rely on:
 *   - a constant operand of ADD, MUL, AND, OR, XOR, EQ is the second one;
 *   - NOT is never on top of NOT, ULT, ULE, SLT, SLE; ULE and SLE have no constant
 *     operand; EQ, ULT, ULE, SLT, SLE have operands of width 2 and more (over
 *     booleans there are AND, OR, XOR, NOT, ITE);
 *   - x << k is MUL(x, 2^k), x >> k is ZEXT or SEXT of EXTRACT(x, k, width - k);
 *     SHL, LSHR, ASHR shift by an unknown amount;
 *   - a - b is ADD(a, NEG(b)); sums are left-leaning chains, the constant last;
 *   - CONCAT leans right, and its high part is not a constant 0 (that is ZEXT).
 * Work of one call is bounded, and so are the nodes it makes. */

expr expr_not(struct expr_pool *pool, expr a);
expr expr_neg(struct expr_pool *pool, expr a);
expr expr_add(struct expr_pool *pool, expr a, expr b);
expr expr_sub(struct expr_pool *pool, expr a, expr b);
expr expr_mul(struct expr_pool *pool, expr a, expr b);
expr expr_udiv(struct expr_pool *pool, expr a, expr b);
expr expr_sdiv(struct expr_pool *pool, expr a, expr b);
expr expr_urem(struct expr_pool *pool, expr a, expr b);
expr expr_srem(struct expr_pool *pool, expr a, expr b);
expr expr_and(struct expr_pool *pool, expr a, expr b);
expr expr_or(struct expr_pool *pool, expr a, expr b);
expr expr_xor(struct expr_pool *pool, expr a, expr b);
expr expr_shl(struct expr_pool *pool, expr a, expr b);
expr expr_lshr(struct expr_pool *pool, expr a, expr b);
expr expr_ashr(struct expr_pool *pool, expr a, expr b);

#endif
