/* The chain, put together, and the two basic questions. */
#include "solver/solver.h"

#include <assert.h>
#include <stdlib.h>

#include "base/context.h"
#include "base/provoke.h"
#include "base/str.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "solver/boxes.h"
#include "solver/cache.h"
#include "solver/chain.h"
#include "solver/check.h"
#include "solver/parti.h"

/* The whole chain. Models and PARTI are asked twice: what takes one evaluation or one
 * comparison first; the rest once the constraints have been collected. */
static const struct layer {
    unsigned layer;
    layer_fn answer;
} upper_layers[] =
    {
        {LAYER_SIMPLIFY, simplify_answer},
        {LAYER_MODELS, hint_answer},
        {LAYER_PARTI, parti_quick_answer},
},
  lower_layers[] = {
      {LAYER_MODELS, recent_answer},
      {LAYER_CACHE, cache_answer},
      {LAYER_SIMPLIFY, order_answer},
      {LAYER_PARTI, parti_answer},
      {LAYER_BITBLAST | LAYER_Z3, backend_answer},
};
enum {
    UPPER_LAYERS = sizeof upper_layers / sizeof upper_layers[0],
    LOWER_LAYERS = sizeof lower_layers / sizeof lower_layers[0],
};

static bool run_layers(struct solver *s, struct query *q, const struct layer *layers, int n) {
    for (int i = 0; i < n; i++)
        if ((s->layers & layers[i].layer) && layers[i].answer(s, q)) return true;
    return false;
}

void solver_listen(struct solver *s, void (*asked)(void *owner, uint64_t ns), void *owner) {
    s->asked = asked;
    s->asked_owner = owner;
}

void query_descend(struct solver *s, struct query *q) {
    uint64_t start = s->asked ? clock_ns() : 0;
    timer_start(&s->ctx->stats.t_solver);
    if (!run_layers(s, q, lower_layers, LOWER_LAYERS)) {
        q->answer = ANSWER_UNKNOWN;
        s->ctx->stats.queries_unknown += s->effort == EFFORT_FULL;
    }
    assert(q->answer != ANSWER_SAT || !q->local || q->take == &q->reduced || query_satisfied(s, q, q->local));
    timer_stop(&s->ctx->stats.t_solver);
    if (s->asked) s->asked(s->asked_owner, clock_ns() - start);
}

/* ---- life ---------------------------------------------------------------------- */

static void scan_roots(struct expr_pool *pool, void *owner) {
    (void)pool;
    pathconds_mark(owner);
}

static void sweep(struct expr_pool *pool, void *owner) {
    struct solver *s = owner;
    pathconds_check_marked(s);
    if (s->cache) cache_sweep(s->cache, pool);
    rewrite_forget(&s->rewrite);
}

/* A pool's node costs its own 32 bytes, its share of the hash table and symbol
 * sets, and our notes on it. */
enum { BYTES_PER_NODE = 64 };

static uint64_t nodes_allowed(const struct solver *s) {
    return (uint64_t)s->ctx->opt.expr_limit * 1024 * 1024 / BYTES_PER_NODE;
}

struct solver *solver_new(struct context *ctx, struct expr_pool *pool) {
    struct solver *s = MEM_NEW(struct solver);
    s->ctx = ctx;
    s->pool = pool;
    s->effort = EFFORT_FULL;
    struct str error = {0};
    if (!layers_parse(ctx->opt.solver, &s->layers, &error)) {
        log_error(&ctx->log, "%s", str_text(&error));
        s->layers = LAYER_ALL;
    }
    str_release(&error);
    groups_init(&s->groups);
    ration_init(&s->ration);
    s->learner = learner_new(s);
    rewrite_forget(&s->rewrite);
    if (s->layers & LAYER_MODELS) s->recent = recent_new();
    if (s->layers & LAYER_PARTI) s->parti = parti_new(ctx, pool);
    if (s->layers & LAYER_PARTI) s->boxes = boxes_new(ctx, pool);
    if (s->layers & LAYER_CACHE) s->cache = cache_new();
    if (s->layers & LAYER_BITBLAST) s->bitblast = bitblast_new(ctx, pool);
    if (ctx->opt.check_solver) s->checker = z3_new(ctx, pool, false);
    log_open(s, ctx->opt.log_queries);
    s->collect_nodes = nodes_allowed(s);
    expr_pool_add_scanner(pool, scan_roots, s);
    expr_pool_add_sweeper(pool, sweep, s);
    return s;
}

