/* Z3 as a back end. Fresh: a new Z3 solver for every query, and no terms kept.
 * Incremental: one solver, in which every constraint c has a proxy p with
 * p => c; a query assumes proxies. The solver starts over when it has become
 * large.
 *
 * Z3's "simple" solver is some ten times faster than its full one on tiny
 * queries, and much slower on hard ones: so every query first goes to a simple
 * one, with a limit, and then to a full one of its own.
 */
#include <assert.h>
#include <string.h>
#include <z3.h>

#include "base/context.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/pool.h"
#include "solver/backend.h"
#include "solver/z3_terms.h"
#include "solver/z3_watch.h"

enum {
    MAX_TERMS = 20000,     /* an incremental solver with more starts over */
    SIMPLE_TICKS = 500000, /* for the simple solver; a query that takes more is hard */
    SIMPLE_GATES = 200000, /* for the simple solver, which cannot be stopped while it makes them */
    FULL_GATES = 8000000,  /* for the full one; more take gigabytes */
};

struct z3 {
    struct backend base;
    struct context *ctx;
    struct expr_pool *pool;
    bool incremental;
    Z3_context z3;
    Z3_solver solver; /* the simple one; NULL: none now */
    struct z3_terms terms;
    struct map proxies;   /* id of a constraint -> its proxy */
    uint32_t axioms_done; /* axioms of `terms` that the solver has */
    VEC(Z3_ast) assumed;  /* of this query, one for each constraint */
};

/* Errors are seen where their results are missing; this only keeps Z3 from its
 * own reaction, which is to exit. */
static void ignore_error(Z3_context z3, Z3_error_code code) {
    (void)z3;
    (void)code;
}

/* ---- solver -------------------------------------------------------------------------------- */

static void drop_solver(struct z3 *z) {
    if (z->solver) Z3_solver_dec_ref(z->z3, z->solver);
    z->solver = NULL;
    z->axioms_done = 0;
    map_clear(&z->proxies);
    z3_terms_clear(&z->terms);
}

static bool need_solver(struct z3 *z) {
    if (z->solver && z->terms.kept.len > MAX_TERMS) drop_solver(z);
    if (z->solver) return true;
    z->solver = Z3_mk_simple_solver(z->z3);
    if (!z->solver) return false;
    Z3_solver_inc_ref(z->z3, z->solver);
    z->ctx->stats.z3_contexts++;
    return true;
}

static unsigned clamp(double x) { return x <= 0 ? 0 : x >= 4294967294.0 ? 4294967294u : (unsigned)x; }

static void set_budget(struct z3 *z, Z3_solver solver, struct budget budget) {
    Z3_params params = Z3_mk_params(z->z3);
    Z3_params_inc_ref(z->z3, params);
    unsigned ms = budget.seconds > 0 ? clamp(budget.seconds * 1000) : 0;
    Z3_params_set_uint(z->z3, params, Z3_mk_string_symbol(z->z3, "timeout"),
                       budget.seconds > 0 ? (ms ? ms : 1) : 4294967295u);
    Z3_params_set_uint(z->z3, params, Z3_mk_string_symbol(z->z3, "rlimit"), clamp((double)budget.ticks));
    Z3_solver_set_params(z->z3, solver, params);
    Z3_params_dec_ref(z->z3, params);
}

static Z3_ast make_proxy(struct z3 *z) {
    return z3_terms_keep(&z->terms, Z3_mk_fresh_const(z->z3, "p", Z3_mk_bool_sort(z->z3)));
}

/* The proxy of a constraint; asserts what belongs to it. */
static Z3_ast proxy_of(struct z3 *z, expr c) {
    Z3_ast proxy = (Z3_ast)(uintptr_t)map_get(&z->proxies, c.id, 0);
    if (proxy) return proxy;
    Z3_ast term = z3_terms_of(&z->terms, c);
    proxy = make_proxy(z);
    Z3_ast clause = z3_terms_keep(&z->terms, Z3_mk_implies(z->z3, proxy, term));
    Z3_solver_assert(z->z3, z->solver, clause);
    map_put(&z->proxies, c.id, (uintptr_t)proxy);
    return proxy;
}

