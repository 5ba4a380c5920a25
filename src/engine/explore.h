/* Symbolic execution after King and KLEE: every feasible path, one state each.
 *
 * The engine runs states until the search has none left or a limit ends it. What it
 * finds it tells through hooks; what it could not do is in the gaps of exec/sym.h.
 */
#ifndef SHRIKE_ENGINE_EXPLORE_H
#define SHRIKE_ENGINE_EXPLORE_H

#include <stdbool.h>
#include <stdint.h>

#include "exec/sym.h"

struct explore_hooks {
    /* x->bug is an error (of a kind that was asked for, at a place where none was
     * reported before) that x->now's model triggers. False: stop here. */
    bool (*bug)(void *owner, struct exec *x);
    /* A path has ended in x->now (not by an error). NULL: not wanted. False: stop. */
    bool (*path)(void *owner, struct exec *x, enum stop stop);
    void *owner;
};

struct explore_result {
    uint64_t paths;    /* that ended by themselves */
    uint64_t partial;  /* cut by an error, a bound or a limit */
    uint64_t bugs;     /* told through the hook */
    uint64_t states;   /* most at one time */
    uint32_t gaps;     /* bits: 1 << enum gap */
    bool stopped;      /* by a hook */
};

/* Explores the program from its start. x is symbolic (explore_init) and at its
 * beginning. */
void explore_run(struct exec *x, const struct explore_hooks *hooks, struct explore_result *result);

#endif
