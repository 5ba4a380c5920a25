/* Unsatisfiable cores, and conjunctions without a path condition.
 *
 * A core must name constraints as they were given. What the layers learn mixes
 * them (a constraint simplified with x == 5 depends on that one too), so cores are
 * asked for with the given constraints themselves: those that share symbols with
 * the condition, directly or through others, straight from a back end. */
#include <assert.h>
#include <stdlib.h>

#include "base/context.h"
#include "base/map.h"
#include "expr/arith.h"
#include "expr/float_value.h"
#include "solver/cache.h"
#include "solver/chain.h"
#include "solver/check.h"
#include "solver/path.h"

void pathcond_list(const struct pathcond *pc, vec_expr *out) {
    uint32_t from = out->len;
    vec_resize(out, from + pc->len);
    for (; pc->parent; pc = pc->parent) out->data[from + pc->len - 1] = pc->constraint;
}

/* ---- related constraints -------------------------------------------------------- */

/* Constraints that share a symbol, as sets: each points to another one of its set, the
 * first to itself. (The groups of a path condition are those of the reduced constraints.) */
static uint32_t first_of(const vec_u32 *links, uint32_t i) {
    while (links->data[i] != i) {
        links->data[i] = links->data[links->data[i]];
        i = links->data[i];
    }
    return i;
}

static void relate(struct solver *s, const expr *set, uint32_t n, vec_u32 *links) {
    struct map users;
    map_init(&users);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(links, i);
        const struct symbol_set *symbols = expr_symbols(s->pool, set[i]);
        for (uint32_t k = 0; k < symbols->len; k++) {
            const uint64_t *other = map_find(&users, symbols->ids[k]);
            if (!other) {
                map_put(&users, symbols->ids[k], i);
                continue;
            }
            uint32_t a = first_of(links, i), b = first_of(links, (uint32_t)*other);
            links->data[a < b ? b : a] = a < b ? a : b;
        }
    }
    map_release(&users);
}

/* Indexes in set[0..n) of what belongs together with set[n], which is last. */
static void find_related(struct solver *s, const expr *set, uint32_t n, vec_u32 *related) {
    vec_u32 links = {0};
    bool all = !expr_symbols(s->pool, set[n])->len || !(s->layers & LAYER_INDEPENDENCE);
    if (!all) relate(s, set, n + 1, &links);
    uint32_t group = all ? 0 : first_of(&links, n);
    for (uint32_t i = 0; i < n; i++)
        if (all || first_of(&links, i) == group) vec_push(related, i);
    vec_release(&links);
}

/* ---- asking ---------------------------------------------------------------------- */

static enum answer ask_one(struct solver *s, struct backend *be, const vec_expr *set, struct budget budget,
                           struct model **model, vec_u32 *core) {
    if (!be || limits_look(&s->ctx->limits) || solver_too_large(s, set->data, set->len)) return ANSWER_UNKNOWN;
    vec_clear(core);
    timer_start(&s->ctx->stats.t_solver_backend);
    enum answer a = be->check(be, set->data, set->len, budget, model, core);
    timer_stop(&s->ctx->stats.t_solver_backend);
    s->ctx->stats.solver_constraints_sent += set->len;
    return a;
}

static enum answer ask_backends(struct solver *s, const vec_expr *set, struct model **model, vec_u32 *core) {
    uint64_t started = clock_ns();
    bool modest = s->effort != EFFORT_FULL && s->bitblast, alone = !(s->layers & LAYER_Z3);
    struct budget budget = solver_budget(s, started, alone);
    if (modest) budget.ticks = s->effort;
    enum answer a = s->effort == EFFORT_NONE ? ANSWER_UNKNOWN : ask_one(s, s->bitblast, set, budget, model, core);
    if (a != ANSWER_UNKNOWN) s->ctx->stats.queries_bitblast++;
    if (a == ANSWER_UNKNOWN && !modest) {
        a = ask_one(s, solver_z3(s), set, solver_budget(s, started, true), model, core);
        if (a != ANSWER_UNKNOWN) s->ctx->stats.queries_z3++;
    }
    if (a == ANSWER_UNKNOWN) s->ctx->stats.queries_unknown++;
    return a;
}

/* The constraints constraints[which[..]] except number `without`, and cond. */
static void gather(vec_expr *set, const expr *constraints, const vec_u32 *which, uint32_t without, expr cond) {
    vec_clear(set);
    for (vec_each(uint32_t, i, which))
        if (i != without) vec_push(set, constraints[which->data[i]]);
    if (expr_is(cond)) vec_push(set, cond);
}

/* which := the part of it that `core` names; member `without` was not asked about,
 * and an index past the end is the condition. Returns how many members behind
 * `without` are left. */