/* Gives the constraints to the simple solver: by proxies if they come and go or
 * a core is wanted, else as plain assertions. */
static void give_constraints(struct z3 *z, const expr *constraints, uint32_t n, bool proxies) {
    vec_clear(&z->assumed);
    for (uint32_t i = 0; i < n; i++) {
        if (proxies) vec_push(&z->assumed, proxy_of(z, constraints[i]));
        else Z3_solver_assert(z->z3, z->solver, z3_terms_of(&z->terms, constraints[i]));
    }
    for (; z->axioms_done < z->terms.axioms.len; z->axioms_done++)
        Z3_solver_assert(z->z3, z->solver, z->terms.axioms.data[z->axioms_done]);
}

static Z3_lbool run_simple(struct z3 *z) {
    if (!z->assumed.len) return Z3_solver_check(z->z3, z->solver);
    return Z3_solver_check_assumptions(z->z3, z->solver, z->assumed.len, z->assumed.data);
}

/* A full solver with the constraints as assertions, which is how it works best; or
 * tracked by proxies, for a core. */
static Z3_solver new_full_solver(struct z3 *z, const expr *constraints, uint32_t n, bool tracked) {
    Z3_solver full = Z3_mk_solver(z->z3);
    if (!full) {
        z->terms.failed = true;
        return NULL;
    }
    Z3_solver_inc_ref(z->z3, full);
    for (vec_each(uint32_t, i, &z->terms.axioms)) Z3_solver_assert(z->z3, full, z->terms.axioms.data[i]);
    vec_clear(&z->assumed);
    for (uint32_t i = 0; i < n; i++) {
        Z3_ast term = z3_terms_of(&z->terms, constraints[i]);
        if (!tracked) {
            Z3_solver_assert(z->z3, full, term);
            continue;
        }
        vec_push(&z->assumed, make_proxy(z));
        Z3_solver_assert_and_track(z->z3, full, term, vec_last(&z->assumed));
    }
    return full;
}

/* ---- results -------------------------------------------------------------------------------- */

/* Value of a vector term of up to 64 bits. */
static uint64_t term_value(struct z3 *z, Z3_model m, Z3_ast term) {
    Z3_ast value = NULL;
    uint64_t number = 0;
    if (!Z3_model_eval(z->z3, m, term, true, &value) || !value) {
        z->terms.failed = true;
        return 0;
    }
    z3_terms_keep(&z->terms, value);
    if (!Z3_get_numeral_uint64(z->z3, value, &number)) z->terms.failed = true;
    return number;
}

static void set_symbol(struct z3 *z, Z3_model m, struct model *model, symbol s) {
    expr e = expr_of_symbol(z->pool, s);
    if (expr_is_array(z->pool, e)) return;
    uint32_t width = expr_width(z->pool, e);
    Z3_ast term = z3_terms_vector(&z->terms, e);
    if (width <= 64) {
        model_set(model, s, term_value(z, m, term));
        return;
    }
    uint64_t words[EXPR_MAX_WIDTH / 64] = {0};
    for (uint32_t low = 0; low < width; low += 64) {
        uint32_t high = low + 63 < width ? low + 63 : width - 1;
        Z3_ast part = z3_terms_keep(&z->terms, Z3_mk_extract(z->z3, high, low, term));
        words[low / 64] = term_value(z, m, part);
    }
    model_set_wide(model, s, words, (width + 63) / 64);
}

