/* Execution of a program.
 *
 * A run has one interpreter (struct exec) and one or many states, one of which is
 * in execution (x->now). The loop in loop.c executes instructions over concrete
 * values; whatever is not simple leaves it for a function elsewhere: memory.c
 * (accesses that miss the page cache), call.c (frames), builtin*.c (functions that
 * the engine implements), wide.c and floats.c (128-bit integers and floating
 * point), sym_*.c (instructions with symbolic operands).
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
    STOP_EXIT,        /* the program has ended */
    STOP_ABORT,       /* abort(), status holds the signal */
    STOP_BUG,         /* x->bug says which */
    STOP_LIMIT,
    STOP_ASSUME,      /* an assumption does not hold */
    STOP_FORKED,      /* x->sym->forked has new states; x->now goes on, too */
    STOP_SLICE,       /* it ran for a while: others may want to */
    STOP_GIVEN_UP,    /* the state cannot go on; x->sym says why */
    STOP_POINT,       /* at a point where engines may compare states (ir/points.h) */
    STOP_BOUND,       /* a loop or recursion is at its bound; x->cut says which */
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

struct exec {
    struct context *ctx;
    struct program *p;
    check_set checks;
    bug_set wanted;        /* errors to report: those of checks, or fewer */
    struct state *now;     /* the state in execution */
    struct symbolic *sym;  /* NULL: a concrete run */
    const struct decider *decider; /* who decides (exec/decide/decider.h); never NULL */
    struct shadow *shadow; /* not NULL: a shadow run is in progress (exec/decide/shadow.h) */
    struct tracer *tracer; /* not NULL: it sees every instruction (exec/decide/tracer.h) */
    struct efforts *effort; /* where effort goes (exec/core/effort.h); NULL: nobody asks. Not owned */
    uint64_t *returned;    /* a bit for each call of the program that has returned; NULL: nobody asks. Not owned */
    const uint32_t *returned_first; /* of a function: the bit of its first instruction */
    uint64_t states_made;
    struct tlb tlb;
    struct frame **frames_free; /* per function, linked by caller */
    uint32_t max_depth;
    uint64_t stack_size;        /* bytes; 0: no limit */
    uint64_t instructions; /* of all states */
    bool abandoned; /* states were left to the end of the process: nothing may be released */
    uint64_t moved; /* bytes that single instructions have written since that made somebody look at the limits */
    uint64_t max_instructions; /* after which the run's limit is reached; 0: none. Shadow runs do not count */
    uint16_t **first_ops;  /* per function: what FIRST stands for; NULL: nobody watches */
    void (*first)(void *owner, const struct function *fn, uint32_t pc);
    void *first_owner;
    VEC(struct unseen_block) unseen; /* of exec_watch_pause: patched while watching goes on */
    bool knows_unseen;
    uint8_t signature[IR_OPS]; /* which operands of an instruction are slots; sym/step.c */
    enum stop stop;
    int status; /* of the program's exit, or signal */
    struct bug bug;
    bool quiet;            /* explores: the program's output is dropped, what it takes is an input */
    uint32_t loaded;       /* set by exec_load: expression of what was loaded; 0: concrete */
    struct cut cut;
    uint64_t near_base, near_size; /* of an object: see exec/core/apart.h */
    bool pointees;  /* what inputs point to is made where they are followed (exec/sym/pointee.h) */
    bool scheduled; /* an engine decides which thread goes on (exec/core/threads.h) */
    thread_accesses touched;         /* by operations that others may see; of engines that schedule */
    VEC(struct thread_turn) turns;   /* else: those to be taken, oldest first */
    uint32_t next_turn;
    void (*acts)(void *owner, struct exec *x, const struct thread_access *a); /* told of what threads do; NULL: nobody is */
    void *acts_owner;
    bool unbounded; /* bounds do not count, as in our own code before main */
};

void exec_init(struct exec *x, struct context *ctx, struct program *p, check_set checks);
void exec_release(struct exec *x);
/* Lays out the program in x->now and takes it to its first instruction. */
void exec_begin(struct exec *x, int argc, const char *const *argv);
/* Helps exec_begin: n bytes of ours in the program's memory; a NULL-terminated array of
 * pointers; the first instruction with these arguments of main. */
