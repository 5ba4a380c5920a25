/* Making facts: what the start of a segment must satisfy so that its end does. */
#ifndef SHRIKE_COND_DEMAND_H
#define SHRIKE_COND_DEMAND_H

#include "cond/fact.h"
#include "cond/step.h"

/* A fact in the making, for the state `origin`. */
struct demand {
    struct exec *x;
    const struct places *places;
    struct state *origin;
    struct fact *fact;
    cond_list guards; /* hold wherever the next condition matters */
    struct map held;  /* symbols of places that the fact holds at their values */
};

/* Asserts that the origin's model satisfies the fact in the making. */
void demand_check(struct demand *d);
void demand_init(struct demand *d, struct exec *x, const struct places *places, struct state *origin);
/* The fact if ok, else NULL. */
struct fact *demand_finish(struct demand *d, bool ok);

/* Sees to it that cond holds under the guards, for all inputs, in every state that
 * satisfies the fact. False: not found out how. */
bool demand_cond(struct demand *d, expr cond);
/* All duties of a run from the origin up to here. The assumptions met on the way guard what is demanded from now on,
 * for the state that goes on at its end. */
bool demand_duties(struct demand *d, const struct step *step);
/* All of f, whose locations hold what `values` says at the place where it counts. */
bool demand_fact(struct demand *d, const struct fact *f, place_value_fn values, void *owner);
/* All of f as it is: the origin satisfies it. */
bool demand_same(struct demand *d, const struct fact *f);
void demand_need(struct demand *d, const struct need *need);
/* A pointer over locations at the origin, and inputs since then, that is assumed to be somewhere. */
bool demand_lead(struct demand *d, const struct lead *lead);

#endif
