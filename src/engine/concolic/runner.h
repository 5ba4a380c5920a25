/* Runs inputs concolically, and finds inputs for the ways not taken.
 *
 * A runner owns the first states of a program. Each run forks one of them, lets it
 * follow the inputs of a piece of work (exec/decide/follow.h) and sees what code was new.
 * If inputs are to be kept as files, that is a plain run (fast, and nothing is known of
 * its decisions). Expanding a piece of work runs it concolically, asks the solver about every decision from its
 * first event on, and runs each input found: its children.
 *
 * Nothing that it hands out refers to its own expressions or states.
 */
#ifndef SHRIKE_ENGINE_CONCOLIC_RUNNER_H
#define SHRIKE_ENGINE_CONCOLIC_RUNNER_H

#include "engine/concolic/work.h"
#include "engine/covered.h"
#include "exec/decide/follow.h"

struct run;
struct runner;

/* A piece of work after its run. */
struct child {
    struct work work;
    vec_u64 blocks;  /* executed for the first time by this runner: function << 32 | code index */
    uint64_t bug;    /* not 0: tells kind and place of an error of a kind asked for */
    bool predicted;  /* it did what was predicted, if anything was; or that is not known yet */
    bool open;       /* there may be decisions from work.first on */
    vec_u8 file;     /* its inputs as a file */
    uint64_t rarity; /* how often this way was gone about that often on a path, before this child */
};

struct expansion {
    VEC(struct child) children;
    bool complete; /* every decision was asked about, within the limits */
    bool diverged; /* the work did not do what was predicted */
};

struct runner_counts {
    uint64_t runs, events, asked, found, refuted, settled, repeated, repaired, unrepaired;
};

/* The run is at its beginning, the program's edges are split. `files`: what to put into
 * child.file. */
struct runner *runner_new(struct run *run, enum seed_kind files);
/* No state is left. */
void runner_free(struct runner *r);
uint32_t runner_roots(const struct runner *r);
const struct runner_counts *runner_counts(const struct runner *r);

/* Runs w (a copy becomes child->work). False: a limit ended it. */
bool runner_run(struct runner *r, const struct work *w, struct child *child);
/* Runs w again and calls `bug` if it ends in an error of a kind asked for: x->bug, x->now.
 * False: it does not. */
bool runner_report(struct runner *r, const struct work *w, void (*bug)(void *owner, struct exec *x), void *owner);
/* repeats: other work may have covered the same decisions; what was asked before, judged
 * by the hash of the path, is left out. */
void runner_expand(struct runner *r, const struct work *w, bool repeats, struct expansion *out);

void child_release(struct child *c);
void expansion_release(struct expansion *e);

#endif
