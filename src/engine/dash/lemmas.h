/* DASH in several processes, against one abstraction.
 *
 * Each process has the whole program, tests of its own and takes frontiers in an order of its own. Whenever one proves
 * that a link cannot be taken, it tells the others why: a lemma (lemma.h), put behind all earlier ones into a log that
 * is kept with the job (share.h: keep). The log is the abstraction that all work on, and its length is the
 * abstraction's version: a process that begins later, or does again what another was killed at, first hears all of it.
 *
 * A lemma was found in the abstraction of its finder. A process that hears it has another one by then, and sees what
 * the lemma says there:
 *
 *   - where regions have all of its conditions, links are dropped;
 *   - a region that was not split otherwise than its finder's is split as there, and the link of the part dropped;
 *   - where regions were split otherwise nothing is done at once, or each abstraction would become the product of all.
 * The lemma is kept: when a frontier comes to a link that it is about, and the state there satisfies what the region
 * does not say, that becomes a split, and the solver need not be asked.
 *
 * Why is that sound? A link is dropped only if its region has all conditions of the lemma, and lemmas are true of every
 * state (lemma.h). Splitting a region is always allowed: it changes what can be said, not what is said. So the
 * abstraction of each process stays one of all executions, and a process that finds no way to an error has its own
 * proof, which rests on no other process's run: lost, late, repeated and reordered lemmas only change how soon that is.
 * What a process gives up (links that are stuck) is a gap of that process, which it does not tell. No process tells
 * anything after a limit, an error, or a gap that a step may have met; premises go along, as what a step rests on may
 * be among them, and become premises of every process that hears them. Lemmas of another program, other options
 * (job/piece.h) or other first states (engine/notes.h) are refused.
 *
 * Builds with asserts check: each step that a test takes must have its link (dash.c), and some of what others tell is
 * put to the solver: if it finds inputs that lead across after all, they are run.
 *
 * All functions accept a run in one process only.
 */
#ifndef SHRIKE_ENGINE_DASH_LEMMAS_H
#define SHRIKE_ENGINE_DASH_LEMMAS_H

#include "engine/dash/dash.h"

/* After the beginnings were found. NULL: the run is alone. */
struct lemmas *lemmas_new(struct dash *d);
void lemmas_free(struct lemmas *e);
void lemmas_mark(const struct lemmas *e, struct expr_pool *pool);
/* Between two looks at links: takes in the lemmas of others, then sends what there is to tell. */
void lemmas_turn(struct dash *d);
/* The run is over: sends what was not sent yet. */
void lemmas_end(struct dash *d);

/* Is it known why the link, from a seen region, is impossible? Then it was dropped for the states seen there. */
bool lemmas_recall(struct dash *d, uint32_t from, uint32_t to);
/* The next link that was dropped for a lemma and is to be checked, from a seen region. False: none; never without
 * asserts. */
bool lemmas_doubt(struct dash *d, uint32_t *from, uint32_t *to);

#endif
