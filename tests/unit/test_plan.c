/* The portfolio's plan (portfolio/plan.h): from what a program looks like to the engines that take part. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/context.h"
#include "engine/engine.h"
#include "portfolio/plan.h"
#include "test_program.h"

static void look(const char *text, struct plan_looks *looks) {
    struct context ctx;
    context_init(&ctx);
    struct program *p = program_from(&ctx, text, "-DPLAN", false);
    plan_look(p, looks);
    program_free(p);
    context_release(&ctx);
}

/* Only the user's code counts, and only what the program can come to. */
static void it_looks_at_what_the_user_wrote(void **unused) {
    (void)unused;
    struct plan_looks straight, reactive, recursive;
    look("int __VERIFIER_nondet_int(void);\n"
         "int never(int n) { for (;;) n += __VERIFIER_nondet_int(); }\n"
         "int main(void) { return __VERIFIER_nondet_int() > 3; }\n", &straight);
    assert_int_equal(straight.inputs, 1);
    assert_int_equal(straight.inputs_in_loops, 0);
    assert_int_equal(straight.loops, 0);
    assert_false(straight.recursive);
    look("int __VERIFIER_nondet_int(void);\n"
         "int main(void) { while (__VERIFIER_nondet_int()) ; return 0; }\n", &reactive);
    assert_int_equal(reactive.loops, 1);
    assert_int_equal(reactive.inputs_in_loops, 1);
    look("int f(int n) { return n ? f(n - 1) : 0; }\n"
         "int main(void) { return f(3); }\n", &recursive);
    assert_true(recursive.recursive);
    assert_int_equal(recursive.inputs, 0);
}

/* The largest block counts, and none that goes round: its inputs come one after the other. */
static void it_sees_a_state_of_inputs(void **unused) {
    (void)unused;
    struct plan_looks looks;
    look("int __VERIFIER_nondet_int(void);\n"
         "int a, b, c, d;\n"
         "int main(void) {\n"
         "  a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();\n"
         "  if (a > b) d = __VERIFIER_nondet_int();\n"
         "  return d;\n"
         "}\n", &looks);
    assert_int_equal(looks.inputs, 4);
    assert_int_equal(looks.inputs_at_once, 3);
    look("int __VERIFIER_nondet_int(void);\n"
         "int main(void) { while (__VERIFIER_nondet_int() < __VERIFIER_nondet_int()) ; return 0; }\n", &looks);
    assert_int_equal(looks.inputs_at_once, 0);
}

static double share_of(const struct portfolio_engine *list, uint32_t n, enum engine e) {
    double all = 0, its = 0;
    for (uint32_t i = 0; i < n; i++) all += list[i].weight, its += list[i].engine == (int)e ? list[i].weight : 0;
    return its / all;
}

static void a_state_of_inputs_is_a_matter_of_one_formula(void **unused) {
    (void)unused;
    struct portfolio_engine list[PORTFOLIO_MOST];
    struct plan_looks few = {.instructions = 5000, .loops = 1, .inputs = 60, .inputs_at_once = 3}, many = few;
    many.inputs_at_once = 50;
    uint32_t n = plan_make(&few, false, list);
    assert_true(share_of(list, n, ENGINE_BMC) < 0.2);
    n = plan_make(&many, false, list);
    assert_true(share_of(list, n, ENGINE_BMC) > 0.4);
}

/* A size that is no constant, of a block or of a variable. */
static void it_sees_sizes_that_are_open(void **unused) {
    (void)unused;
    struct plan_looks none, block, array;
    look("void *malloc(unsigned long);\n"
         "int main(void) { return malloc(12) != 0; }\n", &none);
    assert_int_equal(none.sized, 0);
    look("void *malloc(unsigned long);\n"
         "int main(int argc, char **argv) { return malloc(argc) != 0; }\n", &block);
    assert_int_equal(block.sized, 1);
    look("int main(int argc, char **argv) { char a[argc]; a[argc / 2] = 1; return a[argc / 2]; }\n", &array);
    assert_int_equal(array.sized, 1);
}

static uint32_t count_of(const struct portfolio_engine *list, uint32_t n, enum engine e) {
    uint32_t times = 0;
    for (uint32_t i = 0; i < n; i++) times += list[i].engine == (int)e;
    return times;
}

/* Whatever the program looks like: every engine but that of programs with threads takes part, once, with a share; explore is first and at once. */
static void every_engine_has_its_turn(void **unused) {
    (void)unused;
    static const struct plan_looks kinds[] = {
        {.instructions = 10},
        {.instructions = 10, .loops = 1},
        {.instructions = 10, .loops = 1, .sized = 1},
        {.instructions = 10, .recursive = true},
        {.instructions = 10, .inputs = 50, .inputs_at_once = 50},
        {.instructions = 10, .loops = 1, .inputs = 1, .inputs_in_loops = 1},
        {.instructions = 100000, .loops = 1, .inputs = 1, .inputs_in_loops = 1},
    };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct portfolio_engine list[PORTFOLIO_MOST];
        uint32_t n = plan_make(&kinds[k], false, list);
        assert_true(n <= PORTFOLIO_MOST);
        for (enum engine e = 0; e < ENGINE_AUTO; e++) assert_int_equal(count_of(list, n, e), e != ENGINE_THREADS);
        assert_int_equal(list[0].engine, ENGINE_EXPLORE);
        assert_true(list[0].delay_ms == 0);
        for (uint32_t i = 0; i < n; i++) {
            assert_true(list[i].weight > 0);
            assert_string_equal(list[i].name, engine_name((enum engine)list[i].engine));
        }
    }
}

/* Targets are looked for by those that understand them: another one's "nothing found" would be taken for UNREACHABLE. */
static void only_engines_that_understand_targets_look_for_them(void **unused) {
    (void)unused;
    struct portfolio_engine list[PORTFOLIO_MOST];
    struct plan_looks looks = {.instructions = 10, .loops = 1};
    uint32_t n = plan_make(&looks, true, list);
    assert_true(n > 0);
    for (enum engine e = 0; e < ENGINE_AUTO; e++) assert_int_equal(count_of(list, n, e), e != ENGINE_THREADS && engine_reaches(e));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_looks_at_what_the_user_wrote),
        cmocka_unit_test(it_sees_sizes_that_are_open),
        cmocka_unit_test(every_engine_has_its_turn),
        cmocka_unit_test(it_sees_a_state_of_inputs),
        cmocka_unit_test(a_state_of_inputs_is_a_matter_of_one_formula),
        cmocka_unit_test(only_engines_that_understand_targets_look_for_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
