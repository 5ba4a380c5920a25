/* Floating point over bit vectors.
 *
 * A float value IS its bit vector: 16, 32, 64 bits of IEEE 754, or the 80 bits of x87.
 * The width says which format it is, so reinterpretation is nothing at all; the
 * operators (F... in ops.def) have the rounding mode in aux. Negation, absolute value
 * and copysign change bits; subtraction is addition of the negated operand; what else
 * can be said in these terms exactly is (min, max, LLVM's predicates).
 *
 * NaN. Which NaN an operation gives is left open: processors differ, and so
 * do compilers that fold. Evaluation gives one fixed NaN, but nothing may be proved
 * from its bits. So every node knows whether its value rests on the bits of such a NaN
 * (enum float_bits). Operators over floats ask for the value only; where a condition
 * says FLOAT_BITS_MIXED, code that relies on it has to rule the NaN out, or to say that
 * the answer holds for one NaN only (exec/sym/decide.c). Nothing is lost for inputs: their
 * bits are what they are, a NaN's too. Assumed is that the same operation on the same
 * operands gives the same bits.
 *
 * x87: encodings that the processor calls invalid (unnormals, pseudo-infinities,
 * pseudo-NaNs) are NaNs, as they are for the processor; a pseudo-denormal has the value
 * that its bits say. Results are always proper encodings.
 */
#ifndef SHRIKE_EXPR_FLOAT_H
#define SHRIKE_EXPR_FLOAT_H

#include "expr/expr.h"

enum float_round { ROUND_EVEN, ROUND_AWAY, ROUND_UP, ROUND_DOWN, ROUND_ZERO, FLOAT_ROUNDS };

/* precision counts the leading bit, whether it is stored (x87) or not. */
struct float_format {
    uint32_t exponent_bits;
    uint32_t precision;
    bool leading_stored;
};
static inline uint32_t float_width(struct float_format f) { return f.exponent_bits + f.precision + f.leading_stored; }

/* What a value owes to the bits of a NaN that an operation made: nothing, they are its
 * own bits if it is one (and it is a float), or anything. */
enum float_bits { FLOAT_BITS_NONE, FLOAT_BITS_NAN, FLOAT_BITS_MIXED };
static inline enum float_bits expr_float_bits(const struct expr_pool *pool, expr e) {
    return (enum float_bits)expr_node(pool, e)->nan;
}

/* ---- operators; operands are of one format ------------------------------------------ */

expr expr_fadd(struct expr_pool *pool, enum float_round mode, expr a, expr b);
expr expr_fsub(struct expr_pool *pool, enum float_round mode, expr a, expr b);
expr expr_fmul(struct expr_pool *pool, enum float_round mode, expr a, expr b);
expr expr_fdiv(struct expr_pool *pool, enum float_round mode, expr a, expr b);
expr expr_fsqrt(struct expr_pool *pool, enum float_round mode, expr a);
/* a * b + c, rounded once. */
expr expr_fma(struct expr_pool *pool, enum float_round mode, expr a, expr b, expr c);
/* C's fmod: the sign of a, a quotient without its fraction. */
expr expr_frem(struct expr_pool *pool, expr a, expr b);
/* To an integral value of the same format. */
expr expr_frint(struct expr_pool *pool, enum float_round mode, expr a);
expr expr_fneg(struct expr_pool *pool, expr a);
expr expr_fabs(struct expr_pool *pool, expr a);
expr expr_fcopysign(struct expr_pool *pool, expr a, expr sign);
/* The operand that is a number, if one is; else the smaller or larger; of two zeros
 * the second. A signalling NaN may give a NaN, or be passed over: libraries differ, and
 * which it is, is owed to the bits of a NaN. */
expr expr_fmin(struct expr_pool *pool, expr a, expr b);
expr expr_fmax(struct expr_pool *pool, expr a, expr b);

/* To another format (width). */
expr expr_fcvt(struct expr_pool *pool, enum float_round mode, expr a, uint32_t width);
expr expr_from_int(struct expr_pool *pool, enum float_round mode, bool is_signed, expr a, uint32_t width);
/* Without its fraction; 0 where the value does not fit. */
expr expr_to_int(struct expr_pool *pool, bool is_signed, expr a, uint32_t width);
/* Does the value without its fraction fit? A NaN does not. */
expr expr_fits_int(struct expr_pool *pool, bool is_signed, expr a, uint32_t width);

/* Ordered comparisons: false if one is a NaN. */
expr expr_feq(struct expr_pool *pool, expr a, expr b);
expr expr_flt(struct expr_pool *pool, expr a, expr b);
expr expr_fle(struct expr_pool *pool, expr a, expr b);
expr expr_fnan(struct expr_pool *pool, expr a);
/* LLVM's predicates: bit 0 equal, 1 greater, 2 less, 3 unordered. */
expr expr_fcmp(struct expr_pool *pool, uint32_t predicate, expr a, expr b);
/* LLVM's classes: bits of llvm.is.fpclass. */
expr expr_fclass(struct expr_pool *pool, uint32_t mask, expr a);
/* a where a is surely no NaN that an operation made: the caller knows, or has said
 * that what follows holds for one NaN only. */
expr expr_fbits(struct expr_pool *pool, expr a);

/* A NaN of an operation that has no operator: `number` says which it is (below 2^9 in
 * half, 2^22 else), a and b, of one format, what it was given. */
enum { FLOAT_OPEN_CONSTANT = 1, FLOAT_OPEN_MIN, FLOAT_OPEN_MAX, FLOAT_OPEN_LIBRARY };
expr expr_fopen(struct expr_pool *pool, uint32_t number, expr a, expr b);

/* ---- values ---------------------------------------------------------------------------- */

/* ---- circuits (circuit*.c) --------------------------------------------------------------- */

#endif