uint64_t exec_add_string(struct exec *x, const char *text, uint64_t n);
uint64_t exec_add_pointers(struct exec *x, uint32_t n, const uint64_t *pointers);
void exec_start(struct exec *x, uint64_t argc, uint64_t argv, uint64_t envp);
/* Runs constructors, main with these arguments, and exit, in one concrete state. */
enum stop exec_program(struct exec *x, int argc, const char *const *argv);
/* Runs x->now until something stops it. */
enum stop exec_loop(struct exec *x);
/* The first frame has returned: enters what comes next. False: that was all. */
bool exec_next_phase(struct exec *x, uint64_t returned, uint32_t returned_sym);
/* Takes up another state (NULL: none). */
void exec_switch(struct exec *x, struct state *st);
/* The invariants above of a run that is about to go on, where asserts are on. */
void exec_check(const struct exec *x);
/* Is the run over, with so much in memory that to free it would take long? Then states are left
 * to the end of the process, and x is not released (abandoned). */
bool exec_abandons(struct exec *x);

/* ---- call.c ---- */
/* Enters fn; args are the values of its parameter slots. False: stack exhausted
 * (reported). */
bool exec_push(struct exec *x, struct function *fn, const uint64_t *args, uint32_t nargs);
/* A call instruction of the top frame. False: stopped. */
bool exec_call(struct exec *x, struct function *fn, const struct insn *in);
/* Leaves the top frame. */
void exec_pop(struct exec *x);
/* The top frame is about to go back to its caller: notes that the call has returned, if somebody asks. */
void exec_note_return(struct exec *x);
/* The same of a call in fn that needs no frame. */
void exec_note_passed(struct exec *x, const struct function *fn, const struct insn *call);
struct function *exec_function_at(struct exec *x, uint64_t address);

/* ---- memory.c: all report a fault and return false ---- */
bool exec_load(struct exec *x, uint64_t addr, uint32_t bytes, uint64_t *value);
bool exec_store(struct exec *x, uint64_t addr, uint32_t bytes, uint64_t value);
/* info: of the variable; NULL if there is none. */
bool exec_alloca(struct exec *x, uint64_t size, uint32_t align, bool escapes,
                 const struct ir_alloca *info, uint64_t *addr);
/* There is no room for a block of this size: where a machine might have it, the run is not complete. */
void exec_no_block(struct exec *x, uint64_t size);
/* A heap block was made by the call that the top frame is at. */
void exec_made_block(struct exec *x, struct mem_object *obj);
/* Bytes of the stack that are not taken. */
uint64_t exec_stack_left(const struct exec *x);
bool exec_lifetime(struct exec *x, uint64_t addr, bool start);
/* memcpy's blocks must not overlap, unless they are the same: an assignment of an object to
 * itself is one, too. */
bool exec_no_overlap(struct exec *x, uint64_t to, uint64_t from, uint64_t n);
/* Reports that a copy overlaps. Always returns false. */
bool exec_overlap(struct exec *x);
/* Reports that a value is used which a function did not return. Always returns false. */
bool exec_no_value(struct exec *x);
/* what: as front/checks/operations.h numbers it. */
bool exec_not_finite(struct exec *x, uint32_t what);
/* Reports that the zeros of 0 are counted. Always returns false. */
bool exec_zeros_of_zero(struct exec *x);
/* Reports that an array of variable length has no element. Always returns false. */
bool exec_no_length(struct exec *x);
bool exec_copy(struct exec *x, uint64_t to, uint64_t from, uint64_t n);
bool exec_fill(struct exec *x, uint64_t addr, uint8_t byte, uint64_t n);
bool exec_read(struct exec *x, uint64_t addr, void *to, uint64_t n);
/* May these bytes be read? An error if not. (A shadow is left to what follows.) */
bool exec_readable(struct exec *x, uint64_t addr, uint64_t n);
bool exec_write(struct exec *x, uint64_t addr, const void *from, uint64_t n);
/* The string at addr, appended to out. */
bool exec_string(struct exec *x, uint64_t addr, struct str *out);
bool exec_va_start(struct exec *x, uint64_t list);
bool exec_va_copy(struct exec *x, uint64_t to, uint64_t from);
void exec_pop_stack(struct exec *x, uint32_t depth);
void exec_fault(struct exec *x, const struct fault *fault);
/* Where the user's program is: the innermost frame of its code. */
uint32_t exec_user_position(const struct exec *x);

