/* Inside of conflict-driven symbolic execution: cdse.c decides, run.c executes (with
 * take.c, trace.c and stage.c), reason.c and slice.c learn, sharing.c tells and hears. See
 * cdse.h for the idea.
 *
 * The current path is a list of levels, one per node. A level up to `executed` has a
 * step: the states that executed its node, standing at the node's last instruction, and
 * what the slice needs to know of that execution. Levels above are a plan.
 *
 * Invariants: (1) levels[i].option leads to levels[i + 1].node; (2) the literals of the
 * levels' nodes and options are true in the nogoods, no others; (3) why is set for
 * options that were tried and lead nowhere while the levels below stay; (4) a step that is
 * `multi` (or follows one) has states that differ in more than the path shows: nothing is
 * said of its instructions one by one.
 */
#ifndef SHRIKE_ENGINE_CDSE_INSIDE_H
#define SHRIKE_ENGINE_CDSE_INSIDE_H

#include "engine/cdse/fcfg.h"
#include "engine/cdse/nogood.h"
#include "engine/run.h"
#include "exec/sym/tracer.h"

enum { NO_OPTION = UINT32_MAX, NO_CODE = UINT32_MAX };

typedef VEC(struct state *) state_list;

/* An instruction that touched memory, or that did more than its operands tell. */
struct touch {
    uint32_t code;
    bool opaque;         /* its effect depends on more: a symbolic address, a library function */
    bool constant;       /* what it read cannot be written */
    bool global;         /* lives for ever */
    bool late;           /* addr is a result, to be read when it is there */
    uint64_t addr, from; /* from: source of a copy */
    uint64_t size;
    uint64_t base; /* of the object */
};

/* A constraint of the path condition and the instruction that it comes from. */
struct cause {
    uint32_t index;
    uint32_t code; /* NO_CODE: the option that led here */
};

/* An instruction is an error where bad holds. */
struct checked {
    uint32_t code;
    expr bad;
    struct pathcond *before;
};

/* The value of a slot at the end of a node depends on these literals. */
struct memo {
    uint32_t frame, slot;
    uint32_t first, n; /* in step.remembered */
};

struct stage {
    VEC(struct stage *) kids; /* executed after it and kept, see sat.c */
    uint32_t via;             /* option of the step before */
    state_list states;
    VEC(struct touch) touches; /* in code order */
    VEC(struct cause) causes;
    VEC(struct checked) checks;
    VEC(struct memo) memos;
    vec_u32 remembered;
    uint32_t constraints; /* before the option that led here */
    uint32_t ended_at;    /* the state ended at this instruction; NO_CODE: it did not */
    expr ended_unless;    /* ... because this does not hold; none: see the instruction */
    struct pathcond *ended_pc;
    bool multi;
};

/* A place whose operands matter. */
struct root {
    uint32_t level, code;
    bool access; /* only the address, and that the object is alive */
};
typedef VEC(struct root) root_list;
/* How the values at the roots come about, last things first. */
enum script_kind {
    SCRIPT_INSN,
    SCRIPT_ROOT,  /* an instruction; one whose operands are asked for */
    SCRIPT_MOVE,  /* slot of frame is `from` of from_frame */
    SCRIPT_FRESH, /* storage without a value */
    SCRIPT_GUARD_SLOT,
    SCRIPT_GUARD_BYTES, /* this value, if the option `literal` was taken */
    SCRIPT_START_SLOT,
    SCRIPT_START_BYTES, /* as at the start of the path */
    SCRIPT_UNKNOWN,
};
struct script_op {
    enum script_kind kind;
    uint32_t level, code;
    uint32_t frame, slot, from_frame, from;
    uint32_t literal;
    uint64_t addr, size;
};
typedef VEC(struct script_op) script_ops;

/* A condition of the conflict: at a root, what it is. */
struct conflicting {
    uint32_t level, code;
    uint32_t option;  /* of that level: it is taken; NO_OPTION: an assumption */
    uint32_t literal; /* 0: the conflict is about it */
};
typedef VEC(struct conflicting) conflicting_list;

/* Room of the conflict that is explained; kept, because there are many. */
struct reasons {
    root_list roots;
    conflicting_list conditions;
    script_ops script;
    vec_u32 literals, all, few;
};

struct chooser;
struct cdse_sharing;
struct slice;

/* The choices of --decide. */
enum decide { DECIDE_PATH, DECIDE_BLACK_BOX, DECIDE_GUIDE, DECIDE_LEARN };

struct level {
    uint32_t node, option;
    struct stage *step;
    uint32_t why; /* into cdse.why: by option */
};

