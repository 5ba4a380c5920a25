/* Symbolic execution after King and KLEE: every feasible path, one state each.
 *
 * The engine runs states, in the order that --search chooses, until none is left or
 * a limit ends it. What it finds it tells through hooks; what it could not do is in
 * the gaps of exec/sym.h.
 */
#ifndef SHRIKE_ENGINE_EXPLORE_H
#define SHRIKE_ENGINE_EXPLORE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/covered.h"
#include "exec/sym.h"

struct explore_result;
struct invariants;
struct treelog;

/* The choices of --engine. */
enum engine { ENGINE_EXPLORE, ENGINE_INTERPOLATE, ENGINE_CONCOLIC, ENGINE_CDSE, ENGINE_DASH, ENGINE_BMC, ENGINE_AUTO };

struct explore_hooks {
    /* x->bug is an error (of a kind that was asked for, at a place where none was
     * reported before) that x->now's model triggers. False: stop here. */
    bool (*bug)(void *owner, struct exec *x);
    /* A path has ended in x->now (not by an error), having covered new code or not.
     * NULL: not wanted. False: stop. */
    bool (*path)(void *owner, struct exec *x, enum stop stop, bool new_code);
    /* Called now and then, for progress; may be NULL. */
    void (*progress)(void *owner, const struct exec *x, const struct explore_result *so_far);
    void *owner;
    /* x->now has reached target `id` (front/target.h), perhaps not for the first
     * time. NULL: not wanted. False: stop. */
    bool (*target)(void *owner, struct exec *x, uint32_t id);
    /* Can this state, which stands at a fork, no longer reach what is looked for? It
     * is dropped then. NULL: no state is. */
    bool (*hopeless)(void *owner, const struct state *st);
    /* Is this target still looked for? Needed with `target` by engines that learn. */
    bool (*wants)(void *owner, uint32_t id);
    /* Engines with an execution tree record it here; NULL: not wanted. */
    struct treelog *tree;
    /* interpolate: collects loop invariants; NULL: not wanted. */
    struct invariants *invariants;
};

struct explore_result {
    uint64_t paths;    /* that ended by themselves */
    uint64_t partial;  /* cut by an error, a bound or a limit */
    uint64_t pruned;   /* dropped as hopeless */
    uint64_t bugs;     /* told through the hook */
    uint64_t open;     /* states waiting */
    uint64_t states;   /* most at one time */
    uint32_t gaps;     /* bits: 1 << enum gap */
    bool stopped;      /* by a hook */
    bool exhausted;    /* nothing was left to do: only then can the program be safe */
    const struct covered_counts *counts; /* of user code; valid in hooks */
};

/* For searchers: the frames of a state (struct search_hooks). */
uint32_t explore_frames(void *owner, const struct state *st, struct code_point *out, uint32_t max);

/* Explores the program from its start: x is symbolic and at its beginning, and the
 * program's edges are split (ir/split.h). `covered`: initialised by the caller, who
 * reads it afterwards. False after a message if --search makes no sense. */
bool explore_run(struct exec *x, const struct explore_hooks *hooks, struct covered *covered,
                 struct explore_result *result);

/* After any engine's run: a limit that was hit, or an end before all was done, is a gap, whether
 * the engine has said so or not. */
void explore_admit(struct exec *x, const struct explore_result *result);

#endif
