/* Conditions over one variable of at most 8 bits: for which of its values they hold is
 * found once, by trying all, and kept. Then learning and deciding take no walk. */
#ifndef SHRIKE_SOLVER_PARTI_SMALL_H
#define SHRIKE_SOLVER_PARTI_SMALL_H

#include "solver/parti/domains.h"

enum { SMALL_WIDTH = 8, SMALL_WORDS = 4, SMALL_SLOTS = 1 << 10 };

struct small_cond {
    uint32_t id, epoch; /* of the condition; id 0: empty */
    uint32_t var;       /* NO_VAR: it is none of these */
    uint64_t yes[SMALL_WORDS]; /* bit v: it holds for v */
};

struct small_conds {
    struct small_cond slots[SMALL_SLOTS]; /* by id; the newer displaces the older */
};

/* NULL if e is no such condition; valid until the next call. */
const struct small_cond *small_find(struct parti *p, expr e);
/* A member of set, which knows no bits, for which c is `truth`. */
bool small_member(const struct small_cond *c, bool truth, const struct mset *set, uint64_t *out);
/* The members of set, which knows no bits, for which c is `truth`. False if these are
 * too many intervals. */
bool small_narrow(const struct small_cond *c, bool truth, const struct mset *set,
                  struct mset *out);

#endif
