/* Path conditions, as executors and engines have them; inside: solver/pathcond.h. */
#ifndef SHRIKE_SOLVER_PATH_H
#define SHRIKE_SOLVER_PATH_H

#include "solver/solver.h"

/* The empty one. */
struct pathcond *pathcond_new(struct solver *s);
struct pathcond *pathcond_retain(struct pathcond *pc);
void pathcond_release(struct pathcond *pc); /* accepts NULL */
/* pc and c; takes over the caller's reference to pc and returns one to the
 * result. Constant time: what follows from c is worked out when first needed. A c
 * that is constantly true gives pc back. The caller knows that the result is
 * satisfiable, or checks (see solver_check). c has no guards: these are for
 * solver_check_all. */
struct pathcond *pathcond_add(struct solver *s, struct pathcond *pc, expr c);
uint32_t pathcond_len(const struct pathcond *pc);
/* Constraint number i, in the order added; logarithmic time. */
expr pathcond_at(const struct pathcond *pc, uint32_t i);
/* The longest path condition that both begin with; no reference is added. */
struct pathcond *pathcond_common(struct pathcond *a, struct pathcond *b);
/* e rewritten with what pc fixes (equalities, implied constants). Equal to e in
 * every model of pc. */
expr pathcond_simplify(struct solver *s, struct pathcond *pc, expr e);

#endif
