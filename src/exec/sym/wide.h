/* Integers of more than 64 bits with symbolic parts. */
#ifndef SHRIKE_EXEC_SYM_WIDE_H
#define SHRIKE_EXEC_SYM_WIDE_H

#include "exec/sym/sym.h"

/* IR_WIDE and IR_WIDECAST; concrete operands are fine, too. False: stopped. Do not
 * move pc on. */
bool sym_wide(struct exec *x, const struct insn *in);
bool sym_wide_cast(struct exec *x, const struct insn *in);

#endif
