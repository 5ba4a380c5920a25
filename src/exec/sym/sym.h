/* Symbolic execution: what the executor has more than in a concrete run.
 *
 * The interpreter handles concrete operands; an instruction with a symbolic
 * operand comes to sym_step, which builds expressions (arith.c, wide.c),
 * decides branches (decide/decide.c) and resolves addresses (memory.c).
 * Questions go to the solver with the state's model as hint; a question with two
 * answers forks the state. New states wait in `forked` until the engine takes
 * them.
 *
 * A forked state either stands at its own next instruction, or, when an operand
 * was pinned to one value (sym_pin), at the same instruction again with that value
 * excluded. So an instruction must pin before it has any effect.
 */
#ifndef SHRIKE_EXEC_SYM_SYM_H
#define SHRIKE_EXEC_SYM_SYM_H

#include "base/arena.h"
#include "exec/core/exec.h"
#include "exec/sym/premise.h"
#include "expr/model.h"
#include "solver/solver.h"

/* Why a verdict cannot be SAFE although every path that was followed is. */
enum gap {
#define GAP(name, whose, text) GAP_##name,
#include "exec/sym/gaps.def"
#undef GAP
    GAPS
};

struct concolic;

/* The symbol that a part of an input is, on every path. */
struct input_symbol {
    uint32_t input, offset, width;
    bool undefined; /* exec/sym/undefined.h */
    expr e;
};

/* Some function; which kind, library/symbolic.c knows. */
typedef void (*sym_model_fn)(void);

struct symbolic {
    struct expr_pool *pool;
    struct solver *solver;
    struct arena arena;
    struct strmap names;
    struct map symbols;           /* hash of a part of an input -> 1 + index; chained by rehashing */
    VEC(struct input_symbol) parts;
    struct map part_of;           /* symbol -> 1 + index */
    struct map pointees;          /* symbol of a pointer that was followed -> 1 + its memory (exec/sym/pointee.h) */
    struct map storage;           /* numbers of inputs that are the contents of storage without a value */
    struct map twins;             /* undefined symbol -> its twin (exec/sym/undefined.h) */
    struct map vasts;             /* symbol of a vast object or of its contents -> base (exec/sym/vast.h) */
    bool wants_vast;              /* the engine's: objects of symbolic size become vast */
    struct map cells;             /* input that the contents of a large object are -> array (exec/sym/cells.h) */
    struct map cells_inputs;      /* its symbol -> 1 + input */
    bool wants_cells;             /* the engine's: there are such */
    struct map tables;            /* constant object and element size -> its contents */
    struct overlay_source source; /* makes symbols for memory */
    VEC(struct state *) forked;
    VEC(struct state *) unproved; /* forked off without a model: the solver gave up on whether there are inputs (decider.puts_off) */
    const struct insn *fork_pc;   /* the instruction that forked last */
    expr stdin_size;              /* how many bytes standard input has; none: not decided */
    VEC(sym_model_fn) models;     /* by function id: see library/models.def */
    VEC(sym_model_fn) own;        /* by function id: see library/symbolic.def */
    uint32_t gaps;                /* bits: 1 << enum gap */
    uint32_t gaps_met;            /* those that an input was known to come to */
    const char *gap_where[GAPS];  /* where it first happened, in the user's code */
    const char *gap_function[GAPS]; /* ... and in which function; NULL: unknown */
    char *gap_what[GAPS];         /* details, or NULL */
    struct premises premises;     /* what a proof rests on */
    /* The engine's. bug: x->bug holds an error that x->now's model triggers. */
    void (*bug)(void *owner, struct exec *x);
    /* x->now has reached target `id`. True: the engine wants to look at its states
     * before the path goes on. NULL: nobody asks. */
    bool (*target)(void *owner, struct exec *x, uint32_t id);
    /* x->now enters a part of the program whose paths are to be merged at its end (open), or comes to that end. True:
     * the engine takes the state up before it goes on. NULL: paths are kept apart. */
    bool (*merge)(void *owner, struct exec *x, bool open);
    /* x->now came to a branch that no input takes where cond holds. NULL: nobody asks. */
    void (*refused)(void *owner, struct exec *x, expr cond);
    /* x->now has read this value out of an array: what the engine knows of it may be assumed. False: stopped. NULL: nothing. */
    bool (*cells_read)(void *owner, struct exec *x, expr value);
    void *owner;
    VEC(struct state *) suspects; /* at an instruction that is an error, if they are possible (decide/lazy.h) */
    bool records;                 /* decisions are kept with states (exec/core/decision.h) */
    struct retrace *retrace;      /* of the decider that goes a known way (decide/retrace.h), nobody else's */
    struct concolic *concolic;    /* of the decider that follows models (decide/follow.h), nobody else's */
    uint64_t shadowed; /* instructions of shadow runs */
    uint64_t compared; /* conditions of facts, with states */
};

