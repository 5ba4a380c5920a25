/* Instructions with symbolic operands. */
#ifndef SHRIKE_EXEC_SYM_STEP_H
#define SHRIKE_EXEC_SYM_STEP_H

#include "exec/sym/sym.h"

/* What L_CAREFUL asks about an instruction: bits of exec.signature. */
enum { READS_A = 1, READS_B = 2, READS_C = 4, READS_D = 8, WRITES_D = 16, SPECIAL = 32 };
void sym_signatures(struct exec *x);
/* Executes the instruction at top->pc, which has symbolic operands, and moves pc on.
 * False: stopped (x->stop). */
bool sym_step(struct exec *x);
/* When does the branch or switch at top->pc lead to code index `target`? None if it is
 * neither. */
expr sym_way(struct exec *x, uint32_t target);
/* IR_UNDEF: an arbitrary value. Does not move pc on. */
void sym_undef(struct exec *x);

#endif
