/* A state: everything that an execution has and that a fork must give to both
 * sides.
 *
 * Frames are shared between states by reference count; the top frame of the state
 * in execution is its own (state_own_top), so the interpreter writes registers
 * without asking. A register is concrete, or symbolic: then sym[slot] is the id of
 * an expression, whose value zero-extended to 64 bits is the slot's. A frame
 * without symbolic registers has symbolic == false, and sym is not to be read.
 *
 * The space shares pages and objects with forks by itself (mem/space.h). The
 * inputs taken so far are a shared list, newest first (exec/core/trail.h).
 *
 * Invariants: (1) regs below fn->nconsts hold the function's constants, sym of
 * these is 0; (2) a frame holds one reference to its caller; (3) model is a model
 * of pc, both NULL in concrete runs.
 */
#ifndef SHRIKE_EXEC_CORE_STATE_H
#define SHRIKE_EXEC_CORE_STATE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "exec/core/tally.h"
#include "exec/core/trace.h"
#include "ir/ir.h"
#include "mem/space.h"

struct decision_link;
struct exec;
struct model;
struct pathcond;
struct thread_turn;
struct threads;
struct trail;

struct frame {
    struct frame *caller;
    struct function *fn;
    const struct insn *pc; /* to be executed next, or being executed */
    uint32_t refs;
    uint32_t ret_slot;             /* in the caller's frame */
    uint32_t ret_count;            /* slots that the caller wants */
    uint32_t stack_base;           /* stack objects below it belong to callers */
    uint64_t varargs;              /* address of the variable arguments; 0: none */
    uint8_t va_general, va_vector; /* of them passed in registers */
    uint32_t va_memory;            /* where those in memory begin */
    uint64_t serial;               /* tells frames of one function apart */
    uint32_t active;               /* frames of fn so far, if their number is limited */
    bool symbolic;
    uint32_t *sym; /* behind regs */
    uint64_t regs[];
};

/* Where a setjmp may return to. */
struct jump_target {
    uint64_t serial;
    const struct insn *pc; /* the call of setjmp */
    uint32_t slot;
    bool wants;
};

/* What runs when the first frame returns. */
enum phase { PHASE_START, PHASE_CONSTRUCTORS, PHASE_MAIN, PHASE_EXIT, PHASE_OVER };

struct state {
    uint64_t id;
    struct space space;
    struct frame *top;
    uint32_t depth;
    uint64_t serials;
    VEC(struct jump_target) jumps;
    bool destructors_run;
    enum phase phase;
    uint32_t constructor;   /* to be run next */
    uint64_t entry_args[3]; /* argc, argv, envp */
    struct pathcond *pc;
    struct model *model;
    struct trail *trail;           /* inputs taken, newest first */
    uint32_t inputs;               /* how many */
    struct tally made;             /* storage, by the site that made it; symbolic runs only */
    uint32_t forks;                /* branches with two sides on the way here */
    uint64_t asked;                /* questions to the decider so far */
    struct decision_link *decided; /* what was not forced, newest first; NULL: nothing, or it is not recorded */
    uint64_t instructions;
    uint32_t points;           /* stops at points left */
    uint32_t heads;            /* stops at points that are heads of loops left, besides */
    struct threads *threads;   /* NULL: there was never more than one */
    uint64_t arrivals;         /* at points where threads may take turns (exec/core/threads.h) */
    struct thread_turn *turns; /* of threads so far, newest first */
    struct path_trace trace;   /* of programs with __shrike_trace in their blocks */
    void *owner;               /* the engine's */
    uint32_t mark;             /* likewise; what forks from it has the same */
};

struct state *state_new(struct exec *x);
/* A second state that shares everything but the top frame, of which it gets a copy. */
struct state *state_fork(struct exec *x, struct state *from);
void state_free(struct exec *x, struct state *st);
/* The invariants above, where asserts are on. */
void state_check(const struct exec *x, const struct state *st);
/* Makes the top frame exclusive to st. */
void state_own_top(struct exec *x, struct state *st);

/* A frame for fn on top of st, constants in place. */
struct frame *frame_push(struct exec *x, struct state *st, struct function *fn);
/* Takes the (exclusive) top frame off; the new top is exclusive, too. */
void frame_pop(struct exec *x, struct state *st);
void frame_release(struct exec *x, struct frame *frame);
/* Makes the caller of an exclusive frame exclusive. */
void frame_own_caller(struct exec *x, struct frame *frame);
/* From now on sym holds. */
void frame_make_symbolic(struct frame *frame);

static inline uint32_t frame_sym(const struct frame *f, uint32_t slot) {
    assert(slot < f->fn->nslots);
    return f->symbolic ? f->sym[slot] : 0;
}
static inline void frame_set(struct frame *f, uint32_t slot, uint64_t value, uint32_t sym) {
    assert(slot >= f->fn->nconsts && slot < f->fn->nslots);
    f->regs[slot] = value;
    if (sym && !f->symbolic) frame_make_symbolic(f);
    if (f->symbolic) f->sym[slot] = sym;
}

#endif
