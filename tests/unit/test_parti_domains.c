/* PARTI by example: what is learned, kept, shared and answered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "base/mem.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/relate.h"
#include "solver/parti.h"
#include "solver/parti/internal.h"

struct fixture {
    struct context ctx;
    struct expr_pool *pool;
    struct parti *p;
    struct domains *d;
};

static struct fixture begin(void) {
    struct fixture f;
    context_init(&f.ctx);
    f.pool = expr_pool_new();
    f.p = parti_new(&f.ctx, f.pool);
    f.d = domains_new(f.p);
    return f;
}

static void end(struct fixture *f) {
    domains_release(f->d);
    parti_free(f->p);
    expr_pool_free(f->pool);
    context_release(&f->ctx);
    assert_int_equal(mem_live_bytes(), 0);
}

static void learn(struct fixture *f, expr c) {
    struct domains *next = parti_learn(f->p, f->d, c);
    domains_release(f->d);
    f->d = next;
    domains_check(f->d);
}

static enum parti_result ask(struct fixture *f, expr cond) {
    return parti_decide(f->p, f->d, cond, NULL, NULL);
}

static expr word(struct fixture *f, uint64_t v) { return expr_const(f->pool, 32, v); }

/* The paper's example: x in 3..9, y - 4 <= 1, is x + y == 10? */
static void test_paper_example(void **state) {
    (void)state;
    struct fixture f = begin();
    expr x = expr_sym(f.pool, 32, "x"), y = expr_sym(f.pool, 32, "y");
    learn(&f, expr_ule(f.pool, word(&f, 3), x));
    learn(&f, expr_ule(f.pool, x, word(&f, 9)));
    learn(&f, expr_ule(f.pool, expr_sub(f.pool, y, word(&f, 4)), word(&f, 1)));
    assert_true(domains_exact(f.d));
    expr ten = expr_eq(f.pool, expr_add(f.pool, x, y), word(&f, 10));
    struct model *yes = NULL, *no = NULL;
    assert_int_equal(parti_decide(f.p, f.d, ten, &yes, &no), PARTI_BOTH);
    assert_true(model_holds(yes, f.pool, ten) && !model_holds(no, f.pool, ten));
    model_release(yes);
    model_release(no);
    assert_int_equal(ask(&f, expr_eq(f.pool, expr_add(f.pool, x, y), word(&f, 20))), PARTI_FALSE);
    assert_int_equal(ask(&f, expr_ult(f.pool, expr_add(f.pool, x, y), word(&f, 15))), PARTI_TRUE);
    uint64_t min, max;
    assert_true(parti_range(f.p, f.d, expr_add(f.pool, x, y), &min, &max));
    assert_true(min == 7 && max == 14);
    end(&f);
}

/* A constraint over two inputs takes exactness from these two only. */
static void test_exactness_per_variable(void **state) {
    (void)state;
    struct fixture f = begin();
    expr x = expr_sym(f.pool, 32, "x"), y = expr_sym(f.pool, 32, "y"), z = expr_sym(f.pool, 32, "z");
    learn(&f, expr_ult(f.pool, x, y));
    assert_false(domains_exact(f.d));
    expr small = expr_ult(f.pool, z, word(&f, 5));
    assert_int_equal(ask(&f, small), PARTI_BOTH);
    expr cond = expr_ult(f.pool, x, word(&f, 5));
    assert_int_equal(ask(&f, cond), PARTI_UNKNOWN);
    assert_int_equal(ask(&f, expr_eq(f.pool, x, word(&f, UINT32_MAX))), PARTI_FALSE);
    /* With a model at hand the other side is found, and y is kept right. */
    struct model *hint = model_new(), *yes = NULL, *no = NULL;
    model_set(hint, expr_symbol(f.pool, x), 2);
    model_set(hint, expr_symbol(f.pool, y), 3);
    assert_int_equal(parti_decide_near(f.p, f.d, cond, hint, &yes, &no), PARTI_BOTH);
    assert_true(model_holds(yes, f.pool, cond) && !model_holds(no, f.pool, cond));
    assert_true(model_holds(no, f.pool, expr_ult(f.pool, x, y)));
    model_release(hint);
    model_release(yes);
    model_release(no);
    /* Once y is fixed the constraint is about x alone, and captured. */
    learn(&f, expr_eq(f.pool, y, word(&f, 9)));
    assert_true(domains_exact(f.d));
    assert_int_equal(ask(&f, cond), PARTI_BOTH);
    assert_int_equal(ask(&f, expr_ult(f.pool, x, word(&f, 9))), PARTI_TRUE);
    end(&f);
}

