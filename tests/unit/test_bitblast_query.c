/* The bit-blaster as a back end: cores, reuse and dropping of contexts, budgets,
 * guards, arrays that are encoded on demand, collections. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include "effort.h"
#include "base/context.h"
#include "base/mem.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/pool.h"
#include "expr/relate.h"
#include "solver/backend.h"

struct rig {
    struct context ctx;
    struct expr_pool *pool;
    struct backend *be;
};

static void rig_init(struct rig *r) {
    context_init(&r->ctx);
    r->pool = expr_pool_new();
    r->be = bitblast_new(&r->ctx, r->pool);
}

static void rig_release(struct rig *r) {
    r->be->free(r->be);
    expr_pool_free(r->pool);
    context_release(&r->ctx);
    assert_int_equal(mem_live_bytes(), 0);
}

static const struct budget NO_LIMIT = {0};

static enum answer ask(struct rig *r, const expr *c, uint32_t n) {
    struct model *m = NULL;
    enum answer a = r->be->check(r->be, c, n, NO_LIMIT, &m, NULL);
    for (uint32_t i = 0; i < n && m; i++) assert_true(model_holds(m, r->pool, c[i]));
    model_release(m);
    return a;
}

static expr num(struct rig *r, uint32_t width, uint64_t value) {
    return expr_const(r->pool, width, value);
}

/* ---- sums ------------------------------------------------------------------------------- */

static expr raw_add(struct rig *r, expr a, expr b) {
    return expr_intern(r->pool, EXPR_ADD, expr_width(r->pool, a), 0, a, b, EXPR_NONE);
}

/* The number of ones in x, counted one by one or by halves. */
static expr count_ones(struct rig *r, expr x, uint32_t from, uint32_t n, bool halves) {
    if (n == 1) return expr_zext(r->pool, expr_extract(r->pool, x, from, 1), 64);
    uint32_t low = halves ? n / 2 : n - 1;
    return raw_add(r, count_ones(r, x, from, low, halves), count_ones(r, x, from + low, n - low, halves));
}

/* Without trees this takes seconds. */
static void test_count_ones(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    expr x = expr_sym(r.pool, 64, "x");
    expr slow = count_ones(&r, x, 0, 64, false), fast = count_ones(&r, x, 0, 64, true);
    expr differ = expr_not(r.pool, expr_intern(r.pool, EXPR_EQ, 1, 0, slow, fast, EXPR_NONE));
    assert_int_equal(r.be->check(r.be, &differ, 1, (struct budget){.ticks = 10}, NULL, NULL), ANSWER_UNSAT);
    expr all = expr_eq(r.pool, slow, num(&r, 64, 64));
    assert_int_equal(ask(&r, (expr[]){all, expr_eq(r.pool, expr_extract(r.pool, x, 5, 1), num(&r, 1, 1))}, 2), ANSWER_SAT);
    expr more = expr_intern(r.pool, EXPR_ULT, 1, 0, num(&r, 64, 64), slow, EXPR_NONE);
    assert_int_equal(ask(&r, &more, 1), ANSWER_UNSAT);
    rig_release(&r);
}

/* A sum of n terms: inputs, constants, a shared sum, a difference; some of its beginning
 * was encoded before. Fixed inputs leave one value. */