static void backend_free(struct backend *be) {
    if (be) be->free(be);
}

void solver_free(struct solver *s) {
    assert(!s->live);
    expr_pool_remove_scanner(s->pool, scan_roots, s);
    expr_pool_remove_sweeper(s->pool, sweep, s);
    backend_free(s->boxes);
    backend_free(s->bitblast);
    backend_free(s->z3);
    backend_free(s->checker);
    backend_free(s->second);
    if (s->cache) cache_free(s->cache);
    if (s->recent) recent_free(s->recent);
    if (s->parti) parti_free(s->parti);
    learner_free(s->learner);
    rewrite_release(&s->rewrite);
    groups_release(&s->groups);
    vec_release(&s->path);
    vec_release(&s->touched);
    vec_release(&s->set);
    vec_release(&s->group_set);
    vec_release(&s->def_symbols);
    vec_release(&s->def_values);
    vec_release(&s->core);
    vec_release(&s->seen);
    log_open(s, NULL);
    mem_free(s);
}

uint64_t solver_limit_gates(struct solver *s, uint64_t most) {
    uint64_t was = s->most_gates;
    s->most_gates = most;
    return was;
}

uint64_t solver_set_effort(struct solver *s, uint64_t conflicts) {
    uint64_t was = s->effort;
    s->effort = conflicts;
    return was;
}

uint64_t solver_work(const struct solver *s) {
    enum { EXPR_TICKS = 10, PARTI_TICKS = PARTI_STEP_NS / EFFORT_NS };
    uint64_t ticks = EXPR_TICKS * expr_pool_work(s->pool);
    if (s->parti) ticks += PARTI_TICKS * parti_effort(s->parti);
    if (s->boxes) ticks += s->boxes->effort;
    if (s->bitblast) ticks += s->bitblast->effort;
    return s->z3 ? ticks + s->z3->effort : ticks;
}

bool solver_should_collect(const struct solver *s) {
    return expr_pool_count(s->pool) >= s->collect_nodes || provoke(32);
}

void solver_collect(struct solver *s) {
    s->ctx->stats.solver_collections++;
    expr_collect(s->pool);
    /* If most is still in use, wait until it has grown by half. */
    uint64_t live = expr_pool_count(s->pool), allowed = nodes_allowed(s);
    s->collect_nodes = live + live / 2 > allowed ? live + live / 2 : allowed;
}

/* ---- questions ------------------------------------------------------------------ */

static bool answer_constant(struct solver *s, struct query *q) {
    if (!expr_is_const(s->pool, q->reduced)) return false;
    q->answer = expr_is_true(s->pool, q->reduced) ? ANSWER_SAT : ANSWER_UNSAT;
    /* Without a hint, a condition that says nothing asks about pc itself. */
    q->asks_pc = q->answer == ANSWER_SAT && !q->hint && s->effort;
    if (!q->asks_pc) s->ctx->stats.queries_constant++;
    return true;
}

static void answer_query(struct solver *s, struct query *q) {
    s->ctx->stats.queries++;
    if (answer_constant(s, q)) return;
    limits_look(&s->ctx->limits); /* the caller reads `hit` behind the instruction; its next look may come late */
    known_learn(s, q->pc);
    if (q->pc->known->contradiction) {
        q->answer = ANSWER_UNSAT;
        return;
    }
    if (run_layers(s, q, upper_layers, UPPER_LAYERS)) return;
    independence_answer(s, q);
    query_descend(s, q);
}