/* Makes x symbolic; before exec_begin. */
void sym_init(struct exec *x, void (*bug)(void *owner, struct exec *x), void *owner);
/* After the last state was freed. */
void sym_release(struct exec *x);
/* A path was cut or approximated here. */
void sym_gap(struct exec *x, enum gap gap, const char *what);
/* The same at a place that is not where x->now is; function may be NULL. */
void sym_gap_at(struct exec *x, enum gap gap, const char *what, uint32_t pos, const char *function);
/* "FILE:LINE:COLUMN: in FUNCTION: TEXT: DETAILS" of one that was noted. */
void sym_gap_text(const struct symbolic *sy, enum gap gap, struct str *out);
/* What was run since does not count, and so what it left out does not either: the gaps are again
 * those of `before` (symbolic.gaps), and those that are about the whole run. */
void sym_forget_gaps(struct exec *x, uint32_t before);
const char *gap_text(enum gap gap);
/* Are the gaps, as far as `but` (bits) does not name them, such that every other engine meets them, too? */
bool sym_gaps_are_shared(const struct symbolic *sy, uint32_t but);
/* All of them as bytes, for other processes that have the same program; read ones are added to those that are there.
 * False: not whole (exec/sym/gapbytes.c). */
void sym_gaps_write(vec_u8 *out, const struct symbolic *sy);
bool sym_gaps_read(const uint8_t **p, const uint8_t *end, struct symbolic *sy);
/* Frees expressions that no state needs; `each` marks the states that the engine
 * holds besides x->now and the forked ones. */
void sym_mark_state(struct exec *x, const struct state *st);

/* ---- start.c: command line, standard input and files ------------------------------ */

/* Do the options --sym-arg, --sym-args, --sym-stdin, --sym-files make sense? */
bool sym_options_valid(const struct options *opt, struct str *error);
/* The first instruction of the program, with these arguments and those of the options:
 * one state for each number of arguments. */
void sym_begin(struct exec *x, int argc, const char *const *argv);
/* What is assumed of the environment, and how that narrows the inputs (premise.h). */
const char *sym_environment_words(const struct exec *x, const char **narrows);
/* The contents of a variable that nobody defines are an input. */
void sym_give_outside(struct exec *x, const struct ir_global *g);
/* The object's symbolic size; where things are decided, it is a constant from now on. */
expr sym_size_of(struct exec *x, const struct mem_object *obj);
/* The input of LLVMFuzzerTestOneInput. */
struct sym_fuzzer {
    uint32_t data; /* number of the input */
    expr size;
};
/* Takes it; returns how many bytes there must be room for. */
uint64_t sym_fuzzer_take(struct exec *x, uint64_t most, struct sym_fuzzer *in);
/* Its bytes are at `data`. Returns the size as an expression, 0 if it is `room`. */
uint32_t sym_fuzzer_give(struct exec *x, const struct sym_fuzzer *in, uint64_t data, uint64_t room);
/* Number and size of symbolic files; smallest and largest size of standard input (false:
 * it is not symbolic). */
void sym_files(const struct options *opt, uint64_t *number, uint64_t *size);
bool sym_stdin(const struct options *opt, uint64_t *least, uint64_t *most);

