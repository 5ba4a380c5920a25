/* Weakest preconditions of one step of the program, under the aliasing of one state.
 *
 * A step leads from one point (ir/points.h) to the next, through calls and returns. Its
 * run (cond/step.h), from a state `origin`, tells for which states at the
 * same place what it says is true (`alias`), what those that come to its end have passed,
 * and what each location holds there, so that a formula over locations at the end
 * becomes one over those at the start.
 *
 * Formulas are over locations and ghosts: what is not a register or memory word but
 * decides what a step does. Any other symbol is an input that the step reads, or
 * something that nothing is known about; both can be anything.
 */
#ifndef SHRIKE_COND_WP_H
#define SHRIKE_COND_WP_H

#include "cond/conds.h"
#include "cond/step.h"

enum ghost_kind {
    GHOST_OBJECT, /* the object at `base` lives, is that large and may be written (1 bit) */
    GHOST_STACK,  /* where the next local variables will be (64 bits) */
    GHOST_HEAP,   /* the number of the next block of the heap (64 bits) */
};

struct ghost {
    enum ghost_kind kind;
    struct need need;
};

struct wp {
    struct exec *x;
    struct places places;
    struct map ghost_keys;    /* hash -> index + 1 */
    struct map ghost_symbols; /* symbol -> index + 1 */
    VEC(struct ghost) ghosts;
    bool varying;      /* the place of local variables does not follow from the call stack */
    uint64_t unknowns; /* symbols made for what nothing is known about */
};

void wp_init(struct wp *w, struct exec *x, bool varying);
void wp_release(struct wp *w);

/* Does e speak of anything but locations and ghosts? */
bool wp_has_inputs(struct wp *w, expr e);
/* e with the values of a state put in; what is not there can be anything. */
expr wp_in_state(struct wp *w, struct state *st, expr e);
/* Is e true in st, under its model? */
bool wp_holds(struct wp *w, struct state *st, expr e);
/* Value of a location or ghost in st, under its model. */
uint64_t wp_value(struct wp *w, struct state *st, symbol s);

/* A step of the program, sorted. */
struct wp_step {
    struct step run;  /* to the next point or branch */
    cond_list alias;  /* when all this is so */
    cond_list passed; /* what every state that gets to the end satisfies, with alias */
    expr failing;     /* when an error that matters happens on the way, with alias */
    expr assumed;     /* the assumption that it ended at */
    bool moved;       /* local variables came or went */
    bool grew;        /* blocks of the heap were made */
};

/* Runs the step from origin under a model of its path condition. Until wp_close x->now
 * is the state at its end. */
void wp_open(struct wp *w, struct state *origin, struct model *m, struct wp_step *step);
/* e at the end, in terms of the start. */
expr wp_pull(struct wp *w, struct wp_step *step, expr e);
void wp_close(struct wp_step *step);

#endif
