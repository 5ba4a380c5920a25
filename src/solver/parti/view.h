/* Values of expressions under domains: the decision stage's bottom-up walk.
 *
 * A view is domains with some variables' sets replaced for trial, and the values
 * of the expressions looked at so far under them, by node id, so that a shared
 * node is evaluated once. The values stay while the domains, the trial sets and
 * the pool's epoch do.
 */
#ifndef SHRIKE_SOLVER_PARTI_VIEW_H
#define SHRIKE_SOLVER_PARTI_VIEW_H

#include "solver/parti/domains.h"

struct memo_slot {
    const struct mset *value;
    uint32_t stamp;
};

struct change {
    uint32_t var;
    const struct mset *set;
};

struct view {
    struct parti *p;
    struct domains *d;
    uint64_t serial; /* of d */
    uint32_t epoch;
    uint32_t stamp; /* values with another stamp are not valid */
    struct memo_slot *memo;
    uint32_t memo_len;
    struct arena values;
    struct arena sets;
    VEC(struct change) changes;
    vec_u32 changed; /* by variable: index in changes + 1, or 0 */
    vec_u32 stack;
};

void view_init(struct view *v, struct parti *p);
void view_release(struct view *v);
/* Looks at d without changes. Keeps the values if it looked at the same before. */
void view_open(struct view *v, struct domains *d);
/* Replaces the set of var; values become stale, view_refresh drops them. */
void view_set(struct view *v, uint32_t var, const struct mset *set);
void view_refresh(struct view *v);
/* Undoes all changes. */
void view_reset(struct view *v);
/* The present set of var. */
const struct mset *view_var(const struct view *v, uint32_t var);

/* All values that e (1 .. 64 bits) can take; valid until the view is refreshed,
 * reset or opened anew. NULL if the question's work ran out. */
const struct mset *view_value(struct view *v, expr e);
/* The value found by an earlier view_value of an expression that contains e;
 * NULL if it was not needed there. */
const struct mset *view_known(const struct view *v, expr e);

/* The variable that an expression is, or NO_VAR. */
uint32_t view_leaf(struct view *v, expr e);

#endif
