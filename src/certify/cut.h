/* Loops and recursion are cut by what is claimed of them. */
#ifndef SHRIKE_CERTIFY_CUT_H
#define SHRIKE_CERTIFY_CUT_H

#include "certify/walk.h"

/* st has come to the first instruction of a block. WALK_ENDED: it is covered by a cut. */
enum walk_step walk_arrive(struct walk *w, struct walk_state *st);
/* st has called a function that has a claim (frame pushed, arguments in place). WALK_ON: go on. */
enum walk_step walk_enter(struct walk *w, struct walk_state *st);
/* st is about to return (result: none without one) from a claimed function. */
enum walk_step walk_leave(struct walk *w, struct walk_state *st, term result);
/* What is claimed of the point where st is. */
void walk_meet_point(struct walk *w, struct walk_state *st);
void walk_free_cuts(struct walk *w);
/* What the certificate says of the loop, or (NULL) of calls of fn. NULL: nothing. */
const struct claim *walk_claim(const struct walk *w, const struct function *fn, const char *loop);
/* Has st come to the head of a loop from inside of it? */
bool walk_comes_round(const struct walk *w, const struct walk_state *st);
/* Makes one of two states at the same place; false: they stay two. b is gone if true. */
bool walk_merge(struct walk *w, struct walk_state *a, struct walk_state *b);

#endif
