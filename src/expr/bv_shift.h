/* Words shifted, cut and joined (expr/bv.h). */
#ifndef SHRIKE_EXPR_BV_SHIFT_H
#define SHRIKE_EXPR_BV_SHIFT_H

#include "expr/bv.h"

/* By a number of bits; amounts >= width are fine. */
void bv_shl(uint64_t *out, const uint64_t *a, uint32_t amount, uint32_t width);
void bv_lshr(uint64_t *out, const uint64_t *a, uint32_t amount, uint32_t width);
void bv_ashr(uint64_t *out, const uint64_t *a, uint32_t amount, uint32_t width);
/* A shift amount given as a bit vector, cut to at most width. */
uint32_t bv_shift_amount(const uint64_t *b, uint32_t width);
/* `width` bits of a (a_width bits) from bit low up. */
void bv_extract(uint64_t *out, const uint64_t *a, uint32_t a_width, uint32_t low, uint32_t width);
void bv_concat(uint64_t *out, const uint64_t *high, uint32_t high_width, const uint64_t *low, uint32_t low_width);
void bv_zext(uint64_t *out, const uint64_t *a, uint32_t a_width, uint32_t width);
void bv_sext(uint64_t *out, const uint64_t *a, uint32_t a_width, uint32_t width);

#endif
