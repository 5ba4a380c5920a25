/* Shadow execution: a segment of a path once more, with every location as a symbol.
 *
 * Interpolation wants to know what a stretch of execution needed: which conditions on
 * the registers and memory words at its start made it go the way it went. A shadow
 * run starts from a snapshot of the state at the start and follows the same path,
 * guided by a model that satisfies the whole stretch; no solver is asked. Whatever
 * the program reads that was there before the start is a location symbol; conditions
 * met on the way are duties, formulas over location symbols and inputs. What a
 * location holds at the end is an expression over those at the start, so a formula
 * over locations at the end is pulled back by substitution.
 *
 * A location is a slot of a frame (counted from the outermost) or a word of memory at
 * an address. Location symbols are the same for all runs and points.
 *
 * What shadow execution cannot follow it gives up (STOP_GIVEN_UP): that is always
 * sound.
 */
#ifndef SHRIKE_EXEC_DECIDE_SHADOW_H
#define SHRIKE_EXEC_DECIDE_SHADOW_H

#include "exec/sym/aside.h"

enum duty_kind {
    DUTY_HOLDS,   /* needed for the path to be safe, or to go this way */
    DUTY_CHECKED, /* the same, and the error of kind `bug` happens where it does not hold */
    DUTY_ASSUMED, /* an assumption of the program: guards what follows */
    DUTY_REFUSED  /* the run ended at an assumption because this holds: its negation */
};

struct duty {
    expr cond;
    enum duty_kind kind;
    enum bug_kind bug;
};

/* An object that must be there: accessible, with this place and size. */
struct need {
    uint64_t base, size;
    bool write;
};

/* A pointer, over locations at the start, that is assumed to be addr: it was led there (exec/sym/pointee.h).
 * addr 0: it was not followed up to here, but would be led somewhere. */
struct lead {
    expr pointer;
    uint64_t addr;
};

enum place_kind { PLACE_REGISTER, PLACE_MEMORY };

/* What a location symbol stands for. */
struct place {
    enum place_kind kind;
    uint32_t frame, slot; /* of a register */
    uint64_t addr;        /* of a memory word */
    uint32_t size;        /* in bytes */
    bool twin;            /* what a second run has there (exec/sym/undefined.h) */
    expr own;             /* its symbol; of a twin that of the first run */
};

/* All location symbols of a run; owned by the engine. */
struct places {
    struct map by_key;    /* hash of the place -> expression id */
    struct map by_symbol; /* symbol -> index + 1 into list */
    VEC(struct place) list;
    VEC(vec_u32) frames; /* symbols of registers: by frame, then slot; 0: none yet */
    /* A register that holds the same in all states at this place: it stays concrete. NULL:
     * there are none. */
    bool (*keeps)(void *owner, const struct frame *f, uint32_t slot);
    /* The same of bytes of memory that an instruction of frame f reads. */
    bool (*keeps_word)(void *owner, const struct frame *f, uint64_t addr, uint32_t n);
    void *owner;
};

struct shadow {
    struct places *places;
    struct map written; /* granule of 8 bytes -> mask of bytes written since the start */
    struct map born;    /* objects that began to live since the start */
    struct map fixed;   /* symbols of locations that hold a concrete value: symbol -> value */
    struct map known;   /* symbols of registers that the model has a value for */
    VEC(struct duty) duties;
    VEC(struct need) needs;
    VEC(struct lead) leads;
    struct aside aside;
    const struct decider *outer; /* decides where this is no shadow run */
    const struct decider *below; /* reads what memory holds */
    struct state *origin;        /* the snapshot; not changed */
    uint32_t frames_seen;        /* outermost frames below this are still as they were */
    /* Where to stop: before the instruction at end_pc, after so many instructions. */
    uint64_t end_instructions;
    const struct insn *end_pc;
    uint32_t end_depth;
    bool at_end;
    bool armed; /* looks for the end */
    /* Stop at the next point, or before a branch or switch on a symbol. */
    bool one_step;
    expr refused; /* the assumption that ended the run */
};

void places_init(struct places *p);
void places_release(struct places *p);
/* The symbol of n bytes of memory. */
expr places_word(struct exec *x, struct places *p, uint64_t addr, uint32_t n);
/* The symbol of a register, of the frame with this number. */
expr places_register(struct exec *x, struct places *p, uint32_t frame, uint32_t slot);
/* NULL if the symbol is no location. */
const struct place *places_find(const struct places *p, symbol s);
/* What a location holds in a state, as an expression; none if it is not there. */
expr place_value(struct exec *x, struct state *st, const struct place *place);
/* The same if that is a constant: true, and its value. */
bool place_constant(struct state *st, const struct place *place, uint64_t *v);

bool need_is_met(const struct state *st, const struct need *n);

/* Starts a shadow run of `origin` under a model of the whole segment: x->now becomes a
 * state of its own. shadow_end drops it. */
void shadow_begin(struct exec *x, struct shadow *sh, struct places *places, struct state *origin, struct model *model);
void shadow_end(struct exec *x, struct shadow *sh);
/* Executes it, for so many instructions at most. *forked: states forked off on the way; they are
 * freed, and what follows is not the path that was to be followed. */
enum stop shadow_follow(struct exec *x, uint64_t most, bool *forked);

/* ---- at the end of a run, before shadow_end ------------------------------------------------------- */

/* n bytes at an accessible address, over locations at the start. */
expr shadow_read(struct exec *x, uint64_t addr, uint32_t n);
/* The object of addr is accessed. */
void shadow_needs(struct exec *x, uint64_t addr, bool write);

/* Does anything of the user's run at exit, or is anything looked at? */
bool shadow_exit_matters(const struct exec *x);

#endif