/* Bits of a flag word, which no few intervals can express. */
static void test_flags(void **state) {
    (void)state;
    struct fixture f = begin();
    expr x = expr_sym(f.pool, 32, "flags"), zero = word(&f, 0);
    expr four = expr_ne(f.pool, expr_and(f.pool, x, word(&f, 4)), zero);
    expr forty = expr_ne(f.pool, expr_and(f.pool, x, word(&f, 0x40)), zero);
    expr mixed = expr_eq(f.pool, expr_and(f.pool, x, word(&f, 0x844)), word(&f, 0x844));
    assert_int_equal(ask(&f, four), PARTI_BOTH);
    learn(&f, four);
    assert_int_equal(ask(&f, four), PARTI_TRUE);
    assert_int_equal(ask(&f, forty), PARTI_BOTH);
    learn(&f, expr_not(f.pool, forty));
    assert_int_equal(ask(&f, mixed), PARTI_FALSE);
    assert_true(domains_exact(f.d));
    assert_int_equal(ask(&f, expr_ult(f.pool, x, word(&f, 4))), PARTI_FALSE);
    end(&f);
}

static void test_tables(void **state) {
    (void)state;
    struct fixture f = begin();
    uint64_t squares[16];
    for (uint64_t i = 0; i < 16; i++) squares[i] = i * i;
    expr table = expr_array_const(f.pool, 32, 16, squares, 16);
    expr i = expr_sym(f.pool, 32, "i"), at = expr_read(f.pool, table, i);
    learn(&f, expr_ult(f.pool, i, word(&f, 16)));
    expr c = expr_ult(f.pool, at, expr_const(f.pool, 16, 50));
    assert_int_equal(ask(&f, expr_eq(f.pool, at, expr_const(f.pool, 16, 50))), PARTI_FALSE);
    assert_int_equal(ask(&f, c), PARTI_BOTH);
    learn(&f, c);
    assert_true(domains_exact(f.d));
    assert_int_equal(ask(&f, expr_ult(f.pool, i, word(&f, 8))), PARTI_TRUE);
    assert_int_equal(ask(&f, expr_ult(f.pool, i, word(&f, 7))), PARTI_BOTH);
    end(&f);
}

/* Elements of an unknown array are variables; an unknown index binds them all. */
static void test_unknown_arrays(void **state) {
    (void)state;
    struct fixture f = begin();
    expr a = expr_array_sym(f.pool, 32, 8, "a"), i = expr_sym(f.pool, 32, "i");
    expr first = expr_read(f.pool, a, word(&f, 0)), second = expr_read(f.pool, a, word(&f, 1));
    expr ten = expr_const(f.pool, 8, 10);
    learn(&f, expr_ult(f.pool, first, ten));
    assert_true(domains_exact(f.d));
    assert_int_equal(ask(&f, expr_ult(f.pool, first, expr_const(f.pool, 8, 20))), PARTI_TRUE);
    struct model *yes = NULL;
    expr big = expr_ult(f.pool, ten, second);
    assert_int_equal(parti_decide(f.p, f.d, big, &yes, NULL), PARTI_BOTH);
    assert_true(model_holds(yes, f.pool, big) && model_holds(yes, f.pool, expr_ult(f.pool, first, ten)));
    model_release(yes);
    learn(&f, expr_eq(f.pool, expr_read(f.pool, a, i), ten));
    assert_false(domains_exact(f.d));
    assert_int_equal(ask(&f, big), PARTI_UNKNOWN);
    assert_int_equal(ask(&f, expr_ult(f.pool, first, expr_const(f.pool, 8, 20))), PARTI_TRUE);
    end(&f);
}

/* More holes than intervals: still sound, and no longer claimed exact. */
static void test_cap(void **state) {
    (void)state;
    struct fixture f = begin();
    expr x = expr_sym(f.pool, 32, "x");
    for (uint64_t i = 0; i < 3 * MSET_CAP; i++)
        learn(&f, expr_ne(f.pool, x, word(&f, 10 * i * i)));
    assert_false(domains_exact(f.d));
    assert_int_equal(ask(&f, expr_eq(f.pool, x, word(&f, 0))), PARTI_FALSE);
    assert_true(ask(&f, expr_eq(f.pool, x, word(&f, 5))) != PARTI_FALSE);
    assert_true(ask(&f, expr_ult(f.pool, x, word(&f, 1u << 20))) != PARTI_TRUE);
    const struct mset *set = domains_set(f.d, vars_symbol(&f.p->vars, expr_symbol(f.pool, x)));
    assert_true(set->n <= MSET_CAP && mset_contains(set, 5) && mset_contains(set, 7));
    end(&f);
}

