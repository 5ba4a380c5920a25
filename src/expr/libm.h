/* Functions of math.h as operators (libm.def): what they give is what this machine's library gives.
 *
 * EXPR_FLIBM has the function's number in aux, above the bits of the rounding mode, which is to nearest; functions of
 * one argument have it twice. There is no circuit: solvers know ranges (solver/libm_range.h) and single values.
 */
#ifndef SHRIKE_EXPR_LIBM_H
#define SHRIKE_EXPR_LIBM_H

#include "expr/expr.h"

enum libm {
#define LIBM1(name, shape, from, to, least, most, at, value) LIBM_##name,
#define LIBM2(name, shape) LIBM_##name,
#include "expr/libm.def"
#undef LIBM1
#undef LIBM2
    LIBM_FUNCTIONS
};

enum { LIBM_SHIFT = 4 };
static inline enum libm libm_of_aux(uint64_t aux) { return (enum libm)(aux >> LIBM_SHIFT); }

const char *libm_name(enum libm fn);
/* In the format of a and b; one argument: b is a. Not of halves. */
expr expr_flibm(struct expr_pool *pool, enum libm fn, expr a, expr b);

float libm_float(enum libm fn, float a, float b);
double libm_double(enum libm fn, double a, double b);
long double libm_long(enum libm fn, long double a, long double b);

#endif
