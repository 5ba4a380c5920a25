/* The questions of an unwinding. A formula for many paths may be harder than the paths one
 * by one: what is not answered soon is taken apart where states were merged, at the
 * conditions of if-then-else from the top on, until the parts are small. Often the parts are
 * so easy that intervals refute them: that is tried first. */
#include <assert.h>

#include "base/provoke.h"
#include "engine/bmc/inside.h"
#include "expr/arith.h"
#include "solver/path.h"

enum {
    WHOLE = PROVOKED(3000, 3), /* conflicts before the whole question is split */
    SOON = PROVOKED(200, 1),   /* conflicts before a part of it is */
    MOST_SPLITS = 1000,        /* of one question */
    SMALL = PROVOKED(500, 5),  /* nodes of a part that is asked before it is split further */
    MOST_NODES = 100000,       /* looked at for a place to split */
    QUICK_NODES = 500000,      /* looked at to refute all parts without a back end */
    QUICK_PARTS = PROVOKED(300, 2),
};

struct merge_question {
    struct bmc *b;
    uint32_t splits; /* left */
};

/* ---- where to split ------------------------------------------------------------------------------- */

/* The condition of an if-then-else as near to the top of e as any; none if there is none.
 * *size: how many nodes e has, counted up to MOST_NODES. */
static expr top_condition(struct expr_pool *pool, expr e, uint32_t *size) {
    struct map seen;
    vec_u32 todo = {0};
    expr found = EXPR_NONE;
    map_init(&seen);
    vec_push(&todo, e.id);
    map_put(&seen, e.id, 1);
    for (uint32_t i = 0; i < todo.len && todo.len < MOST_NODES; i++) {
        expr at = {todo.data[i]};
        if (expr_op(pool, at) == EXPR_ITE && !expr_is(found)) found = expr_kid(pool, at, 0);
        for (int k = 0; k < expr_arity(expr_op(pool, at)); k++) {
            expr kid = expr_kid(pool, at, k);
            if (expr_is(kid) && map_put(&seen, kid.id, 1)) vec_push(&todo, kid.id);
        }
    }
    *size = todo.len;
    map_release(&seen);
    vec_release(&todo);
    return found;
}

/* ---- asking ------------------------------------------------------------------------------------------ */

static enum answer ask(struct merge_question *q, struct pathcond *pc, expr cond, struct model **m);

static enum answer ask_side(struct merge_question *q, struct pathcond *pc, expr cond, expr at, bool side,
                            struct model **m) {
    struct symbolic *sy = q->b->x->sym;
    expr value = side ? expr_true(sy->pool) : expr_false(sy->pool);
    struct pathcond *own = pathcond_add(sy->solver, pathcond_retain(pc), side ? at : expr_not(sy->pool, at));
    enum answer a = ask(q, own, expr_substitute(sy->pool, cond, &at, &value, 1), m);
    pathcond_release(own);
    return a;
}

static enum answer split(struct merge_question *q, struct pathcond *pc, expr cond, expr at, struct model **m) {
    q->splits--;
    q->b->x->ctx->stats.bmc_splits++;
    enum answer one = ask_side(q, pc, cond, at, true, m);
    if (one == ANSWER_SAT) return one;
    enum answer two = ask_side(q, pc, cond, at, false, m);
    return two == ANSWER_UNSAT ? one : two;
}

static enum answer ask(struct merge_question *q, struct pathcond *pc, expr cond, struct model **m) {
    struct symbolic *sy = q->b->x->sym;
    uint32_t size;
    if (expr_is_false(sy->pool, cond)) return ANSWER_UNSAT;
    if (limits_look(&q->b->x->ctx->limits)) return ANSWER_UNKNOWN;
    expr at = top_condition(sy->pool, cond, &size);
    if (!expr_is(at) || !q->splits) return solver_check(sy->solver, pc, cond, NULL, m);
    if (size > SMALL && q->splits < MOST_SPLITS) return split(q, pc, cond, at, m);
    uint64_t was = solver_set_effort(sy->solver, q->splits < MOST_SPLITS ? SOON : WHOLE);
    enum answer a = solver_check(sy->solver, pc, cond, NULL, m);
    solver_set_effort(sy->solver, was);
    return a == ANSWER_UNKNOWN ? split(q, pc, cond, at, m) : a;
}

/* ---- without a back end ------------------------------------------------------------------------------ */

/* What refuting all parts of a question may cost. */
struct effort {
    uint32_t nodes, parts;
};

static bool refuted(struct bmc *b, struct pathcond *pc, expr cond, struct effort *left);