static void check_sum(struct rig *r, uint32_t width, uint32_t n, uint32_t before) {
    struct model *m = model_new();
    expr sum = num(r, width, 0), shared = EXPR_NONE;
    VEC(expr) set = {0};
    for (uint32_t i = 0; i < n; i++) {
        expr byte = expr_sym(r->pool, 8, "b");
        model_set(m, expr_symbol(r->pool, byte), i * 89 % 256);
        vec_push(&set, expr_eq(r->pool, byte, num(r, 8, i * 89 % 256)));
        expr term = i % 7 == 3 ? num(r, width, i * 1000) : expr_zext(r->pool, byte, width);
        if (i % 11 == 5) term = expr_intern(r->pool, EXPR_NEG, width, 0, term, EXPR_NONE, EXPR_NONE);
        if (i == 6) shared = sum;
        if (i == 9) term = shared;
        sum = raw_add(r, sum, term);
        if (i == before) assert_int_equal(ask(r, (expr[]){expr_ult(r->pool, num(r, width, 9), sum)}, 1), ANSWER_SAT);
    }
    uint64_t value[4];
    model_eval_wide(m, r->pool, sum, value);
    expr is = expr_intern(r->pool, EXPR_EQ, 1, 0, sum, expr_const_wide(r->pool, width, value), EXPR_NONE);
    vec_push(&set, is);
    assert_int_equal(ask(r, set.data, set.len), ANSWER_SAT);
    vec_last(&set) = expr_intern(r->pool, EXPR_NOT, 1, 0, is, EXPR_NONE, EXPR_NONE);
    assert_int_equal(ask(r, set.data, set.len), ANSWER_UNSAT);
    vec_release(&set);
    model_release(m);
}

static void test_sums(void **state) {
    (void)state;
    static const uint32_t widths[] = {9, 10, 16, 32, 64, 65, 130};
    for (int w = 0; w < 7; w++)
        for (uint32_t n = 2; n < 40; n += 3) {
            struct rig r;
            rig_init(&r);
            check_sum(&r, widths[w], n, n % 4 ? n / 2 : UINT32_MAX);
            rig_release(&r);
        }
}

/* ---- cores ------------------------------------------------------------------------------ */

static void expect_core(struct rig *r, const expr *c, uint32_t n, uint32_t a, uint32_t b) {
    vec_u32 core = {0};
    assert_int_equal(r->be->check(r->be, c, n, NO_LIMIT, NULL, &core), ANSWER_UNSAT);
    assert_int_equal(core.len, a == b ? 1 : 2);
    assert_int_equal(core.data[0], a);
    assert_int_equal(vec_last(&core), b);
    vec_release(&core);
}

static void test_cores(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    expr x = expr_sym(r.pool, 32, "x"), y = expr_sym(r.pool, 32, "y"), z = expr_sym(r.pool, 1, "z");
    expr small = expr_ult(r.pool, x, num(&r, 32, 5)), big = expr_ult(r.pool, num(&r, 32, 10), x);
    expr other = expr_eq(r.pool, y, num(&r, 32, 3));
    expect_core(&r, (expr[]){small, other, big}, 3, 0, 2);
    expect_core(&r, (expr[]){other, big, other, small, small}, 5, 1, 3);
    expect_core(&r, (expr[]){z, other, expr_not(r.pool, z)}, 3, 0, 2);
    expect_core(&r, (expr[]){small, expr_false(r.pool), big}, 3, 1, 1);
    /* conjunctions are split inside, but the core speaks of what was given */
    expr both = expr_and(r.pool, other, small);
    expect_core(&r, (expr[]){z, both, other, big}, 4, 1, 3);
    expect_core(&r, (expr[]){z, expr_and(r.pool, both, big)}, 2, 1, 1);
    assert_int_equal(ask(&r, (expr[]){both, z}, 2), ANSWER_SAT);
    rig_release(&r);
}

static void test_trivial(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    expr yes = expr_true(r.pool);
    assert_int_equal(ask(&r, NULL, 0), ANSWER_SAT);
    assert_int_equal(ask(&r, &yes, 1), ANSWER_SAT);
    rig_release(&r);
}

/* ---- contexts ----------------------------------------------------------------------------- */

