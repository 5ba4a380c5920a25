/* Runs of cdse in several processes, which tell one another what they have learned.
 *
 * Each process executes the whole program and decides in an order of its own: one prefers the options that promise
 * most, one those that promise least, others take them by chance or have a SAT solver propose paths. They tell nogoods:
 * those of conflicts, and those of nodes all of whose options lead nowhere, as long as they are short. So what one is
 * through with need not be gone through by another that comes from the other side.
 *
 * What does a nogood promise? That no path which holds all of its literals leads to an error: one of its options cannot
 * be taken then, or each way on from a node is such an option. In a run that has found no error yet and left nothing
 * out, that is a theorem about the program and the user's bounds, whichever run learned it; nothing in it is about the
 * run, so no run counts on another one's coming to its end (job/fold.h). A run tells nothing that would be no theorem:
 *   - Reported errors make options dead, and nogoods that follow from that are true only together with the error that
 *     the run has found. From its first error on a run tells nothing; before, no option was dead for that reason.
 *   - A run with a gap has left something out: it tells nothing any more. (Neither does one whose solver has looked at
 * the bits of a NaN, which becomes a gap at the end.) A bound of the library's loops is a gap that goes along with the
 * note, as do premises, and becomes one of every run that hears it.
 *   - A limit that is hit in the middle makes what is being learned worthless: looked at before each note.
 * Bounds that the nogood needs go along (heard.h): a run compares its present ones, and forgets the nogood as its own
 * when they are raised; the user's end in GAP_BOUND here as there, because they are in the refutation of the first
 * node.
 *
 * Why does a name mean the same? See litnames.h: a node is what it stands for, and the graph follows from program and
 * options, which are the job's (job/piece.h); what the runs begin with is in all names, and in front of each note
 * (engine/notes.h). Between processes nothing else is shared: no numbers, no expressions, no addresses.
 *
 * Notes may get lost, come twice, late or in another order: a theorem stays one. When a process begins, the others send
 * it their short nogoods once more. What comes in is not trusted to be well-formed. A nogood of the first node alone
 * would say that nothing is to be done: no run sends it, and none believes it.
 *
 * Builds with asserts do not believe a sample of what they hear: they go on as if they had not heard it, and if they
 * come by themselves to what it denies, they abort.
 *
 * All functions accept a run that shares nothing.
 */
#ifndef SHRIKE_ENGINE_CDSE_SHARING_H
#define SHRIKE_ENGINE_CDSE_SHARING_H

#include "engine/cdse/inside.h"

/* The graph has its first node. Leaves cd->sharing NULL if the run shares nothing. */
void sharing_begin(struct cdse *cd);
void sharing_end(struct cdse *cd);
void sharing_free(struct cdse *cd);

/* Which of several orders this run decides in; 0: the usual one. */
uint32_t sharing_order(const struct run *r);

/* The node has its options. */
void sharing_expanded(struct cdse *cd, uint32_t node);
/* No path holds all of these. way: the last one cannot be taken; else it leads to no error. */
void sharing_learned(struct cdse *cd, const uint32_t *literals, uint32_t n, uint64_t bounds, bool way);
/* Loops of these bits were unrolled further. */
void sharing_raised(struct cdse *cd, uint64_t bits);
/* An error was found: the run tells nothing any more. */
void sharing_flawed(struct cdse *cd);

/* Now and then: sends what there is to tell, and takes in the notes of others. */
void sharing_turn(struct cdse *cd);
/* Takes in what is ready, when the top level has no option. The path may become shorter. */
void sharing_take(struct cdse *cd);

/* States came to level i, by its options. */
void sharing_passed(struct cdse *cd, uint32_t i);
/* The instruction at level i is an error. */
void sharing_refuted(struct cdse *cd, uint32_t i, uint32_t code);

#endif
