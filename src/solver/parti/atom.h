/* Atoms: comparisons of one variable (with a constant added, extended) with a
 * constant. Most conditions are such, and for them everything is exact: the
 * condition says that the variable lies in a few ranges. */
#ifndef SHRIKE_SOLVER_PARTI_ATOM_H
#define SHRIKE_SOLVER_PARTI_ATOM_H

#include "solver/parti/domains.h"

enum { ATOM_RANGES = 6 };
_Static_assert((int)ATOM_RANGES <= (int)MSET_CAP, "the ranges of an atom make a set");

/* Ranges ascend and do not touch. */
struct ranges {
    uint32_t n;
    struct ival r[ATOM_RANGES];
};

struct atom {
    uint32_t var;
    uint32_t width;
    struct ranges when[2]; /* where the condition is false, true */
};

/* False if e (width 1) is no atom. */
bool atom_of(struct vars *vars, expr e, struct atom *out);
/* A member of s, which knows no bits beside its intervals, in the ranges. */
bool ranges_member(const struct ranges *r, const struct mset *s, uint64_t *out);
void ranges_to_set(const struct ranges *r, uint32_t width, struct mset *out);

#endif