/* Bounds on three words; the true answer is known by arithmetic. */
static void test_reuse(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    expr x[3];
    for (int i = 0; i < 3; i++) x[i] = expr_sym(r.pool, 16, "x");
    struct rng rng;
    rng_init(&rng, 5);
    for (int q = 0; q < (int)effort(1000, 5000); q++) {
        uint64_t low[3] = {0}, high[3] = {65535, 65535, 65535};
        expr c[8];
        uint32_t n = 1 + (uint32_t)rng_below(&rng, 8);
        for (uint32_t i = 0; i < n; i++) {
            uint64_t k = rng_below(&rng, 200), which = rng_below(&rng, 3);
            expr bound = num(&r, 16, k);
            bool up = rng_below(&rng, 2);
            c[i] = up ? expr_ule(r.pool, bound, x[which]) : expr_ule(r.pool, x[which], bound);
            if (up && k > low[which]) low[which] = k;
            if (!up && k < high[which]) high[which] = k;
        }
        bool sat = low[0] <= high[0] && low[1] <= high[1] && low[2] <= high[2];
        assert_int_equal(ask(&r, c, n), sat ? ANSWER_SAT : ANSWER_UNSAT);
    }
    assert_true(r.ctx.stats.bitblast_contexts < 500);
    rig_release(&r);
}

static void test_dropping(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    r.ctx.opt.bitblast_contexts = 2;
    expr x[10], y[10];
    for (int i = 0; i < 10; i++) {
        x[i] = expr_sym(r.pool, 16, "x");
        y[i] = expr_sym(r.pool, 16, "y");
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 10; i++) {
            expr product = expr_mul(r.pool, x[i], y[i]);
            expr c[] = {expr_eq(r.pool, product, num(&r, 16, 12345)),
                        expr_ult(r.pool, x[i], y[i]), expr_eq(r.pool, x[i], num(&r, 16, 2))};
            assert_int_equal(ask(&r, c, 2), ANSWER_SAT);
            assert_int_equal(ask(&r, c, 3), ANSWER_UNSAT);
        }
    }
    assert_true(r.ctx.stats.bitblast_dropped >= 8);
    assert_true(r.ctx.stats.bitblast_contexts - r.ctx.stats.bitblast_dropped <= 2);
    rig_release(&r);
}

static expr kept_constraint;
static void mark_kept(struct expr_pool *pool, void *owner) {
    (void)owner;
    expr_mark(pool, kept_constraint);
}

/* Freed ids come back as other expressions and must not be taken for the old. */
static void test_collection(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    expr x = expr_sym(r.pool, 32, "x");
    kept_constraint = expr_ult(r.pool, x, num(&r, 32, 1000));
    expr_pool_add_scanner(r.pool, mark_kept, NULL);
    for (uint32_t i = 0; i < 200; i++) {
        expr c[] = {kept_constraint, expr_eq(r.pool, expr_mul(r.pool, x, num(&r, 32, 3)),
                                             num(&r, 32, 3 * (900 + i)))};
        /* 3 is odd: the only solution is x = 900 + i */
        assert_int_equal(ask(&r, c, 2), i < 100 ? ANSWER_SAT : ANSWER_UNSAT);
        assert_true(expr_collect(r.pool) > 0);
    }
    expr_pool_remove_scanner(r.pool, mark_kept, NULL);
    rig_release(&r);
}

/* ---- budgets --------------------------------------------------------------------------------- */

/* The product of two primes of 32 bits, as the product of two words. */
static void make_hard(struct rig *r, expr *c) {
    expr x = expr_zext(r->pool, expr_sym(r->pool, 32, "x"), 64);
    expr y = expr_zext(r->pool, expr_sym(r->pool, 32, "y"), 64);
    c[0] = expr_eq(r->pool, expr_mul(r->pool, x, y), num(r, 64, 2654435761ull * 3037000493ull));
    c[1] = expr_ult(r->pool, num(r, 64, 1), x);
    c[2] = expr_ult(r->pool, x, y);
}

