/* A step: a shadow run (exec/decide/shadow.h) from a state to an end, through which anything
 * said there is pulled back.
 *
 * Between step_open and step_close x->now is the state at the end. What the run owes (duties,
 * in the order in which they were met) and what it needs (objects) is in `shadow`; what a
 * condition at the end says of the start is found by putting step_value in for its locations.
 * What is made of that is the engine's: facts of nodes (cond/demand.h), goals (cond/wp.h).
 */
#ifndef SHRIKE_COND_STEP_H
#define SHRIKE_COND_STEP_H

#include "cond/conds.h"
#include "exec/decide/shadow.h"

enum step_end {
    STEP_POINT,  /* at a point: x->now->top->pc */
    STEP_BRANCH, /* at a branch or switch */
    STEP_THERE,  /* at the instruction that was named */
    STEP_OVER,   /* the program has ended */
    STEP_ASSUME, /* at an assumption (shadow.refused) that the model does not satisfy */
    STEP_BOUND,  /* at a bound that the program passes no further */
    STEP_LOST    /* it could not be followed */
};

/* How far it goes: up to an instruction if `pc`, else to the next point or branch if `one`,
 * else to the end of the path. */
struct step_until {
    uint64_t most; /* instructions */
    bool one;      /* bounds do not count then */
    const struct insn *pc;
    uint64_t instructions; /* executed before pc */
    uint32_t depth;        /* of the stack there */
};

struct step {
    struct exec *x;
    enum step_end end;
    struct shadow shadow;
};

/* Runs it from origin, which is not changed, under a model of the path to the end. */
void step_open(struct exec *x, struct places *places, struct state *origin, struct model *m,
               const struct step_until *until, struct step *step);
/* What the run owes so far, duty by duty, each with the assumptions of the program that were met
 * before it: it matters only where they hold. visit returns false: no more, and so does this. */
typedef bool (*duty_fn)(void *owner, const struct duty *duty, const cond_list *assumed);
bool step_duties(const struct step *step, duty_fn visit, void *owner);
/* What a location holds at the end, in terms of the start; none if it is not there. */
expr step_value(const struct step *step, const struct place *place);
void step_close(struct step *step);

#endif
