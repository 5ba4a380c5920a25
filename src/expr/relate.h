/* Comparisons, parts of words, choices and arrays: simplifying constructors (expr/arith.h says what they promise). */
#ifndef SHRIKE_EXPR_RELATE_H
#define SHRIKE_EXPR_RELATE_H

#include "expr/expr.h"

expr expr_eq(struct expr_pool *pool, expr a, expr b);
expr expr_ne(struct expr_pool *pool, expr a, expr b);
expr expr_ult(struct expr_pool *pool, expr a, expr b);
expr expr_ule(struct expr_pool *pool, expr a, expr b);
expr expr_ugt(struct expr_pool *pool, expr a, expr b);
expr expr_uge(struct expr_pool *pool, expr a, expr b);
expr expr_slt(struct expr_pool *pool, expr a, expr b);
expr expr_sle(struct expr_pool *pool, expr a, expr b);
expr expr_sgt(struct expr_pool *pool, expr a, expr b);
expr expr_sge(struct expr_pool *pool, expr a, expr b);
expr expr_implies(struct expr_pool *pool, expr a, expr b);
/* high ++ low */
expr expr_concat(struct expr_pool *pool, expr high, expr low);
/* `width` bits from bit `low` up. */
expr expr_extract(struct expr_pool *pool, expr a, uint32_t low, uint32_t width);
/* To `width` bits; the same width gives a back. */
expr expr_zext(struct expr_pool *pool, expr a, uint32_t width);
expr expr_sext(struct expr_pool *pool, expr a, uint32_t width);
/* zext, nothing or extract of the low bits. */
expr expr_resize(struct expr_pool *pool, expr a, uint32_t width);
expr expr_ite(struct expr_pool *pool, expr cond, expr then_e, expr else_e);
expr expr_read(struct expr_pool *pool, expr array, expr index);
expr expr_store(struct expr_pool *pool, expr array, expr index, expr value);
expr expr_guard(struct expr_pool *pool, expr d, expr e);
/* Any operator by number: op's constructor applied to kids (EXTRACT: aux, width;
 * ZEXT, SEXT: width). For generic code such as substitution. */
expr expr_build(struct expr_pool *pool, enum expr_op op, uint32_t width, uint64_t aux, const expr *kids);

#endif
