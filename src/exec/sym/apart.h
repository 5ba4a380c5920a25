/* IR_APART: pointers are compared or used as numbers. Never stops, and changes nothing but the list
 * of premises (exec/sym/premise.h). */
#ifndef SHRIKE_EXEC_SYM_APART_H
#define SHRIKE_EXEC_SYM_APART_H

#include "exec/sym/sym.h"

/* Is it a pair of pointers into the object that was compared within last? Where an object lay and lies
 * no other does, so its life does not matter. */
static inline bool exec_near(const struct exec *x, const struct insn *in, uint64_t a, uint64_t b) {
    return in->c < APART_NUMBER && a - x->near_base <= x->near_size && b - x->near_base <= x->near_size;
}
/* With concrete operands, in symbolic runs. */
void exec_apart(struct exec *x, const struct insn *in, uint64_t a, uint64_t b);
/* What comparing these two takes for granted; NULL: nothing. */
const char *apart_premise(struct exec *x, enum ir_apart what, uint64_t a, uint64_t b);
/* With symbolic ones. In shadow runs of whole segments the pointers become duties. */
bool sym_apart(struct exec *x, const struct insn *in);

#endif
