/* Generational search by several machines: its work as parts of a share (engine/share.h).
 *
 * A part is a piece of work (work.h): inputs to run, and the event from which on other ways are to be tried. Two pieces
 * of work that wait never stand for the same executions: each was found because it leaves the path of its parent at its
 * event, which is looked at again when it runs (GAP_DIVERGED). So a worker that gets one need not know what others
 * have.
 *
 * Fuzzing has other inputs as well: more seeds than one, random changes, and what is found from these. They lead into
 * what the work above stands for already, so they are *guesses*: they find errors and new code sooner, but nothing is
 * promised below them. What is due (no guess) is never left out because a guess had it, so that it alone is all of the
 * program; a guess leaves out whatever was asked before. A piece is done when nothing is due in it; where something had
 * to be left out (a gap), guesses may come further and are followed as well. In the piece that has the seeds they are
 * taken as they rank, in later ones no more of them than of what is due: each piece could explore the whole program by
 * them. They go along with the work that is given away. Some that come without any are followed up to the end of their
 * piece and not given on: otherwise no piece would ever end.
 */
#ifndef SHRIKE_ENGINE_CONCOLIC_PARTS_H
#define SHRIKE_ENGINE_CONCOLIC_PARTS_H

#include "engine/concolic/generations.h"
#include "engine/share.h"

enum { WORK_PARTS_LONGEST_SEED = 1 << 17 };

/* The search begins with the parts of the share, or from random inputs if there are none. maker: a number for the
 * guesses that are made here, another one in each piece (not 0). */
void work_parts_begin(struct generations *g, const struct run_share *share, uint64_t maker);
/* Gives work away, if it is wanted elsewhere. */
void work_parts_give(struct generations *g, const struct run_share *share);

#endif
