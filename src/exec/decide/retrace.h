/* Goes a known way: from the beginning of the program along recorded decisions (exec/core/decision.h), with the inputs
 * of a model as far as they are known, and lets another decider take over behind the last of them.
 *
 * The path condition becomes what it was where the decisions were recorded: what was decided is added, what was forced
 * is not. Nothing forks on the way, and no error is reported: the run that recorded the way did both. A decision that
 * does not fit the program (a question of another kind, a condition that cannot hold) ends the path as diverged, which
 * is a gap.
 */
#ifndef SHRIKE_EXEC_DECIDE_RETRACE_H
#define SHRIKE_EXEC_DECIDE_RETRACE_H

#include "exec/core/decision.h"
#include "exec/sym/decider.h"

/* One decision of the way. */
struct retrace_step {
    uint64_t asked;
    enum decision_kind kind;
    uint64_t value;
};

/* The value of a part of an input (exec/core/trail.h). */
struct retrace_part {
    uint32_t input, offset, size;
    uint64_t value; /* its low 64 bits */
};

/* A way: steps in order, `asked` growing; the parts in the order in which they were taken. */
struct retrace_way {
    VEC(struct retrace_step) steps;
    VEC(struct retrace_part) parts;
    uint64_t hash; /* of the last decision */
};

struct retrace {
    struct decider decider;
    const struct decider *then; /* takes over at the end of the way */
    const struct retrace_way *way;
    uint32_t at;   /* next step */
    uint32_t part; /* next part, if the program takes them in the same order */
    uint64_t hash; /* of the steps so far */
};

void retrace_way_release(struct retrace_way *way);
/* The way of st, which has a model, from the beginning. */
void retrace_way_of(struct exec *x, const struct state *st, struct retrace_way *way);

/* r goes along `way` (kept) from the first step. */
void retrace_init(struct retrace *r, const struct retrace_way *way);
/* Is there anything left of the way? */
static inline bool retrace_goes_on(const struct retrace *r) { return r->at < r->way->steps.len; }
/* From now on x->now, whose model is its own, goes along r, until the last step is taken or retrace_end. */
void retrace_begin(struct exec *x, struct retrace *r);
/* Puts the decider from before retrace_begin back, if that has not happened already. */
void retrace_end(struct exec *x);

#endif
