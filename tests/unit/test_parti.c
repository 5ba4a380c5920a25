/* PARTI against brute force: words of few bits, all their values.
 *
 * PARTI_TEST_ROUNDS sets the number of random problems (about 7 queries each),
 * PARTI_TEST_SEED their seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "base/mem.h"
#include "base/str.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/print.h"
#include "expr/relate.h"
#include "parti_random.h"
#include "solver/parti.h"
#include "solver/parti/internal.h"

enum { MOST_BITS = 9, MOST_MODELS = 1 << MOST_BITS, CONSTRAINTS = 4 };

struct problem {
    struct random_expr gen;
    struct context ctx;
    struct parti *p;
    struct domains *d;
    uint32_t bits;
    struct model *all[MOST_MODELS]; /* every assignment */
    bool holds[MOST_MODELS];        /* does it satisfy all constraints? */
    expr constraints[CONSTRAINTS];
    uint32_t n;
    uint64_t seed;
};

static struct {
    uint64_t queries, definite, both, exact_learned, learned, ranges, attained;
} tally;

static void complain(struct problem *t, expr e, const char *what) {
    struct str s;
    str_init(&s);
    for (uint32_t i = 0; i < t->n; i++) {
        expr_print_infix(t->gen.pool, t->constraints[i], 2000, &s);
        str_add(&s, "\n  ");
    }
    expr_print_infix(t->gen.pool, e, 2000, &s);
    fail_msg("seed %llu: %s\n  %s", (unsigned long long)t->seed, what, str_text(&s));
}

/* ---- set-up ------------------------------------------------------------------------- */

static void add_inputs(struct problem *t) {
    struct random_expr *g = &t->gen;
    g->n = 1 + (uint32_t)pick_below(g, 3);
    expr array = EXPR_NONE;
    for (uint32_t i = 0; i < g->n; i++) {
        uint32_t room = MOST_BITS - t->bits - (g->n - 1 - i);
        uint32_t width = 1 + (uint32_t)pick_below(g, room < 6 ? room : 6);
        if (i < 2 && width <= 4 && pick_below(g, 4) == 0) {
            if (!expr_is(array)) array = expr_array_sym(g->pool, 8, width, "a");
            width = expr_elem_width(g->pool, array);
            g->leaves[i] = expr_read(g->pool, array, expr_const(g->pool, 8, i * 7));
        } else {
            g->leaves[i] = expr_sym(g->pool, width, "x");
        }
        t->bits += width;
    }
}

static void set_leaf(struct problem *t, struct model *m, expr leaf, uint64_t value) {
    struct expr_pool *pool = t->gen.pool;
    if (expr_op(pool, leaf) == EXPR_SYM) {
        model_set(m, expr_symbol(pool, leaf), value);
    } else {
        symbol array = expr_symbol(pool, expr_kid(pool, leaf, 0));
        model_set_elem(m, array, expr_value(pool, expr_kid(pool, leaf, 1)), value);
    }
}

static uint64_t leaf_value(struct problem *t, uint32_t model, uint32_t leaf) {
    uint32_t shift = 0;
    for (uint32_t i = 0; i < leaf; i++) shift += expr_width(t->gen.pool, t->gen.leaves[i]);
    return model >> shift & mask_of(expr_width(t->gen.pool, t->gen.leaves[leaf]));
}

static void setup(struct problem *t, uint64_t seed) {
    memset(t, 0, sizeof *t);
    t->seed = seed;
    context_init(&t->ctx);
    t->gen.pool = expr_pool_new();
    rng_init(&t->gen.rng, seed);
    t->gen.hard = pick_below(&t->gen, 2);
    add_inputs(t);
    t->p = parti_new(&t->ctx, t->gen.pool);
    if (pick_below(&t->gen, 4)) t->p->most_assignments = (uint32_t)pick_below(&t->gen, 3) * 3;
    if (pick_below(&t->gen, 8) == 0) t->p->most_work = (uint32_t)pick_below(&t->gen, 40);
    t->d = domains_new(t->p);
    for (uint32_t m = 0; m < 1u << t->bits; m++) {
        t->all[m] = model_new();
        t->holds[m] = true;
        for (uint32_t i = 0; i < t->gen.n; i++)
            set_leaf(t, t->all[m], t->gen.leaves[i], leaf_value(t, m, i));
    }
}