static uint32_t keep_core(vec_u32 *which, uint32_t without, const vec_u32 *core) {
    uint32_t kept = 0, behind = 0;
    for (vec_each(uint32_t, i, core)) {
        uint32_t at = core->data[i] + (core->data[i] >= without);
        if (at >= which->len) continue;
        which->data[kept++] = which->data[at];
        behind += at > without;
    }
    which->len = kept;
    return behind;
}

/* Leaves out one member after another, from the end, and keeps out those that are
 * not needed; the core of each success replaces the rest, so most are decided in
 * passing. Members found necessary are behind the one in question. */
static void minimise_core(struct solver *s, const expr *constraints, expr cond, vec_u32 *which) {
    vec_expr set = {0};
    vec_u32 core = {0};
    for (uint32_t tried = 0; tried < which->len;) {
        uint32_t without = which->len - 1 - tried;
        gather(&set, constraints, which, without, cond);
        if (ask_backends(s, &set, NULL, &core) == ANSWER_UNSAT) tried = keep_core(which, without, &core);
        else tried++;
    }
    vec_release(&set);
    vec_release(&core);
}

/* Decides constraints and cond (may be none) with a back end; on UNSAT `which` are
 * the constraints needed. */
static enum answer find_core(struct solver *s, const expr *constraints, expr cond, vec_u32 *which,
                             struct model **model) {
    vec_expr set = {0};
    vec_u32 core = {0};
    gather(&set, constraints, which, UINT32_MAX, cond);
    enum answer a = ask_backends(s, &set, model, &core);
    if (a == ANSWER_UNSAT) keep_core(which, UINT32_MAX, &core);
    vec_release(&set);
    vec_release(&core);
    return a;
}

/* `which` becomes a core known from before, of constraints[which[..]] and cond, without
 * cond. */
static bool recall_core(struct solver *s, const expr *constraints, expr cond, vec_u32 *which, bool *minimal) {
    vec_expr set = {0};
    vec_u32 core = {0};
    gather(&set, constraints, which, UINT32_MAX, cond);
    bool found = cache_core(s, set.data, set.len, minimal, &core);
    if (found) keep_core(which, UINT32_MAX, &core);
    vec_release(&set);
    vec_release(&core);
    return found;
}

static void keep_for_later(struct solver *s, const expr *constraints, expr cond, const vec_u32 *which, bool minimal) {
    vec_expr set = {0};
    vec_u32 all = {0};
    gather(&set, constraints, which, UINT32_MAX, cond);
    for (vec_each(uint32_t, i, &set)) vec_push(&all, i);
    cache_store_core(s, set.data, &all, minimal);
    vec_release(&set);
    vec_release(&all);
}

/* From the related constraints in `which` to a core. */
static enum answer find_minimal(struct solver *s, const expr *constraints, expr cond, bool minimise, vec_u32 *which) {
    bool minimal = minimise;
    bool known = s->cache && recall_core(s, constraints, cond, which, &minimal);
    if (known && (minimal || !minimise)) return ANSWER_UNSAT;
    enum answer a = known ? ANSWER_UNSAT : find_core(s, constraints, cond, which, NULL);
    if (a != ANSWER_UNSAT) return a;
    if (minimise) minimise_core(s, constraints, cond, which);
    if (s->cache) keep_for_later(s, constraints, cond, which, minimise);
    return ANSWER_UNSAT;
}

/* The contradiction of cond with the core's constraints. */
static void core_rests_on(struct solver *s, const expr *set, const vec_u32 *core, expr cond) {
    vec_expr parts = {0};
    vec_push(&parts, cond);
    for (vec_each(uint32_t, i, core)) vec_push(&parts, set[core->data[i]]);
    solver_refuted(s, parts.data, parts.len);
    vec_release(&parts);
}

enum answer solver_core(struct solver *s, struct pathcond *pc, expr cond, bool minimise, vec_u32 *core) {
    assert(pc->solver == s && expr_width(s->pool, cond) == 1);
    s->ctx->stats.queries++;
    vec_clear(core);
    if (expr_is_false(s->pool, cond)) return ANSWER_UNSAT;
    vec_expr set = {0};
    pathcond_list(pc, &set);
    vec_push(&set, cond);
    find_related(s, set.data, pc->len, core);
    enum answer a = find_minimal(s, set.data, cond, minimise, core);
    if (a != ANSWER_UNSAT) vec_clear(core);
    else core_rests_on(s, set.data, core, cond);
    if (s->checker) check_confirm(s, pc, cond, a, NULL);
    if (s->checker && a == ANSWER_UNSAT) check_confirm_core(s, pc, cond, core);
    if (s->log_folder) log_query(s, pc, cond, a);
    vec_release(&set);
    return a;
}

