/* A back end decides a conjunction of constraints from scratch or incrementally:
 * the bit-blaster on CaDiCaL (bitblast/...), and Z3 (z3.c). The chain
 * (solver.h) sits on top.
 */
#ifndef SHRIKE_SOLVER_BACKEND_H
#define SHRIKE_SOLVER_BACKEND_H

#include "base/vec.h"
#include "expr/expr.h"

struct context;
struct model;

enum answer { ANSWER_UNKNOWN, ANSWER_SAT, ANSWER_UNSAT };

/* What a query may cost. 0: no limit. Ticks are the back end's own
 * deterministic unit (conflicts for CaDiCaL, rlimit for Z3). */
struct budget {
    uint64_t ticks;
    double seconds;
};

enum { EFFORT_NS = 10 };

struct backend;

/* The operations of a back end; each back end is a struct that starts with
 * this one. */
struct backend {
    const char *name;
    /* Is the conjunction of constraints[0..n) (each of width 1) satisfiable?
     * On SAT, *model (if wanted) gets a new model with values for all symbols in
     * the constraints. On UNSAT, core (if wanted) gets indexes of constraints
     * that are together unsatisfiable, ascending. On UNKNOWN nothing is set. */
    enum answer (*check)(struct backend *be, const expr *constraints, uint32_t n, struct budget budget,
                         struct model **model, vec_u32 *core);
    void (*free)(struct backend *be);
    /* Work done so far, in ticks of about EFFORT_NS nanoseconds; an estimate from
     * sizes and counts, so that it is the same in every run. */
    uint64_t effort;
};

/* Incremental bit-blaster on CaDiCaL. It keeps contexts for groups of related
 * constraints, reuses them while they stay small and drops them when they grow. */
struct backend *bitblast_new(struct context *ctx, struct expr_pool *pool);
/* Z3; incremental = false asks every query in a fresh context, as KLEE does. */
struct backend *z3_new(struct context *ctx, struct expr_pool *pool, bool incremental);

#endif
