/* Array reads: what a read can give, and which indexes give wanted elements. */
#ifndef SHRIKE_SOLVER_PARTI_READ_H
#define SHRIKE_SOLVER_PARTI_READ_H

#include "solver/parti/view.h"

/* Pushes onto v->stack the narrow expressions that read_value(e) will look at and
 * that have no value yet. */
void read_push_kids(struct view *v, expr e);
/* The elements that the READ e can give; *support as for sets. */
void read_value(struct view *v, expr e, struct mset *out, uint64_t *support);
/* For a READ of a table: indexes within `have` whose elements are wanted. False if
 * nothing can be said. */
bool read_inverse(struct view *v, expr e, const struct mset *have, const struct mset *want, struct mset *out);

#endif