/* ---- conjunctions ----------------------------------------------------------------- */

/* Guards stand for fresh values outside their condition, one for each node, so no
 * node may become another: nothing but a back end may see them. */
static bool has_guard(struct solver *s, const expr *set, uint32_t n) {
    struct rewrite *r = &s->rewrite;
    rewrite_forget(r);
    r->stamp++;
    vec_clear(&r->stack);
    for (uint32_t i = 0; i < n; i++) vec_push(&r->stack, set[i].id);
    while (r->stack.len) {
        uint32_t id = vec_pop(&r->stack);
        if (id >= r->memo.len) vec_resize(&r->memo, id + id / 2 + 64);
        if (r->memo.data[id].stamp == r->stamp) continue;
        r->memo.data[id].stamp = r->stamp;
        const struct expr_node *node = expr_node(s->pool, (expr){id});
        if (node->op == EXPR_GUARD) return true;
        for (int k = 0; k < 3 && node->kids[k]; k++) vec_push(&r->stack, node->kids[k]);
    }
    return false;
}

static enum answer check_with_backends(struct solver *s, const expr *constraints, uint32_t n, struct model **model,
                                       vec_u32 *core) {
    vec_u32 which = {0};
    for (uint32_t i = 0; i < n; i++) vec_push(&which, i);
    enum answer a = find_core(s, constraints, EXPR_NONE, &which, model);
    if (a == ANSWER_UNSAT && core)
        for (vec_each(uint32_t, i, &which)) vec_push(core, which.data[i]);
    vec_release(&which);
    return a;
}

bool solver_holds_anywhere(struct solver *s, expr e) {
    if (expr_float_bits(s->pool, e) != FLOAT_BITS_NONE) return false;
    expr not = expr_not(s->pool, e);
    if (expr_is_const(s->pool, not )) return expr_is_false(s->pool, not );
    return check_with_backends(s, &not, 1, NULL, NULL) == ANSWER_UNSAT;
}

void solver_refuted(struct solver *s, const expr *set, uint32_t n) {
    bool looks = false;
    for (uint32_t i = 0; i < n; i++) looks |= expr_float_bits(s->pool, set[i]) != FLOAT_BITS_NONE;
    if (!looks || s->nan_bits) return;
    s->nan_bits = true;
    if (has_guard(s, set, n)) return; /* none of them may become another */
    expr all = expr_true(s->pool);
    for (uint32_t i = 0; i < n; i++) all = expr_and(s->pool, all, set[i]);
    s->nan_bits = !solver_holds_anywhere(s, expr_not(s->pool, float_settled(s->pool, all, true)));
}

static enum answer check_as_path(struct solver *s, const expr *constraints, uint32_t n, struct model **model) {
    struct pathcond *pc = pathcond_new(s);
    for (uint32_t i = 0; i < n; i++) pc = pathcond_add(s, pc, constraints[i]);
    enum answer a = pathcond_solve(s, pc);
    if (a == ANSWER_SAT && model) *model = model_retain(pc->model);
    pathcond_release(pc);
    return a;
}

/* Those of the core, if there is one. */
static void part_refuted(struct solver *s, const expr *constraints, uint32_t n, const vec_u32 *core) {
    vec_expr parts = {0};
    for (uint32_t i = 0; i < (core ? core->len : n); i++) vec_push(&parts, constraints[core ? core->data[i] : i]);
    solver_refuted(s, parts.data, parts.len);
    vec_release(&parts);
}

enum answer solver_check_all(struct solver *s, const expr *constraints, uint32_t n, struct model **model,
                             vec_u32 *core) {
    s->ctx->stats.queries++;
    struct model *found = NULL;
    bool before = s->nan_bits; /* asked as a path, constraints would count whatever the answer is */
    if (core) vec_clear(core);
    enum answer a;
    if (has_guard(s, constraints, n)) a = check_with_backends(s, constraints, n, &found, core);
    else {
        a = check_as_path(s, constraints, n, &found);
        if (a == ANSWER_UNSAT && core) {
            a = check_with_backends(s, constraints, n, NULL, core);
            /* If that was too hard, all of them are a core still. */
            assert(a != ANSWER_SAT);
            for (uint32_t i = 0; a == ANSWER_UNKNOWN && i < n; i++) vec_push(core, i);
            a = ANSWER_UNSAT;
        }
    }
    s->nan_bits = before;
    if (a == ANSWER_UNSAT) part_refuted(s, constraints, n, core);
    if (s->checker) check_confirm_set(s, constraints, n, a, found);
    if (s->log_folder) log_query_set(s, constraints, n, a);
    if (model) *model = found;
    else model_release(found);
    return a;
}
