/* How far is it to a target, in instructions, through calls and returns?
 *
 * Blocks are cut into segments that end with a call or with the block. A path may
 * first return out of any number of frames, then go down into calls; a call that
 * it passes by costs the cheapest way through the callee (nothing, if that has no
 * code). Paths that enter a function from one caller and return to another are
 * not paths.
 *
 *   to_return  from a segment to the end of a return of its function
 *   down       from a segment to a target without leaving its function's frame
 *   up         from just after a return of the function to a target, by the best
 *              of its callers
 *
 * Costs stop growing at DIST_FAR ("very far"); DIST_NEVER means that no path exists.
 */
#ifndef SHRIKE_IR_DIST_H
#define SHRIKE_IR_DIST_H

#include "ir/callgraph.h"
#include "ir/ir.h"

#define DIST_NEVER UINT32_MAX
#define DIST_FAR (UINT32_MAX - 1)

/* A place in the code: as target a block's first instruction, as a frame's the
 * next one to execute. */
struct code_point {
    uint32_t function;
    uint32_t pc;
};

struct dist;

/* Prepares what does not depend on targets. Needs cfg_build_all; cg and its
 * program must outlive the result. */
struct dist *dist_new(const struct callgraph *cg);
void dist_free(struct dist *d);

/* Sets the targets, each the first instruction of a block, and recomputes. */
void dist_aim(struct dist *d, const struct code_point *targets, uint32_t ntargets);

/* Least distance from a point to a target: 0 at one. dist_from assumes whatever
 * callers suit best, dist_down stays in the frame and below. */
uint32_t dist_from(const struct dist *d, struct code_point at);
uint32_t dist_down(const struct dist *d, struct code_point at);
/* Least number of instructions until the function has returned. */
uint32_t dist_to_return(const struct dist *d, struct code_point at);
/* Exact for a stack of nframes > 0 frames, innermost first. */
uint32_t dist_from_stack(const struct dist *d, const struct code_point *frames, uint32_t nframes);

#endif
