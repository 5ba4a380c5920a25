/* SMT-LIB text, read by Z3: with all symbols fixed, an expression must have the
 * value that evaluation gives, and no other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <z3.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/pool.h"
#include "expr/print.h"
#include "expr/relate.h"
#include "test_expr_recipe.h"

/* Z3's answer to a script with one check-sat: "sat", "unsat" or its complaint. */
static void ask_z3(const char *script, char *answer, size_t size) {
    Z3_config config = Z3_mk_config();
    Z3_context z3 = Z3_mk_context(config);
    snprintf(answer, size, "%s", Z3_eval_smtlib2_string(z3, script));
    answer[strcspn(answer, "\n")] = '\0';
    Z3_del_context(z3);
    Z3_del_config(config);
}

static void expect_answer(const struct str *script, const char *expected) {
    char answer[200];
    ask_z3(str_text(script), answer, sizeof answer);
    if (strcmp(answer, expected) == 0) return;
    print_error("expected %s, got %s for\n%s\n", expected, answer, str_text(script));
    fail();
}

static void ask_query(struct expr_pool *pool, const expr *constraints, uint32_t n,
                      const char *expected) {
    struct str text;
    str_init(&text);
    expr_print_query(pool, constraints, n, &text);
    expect_answer(&text, expected);
    str_release(&text);
}

/* The same with the last constraint as one term with lets. */
static void ask_term(struct expr_pool *pool, const expr *constraints, uint32_t n,
                     const char *expected) {
    struct str text;
    str_init(&text);
    expr_print_query(pool, constraints, n - 1, &text);
    char *end = strstr(text.data, "(check-sat)");
    assert_non_null(end);
    text.len = (size_t)(end - text.data);
    str_add(&text, "(assert ");
    expr_print(pool, constraints[n - 1], &text);
    str_add(&text, ")\n(check-sat)\n");
    expect_answer(&text, expected);
    str_release(&text);
}

/* ---- random expressions ---------------------------------------------------------------- */

/* a == b without any rewriting. */
static expr raw_eq(struct expr_pool *pool, expr a, expr b) {
    return expr_intern(pool, EXPR_EQ, 1, 0, a, b, EXPR_NONE);
}

static void fix_symbols(struct recipe *r, struct model *m, vec_expr *out) {
    for (int i = 0; i < r->len; i++) {
        const struct step *s = &r->steps[i];
        uint64_t words[EXPR_MAX_WIDTH / 64];
        if (s->op == EXPR_SYM) {
            model_eval_wide(m, r->pool, s->e, words);
            vec_push(out, raw_eq(r->pool, s->e, expr_const_wide(r->pool, s->width, words)));
        } else if (s->op == EXPR_ARRAY_SYM) {
            for (uint64_t k = 0; k >> s->low == 0; k++) {
                expr cell = expr_intern(r->pool, EXPR_READ, s->elem, 0, s->e,
                                        expr_const(r->pool, s->low, k), EXPR_NONE);
                uint64_t value = model_get_elem(m, expr_symbol(r->pool, s->e), k);
                vec_push(out, raw_eq(r->pool, cell, expr_const(r->pool, s->elem, value)));
            }
        }
    }
}

static void check_step(struct recipe *r, struct model *m, vec_expr *constraints, int i) {
    uint64_t words[EXPR_MAX_WIDTH / 64];
    expr e = r->steps[i].e;
    model_eval_wide(m, r->pool, e, words);
    expr same = raw_eq(r->pool, e, expr_const_wide(r->pool, r->steps[i].width, words));
    vec_push(constraints, same);
    ask_query(r->pool, constraints->data, constraints->len, "sat");
    vec_last(constraints) = expr_intern(r->pool, EXPR_NOT, 1, 0, same, EXPR_NONE, EXPR_NONE);
    ask_query(r->pool, constraints->data, constraints->len, "unsat");
    ask_term(r->pool, constraints->data, constraints->len, "unsat");
    (void)vec_pop(constraints);
}

static struct recipe recipe;
static struct step_value values[RECIPE_STEPS];

static void check_recipes(uint64_t seed, int count, uint32_t max_width, bool arrays) {
    for (int k = 0; k < count; k++) {
        struct expr_pool *pool = expr_pool_new();
        struct model *m = model_new();
        vec_expr constraints = {0};
        recipe.no_guards = true;
        recipe_make(&recipe, pool, seed + (uint64_t)k, max_width, arrays);
        recipe_inputs(&recipe, m, values);
        fix_symbols(&recipe, m, &constraints);
        int i = recipe.len - 1;
        for (int found = 0; found < 2 && i > 0; i--) {
            if (!recipe.steps[i].width || expr_is_const(pool, recipe.steps[i].e)) continue;
            check_step(&recipe, m, &constraints, i);
            found++;
        }
        vec_release(&constraints);
        model_release(m);
        expr_pool_free(pool);
    }
    assert_int_equal(mem_live_bytes(), 0);
}

