/* Random expressions, built with the simplifying constructors, against the
 * bit-by-bit reference. SHRIKE_FUZZ=n runs n times as many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/str.h"
#include "expr/keep.h"
#include "expr/print.h"
#include "test_expr_recipe.h"

static struct recipe recipe;
static struct step_value values[RECIPE_STEPS];

static uint64_t effort(void) {
    const char *text = getenv("SHRIKE_FUZZ");
    return text ? strtoull(text, NULL, 10) : 1;
}

/* Prints the smallest failing step: its operator and operands as recipes. */
static void report(uint64_t seed, int i) {
    const struct step *s = &recipe.steps[i];
    fprintf(stderr, "seed %llu step %d: op %d width %u low %u\n", (unsigned long long)seed, i,
            s->op, s->width, s->low);
    struct str text;
    str_init(&text);
    for (int k = 0; k < expr_arity(s->op); k++) {
        str_addf(&text, "  operand %d: ", k);
        expr_print(recipe.pool, recipe.steps[s->kids[k]].e, &text);
        str_add(&text, "\n");
    }
    str_add(&text, "  result: ");
    expr_print(recipe.pool, s->e, &text);
    fprintf(stderr, "%s\n", str_text(&text));
    str_release(&text);
}

static bool step_agrees(struct model *m, int i) {
    const struct step *s = &recipe.steps[i];
    uint64_t words[EXPR_MAX_WIDTH / 64] = {0};
    if (s->width == 0) return true; /* arrays are seen through reads */
    model_eval_wide(m, recipe.pool, s->e, words);
    struct ref got = ref_words(s->width, words);
    if (s->width % 64 && words[s->width / 64] >> (s->width % 64)) return false;
    if (s->width <= 64 && model_eval(m, recipe.pool, s->e) != words[0]) return false;
    return ref_equal(&got, &values[i].bits);
}

/* Compares every `stride`-th step under one random model. */
static uint64_t compare_steps(uint64_t seed, int stride) {
    uint64_t compared = 0;
    struct model *m = model_new();
    recipe_inputs(&recipe, m, values);
    for (int i = 0; i < recipe.len; i++) {
        recipe_eval_step(&recipe, values, i);
        if (i % stride) continue;
        assert_int_equal(recipe.steps[i].width, expr_width(recipe.pool, recipe.steps[i].e));
        if (!step_agrees(m, i)) {
            report(seed, i);
            fail();
        }
        compared++;
    }
    model_release(m);
    return compared;
}

static uint64_t run_recipe(uint64_t seed, uint32_t max_width, bool arrays, int models) {
    struct expr_pool *pool = expr_pool_new();
    uint64_t compared = 0;
    recipe_make(&recipe, pool, seed, max_width, arrays);
    for (int k = 0; k < models; k++) compared += compare_steps(seed, 1);
    expr_pool_check(pool);
    expr_pool_free(pool);
    return compared;
}

static void run_many(uint64_t first, uint64_t count, uint32_t max_width, bool arrays) {
    uint64_t compared = 0;
    for (uint64_t i = 0; i < count * effort(); i++)
        compared += run_recipe(first + i, max_width, arrays, 8);
    print_message("%llu values compared\n", (unsigned long long)compared);
    assert_true(compared > 0);
    assert_int_equal(mem_live_bytes(), 0);
}

static void tiny_widths(void **state) {
    (void)state;
    run_many(1, 1500, 4, false);
}
static void byte_widths(void **state) {
    (void)state;
    run_many(1000000000, 1000, 8, false);
}
static void word_widths(void **state) {
    (void)state;
    run_many(2000000000, 1500, 64, false);
}
static void wide_widths(void **state) {
    (void)state;
    run_many(3000000000, 200, 512, false);
}
static void with_arrays(void **state) {
    (void)state;
    run_many(4000000000, 1000, 16, true);
}

/* One pool for all recipes, collected in between: ids are used again. */
enum { KEPT_STRIDE = 3 };

static void mark_some(struct expr_pool *pool, void *owner) {
    (void)owner;
    for (int i = 0; i < recipe.len; i += KEPT_STRIDE) expr_mark(pool, recipe.steps[i].e);
}

static void collected_pool(void **state) {
    (void)state;
    struct expr_pool *pool = expr_pool_new();
    uint64_t compared = 0;
    expr_pool_add_scanner(pool, mark_some, NULL);
    for (uint64_t seed = 5000000000; seed < 5000000000 + 300 * effort(); seed++) {
        recipe_make(&recipe, pool, seed, seed % 2 ? 64 : 130, true);
        for (int k = 0; k < 3; k++) compared += compare_steps(seed, 1);
        expr_collect(pool);
        expr_pool_check(pool);
        for (int k = 0; k < 3; k++) compared += compare_steps(seed, KEPT_STRIDE);
    }
    print_message("%llu values compared\n", (unsigned long long)compared);
    expr_pool_free(pool);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiny_widths), cmocka_unit_test(byte_widths),
        cmocka_unit_test(word_widths), cmocka_unit_test(wide_widths),
        cmocka_unit_test(with_arrays), cmocka_unit_test(collected_pool)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