/* Sets, in every unknown array at or below `array`, the element at `index`. */
static void set_elements(struct z3 *z, Z3_model m, struct model *model, expr array, uint64_t index) {
    const struct symbol_set *set = expr_symbols(z->pool, array);
    uint32_t index_width = expr_index_width(z->pool, array);
    uint32_t width = expr_elem_width(z->pool, array);
    Z3_sort sort = Z3_mk_bv_sort(z->z3, index_width);
    Z3_ast at = z3_terms_keep(&z->terms, Z3_mk_unsigned_int64(z->z3, index, sort));
    for (uint32_t i = 0; i < set->len; i++) {
        symbol s = {set->ids[i]};
        expr e = expr_of_symbol(z->pool, s);
        if (!expr_is_array(z->pool, e) || expr_index_width(z->pool, e) != index_width ||
            expr_elem_width(z->pool, e) != width)
            continue;
        Z3_ast base = z3_terms_of(&z->terms, e);
        Z3_ast elem = z3_terms_keep(&z->terms, Z3_mk_select(z->z3, base, at));
        model_set_elem(model, s, index, term_value(z, m, elem));
    }
}

/* Elements of unknown arrays: those that a read below the constraints reads. */
static void set_arrays(struct z3 *z, Z3_model m, struct model *model, const expr *constraints, uint32_t n) {
    struct map seen;
    vec_u32 stack = {0};
    map_init(&seen);
    for (uint32_t i = 0; i < n; i++) vec_push(&stack, constraints[i].id);
    while (stack.len) {
        expr e = {vec_pop(&stack)};
        if (!map_put(&seen, e.id, 1)) continue;
        enum expr_op op = expr_op(z->pool, e);
        for (int i = 0; i < expr_arity(op); i++) vec_push(&stack, expr_kid(z->pool, e, i).id);
        if (op != EXPR_READ) continue;
        Z3_ast index = z3_terms_vector(&z->terms, expr_kid(z->pool, e, 1));
        set_elements(z, m, model, expr_kid(z->pool, e, 0), term_value(z, m, index));
    }
    vec_release(&stack);
    map_release(&seen);
}

static struct model *make_model(struct z3 *z, Z3_solver solver, const expr *constraints, uint32_t n) {
    Z3_model m = Z3_solver_get_model(z->z3, solver);
    if (!m) {
        z->terms.failed = true;
        return NULL;
    }
    Z3_model_inc_ref(z->z3, m);
    struct model *model = model_new();
    for (uint32_t i = 0; i < n; i++) {
        const struct symbol_set *set = expr_symbols(z->pool, constraints[i]);
        for (uint32_t k = 0; k < set->len; k++) {
            symbol s = {set->ids[k]};
            if (!model_has(model, s)) set_symbol(z, m, model, s);
        }
    }
    set_arrays(z, m, model, constraints, n);
    Z3_model_dec_ref(z->z3, m);
    return model;
}

/* All constraints are a core if nothing better was found. */
static void make_full_core(uint32_t n, vec_u32 *core) {
    vec_clear(core);
    for (uint32_t i = 0; i < n; i++) vec_push(core, i);
}

static void make_core(struct z3 *z, Z3_solver solver, vec_u32 *core) {
    Z3_ast_vector failed = Z3_solver_get_unsat_core(z->z3, solver);
    vec_clear(core);
    if (!failed) {
        z->terms.failed = true;
        return;
    }
    Z3_ast_vector_inc_ref(z->z3, failed);
    struct map in_core;
    map_init(&in_core);
    for (unsigned i = 0; i < Z3_ast_vector_size(z->z3, failed); i++)
        map_put(&in_core, (uintptr_t)Z3_ast_vector_get(z->z3, failed, i), 1);
    for (vec_each(uint32_t, i, &z->assumed))
        if (map_remove(&in_core, (uintptr_t)z->assumed.data[i])) vec_push(core, i);
    map_release(&in_core);
    Z3_ast_vector_dec_ref(z->z3, failed);
}

/* Does it satisfy the constraints, or is some guard open (which evaluation
 * takes as closed)? */
static bool model_fits(struct z3 *z, struct model *model, const expr *constraints, uint32_t n) {
    if (z->terms.axioms.len && !z->pool->libm) return true;
    for (uint32_t i = 0; i < n; i++)
        if (!model_holds(model, z->pool, constraints[i])) return false;
    return true;
}

