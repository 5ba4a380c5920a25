/* Words: functions of bit vectors, made of gates. A word is an array of n
 * literals, lowest bit first; n is at most EXPR_MAX_WIDTH. Results go to arrays
 * of the caller, which must not overlap the operands. */
#ifndef SHRIKE_SOLVER_BITBLAST_WORDS_H
#define SHRIKE_SOLVER_BITBLAST_WORDS_H

#include "solver/bitblast/gates.h"

/* a + b + carry; returns the carry out. */
lit word_add(struct gates *g, uint32_t n, const lit *a, const lit *b, lit carry, lit *out);
/* -a where `flag` holds, else a. */
void word_negate_if(struct gates *g, uint32_t n, lit flag, const lit *a, lit *out);
void word_mux(struct gates *g, uint32_t n, lit cond, const lit *yes, const lit *no, lit *out);
lit word_equal(struct gates *g, uint32_t n, const lit *a, const lit *b);
/* Unsigned a < b, or a <= b. */
lit word_less(struct gates *g, uint32_t n, const lit *a, const lit *b, bool or_equal);
lit word_signed_less(struct gates *g, uint32_t n, const lit *a, const lit *b, bool or_equal);
/* Shifts by a word; `fill` comes in from the top. */
void word_shift_left(struct gates *g, uint32_t n, const lit *a, const lit *by, lit *out);
void word_shift_right(struct gates *g, uint32_t n, const lit *a, const lit *by, lit fill, lit *out);

/* Low n bits of the product (multiply.c). */
void word_mul(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *out);
/* The same for unsigned operands, with clauses that forbid an overflow: the
 * product is exact in every model. */
void word_mul_exact(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *out);

/* Quotient and remainder, with SMT-LIB's results for b = 0 (divide.c). */
void word_divide(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *quotient, lit *remainder);
void word_signed_divide(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *quotient, lit *remainder);

/* a = b in every model in which `cond` holds. */
void word_tie(struct gates *g, uint32_t n, lit cond, const lit *a, const lit *b);
/* Number of bits without the leading zeros. */
uint32_t word_length(uint32_t n, const lit *a);
static inline bool lit_is_const(lit l) { return l == LIT_TRUE || l == LIT_FALSE; }
bool word_is_const(uint32_t n, const lit *a);

#endif
