/* Arithmetic on bit vectors held in words, least significant word first.
 *
 * A value of `width` bits takes bv_words(width) words; bits above the width are
 * zero in every argument and every result. Results may share storage with
 * arguments. Meaning of the corner cases (division by zero, oversized shifts)
 * is SMT-LIB's.
 */
#ifndef SHRIKE_EXPR_BV_H
#define SHRIKE_EXPR_BV_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "expr/expr.h"

enum { BV_MAX_WORDS = EXPR_MAX_WIDTH / 64 };

static inline uint32_t bv_words(uint32_t width) { return (width + 63) / 64; }

/* All ones in `width` bits (1..64). */
static inline uint64_t bv_mask(uint32_t width) { return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1; }
/* A value of `width` bits (1..64) read as two's complement. */
static inline int64_t bv_signed(uint64_t value, uint32_t width) {
    return (int64_t)(value << (64 - width)) >> (64 - width);
}
static inline bool bv_bit(const uint64_t *a, uint32_t i) { return a[i / 64] >> (i % 64) & 1; }

static inline void bv_copy(uint64_t *out, const uint64_t *a, uint32_t width) {
    memmove(out, a, bv_words(width) * sizeof *a);
}
/* Clears the bits above width in the last word. */
static inline void bv_cut(uint64_t *a, uint32_t width) {
    if (width % 64) a[width / 64] &= bv_mask(width % 64);
}
void bv_set(uint64_t *out, uint64_t value, uint32_t width);
void bv_ones(uint64_t *out, uint32_t width);
/* One bit set: 2^i. */
void bv_power(uint64_t *out, uint32_t i, uint32_t width);

bool bv_is_zero(const uint64_t *a, uint32_t width);
bool bv_is_ones(const uint64_t *a, uint32_t width);
bool bv_equal(const uint64_t *a, const uint64_t *b, uint32_t width);
bool bv_ult(const uint64_t *a, const uint64_t *b, uint32_t width);
bool bv_slt(const uint64_t *a, const uint64_t *b, uint32_t width);
/* Zero bits above the highest one, below the lowest one; width if a is 0. */
uint32_t bv_leading_zeros(const uint64_t *a, uint32_t width);
uint32_t bv_trailing_zeros(const uint64_t *a, uint32_t width);
/* Number of ones. */
uint32_t bv_popcount(const uint64_t *a, uint32_t width);

void bv_not(uint64_t *out, const uint64_t *a, uint32_t width);
void bv_neg(uint64_t *out, const uint64_t *a, uint32_t width);
void bv_add(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_mul(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_udiv(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_urem(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_sdiv(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_srem(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_and(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_or(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width);
void bv_xor(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width);

#endif