static void test_time_budget(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    expr c[3];
    make_hard(&r, c);
    uint64_t start = clock_ns();
    struct model *m = NULL;
    assert_int_equal(r.be->check(r.be, c, 3, (struct budget){.seconds = 0.5}, &m, NULL),
                     ANSWER_UNKNOWN);
    assert_null(m);
    double took = (double)(clock_ns() - start) / 1e9;
    assert_true(took >= 0.4 && took < 5);
    /* what follows is not disturbed */
    assert_int_equal(ask(&r, c + 1, 2), ANSWER_SAT);
    assert_int_equal(r.ctx.stats.bitblast_unknown, 1);
    rig_release(&r);
}

static void test_tick_budget(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    expr c[3];
    make_hard(&r, c);
    assert_int_equal(r.be->check(r.be, c, 3, (struct budget){.ticks = 100}, NULL, NULL),
                     ANSWER_UNKNOWN);
    assert_int_equal(r.ctx.stats.bitblast_hard, 0);
    assert_int_equal(r.be->check(r.be, c, 3, (struct budget){.ticks = 5000}, NULL, NULL),
                     ANSWER_UNKNOWN);
    assert_int_equal(r.ctx.stats.bitblast_hard, 1);
    assert_int_equal(ask(&r, c + 1, 2), ANSWER_SAT);
    rig_release(&r);
}

static void test_too_large(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    r.ctx.opt.bitblast_max_vars = 20000;
    expr x = expr_sym(r.pool, 4096, "x"), y = expr_sym(r.pool, 4096, "y");
    expr c[] = {expr_ult(r.pool, x, y),
                expr_eq(r.pool, expr_mul(r.pool, x, y), expr_const(r.pool, 4096, 77))};
    assert_int_equal(r.be->check(r.be, c, 2, NO_LIMIT, NULL, NULL), ANSWER_UNKNOWN);
    assert_int_equal(ask(&r, c, 1), ANSWER_SAT);
    rig_release(&r);
}

static void test_interrupt(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    volatile sig_atomic_t interrupted = 1;
    r.ctx.limits.interrupted = &interrupted;
    expr c[3];
    make_hard(&r, c);
    assert_int_equal(r.be->check(r.be, c, 3, NO_LIMIT, NULL, NULL), ANSWER_UNKNOWN);
    rig_release(&r);
}

/* ---- guards ------------------------------------------------------------------------------------ */

static void test_guards(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    expr d = expr_sym(r.pool, 1, "d"), e = expr_sym(r.pool, 1, "e"), x = expr_sym(r.pool, 8, "x");
    expr guarded = expr_guard(r.pool, d, expr_add(r.pool, x, num(&r, 8, 1)));
    expr c[] = {expr_eq(r.pool, guarded, num(&r, 8, 5)), e, expr_eq(r.pool, x, num(&r, 8, 9)), d};
    /* open: the guarded value is free */
    assert_int_equal(r.be->check(r.be, c, 3, NO_LIMIT, NULL, NULL), ANSWER_SAT);
    vec_u32 core = {0};
    assert_int_equal(r.be->check(r.be, c, 4, NO_LIMIT, NULL, &core), ANSWER_UNSAT);
    assert_int_equal(core.len, 3);
    assert_int_equal(core.data[0], 0);
    assert_int_equal(core.data[1], 2);
    assert_int_equal(core.data[2], 3);
    vec_release(&core);
    c[2] = expr_eq(r.pool, x, num(&r, 8, 4));
    assert_int_equal(ask(&r, c, 4), ANSWER_SAT);
    rig_release(&r);
}

/* ---- arrays ------------------------------------------------------------------------------------ */

enum { TABLE = 6000 };

