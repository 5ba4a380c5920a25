/* Arcs: where a word lies between constants, modulo 2^width.
 *
 * Bit-precise comparisons of x + k with constants have no simpler common form.
 */
#ifndef SHRIKE_COND_ARC_H
#define SHRIKE_COND_ARC_H

#include "expr/expr.h"

struct arc {
    expr word;       /* no constant summand */
    uint64_t lo, hi; /* from lo up to hi, both included */
};

static inline uint64_t arc_mask(uint32_t width) { return UINT64_MAX >> (64 - width); }
/* word - lo <= hi - lo, unsigned */
expr arc_cond(struct expr_pool *pool, const struct arc *a);
/* The arc of e if that is a comparison of a word plus a constant with a constant. */
bool arc_of(struct expr_pool *pool, expr e, struct arc *a);
/* Narrows the arc of a word to the part around its value v that is in b, too; m: arc_mask. */
void arc_narrow(struct arc *a, const struct arc *b, uint64_t v, uint64_t m);

#endif
