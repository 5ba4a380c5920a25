/* Which kid of a node is explored next, in an interpolating run (--search).
 *
 * Facts come from finished subtrees, so the run goes on with the innermost node that has
 * open kids, whatever the order among these: dfs takes the side of a branch that was
 * forked off last, random-path any, md2u the one from which it is the shortest way to
 * code that nobody has executed. */
#ifndef SHRIKE_ENGINE_INTERPOLATE_KIDORDER_H
#define SHRIKE_ENGINE_INTERPOLATE_KIDORDER_H

#include "engine/interpolate/tree.h"

struct kidorder;

/* As opt.search says; its default, a list for explore, means dfs. False with a message. */
bool kidorder_new(struct exec *x, const struct covered *covered, struct kidorder **order);
void kidorder_free(struct kidorder *k);
/* Takes a kid out of n's, of which there is one at least. */
struct state *kidorder_take(struct kidorder *k, struct node *n);

#endif