static void test_large_table(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    static uint64_t elems[TABLE];
    for (uint64_t i = 0; i < TABLE; i++) elems[i] = i * i % 65521;
    expr table = expr_array_const(r.pool, 32, 16, elems, TABLE);
    expr x = expr_sym(r.pool, 32, "x"), read = expr_read(r.pool, table, x);
    expr c[] = {expr_eq(r.pool, read, num(&r, 16, 5000 * 5000 % 65521)),
                expr_ult(r.pool, num(&r, 32, 4000), x), expr_ult(r.pool, x, num(&r, 32, TABLE))};
    assert_int_equal(ask(&r, c, 3), ANSWER_SAT);
    /* past the end everything is 0 */
    expr past[] = {expr_ule(r.pool, num(&r, 32, TABLE), x), expr_ne(r.pool, read, num(&r, 16, 0))};
    assert_int_equal(ask(&r, past, 2), ANSWER_UNSAT);
    /* 17 is no square modulo 65521, or has roots of its own: look */
    bool there = false;
    for (int i = 0; i < TABLE; i++) there |= elems[i] == 17;
    expr seventeen[] = {expr_eq(r.pool, read, num(&r, 16, 17))};
    assert_int_equal(ask(&r, seventeen, 1), there ? ANSWER_SAT : ANSWER_UNSAT);
    assert_true(r.ctx.stats.bitblast_lemmas > 0);
    rig_release(&r);
}

static void test_many_reads(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    enum { N = 30 };
    expr a = expr_array_sym(r.pool, 32, 8, "a"), index[N], c[2 * N + 2];
    uint32_t n = 0;
    for (uint32_t i = 0; i < N; i++) {
        index[i] = expr_sym(r.pool, 32, "i");
        c[n++] = expr_ult(r.pool, index[i], num(&r, 32, 60));
        c[n++] = expr_eq(r.pool, expr_read(r.pool, a, index[i]), num(&r, 8, i % 20));
    }
    assert_int_equal(ask(&r, c, n), ANSWER_SAT);
    c[n] = expr_eq(r.pool, index[0], index[N - 1]); /* 0 and 9 */
    assert_int_equal(ask(&r, c, n + 1), ANSWER_UNSAT);
    c[n] = expr_eq(r.pool, index[0], index[20]); /* 0 and 0 */
    assert_int_equal(ask(&r, c, n + 1), ANSWER_SAT);
    rig_release(&r);
}

/* A chain of stores far longer than what is expanded at once. */
static void test_long_chain(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    expr a = expr_array_sym(r.pool, 16, 16, "a"), base = expr_sym(r.pool, 16, "base");
    for (uint64_t i = 0; i < 120; i++)
        a = expr_store(r.pool, a, expr_add(r.pool, base, num(&r, 16, i)), num(&r, 16, 1000 + i));
    expr i = expr_sym(r.pool, 16, "i"), read = expr_read(r.pool, a, i);
    expr c[] = {expr_eq(r.pool, base, num(&r, 16, 7000)), expr_eq(r.pool, i, num(&r, 16, 7003)),
                expr_eq(r.pool, read, num(&r, 16, 1003))};
    assert_int_equal(ask(&r, c, 3), ANSWER_SAT);
    c[2] = expr_not(r.pool, c[2]);
    assert_int_equal(ask(&r, c, 3), ANSWER_UNSAT);
    c[1] = expr_eq(r.pool, i, num(&r, 16, 6999)); /* below all stores: free */
    assert_int_equal(ask(&r, c, 3), ANSWER_SAT);
    expr inside[] = {expr_ult(r.pool, expr_sub(r.pool, i, base), num(&r, 16, 120)),
                     expr_ne(r.pool, expr_sub(r.pool, read, num(&r, 16, 1000)),
                             expr_sub(r.pool, i, base))};
    assert_int_equal(ask(&r, inside, 2), ANSWER_UNSAT);
    rig_release(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_count_ones),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_cores),       cmocka_unit_test(test_trivial),
        cmocka_unit_test(test_reuse),       cmocka_unit_test(test_dropping),
        cmocka_unit_test(test_collection),  cmocka_unit_test(test_time_budget),
        cmocka_unit_test(test_tick_budget), cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_interrupt),   cmocka_unit_test(test_guards),
        cmocka_unit_test(test_large_table), cmocka_unit_test(test_many_reads),
        cmocka_unit_test(test_long_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
