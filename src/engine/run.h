/* A run: the frame in which every engine executes.
 *
 * An engine decides what is executed next, and learns. What all engines must do alike is done
 * here, once: run_step executes and applies every limit, run_ended judges how a path has ended
 * (leaks, errors, bounds), run_tell tells each error once, and the verdict follows from how the
 * engine ends:
 *
 *   RUN_EXHAUSTED  nothing is left to execute: the engine's claim. SAFE needs this and no gap.
 *   RUN_STOPPED    whatever the reason: what is left is a gap, so that the verdict is UNKNOWN
 *                  even if the engine forgot to say why.
 *
 * Invariants: (1) limited implies GAP_LIMIT in x->sym->gaps.seen; (2) x->sym->hooks.bug, if set by
 * run_watch, is the engine's and ends in run_tell; (3) a reported error is in `errors`,
 * so none is reported twice; (4) a path that was given up has left a gap.
 */
#ifndef SHRIKE_ENGINE_RUN_H
#define SHRIKE_ENGINE_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/covered.h"
#include "exec/sym/errors.h"
#include "exec/sym/sym.h"

struct code_point;
struct invariants;
struct notes_link;
struct run;
struct run_share;
struct treelog;

/* What a run calls when it finds something. */
struct listener {
    /* x->bug is an error (of a kind that was asked for, at a place where none was
     * reported before) that x->now's model triggers. False: stop here. */
    bool (*bug)(void *owner, struct exec *x);
    /* Need the error that was reported last not be reported again when other inputs show it? NULL: it need not. */
    bool (*settled)(void *owner);
    /* A path has ended in x->now (not by an error), having covered new code or not; or it is
     * left at a limit (STOP_LIMIT). NULL: not wanted. False: stop. */
    bool (*path)(void *owner, struct exec *x, enum stop stop, bool new_code);
    /* Called now and then, for progress; may be NULL. */
    void (*progress)(void *owner, const struct run *so_far);
    void *owner;
    /* x->now has reached target `id` (front/checks/target.h), perhaps not for the first
     * time. NULL: not wanted. False: stop. */
    bool (*target)(void *owner, struct exec *x, uint32_t id);
    /* Can this state, which stands at a fork, no longer reach what is looked for? It
     * is dropped then. NULL: no state is. */
    bool (*hopeless)(void *owner, const struct state *st);
    /* Is this target still looked for? Needed with `target` by engines that learn. */
    bool (*wants)(void *owner, uint32_t id);
};

struct run_counts {
    uint64_t paths;   /* that ended by themselves */
    uint64_t partial; /* cut by an error, a bound or a limit */
    uint64_t pruned;  /* dropped as hopeless */
    uint64_t bugs;    /* reported */
    uint64_t open;    /* states waiting */
    uint64_t states;  /* most at one time */
    uint64_t bound;   /* all executions with up to so many rounds in each loop are executed; 0: nothing is known */
};

struct run {
    struct exec *x;
    const struct listener *to;
    struct covered *covered;
    const char *search;            /* explore: order of states; NULL: that of the options */
    struct treelog *tree;          /* engines with an execution tree record it here; NULL: not wanted */
    struct invariants *invariants; /* interpolate, invariant, dash: collect loop invariants; NULL: not wanted */
    const struct run_share
        *share; /* engines that can hand parts of their work over (engine/share.h); NULL: it stays here */
    const struct notes_link
        *link; /* to and from other engines on the same program (engine/loopnotes.h); NULL: there are none */
    struct errors errors;
    struct run_counts counts;
    bool stopped;    /* by the listener, who has heard enough */
    bool limited;    /* by a limit */
    bool presumes;   /* the engine looks at code under conditions that no execution may meet: what is covered was looked
                        at */
    char detail[64]; /* what the engine is at, to be printed with a limit; may be empty */
};

enum run_end { RUN_STOPPED, RUN_EXHAUSTED, RUN_FAILED /* after a message */ };

void run_init(struct run *r, struct exec *x, const struct listener *to, struct covered *covered);
void run_release(struct run *r);

/* Nothing more is to be executed. */
static inline bool run_is_over(const struct run *r) { return r->stopped || r->limited; }
/* How an engine ends that has nothing left, or was stopped. */
static inline enum run_end run_end(const struct run *r) { return run_is_over(r) ? RUN_STOPPED : RUN_EXHAUSTED; }

/* The invariants above, where asserts are on. */
void run_check(const struct run *r);

/* ---- executing ---- */
/* Takes a state up, or none (NULL). */
void run_take(struct run *r, struct state *st);
/* Executes x->now until something happens. STOP_LIMIT: a limit ends the run (it is noted); what
 * else there is to know about the last instruction comes first. */
enum stop run_step(struct run *r);
/* Is a limit reached that ends the run? Then that is noted. For engines that think long. */
bool run_limit(struct run *r);
/* Looks at the clock at once. */
bool run_limit_now(struct run *r);
/* x->now has ended: looks for leaks, tells an error, notes a bound, counts. Returns how it ended,
 * STOP_BUG where a leak was found. */
enum stop run_ended(struct run *r, enum stop stop, bool new_code);
/* x->now is left at a limit, of its own or of the run, having covered new code: its inputs so far may be worth a test.
 */
void run_left(struct run *r);
/* Reports x->bug, an error of x->now, unless it is known or not wanted. */
void run_tell(struct run *r);
/* The engine leaves a state alone because the execution comes back to where it was proved safe already: it may never
 * end. C lets a compiler take it that a loop without effects ends (C11 6.8.5p6), so what lies behind it may be executed
 * natively; that it is not becomes a premise. */
void run_closes(struct run *r);
/* x->now has reached a target. */
void run_reached(struct run *r, uint32_t id);
/* Is this state, at a fork, to be dropped? Then it is counted. */
bool run_is_hopeless(struct run *r, const struct state *st);
/* Progress; frees expressions now and then. `open`: states that wait. */
void run_round(struct run *r, uint64_t open);

/* For searchers: the frames of a state (struct search_hooks). */
uint32_t run_frames(void *owner, const struct state *st, struct code_point *out, uint32_t max);

/* ---- listening to the executor ---- */
struct run_watch {
    void (*bug)(void *owner, struct exec *x);                           /* needed */
    bool (*target)(void *owner, struct exec *x, uint32_t id);           /* taken if the listener wants targets */
    void (*refused)(void *owner, struct exec *x, expr cond);            /* taken if there is a tree */
    bool (*merge)(void *owner, struct exec *x, bool open);              /* NULL: paths are kept apart */
    void (*first)(void *owner, const struct function *fn, uint32_t pc); /* NULL: blocks are not watched */
    void (*mark)(struct expr_pool *pool, void *owner);                  /* what collection must keep */
};
/* `watch` and `owner` stay until run_unwatch. */
void run_watch(struct run *r, const struct run_watch *watch, void *owner);
/* False: the run is over, and to free what there is would take too long: the engine leaves it to
 * the end of the process (exec_abandons). */
bool run_unwatch(struct run *r, const struct run_watch *watch, void *owner);

#endif
