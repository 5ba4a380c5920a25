/* The order in which the unwound program runs.
 *
 * Blocks are numbered so that without jumps back every edge goes up, and the blocks of
 * a loop are next to one another. With the rounds of the loops between, that gives each
 * place of a run a key, and keys compare as the places do in time: whatever may still
 * come to a place has a smaller key. (In irreducible loops nearly so.)
 */
#ifndef SHRIKE_IR_SEQUENCE_H
#define SHRIKE_IR_SEQUENCE_H

#include "base/vec.h"
#include "ir/ir.h"

struct sequence;

/* Needs cfg_build_all, and bound_apply with counters for all loops. */
struct sequence *sequence_new(const struct program *p);
void sequence_free(struct sequence *s);
/* Appends the key of a place: for each loop around it, outermost first, its number and
 * its round (regs: the frame's registers, where the counters are), then the block's and
 * the place in it. */
void sequence_key(const struct sequence *s, const struct function *f, uint32_t pc, const uint64_t *regs, vec_u32 *key);
/* Slots that count the rounds of loops: from here on, in this function. */
uint32_t sequence_counters(const struct sequence *s, const struct function *f);

#endif
