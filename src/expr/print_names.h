/* Pieces of SMT-LIB text that print.c is made of. */
#ifndef SHRIKE_EXPR_PRINT_NAMES_H
#define SHRIKE_EXPR_PRINT_NAMES_H

#include "expr/pool.h"

struct str;

/* #b... or #x... of a constant. */
void print_literal(const struct expr_pool *pool, expr e, struct str *out);
void print_literal_value(uint32_t width, uint64_t value, struct str *out);
/* Bool, (_ BitVec n) or (Array ...). */
void print_sort(const struct expr_pool *pool, expr e, struct str *out);
void print_bits_sort(uint32_t width, struct str *out);
const char *op_smt_name(enum expr_op op);

#endif
