/* Floating-point instructions on symbolic operands, as expressions (expr/float.h). */
#ifndef SHRIKE_EXEC_SYM_FLOATS_H
#define SHRIKE_EXEC_SYM_FLOATS_H

#include "exec/sym/sym.h"

/* Bits of the format. */
uint32_t float_kind_width(enum ir_float kind);
void float_set_slot(struct exec *x, enum ir_float kind, uint32_t slot, expr e);
/* Carries out the instruction; pc stays. *done is false if it has no expression: nothing
 * happened then. False: stopped. */
bool float_step(struct exec *x, const struct insn *in, bool *done);
/* An operation of the loop on concrete operands: if it gives a NaN, the result becomes an
 * expression, because it is open which NaN that is (expr/float.h). Else nothing has happened. */
bool float_opens_nan(struct exec *x, const struct insn *in);
/* The same for what a built-in has given for concrete arguments. function: for equal ones it always gives the same. */
void float_opens_result(struct exec *x, const struct function *fn, const struct insn *in, const struct ir_call *call,
                        bool function);

#endif
