/* Circles of jumps: `L: goto L;`, `for (;;);`. Whoever is in one stays there, nothing changes any more, and the execution
 * has no end: for everything but how it ends, the path is over. */
#ifndef SHRIKE_IR_IDLE_H
#define SHRIKE_IR_IDLE_H

#include "ir/ir.h"

/* Does nothing follow this instruction but jumps, for ever? */
bool idle_at(const struct function *f, const struct insn *at);

#endif
