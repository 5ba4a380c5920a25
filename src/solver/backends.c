/* The last layer: ranges of floats, the bit-blaster, and Z3 where the bit-blaster is off or has
 * spent its budget. */
#include "base/context.h"
#include "solver/cache.h"
#include "solver/chain.h"
#include "solver/z3_watch.h"

struct backend *solver_z3(struct solver *s) {
    if (!s->z3 && (s->layers & LAYER_Z3)) s->z3 = z3_new(s->ctx, s->pool, s->layers != LAYER_Z3);
    return s->z3;
}

/* The end of the run and that of the query, whichever comes first; 0: none. */
static uint64_t deadline_of(const struct solver *s, uint64_t started_ns) {
    uint64_t run = s->ctx->limits.deadline_ns, timeout = (uint64_t)s->ctx->opt.solver_timeout;
    uint64_t query = timeout ? started_ns + timeout * 1000000 : 0;
    return !query || (run && run < query) ? run : query;
}

struct budget solver_budget(const struct solver *s, uint64_t started_ns, bool last) {
    struct budget b = {.ticks = last ? 0 : (uint64_t)s->ctx->opt.solver_ticks};
    uint64_t deadline = deadline_of(s, started_ns), now = deadline ? clock_ns() : 0;
    /* 0 would mean no limit. */
    if (deadline) b.seconds = deadline > now + 1000000 ? (double)(deadline - now) / 1e9 : 0.001;
    return b;
}

bool solver_too_large(const struct solver *s, const expr *set, uint32_t n) {
    return s->most_gates && z3_gates(s->pool, set, n, s->most_gates + 1) > s->most_gates;
}

static bool ask_backend(struct solver *s, struct query *q, struct backend *be, struct budget budget) {
    vec_clear(&s->core);
    if (limits_look(&s->ctx->limits)) return false; /* the run is over */
    if (solver_too_large(s, q->set, q->nset)) return false;
    timer_start(&s->ctx->stats.t_solver_backend);
    q->answer = be->check(be, q->set, q->nset, budget, &q->local, &s->core);
    timer_stop(&s->ctx->stats.t_solver_backend);
    s->ctx->stats.solver_constraints_sent += q->nset;
    return q->answer != ANSWER_UNKNOWN;
}

void query_remember(struct solver *s, const struct query *q) {
    if (s->cache) cache_store(s, q, &s->core);
    if (s->recent && q->answer == ANSWER_SAT) recent_store(s, q);
}

/* Ranges of floats, where there are any and PARTI is not off. */
static bool ask_boxes(struct solver *s, struct query *q) {
    struct budget none = {0};
    if (!s->boxes || !ask_backend(s, q, s->boxes, none)) return false;
    s->ctx->stats.queries_boxes++;
    query_remember(s, q);
    return true;
}

/* The bit-blaster alone, with so many conflicts. */
static bool ask_modestly(struct solver *s, struct query *q) {
    struct budget budget = solver_budget(s, 0, false);
    budget.ticks = s->effort;
    if (!ask_backend(s, q, s->bitblast, budget)) return false;
    s->ctx->stats.queries_bitblast++;
    query_remember(s, q);
    return true;
}

bool backend_answer(struct solver *s, struct query *q) {
    if (s->effort == EFFORT_NONE) return false;
    if (ask_boxes(s, q)) return true;
    if (s->effort != EFFORT_FULL && s->bitblast) return ask_modestly(s, q);
    uint64_t started = s->ctx->opt.solver_timeout ? clock_ns() : 0;
    bool alone = !(s->layers & LAYER_Z3);
    if (s->bitblast && ask_backend(s, q, s->bitblast, solver_budget(s, started, alone))) {
        s->ctx->stats.queries_bitblast++;
        query_remember(s, q);
        return true;
    }
    if (solver_z3(s) && ask_backend(s, q, s->z3, solver_budget(s, started, true))) {
        s->ctx->stats.queries_z3++;
        query_remember(s, q);
        return true;
    }
    return false;
}
