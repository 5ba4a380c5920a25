/* Intervals for floating point: a back end for questions about few inputs.
 *
 * A box gives every symbol a range of its bits. Constraints are evaluated over ranges: floats
 * have a smallest and a largest number and whether they may be a NaN, all else a range of bits.
 * Rounding keeps the order of numbers, so the ends of a range, put through the operation in its
 * own rounding mode, are the exact ends of the result; nothing is widened. A box in which a
 * constraint is false is dropped, one with a point that satisfies all is an answer, any other is
 * split. What takes more boxes than that is worth stays unknown, and is the bit-blaster's.
 *
 * A zero in a range may be of either sign.
 */
#ifndef SHRIKE_SOLVER_BOXES_H
#define SHRIKE_SOLVER_BOXES_H

#include "solver/backend.h"

struct backend *boxes_new(struct context *ctx, struct expr_pool *pool);

#endif
