/* Ranges of values, and operators over them (solver/boxes.h). */
#ifndef SHRIKE_SOLVER_BOXES_VALUE_H
#define SHRIKE_SOLVER_BOXES_VALUE_H

#include "expr/expr.h"

/* A float (low <= high, if it may be a number at all), or bits lo <= hi. Numbers of all formats are numbers of x87. */
struct box_range {
    bool is_float, number, nan;
    long double low, high;
    uint64_t lo, hi;
};

/* A node, its operands' ranges at `kids` (NULL: not there); all of at most 64 bits, or floats of 80. */
struct range_node {
    enum expr_op op;
    uint32_t width, kid_width; /* of the first operand, or FROMI: of the integer */
    uint64_t aux;
    bool same; /* both operands are one */
};

/* The bits of a float. */
typedef unsigned __int128 float_word;

bool range_has_format(uint32_t width);
/* A float of one of these formats as the widest, and the other way round, rounded to nearest. Encodings of x87 that are
 * no numbers are NaNs. */
long double float_decode(uint32_t width, float_word bits);
float_word float_encode(uint32_t width, long double v);
float_word float_word_of(uint32_t width, const uint64_t *words);

struct box_range range_bits(uint64_t lo, uint64_t hi);
struct box_range range_all(uint32_t width);
/* One value: a float of 80 bits, or bits. */
struct box_range range_constant(const struct expr_pool *pool, expr constant);
/* Has an operator with these widths ranges? Of 80 bits are floats only, and choices among words that may be floats. */
bool range_fits(const struct expr_pool *pool, expr e);
/* What the operator's value is in. */
struct box_range range_apply(const struct range_node *n, const struct box_range *const *kids);
/* The other way: what operand `which` of an operator over floats (not of a comparison or conversion of integers) is
 * in, where the result is in r. False: nothing is known. The ends are wider than exact by a neighbour at most. */
bool range_inverse(const struct range_node *n, const struct box_range *r, const struct box_range *const *kids,
                   int which, struct box_range *out);
/* The exact values that are rounded to r, which are numbers: a little wider. */
struct box_range range_before_rounding(uint32_t width, const struct box_range *r);

#endif
