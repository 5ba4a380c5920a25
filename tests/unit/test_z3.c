/* Z3 as a back end, in both modes: models, cores, wide words, arrays, guards,
 * budgets, errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>
#include <stdio.h>

#include "base/context.h"
#include "base/mem.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/pool.h"
#include "expr/relate.h"
#include "solver/backend.h"
#include "solver/z3_terms.h"

struct rig {
    struct context ctx;
    struct expr_pool *pool;
    struct backend *be;
};

static const struct budget NO_LIMIT = {0};

static void rig_init(struct rig *r, bool incremental) {
    context_init(&r->ctx);
    r->pool = expr_pool_new();
    r->be = z3_new(&r->ctx, r->pool, incremental);
}

static void rig_release(struct rig *r) {
    r->be->free(r->be);
    expr_pool_free(r->pool);
    context_release(&r->ctx);
    assert_int_equal(mem_live_bytes(), 0);
}

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

static void check_cores(bool incremental) {
    struct rig r;
    rig_init(&r, incremental);
    expr x = expr_sym(r.pool, 32, "x"), y = expr_sym(r.pool, 32, "y");
    expr c[] = {expr_ult(r.pool, x, num(&r, 32, 5)), expr_eq(r.pool, y, num(&r, 32, 3)),
                expr_ult(r.pool, num(&r, 32, 10), x)};
    vec_u32 core = {0};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(r.be->check(r.be, c, 3, NO_LIMIT, NULL, &core), ANSWER_UNSAT);
        assert_int_equal(core.len, 2);
        assert_int_equal(core.data[0], 0);
        assert_int_equal(core.data[1], 2);
        assert_int_equal(ask(&r, c, 2), ANSWER_SAT);
        assert_int_equal(ask(&r, c + 1, 2), ANSWER_SAT);
    }
    assert_int_equal(r.ctx.stats.z3_contexts, incremental ? 1 : 9);
    vec_release(&core);
    rig_release(&r);
}

/* Too hard for the simple solver: the full one names what it needed as well. */
static void test_hard_core(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r, true);
    struct expr_pool *p = r.pool;
    expr x = expr_sym(p, 40, "x"), y = expr_sym(p, 40, "y"), z = expr_sym(p, 40, "z");
    expr one = expr_const(p, 40, 1), limit = expr_const(p, 40, 1 << 13);
    expr c[] = {expr_ult(p, z, one),       expr_ult(p, one, x), expr_ult(p, x, limit),
                expr_ult(p, z, x),         expr_ult(p, one, y), expr_ult(p, y, limit),
                expr_eq(p, expr_mul(p, x, y), expr_const(p, 40, 16777213)), expr_ult(p, z, y)};
    vec_u32 core = {0};
    assert_int_equal(r.be->check(r.be, c, 8, NO_LIMIT, NULL, &core), ANSWER_UNSAT);
    /* With both factors that small, 1 is none either. */
    assert_int_equal(core.len, 3);
    assert_true(core.data[0] == 2 && core.data[1] == 5 && core.data[2] == 6);
    vec_release(&core);
    rig_release(&r);
}

static void test_cores(void **state) {
    (void)state;
    check_cores(false);
    check_cores(true);
}

static void check_wide(bool incremental) {
    struct rig r;
    rig_init(&r, incremental);
    expr x = expr_sym(r.pool, 200, "x"), b = expr_sym(r.pool, 1, "b");
    uint64_t words[4] = {0x0123456789abcdef, 0xfedcba9876543210, 5, 0x7f};
    expr k = expr_const_wide(r.pool, 200, words);
    expr c[] = {expr_eq(r.pool, expr_add(r.pool, x, expr_const(r.pool, 200, 1)), k), b};
    struct model *m = NULL;
    assert_int_equal(r.be->check(r.be, c, 2, NO_LIMIT, &m, NULL), ANSWER_SAT);
    uint64_t got[4];
    model_get_wide(m, expr_symbol(r.pool, x), got, 4);
    words[0]--;
    assert_memory_equal(got, words, sizeof got);
    assert_int_equal(model_get(m, expr_symbol(r.pool, b)), 1);
    model_release(m);
    rig_release(&r);
}

static void test_wide(void **state) {
    (void)state;
    check_wide(false);
    check_wide(true);
}