static void teardown(struct problem *t) {
    for (uint32_t m = 0; m < 1u << t->bits; m++) model_release(t->all[m]);
    domains_release(t->d);
    parti_free(t->p);
    expr_pool_free(t->gen.pool);
    context_release(&t->ctx);
}

/* ---- checks -------------------------------------------------------------------------- */

/* The value of leaf number i in model m replaced by v: is it a model? */
static bool replaced_holds(struct problem *t, uint32_t m, uint32_t leaf, uint64_t v) {
    uint32_t shift = 0;
    for (uint32_t i = 0; i < leaf; i++) shift += expr_width(t->gen.pool, t->gen.leaves[i]);
    uint32_t mask = (uint32_t)mask_of(expr_width(t->gen.pool, t->gen.leaves[leaf])) << shift;
    return t->holds[(m & ~mask) | (uint32_t)v << shift];
}

/* Sets contain all models; exact variables go with everything. */
static void check_domains(struct problem *t) {
    assert_false(domains_empty(t->d));
    domains_check(t->d);
    for (uint32_t i = 0; i < t->gen.n; i++) {
        uint32_t var = view_leaf(&t->p->base, t->gen.leaves[i]);
        const struct mset *set = domains_set(t->d, var);
        mset_check(set);
        bool exact = domains_var_exact(t->d, var);
        if (domains_exact(t->d)) assert_true(exact);
        tally.exact_learned += exact;
        tally.learned++;
        for (uint32_t m = 0; m < 1u << t->bits; m++) {
            if (!t->holds[m]) continue;
            if (!mset_contains(set, leaf_value(t, m, i))) complain(t, t->gen.leaves[i], "lost a model");
            for (uint64_t v = 0; exact && v <= mask_of(set->width); v++)
                if (mset_contains(set, v) && !replaced_holds(t, m, i, v))
                    complain(t, t->gen.leaves[i], "not exact");
        }
    }
}

static uint32_t some_model(struct problem *t) {
    uint32_t size = 1u << t->bits, m = (uint32_t)pick_below(&t->gen, size);
    while (!t->holds[m]) m = (m + 1) % size;
    return m;
}

static void check_model(struct problem *t, struct model *m, expr cond, bool truth) {
    struct expr_pool *pool = t->gen.pool;
    bool is = model_holds(m, pool, cond) == truth;
    for (uint32_t i = 0; i < t->n; i++) is &= model_holds(m, pool, t->constraints[i]);
    if (!is) complain(t, cond, truth ? "wrong witness" : "wrong counter-witness");
    model_release(m);
}

/* A partial model over any model of the constraints satisfies them and cond. */
static void check_partial(struct problem *t, struct model *witness, expr cond, bool truth) {
    struct model *m = model_copy(t->all[some_model(t)]);
    struct expr_pool *pool = t->gen.pool;
    for (uint32_t i = 0; i < t->gen.n; i++) {
        expr leaf = t->gen.leaves[i];
        if (symbol_sets_meet(expr_symbols(pool, cond), expr_symbols(pool, leaf)))
            set_leaf(t, m, leaf, model_eval(witness, pool, leaf));
    }
    model_release(witness);
    check_model(t, m, cond, truth);
}

static void check_decision(struct problem *t, expr cond) {
    bool may[2] = {false, false};
    for (uint32_t m = 0; m < 1u << t->bits; m++)
        if (t->holds[m]) may[model_holds(t->all[m], t->gen.pool, cond)] = true;
    struct model *yes = NULL, *no = NULL, *hint = NULL;
    bool want = pick_below(&t->gen, 4) != 0;
    if (pick_below(&t->gen, 2)) hint = t->all[some_model(t)];
    struct model **wy = want ? &yes : NULL, **wn = want ? &no : NULL;
    enum parti_result r = hint ? parti_decide_near(t->p, t->d, cond, hint, wy, wn)
                               : parti_decide(t->p, t->d, cond, wy, wn);
    tally.queries++;
    tally.definite += r == PARTI_TRUE || r == PARTI_FALSE;
    tally.both += r == PARTI_BOTH;
    if (r == PARTI_TRUE && may[0]) complain(t, cond, "wrong: always true");
    if (r == PARTI_FALSE && may[1]) complain(t, cond, "wrong: always false");
    if (r == PARTI_BOTH && !(may[0] && may[1])) complain(t, cond, "wrong: both");
    assert_true((r == PARTI_BOTH && want) == (yes && no));
    if (yes) (hint ? check_model : check_partial)(t, yes, cond, true);
    if (no) (hint ? check_model : check_partial)(t, no, cond, false);
}

