/* The threads of a state.
 *
 * A state with threads runs one of them at a time: its frames are the state's, the others are parked. They take turns
 * at points only (front/define/threads.h): a call of __shrike_point, of __shrike_wait, the begin of an atomic section,
 * the end of a thread. All calls of a run are counted, whichever thread makes them (state.arrivals), so that a schedule
 * is a list of turns: at the n-th arrival thread t goes on. Native runs count the same calls (replay/threads.c).
 *
 * At a point an engine decides (exec.threads.scheduled): the loop stops with STOP_POINT before the operation, and the
 * engine calls threads_resume. Else the turns of a test decide (exec.threads.turns); where these say nothing, the
 * thread goes on as long as it can, and then the next one that can.
 *
 * A thread that has only begun is at PENDING_START: until its first point it does nothing that others see.
 *
 * Memory of a thread's variables has numbers of its own: the stack of thread n begins at n << THREADS_STACK_BITS.
 *
 * Helpers empty the store buffers of others (runtime/buffers.c): threads that are not counted as alive. Thread n has
 * number 2n then, its helper 2n + 1.
 *
 * Invariants: (1) the running thread's frames are in state.top, those of others in `top`; (2) alive counts those that
 * have not ended and are no helpers; (3) a thread that ended has no frames; (4) inside an atomic section only the
 * running thread is.
 */
#ifndef SHRIKE_EXEC_CORE_THREADS_H
#define SHRIKE_EXEC_CORE_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "ir/access.h"

struct exec;
struct frame;
struct mem_object;
struct state;

enum { THREADS_MOST = 64, THREADS_STACK_BITS = 22, THREADS_INPUT_BITS = 20 };

/* Bytes that an operation reads or writes; kind: bits of enum access_kind. */
struct thread_access {
    uint64_t addr, size;
    uint32_t kind;
    uint32_t pos; /* in the user's code, once it was done */
    uint32_t sym; /* the address as an expression, if it depends on inputs; ACCESS_ANYTHING is among the kinds then */
};
typedef VEC(struct thread_access) thread_accesses;

enum thread_pending { PENDING_START, PENDING_ACCESS, PENDING_WAIT, PENDING_ATOMIC };

/* What a thread is about to do. */
struct thread_next {
    enum thread_pending kind;
    struct thread_access at;
    uint32_t value;      /* of a wait: the word is this */
    bool differs, timed; /* ... or is not; it need not be waited for */
    bool spurious;       /* it may end all the same, with --spurious-wakeups */
};

/* A premise, and what it leaves: accesses that a machine may do in several steps are one. */
#define THREADS_WHOLE                                                                                               \
    "a structure, a misaligned member or a number wider than a machine word is read and written in one step, also " \
    "while "                                                                                                        \
    "other threads run",                                                                                            \
        "no torn accesses"

struct exec_thread {
    struct frame *top;
    uint32_t depth, stack_depth;
    uint64_t stack_bytes;
    uint32_t inputs; /* taken, if inputs are numbered by thread */
    uint32_t error;  /* its errno */
    bool ended;
    bool stuck; /* in a circle of jumps, for ever, or at a bound */
    bool helper;
    struct thread_next next;
};

struct threads {
    uint32_t n, running, alive;
    uint32_t last;   /* that ran; another one may stand in its place until the next turn (threads_stand) */
    uint32_t atomic; /* depth of atomic sections */
    uint32_t quiet;  /* points that the only thread left has passed since the last stop */
    bool resumed;    /* the operation that the thread is at is to be done now */
    struct exec_thread at[];
};

/* A schedule, newest turn first, shared between states. */
struct thread_turn {
    uint32_t refs;
    struct thread_turn *prev;
    uint64_t arrival;
    uint32_t thread;
};

/* ---- lifetimes, for state.c; all accept NULL ---- */
struct threads *threads_copy(const struct threads *t);
void threads_release(struct exec *x, struct threads *t);
struct thread_turn *turns_retain(struct thread_turn *t);
void turns_release(struct thread_turn *t);

/* Room for one more; the first time, the thread that is there is number 0. */
struct threads *threads_grow(struct state *st);
/* The frames of st become those of a thread that does not run. */
void threads_park(struct state *st, struct exec_thread *t);

/* The invariants above, where asserts are on. */
void threads_check(const struct state *st);

/* ---- accesses and lives, for engines that schedule (exec.threads.touched) ---- */
/* The operation in progress does this, too. */
void threads_touch(struct exec *x, const struct thread_access *a);
/* A variable that other threads may know of begins or ends to live: an access of another thread comes before or behind
 * that, and which matters. */
void threads_life(struct exec *x, const struct mem_object *obj);

/* Is there one only, helpers apart? */
bool threads_alone(const struct state *st);
uint32_t threads_self(const struct state *st);

/* ---- for engines that schedule ---- */
/* Can the thread go on? *symbolic: not known, as what it waits for depends on inputs. */
bool threads_enabled(const struct exec *x, const struct state *st, uint32_t thread, bool *symbolic);
/* Or does it wait for a condition, and may go on without a signal? */
bool threads_may_wake(const struct exec *x, const struct state *st, uint32_t thread);
/* The thread runs from here on; recorded if it is another one. x->now. */
void threads_resume(struct exec *x, uint32_t thread);
/* The first thread that has not ended is the one whose frames are the state's: equal states look the same. No turn is
 * taken. */
void threads_stand(struct exec *x);
/* No thread can go on: an error at the first thread that waits, unless one of them need not wait for ever. False: it is
 * none. */
bool threads_deadlock(struct exec *x);
/* What the user calls the thread; of a helper: that of the thread that it belongs to. */
uint32_t threads_name(const struct exec *x, uint32_t thread);
/* Do the two accesses have a byte in common, and one of them writes? */
bool threads_overlap(const struct thread_access *a, const struct thread_access *b);
/* Do the two not commute? */
bool threads_conflict(const struct thread_access *a, const struct thread_access *b);
/* The number of the next input that the state takes, if inputs are numbered by thread. */
uint32_t threads_next_input(struct state *st);

#endif
