/* Asks the solver, and forks the state where both answers are possible. */
#ifndef SHRIKE_EXEC_DECIDE_FORK_H
#define SHRIKE_EXEC_DECIDE_FORK_H

#include "exec/sym/decider.h"

extern const struct decider fork_decider;
/* Deciders that fork: for engines that follow every path to its end, and for those that cover much in little time. */
extern const struct decider path_decider, cover_decider;

/* ---- for other deciders that do the same ---- */

uint64_t fork_pin(struct exec *x, expr e);
uint64_t fork_settle(struct exec *x, expr e, enum gap why);
bool fork_check(struct exec *x, expr bad, sym_report_fn report, void *data);

#endif
