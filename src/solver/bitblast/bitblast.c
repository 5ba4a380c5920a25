/* The bit-blaster as a back end: a small pool of blasters, each for a group of
 * related constraints.
 *
 * CaDiCaL's time for a tiny query grows with all variables of the solver, not
 * with those that matter, and encoding a variable costs some ten times as much as
 * solving with it once. So a query goes to the blaster where what it has too much
 * and what it lacks cost least, or to a new one if that will pay off within a few
 * queries; the pool then forgets the one that was used longest ago.
 *
 * Blasters are tuned for tiny queries. A query that turns out to be hard starts
 * over in a new blaster with CaDiCaL's full machinery, which then stays in the
 * pool for the queries that follow it.
 */
#include <assert.h>

#include "base/context.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "solver/bitblast/blaster.h"

enum {
    QUICK_CONFLICTS = 3000, /* a query that takes more is hard */
    ENCODE_COST = 10,       /* of a variable, in units of solving with it */
    PAY_OFF = 6,            /* queries within which a new blaster must pay off */
    NEW_COST = 600,         /* of a new solver, shared by these queries */
    MOST_LOOKED_UP = 300,   /* values of functions, for one query */
};

/* Effort, fitted to measured times: of a query, a variable it brings, and a step
 * of CaDiCaL's search. A variable that is there costs one. */
enum { EFFORT_QUERY = 300, EFFORT_NEW_VAR = 100, EFFORT_SEARCH = 250 };
enum { ROUNDS_EFFORT = 2 * EFFORT_SEARCH }; /* that all rounds of a question may take, for each conflict granted */

struct bitblast {
    struct backend base;
    struct context *ctx;
    struct expr_pool *pool;
    VEC(struct blaster *) blasters;
    uint64_t clock;  /* number of queries */
    vec_expr parts;  /* the query: conjuncts of its constraints */
    vec_u32 owners;  /* for each part: the index of its constraint */
    vec_lit assumed; /* for each part: its literal */
};

/* One query's wishes. */
struct bit_query {
    const expr *constraints;
    uint32_t n;
    uint64_t ticks; /* 0: no limit */
    uint64_t deadline_ns;
    struct model **model;
    vec_u32 *core;
};

/* ---- the pool --------------------------------------------------------------------------- */

static void drop_blaster(struct bitblast *bb, uint32_t i) {
    blaster_free(bb->blasters.data[i]);
    bb->blasters.data[i] = vec_last(&bb->blasters);
    (void)vec_pop(&bb->blasters);
    bb->ctx->stats.bitblast_dropped++;
}

static void drop_oldest(struct bitblast *bb) {
    uint32_t oldest = 0;
    for (vec_each(uint32_t, i, &bb->blasters))
        if (bb->blasters.data[i]->used < bb->blasters.data[oldest]->used) oldest = i;
    drop_blaster(bb, oldest);
}

static struct blaster *add_blaster(struct bitblast *bb, enum sat_style style) {
    while (bb->blasters.len >= (uint32_t)bb->ctx->opt.bitblast_contexts) drop_oldest(bb);
    struct blaster *b = blaster_new(bb->pool, &bb->ctx->limits, style, (uint32_t)bb->ctx->opt.bitblast_max_vars);
    vec_push(&bb->blasters, b);
    bb->ctx->stats.bitblast_contexts++;
    return b;
}

static void drop_broken(struct bitblast *bb) {
    for (uint32_t i = bb->blasters.len; i-- > 0;)
        if (bb->blasters.data[i]->gates.sat.broken) drop_blaster(bb, i);
}

/* Ids that are about to be freed leave the blasters; a blaster that loses most
 * of what it knew is not worth its variables. */
static void sweep_blasters(struct expr_pool *pool, void *owner) {
    (void)pool;
    struct bitblast *bb = owner;
    for (uint32_t i = bb->blasters.len; i-- > 0;) {
        uint32_t before = bb->blasters.data[i]->words.len;
        if (blaster_sweep(bb->blasters.data[i]) < before / 2) drop_blaster(bb, i);
    }
}

/* Parts of the query that b has not encoded. */
static uint32_t count_missing(const struct bitblast *bb, const struct blaster *b) {
    uint32_t missing = 0;
    for (vec_each(uint32_t, i, &bb->parts)) missing += !blaster_find(b, bb->parts.data[i]);
    return missing;
}

/* Does b know a symbol of the query's last part? */
static bool knows_symbol(const struct bitblast *bb, const struct blaster *b) {
    const struct symbol_set *set = expr_symbols(bb->pool, vec_last(&bb->parts));
    for (uint32_t i = 0; i < set->len; i++) {
        symbol s = {set->ids[i]};
        if (blaster_find(b, expr_of_symbol(bb->pool, s))) return true;
    }
    return false;
}

/* Variables that one part brings, on average so far. */
static uint64_t vars_of_part(const struct blaster *b) {
    return b->parts ? b->gates.sat.vars / b->parts + 1 : b->gates.sat.vars;
}

static uint64_t cost_of(const struct blaster *b, uint32_t missing) {
    return b->gates.sat.vars + missing * vars_of_part(b) * ENCODE_COST;
}

