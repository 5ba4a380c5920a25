/* Questions put off (engine bmc): states go both ways at a branch without asking a back end, and
 * may have no model. What they would do wrong waits in symbolic.suspects. See sym_feasible. */
#ifndef SHRIKE_EXEC_DECIDE_LAZY_H
#define SHRIKE_EXEC_DECIDE_LAZY_H

#include "exec/core/exec.h"

/* From now on, until lazy_end; not within other kinds of runs. */
void lazy_begin(struct exec *x);
void lazy_end(struct exec *x);

#endif
