/* A program that stops behind every store, for stories, which follow its assignments.
 *
 * Each store of the user's code is moved behind the code of its function, a POINT
 * (ir/points.h) and a jump back after it. The flow graph does not know of that: to be
 * called when all analyses are done.
 */
#ifndef SHRIKE_IR_STORES_H
#define SHRIKE_IR_STORES_H

#include "ir/ir.h"

void stores_stop(struct program *p);
/* Is this a store with an offset (STORE8 ...), or one with an index (STORE8X ...)? */
bool stores_is_plain(enum ir_op op);
/* Bytes that it writes. */
uint32_t stores_size(const struct insn *in);

#endif
