/* Queries end soon after the run's deadline or an interrupt, with no answer. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/context.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/relate.h"
#include "solver/backend.h"

static volatile sig_atomic_t interrupted;

static void on_alarm(int sig) {
    (void)sig;
    interrupted = 1;
}

/* A long chain of products and remainders that must have a given end: nobody can say. */
static expr riddle(struct expr_pool *pool, int steps) {
    expr x = expr_sym(pool, 64, "x"), h = expr_const(pool, 64, 1);
    for (int i = 0; i < steps; i++) {
        expr part = expr_lshr(pool, x, expr_const(pool, 64, (uint64_t)i % 64));
        h = expr_mul(pool, expr_xor(pool, h, part), expr_add(pool, x, expr_const(pool, 64, 1099511628211u)));
        h = expr_urem(pool, h, expr_or(pool, x, expr_const(pool, 64, 1)));
    }
    return expr_eq(pool, h, expr_const(pool, 64, 12345));
}

/* Seconds that the back end takes; it must not know the answer. */
static double ask(struct backend *(*make)(struct context *, struct expr_pool *), int steps, bool by_signal) {
    struct context ctx;
    context_init(&ctx);
    struct expr_pool *pool = expr_pool_new();
    struct backend *be = make(&ctx, pool);
    expr e = riddle(pool, steps);
    uint64_t begin = clock_ns();
    struct budget budget = {0, by_signal ? 0 : 1};
    interrupted = 0;
    ctx.limits.interrupted = &interrupted;
    if (by_signal) alarm(1);
    else limits_set(&ctx.limits, 1, 0);
    assert_int_equal(be->check(be, &e, 1, budget, NULL, NULL), ANSWER_UNKNOWN);
    double seconds = (double)(clock_ns() - begin) / 1e9;
    be->free(be);
    expr_pool_free(pool);
    context_release(&ctx);
    return seconds;
}

static struct backend *make_z3(struct context *ctx, struct expr_pool *pool) { return z3_new(ctx, pool, true); }

/* Small enough to be searched, and large enough to be hard to read. The limit is
 * generous, for busy machines; without one these take minutes. */
static void expect_end(struct backend *(*make)(struct context *, struct expr_pool *)) {
    static const int steps[] = {4, 40};
    signal(SIGALRM, on_alarm);
    for (size_t i = 0; i < 2; i++)
        for (int by_signal = 0; by_signal < 2; by_signal++) assert_true(ask(make, steps[i], by_signal) < 10);
}

static void test_bitblast(void **unused) {
    (void)unused;
    expect_end(bitblast_new);
}

static void test_z3(void **unused) {
    (void)unused;
    expect_end(make_z3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bitblast), cmocka_unit_test(test_z3)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
