/* Equality of polynomials. Products of sums are what bit-level reasoning is worst
 * at, and what multiplying out is best at: x * (y + z) = x * y + x * z. */
#ifndef SHRIKE_SOLVER_BITBLAST_POLY_H
#define SHRIKE_SOLVER_BITBLAST_POLY_H

#include "expr/expr.h"

enum poly_answer { POLY_OPEN, POLY_EQUAL, POLY_DIFFERENT };

/* Are a and b (of one width, at most 64) equal, or different, in every model,
 * because their difference as a polynomial is zero, or another constant? Work is
 * bounded; POLY_OPEN says nothing. */
enum poly_answer poly_compare(const struct expr_pool *pool, expr a, expr b);

#endif
