/* Concolic execution: one path, that of given inputs, with what was decided on it.
 *
 * Between concolic_begin and concolic_end a state follows its model: nothing forks, the solver
 * is asked nothing but how long symbolic lengths can get, the model never changes but
 * for the values of inputs that the program looks at first, which the engine gives. Every
 * decision that another input might have made differently becomes an event. An event
 * keeps the path condition before it and the conditions under which the path would
 * have gone elsewhere, so that the engine can ask for such inputs later.
 *
 * A plain run has the same inputs as constants, so it is as fast as any concrete run,
 * and records nothing.
 *
 * The hash of a path is made of places and outcomes alone, so it tells in another
 * run (or another process) whether the same way was taken.
 *
 * Invariants: (1) the ways of events follow one another in `others`, none left over; (2) an event's
 * hash is that of the one before it with its place and outcome, and c->hash that of the last; (3) the
 * path condition before an event is no shorter than that before the one before it.
 */
#ifndef SHRIKE_EXEC_DECIDE_FOLLOW_H
#define SHRIKE_EXEC_DECIDE_FOLLOW_H

#include "exec/sym/decider.h"
#include "exec/sym/input.h"

enum event_kind {
    EVENT_BRANCH, /* outcome: 1 where the condition holds */
    EVENT_SWITCH, /* outcome: code index of the target */
    EVENT_PIN,    /* `value` had to be one number, the outcome */
    EVENT_SETTLE, /* the same, where trying all others would take too long */
    EVENT_ASSUME, /* outcome: 1 where it holds; then there is nothing else to try */
    EVENT_CHECK,  /* outcome: 1 if the error happens */
};

struct event {
    struct pathcond *before;  /* a reference */
    const struct trail *seen; /* what was looked at before; belongs to the state */
    enum event_kind kind;
    enum gap why;          /* of a pin: that not all values are tried; GAPS: they are */
    uint32_t first, count; /* into others */
    expr value;            /* of a pin */
    uint64_t outcome;
    uint64_t hash;  /* of the path before it */
    uint64_t place; /* hash of where and what it is */
};

/* Another way: when it is taken, and its outcome (of a pin: not known). */
struct other {
    expr cond;
    uint64_t outcome;
};

struct concolic {
    struct decider decider; /* plain, decides_places and file_size may be changed between runs */
    VEC(struct event) events;
    VEC(struct other) others;
    struct map known; /* conditions that are on the path already */
    uint64_t hash;    /* of the whole path so far */
    uint64_t settled; /* values that stood in for all */
    uint32_t most;    /* events before the path is given up */
    bool guided;      /* the model may have values for inputs to come: these are kept */
    /* The engine's: a byte of an input that x->now has taken. */
    uint8_t (*byte)(void *owner, uint32_t input, uint32_t offset);
    void *owner;
};

void concolic_init(struct concolic *c, uint8_t (*byte)(void *owner, uint32_t input, uint32_t offset), void *owner);
void concolic_release(struct concolic *c);
/* The invariants above, where asserts are on; linear. */
void concolic_check(const struct concolic *c);
/* Forgets the events; the path begins with this hash. */
void concolic_clear(struct concolic *c, uint64_t hash);
/* Marks what collection must keep. */
void concolic_mark(const struct concolic *c, struct expr_pool *pool);

/* From now on x follows its models and records in c, until concolic_end. */
void concolic_begin(struct exec *x, struct concolic *c);
void concolic_end(struct exec *x);

#endif
