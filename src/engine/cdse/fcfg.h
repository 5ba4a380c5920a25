/* The whole program as one acyclic flow graph, made where it is needed.
 *
 * A node is a piece of a block that ends with the block or with a call that is followed,
 * in one frame (a call site of one node of the caller) and one context (how often each
 * loop around it has jumped back). So a path visits a node at most once, and loops and
 * recursion are unrolled by construction. An option of a node is what may happen next:
 * an edge to another node, or an error of one of its instructions.
 *
 * Nodes and options have literals, numbered from 1 in one space. A path makes true the
 * literals of its nodes and of the options it takes.
 *
 * What cannot precede a property is no option: no error can follow it.
 *
 * Loops (and functions, for recursion) have numbers; each is unrolled to a present bound,
 * which starts low and may be raised up to the user's, if there is one. A bound has a bit,
 * its number modulo 62; FCFG_FINAL stands for the user's bounds. A call at the limit on
 * nested calls is an error of the call, and no option leads into it.
 *
 * Invariants: (1) nodes, frames and contexts are unique for what they stand for; (2)
 * options are made once per node and never move; (3) an option beyond a bound is `cut`.
 */
#ifndef SHRIKE_ENGINE_CDSE_FCFG_H
#define SHRIKE_ENGINE_CDSE_FCFG_H

#include "base/map.h"
#include "exec/core/check.h"
#include "ir/callgraph.h"
#include "ir/dom.h"
#include "ir/ir.h"
#include "ir/loops.h"
#include "ir/memuse.h"

enum callee {
    CALLEE_FOLLOWED, /* of the user's code */
    CALLEE_INPUT,    /* returns one, nothing else */
    CALLEE_ASSUME,
    CALLEE_ERROR,  /* reaching it is an error */
    CALLEE_END,    /* ends the program, and nothing is left to check */
    CALLEE_ALLOC,  /* a new heap block */
    CALLEE_OPAQUE, /* anything else: executed in one step */
};

#define FCFG_FINAL (UINT64_C(1) << 63)

/* What may have been written on other ways to a place. */
struct join {
    struct bitset slots, classes;
};

enum option_kind { OPTION_EDGE, OPTION_CALL, OPTION_RETURN, OPTION_CHECK, OPTION_OTHER, OPTION_EXIT };

struct option {
    enum option_kind kind;
    uint32_t literal;
    uint32_t target;         /* node; NO_NODE: not made yet, or none */
    uint32_t code;           /* edge: code index; check: of the instruction; call: function */
    uint32_t rank;           /* how far a property is, roughly */
    uint64_t cut;            /* beyond a bound: which (one bit); 0: it is not */
    bool dead;               /* never again: no path goes there, or its error was reported */
    bool joined;             /* join is known */
    const struct join *join; /* see fcfg_join */
};

struct fnode {
    uint32_t frame, context;
    uint32_t first, last; /* code indexes, both included */
    uint32_t block;
    uint32_t literal;
    uint32_t noptions;
    struct option *options; /* NULL: not made yet */
    bool dead;
    uint64_t dead_bounds; /* ... because of these bounds */
};

struct fframe {
    const struct function *fn;
    uint32_t caller; /* node; NO_NODE: the first */
    uint32_t depth;
    uint32_t active; /* frames of fn among the callers and itself */
    bool hope;       /* a property may follow its return */
};

/* In which round of a loop, and of those around it. */
struct fcontext {
    uint32_t parent, loop, count;
};

/* What is known of a function without running it. */
struct finfo {
    const struct function *fn;
    struct loops *loops;
    struct dom *dom;
    uint8_t *fails;         /* per code index: may be an error, see FAILS_ */
    uint8_t *hope;          /* per block: a property may follow in this frame or below */
    uint8_t *leaves;        /* per block: a return may follow */
    uint32_t *rank;         /* per block */
    struct bitset *slots;   /* per block: slots written */
    struct bitset *classes; /* per block: classes written, callees included */
    struct map joins;       /* see fcfg_joins.c */
    uint32_t nreturns;
    uint32_t bound_number; /* of its recursion; its loops follow */
    bool property;         /* one in it or below */
};