static void words(void **state) {
    (void)state;
    check_recipes(1, 30, 32, false);
}
static void tiny(void **state) {
    (void)state;
    check_recipes(100, 30, 4, false);
}
static void wide(void **state) {
    (void)state;
    check_recipes(200, 10, 256, false);
}
static void arrays(void **state) {
    (void)state;
    check_recipes(300, 30, 16, true);
}

/* ---- single points ------------------------------------------------------------------------ */

static void names(void **state) {
    (void)state;
    static const char *const given[] = {"x",  "x",   "and", "select", "bvadd", "a b",  "p|q", "",
                                        "1x", "x!1", "$n3", "a.b",    "x\\y",  "\xff", "x!1"};
    enum { N = sizeof given / sizeof *given };
    struct expr_pool *pool = expr_pool_new();
    expr constraints[N];
    for (uint64_t i = 0; i < N; i++) {
        expr s = expr_sym(pool, 16, given[i]);
        constraints[i] = expr_eq(pool, s, expr_const(pool, 16, i));
    }
    ask_query(pool, constraints, N, "sat"); /* no two names may be one */
    struct str text;
    str_init(&text);
    expr_print_symbol(pool, (symbol){0}, &text);
    str_add_char(&text, ' ');
    expr_print_symbol(pool, (symbol){1}, &text);
    assert_string_equal(str_text(&text), "x x!1");
    str_release(&text);
    expr_pool_free(pool);
}

static void guards(void **state) {
    (void)state;
    struct expr_pool *pool = expr_pool_new();
    expr p = expr_sym(pool, 1, "p"), x = expr_sym(pool, 8, "x");
    expr g = expr_guard(pool, p, x);
    expr constraints[] = {expr_eq(pool, g, expr_const(pool, 8, 5)),
                          expr_eq(pool, x, expr_const(pool, 8, 3)), p};
    ask_query(pool, constraints, 2, "sat");
    ask_query(pool, constraints, 3, "unsat");
    expr_pool_free(pool);
}

/* A chain of doublings has 2^n paths but n nodes. */
static void shared_text_is_linear(void **state) {
    (void)state;
    struct expr_pool *pool = expr_pool_new();
    expr e = expr_sym(pool, 32, "x"), y = expr_sym(pool, 32, "y");
    struct str text;
    str_init(&text);
    for (int i = 0; i < 300; i++) e = expr_mul(pool, e, expr_xor(pool, e, y));
    expr_print(pool, e, &text);
    assert_true(text.len < 300 * 100);
    expr constraint = expr_eq(pool, e, expr_const(pool, 32, 0));
    expr fixed = expr_eq(pool, y, expr_const(pool, 32, 0));
    ask_query(pool,
              (expr[]){constraint, fixed, expr_eq(pool, expr_of_symbol(pool, (symbol){0}), y)}, 3,
              "sat");
    str_clear(&text);
    expr_print_infix(pool, e, 200, &text);
    assert_in_range(text.len, 100, 1500);
    str_release(&text);
    expr_pool_free(pool);
}

static void exact_text(void **state) {
    (void)state;
    struct expr_pool *pool = expr_pool_new();
    expr x = expr_sym(pool, 8, "x"), p = expr_sym(pool, 1, "p");
    struct str text;
    str_init(&text);
    expr_print_query(pool, (expr[]){expr_ult(pool, x, expr_zext(pool, p, 8))}, 1, &text);
    assert_string_equal(str_text(&text), "(set-logic QF_BV)\n"
                                         "(declare-fun x () (_ BitVec 8))\n"
                                         "(declare-fun p () Bool)\n"
                                         "(assert (bvult x ((_ zero_extend 7) (ite p #b1 #b0))))\n"
                                         "(check-sat)\n");
    str_release(&text);
    expr_pool_free(pool);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(words),
                                       cmocka_unit_test(tiny),
                                       cmocka_unit_test(wide),
                                       cmocka_unit_test(arrays),
                                       cmocka_unit_test(names),
                                       cmocka_unit_test(guards),
                                       cmocka_unit_test(shared_text_is_linear),
                                       cmocka_unit_test(exact_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
