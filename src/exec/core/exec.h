/* Execution of a program: what a run has, concrete or symbolic.
 *
 * A run has one interpreter (struct exec) and one or many states, one of which is
 * in execution (x->now). Folders are layers, each sees those before it:
 *
 *   core     states, frames, threads, inputs taken, errors, arithmetic over concrete values;
 *   sym      expressions in registers and memory, and the questions that they raise (decider.h);
 *   library  functions that the engine implements;
 *   run      the loop over instructions (loop.c), calls, the program from start to end;
 *   decide   deciders, which answer the questions.
 *
 * Invariants: (1) x->frames_free[f] are frames of function f whose constants are in
 * place; (2) whenever the loop is left, top->pc is the instruction being executed,
 * or, after a fork, the next one; (3) the page cache holds pages of x->now only.
 */
#ifndef SHRIKE_EXEC_CORE_EXEC_H
#define SHRIKE_EXEC_CORE_EXEC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bitset.h"
#include "base/context.h"
#include "base/str.h"
#include "exec/core/bug.h"
#include "exec/core/check.h"
#include "exec/core/state.h"
#include "exec/core/threads.h"
#include "ir/ir.h"
#include "mem/space.h"
#include "mem/tlb.h"

enum stop {
    STOP_NONE,
    STOP_EXIT,  /* the program has ended */
    STOP_ABORT, /* abort(), status holds the signal */
    STOP_BUG,   /* x->bug says which */
    STOP_LIMIT,
    STOP_ASSUME,   /* an assumption does not hold */
    STOP_FORKED,   /* x->sym->forked has new states; x->now goes on, too */
    STOP_SLICE,    /* it ran for a while: now other states may run */
    STOP_GIVEN_UP, /* the state cannot go on; x->sym says why */
    STOP_POINT,    /* at a point where engines may compare states (ir/points.h) */
    STOP_BOUND,    /* a loop or recursion is at its bound; x->cut says which */
};

/* What a bound has cut off. */
struct cut {
    uint32_t loop;             /* into program.bounds; 0: a recursion */
    const struct function *fn; /* the loop's, or the one not called again */
    uint32_t pos;
};

/* As --external has them. */
enum external { EXTERNAL_ERROR, EXTERNAL_HAVOC, EXTERNAL_PURE, EXTERNAL_NATIVE };

struct unseen_block {
    struct insn *in;
    uint16_t op;
};

/* What code was executed (exec/core/first.h). */
struct exec_coverage {
    uint16_t **first_ops; /* per function: what FIRST stands for; NULL: no engine watches */
    void (*first)(void *owner, const struct function *fn, uint32_t pc);
    void *owner;
    VEC(struct unseen_block) unseen; /* of exec_watch_pause: patched while watching goes on */
    bool knows_unseen;
    uint64_t *returned; /* a bit for each call of the program that has returned; NULL: no engine asks. Not owned */
    const uint32_t *returned_first; /* of a function: the bit of its first instruction */
};

/* Threads of all states (exec/core/threads.h). */
struct exec_threads {
    bool scheduled;                /* an engine decides which thread goes on */
    thread_accesses touched;       /* by operations that others may see; of engines that schedule */
    VEC(struct thread_turn) turns; /* else: those to be taken, oldest first */
    uint32_t next_turn;
    void (*acts)(void *owner, struct exec *x,
                 const struct thread_access *a); /* called with what threads do; may be NULL */
    void *acts_owner;
};

struct exec {
    struct context *ctx;
    struct program *p;
    check_set checks;
    bug_set wanted;                /* errors to report: those of checks, or fewer */
    struct state *now;             /* the state in execution */
    struct symbolic *sym;          /* NULL: a concrete run */
    const struct decider *decider; /* answers the questions (exec/sym/decider.h); never NULL */
    struct shadow *shadow;         /* not NULL: a shadow run is in progress (exec/decide/shadow.h) */
    struct tracer *tracer;         /* not NULL: it sees every instruction (exec/sym/tracer.h) */
    struct efforts *effort;        /* where effort goes (exec/sym/effort.h); NULL: it is not measured. Not owned */
    uint64_t states_made;
    struct tlb tlb;
    struct frame **frames_free; /* per function, linked by caller */
    uint32_t max_depth;
    uint64_t stack_size;   /* bytes; 0: no limit */
    uint64_t instructions; /* of all states */
    bool abandoned;        /* states were left to the end of the process: nothing may be released */
    uint64_t moved; /* bytes that single instructions have written since the loop last looked at the limits for them */
    uint64_t max_instructions; /* after which the run's limit is reached; 0: none. Shadow runs do not count */
    uint8_t signature[IR_OPS]; /* which operands of an instruction are slots; sym/step.c */
    enum stop stop;
    int status; /* of the program's exit, or signal */
    struct bug bug;
    bool quiet;      /* explores: the program's output is dropped, what it takes is an input */
    uint32_t loaded; /* set by exec_load: expression of what was loaded; 0: concrete */
    struct cut cut;
    uint64_t near_base, near_size; /* of an object: see exec/sym/apart.h */
    bool pointees;                 /* what inputs point to is made where they are followed (exec/sym/pointee.h) */
    struct exec_coverage coverage;
    struct exec_threads threads;
    bool records;   /* decisions are kept with states (exec/core/decision.h) */
    bool unbounded; /* bounds do not count, as in our own code before main */
};

/* The decider is kept. */
void exec_init(struct exec *x, struct context *ctx, struct program *p, check_set checks, const struct decider *decider);
void exec_release(struct exec *x);
/* Takes up another state (NULL: none). */
void exec_switch(struct exec *x, struct state *st);
/* Is the run over, with so much in memory that to free it would take long? Then states are left
 * to the end of the process, and x is not released (abandoned). */
bool exec_abandons(struct exec *x);
/* Where the user's program is: the innermost frame of its code. */
uint32_t exec_user_position(const struct exec *x);

#endif
