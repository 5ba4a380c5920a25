/* Proofs by k-induction for loops that unwinding does not come to an end with.
 *
 * A state stands at the limit of a loop: all that happens in fewer rounds is explored.
 * The step of the induction starts there with every value that a round may change
 * replaced by a fresh symbol, so that it stands for all later rounds as well. What a
 * round may change is found by running one, comparing, and again, until nothing is new.
 * If after k rounds without an error none is possible in the next one, or behind the
 * loop when that is left there, then only the k rounds behind the limit are still to be
 * looked at. With k = 0 the state is done with; otherwise the loop is unwound once more,
 * by at least k rounds, and what comes of these states is done with at the next limit.
 * A proof says nothing about other states that come to the loop later, for instance
 * because a loop before it was unwound further.
 *
 * What another engine says of the loop may be a lemma of the step, if it is proved along with it (hints.h).
 *
 * Sound because everything else is the same in each of these rounds: a difference in
 * anything but values, a limit of another loop on the way, a gap, an error, all end the
 * attempt.
 */
#ifndef SHRIKE_ENGINE_BMC_INDUCTION_H
#define SHRIKE_ENGINE_BMC_INDUCTION_H

#include "engine/bmc/inside.h"

struct proofs *proofs_new(void);
void proofs_free(struct proofs *p);
/* Frees those waiting states, all at the limit of a loop, whose loop is proved. */
void proofs_round(struct bmc *b);

/* ---- what the engine tells of a step in progress ------------------------------------- */

/* An error is possible. */
void inductive_error(struct inductive_step *s);
/* x->now is at the limit x->cut. True: the step keeps it. */
bool inductive_bound(struct inductive_step *s, struct exec *x);
/* Is what this state does of interest? */
bool inductive_follows(struct inductive_step *s, const struct state *st);
/* Marks its states. */
void inductive_mark(const struct inductive_step *s, struct exec *x);

#endif
