/* Which engines suit a program, by what it looks like. */
#ifndef SHRIKE_PORTFOLIO_PLAN_H
#define SHRIKE_PORTFOLIO_PLAN_H

#include "ir/ir.h"
#include "portfolio/portfolio.h"

/* Counted in the user's code. */
struct plan_looks {
    uint32_t instructions;
    uint32_t branches;
    uint32_t loops;
    uint32_t inputs; /* calls that take one */
    uint32_t inputs_in_loops;
    uint32_t inputs_at_once; /* in one block, at most, outside of loops */
    uint32_t floats;         /* instructions */
    uint32_t allocations;    /* calls */
    uint32_t sized;          /* allocations whose size is no constant, on the stack, too */
    bool recursive;
};

void plan_look(struct program *p, struct plan_looks *looks);
/* Fills out with engines in the order of their first turns; reach: only those that can look
 * for targets. Returns how many. */
uint32_t plan_make(const struct plan_looks *looks, bool reach, struct portfolio_engine out[PORTFOLIO_MOST]);

#endif
