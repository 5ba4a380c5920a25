/* Generational search by several machines: its work as parts of a share (engine/share.h).
 *
 * A part is a piece of work (work.h): inputs to run, and the event from which on other ways are to be tried. Two pieces
 * of work that wait never stand for the same executions: each was found because it leaves the path of its parent at its
 * event, which is looked at again when it runs (GAP_DIVERGED). So whoever gets one need not know what others have.
 */
#ifndef SHRIKE_ENGINE_CONCOLIC_HANDOUT_H
#define SHRIKE_ENGINE_CONCOLIC_HANDOUT_H

#include "engine/concolic/generations.h"
#include "engine/share.h"

/* The search begins with the parts of the share, or from random inputs if there are none. */
void handout_begin(struct generations *g, const struct run_share *share);
/* Gives work away, if it is wanted elsewhere. */
void handout_give(struct generations *g, const struct run_share *share);

#endif
