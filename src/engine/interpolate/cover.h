/* Covering: how an interpolating run closes loops.
 *
 * A state may come to a point where a node is that is not finished: an ancestor that
 * is being explored, or an explored node whose fact depends on such an ancestor. If
 * it looks as if the fact of that node will hold for it, it is left alone: covered.
 * Nodes whose fact depends on an open ancestor are held, with a fact under what is
 * assumed so far; where a covering node has none yet, nothing is assumed. When the
 * outermost node that a group of held nodes depends on is finished, the group is
 * settled: facts are computed again until no covering node's fact changes. Then they
 * are inductive, all together: a state that satisfies one of them is safe, however
 * often it goes around. A covered state that does not satisfy the fact it counts on
 * is explored after all.
 *
 * Does it look so? A held node's fact of the moment must hold for the state. An
 * ancestor has none; there the state must hold the same values in all locations that
 * any fact at this point has spoken of so far, so control variables of a state
 * machine are found out after the first failures.
 */
#ifndef SHRIKE_ENGINE_INTERPOLATE_COVER_H
#define SHRIKE_ENGINE_INTERPOLATE_COVER_H

#include "engine/interpolate/tree.h"

/* A node that may cover the state in execution, which n came to at its end, at the
 * entry's point; NULL if there is none. */
struct node *cover_find(struct interpolate *ip, const struct node *n, struct fact_entry *e);
/* n's segment ended there: it is covered by `by`, and its state kept. */
void cover_begin(struct interpolate *ip, struct node *n, struct node *by);

/* n is finished. Does its fact depend on an ancestor? Sets n->least. */
bool cover_depends(struct node *n);
/* Computes the fact of a finished node under what is assumed now. True: it is another one
 * than before. */
bool cover_update(struct interpolate *ip, struct node *n);

/* n is finished and depends on nothing above, but nodes below are held. NULL: all
 * facts are settled; else a covered node whose state must be explored. */
struct node *cover_settle(struct interpolate *ip, struct node *n);
/* Puts the nodes from below the stack's top down to t back on the stack, t's state to
 * be executed from where it was covered. */
void cover_reopen(struct interpolate *ip, struct node *t);
/* The facts of n and of all held nodes below are final. */
void cover_publish(struct interpolate *ip, struct node *n);

/* The fact of a node from the facts of its kids: what its segment needs, and what the
 * kids need pulled back through it by a shadow run (exec/decide/shadow.h). */

/* All of n's kids are explored and have facts, or it ended otherwise. A covered node
 * counts on `hypothesis`. The result says at least what `old` (or NULL) does, which
 * n's own state satisfies. NULL: no fact was found. */
struct fact *pull_back(struct interpolate *ip, struct node *n, const struct fact *hypothesis, const struct fact *old);

/* Does a imply b, in all states? */
bool fact_implies(struct interpolate *ip, const struct fact *a, const struct fact *b);

#endif
