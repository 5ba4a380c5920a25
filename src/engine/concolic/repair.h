/* Answers to questions whose path has checksums on it.
 *
 * A checksum ties all bytes that it covers together: every later question is about all
 * of them, although the answer is mostly easy: change what is to be changed, then make
 * the checksum right again. So equations that are wide (many symbols, large) are left
 * out at first. The model found is repaired: one wide constraint after the other, the
 * last one first, is solved for a few of its symbols, with the values of all
 * others given. The result is a model of everything, or there is none of this kind and
 * the solver is asked in full. If the narrow constraints alone are unsatisfiable, so is
 * everything.
 */
#ifndef SHRIKE_ENGINE_CONCOLIC_REPAIR_H
#define SHRIKE_ENGINE_CONCOLIC_REPAIR_H

#include "exec/sym/sym.h"

struct repair {
    struct exec *x;
    struct pathcond *narrow; /* the path so far without what is in wide */
    vec_expr wide;
    uint32_t seen; /* constraints of the path that are in one of both */
    uint64_t repaired, failed;
};

/* For the path of x->now. */
void repair_init(struct repair *r, struct exec *x);
void repair_release(struct repair *r);
/* Is pc (the path so far, longer than last time) and cond satisfiable? As solver_check,
 * with x->now->model as hint. */
enum answer repair_check(struct repair *r, struct pathcond *pc, expr cond, struct model **model);

#endif