enum { FAILS_NEVER, FAILS_MAYBE, FAILS_TOLD };

struct fcfg {
    const struct program *p;
    struct callgraph *cg;
    struct memuse *memuse;
    struct arena arena;
    struct finfo **infos; /* by function */
    uint8_t *callees;     /* by function: enum callee */
    VEC(struct fnode) nodes;
    VEC(struct fframe) frames;
    struct map node_ids, frame_ids, context_ids, pair_ids;
    VEC(uint64_t) contexts; /* parent and loop (pair) << 32 | k */
    VEC(uint64_t) pairs;
    uint32_t literals; /* made so far */
    vec_u32 bounds;    /* present bound of each loop, by bound_number */
    bool exit_matters, check_shift, check_cast, check_abort;
    uint32_t max_depth;
    uint64_t stack_size; /* bytes; 0: no limit */
    uint64_t large;      /* variables of that size may exhaust the stack */
    vec_u32 pointed;     /* functions that a pointer may lead to */
};

/* The program must be ready to be executed; its bounds are taken over: loops of the
 * user's code no longer stop by themselves. */
void fcfg_init(struct fcfg *g, struct program *p, bool exit_matters, check_set checks, bool check_abort,
               uint32_t max_depth, uint64_t stack_size);
void fcfg_release(struct fcfg *g);

/* Node 0, the start of fn. */
uint32_t fcfg_start(struct fcfg *g, const struct function *fn);
static inline struct fnode *fcfg_node(const struct fcfg *g, uint32_t n) { return &g->nodes.data[n]; }
static inline const struct function *fcfg_function(const struct fcfg *g, uint32_t n) {
    return g->frames.data[g->nodes.data[n].frame].fn;
}
/* Context 0 is outside of all loops; not that. */
struct fcontext fcfg_context(const struct fcfg *g, uint32_t c);
/* How often those loops jump back that the bit of a bound (not FCFG_FINAL) stands for: it is the same for all of them.
 * 0: it stands for none. */
uint32_t fcfg_bound(const struct fcfg *g, uint64_t bit);
/* The invariants above, of a node that has its options, where asserts are on. */
void fcfg_check(const struct fcfg *g, uint32_t n);
/* Makes the options of a node (once). */
void fcfg_expand(struct fcfg *g, uint32_t n);
/* Are calls in this node nested too deeply: is its stack exhausted? */
static inline bool fcfg_is_deep(const struct fcfg *g, const struct fnode *n) {
    return g->frames.data[n->frame].depth >= g->max_depth;
}
/* The node that an option leads to, made if necessary. */
uint32_t fcfg_target(struct fcfg *g, uint32_t n, uint32_t option);
/* Unrolls loops and recursion further, those of the given bits: what was cut by them may
 * be possible. */
void fcfg_raise(struct fcfg *g, uint64_t bits);
/* The error of this instruction was reported: the run no longer looks for it. */
void fcfg_told(struct fcfg *g, const struct function *fn, uint32_t code);
/* What else may have been written where n was entered by `option` of `from`; NULL: there
 * is no other way. The option remembers it. */
const struct join *fcfg_find_join(struct fcfg *g, uint32_t from, struct option *option, uint32_t n);
static inline const struct join *fcfg_join(struct fcfg *g, uint32_t from, struct option *option, uint32_t n) {
    return option->joined ? option->join : fcfg_find_join(g, from, option, n);
}

/* Frees what fcfg_join made for a function. */
void fcfg_release_joins(struct finfo *info);

static inline enum callee fcfg_callee(const struct fcfg *g, uint32_t function) {
    return (enum callee)g->callees[function];
}

/* ---- fcfg_static.c ---- */
void fcfg_look_at(struct fcfg *g);
/* May a property follow code index `at` in its frame and below? May a return? */
bool fcfg_hope(const struct fcfg *g, const struct finfo *info, uint32_t at);
bool fcfg_leaves(const struct finfo *info, uint32_t at);
/* Does the call do more than to enter a function: copy objects that it passes by value, or
 * fail because the function is of another type? */
bool fcfg_copies(const struct fcfg *g, const struct function *f, const struct insn *in);

#endif
