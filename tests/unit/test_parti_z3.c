/* PARTI against Z3 on words of up to 64 bits.
 *
 * Every problem has a random assignment; constraints are random conditions, negated
 * if needed so that it is a model. Definite answers and bounds are checked by Z3,
 * witnesses and exactness by evaluation. PARTI_TEST_ROUNDS and PARTI_TEST_SEED as
 * in test_parti. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <z3.h>

#include "base/context.h"
#include "base/mem.h"
#include "base/str.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/print.h"
#include "parti_random.h"
#include "solver/parti.h"
#include "solver/parti/internal.h"

enum { CONSTRAINTS = 5 };

struct problem {
    struct random_expr gen;
    struct context ctx;
    struct parti *p;
    struct domains *d;
    struct model *hint;
    expr constraints[CONSTRAINTS + 1]; /* and room for the question */
    uint32_t n;
    uint64_t seed;
};

static struct {
    uint64_t queries, definite, both, ranges, attained, gave_up, empty;
} tally;

static void complain(struct problem *t, expr e, const char *what) {
    struct str s;
    str_init(&s);
    t->constraints[t->n] = e;
    expr_print_query(t->gen.pool, t->constraints, t->n + (expr_width(t->gen.pool, e) == 1), &s);
    expr_print_infix(t->gen.pool, e, 2000, &s);
    fail_msg("seed %llu: %s\n%s", (unsigned long long)t->seed, what, str_text(&s));
}

/* Is there a model of the constraints with e? */
static Z3_lbool ask_z3(struct problem *t, expr e) {
    struct str s;
    str_init(&s);
    t->constraints[t->n] = e;
    expr_print_query(t->gen.pool, t->constraints, t->n + 1, &s);
    Z3_config config = Z3_mk_config();
    Z3_set_param_value(config, "timeout", "2000");
    Z3_context z = Z3_mk_context(config);
    Z3_solver solver = Z3_mk_simple_solver(z);
    Z3_solver_inc_ref(z, solver);
    Z3_ast_vector all = Z3_parse_smtlib2_string(z, str_text(&s), 0, NULL, NULL, 0, NULL, NULL);
    Z3_ast_vector_inc_ref(z, all);
    assert_int_equal(Z3_ast_vector_size(z, all), t->n + 1);
    for (unsigned i = 0; i < Z3_ast_vector_size(z, all); i++)
        Z3_solver_assert(z, solver, Z3_ast_vector_get(z, all, i));
    Z3_lbool answer = Z3_solver_check(z, solver);
    Z3_ast_vector_dec_ref(z, all);
    Z3_solver_dec_ref(z, solver);
    Z3_del_context(z);
    Z3_del_config(config);
    str_release(&s);
    tally.gave_up += answer == Z3_L_UNDEF;
    return answer;
}

static void setup(struct problem *t, uint64_t seed) {
    static const uint32_t widths[] = {8, 8, 16, 32, 32, 64};
    memset(t, 0, sizeof *t);
    t->seed = seed;
    context_init(&t->ctx);
    t->gen.pool = expr_pool_new();
    rng_init(&t->gen.rng, seed);
    t->gen.hard = pick_below(&t->gen, 2);
    t->gen.n = 1 + (uint32_t)pick_below(&t->gen, 3);
    t->hint = model_new();
    for (uint32_t i = 0; i < t->gen.n; i++) {
        uint32_t width = widths[pick_below(&t->gen, 6)];
        if (pick_below(&t->gen, 8) == 0) width = 1 + (uint32_t)pick_below(&t->gen, 64);
        t->gen.leaves[i] = expr_sym(t->gen.pool, width, "x");
        model_set(t->hint, expr_symbol(t->gen.pool, t->gen.leaves[i]),
                  random_value(&t->gen, width) & mask_of(width));
    }
    t->p = parti_new(&t->ctx, t->gen.pool);
    t->d = domains_new(t->p);
}

static void teardown(struct problem *t) {
    model_release(t->hint);
    domains_release(t->d);
    parti_free(t->p);
    expr_pool_free(t->gen.pool);
    context_release(&t->ctx);
}

static bool is_model(struct problem *t, struct model *m) {
    for (uint32_t i = 0; i < t->n; i++)
        if (!model_holds(m, t->gen.pool, t->constraints[i])) return false;
    return true;
}

/* The hint with any members for exact variables is a model. */
static void check_exact(struct problem *t) {
    struct model *m = model_copy(t->hint);
    for (uint32_t i = 0; i < t->gen.n; i++) {
        symbol s = expr_symbol(t->gen.pool, t->gen.leaves[i]);
        uint32_t var = vars_symbol(&t->p->vars, s);
        const struct mset *set = domains_set(t->d, var);
        mset_check(set);
        if (!mset_contains(set, model_get(t->hint, s))) complain(t, t->gen.leaves[i], "lost a model");
        if (!domains_var_exact(t->d, var)) continue;
        struct ival v = set->iv[pick_below(&t->gen, set->n)];
        uint64_t steps = (v.hi - v.lo) / set->stride;
        if (steps < UINT64_MAX) steps = pick_below(&t->gen, steps + 1);
        uint64_t value = v.lo + steps * set->stride;
        if (mset_contains(set, value)) model_set(m, s, value);
    }
    if (!is_model(t, m)) complain(t, t->gen.leaves[0], "not exact");
    model_release(m);
}

