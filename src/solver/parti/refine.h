/* What newly narrowed sets say through the constraints that are still pending. */
#ifndef SHRIKE_SOLVER_PARTI_REFINE_H
#define SHRIKE_SOLVER_PARTI_REFINE_H

#include "solver/parti/internal.h"

/* d, to which the caller gives up its reference, narrowed through the pending
 * constraints that speak of the variables in p->touched (which it empties). Those
 * that became captured are dropped. */
struct domains *refine(struct parti *p, struct domains *d);
/* d with the changes of the trial view, which are added to p->touched; exactness as
 * it was. */
struct domains *adopt_changes(struct parti *p, struct domains *d);

#endif
