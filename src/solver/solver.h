/* The solver chain: what executors and engines ask.
 *
 * A path condition (struct pathcond) is an immutable list of constraints that
 * grows at its end; forks share it. It carries what the layers learned about it
 * (substitutions, PARTI's domains, independent groups), so that a new constraint
 * refines instead of starting over.
 *
 * Layers, each one file, assembled in solver.c: simplify, models, parti,
 * independence, cache, back ends. Each can be switched off (--solver=...), each
 * counts what it did.
 */
#ifndef SHRIKE_SOLVER_SOLVER_H
#define SHRIKE_SOLVER_SOLVER_H

#include "expr/model.h"
#include "solver/backend.h"

struct context;
struct pathcond;
struct solver;
struct str;

/* Does a --solver list make sense? If not, *error gets a message. */
bool solver_layers_valid(const char *list, struct str *error);
/* Layers, checks, logs and budgets follow the options in ctx. */
struct solver *solver_new(struct context *ctx, struct expr_pool *pool);
/* Queries that are logged from now on go to a folder of this name below that of the options. */
void solver_log_apart(struct solver *s, const char *name);
/* All path conditions must have been released. */
void solver_free(struct solver *s);

/* solver_collect frees expressions without an owner; the solver marks
 * those of its path conditions, other owners have scanners of their own (see
 * expr_pool_add_scanner). It must only be called where all expressions that are
 * to survive are reachable by scanners: the caller asks solver_should_collect at
 * such points (true when the pool has outgrown --expr-limit). */
bool solver_should_collect(const struct solver *s);
void solver_collect(struct solver *s);

/* How much a question is worth: with EFFORT_NONE none goes to a back end, with
 * EFFORT_FULL the options decide, else the bit-blaster alone may spend that many
 * conflicts. What takes more has the answer unknown. With EFFORT_NONE path conditions
 * may be unsatisfiable, if the hint is NULL and no model is wanted: an answer is wrong
 * for none of their models. Returns what it was. */
#define EFFORT_NONE UINT64_C(0)
#define EFFORT_FULL UINT64_MAX
uint64_t solver_set_effort(struct solver *s, uint64_t conflicts);
/* Questions with more gates than that, by estimate, are not put to a back end; 0: no limit.
 * Returns what it was. */
uint64_t solver_limit_gates(struct solver *s, uint64_t most);

/* What expressions and questions have cost so far, in ticks of about EFFORT_NS nanoseconds: counted,
 * not measured, so that budgets of it end at the same place in every run. */
uint64_t solver_work(const struct solver *s);

/* Calls `asked` for every question that needs a search, with the time it took. NULL: no calls. */
void solver_listen(struct solver *s, void (*asked)(void *owner, uint64_t ns), void *owner);

/* Was there a constraint of a path that rests on the bits of a NaN that an operation made (expr/float.h), or a
 * contradiction that is none for other NaNs? Answers hold for one NaN then. The caller has to see to that before;
 * this is the last resort. */
bool solver_saw_nan_bits(const struct solver *s);
/* Is e, which looks at no such bits, true whatever its symbols are? False: no, or not known. */
bool solver_holds_anywhere(struct solver *s, expr e);

/* ---- path conditions ------------------------------------------------------- */

/* ---- questions ------------------------------------------------------------- */

/* In all of these pc is satisfiable, and `hint` (may be NULL) is a model of pc.
 * Results that are models are new references. */

/* Is pc and cond satisfiable? A caller that does not know whether pc is, asks with cond
 * true and hint NULL; the model found is remembered with pc and serves as hint in
 * later questions that come without one. */
enum answer solver_check(struct solver *s, struct pathcond *pc, expr cond, struct model *hint, struct model **model);

enum truth { TRUTH_UNKNOWN, TRUTH_TRUE, TRUTH_FALSE, TRUTH_BOTH };
/* Must cond hold under pc, must it not, or may it be both? On BOTH, *other (if
 * wanted) gets a model of pc for the side that hint is not on (cond false if hint
 * is NULL). UNKNOWN when a budget ran out. */
enum truth solver_truth(struct solver *s, struct pathcond *pc, expr cond, struct model *hint, struct model **other);

/* Asks Z3 alone, in a fresh context, once more: under pc cond must hold. If it need not, the program ends as with
 * --check-solver. */
void solver_confirm(struct solver *s, struct pathcond *pc, expr cond);

/* A value that e (width <= 64) can take. */
enum answer solver_value(struct solver *s, struct pathcond *pc, expr e, struct model *hint, uint64_t *value);
/* Smallest and largest unsigned value that e (width <= 64) can take. */
enum answer solver_range(struct solver *s, struct pathcond *pc, expr e, struct model *hint, uint64_t *min,
                         uint64_t *max);
/* Bounds of e (width <= 64) that no value passes, without a question: they may be far. */
void solver_quick_range(struct solver *s, struct pathcond *pc, expr e, uint64_t *min, uint64_t *max);
/* If pc and cond is unsatisfiable: indexes of constraints of pc that together
 * with cond are, ascending; minimise = true removes every one that is not needed
 * (that a back end can tell within the budget). Asks a back end, unless the cache has
 * a core. */
enum answer solver_core(struct solver *s, struct pathcond *pc, expr cond, bool minimise, vec_u32 *core);
/* A conjunction on its own, through the whole chain (straight to a back end if
 * there are guards in it). On UNSAT core (may be NULL: none is looked for) gets indexes,
 * ascending. */
enum answer solver_check_all(struct solver *s, const expr *constraints, uint32_t n, struct model **model,
                             vec_u32 *core);

#endif