static void check_decision(struct problem *t, expr cond) {
    struct model *yes = NULL, *no = NULL;
    bool near = pick_below(&t->gen, 2);
    enum parti_result r = near ? parti_decide_near(t->p, t->d, cond, t->hint, &yes, &no)
                               : parti_decide(t->p, t->d, cond, &yes, &no);
    tally.queries++;
    tally.definite += r == PARTI_TRUE || r == PARTI_FALSE;
    tally.both += r == PARTI_BOTH;
    if (r == PARTI_TRUE && !expr_is_const(t->gen.pool, cond) &&
        ask_z3(t, expr_not(t->gen.pool, cond)) == Z3_L_TRUE)
        complain(t, cond, "wrong: always true");
    if (r == PARTI_FALSE && !expr_is_const(t->gen.pool, cond) && ask_z3(t, cond) == Z3_L_TRUE)
        complain(t, cond, "wrong: always false");
    assert_true((r == PARTI_BOTH) == (yes && no));
    struct model *made[2] = {no, yes};
    for (int truth = 0; truth < 2; truth++) {
        struct model *m = made[truth];
        if (!m) continue;
        for (uint32_t i = 0; !near && i < t->gen.n; i++) {
            symbol s = expr_symbol(t->gen.pool, t->gen.leaves[i]);
            if (!model_has(m, s)) model_set(m, s, model_get(t->hint, s));
        }
        if (!is_model(t, m) || model_holds(m, t->gen.pool, cond) != truth)
            complain(t, cond, "wrong witness");
        model_release(m);
    }
}

static void check_range(struct problem *t, expr e) {
    struct expr_pool *pool = t->gen.pool;
    uint32_t width = expr_width(pool, e);
    uint64_t min, max;
    bool attained = parti_range(t->p, t->d, e, &min, &max);
    expr lo = expr_const(pool, width, min), hi = expr_const(pool, width, max);
    tally.ranges++;
    tally.attained += attained;
    expr outside = expr_or(pool, expr_ult(pool, e, lo), expr_ugt(pool, e, hi));
    if (!expr_is_false(pool, outside) && ask_z3(t, outside) == Z3_L_TRUE)
        complain(t, e, "range too small");
    if (!attained) return;
    expr at[2] = {expr_eq(pool, e, lo), expr_eq(pool, e, hi)};
    for (int i = 0; i < 2; i++)
        if (!expr_is_true(pool, at[i]) && ask_z3(t, at[i]) == Z3_L_FALSE)
            complain(t, e, "bounds not attained");
}

static void add_constraint(struct problem *t, expr c) {
    struct expr_pool *pool = t->gen.pool;
    if (!model_holds(t->hint, pool, c)) {
        struct domains *dead = parti_learn(t->p, t->d, c);
        if (domains_empty(dead)) {
            tally.empty++;
            if (!expr_is_const(pool, c) && ask_z3(t, c) == Z3_L_TRUE) complain(t, c, "wrong: empty");
        }
        domains_release(dead);
        c = expr_not(pool, c);
    }
    struct domains *next = parti_learn(t->p, t->d, c);
    if (domains_empty(next)) complain(t, c, "wrong: empty");
    if (expr_is_const(pool, c)) {
        domains_release(next);
        return;
    }
    t->constraints[t->n++] = c;
    domains_release(t->d);
    t->d = next;
    check_exact(t);
}

static void run_problem(uint64_t seed) {
    struct problem t;
    setup(&t, seed);
    uint32_t constraints = (uint32_t)pick_below(&t.gen, CONSTRAINTS);
    for (uint32_t i = 0; i <= constraints; i++) {
        for (int k = 0; k < 3; k++)
            check_decision(&t, random_cond(&t.gen, (int)pick_below(&t.gen, 4)));
        if (pick_below(&t.gen, 3) == 0)
            check_range(&t, random_word(&t.gen, 1 + (uint32_t)pick_below(&t.gen, 40), 2));
        if (i < constraints) add_constraint(&t, random_cond(&t.gen, (int)pick_below(&t.gen, 4)));
    }
    teardown(&t);
}

static uint64_t from_env(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

static void test_random(void **state) {
    (void)state;
    uint64_t rounds = from_env("PARTI_TEST_ROUNDS", 60), seed = from_env("PARTI_TEST_SEED", 5000);
    for (uint64_t i = 0; i < rounds; i++) run_problem(seed + i);
    print_message("%llu queries: %llu definite, %llu both; %llu of %llu ranges; %llu empty; Z3 gave up %llu\n",
                  (unsigned long long)tally.queries, (unsigned long long)tally.definite,
                  (unsigned long long)tally.both, (unsigned long long)tally.attained,
                  (unsigned long long)tally.ranges, (unsigned long long)tally.empty,
                  (unsigned long long)tally.gave_up);
    assert_true(tally.definite + tally.both > tally.queries / 2);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
