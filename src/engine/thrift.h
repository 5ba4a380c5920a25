/* Learning must not cost more than it saves.
 *
 * Work is counted in ticks, which are deterministic and stand for some nanoseconds
 * each: instructions, questions, facts compared. Exploring is one account, learning
 * (computing facts and comparing states with them) another. What a fact saves when it
 * makes a state superfluous is the work that was done below its own node, or would
 * have been done there without earlier savings. Learning may spend a starting sum, a
 * share of the work of exploring, and all that it has saved. While that is used up, new nodes are
 * plain: explored without learning anything.
 */
#ifndef SHRIKE_ENGINE_THRIFT_H
#define SHRIKE_ENGINE_THRIFT_H

#include "exec/exec.h"

/* What may be below a state that goes round a loop once more: nobody knows. Plain nodes
 * never come to an end there, so learning is well paid. */
#define THRIFT_LOOP (UINT64_C(1) << 20)

struct thrift {
    const struct exec *x;
    uint64_t seen;     /* ticks booked so far */
    uint64_t explored; /* accounts */
    uint64_t learned;
    uint64_t saved;
    uint64_t facts;    /* computed, or not found */
};

void thrift_init(struct thrift *t, const struct exec *x);
/* Books the work since the last call as exploring, or as learning; returns it. */
uint64_t thrift_explored(struct thrift *t);
uint64_t thrift_learned(struct thrift *t);
/* A state was left out below which there is about this much to explore. */
void thrift_saved(struct thrift *t, uint64_t work);
/* Is there anything left to spend on learning? */
bool thrift_allows(const struct thrift *t);

#endif