/* ---- registers of the top frame --------------------------------------------------- */

/* Slot as an expression of this width. */
expr sym_slot(struct exec *x, uint32_t slot, uint32_t width);
/* Constants become concrete. */
void sym_set(struct exec *x, uint32_t slot, expr e);
static inline bool sym_is(const struct exec *x, uint32_t slot) {
    return frame_sym(x->now->top, slot) != 0;
}
/* The low bits. */
uint32_t sym_cut(struct exec *x, uint32_t e, uint32_t width);

/* ---- step.c ---------------------------------------------------------------------- */

/* What L_CAREFUL asks about an instruction: bits of exec.signature. */
enum { READS_A = 1, READS_B = 2, READS_C = 4, READS_D = 8, WRITES_D = 16, SPECIAL = 32 };
void sym_signatures(struct exec *x);
/* Executes the instruction at top->pc, which has symbolic operands, and moves pc on.
 * False: stopped (x->stop). */
bool sym_step(struct exec *x);
/* When does the branch or switch at top->pc lead to code index `target`? None if it is
 * neither. */
expr sym_way(struct exec *x, uint32_t target);
/* What the uninitialised bytes from `offset` on of the instance-th storage of a site are
 * called as an input: NAME@LINE#INSTANCE[+OFFSET], as native replay wants it. Appends. */
void sym_storage_name(const struct exec *x, uint32_t site, uint32_t instance, uint32_t offset, struct str *out);
/* The input that the uninitialised bytes of the object, to be changed, are; taken if it is none yet. */
uint32_t sym_storage_input(struct exec *x, struct mem_object *obj);
/* Uninitialised bytes that are about to be copied become inputs; all are readable. */
void sym_before_copy(struct exec *x, uint64_t from, uint64_t n);
/* IR_UNDEF: an arbitrary value. Does not move pc on. */
void sym_undef(struct exec *x);

/* ---- decide/decide.c: questions, answered by x->decider (decide/decider.h) ----------------------- */

/* Adds a constraint that the state's model satisfies. */
void sym_constrain(struct exec *x, expr cond);
/* The path goes on only where cond holds; false: nowhere (STOP_ASSUME). */
bool sym_assume(struct exec *x, expr cond);
/* Branch to code index `yes` if cond, else to `no`. */
bool sym_branch(struct exec *x, expr cond, uint32_t yes, uint32_t no);
bool sym_switch(struct exec *x, const struct ir_switch *sw, expr value);
/* When does the value lead to this target of the switch? */
expr sym_switch_way(struct exec *x, const struct ir_switch *sw, expr value, uint32_t target);
/* One value of e for this state; for others a fork executes the instruction again. */
uint64_t sym_pin(struct exec *x, expr e);
/* The same for a slot, which becomes concrete. */
uint64_t sym_pin_slot(struct exec *x, uint32_t slot);
/* The value under the state's model stands for all: a gap. */
uint64_t sym_settle(struct exec *x, expr e, enum gap why);
void sym_settle_slot(struct exec *x, uint32_t slot, enum gap why);
/* Value of e under the state's model, which it has unless e is a constant; nothing is
 * decided. */
uint64_t sym_sample(struct exec *x, expr e);
/* Does the model satisfy the condition? */
bool sym_follows(struct exec *x, expr cond);
/* Smallest and largest value of e, if the solver says so. */
bool sym_bounds(struct exec *x, expr e, uint64_t *lo, uint64_t *hi);
/* Where places are decided: one more decision, at the instruction being executed. */
bool sym_decide(struct exec *x, expr cond);
/* Is an error possible? bad: when. Reports it by calling `report` (which uses
 * exec_error) in a state whose model triggers it; then goes on where it does not
 * happen. False: it always happens (stopped). */
typedef void (*sym_report_fn)(struct exec *x, void *data);
bool sym_check(struct exec *x, expr bad, sym_report_fn report, void *data);

/* ---- decide/lazy.c: questions put off ----------------------------------------------------------
 *
 * Then a state whose model is NULL may be impossible. Whatever has to look at a model asks
 * sym_feasible first; an error in such a state is none until its engine has asked. */

