/* A tracer sees every instruction before it is executed, and every condition under which
 * one would be an error. Only engines that follow a given path want that (engine/cdse/cdse.h).
 *
 * The loop asks it about instructions; conditions come to it because it stands in front of
 * the decider. */
#ifndef SHRIKE_EXEC_SYM_TRACER_H
#define SHRIKE_EXEC_SYM_TRACER_H

#include "exec/sym/decider.h"

struct tracer {
    /* x->now->top->pc is `in`. False: stop before it, with STOP_POINT. */
    bool (*step)(struct tracer *t, struct exec *x, const struct insn *in);
    /* The instruction in execution is an error where `bad` holds; called before it is
     * known whether that is possible. */
    void (*check)(struct tracer *t, struct exec *x, expr bad);
    struct decider decider;        /* as `decides`, but for checks */
    const struct decider *decides; /* the decider before it */
};

/* With step and check set. */
void tracer_begin(struct exec *x, struct tracer *t);
/* Does nothing if there is no tracer. */
void tracer_end(struct exec *x);

#endif
