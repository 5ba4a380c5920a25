/* Ranges of values, and operators over them (solver/boxes.h). */
#ifndef SHRIKE_SOLVER_BOXES_VALUE_H
#define SHRIKE_SOLVER_BOXES_VALUE_H

#include "expr/expr.h"

/* A float (low <= high, if it may be a number at all), or bits lo <= hi. */
struct box_range {
    bool is_float, number, nan;
    double low, high;
    uint64_t lo, hi;
};

/* A node, its operands' ranges at `kids` (NULL: not there); all of at most 64 bits. */
struct range_node {
    enum expr_op op;
    uint32_t width, kid_width; /* of the first operand, or FROMI: of the integer */
    uint64_t aux;
    bool same; /* both operands are one */
};

/* A float of 16, 32 or 64 bits as a double, and a double rounded to one. */
double float_decode(uint32_t width, uint64_t bits);
uint64_t float_encode(uint32_t width, double v);

struct box_range range_bits(uint64_t lo, uint64_t hi);
struct box_range range_all(uint32_t width);
/* The range as bits. */
struct box_range range_as_bits(uint32_t width, const struct box_range *v);
/* What the operator's value is in. */
struct box_range range_apply(const struct range_node *n, const struct box_range *const *kids);
/* The other way: what operand `which` of an operator over floats (not of a comparison or conversion of integers) is
 * in, where the result is in r. False: nothing is known. The ends are wider than exact by a neighbour at most. */
bool range_inverse(const struct range_node *n, const struct box_range *r, const struct box_range *const *kids, int which,
                   struct box_range *out);
/* The exact values that are rounded to r, which are numbers: a little wider. */
struct box_range range_before_rounding(uint32_t width, const struct box_range *r);

#endif
