/* The circuits of floating point themselves, for any format with a precision of 3 and more. */
#ifndef SHRIKE_EXPR_FLOAT_CIRCUITS_H
#define SHRIKE_EXPR_FLOAT_CIRCUITS_H

#include "expr/float.h"

/* The circuits themselves, for any format with a precision of 3 and more. */
expr circuit_add(struct expr_pool *pool, struct float_format f, enum float_round mode, expr a, expr b);
expr circuit_mul(struct expr_pool *pool, struct float_format f, enum float_round mode, expr a, expr b);
expr circuit_div(struct expr_pool *pool, struct float_format f, enum float_round mode, expr a, expr b);
expr circuit_sqrt(struct expr_pool *pool, struct float_format f, enum float_round mode, expr a);
expr circuit_fma(struct expr_pool *pool, struct float_format f, enum float_round mode, expr a, expr b, expr c);
expr circuit_rem(struct expr_pool *pool, struct float_format f, expr a, expr b);
expr circuit_rint(struct expr_pool *pool, struct float_format f, enum float_round mode, expr a);
expr circuit_cvt(struct expr_pool *pool, struct float_format from, struct float_format to, enum float_round mode,
                 expr a);
expr circuit_from_int(struct expr_pool *pool, struct float_format f, enum float_round mode, bool is_signed, expr a);
expr circuit_to_int(struct expr_pool *pool, struct float_format f, bool is_signed, expr a, uint32_t width);
expr circuit_eq(struct expr_pool *pool, struct float_format f, expr a, expr b);
expr circuit_less(struct expr_pool *pool, struct float_format f, bool or_equal, expr a, expr b);
expr circuit_nan(struct expr_pool *pool, struct float_format f, expr a);

#endif
