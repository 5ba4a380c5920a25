/* Which of several runs of the same program count, if some rest on others.
 *
 * A run has a name (its attempt) and says on which attempts it rests: states that these have claimed were left to them
 * (engine/interpolate/exchange.h, where it is said why that is right). It counts if it is complete and every attempt that
 * it rests on is the name of a run that counts. Runs that rest on one another count together; what rests on an attempt
 * that was not finished, or that another attempt at the same piece has replaced, does not.
 */
#ifndef SHRIKE_JOB_RESTS_H
#define SHRIKE_JOB_RESTS_H

#include <stdbool.h>

#include "base/vec.h"

struct rests_run {
    bool complete;      /* nothing open, no gap: it would count if it rested on no other */
    uint64_t attempt;   /* 0: no run can rest on it */
    const vec_u64 *on;
    bool counts;        /* the answer */
};

/* Sets `counts` of all. */
void rests_judge(struct rests_run *runs, uint32_t n);

#endif
