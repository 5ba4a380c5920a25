/* Values and ranges of expressions. */
#include <assert.h>

#include "base/context.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "solver/chain.h"
#include "solver/check.h"
#include "solver/parti.h"

enum answer solver_value(struct solver *s, struct pathcond *pc, expr e, struct model *hint, uint64_t *value) {
    assert(expr_width(s->pool, e) <= 64);
    if (!hint) {
        enum answer a = pathcond_solve(s, pc);
        if (a != ANSWER_SAT) return a;
        hint = pc->model;
    }
    *value = model_eval(hint, s->pool, e);
    return ANSWER_SAT;
}

/* The search for one end of the range. `sure` is a bound that no value passes,
 * `best` the farthest value that a model was found for. */
struct bound_search {
    struct solver *s;
    struct pathcond *pc;
    expr e;
    struct model *hint;
    bool up; /* for the largest value */
    uint64_t sure, best;
};

static uint64_t distance(const struct bound_search *f) { return f->up ? f->sure - f->best : f->best - f->sure; }

/* Tries to find a value at least `step` closer to the sure bound than best. */
static enum answer try_step(struct bound_search *f, uint64_t step) {
    struct expr_pool *pool = f->s->pool;
    uint64_t limit = f->up ? f->best + step : f->best - step;
    expr bound = expr_const(pool, expr_width(pool, f->e), limit);
    expr cond = f->up ? expr_uge(pool, f->e, bound) : expr_ule(pool, f->e, bound);
    struct model *found = NULL;
    enum answer a = solver_check(f->s, f->pc, cond, f->hint, &found);
    if (a == ANSWER_SAT) f->best = model_eval(found, pool, f->e);
    else if (a == ANSWER_UNSAT) f->sure = f->up ? limit - 1 : limit + 1;
    model_release(found);
    return a;
}

static enum answer find_end(struct bound_search *f) {
    /* The bound itself is often attained. */
    enum answer a = distance(f) ? try_step(f, distance(f)) : ANSWER_SAT;
    while (a != ANSWER_UNKNOWN && distance(f)) a = try_step(f, distance(f) - distance(f) / 2);
    return a == ANSWER_UNKNOWN ? a : ANSWER_SAT;
}

/* Bounds that hold for sure; true if they are attained as well. */
static bool first_bounds(struct solver *s, struct pathcond *pc, expr e, uint64_t *min, uint64_t *max) {
    uint32_t width = expr_width(s->pool, e);
    *min = 0;
    *max = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    if (!s->parti) return false;
    struct domains *d = pathcond_domains(s, pc);
    if (domains_empty(d)) return false;
    /* Good bounds save several questions: this is worth it in any case. */
    enum { RANGE_STEPS = 400 };
    uint64_t before = ration_open(s, RANGE_STEPS);
    parti_limit(s->parti, RANGE_STEPS);
    bool attained = parti_range(s->parti, d, e, min, max);
    ration_pay(s, before);
    if (!attained) return false;
    s->ctx->stats.queries_parti++;
    return true;
}

/* e is rewritten already. */
static enum answer find_range(struct solver *s, struct pathcond *pc, expr e, struct model *hint, uint64_t *min,
                              uint64_t *max) {
    if (expr_is_const(s->pool, e)) {
        *min = *max = expr_value(s->pool, e);
        s->ctx->stats.queries_simplify++;
        return ANSWER_SAT;
    }
    if (first_bounds(s, pc, e, min, max)) return ANSWER_SAT;
    uint64_t value = model_eval(hint, s->pool, e);
    assert(*min <= value && value <= *max);
    struct bound_search low = {s, pc, e, hint, false, *min, value};
    struct bound_search high = {s, pc, e, hint, true, *max, value};
    if (find_end(&low) != ANSWER_SAT || find_end(&high) != ANSWER_SAT) return ANSWER_UNKNOWN;
    *min = low.best;
    *max = high.best;
    return ANSWER_SAT;
}

void solver_quick_range(struct solver *s, struct pathcond *pc, expr e, uint64_t *min, uint64_t *max) {
    assert(expr_width(s->pool, e) <= 64);
    known_learn(s, pc);
    expr reduced = known_rewrite(s, pc->known, e);
    if (expr_is_const(s->pool, reduced)) *min = *max = expr_value(s->pool, reduced);
    else first_bounds(s, pc, reduced, min, max);
}

enum answer solver_range(struct solver *s, struct pathcond *pc, expr e, struct model *hint, uint64_t *min,
                         uint64_t *max) {
    assert(expr_width(s->pool, e) <= 64);
    s->ctx->stats.queries++;
    enum answer a = hint ? ANSWER_SAT : pathcond_solve(s, pc);
    if (a != ANSWER_SAT) return a;
    known_learn(s, pc);
    expr reduced = known_rewrite(s, pc->known, e);
    a = find_range(s, pc, reduced, hint ? hint : pc->model, min, max);
    if (s->checker && a == ANSWER_SAT) check_confirm_range(s, pc, e, *min, *max);
    return a;
}
