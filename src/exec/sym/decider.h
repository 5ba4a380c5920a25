/* Deciders answer the questions of a symbolic run.
 *
 * Wherever a symbolic value has to become a decision (which way a branch goes, which object an
 * address belongs to, whether an error happens) the executor asks x->decider. There are five:
 *
 *   fork.c    asks the solver, and forks the state where both answers are possible;
 *   lazy.c    puts the question off: goes both ways and asks later (engine bmc);
 *   follow.c  follows the state's model, whose inputs are given, and records what was decided
 *             (engines concolic and dash, telling stories, shrike run --check=uninit);
 *   shadow.c  follows a model over locations and notes what that needs, so that conditions can be
 *             pulled back (engine interpolate, weakest preconditions);
 *   retrace.c goes a way that another process has found, and hands over at its end.
 *
 * tracer.c puts an observer in front of any of them (engine cdse).
 *
 * What is the same for all comes first, in decide.c: constants decide themselves, the use of an
 * undefined value is reported before. No other code asks which decider it is; what it has to know
 * besides the decisions is a property below, which says what may be done and not which decider it is.
 *
 * The loop over concrete values does not meet the decider: it is asked where an instruction has
 * symbolic operands, an access misses the page cache, a function returns to a frame that is
 * shared with other states, or the path ends.
 *
 * Operations that may be NULL have nothing to do then; call them by the functions at the end.
 */
#ifndef SHRIKE_EXEC_SYM_DECIDER_H
#define SHRIKE_EXEC_SYM_DECIDER_H

#include "exec/sym/decide.h"

struct undefined_use;

/* How a call of a built-in function is carried out. */
enum builtin_way {
    BUILTIN_USUAL,
    BUILTIN_PINNED, /* on one value of each argument */
    BUILTIN_MODEL,  /* by its model, or not at all */
    BUILTIN_LOST    /* not at all */
};

/* Decisions, for what is not constant; contracts as those of sym_assume and so on. */
struct decisions {
    bool (*assume)(struct exec *x, expr cond); /* may be constant false */
    bool (*branch)(struct exec *x, expr cond, uint32_t yes, uint32_t no);
    bool (*switch_to)(struct exec *x, const struct ir_switch *sw, expr value);
    uint64_t (*pin)(struct exec *x, expr e);
    uint64_t (*settle)(struct exec *x, expr e, enum gap why);
    bool (*check)(struct exec *x, expr bad, sym_report_fn report, void *data); /* may be constant true */
    /* u->e, which is not constant, is used: is it defined? */
    bool (*use)(struct exec *x, struct undefined_use *u);
    /* A slot of one bit becomes concrete; for the other value a fork executes the instruction
     * again, which x->now then is in, too. NULL: it is pinned. */
    void (*select)(struct exec *x, uint32_t slot);
    /* One more decision, at the instruction being executed. Only where places are decided. */
    bool (*decide)(struct exec *x, expr cond);
    /* e gets its value under the model, where all others are not tried if `why` is a gap. NULL: an
     * address is narrowed to one object after the other. */
    void (*choose)(struct exec *x, expr e, enum gap why);
};

/* Values; all may be NULL. */
struct decider_values {
    void (*know)(struct exec *x, expr e);                    /* the model is about to be asked for e */
    expr (*read)(struct exec *x, uint64_t addr, uint32_t n); /* as sym_read */
    void (*wrote)(struct exec *x, uint64_t addr, uint64_t n);
    expr (*twin)(struct exec *x, symbol s);     /* as undefined_twin for a symbol that has none */
    expr (*address)(struct exec *x, expr addr); /* with what is fixed in it made concrete */
    /* The constant for a part of an input; none: it becomes a symbol. */
    expr (*constant)(struct exec *x, uint32_t input, uint32_t offset, uint32_t size, uint32_t width);
    void (*value)(struct exec *x, const struct trail *part, uint32_t width); /* of a new symbol */
    uint8_t (*byte)(struct exec *x, uint32_t input, uint32_t offset);        /* of an input; in plain runs */
};

