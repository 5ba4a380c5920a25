/* Facts about every cell of arrays: "for all k with lo <= k < i: a[k] R e".
 *
 * One arbitrary cell stands for all: a fact is a condition in which a symbol, its *cell*, is any index. A condition
 * that is proved with nothing known of the cell holds with any index in its place. Which indexes matter is seen from
 * the reads in the question: forall_instances puts them in, and those of the instances themselves, until nothing is
 * new. The solver sees instances only, never a quantifier.
 *
 * forall_guess makes conditions that may be such facts, from what one round of a loop does: a counter moves by one,
 * cells are written or looked at where it points to, or at a multiple of that; parts become what the counter is (a
 * place is noted) or another constant (a flag). Nothing is claimed of them.
 */
#ifndef SHRIKE_COND_FORALL_H
#define SHRIKE_COND_FORALL_H

#include "cond/blur.h"
#include "cond/conds.h"

struct forall {
    expr cell; /* a symbol */
    expr cond;
};
typedef VEC(struct forall) forall_list;

/* Appends to `out` what the facts say of the cells that `about` reads. */
void forall_instances(struct expr_pool *pool, const forall_list *facts, expr about, cond_list *out);

/* A round of a loop, from a head of the cut to a state that came back. */
struct forall_round {
    struct expr_pool *pool;
    const struct blur *c;
    const blur_values *before, *after; /* what the parts were where the loop is entered, and in the state */
    const cond_list *asked;            /* conditions on the way */
    bool cases;                        /* also what holds unless a part has the value that the round gave it */
    expr cell[2];                      /* symbols of 32 and of 64 bits */
};
/* Appends guesses to `out`. */
void forall_guess(const struct forall_round *r, cond_list *out);

#endif
