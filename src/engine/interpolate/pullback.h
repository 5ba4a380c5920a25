/* The fact of a node from the facts of its kids: what its segment needs, and what the
 * kids need pulled back through it by a shadow run (exec/decide/shadow.h). */
#ifndef SHRIKE_ENGINE_INTERPOLATE_PULLBACK_H
#define SHRIKE_ENGINE_INTERPOLATE_PULLBACK_H

#include "engine/interpolate/tree.h"

/* All of n's kids are explored and have facts, or it ended otherwise. A covered node
 * counts on `hypothesis`. The result says at least what `old` (or NULL) does, which
 * n's own state satisfies. NULL: no fact was found. */
struct fact *pull_back(struct interpolate *ip, struct node *n, const struct fact *hypothesis, const struct fact *old);

/* Does a imply b, in all states? */
bool fact_implies(struct interpolate *ip, const struct fact *a, const struct fact *b);

#endif
