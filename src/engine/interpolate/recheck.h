/* --check-subsumption: explores what interpolation left out.
 *
 * A state that a fact subsumes is safe below if facts are right. Here it is explored
 * all the same, path by path: nothing below is pruned, nothing is learned, the table
 * is not asked, so that no wrong fact can hide another. An error found there is one of
 * ours. Each state gets a ration of instructions, since subtrees that one fact covers
 * may be endless (closed loops) or exponential.
 *
 * All functions accept NULL for the checker and do nothing then.
 */
#ifndef SHRIKE_ENGINE_INTERPOLATE_RECHECK_H
#define SHRIKE_ENGINE_INTERPOLATE_RECHECK_H

#include "cond/spell.h"
#include "engine/run.h"

struct recheck;

struct recheck *recheck_new(struct exec *x, const struct places *places, const struct listener *to);
void recheck_free(struct recheck *r);
/* st, which stands at a point, was left out because f holds. It is not changed. x->now may be any state and stays in
 * execution. An error, or an open target, below is reported on standard error and becomes GAP_INTERNAL. */
void recheck_state(struct recheck *r, struct state *st, const struct fact *f);

#endif
