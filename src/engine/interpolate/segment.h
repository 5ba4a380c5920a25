/* Segments of execution in an interpolating run: from the start of a node to a fork, a
 * point or the end of a path. At a point the state may be dropped: a fact holds for it,
 * another node covers it, or an equal state has been there. */
#ifndef SHRIKE_ENGINE_INTERPOLATE_SEGMENT_H
#define SHRIKE_ENGINE_INTERPOLATE_SEGMENT_H

#include "engine/interpolate/tree.h"

/* Sets the executor's hooks for errors, targets and coverage. */
void segment_listen(struct interpolate *ip, struct run_watch *watch);

/* Executes the segment of a node. False: a limit is reached. */
bool segment_run(struct interpolate *ip, struct node *n);
/* n->run, which is in execution, stands at a point: may it be dropped? */
void segment_at_point(struct interpolate *ip, struct node *n);
/* How often a state that has forked stops at points. */
void segment_allow_points(const struct interpolate *ip, struct state *st);

/* What comes now is learning: questions must not cost more than they are worth, and what
 * it takes is counted. Returns what segment_learned takes. */
uint64_t segment_learn(struct interpolate *ip);
void segment_learned(struct interpolate *ip, uint64_t begun);

#endif