static enum answer finish_query(struct z3 *z, Z3_solver solver, Z3_lbool result, const expr *constraints, uint32_t n,
                                struct model **model, vec_u32 *core) {
    if (result == Z3_L_UNDEF || z->terms.failed) return ANSWER_UNKNOWN;
    if (result == Z3_L_FALSE) {
        if (core && solver == z->solver) make_core(z, solver, core);
        else if (core) make_full_core(n, core);
        return z->terms.failed ? ANSWER_UNKNOWN : ANSWER_UNSAT;
    }
    if (!model && !z->pool->libm) return ANSWER_SAT;
    struct model *found = make_model(z, solver, constraints, n);
    bool wrong = z->terms.failed || (z->pool->libm && !model_fits(z, found, constraints, n)); /* any function to Z3 */
    assert(wrong || model_fits(z, found, constraints, n));
    if (model && !wrong) *model = found;
    else model_release(found);
    return wrong ? ANSWER_UNKNOWN : ANSWER_SAT;
}

/* ---- back end -------------------------------------------------------------------------------- */

static void log_failure(struct z3 *z) {
    Z3_error_code code = Z3_get_error_code(z->z3);
    log_warning(&z->ctx->log, "Z3 failed: %s", Z3_get_error_msg(z->z3, code));
}

/* What is left of the budget after the simple solver gave up at `started`; false
 * if nothing is. */
static bool take_off(struct budget *budget, uint64_t started) {
    if (budget->ticks) {
        if (budget->ticks <= SIMPLE_TICKS) return false;
        budget->ticks -= SIMPLE_TICKS;
    }
    if (budget->seconds > 0) budget->seconds -= (double)(clock_ns() - started) / 1e9;
    else return true;
    return budget->seconds > 0;
}

/* Z3's count of its work so far. */
static uint64_t work_so_far(struct z3 *z, Z3_solver solver) {
    Z3_stats stats = Z3_solver_get_statistics(z->z3, solver);
    uint64_t count = 0;
    if (!stats) return 0;
    Z3_stats_inc_ref(z->z3, stats);
    for (unsigned i = 0; i < Z3_stats_size(z->z3, stats); i++)
        if (!strcmp(Z3_stats_get_key(z->z3, stats, i), "rlimit count") && Z3_stats_is_uint(z->z3, stats, i))
            count = Z3_stats_get_uint_value(z->z3, stats, i);
    Z3_stats_dec_ref(z->z3, stats);
    return count;
}

static Z3_lbool check_watched(struct z3 *z, Z3_solver solver, struct budget budget) {
    struct z3_watch w;
    z3_watch_start(&w, z->z3, &z->ctx->limits, budget.seconds);
    Z3_lbool result = Z3_solver_check(z->z3, solver);
    z3_watch_stop(&w);
    return result;
}

/* Asks again, what is known to be contradictory, for a core: within a few times the
 * work that the first answer took, as tracking makes it harder. */
static void find_full_core(struct z3 *z, const expr *constraints, uint32_t n, uint64_t work, struct budget budget,
                           vec_u32 *core) {
    enum { PATIENCE = 3, LEAST_WORK = 100000 };
    make_full_core(n, core);
    Z3_solver full = new_full_solver(z, constraints, n, true);
    if (!full) return;
    uint64_t most = PATIENCE * work + LEAST_WORK;
    if (!budget.ticks || budget.ticks > most) budget.ticks = most;
    set_budget(z, full, budget);
    if (check_watched(z, full, budget) == Z3_L_FALSE && !z->terms.failed) make_core(z, full, core);
    if (z->terms.failed) make_full_core(n, core);
    Z3_solver_dec_ref(z->z3, full);
}