struct cdse {
    struct tracer tracer;
    struct run *r;
    struct exec *x;
    struct fcfg g;
    struct nogoods db;
    VEC(struct level) levels;
    nogood_list why;  /* of all levels: NULL: not tried, or possible */
    vec_u32 resolved; /* room for the clause in the making */
    VEC(struct stage *) spare;
    uint32_t executed; /* levels with a step */
    uint32_t order;    /* in which options are tried; 0: the most promising first */
    enum decide decide;
    struct cdse_sharing *sharing; /* with other processes, see sharing.h; NULL: there are none */
    struct chooser *chooser;      /* a SAT solver proposes paths; NULL: the path itself is searched */
    uint32_t kept;                /* steps that are kept */
    struct nogood *unit;          /* stands for options that are dead by themselves */
    state_list roots;             /* at the start of main */
    bool started;
    /* the node in execution */
    struct stage *step;
    uint32_t depth, end, last;
    uint32_t seen; /* constraints attributed so far */
    bool skip;
    enum probe { PROBE_NONE, PROBE_ENTER, PROBE_RETURN } probe; /* stop there */
    uint32_t blamed;                                            /* level whose instruction `last` an error belongs to */
    struct reasons reasons;
    struct slice *slice; /* see slice.c */
    state_list todo;     /* to be run in the node in execution */
    /* replays */
    struct {
        VEC(expr) list;
        uint32_t next;
    } stand_ins[65]; /* symbols, by width */
    int32_t hope;    /* that a replay is worth its time */
    uint64_t skipped;
    uint64_t replayed;     /* steps of scripts */
    uint64_t begun, spent; /* ticks: when the run began, and those of cores and replays */
};

/* ---- run.c ---- */
/* Takes the states to the start of main. False: a limit. */
bool cdse_begin(struct cdse *cd);
/* What came of an option. */
enum outcome { OUT_FINE, OUT_CONFLICT, OUT_LIMIT };
/* Executes the node of level i, the first without a step. The option of the level below
 * may turn out to be impossible. */
enum outcome cdse_execute(struct cdse *cd, uint32_t i);
/* Runs what follows the end of main at level i. */
enum outcome cdse_exit(struct cdse *cd, uint32_t i);
/* The goal at level i is the call that it ends with: tries what the graph does not follow,
 * that is the copying of arguments, and calls of what is no function of the user's. */
enum outcome cdse_try_call(struct cdse *cd, uint32_t i);

/* ---- trace.c ---- */
/* From now on the executor tells what happens. */
void cdse_trace(struct cdse *cd);

/* ---- take.c ---- */
/* When does the pointer at the call that the state in execution stands at lead to none of
 * the user's functions? */
expr cdse_elsewhere(struct cdse *cd);
/* When does the state in execution take an option of its node? None: always. */
expr cdse_condition(struct cdse *cd, const struct option *o);
/* Narrows the state in execution to cond (none: to nothing). False: it cannot be. */
bool cdse_narrow(struct cdse *cd, expr cond);
/* Adds the states of level i - 1 that can take its option, having taken it. True: the
 * executor still has to execute the instruction that they stand at. */
bool cdse_follow(struct cdse *cd, uint32_t i, state_list *todo);
/* Does the state at level i, executed last, not take an option, and no solver is needed to
 * see that? */
bool cdse_plainly_impossible(struct cdse *cd, uint32_t i, uint32_t option);

/* ---- stage.c ---- */
struct stage *cdse_new_stage(struct cdse *cd, bool multi, uint32_t constraints);
void cdse_free_stage(struct cdse *cd, struct stage *s);
void cdse_free_spare(struct cdse *cd);
/* All that the engine holds; for collections. */
void cdse_scan(struct expr_pool *pool, void *owner);

/* ---- cdse.c ---- */
/* The invariants above, of the top of the path, where asserts are on. */
void cdse_check(const struct cdse *cd);
void cdse_push_level(struct cdse *cd, uint32_t node);
void cdse_pop_level(struct cdse *cd);
/* The option of the top level leads nowhere. */
void cdse_block_top(struct cdse *cd, struct nogood *why);

/* ---- show.c ---- */
/* --show-fcfg: the graph as far as it was made, dead parts dashed, what a bound cuts off
 * dotted, and the clauses. False after a message. */
bool cdse_show(const struct cdse *cd, const char *path);
/* A clause was learned from the option of level i: for --log=debug. */
void cdse_tell_clause(struct cdse *cd, uint32_t i, const uint32_t *literals, uint32_t n);

enum { MEMO_ROOT = UINT32_MAX }; /* as a frame: the slots that the instruction reads */

/* ---- replay.c ---- */

static inline const struct function *cdse_function(const struct cdse *cd, uint32_t level) {
    return fcfg_function(&cd->g, cd->levels.data[level].node);
}

#endif
