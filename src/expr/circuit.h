/* What the circuits of floating point share.
 *
 * An exponent is a signed word of `wide` bits that counts from the smallest exponent of
 * the format (place 0: that of 1.0 * 2^emin, and of all subnormals). A significand is a
 * word whose top bit weighs 2^place. So a value below the normal ones has place 0 and a
 * top bit that is 0, and packing is one addition: place and top bit, then the fraction,
 * then the increment, whose carry may go through all of it.
 */
#ifndef SHRIKE_EXPR_CIRCUIT_H
#define SHRIKE_EXPR_CIRCUIT_H

#include "expr/float.h"
#include "expr/relate.h"

struct circuit {
    struct expr_pool *pool;
    struct float_format f;
    enum float_round mode;
    uint32_t wide; /* bits of places */
};

struct unpacked {
    expr sign, nan, inf, zero; /* of one bit */
    expr place;                /* wide bits, not negative unless it was normalised */
    expr sig;                  /* precision bits */
};

struct circuit circuit_of(struct expr_pool *pool, struct float_format f, enum float_round mode);
struct unpacked circuit_unpack(const struct circuit *c, expr a);
/* Subnormals get a top bit that is 1 and a place below 0; not for zeros. */
void circuit_normalise(const struct circuit *c, expr *place, expr *sig);
/* The float nearest to sig at place, in the mode; sig of any width is not 0. */
expr circuit_round(const struct circuit *c, expr sign, expr place, expr sig);
/* Is what is kept to be increased? It ends in `lowest`, and `half` and `rest` are cut off. */
expr circuit_rounds_up(const struct circuit *c, expr sign, expr lowest, expr half, expr rest);
/* Sum of two numbers (x's place and sig the larger, if compared as one word) rounded;
 * a zero that arises has the sign that the mode gives it. */
expr circuit_sum(const struct circuit *c, const struct unpacked *x, const struct unpacked *y);

expr circuit_place(const struct circuit *c, int64_t value);
/* The exponent of place 0. */
int64_t circuit_emin(const struct circuit *c);
expr circuit_inf(const struct circuit *c, expr sign);
expr circuit_zero(const struct circuit *c, expr sign);
expr circuit_quiet_nan(const struct circuit *c);

/* Shifted right; what falls out is kept in the lowest bit. */
expr shift_jam(struct expr_pool *pool, expr a, expr by);
/* a with n zeros below. */
expr pad_below(struct expr_pool *pool, expr a, uint32_t n);
expr is_zero_word(struct expr_pool *pool, expr a);
static inline expr bit_of(struct expr_pool *pool, expr a, uint32_t i) { return expr_extract(pool, a, i, 1); }
static inline uint32_t width_of(const struct expr_pool *pool, expr a) { return expr_width(pool, a); }

#endif
