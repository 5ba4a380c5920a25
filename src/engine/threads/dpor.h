/* One execution for each Mazurkiewicz trace: dynamic partial order reduction with source sets and sleep sets.
 *
 * An execution is a stack of nodes, each with the step that was taken from it: an event, whose clock says which events
 * happened before it (steps of one thread, the creation of a thread, accesses that conflict). From a node one thread goes
 * on, and others only if they are wanted. When a step f of thread u conflicts with an event e of another thread, and e
 * did not happen before what u did until then, f is to be tried before e as well: at the node of e some thread is wanted
 * that can begin what f needs, i.e. one of the events behind e that happened before f and have none of these before
 * them, or u if there is none. A thread that waits is compared in the same way at every node where it cannot go on, since
 * it may never get there; an event before which its word would not have let it go on cannot change places with it, but
 * earlier ones can. If a step ends the program, is cut off by an assumption or goes in circles, all others are wanted.
 *
 * A step may have several accesses and, as inputs decide, several children; the events of each child have what was
 * touched on the way to it. What a step does behind its first access that conflicts with e may be different without e. So
 * if nothing but u is there to be wanted, u sleeps at the node of e, and its step has more accesses than one, all threads
 * are wanted: the accesses that follow may be what keeps it from being the first.
 *
 * No state is known again: executions must end. If a state repeats on the stack, or it gets too deep, nothing is said
 * (DPOR_GIVEN_UP). DPOR_DONE: every step that some schedule executes was executed, and every deadlock was met
 * (docs/engines/threads.md argues why). Not so every state: two threads that are about to access the same bytes may not
 * be met in one.
 */
#ifndef SHRIKE_ENGINE_THREADS_DPOR_H
#define SHRIKE_ENGINE_THREADS_DPOR_H

#include "engine/threads/inside.h"

/* DPOR_LIMIT: the run is over. */
enum dpor_end { DPOR_DONE, DPOR_MORE, DPOR_GIVEN_UP, DPOR_LIMIT };

struct dpor *dpor_new(struct threads_engine *e);
void dpor_free(struct dpor *d);
/* A state to begin with, which stays the caller's. */
void dpor_add(struct dpor *d, struct state *root);
/* Goes on for so many nodes. */
enum dpor_end dpor_run(struct dpor *d, uint64_t most);
void dpor_mark(const struct dpor *d);

#endif
