/* Questions about symbolic values, answered by x->decider (exec/sym/decider.h). */
#ifndef SHRIKE_EXEC_SYM_DECIDE_H
#define SHRIKE_EXEC_SYM_DECIDE_H

#include "exec/sym/sym.h"

/* Adds a constraint that the state's model satisfies. */
void sym_constrain(struct exec *x, expr cond);
/* The path goes on only where cond holds; false: nowhere (STOP_ASSUME). */
bool sym_assume(struct exec *x, expr cond);
/* Branch to code index `yes` if cond, else to `no`. */
bool sym_branch(struct exec *x, expr cond, uint32_t yes, uint32_t no);
bool sym_switch(struct exec *x, const struct ir_switch *sw, expr value);
/* When does the value lead to this target of the switch? */
expr sym_switch_way(struct exec *x, const struct ir_switch *sw, expr value, uint32_t target);
/* One value of e for this state; for others a fork executes the instruction again. */
uint64_t sym_pin(struct exec *x, expr e);
/* The same for a slot, which becomes concrete. */
uint64_t sym_pin_slot(struct exec *x, uint32_t slot);
/* The value under the state's model stands for all: a gap. */
uint64_t sym_settle(struct exec *x, expr e, enum gap why);
void sym_settle_slot(struct exec *x, uint32_t slot, enum gap why);
/* Value of e under the state's model, which it has unless e is a constant; nothing is
 * decided. */
uint64_t sym_sample(struct exec *x, expr e);
/* Does the model satisfy the condition? */
bool sym_follows(struct exec *x, expr cond);
/* Smallest and largest value of e, if the solver says so. */
bool sym_bounds(struct exec *x, expr e, uint64_t *lo, uint64_t *hi);
/* Where places are decided: one more decision, at the instruction being executed. */
bool sym_decide(struct exec *x, expr cond);
/* Is an error possible? bad: when. Reports it by calling `report` (which uses
 * exec_error) in a state whose model triggers it; then goes on where it does not
 * happen. False: it always happens (stopped). */
typedef void (*sym_report_fn)(struct exec *x, void *data);
bool sym_check(struct exec *x, expr bad, sym_report_fn report, void *data);

/* The targets of a switch, each once, in order of the cases; to be released. */
void sym_switch_targets(const struct ir_switch *sw, vec_u32 *targets);
/* Where a value leads. */
uint32_t sym_switch_target(const struct ir_switch *sw, uint64_t v);
/* e == v */
expr sym_equals(struct exec *x, expr e, uint64_t v);

/* Questions may be put off (exec/decide/lazy.h). Then a state whose model is NULL may be impossible. Whatever has to
 * look at a model asks sym_feasible first; an error in such a state is none until its engine has asked. */

/* Finds a model if there is none. False: no input leads here, or the solver does not know (stopped). */
bool sym_feasible(struct exec *x);
/* Has the instruction at top->pc, which has symbolic operands, to look at a model? */
bool sym_wants_model(const struct exec *x);

#endif
