/* Proofs by invariants: loops are cut at their heads, recursion at the entries of functions, everything between is
 * executed exactly.
 *
 * A state that enters a loop becomes the head of a cut (cond/blur.h): what a round may change holds a
 * symbol, of which guesses are assumed (cond/guess.h). All paths of one round are executed from there,
 * inner loops cut likewise. What comes back to the head has to satisfy the guesses, and so has the
 * state that entered; those that are not satisfied are weakened, and the round is executed again, until nothing
 * changes: then they hold whenever execution is there, by induction. What leaves the loop goes on
 * behind it. No error and no gap on the way, in the last execution of each round, is a proof.
 *
 * Calls of a recursive function are cut likewise: its body is the round, from its entry to the entries of the calls
 * that it makes, and behind these to its returns, with what is guessed of returns (call.c).
 *
 * Loops that go round without a decision that depends on an input are executed as they are. Several
 * attempts, the cheap ones first: more guesses, and rounds that are executed exactly before the cut.
 *
 * Errors that are met before any cut are real and are told; others only end the attempt.
 */
#ifndef SHRIKE_ENGINE_INVARIANT_INVARIANT_H
#define SHRIKE_ENGINE_INVARIANT_INVARIANT_H

#include "engine/run.h"

/* The program has points (ir/points.h). */
enum run_end invariant_run(struct run *r);
/* Why it cannot run: rounds are counted, or what is undefined is asked for. */
const char *invariant_unfit(const struct exec *x);

#endif
