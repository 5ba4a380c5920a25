/* Arcs: where a word lies between constants, modulo 2^width (cond/arc.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "cond/arc.h"
#include "expr/arith.h"
#include "expr/build.h"
#include "expr/keep.h"
#include "expr/model.h"

enum { WIDTH = 8, VALUES = 1 << WIDTH };

static bool is_on(const struct arc *a, uint64_t v) {
    uint64_t m = arc_mask(WIDTH);
    return ((v - a->lo) & m) <= ((a->hi - a->lo) & m);
}

/* arc_cond and arc_of are inverse, for every value: also where the arc passes zero. */
static void conditions_and_arcs_say_the_same(void **unused) {
    (void)unused;
    static const struct {
        uint64_t lo, hi;
    } ends[] = {{3, 9}, {0, 0}, {250, 4}, {0, 127}, {128, 255}, {77, 77}};
    struct expr_pool *pool = expr_pool_new();
    expr x = expr_sym(pool, WIDTH, "x");
    for (uint32_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct arc a = {x, ends[i].lo, ends[i].hi}, back;
        expr cond = arc_cond(pool, &a);
        for (uint64_t v = 0; v < VALUES; v++) {
            struct model *m = model_new();
            model_set(m, expr_symbol(pool, x), v);
            assert_int_equal(model_eval(m, pool, cond), is_on(&a, v));
            model_release(m);
        }
        if (!arc_of(pool, cond, &back)) continue; /* an equality is kept as such */
        assert_true(expr_same(back.word, x));
        for (uint64_t v = 0; v < VALUES; v++) assert_int_equal(is_on(&back, v), is_on(&a, v));
    }
    expr_pool_free(pool);
    assert_int_equal(mem_live_bytes(), 0);
}

/* What is left is around the value, and on both arcs: never more than either said. */
static void narrowing_stays_on_both_arcs(void **unused) {
    (void)unused;
    struct arc one = {.lo = 240, .hi = 40}, two = {.lo = 10, .hi = 250};
    for (uint64_t v = 0; v < VALUES; v++) {
        struct arc a = one;
        if (!is_on(&one, v) || !is_on(&two, v)) continue;
        arc_narrow(&a, &two, v, arc_mask(WIDTH));
        assert_true(is_on(&a, v));
        for (uint64_t w = 0; w < VALUES; w++)
            if (is_on(&a, w)) assert_true(is_on(&one, w) && is_on(&two, w));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_and_arcs_say_the_same),
        cmocka_unit_test(narrowing_stays_on_both_arcs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