static enum answer ask_full(struct z3 *z, const expr *constraints, uint32_t n, struct budget budget,
                            struct model **model, vec_u32 *core) {
    Z3_solver full = new_full_solver(z, constraints, n, false);
    if (!full) return ANSWER_UNKNOWN;
    set_budget(z, full, budget);
    uint64_t before = work_so_far(z, full), started = clock_ns();
    Z3_lbool result = check_watched(z, full, budget);
    uint64_t work = work_so_far(z, full) - before;
    enum answer answer = finish_query(z, full, result, constraints, n, model, core);
    Z3_solver_dec_ref(z->z3, full);
    if (budget.seconds > 0) budget.seconds -= (double)(clock_ns() - started) / 1e9;
    if (answer == ANSWER_UNSAT && core && n > 1 && budget.seconds >= 0)
        find_full_core(z, constraints, n, work, budget, core);
    return answer;
}

static enum answer ask(struct z3 *z, const expr *constraints, uint32_t n, struct budget budget, struct model **model,
                       vec_u32 *core) {
    uint64_t gates = z3_gates(z->pool, constraints, n, FULL_GATES);
    if (gates > FULL_GATES) return ANSWER_UNKNOWN;
    if (gates > SIMPLE_GATES) return ask_full(z, constraints, n, budget, model, core);
    if (!need_solver(z)) return ANSWER_UNKNOWN;
    uint64_t started = clock_ns();
    struct budget first = budget;
    if (!first.ticks || first.ticks > SIMPLE_TICKS) first.ticks = SIMPLE_TICKS;
    set_budget(z, z->solver, first);
    give_constraints(z, constraints, n, z->incremental || core);
    if (z->terms.failed) return ANSWER_UNKNOWN;
    Z3_lbool result = run_simple(z);
    if (result == Z3_L_UNDEF && !z->terms.failed && take_off(&budget, started))
        return ask_full(z, constraints, n, budget, model, core);
    return finish_query(z, z->solver, result, constraints, n, model, core);
}

/* Effort of a query, which is seldom less; Z3 has no cheap way to tell. */
enum { EFFORT_QUERY = 50000 };

static enum answer z3_check(struct backend *be, const expr *constraints, uint32_t n, struct budget budget,
                            struct model **model, vec_u32 *core) {
    struct z3 *z = (struct z3 *)be;
    struct stats *stats = &z->ctx->stats;
    stats->z3_queries++;
    be->effort += EFFORT_QUERY;
    timer_start(&stats->t_z3);
    enum answer answer = ask(z, constraints, n, budget, model, core);
    bool failed = z->terms.failed;
    if (failed) log_failure(z);
    if (!z->incremental || failed) drop_solver(z);
    timer_stop(&stats->t_z3);
    if (answer == ANSWER_SAT) stats->z3_sat++;
    if (answer == ANSWER_UNSAT) stats->z3_unsat++;
    if (answer == ANSWER_UNKNOWN) stats->z3_unknown++;
    return answer;
}

/* Terms are found by id, so nothing outlives the freeing of ids. */
static void sweep_terms(struct expr_pool *pool, void *owner) {
    (void)pool;
    drop_solver(owner);
}

static void z3_free(struct backend *be) {
    struct z3 *z = (struct z3 *)be;
    expr_pool_remove_sweeper(z->pool, sweep_terms, z);
    drop_solver(z);
    z3_terms_release(&z->terms);
    map_release(&z->proxies);
    vec_release(&z->assumed);
    Z3_del_context(z->z3);
    mem_free(z);
}

struct backend *z3_new(struct context *ctx, struct expr_pool *pool, bool incremental) {
    struct z3 *z = MEM_NEW(struct z3);
    z->base = (struct backend){incremental ? "z3-incremental" : "z3", z3_check, z3_free, 0};
    z->ctx = ctx;
    z->pool = pool;
    z->incremental = incremental;
    Z3_config config = Z3_mk_config();
    z->z3 = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(z->z3, ignore_error);
    z3_terms_init(&z->terms, z->z3, pool);
    map_init(&z->proxies);
    expr_pool_add_sweeper(pool, sweep_terms, z);
    return &z->base;
}
