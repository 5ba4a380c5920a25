/* The loop over instructions. */
#ifndef SHRIKE_EXEC_RUN_LOOP_H
#define SHRIKE_EXEC_RUN_LOOP_H

#include "exec/core/exec.h"

/* Runs x->now until something stops it. */
enum stop exec_loop(struct exec *x);
/* A call instruction of the top frame. False: stopped. */
bool exec_call(struct exec *x, struct function *fn, const struct insn *in);
/* The invariants of a run (exec/core/exec.h) that is about to go on, where asserts are on. */
void exec_check(const struct exec *x);

#endif
