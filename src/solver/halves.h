/* Sets of words for questions about floats: a range of bits for each sign.
 *
 * A word of up to 64 bits is its top bit and the rest. For a float that is sign and size, whose
 * order as bits is that of numbers, so a range of numbers is a range of bits on each side, and the
 * zeros are told apart. `nan` stands for all NaNs of a float; its ranges then hold numbers only.
 * The size of a number of x87 is without the leading bit, which the exponent tells; so numbers
 * that are written in two ways have one size, and these sets are never seen as bits.
 *
 * Invariants: lo <= hi where there is a range; in a float's, hi is at most infinity.
 */
#ifndef SHRIKE_SOLVER_HALVES_H
#define SHRIKE_SOLVER_HALVES_H

#include "solver/boxes_value.h"

struct half {
    bool some;
    float_word lo, hi; /* without the top bit */
};

struct halves {
    struct half side[2]; /* top bit clear, set */
    bool nan;
};

/* All words of a width; of a format, if is_float. */
struct halves halves_all(uint32_t width, bool is_float);
struct halves halves_of_bits(uint32_t width, bool is_float, uint64_t lo, uint64_t hi);
/* Numbers from low to high, zeros of both signs among them. low > high: none. */
struct halves halves_of_numbers(uint32_t width, long double low, long double high, bool nan);
struct halves halves_of_range(uint32_t width, bool is_float, const struct box_range *r);
/* The other way round; a superset. Something is in it. */
struct box_range halves_range(uint32_t width, bool is_float, const struct halves *h);

/* The same words, of at most 64 bits, seen as a float, or as bits; a superset. */
struct halves halves_view(uint32_t width, bool from_float, bool to_float, const struct halves *h);

bool halves_empty(const struct halves *h);
bool halves_equal(const struct halves *a, const struct halves *b);
struct halves halves_meet(const struct halves *a, const struct halves *b);
/* The least set of this form that holds both. */
struct halves halves_join(const struct halves *a, const struct halves *b);

/* The number before or after v in the format; infinities stay. */
long double halves_neighbour(uint32_t width, long double v, bool up);
/* A word of a side: the smallest, largest, or one between. There is one. */
float_word halves_pick(uint32_t width, const struct halves *h, int side, int which);

#endif