static void check_arrays(bool incremental) {
    struct rig r;
    rig_init(&r, incremental);
    expr a = expr_array_sym(r.pool, 32, 8, "a"), bits = expr_array_sym(r.pool, 1, 1, "bits");
    expr i = expr_sym(r.pool, 32, "i"), j = expr_sym(r.pool, 32, "j"), k = expr_sym(r.pool, 1, "k");
    expr stored = expr_store(r.pool, a, i, num(&r, 8, 7));
    expr c[] = {expr_eq(r.pool, expr_read(r.pool, stored, j), num(&r, 8, 9)),
                expr_eq(r.pool, expr_read(r.pool, a, num(&r, 32, 4)), num(&r, 8, 1)),
                expr_read(r.pool, bits, k),
                expr_not(r.pool, expr_read(r.pool, bits, expr_not(r.pool, k))),
                expr_eq(r.pool, i, j)};
    assert_int_equal(ask(&r, c, 4), ANSWER_SAT);
    assert_int_equal(ask(&r, c, 5), ANSWER_UNSAT);
    uint64_t squares[] = {0, 1, 4, 9, 16};
    expr table = expr_array_const(r.pool, 8, 8, squares, 5), t = expr_sym(r.pool, 8, "t");
    expr nine = expr_eq(r.pool, expr_read(r.pool, table, t), num(&r, 8, 9));
    expr ten = expr_eq(r.pool, expr_read(r.pool, table, t), num(&r, 8, 10));
    assert_int_equal(ask(&r, &nine, 1), ANSWER_SAT);
    assert_int_equal(ask(&r, &ten, 1), ANSWER_UNSAT);
    rig_release(&r);
}

static void test_arrays(void **state) {
    (void)state;
    check_arrays(false);
    check_arrays(true);
}

static void check_guards(bool incremental) {
    struct rig r;
    rig_init(&r, incremental);
    expr d = expr_sym(r.pool, 1, "d"), x = expr_sym(r.pool, 8, "x");
    expr guarded = expr_guard(r.pool, d, x);
    expr c[] = {expr_eq(r.pool, guarded, num(&r, 8, 5)), expr_eq(r.pool, x, num(&r, 8, 9)), d};
    assert_int_equal(r.be->check(r.be, c, 2, NO_LIMIT, NULL, NULL), ANSWER_SAT);
    assert_int_equal(ask(&r, c, 3), ANSWER_UNSAT);
    assert_int_equal(ask(&r, c + 1, 2), ANSWER_SAT);
    rig_release(&r);
}

static void test_guards(void **state) {
    (void)state;
    check_guards(false);
    check_guards(true);
}

static void test_budgets(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r, true);
    expr x = expr_zext(r.pool, expr_sym(r.pool, 32, "x"), 64);
    expr y = expr_zext(r.pool, expr_sym(r.pool, 32, "y"), 64);
    expr c[] = {expr_ult(r.pool, num(&r, 64, 1), x), expr_ult(r.pool, x, y),
                expr_eq(r.pool, expr_mul(r.pool, x, y), num(&r, 64, 2654435761ull * 3037000493ull))};
    uint64_t start = clock_ns();
    assert_int_equal(r.be->check(r.be, c, 3, (struct budget){.seconds = 0.5}, NULL, NULL),
                     ANSWER_UNKNOWN);
    assert_true(clock_ns() - start < 10000000000u);
    assert_int_equal(r.be->check(r.be, c, 3, (struct budget){.ticks = 1000}, NULL, NULL),
                     ANSWER_UNKNOWN);
    /* the limits were those queries' only */
    assert_int_equal(ask(&r, c, 2), ANSWER_SAT);
    rig_release(&r);
}

/* An ill-typed term is refused by Z3; the back end must survive that. */
static void test_errors(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r, true);
    expr x = expr_sym(r.pool, 8, "x");
    Z3_config config = Z3_mk_config();
    struct z3_terms terms;
    Z3_context z3 = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(z3, NULL);
    z3_terms_init(&terms, z3, r.pool);
    Z3_ast term = z3_terms_of(&terms, x);
    assert_false(terms.failed);
    z3_terms_keep(&terms, Z3_mk_bvadd(z3, term, Z3_mk_true(z3)));
    assert_true(terms.failed);
    z3_terms_clear(&terms);
    assert_false(terms.failed);
    z3_terms_release(&terms);
    Z3_del_context(z3);
    rig_release(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hard_core), cmocka_unit_test(test_cores),  cmocka_unit_test(test_wide),    cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_guards), cmocka_unit_test(test_budgets), cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