/* What happens on the way; all may be NULL. */
struct observers {
    bool (*give_up)(struct exec *x);                                       /* always false, and stopped */
    void (*needs)(struct exec *x, uint64_t addr, bool write);              /* the object there is accessed */
    bool (*access)(struct exec *x, uint64_t addr, uint64_t n, bool write); /* false: stopped */
    void (*born)(struct exec *x, uint64_t addr);                           /* the object there begins to live */
    void (*enter)(struct exec *x, struct frame *f, uint32_t depth);        /* f is about to be the top */
    bool (*back)(struct exec *x);   /* a loop's symbolic counter; false: stopped */
    bool (*at_end)(struct exec *x); /* is this where the run is to stop? */
    bool (*leave)(struct exec *x);  /* main returns; always false, and stopped */
    /* A function of the library is called, or one without a definition. False: it is not followed (stopped). */
    bool (*library)(struct exec *x, const struct function *fn, const struct ir_call *call);
    enum builtin_way (*builtin)(const struct exec *x, const struct function *fn);
    /* A pointer, an expression over locations, is led to memory at addr because it has this value. False: stopped. */
    bool (*leads)(struct exec *x, expr pointer, uint64_t addr);
    /* Is the pointer, an expression over locations, one that the path has not followed? */
    bool (*unseen)(struct exec *x, expr pointer);
    /* Pointers are compared; true: that was all there is to it. */
    bool (*pair)(struct exec *x, const struct insn *in, expr a, expr b);
};

struct decider_properties {
    bool aside;          /* no part of the run: takes nothing of its budget, errors are named and not reported */
    bool locations;      /* `read` says what memory holds, not the pages; places are the state's */
    bool given;          /* the inputs have values: the model is not to be changed, nothing to be chosen */
    bool plain;          /* given, as constants: nothing is recorded */
    bool decides_places; /* where things are is decided, not expressed: more paths, easier questions */
    bool decides_few;    /* so are pointers and sizes that have few values */
    bool decides_found;  /* so is whether a search has found anything, which programs ask at once */
    bool puts_off;       /* what the solver gives up on waits in symbolic.unproved; otherwise it is a gap at once */
    int64_t file_size;   /* of symbolic files; -1: as the options say */
};

struct decider {
    struct decisions ask;
    struct decider_values values;
    struct observers on;
    struct decider_properties props;
};

/* ---- asking ---- */

/* Something happens that a run over locations cannot follow. True: given up, and stopped. */
static inline bool decider_gives_up(struct exec *x) { return x->decider->on.give_up && !x->decider->on.give_up(x); }
static inline void decider_needs(struct exec *x, uint64_t addr, bool write) {
    if (x->decider->on.needs) x->decider->on.needs(x, addr, write);
}
static inline bool decider_access(struct exec *x, uint64_t addr, uint64_t n, bool write) {
    return !x->decider->on.access || x->decider->on.access(x, addr, n, write);
}
static inline void decider_wrote(struct exec *x, uint64_t addr, uint64_t n) {
    if (x->decider->values.wrote) x->decider->values.wrote(x, addr, n);
}
static inline void decider_born(struct exec *x, uint64_t addr) {
    if (x->decider->on.born) x->decider->on.born(x, addr);
}
static inline void decider_know(struct exec *x, expr e) {
    if (x->decider->values.know) x->decider->values.know(x, e);
}
static inline expr decider_address(struct exec *x, expr addr) {
    return x->decider->values.address ? x->decider->values.address(x, addr) : addr;
}
static inline bool decider_at_end(struct exec *x) { return x->decider->on.at_end && x->decider->on.at_end(x); }
static inline enum builtin_way decider_builtin(const struct exec *x, const struct function *fn) {
    return x->decider->on.builtin ? x->decider->on.builtin(x, fn) : BUILTIN_USUAL;
}
/* Do the object's pages tell what it holds? */
static inline bool decider_sees(const struct exec *x, const struct mem_object *obj) {
    return obj->readonly || !x->decider->props.locations;
}

#endif
