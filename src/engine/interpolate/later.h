/* Breadth first over heads of loops, in an interpolating run.
 *
 * Where learning does not pay and states are concrete, depth first goes round an endless
 * loop with ever new states. Then states at heads of loops wait for those with fewer
 * rounds behind them, and each goes on as the root of a tree of its own. Where other processes do the same
 * (exchange.h), each begins with states of its own choice, and tells which it goes on with; those that another one
 * tells are left to it. */
#ifndef SHRIKE_ENGINE_INTERPOLATE_LATER_H
#define SHRIKE_ENGINE_INTERPOLATE_LATER_H

#include "engine/interpolate/tree.h"

/* Begins with it, if the time has come: what is open on the stack waits, outermost first. */
void later_turn_to_breadth(struct interpolate *ip);
/* States that wait. */
uint32_t later_count(const struct interpolate *ip);
/* Is st, at a point, to wait? */
bool later_waits(const struct interpolate *ip, const struct state *st);
/* n->run, which is in execution, waits. */
void later_put_off(struct interpolate *ip, struct node *n);
/* A state that has waited long goes on, the one that has waited longest if the run is alone. False: none waits. */
bool later_take(struct interpolate *ip);
void later_mark(const struct interpolate *ip);
/* Those that wait are not explored. */
void later_drop(struct interpolate *ip);
void later_release(struct interpolate *ip);

#endif