/* What the query would cost in a new blaster; `b` knows all but some parts of it. */
static uint64_t cost_of_new(struct bitblast *bb, struct blaster *b, uint32_t missing) {
    uint64_t need = blaster_count_vars(b, bb->parts.data, bb->parts.len);
    need += missing * vars_of_part(b);
    return need + need * ENCODE_COST / PAY_OFF + NEW_COST;
}

/* The cheapest blaster for the query among those related to it; NULL if a new
 * one is better. */
static struct blaster *find_blaster(struct bitblast *bb) {
    struct blaster *best = NULL;
    uint64_t least = UINT64_MAX;
    uint32_t lacks = 0;
    for (vec_each(uint32_t, i, &bb->blasters)) {
        struct blaster *b = bb->blasters.data[i];
        uint32_t missing = count_missing(bb, b);
        if (missing == bb->parts.len && !knows_symbol(bb, b)) continue;
        uint64_t cost = cost_of(b, missing);
        if (cost > least || (cost == least && b->used < best->used)) continue;
        best = b;
        least = cost;
        lacks = missing;
    }
    if (!best || least <= NEW_COST) return best;
    return least <= cost_of_new(bb, best, lacks) ? best : NULL;
}

/* ---- queries ------------------------------------------------------------------------------ */

/* Splits the constraints into conjuncts. Returns false if one is the constant
 * false; its constraint is then the only owner. */
static bool split_query(struct bitblast *bb, const struct bit_query *q) {
    vec_clear(&bb->parts);
    vec_clear(&bb->owners);
    vec_expr todo = {0};
    bool possible = true;
    for (uint32_t i = 0; i < q->n && possible; i++) {
        assert(expr_width(bb->pool, q->constraints[i]) == 1);
        vec_push(&todo, q->constraints[i]);
        while (todo.len && possible) {
            expr e = vec_pop(&todo);
            if (expr_op(bb->pool, e) == EXPR_AND) {
                vec_push(&todo, expr_kid(bb->pool, e, 1));
                vec_push(&todo, expr_kid(bb->pool, e, 0));
            } else if (!expr_is_true(bb->pool, e)) {
                possible = !expr_is_false(bb->pool, e);
                if (!possible) vec_clear(&bb->owners);
                vec_push(&bb->parts, e);
                vec_push(&bb->owners, i);
            }
        }
    }
    vec_release(&todo);
    return possible;
}

/* Encodes all parts in b. Returns false if that took too much. */
static bool encode_parts(struct bitblast *bb, struct blaster *b, const struct bit_query *q) {
    b->used = bb->clock;
    b->gates.sat.deadline_ns = q->deadline_ns;
    vec_clear(&bb->assumed);
    uint32_t before = b->gates.sat.vars;
    for (vec_each(uint32_t, i, &bb->parts)) {
        b->parts += !blaster_find(b, bb->parts.data[i]);
        vec_push(&bb->assumed, blaster_word(b, bb->parts.data[i])[0]);
    }
    bb->base.effort += (b->gates.sat.vars - before) * (uint64_t)EFFORT_NEW_VAR;
    return !b->gates.sat.broken;
}

/* A blaster with all parts encoded, or NULL. */
static struct blaster *choose_blaster(struct bitblast *bb, const struct bit_query *q) {
    struct blaster *b = find_blaster(bb);
    if (b && encode_parts(bb, b, q)) return b;
    drop_broken(bb);
    b = add_blaster(bb, SAT_QUICK);
    if (encode_parts(bb, b, q)) return b;
    drop_broken(bb);
    return NULL;
}

static bool time_left(struct bitblast *bb, const struct bit_query *q) {
    if (limits_look(&bb->ctx->limits) != LIMIT_NONE) return false;
    return !q->deadline_ns || clock_ns() < q->deadline_ns;
}

static enum answer solve(struct bitblast *bb, struct blaster *b, uint64_t conflicts) {
    struct sat *sat = &b->gates.sat;
    uint64_t before = sat->searched;
    enum answer answer = sat_solve(sat, bb->assumed.data, bb->assumed.len, conflicts);
    bb->base.effort += EFFORT_QUERY + sat->vars + (sat->searched - before) * EFFORT_SEARCH;
    return answer;
}

/* Solves, adds lemmas about arrays, functions and large circuits as long as they are violated, solves again; rounds
 * without conflicts cost effort, too. Values of a function may be looked up for ever, so those rounds have an end. */
static enum answer solve_refined(struct bitblast *bb, struct blaster *b, const struct bit_query *q,
                                 uint64_t conflicts) {
    uint64_t most = conflicts ? bb->base.effort + conflicts * ROUNDS_EFFORT : UINT64_MAX;
    for (uint32_t looked_up = 0; time_left(bb, q) && bb->base.effort < most && looked_up < MOST_LOOKED_UP;) {
        enum answer answer = solve(bb, b, conflicts);
        if (answer != ANSWER_SAT) return answer;
        uint32_t lemmas = array_refine(b, bb->parts.data, bb->parts.len);
        if (!lemmas) lemmas = lazy_refine(b, bb->parts.data, bb->parts.len, &looked_up);
        bb->ctx->stats.bitblast_lemmas += lemmas;
        if (!lemmas) return ANSWER_SAT;
        if (b->gates.sat.broken) return ANSWER_UNKNOWN;
    }
    return ANSWER_UNKNOWN;
}