/* A parent's domains do not change with its child's. */
static void test_sharing(void **state) {
    (void)state;
    struct fixture f = begin();
    enum { N = 300 };
    expr x[N];
    for (int i = 0; i < N; i++) {
        x[i] = expr_sym(f.pool, 32, "x");
        learn(&f, expr_ult(f.pool, x[i], word(&f, 100 + (uint64_t)i)));
    }
    struct domains *parent = domains_retain(f.d);
    size_t before = mem_live_bytes();
    learn(&f, expr_ult(f.pool, x[7], word(&f, 5)));
    assert_true(mem_live_bytes() - before < 2000); /* not all 300 */
    assert_int_equal(ask(&f, expr_ult(f.pool, x[7], word(&f, 5))), PARTI_TRUE);
    assert_int_equal(parti_decide(f.p, parent, expr_ult(f.pool, x[7], word(&f, 5)), NULL, NULL), PARTI_BOTH);
    for (int i = 0; i < N; i++)
        assert_int_equal(ask(&f, expr_ult(f.pool, x[i], word(&f, 100 + (uint64_t)i))), PARTI_TRUE);
    domains_release(parent);
    end(&f);
}

/* Deep and heavily shared expressions neither overflow the stack nor take long. */
static void test_deep(void **state) {
    (void)state;
    struct fixture f = begin();
    expr x = expr_sym(f.pool, 32, "x"), y = expr_sym(f.pool, 32, "y"), e = x;
    for (int i = 0; i < 100000; i++)
        e = expr_xor(f.pool, expr_udiv(f.pool, e, expr_or(f.pool, y, word(&f, 3))), word(&f, 12345));
    expr cond = expr_eq(f.pool, e, word(&f, 77));
    assert_int_equal(ask(&f, cond), PARTI_UNKNOWN);
    learn(&f, cond);
    assert_false(domains_empty(f.d) || domains_exact(f.d));
    expr shared = x;
    for (int i = 0; i < 200; i++) shared = expr_mul(f.pool, expr_add(f.pool, shared, y), shared);
    learn(&f, expr_ult(f.pool, shared, word(&f, 1000)));
    assert_int_equal(ask(&f, expr_ule(f.pool, shared, shared)), PARTI_TRUE);
    end(&f);
}

static void test_wide_words(void **state) {
    (void)state;
    struct fixture f = begin();
    expr x = expr_sym(f.pool, 128, "x"), y = expr_sym(f.pool, 128, "y");
    expr cond = expr_ult(f.pool, x, y);
    assert_int_equal(ask(&f, cond), PARTI_UNKNOWN);
    learn(&f, cond);
    expr low = expr_extract(f.pool, x, 0, 32);
    assert_int_equal(ask(&f, expr_ult(f.pool, low, word(&f, 5))), PARTI_UNKNOWN);
    end(&f);
}

/* Constraints that wait survive a collection of the pool. */
static void test_collection(void **state) {
    (void)state;
    struct fixture f = begin();
    expr x = expr_sym(f.pool, 32, "x"), y = expr_sym(f.pool, 32, "y");
    learn(&f, expr_ult(f.pool, expr_mul(f.pool, x, y), word(&f, 100)));
    learn(&f, expr_ult(f.pool, x, y));
    expr_collect(f.pool);
    for (uint64_t i = 0; i < 50; i++) expr_add(f.pool, x, word(&f, 1000 + i));
    learn(&f, expr_eq(f.pool, y, word(&f, 6)));
    assert_int_equal(ask(&f, expr_ult(f.pool, x, word(&f, 6))), PARTI_TRUE);
    assert_int_equal(ask(&f, expr_eq(f.pool, x, word(&f, 3))), PARTI_BOTH);
    assert_true(domains_exact(f.d));
    end(&f);
}

static void test_contradiction(void **state) {
    (void)state;
    struct fixture f = begin();
    expr x = expr_sym(f.pool, 32, "x"), y = expr_sym(f.pool, 32, "y");
    learn(&f, expr_ult(f.pool, x, y));
    learn(&f, expr_ult(f.pool, y, word(&f, 10)));
    assert_int_equal(ask(&f, expr_ult(f.pool, word(&f, 8), x)), PARTI_FALSE);
    learn(&f, expr_ult(f.pool, word(&f, 8), x));
    assert_true(domains_empty(f.d));
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper_example),
        cmocka_unit_test(test_exactness_per_variable),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_unknown_arrays),
        cmocka_unit_test(test_cap),
        cmocka_unit_test(test_sharing),
        cmocka_unit_test(test_deep),
        cmocka_unit_test(test_wide_words),
        cmocka_unit_test(test_collection),
        cmocka_unit_test(test_contradiction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
