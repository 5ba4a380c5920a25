/* States that wait for one another at klee_close_merge (struct meeting). */
#ifndef SHRIKE_ENGINE_EXPLORE_MEETING_H
#define SHRIKE_ENGINE_EXPLORE_MEETING_H

#include "engine/explore/inside.h"

/* Before the program is patched: is there anything to merge? */
void meetings_init(struct explore *e);
/* After the last state in the search is gone; those that wait are freed. */
void meetings_release(struct explore *e);
/* ---- meeting.c */
void meetings_check(const struct explore *e);
/* run_watch.merge */
bool meeting_on_merge(void *owner, struct exec *x, bool open);
/* A state has forked off within m (may be NULL), or has ended there. */
void meeting_joined(struct meeting *m);
void meeting_left(struct explore *e, struct meeting *m);
/* The state in execution leaves search and tree, and waits. */
void meeting_wait(struct explore *e);
/* Merges the states of meetings to which all members have come, and lets them go on. Leaves x->now at NULL. */
void meetings_settle(struct explore *e);
/* For collection. */
void meetings_mark(const struct explore *e);
/* Makes the states (one at least) leaves of the tree again, beside one that is there. */
void meeting_plant(struct explore *e, const merge_list *states);

#endif