/* Stops at a bound, in the top frame. Always returns false. */
bool exec_cut(struct exec *x, uint32_t loop, const struct function *fn);

/* ---- first.c ---- */
/* From now on `first` is called when a block is executed for the first time, with the
 * code index of its first instruction. Costs nothing after that: the program is
 * patched and mended. Call after all analyses of the program. */
void exec_watch_blocks(struct exec *x, void (*first)(void *owner, const struct function *fn, uint32_t pc),
                       void *owner);
/* Mends what is still patched. */
void exec_unwatch_blocks(struct exec *x);
/* A block that was executed is to be told of the next time, too. Not for the block in
 * execution. */
void exec_watch_again(struct exec *x, uint32_t fn, uint32_t pc);
/* For those who look at the program between their runs: it is mended, and patched again where a block of the user's
 * was not executed yet. To be called in turns; the library's blocks are not told of after the first pause. */
void exec_watch_pause(struct exec *x);
void exec_watch_go_on(struct exec *x);
/* A block is executed for the first time. */
void exec_first(struct exec *x, struct function *fn, uint32_t pc);

/* ---- bug reports ---- */
/* Stops with an error at the current instruction. Always returns false. */
bool exec_error(struct exec *x, enum bug_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Is a signed quotient that does not fit `width` bits an error? It is where it was asked for,
 * and where the processor divides, which traps; library functions for wider numbers do not. */
bool exec_quotient_fails(const struct exec *x, uint32_t width);
/* An index of `width` bits that is not below bound. Returns false. */
bool exec_index_error(struct exec *x, uint64_t index, uint64_t bound, uint32_t width);
/* A _Bool of this value. Returns false. */
bool exec_bool_error(struct exec *x, uint64_t value);
/* An access at `address`, which has some of the bits `mask`. Returns false. */
bool exec_alignment_error(struct exec *x, uint64_t address, uint64_t mask);

/* ---- leak.c ---- */
/* Stops with an error if a heap block is lost. */
void exec_check_leaks(struct exec *x);

/* ---- wide.c, floats.c, bitops.c ---- */
bool exec_wide(struct exec *x, const struct insn *in, uint64_t *regs);
void exec_wide_cast(const struct insn *in, uint64_t *regs);
/* The same for more than 128 bits (big.c). */
bool exec_big(struct exec *x, const struct insn *in, uint64_t *regs);
void exec_big_cast(const struct insn *in, uint64_t *regs);
void exec_float_op(const struct insn *in, uint64_t *regs);
/* False: stopped, because the value does not fit the integer type. */
bool exec_float_cast(struct exec *x, const struct insn *in, uint64_t *regs);
/* Is the value in one of LLVM's floating-point classes (bits of mask)? */
bool exec_float_class(enum ir_float kind, uint32_t mask, const uint64_t *a);
bool exec_float_compare(enum ir_float kind, uint32_t predicate, const uint64_t *a,
                        const uint64_t *b);
uint64_t exec_bitop(enum ir_bitop op, uint32_t width, uint64_t a, uint64_t b, uint64_t c);
/* The result in *value; returns the overflow flag. */
bool exec_overflow(enum ir_overflow op, uint32_t width, uint64_t a, uint64_t b, uint64_t *value);

/* ---- native.c ---- */
/* May this function be called in the host? */
bool native_allowed(const struct context *ctx, const char *name);
/* Calls it with the arguments of the call; false: stopped. */
bool native_invoke(struct exec *x, const char *name, const struct ir_call *call, uint64_t *ret);

/* ---- builtin.c ---- */
/* Number of the built-in called so, or -1. */
int builtin_find(const char *name);
/* An error function: reaching it is the error, whatever body the program gives it. */
bool builtin_is_error(const char *name);
/* Runs it. False: stopped, or (x->stop still STOP_NONE) the frames have changed
 * and the loop must go on from the new top. */
bool builtin_call(struct exec *x, int number, const uint64_t *args, uint32_t nargs, uint64_t *ret);

#endif