static bool side_refuted(struct bmc *b, struct pathcond *pc, expr cond, expr at, bool side, struct effort *left) {
    struct symbolic *sy = b->x->sym;
    expr value = side ? expr_true(sy->pool) : expr_false(sy->pool);
    expr rest = expr_substitute(sy->pool, cond, &at, &value, 1);
    if (expr_is_false(sy->pool, rest)) return true;
    struct pathcond *own = pathcond_add(sy->solver, pathcond_retain(pc), side ? at : expr_not(sy->pool, at));
    bool yes = refuted(b, own, rest, left);
    pathcond_release(own);
    return yes;
}

/* Is one of the conditions that cond is the conjunction of impossible by itself? */
static bool one_refuted(struct bmc *b, struct pathcond *pc, expr cond) {
    struct symbolic *sy = b->x->sym;
    bool found = false;
    vec_u32 todo = {0};
    vec_push(&todo, cond.id);
    while (!found && todo.len) {
        expr at = {vec_last(&todo)};
        todo.len--;
        if (expr_op(sy->pool, at) == EXPR_AND) {
            vec_push(&todo, expr_kid(sy->pool, at, 0).id);
            vec_push(&todo, expr_kid(sy->pool, at, 1).id);
        } else {
            found = solver_check(sy->solver, pc, at, NULL, NULL) == ANSWER_UNSAT;
        }
    }
    vec_release(&todo);
    return found;
}

/* Is cond impossible, and what takes no search shows it for each part? False with the first
 * part for which it does not. */
static bool refuted(struct bmc *b, struct pathcond *pc, expr cond, struct effort *left) {
    struct symbolic *sy = b->x->sym;
    uint32_t size;
    enum answer a = solver_check(sy->solver, pc, cond, NULL, NULL);
    if (a != ANSWER_UNKNOWN || limits_look(&b->x->ctx->limits)) return a == ANSWER_UNSAT;
    expr at = top_condition(sy->pool, cond, &size);
    if (!expr_is(at)) return one_refuted(b, pc, cond);
    if (size >= left->nodes || !left->parts) return false;
    left->nodes -= size;
    left->parts--;
    return side_refuted(b, pc, cond, at, true, left) && side_refuted(b, pc, cond, at, false, left);
}

static bool refuted_quickly(struct bmc *b, struct pathcond *pc, expr cond) {
    struct effort left = {QUICK_NODES, QUICK_PARTS};
    uint64_t was = solver_set_effort(b->x->sym->solver, EFFORT_NONE);
    bool yes = refuted(b, pc, cond, &left);
    solver_set_effort(b->x->sym->solver, was);
    return yes;
}

/* Is cond possible? */
static enum answer ask_all(struct bmc *b, expr cond, struct model **m) {
    struct merge_question q = {b, MOST_SPLITS};
    struct pathcond *pc = pathcond_new(b->x->sym->solver);
    *m = NULL;
    enum answer a = refuted_quickly(b, pc, cond) ? ANSWER_UNSAT : ask(&q, pc, cond, m);
    pathcond_release(pc);
    return a;
}

/* Path conditions as one condition each. They mostly begin like the one before: what the
 * first i constraints of that come to is in prefixes[i]. */
struct conjunction {
    struct expr_pool *pool;
    struct pathcond *last;
    vec_u32 prefixes;
};

static expr all_of(struct conjunction *c, struct pathcond *pc) {
    uint32_t i = c->last ? pathcond_len(pathcond_common(c->last, pc)) : 0;
    if (!c->prefixes.len) vec_push(&c->prefixes, expr_true(c->pool).id);
    c->prefixes.len = i + 1;
    for (; i < pathcond_len(pc); i++) {
        expr longer = expr_and(c->pool, (expr){vec_last(&c->prefixes)}, pathcond_at(pc, i));
        vec_push(&c->prefixes, longer.id);
    }
    c->last = pc;
    return (expr){vec_last(&c->prefixes)};
}

bool bmc_all_innocent(struct bmc *b) {
    struct symbolic *sy = b->x->sym;
    struct conjunction c = {.pool = sy->pool};
    expr any = expr_false(sy->pool);
    for (uint32_t i = 0; i < sy->suspects.len && !limits_look(&b->x->ctx->limits); i++)
        any = expr_or(sy->pool, any, all_of(&c, sy->suspects.data[i]->pc));
    vec_release(&c.prefixes);
    if (limits_look(&b->x->ctx->limits)) return false; /* some may be missing */
    struct model *m;
    b->x->ctx->stats.bmc_asked++;
    enum answer a = ask_all(b, any, &m);
    model_release(m);
    return a == ANSWER_UNSAT;
}

bool bmc_suspect_is_possible(struct bmc *b, struct state *st) {
    assert(st->pc);
    if (st->model) return true;
    struct conjunction c = {.pool = b->x->sym->pool};
    struct model *m;
    enum answer a = ask_all(b, all_of(&c, st->pc), &m);
    vec_release(&c.prefixes);
    if (a == ANSWER_UNKNOWN) sym_gap(b->x, GAP_SOLVER, NULL);
    st->model = m;
    return a == ANSWER_SAT;
}
