/* Symbolic execution: what the executor has more than in a concrete run.
 *
 * The interpreter handles concrete operands; an instruction with a symbolic
 * operand comes to sym_step, which builds expressions (arith.c, wide.c),
 * decides branches (decide.c) and resolves addresses (memory.c).
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

/* A function; library/symbolic.c knows of which type. */
typedef void (*sym_model_fn)(void);

/* What was left out of the run. */
struct sym_gaps {
    uint32_t seen;              /* bits: 1 << enum gap */
    uint32_t met;               /* those that an input was known to come to */
    const char *where[GAPS];    /* where it first happened, in the user's code */
    const char *function[GAPS]; /* ... and in which function; NULL: unknown */
    char *what[GAPS];           /* details, or NULL */
};

/* The engine's. */
struct sym_hooks {
    /* x->bug holds an error that x->now's model triggers. */
    void (*bug)(void *owner, struct exec *x);
    /* x->now has reached target `id`. True: the engine wants to look at its states
     * before the path goes on. NULL: no engine asks. */
    bool (*target)(void *owner, struct exec *x, uint32_t id);
    /* x->now enters a part of the program whose paths are to be merged at its end (open), or comes to that end. True:
     * the engine takes the state up before it goes on. NULL: paths are kept apart. */
    bool (*merge)(void *owner, struct exec *x, bool open);
    /* x->now came to a branch that no input takes where cond holds. NULL: no engine asks. */
    void (*refused)(void *owner, struct exec *x, expr cond);
    /* x->now has read this value out of an array: what the engine knows of it may be assumed. False: stopped. NULL:
     * nothing. */
    bool (*cells_read)(void *owner, struct exec *x, expr value);
    void *owner;
};

struct symbolic {
    struct expr_pool *pool;
    struct solver *solver;
    struct arena arena;
    struct strmap names;
    struct map symbols; /* hash of a part of an input -> 1 + index; chained by rehashing */
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
    VEC(struct state *)
    unproved; /* forked off without a model: the solver gave up on whether there are inputs (decider.props.puts_off) */
    const struct insn *fork_pc; /* the instruction that forked last */
    expr stdin_size;            /* how many bytes standard input has; none: not decided */
    VEC(sym_model_fn) models;   /* by function id: see library/models.def */
    VEC(sym_model_fn) own;      /* by function id: see library/symbolic.def */
    struct sym_gaps gaps;
    struct premises premises; /* what a proof rests on */
    struct sym_hooks hooks;
    VEC(struct state *) suspects; /* at an instruction that is an error, if they are possible (decide/lazy.h) */
    struct retrace *retrace;      /* only of the decider that goes a known way (decide/retrace.h) */
    struct concolic *concolic;    /* only of the decider that follows models (decide/follow.h) */
    uint64_t shadowed;            /* instructions of shadow runs */
    uint64_t compared;            /* conditions of facts, with states */
};

/* Makes x symbolic; before exec_begin. */
void sym_init(struct exec *x, void (*bug)(void *owner, struct exec *x), void *owner);
/* After the last state was freed. */
void sym_release(struct exec *x);
/* A path was cut or approximated here. */
void sym_gap(struct exec *x, enum gap gap, const char *what);
/* The same at a place that is not where x->now is; function may be NULL. */
void sym_gap_at(struct exec *x, enum gap gap, const char *what, uint32_t pos, const char *function);
/* "FILE:LINE:COLUMN: in FUNCTION: TEXT: DETAILS" of a gap that was noted. */
void sym_gap_text(const struct symbolic *sy, enum gap gap, struct str *out);
/* What was run since does not count, and so what it left out does not either: the gaps are again
 * those of `before` (symbolic.gaps.seen), and those that are about the whole run. */
void sym_forget_gaps(struct exec *x, uint32_t before);
const char *gap_text(enum gap gap);
/* Are the gaps, as far as `but` (bits) does not name them, such that every other engine meets them, too? */
bool sym_gaps_are_shared(const struct symbolic *sy, uint32_t but);
/* All of them as bytes, for other processes that have the same program; read ones are added to those that are there.
 * False: not whole. */
void sym_gaps_write(vec_u8 *out, const struct symbolic *sy);
bool sym_gaps_read(const uint8_t **p, const uint8_t *end, struct symbolic *sy);
/* Frees expressions that no state needs; `each` marks the states that the engine
 * holds besides x->now and the forked ones. */
void sym_mark_state(struct exec *x, const struct state *st);

/* ---- registers of the top frame --------------------------------------------------- */

/* Slot as an expression of this width. */
expr sym_slot(struct exec *x, uint32_t slot, uint32_t width);
/* Constants become concrete. */
void sym_set(struct exec *x, uint32_t slot, expr e);
static inline bool sym_is(const struct exec *x, uint32_t slot) { return frame_sym(x->now->top, slot) != 0; }
/* The low bits. */
uint32_t sym_cut(struct exec *x, uint32_t e, uint32_t width);

#endif
