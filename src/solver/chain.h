/* The chain from the inside: the solver, a query on its way down, the layers.
 *
 * A query asks whether a path condition has a model in which a condition holds.
 * The layers see it in the order of the table in solver.c until one answers:
 *
 *   simplify       rewrites the condition with what is known; a constant is an answer
 *   models (hint)  the caller's model may satisfy it
 *   parti (quick)  the learned intervals of its one or two symbols may decide it
 *   independence   collects the constraints that share symbols with it
 *   models         models found lately may satisfy these
 *   cache          the same, more or fewer constraints were asked before
 *   order          the constraints may order the operands of a comparison
 *   parti          a search in the learned intervals may decide it
 *   bitblast, z3   the back ends
 *
 * A layer that finds a model sets `local`: values for the symbols of `take` only.
 * query_complete makes a model of the whole path condition from it.
 */
#ifndef SHRIKE_SOLVER_CHAIN_H
#define SHRIKE_SOLVER_CHAIN_H

#include "expr/float.h"
#include "solver/groups.h"
#include "solver/known.h"
#include "solver/pathcond.h"
#include "solver/ration.h"
#include "solver/solver.h"

struct cache;
struct learner;
struct parti;
struct recent;
struct str;

enum {
    LAYER_SIMPLIFY = 1 << 0,
    LAYER_MODELS = 1 << 1,
    LAYER_PARTI = 1 << 2,
    LAYER_INDEPENDENCE = 1 << 3,
    LAYER_CACHE = 1 << 4,
    LAYER_BITBLAST = 1 << 5,
    LAYER_Z3 = 1 << 6,
    LAYER_ALL = (1 << 7) - 1,
};

struct query {
    struct pathcond *pc;
    expr cond;          /* as asked */
    expr reduced;       /* after simplification */
    struct model *hint; /* a model of pc, or NULL; not a reference */
    bool hint_fails;    /* the hint is known not to satisfy cond */
    bool want_model;
    bool asks_pc; /* the question is whether pc has a model */
    /* From independence on: */
    const expr *set; /* constraints to satisfy, cond's conjuncts last */
    uint32_t nset;
    uint32_t nconds; /* how many of them come from cond */
    uint64_t key[2]; /* hash of the set */
    /* The answer: */
    enum answer answer;
    struct model *local; /* a reference, or NULL: then the hint is a model */
    bool whole;          /* local is a model of all of pc already */
    const expr *take;    /* else: the symbols of these are to be taken from local */
    uint32_t ntake;
};

struct solver {
    struct context *ctx;
    struct expr_pool *pool;
    unsigned layers;
    bool nan_bits;       /* see solver_saw_nan_bits */
    uint64_t most_gates; /* of a question to a back end; 0: no limit */
    uint64_t effort;     /* conflicts that a back end may spend; EFFORT_FULL: as the options say */
    struct parti *parti; /* NULL if off, as the next three */
    struct ration ration;
    struct backend *boxes; /* NULL if PARTI is off */
    struct backend *bitblast;
    struct backend *z3;      /* NULL until needed: it takes milliseconds to start */
    struct backend *checker; /* fresh Z3 for --check-solver */
    struct backend *second;  /* the same for solver_confirm; NULL: not asked yet */
    struct cache *cache;
    struct recent *recent;
    struct learner *learner;
    struct pathcond *live; /* newest of all path conditions */
    struct group_table groups;
    struct rewrite rewrite;
    uint64_t versions;
    uint32_t owners;
    void (*asked)(void *owner, uint64_t ns); /* NULL: no listener */
    void *asked_owner;
    char *log_folder;       /* where queries are written; NULL: nowhere */
    uint64_t collect_nodes; /* collect when the pool has that many */
    /* Scratch: */
    VEC(struct pathcond *) path;
    vec_u32 touched;    /* groups that the query in work shares symbols with */
    vec_expr set;       /* of the query in work */
    vec_expr group_set; /* of a group being solved on its own meanwhile */
    vec_expr def_symbols, def_values;
    vec_u32 core;
    vec_u64 seen; /* symbol -> number of the last query that took it */
    uint64_t seen_stamp;
};

/* The constraints contradict one another: notes if they do so for one NaN only (core.c). */
void solver_refuted(struct solver *s, const expr *set, uint32_t n);
/* Something will follow from e: notes if that holds for one NaN only. */
static inline void solver_rests_on(struct solver *s, expr e) {
    s->nan_bits |= expr_float_bits(s->pool, e) != FLOAT_BITS_NONE;
}

/* One layer: true if it answered q. */
typedef bool (*layer_fn)(struct solver *s, struct query *q);
bool simplify_answer(struct solver *s, struct query *q);
bool hint_answer(struct solver *s, struct query *q);
bool parti_quick_answer(struct solver *s, struct query *q);
bool parti_answer(struct solver *s, struct query *q);
bool order_answer(struct solver *s, struct query *q);
bool independence_answer(struct solver *s, struct query *q);
bool recent_answer(struct solver *s, struct query *q);
bool cache_answer(struct solver *s, struct query *q);
bool backend_answer(struct solver *s, struct query *q);

/* Sends q, its set collected, through the layers from recent models on. */
void query_descend(struct solver *s, struct query *q);
/* A model of the whole path condition from the answer SAT; a new reference. NULL
 * and another q->answer if there is no hint and pc turns out to have none. */
struct model *query_complete(struct solver *s, struct query *q);
/* Is pc satisfiable? On SAT pc->model is one. */
enum answer pathcond_solve(struct solver *s, struct pathcond *pc);
/* PARTI's domains of pc, learned as needed. */
struct domains *pathcond_domains(struct solver *s, struct pathcond *pc);
/* The budget of a back end for a query begun at started_ns (needed only if there is
 * a time limit on queries); `last`: there is no other back end to take over. */
struct budget solver_budget(const struct solver *s, uint64_t started_ns, bool last);
/* More gates than it may have (solver_limit_gates)? */
bool solver_too_large(const struct solver *s, const expr *set, uint32_t n);
/* Z3, or NULL if it is switched off. */
struct backend *solver_z3(struct solver *s);
/* Does m satisfy all of q's set? */
bool query_satisfied(struct solver *s, const struct query *q, struct model *m);
/* What the layers know how to be called in --solver; false with a message if
 * the list makes no sense. */
bool layers_parse(const char *list, unsigned *layers, struct str *error);

#endif
