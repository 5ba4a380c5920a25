/* Does the user's program look at something that it did not make itself? Answers are safe: yes if
 * it is not known. */
#ifndef SHRIKE_IR_MENTION_H
#define SHRIKE_IR_MENTION_H

#include "ir/ir.h"

/* Is the parameter (of one slot) used? Keeping it in a variable that is never read, as unoptimised
 * code does, is no use. */
bool mention_parameter(const struct function *f, uint32_t param);
/* Is the variable's address in the user's code, or in the initial value of another variable? */
bool mention_global(const struct program *p, const struct ir_global *g);

#endif
