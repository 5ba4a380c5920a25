/* Lists of conditions: cond/conds.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "cond/conds.h"
#include "expr/arith.h"
#include "expr/expr.h"
#include "expr/keep.h"
#include "expr/relate.h"

static void no_condition_is_true(void **state) {
    (void)state;
    struct expr_pool *pool = expr_pool_new();
    cond_list none = {0};
    assert_true(expr_is_true(pool, conds_all(pool, &none)));
    expr_pool_free(pool);
}

/* Splitting a conjunction and taking all parts together loses nothing. */
static void parts_make_the_whole(void **state) {
    (void)state;
    struct expr_pool *pool = expr_pool_new();
    expr a = expr_sym(pool, 1, "a"), b = expr_sym(pool, 1, "b"), c = expr_sym(pool, 1, "c");
    expr whole = expr_and(pool, expr_and(pool, a, b), c);
    cond_list parts = {0};
    conds_split(pool, whole, &parts);
    assert_int_equal(parts.len, 3);
    assert_true(conds_have(&parts, a) && conds_have(&parts, b) && conds_have(&parts, c));
    assert_false(conds_have(&parts, whole));
    cond_list again = {0};
    conds_split(pool, conds_all(pool, &parts), &again);
    assert_int_equal(again.len, 3);
    for (uint32_t i = 0; i < parts.len; i++) assert_true(conds_have(&again, parts.data[i]));
    vec_release(&parts);
    vec_release(&again);
    expr_pool_free(pool);
}

/* An and of words is no conjunction of conditions; what is true says nothing. */
static void only_conditions_are_split(void **state) {
    (void)state;
    struct expr_pool *pool = expr_pool_new();
    expr word = expr_and(pool, expr_sym(pool, 32, "x"), expr_sym(pool, 32, "y"));
    expr cond = expr_eq(pool, word, expr_const(pool, 32, 0));
    cond_list parts = {0}, all = {0};
    conds_split(pool, expr_true(pool), &parts);
    assert_int_equal(parts.len, 0);
    conds_split(pool, cond, &parts);
    assert_int_equal(parts.len, 1);
    conds_append(&all, &parts);
    conds_append(&all, &parts);
    assert_int_equal(all.len, 2);
    vec_release(&parts);
    vec_release(&all);
    expr_pool_free(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_condition_is_true),
        cmocka_unit_test(parts_make_the_whole),
        cmocka_unit_test(only_conditions_are_split),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
