/* Floating-point instructions on symbolic operands, as expressions (expr/float.h). */
#ifndef SHRIKE_EXEC_SYM_FLOATS_H
#define SHRIKE_EXEC_SYM_FLOATS_H

#include "exec/sym/sym.h"

/* Bits of the format. */
uint32_t float_kind_width(enum ir_float kind);
/* The float in a slot (x87: two slots) as one expression, and back. */
expr float_slot(struct exec *x, enum ir_float kind, uint32_t slot);
void float_set_slot(struct exec *x, enum ir_float kind, uint32_t slot, expr e);
/* Carries out the instruction; pc stays. *done is false if it has no expression: nothing
 * happened then. False: stopped. */
bool float_step(struct exec *x, const struct insn *in, bool *done);

#endif