/* Finds a model if there is none. False: no input leads here, or nobody knows (stopped). */
bool sym_feasible(struct exec *x);
/* Has the instruction at top->pc, which has symbolic operands, to look at a model? */
bool sym_wants_model(const struct exec *x);

/* ---- memory.c -------------------------------------------------------------------------- */

/* n bytes at an accessible concrete address, symbolic or uninitialised. */
expr sym_read(struct exec *x, uint64_t addr, uint32_t n);
void sym_write(struct exec *x, uint64_t addr, uint32_t n, expr e);
/* The uninitialised bytes of the page of addr become inputs. */
void sym_raise(struct exec *x, uint64_t addr);
/* Access through an address that is not constant. */
bool sym_load_at(struct exec *x, expr addr, uint32_t n, expr *value);
bool sym_store_at(struct exec *x, expr addr, uint32_t n, expr value);
/* An address that may be symbolic, for functions that need a concrete one. */
uint64_t sym_pin_address(struct exec *x, uint32_t slot);
/* Makes [addr, addr + n), all accessible, bytes of an input. */
void sym_make_raw(struct exec *x, uint64_t addr, uint64_t n, uint32_t input);
/* The same for its bytes from offset `from` on. */
void sym_make_raw_from(struct exec *x, uint64_t addr, uint64_t n, uint32_t input, uint32_t from);
/* The object that the address was computed from, if its form shows that: a sum of an
 * address and something that has none in it. NULL: it does not. */
struct mem_object *sym_origin(struct exec *x, expr addr);
/* A pointer that has few values, as its form shows, is decided where the decider does that. False: stopped. */
bool sym_decide_few(struct exec *x, expr *addr);
/* Narrows the path to one object that addr belongs to and that may be read or written;
 * bounds are not checked. False: stopped. */
bool sym_find_object(struct exec *x, expr addr, bool write, struct mem_object **obj, expr *off);
/* Its bytes as an array with 32-bit index; none if it is too large. */
expr sym_contents(struct exec *x, struct mem_object *obj);
/* Objects that are arrays, for those who merge states. May an object become one without much work? */
bool sym_is_arrayable(struct exec *x, const struct mem_object *obj);
/* The element size of the array that the object at base is; 0: it is none. */
uint32_t sym_array_bytes(struct exec *x, uint64_t base);
/* Its contents as an array of such elements. */
expr sym_array_of(struct exec *x, uint64_t base, uint32_t bytes);
/* It is this array from now on. */
void sym_become_array(struct exec *x, uint64_t base, expr array);
/* The access [addr, addr + n) to an object of symbolic size. */
bool sym_check_size(struct exec *x, const struct mem_object *obj, uint64_t addr, uint64_t n, bool write);

/* ---- library/symbolic.c ------------------------------------------------------------------------------ */

/* A call of a built-in: carries it out itself if it must know about symbolic values
 * (*handled; the results are in place), else makes the arguments concrete. Returns
 * as builtin_call does. */
bool sym_builtin(struct exec *x, struct function *fn, const struct insn *in,
                 const struct ir_call *call, bool *handled);
/* For runs over locations: is it a function of the heap? Is it one of the library's that only reads
 * bytes, and whose model is an expression over them? Is it a built-in that touches no memory but
 * through the functions below, and ends the path or returns an input? */
bool sym_is_heap(const struct function *fn);
bool sym_reads_only(const struct function *fn);
bool sym_is_followed(const struct function *fn);
/* As sym_builtin, for a library function that has a body: not handled if nothing is symbolic. */
bool sym_library(struct exec *x, struct function *fn, const struct insn *in,
                 const struct ir_call *call, bool *handled);
/* Has a call of this function to look at a model? */
bool sym_call_wants_model(const struct exec *x, const struct function *fn);
/* Looks up the models of all functions. */
void sym_find_models(struct exec *x);
/* The arguments get the values of the model. */
void sym_settle_args(struct exec *x, const struct ir_call *call, enum gap why);

#endif