/* Reports q's answer, and a model if one is wanted. */
static enum answer finish_query(struct solver *s, struct query *q, struct model **model) {
    struct model *full = NULL;
    if (q->answer == ANSWER_SAT && (q->want_model || q->asks_pc)) full = query_complete(s, q);
    model_release(q->local);
    q->local = NULL;
    if (s->checker) check_confirm(s, q->pc, q->cond, q->answer, full);
    if (s->log_folder) log_query(s, q->pc, q->cond, q->answer);
    if (model) *model = full;
    else model_release(full);
    return q->answer;
}

bool solver_saw_nan_bits(const struct solver *s) { return s->nan_bits; }

static void path_refuted(struct solver *s, const struct query *q) {
    vec_expr set = {0};
    pathcond_list(q->pc, &set);
    vec_push(&set, q->cond);
    solver_refuted(s, set.data, set.len);
    vec_release(&set);
}

static enum answer ask(struct solver *s, struct query q, struct model **model) {
    assert(q.pc->solver == s && expr_width(s->pool, q.cond) == 1);
    q.reduced = q.cond;
    q.want_model = model != NULL;
    assert(!q.hint || !q.pc->parent || model_holds(q.hint, s->pool, q.pc->constraint));
    if (!q.hint) q.hint = q.pc->model;
    answer_query(s, &q);
    if (q.answer == ANSWER_UNSAT && expr_float_bits(s->pool, q.cond) != FLOAT_BITS_NONE) path_refuted(s, &q);
    return finish_query(s, &q, model);
}

enum answer solver_check(struct solver *s, struct pathcond *pc, expr cond, struct model *hint, struct model **model) {
    return ask(s, (struct query){.pc = pc, .cond = cond, .hint = hint}, model);
}

static enum truth truth_without_hint(struct solver *s, struct pathcond *pc, expr cond, struct model **other) {
    enum answer yes = solver_check(s, pc, cond, NULL, NULL);
    if (yes == ANSWER_UNSAT) return TRUTH_FALSE;
    enum answer no = solver_check(s, pc, expr_not(s->pool, cond), NULL, other);
    if (no == ANSWER_UNSAT) return TRUTH_TRUE;
    if (yes == ANSWER_SAT && no == ANSWER_SAT) return TRUTH_BOTH;
    if (other) {
        model_release(*other);
        *other = NULL;
    }
    return TRUTH_UNKNOWN;
}

enum truth solver_truth(struct solver *s, struct pathcond *pc, expr cond, struct model *hint, struct model **other) {
    if (other) *other = NULL;
    struct model *known = hint ? hint : pc->model;
    if (!known) return truth_without_hint(s, pc, cond, other);
    bool side = model_holds(known, s->pool, cond);
    /* Without hint the caller wants a model where cond is false: pc's own may be. */
    bool have_other = !hint && !side;
    struct query q = {.pc = pc, .hint = known, .hint_fails = true};
    q.cond = side ? expr_not(s->pool, cond) : cond;
    switch (ask(s, q, have_other ? NULL : other)) {
    case ANSWER_SAT:
        if (have_other && other) *other = model_retain(known);
        return TRUTH_BOTH;
    case ANSWER_UNSAT: return side ? TRUTH_TRUE : TRUTH_FALSE;
    case ANSWER_UNKNOWN: break;
    }
    return TRUTH_UNKNOWN;
}

void solver_confirm(struct solver *s, struct pathcond *pc, expr cond) {
    struct backend *own = s->checker;
    if (!s->second) s->second = z3_new(s->ctx, s->pool, false);
    s->checker = s->second;
    check_confirm(s, pc, expr_not(s->pool, cond), ANSWER_UNSAT, NULL);
    s->checker = own;
}