static void check_range(struct problem *t, expr e) {
    uint64_t lo = UINT64_MAX, hi = 0, min, max;
    for (uint32_t m = 0; m < 1u << t->bits; m++) {
        if (!t->holds[m]) continue;
        uint64_t v = model_eval(t->all[m], t->gen.pool, e);
        if (v < lo) lo = v;
        if (v > hi) hi = v;
    }
    bool attained = parti_range(t->p, t->d, e, &min, &max);
    tally.ranges++;
    tally.attained += attained;
    if (min > lo || max < hi) complain(t, e, "range too small");
    if (attained && (min != lo || max != hi)) complain(t, e, "bounds not attained");
}

static void add_constraint(struct problem *t, expr c) {
    bool possible = false;
    for (uint32_t m = 0; m < 1u << t->bits; m++)
        possible |= t->holds[m] && model_holds(t->all[m], t->gen.pool, c);
    struct domains *next = parti_learn(t->p, t->d, c);
    if (!possible) { /* the path would end here */
        domains_release(next);
        return;
    }
    if (domains_empty(next)) complain(t, c, "wrong: empty");
    t->constraints[t->n++] = c;
    for (uint32_t m = 0; m < 1u << t->bits; m++)
        t->holds[m] = t->holds[m] && model_holds(t->all[m], t->gen.pool, c);
    domains_release(t->d);
    t->d = next;
    check_domains(t);
}

static void run_problem(uint64_t seed) {
    struct problem t;
    setup(&t, seed);
    uint32_t constraints = (uint32_t)pick_below(&t.gen, CONSTRAINTS + 1);
    for (uint32_t i = 0; i <= constraints; i++) {
        for (int k = 0; k < 3; k++) check_decision(&t, random_cond(&t.gen, (int)pick_below(&t.gen, 4)));
        check_range(&t, random_word(&t.gen, 1 + (uint32_t)pick_below(&t.gen, 8), 2));
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
    uint64_t rounds = from_env("PARTI_TEST_ROUNDS", 600), seed = from_env("PARTI_TEST_SEED", 1000);
    for (uint64_t i = 0; i < rounds; i++) run_problem(seed + i);
    print_message("%llu queries: %llu definite, %llu both; %llu of %llu sets exact; %llu of %llu ranges\n",
                  (unsigned long long)tally.queries, (unsigned long long)tally.definite,
                  (unsigned long long)tally.both, (unsigned long long)tally.exact_learned,
                  (unsigned long long)tally.learned, (unsigned long long)tally.attained,
                  (unsigned long long)tally.ranges);
    /* Being right by saying nothing is not enough. */
    assert_true(tally.definite + tally.both > tally.queries / 2);
    assert_int_equal(mem_live_bytes(), 0);
}

/* Choices in choices: each is looked at for both truths of the one in it, 2^40 times in
 * all if nobody counts. */
static void test_nested_choices(void **state) {
    (void)state;
    struct problem t = {.seed = 0};
    setup(&t, 1);
    struct expr_pool *pool = t.gen.pool;
    expr x = expr_sym(pool, 8, "y"), e = expr_ult(pool, expr_mul(pool, x, x), expr_const(pool, 8, 9));
    for (uint64_t i = 0; i < 40; i++) {
        expr odd = expr_eq(pool, expr_mul(pool, x, expr_const(pool, 8, 2 * i + 3)), expr_const(pool, 8, 5 * i));
        e = expr_ite(pool, odd, e, expr_not(pool, expr_xor(pool, e, expr_ult(pool, expr_const(pool, 8, i), x))));
    }
    struct domains *d = parti_learn(t.p, t.d, e);
    assert_false(domains_empty(d));
    domains_release(d);
    teardown(&t);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_nested_choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
