/* What the files of this folder share. */
#ifndef SHRIKE_ENGINE_THREADS_INSIDE_H
#define SHRIKE_ENGINE_THREADS_INSIDE_H

#include "base/map.h"
#include "engine/run.h"
#include "engine/threads/threads.h"
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
    uint64_t only;       /* threads that are to be looked at */
    uint32_t preemptions;
    uint32_t steps;      /* on the way here */
};
typedef VEC(struct sched_node *) sched_nodes;

struct visited;
struct dpor;
struct digest;

/* A state in which a step leaves its thread, NULL if the program has ended there or goes no further, and what was touched on the way. */
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
    VEC(sched_nodes) open;   /* by cost */
    uint64_t waiting;        /* nodes in all of them */
    sched_nodes unfinished;  /* at a limit */
    struct dpor *dpor;       /* NULL: not for this question */
    VEC(struct step_work) work;
    int64_t most;            /* preemptions; -1: any number */
    bool new_code;
};

/* ---- sleep.c ---- */
struct footprint *footprint_new(const thread_accesses *all);
void footprint_release(struct footprint *f);
bool footprints_conflict(const struct footprint *a, const struct footprint *b);
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
/* Nobody can go on, or needs to. */
void end_all(struct threads_engine *e, const struct sched_node *n);

/* ---- visited.c: states that were seen ---- */
/* For states that come from the one in execution; the program must not be patched yet. */
struct visited *visited_new(struct exec *x);
void visited_free(struct visited *k);
/* Which threads are to be explored from this state, in which those of `asleep` sleep? 0: none. *asleep becomes those that
 * slept whenever it was met. extra: what else tells states apart. */
uint64_t visited_ask(struct visited *k, const struct state *st, uint64_t extra, uint64_t *asleep);
/* What tells the state apart from others. False: there is too much to look at. */
bool visited_look(struct visited *k, const struct state *st, struct digest *out);
/* The expression (0: none) is not collected any more. */
void visited_keep(struct visited *k, uint32_t id);
/* Expressions that must not be collected. */
void visited_mark(const struct visited *k, struct expr_pool *pool);

/* ---- race.c ---- */
/* What a step of `thread` from the node does to memory that another thread is about to access: tells of races if anybody
 * asked, and says where a proof rests on a wide access being one step. */
void race_look(struct threads_engine *e, const struct sched_node *n, uint32_t thread, const struct footprint *print);
/* The same for those that sleep at the node. */
void race_look_asleep(struct threads_engine *e, const struct sched_node *n);
/* The access of another thread, which nothing orders with a step that has touched this: is one of them a wide one? */
void race_look_torn(struct threads_engine *e, const struct footprint *print, const struct thread_access *a);

#endif
