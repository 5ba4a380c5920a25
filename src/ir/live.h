/* Which slots of a frame are still needed.
 *
 * A slot is live where some way on reads it before it is written. Jumps by longjmp
 * are not looked at: where setjmp has been called nothing follows from this.
 */
#ifndef SHRIKE_IR_LIVE_H
#define SHRIKE_IR_LIVE_H

#include "base/bitset.h"
#include "ir/ir.h"

struct live;

/* Needs cfg_build_all; the program must not be patched (exec/core/first.h) yet, and outlive
 * the result. */
struct live *live_new(const struct program *p);
void live_free(struct live *live);
/* Adds what is live in front of code index pc, which begins a block or follows a call or
 * a jump back, to the empty set `out`. */
void live_at(const struct live *live, const struct function *f, uint32_t pc, struct bitset *out);

#endif