/* Starts over with the full solver. */
static enum answer solve_hard(struct bitblast *bb, const struct bit_query *q, struct blaster **used) {
    bb->ctx->stats.bitblast_hard++;
    struct blaster *b = add_blaster(bb, SAT_THOROUGH);
    *used = b;
    if (!encode_parts(bb, b, q)) return ANSWER_UNKNOWN;
    return solve_refined(bb, b, q, q->ticks ? q->ticks - QUICK_CONFLICTS : 0);
}

static enum answer solve_query(struct bitblast *bb, const struct bit_query *q, struct blaster **used) {
    struct blaster *b = *used = choose_blaster(bb, q);
    if (!b) return ANSWER_UNKNOWN;
    bool first_try = b->gates.sat.style == SAT_QUICK;
    bool last_try = !first_try || (q->ticks && q->ticks <= QUICK_CONFLICTS);
    enum answer answer = solve_refined(bb, b, q, last_try ? q->ticks : QUICK_CONFLICTS);
    if (answer != ANSWER_UNKNOWN || last_try || !time_left(bb, q)) return answer;
    return solve_hard(bb, q, used);
}

/* ---- results -------------------------------------------------------------------------------- */

#ifdef NDEBUG
enum { CHECK_MODELS = 0 };
#else
enum { CHECK_MODELS = 1 };
#endif

static void give_model(struct blaster *b, const struct bit_query *q) {
    if (!q->model && !CHECK_MODELS) return;
    struct model *model = blaster_model(b, q->constraints, q->n);
    assert(blaster_model_fits(b, model, q->constraints, q->n));
    if (q->model) *q->model = model;
    else model_release(model);
}

/* Owners of the failed assumptions; equal literals count once. */
static void give_core(const struct bitblast *bb, const struct blaster *b, vec_u32 *core) {
    vec_lit failed = {0};
    vec_clear(core);
    for (vec_each(uint32_t, i, &bb->assumed)) {
        lit l = bb->assumed.data[i];
        if (!sat_failed(&b->gates.sat, l)) continue;
        bool again = core->len && vec_last(core) == bb->owners.data[i];
        for (vec_each(uint32_t, k, &failed)) again |= failed.data[k] == l;
        if (again) continue;
        vec_push(&failed, l);
        vec_push(core, bb->owners.data[i]);
    }
    vec_release(&failed);
}

static enum answer answer_query(struct bitblast *bb, const struct bit_query *q) {
    if (!split_query(bb, q)) {
        if (q->core) {
            vec_clear(q->core);
            vec_push(q->core, bb->owners.data[0]);
        }
        return ANSWER_UNSAT;
    }
    if (!bb->parts.len) {
        if (q->model) *q->model = model_new();
        return ANSWER_SAT;
    }
    struct blaster *b;
    enum answer answer = solve_query(bb, q, &b);
    if (answer == ANSWER_SAT) give_model(b, q);
    if (answer == ANSWER_UNSAT && q->core) give_core(bb, b, q->core);
    drop_broken(bb);
    return answer;
}

static enum answer bitblast_check(struct backend *be, const expr *constraints, uint32_t n, struct budget budget,
                                  struct model **model, vec_u32 *core) {
    struct bitblast *bb = (struct bitblast *)be;
    struct stats *stats = &bb->ctx->stats;
    struct bit_query q = {constraints, n, budget.ticks, 0, model, core};
    if (budget.seconds > 0) q.deadline_ns = clock_ns() + (uint64_t)(budget.seconds * 1e9);
    bb->clock++;
    stats->bitblast_queries++;
    timer_start(&stats->t_bitblast);
    enum answer answer = answer_query(bb, &q);
    timer_stop(&stats->t_bitblast);
    if (answer == ANSWER_SAT) stats->bitblast_sat++;
    if (answer == ANSWER_UNSAT) stats->bitblast_unsat++;
    if (answer == ANSWER_UNKNOWN) stats->bitblast_unknown++;
    return answer;
}

static void bitblast_free(struct backend *be) {
    struct bitblast *bb = (struct bitblast *)be;
    expr_pool_remove_sweeper(bb->pool, sweep_blasters, bb);
    while (bb->blasters.len) blaster_free(vec_pop(&bb->blasters));
    vec_release(&bb->blasters);
    vec_release(&bb->parts);
    vec_release(&bb->owners);
    vec_release(&bb->assumed);
    mem_free(bb);
}

struct backend *bitblast_new(struct context *ctx, struct expr_pool *pool) {
    struct bitblast *bb = MEM_NEW(struct bitblast);
    bb->base = (struct backend){"bitblast", bitblast_check, bitblast_free, 0};
    bb->ctx = ctx;
    bb->pool = pool;
    expr_pool_add_sweeper(pool, sweep_blasters, bb);
    return &bb->base;
}
