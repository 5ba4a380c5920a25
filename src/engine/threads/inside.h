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

struct threads_engine {
    struct run *r;
    struct exec *x;
    struct visited *visited;
    VEC(sched_nodes) open;   /* by cost */
    uint64_t waiting;        /* nodes in all of them */
    sched_nodes unfinished;  /* at a limit */
    VEC(struct state *) work; /* states of the step in execution */
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

/* ---- visited.c: states that were seen ---- */
/* For states that come from the one in execution; the program must not be patched yet. */
struct visited *visited_new(struct exec *x);
void visited_free(struct visited *k);
/* Which threads are to be explored from this state, in which those of `asleep` sleep? 0: none. *asleep becomes those that
 * slept whenever it was met. extra: what else tells states apart. */
uint64_t visited_ask(struct visited *k, const struct state *st, uint64_t extra, uint64_t *asleep);
/* Expressions that must not be collected. */
void visited_mark(const struct visited *k, struct expr_pool *pool);

/* ---- race.c ---- */
/* If anybody asked: tells of what a step of `thread` from the node does to memory that another thread is about to
 * access. */
void race_look(struct threads_engine *e, const struct sched_node *n, uint32_t thread, const struct footprint *print);
/* The same for those that sleep at the node. */
void race_look_asleep(struct threads_engine *e, const struct sched_node *n);

#endif
