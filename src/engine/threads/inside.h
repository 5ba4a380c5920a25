/* What the files of this folder share. */
#ifndef SHRIKE_ENGINE_THREADS_INSIDE_H
#define SHRIKE_ENGINE_THREADS_INSIDE_H

#include "base/map.h"
#include "engine/run.h"
#include "exec/core/threads.h"

/* What a step did; shared. */
struct footprint {
    uint32_t refs;
    thread_accesses all;
};

/* A thread that need not go on from here. */
struct sleeper {
    uint32_t thread;
    struct footprint *print;
};
typedef VEC(struct sleeper) sleepers;

struct sched_node {
    struct state *st;
    sleepers asleep;
    uint64_t only; /* threads that are to be looked at */
    uint32_t preemptions;
    uint32_t steps; /* on the way here */
};
typedef VEC(struct sched_node *) sched_nodes;

struct visited;
struct dpor;
struct digest;

/* A state in which a step leaves its thread, NULL if the program has ended there or goes no further, and what was
 * touched on the way. */
struct step_child {
    struct state *st;
    struct footprint *print;
};

struct step_end {
    VEC(struct step_child) children;
    struct footprint *print; /* of all of them */
    bool ended;              /* some: the program has ended, or an error */
    bool killed;             /* some: an assumption does not hold */
    bool stuck;              /* some: the thread jumps in a circle, or is at a bound */
};

/* A state of the step in execution, and what it has touched. */
struct step_work {
    struct state *st;
    thread_accesses touched;
};

struct threads_engine {
    struct run *r;
    struct exec *x;
    struct visited *visited;
    VEC(sched_nodes) open;  /* by cost */
    uint64_t waiting;       /* nodes in all of them */
    sched_nodes unfinished; /* at a limit */
    struct dpor *dpor;      /* NULL: not for this question */
    VEC(struct step_work) work;
    int64_t most; /* preemptions; -1: any number */
    bool new_code;
};

/* ---- sleep.c ---- */
struct footprint *footprint_new(const thread_accesses *all);
void footprint_release(struct footprint *f);
void sleepers_add(sleepers *s, uint32_t thread, struct footprint *print);
/* Those of `from` that commute with `print` are added to `to`. */
void sleepers_pass(const sleepers *from, const struct footprint *print, sleepers *to);
void sleepers_keep(sleepers *s, uint64_t threads);
void sleepers_release(sleepers *s);
/* As bits. */
uint64_t sleepers_set(const sleepers *s);

/* ---- step.c: what a thread does until its next point ---- */
/* From the state, which stays as it is. False: a limit, and something is left in e->work. */
bool step_run(struct threads_engine *e, struct state *from, uint32_t thread, struct step_end *out);
/* From the beginning until there are two threads; x->now, and what it has forked. */
bool step_begin(struct threads_engine *e, struct step_end *out);
/* The state of a child is the caller's now. */
struct state *step_take(struct step_end *end, uint32_t i);
void step_release(struct threads_engine *e, struct step_end *end);

/* ---- threads.c ---- */
uint64_t enabled_threads(struct threads_engine *e, const struct state *st);
/* No thread can go on, or needs to: counts the path, or reports a deadlock. */
void end_all(struct threads_engine *e, const struct sched_node *n);

/* ---- race.c ---- */
/* What a step of `thread` from the node does to memory that another thread is about to access: reports races if they
 * are asked for, and says where a proof rests on a wide access being one step. */
void race_look(struct threads_engine *e, const struct sched_node *n, uint32_t thread, const struct footprint *print);
/* The same for those that sleep at the node. */
void race_look_asleep(struct threads_engine *e, const struct sched_node *n);
/* The access of another thread, which nothing orders with a step that has touched this: is one of them a wide one? */
void race_look_torn(struct threads_engine *e, const struct footprint *print, const struct thread_access *a);

/* One execution for each Mazurkiewicz trace: dynamic partial order reduction with source sets and sleep sets.
 *
 * An execution is a stack of nodes, each with the step that was taken from it: an event, whose clock says which events
 * happened before it (steps of one thread, the creation of a thread, accesses that conflict). From a node one thread
 * goes on, and others only if they are wanted. When a step f of thread u conflicts with an event e of another thread,
 * and e did not happen before what u did until then, f is to be tried before e as well: at the node of e some thread is
 * wanted that can begin what f needs, i.e. one of the events behind e that happened before f and have none of these
 * before them, or u if there is none. A thread that waits is compared in the same way at every node where it cannot go
 * on, since it may never get there; an event before which its word would not have let it go on cannot change places
 * with it, but earlier ones can. If a step ends the program, is cut off by an assumption or goes in circles, all others
 * are wanted.
 *
 * A step may have several accesses and, as inputs decide, several children; the events of each child have what was
 * touched on the way to it. What a step does behind its first access that conflicts with e may be different without e.
 * So if nothing but u is there to be wanted, u sleeps at the node of e, and its step has more accesses than one, all
 * threads are wanted: the accesses that follow may be what keeps it from being the first.
 *
 * No state is known again: executions must end. If a state repeats on the stack, or it gets too deep, nothing is said
 * (DPOR_GIVEN_UP). DPOR_DONE: every step that some schedule executes was executed, and every deadlock was met
 * (docs/engines/threads.md argues why). Not so every state: two threads that are about to access the same bytes may not
 * be met in one.
 */

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
