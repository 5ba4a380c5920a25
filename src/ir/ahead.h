/* May execution still come to one of some points of the code?
 *
 * An over-approximation that states are pruned by, so it trusts nothing: every call
 * may return; a call through a pointer may enter any function whose address is taken,
 * whatever its parameters (the executor lets them differ); in 32-bit programs, where
 * an address may hide in an immediate, any function at all; running the destructors
 * enters each of them. What setjmp returns to is not looked at: it lies on the stack.
 *
 *   hot   the last instruction of a block that is a point, or a call that may come to
 *         one
 *   hope  blocks from which a block with a hot instruction can be reached
 */
#ifndef SHRIKE_IR_AHEAD_H
#define SHRIKE_IR_AHEAD_H

#include "ir/callgraph.h"
#include "ir/dist.h"

struct ahead;

/* Needs cfg_build_all; cg and its program must outlive the result. No points yet. */
struct ahead *ahead_new(const struct callgraph *cg);
void ahead_free(struct ahead *a);
/* Sets the points. */
void ahead_aim(struct ahead *a, const struct code_point *points, uint32_t npoints);
/* From this instruction (included), without leaving its frame but for callees? */
bool ahead_from(const struct ahead *a, struct code_point at);
/* From the entry of a function? */
bool ahead_in(const struct ahead *a, uint32_t function);

#endif
