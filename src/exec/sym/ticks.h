/* How much a run has done: the clock of budgets.
 *
 * What learning may cost is a share of what exploring costs. Measured in seconds, two runs of one
 * command would part where a processor was busy. So work is counted: instructions executed, here and
 * in shadow runs, facts compared, expressions, questions. A tick is about EFFORT_NS nanoseconds.
 */
#ifndef SHRIKE_EXEC_SYM_TICKS_H
#define SHRIKE_EXEC_SYM_TICKS_H

#include "exec/sym/sym.h"

/* Ticks so far; not while something is executed aside. */
static inline uint64_t sym_ticks(const struct exec *x) {
    enum { COMPARED_TICKS = 4 };
    return x->instructions + x->sym->shadowed + COMPARED_TICKS * x->sym->compared + solver_work(x->sym->solver);
}

#endif
