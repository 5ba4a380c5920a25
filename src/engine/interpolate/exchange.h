/* Interpolating runs of one program in several processes, which tell one another what they have come to.
 *
 * Each process executes the whole program, in an order of its own: one goes through the kids of a node forwards, one
 * backwards, others forwards here and backwards there. What they exchange is of three kinds.
 *
 * Facts. A fact that is final (cover_publish: nothing below its node is open, given up, cut or counted on) is a theorem
 * about the program, whichever run proved it: a run that knows it may use it and counts on no other run for that. Only
 * runs without an error and without a gap other than a bound tell facts; their bounds and premises go along, and become
 * gaps and premises of every run that hears the fact.
 *
 * Finished subtrees. A run that comes to a subtree that another run is finished with leaves it to that run. So the two
 * meet in the middle, and end at the same time: a subtree that one run is still in is divided further by the run that
 * comes to it from the other side. When a process begins later, the others tell it what is finished so far.
 *
 * A subtree is called by the way to it: at each fork where the way went, and after how many instructions. Is that the
 * same state in two runs? Between forks execution does what the state says, and what is decided without a fork is what
 * the path condition leaves. So two runs in the same state do the same until one of them forks; if the other one does
 * not, because its solver knew more, its next fork comes after more instructions, and the names differ from there on.
 * Only forks whose kids are told apart by where they begin have names (branches, switches); below others a run tells
 * nothing.
 *
 * States that can be known again (twins.h). A run also tells such a state in a finished subtree, if that is large:
 * another run that comes to an equal state leaves it to the one that has told it. Where states are explored one by one,
 * in breadth (later.h), there are no subtrees; then a run tells a state when it goes on with it, not before: two runs
 * that have both put a state off and tell so would leave it to each other. Each begins with states that the other does
 * not begin with, by their digests.
 *
 * That a subtree is finished is no theorem: the run may have left states out because they are equal to an earlier one
 * of its own, which it is not finished with (twins.h), or because it left them to another run. So the claim is right
 * only if the run that makes it comes to its end without gap. Therefore every run has a name that no other one has (an
 * attempt), says on which others it counts, and the process that collects results accepts a run only together with all
 * that it counts on, each with an accepted result under that name (job/fold.h). Runs may count on one another. Why is
 * that right? Suppose an error can be reached although all of them are accepted. Each of them has begun with the
 * program's first state, so each has left out a state on the way to the error. Take, of all states that any of them
 * left out, one from which the fewest instructions lead to an error. Facts are theorems, so it was left to a run that
 * has gone on from there, or from a state equal to it, by one instruction at least (a branch, a point), and that has
 * not found the error either: so it has left out a state from which fewer lead there, which contradicts the choice. A
 * run that is begun again with more rounds of loops has another name: the first one was cut. A run that has left
 * something to a run that is given up begins again, too, and would have worked in vain; so a run in which a loop goes
 * on for long takes back what it claimed before others count on much of it, which is to say that it goes on under
 * another name, and claims nothing until states are explored in breadth.
 *
 * What comes in is not trusted to be well-formed (what does not fit the program is refused as a whole), and is of no
 * use if it comes from another program, other options (job/piece.h) or other first states (engine/notes.h). Builds with
 * asserts explore a sample of what facts and finished subtrees of others made superfluous (recheck.h).
 *
 * All functions accept an interpolating run without exchange.
 */
#ifndef SHRIKE_ENGINE_INTERPOLATE_EXCHANGE_H
#define SHRIKE_ENGINE_INTERPOLATE_EXCHANGE_H

#include "engine/interpolate/tree.h"

/* NULL: the run is alone. */
struct exchange *exchange_new(struct interpolate *ip);
void exchange_free(struct interpolate *ip);
/* A run begins, with all first states. */
void exchange_begin(struct interpolate *ip);
/* Now and then: sends what there is to tell, and takes in the notes of others. If the run has left something to another
 * one that was given up, it is in vain from then on. */
void exchange_turn(struct interpolate *ip);
/* The run is over; all: nothing is left. */
void exchange_end(struct interpolate *ip, bool all);

/* The fact of n is final. */
void exchange_fact(struct interpolate *ip, const struct node *n);
/* Is what another run has told to be checked this time? Never without asserts. */
bool exchange_doubts(struct interpolate *ip);

/* n ends in a fork: can its kids be told apart by where they begin? */
bool exchange_can_tell(const struct node *n);
/* Takes the next kid out of n, which tells. */
struct state *exchange_kid(struct interpolate *ip, struct node *n);
/* The kid, on top of the stack, begins where n ended. */
void exchange_name(struct interpolate *ip, const struct node *n, struct node *kid);
/* n is finished, and depends on nothing above. */
void exchange_closed(struct interpolate *ip, const struct node *n);
/* Is another run finished with st, to which the newest way of n leads? Then this run leaves it to that one (st is
 * freed). */
bool exchange_elsewhere(struct interpolate *ip, const struct node *n, struct state *st);

/* Is the last state that twins were asked about left to another run, which has explored an equal one? */
bool exchange_twin(struct interpolate *ip);
/* Does another run explore state by state, in breadth? Such a run finds states sooner that can be left to it, and needs
 * others that do the same. */
bool exchange_goes_by_states(const struct interpolate *ip);
/* In breadth: does this process begin with the state last asked about? */
bool exchange_is_ours(const struct interpolate *ip);
/* st, which waited at the point, would go on. True: it is left to another run (and freed). Else this run goes on with
 * it, and tells so. */
bool exchange_leaves(struct interpolate *ip, struct state *st, const struct insn *point);

#endif
