/* Ranges of values, and operators over them (solver/boxes.h). */
#ifndef SHRIKE_SOLVER_BOXES_VALUE_H
#define SHRIKE_SOLVER_BOXES_VALUE_H

#include "expr/expr.h"

/* A float (low <= high, if it may be a number at all), or bits lo <= hi. */
struct range {
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

struct range range_bits(uint64_t lo, uint64_t hi);
struct range range_all(uint32_t width);
/* The range as bits. */
struct range range_as_bits(uint32_t width, const struct range *v);
/* What the operator's value is in. */
struct range range_apply(const struct range_node *n, const struct range *const *kids);

#endif
