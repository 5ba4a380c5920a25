/* Concolic execution: one path, that of given inputs, with what was decided on it.
 *
 * While symbolic.concolic is set, a state follows its model: nothing forks, the solver
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
 */
#ifndef SHRIKE_EXEC_DECIDE_CONCOLIC_H
#define SHRIKE_EXEC_DECIDE_CONCOLIC_H

#include "exec/core/input.h"
#include "exec/sym/sym.h"

enum event_kind {
    EVENT_BRANCH, /* outcome: 1 where the condition holds */
    EVENT_SWITCH, /* outcome: code index of the target */
    EVENT_PIN,    /* `value` had to be one number, the outcome */
    EVENT_SETTLE, /* the same, where trying all others would take too long */
    EVENT_ASSUME, /* outcome: 1 where it holds; then there is nothing else to try */
    EVENT_CHECK,  /* outcome: 1 if the error happens */
};

struct event {
    struct pathcond *before; /* a reference */
    const struct trail *seen; /* what was looked at before; belongs to the state */
    enum event_kind kind;
    enum gap why; /* of a pin: that not all values are tried; GAPS: they are */
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
    VEC(struct event) events;
    VEC(struct other) others;
    struct map known;   /* conditions that are on the path already */
    uint64_t hash;      /* of the whole path so far */
    uint64_t settled;   /* values that stood in for all */
    uint32_t most;      /* events before the path is given up */
    bool plain;         /* inputs are constants; no events */
    bool guided;        /* the model may have values for inputs to come: these are kept */
    int64_t file_size;  /* of symbolic files; -1: as the options say */
    bool decides;       /* where things are is decided, not expressed: more paths, easier questions */
    /* The engine's: a byte of an input that x->now has taken. */
    uint8_t (*byte)(void *owner, uint32_t input, uint32_t offset);
    void *owner;
};

void concolic_init(struct concolic *c, uint8_t (*byte)(void *owner, uint32_t input, uint32_t offset),
                   void *owner);
void concolic_release(struct concolic *c);
/* Forgets the events; the path begins with this hash. */
void concolic_clear(struct concolic *c, uint64_t hash);
/* Marks what collection must keep. */
void concolic_mark(const struct concolic *c, struct expr_pool *pool);

/* For decide.c: the decisions, for conditions that are not constant. */
bool concolic_assume(struct exec *x, expr cond);
bool concolic_branch(struct exec *x, expr cond, uint32_t yes, uint32_t no);
/* `target` is where the model goes; returns after the others were added with
 * concolic_other. `cond`: when it is so. */
void concolic_switch(struct exec *x, uint32_t target);
void concolic_other(struct exec *x, expr cond, uint64_t outcome);
uint64_t concolic_pin(struct exec *x, expr e);
/* A pin of which not all values are to be tried, if why is a gap. */
void concolic_choose(struct exec *x, expr e, enum gap why);
uint64_t concolic_settle(struct exec *x, expr e, enum gap why);
bool concolic_check(struct exec *x, expr bad, sym_report_fn report, void *data);
/* In runs that decide where things are: one more decision, at the instruction being executed. */
bool concolic_decide(struct exec *x, expr cond);
static inline bool concolic_decides(const struct exec *x) { return x->sym->concolic && x->sym->concolic->decides; }
static inline bool concolic_plain(const struct exec *x) { return x->sym->concolic && x->sym->concolic->plain; }
/* For input.c, in plain runs: bytes of an input as a constant. */
expr concolic_constant(struct exec *x, uint32_t input, uint32_t offset, uint32_t size, uint32_t width);
/* For input.c: the new symbol of a part gets its value. */
void concolic_value(struct exec *x, const struct trail *part, uint32_t width);

#endif
