/* Comparison of polynomials: identities, and random polynomials against
 * evaluation at all points. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include "base/mem.h"
#include "base/rng.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/pool.h"
#include "solver/bitblast/blaster.h"

/* Unsimplified nodes: the constructors may know some of these identities too. */
static expr op2(struct expr_pool *p, enum expr_op op, expr a, expr b) {
    return expr_intern(p, op, expr_width(p, a), 0, a, b, EXPR_NONE);
}
static expr op1(struct expr_pool *p, enum expr_op op, expr a) {
    return expr_intern(p, op, expr_width(p, a), 0, a, EXPR_NONE, EXPR_NONE);
}
static expr add(struct expr_pool *p, expr a, expr b) { return op2(p, EXPR_ADD, a, b); }
static expr mul(struct expr_pool *p, expr a, expr b) { return op2(p, EXPR_MUL, a, b); }

static void check_identities(uint32_t w) {
    struct expr_pool *p = expr_pool_new();
    expr x = expr_sym(p, w, "x"), y = expr_sym(p, w, "y"), z = expr_sym(p, w, "z");
    expr one = expr_const(p, w, 1), minus = op1(p, EXPR_NEG, one);
    expr square = mul(p, x, x), left = mul(p, add(p, x, one), add(p, x, minus));
    assert_int_equal(poly_compare(p, left, add(p, square, minus)), POLY_EQUAL);
    assert_int_equal(poly_compare(p, left, square), POLY_DIFFERENT);
    assert_int_equal(poly_compare(p, left, add(p, square, x)), POLY_OPEN);
    assert_int_equal(poly_compare(p, mul(p, x, add(p, y, z)), add(p, mul(p, z, x), mul(p, x, y))),
                     POLY_EQUAL);
    assert_int_equal(poly_compare(p, mul(p, mul(p, x, y), z), mul(p, y, mul(p, z, x))), POLY_EQUAL);
    /* ~x + 1 = -x */
    assert_int_equal(poly_compare(p, add(p, op1(p, EXPR_NOT, x), one), op1(p, EXPR_NEG, x)),
                     POLY_EQUAL);
    assert_int_equal(poly_compare(p, x, y), POLY_OPEN);
    expr_pool_free(p);
}

static void test_identities(void **state) {
    (void)state;
    check_identities(2);
    check_identities(31);
    check_identities(64);
    assert_int_equal(mem_live_bytes(), 0);
}

/* What does not fit is left alone, not cut. */
static void test_too_large(void **state) {
    (void)state;
    struct expr_pool *p = expr_pool_new();
    expr product = expr_const(p, 32, 1), other = product;
    for (int i = 0; i < 12; i++) {
        expr x = expr_sym(p, 32, "x");
        product = mul(p, product, add(p, x, expr_const(p, 32, 3)));
        other = mul(p, add(p, x, expr_const(p, 32, 3)), other);
    }
    assert_int_equal(poly_compare(p, product, product), POLY_EQUAL);
    assert_int_equal(poly_compare(p, product, add(p, product, expr_const(p, 32, 7))),
                     POLY_DIFFERENT);
    assert_int_not_equal(poly_compare(p, product, other), POLY_DIFFERENT);
    expr_pool_free(p);
    assert_int_equal(mem_live_bytes(), 0);
}

enum { WIDTH = 3, POINTS = 1 << 2 * WIDTH };

static expr random_poly(struct expr_pool *p, struct rng *rng, const expr *syms, int depth) {
    if (depth == 0 || rng_below(rng, 5) == 0)
        return rng_below(rng, 3) ? syms[rng_below(rng, 2)] : expr_const(p, WIDTH, rng_next(rng));
    expr a = random_poly(p, rng, syms, depth - 1);
    switch (rng_below(rng, 6)) {
    case 0: return op1(p, EXPR_NEG, a);
    case 1: return op1(p, EXPR_NOT, a);
    case 2:
    case 3: return add(p, a, random_poly(p, rng, syms, depth - 1));
    default: return mul(p, a, random_poly(p, rng, syms, depth - 1));
    }
}

static int count_equal(struct expr_pool *p, const expr *syms, expr a, expr b) {
    int equal = 0;
    for (uint64_t point = 0; point < POINTS; point++) {
        struct model *m = model_new();
        model_set(m, expr_symbol(p, syms[0]), point & ((1 << WIDTH) - 1));
        model_set(m, expr_symbol(p, syms[1]), point >> WIDTH);
        equal += model_eval(m, p, a) == model_eval(m, p, b);
        model_release(m);
    }
    return equal;
}

static void test_random(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 11);
    int decided[3] = {0};
    for (int i = 0; i < 10000; i++) {
        struct expr_pool *p = expr_pool_new();
        expr syms[] = {expr_sym(p, WIDTH, "x"), expr_sym(p, WIDTH, "y")};
        expr a = random_poly(p, &rng, syms, 3), b = random_poly(p, &rng, syms, 3);
        enum poly_answer answer = poly_compare(p, a, b);
        decided[answer]++;
        if (answer == POLY_EQUAL) assert_int_equal(count_equal(p, syms, a, b), POINTS);
        if (answer == POLY_DIFFERENT) assert_int_equal(count_equal(p, syms, a, b), 0);
        expr_pool_free(p);
    }
    assert_true(decided[POLY_EQUAL] > 5 && decided[POLY_DIFFERENT] > 5);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_identities),
                                       cmocka_unit_test(test_too_large),
                                       cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
