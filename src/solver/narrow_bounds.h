/* Constraints that bound one node by constants, whatever they are made of.
 *
 * A comparison of an input with a constant is a choice among ranges of bits (expr/build_float.c):
 * positive numbers up to it, or negative ones. Looked at part by part such a choice says nothing;
 * as a whole it is a range on each side.
 */
#ifndef SHRIKE_SOLVER_NARROW_BOUNDS_H
#define SHRIKE_SOLVER_NARROW_BOUNDS_H

#include "solver/halves.h"

struct narrow_bound {
    expr of;           /* the node, of at most 64 bits */
    struct halves set; /* its values, as bits: the least set of this form */
};

/* False: it is about more than one node, or in another way. */
bool narrow_bound(struct expr_pool *pool, expr e, struct narrow_bound *out);

#endif
