/* Path conditions from the inside; see solver.h for what others may do.
 *
 * A path condition is a node that points to its parent and adds one constraint;
 * the empty one has no parent. `jump` points to an ancestor such that any ancestor
 * is reached in a logarithmic number of steps (skew-binary jump pointers).
 *
 * Invariants: (1) len is the parent's + 1, 0 without parent; (2) a node holds a
 * reference to its parent, none to `jump`, which is an ancestor; (3) all nodes of
 * a solver are in its list `live`; (4) if known is set, so is the parent's.
 */
#ifndef SHRIKE_SOLVER_PATHCOND_H
#define SHRIKE_SOLVER_PATHCOND_H

#include "solver/solver.h"

struct domains;
struct known;

struct pathcond {
    uint32_t refs, len;
    struct pathcond *parent, *jump;
    struct solver *solver;
    expr constraint;                /* as given */
    struct known *known;            /* NULL until learned */
    struct domains *domains;        /* NULL until asked for */
    struct model *model;            /* one of this path condition, or NULL */
    struct pathcond *newer, *older; /* list of all */
};

/* Marks all that live path conditions need. */
void pathconds_mark(struct solver *s);
/* In a collection: asserts that the members of all groups were marked. */
void pathconds_check_marked(const struct solver *s);
/* Verifies the invariants by assertion (debug builds). */
void pathcond_check(const struct pathcond *pc);

#endif
