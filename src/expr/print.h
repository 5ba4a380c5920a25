/* SMT-LIB 2 text of expressions. Shared nodes are printed once, under let or
 * define-fun, so that the text is linear in the number of nodes. */
#ifndef SHRIKE_EXPR_PRINT_H
#define SHRIKE_EXPR_PRINT_H

#include "expr/expr.h"
#include "expr/pool.h"

struct str;
struct model;

/* One term, nested lets for shared nodes. Booleans print as Bool terms, and so do
 * symbols of width 1. A guard prints as what it guards. */
void expr_print(struct expr_pool *pool, expr e, struct str *out);
/* A whole query: logic, declarations, one assert for each constraint,
 * (check-sat). A guard becomes a variable $nID that an assertion ties to the
 * guarded term where the condition holds. */
void expr_print_query(struct expr_pool *pool, const expr *constraints, uint32_t n, struct str *out);
/* For people and messages: infix, C-like, cut at about `most` characters. */
void expr_print_infix(struct expr_pool *pool, expr e, size_t most, struct str *out);
/* The name that the printer gives a symbol: quoted if needed, unique. */
void expr_print_symbol(struct expr_pool *pool, symbol s, struct str *out);

/* Pieces of SMT-LIB text that print.c is made of. */

/* #b... or #x... of a constant. */
void print_literal(const struct expr_pool *pool, expr e, struct str *out);
void print_literal_value(uint32_t width, uint64_t value, struct str *out);
/* Bool, (_ BitVec n) or (Array ...). */
void print_sort(const struct expr_pool *pool, expr e, struct str *out);
const char *op_smt_name(enum expr_op op);

#endif
