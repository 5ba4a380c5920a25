/* IR_APART: pointers are compared or used as numbers. Never stops, and changes nothing but the list
 * of premises (exec/premise.h). */
#ifndef SHRIKE_EXEC_APART_H
#define SHRIKE_EXEC_APART_H

#include "exec/sym.h"

/* With concrete operands, in symbolic runs. */
void exec_apart(struct exec *x, const struct insn *in, uint64_t a, uint64_t b);
/* With symbolic ones. In shadow runs of whole segments the pointers become duties. */
bool sym_apart(struct exec *x, const struct insn *in);

#endif
