/* The learning stage's top-down walk: what a wanted result says about the
 * variables below, and what follows for formulas and for witnesses. */
#ifndef SHRIKE_SOLVER_PARTI_PROPAGATE_H
#define SHRIKE_SOLVER_PARTI_PROPAGATE_H

#include "solver/parti/view.h"

/* Narrows the variables of v to values with which e (width 1) can be `truth`;
 * loses no model. False if there are none. Values of v are stale afterwards if
 * variables changed (v->changes grew or *changed, if wanted, is true). */
bool propagate(struct view *v, expr e, bool truth, bool *changed);
/* Does e equal `truth` for all values of its variables in v? */
bool view_holds(struct view *v, expr e, bool truth);

/* Is e a connective over conditions? */
bool is_logical(const struct expr_pool *pool, expr e);
/* For a formula e over the one variable var: its values (within the domains that v
 * is open on, whose changes are undone) for which e is `truth`. out->exact says
 * whether these are all it contains. */
void solve_formula(struct view *v, expr e, bool truth, uint32_t var, struct mset *out);

#endif
