/* The unrolled flow graph of cdse (engine/cdse/fcfg.h): a path visits a node at most once, and what a bound
 * cuts off is said to be cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/context.h"
#include "base/mem.h"
#include "engine/cdse/fcfg.h"
#include "test_program.h"

static const char program_text[] = "int __VERIFIER_nondet_int(void);\n"
                                   "void reach_error(void);\n"
                                   "static int twice(int x) { return 2 * x; }\n"
                                   "int main(void) {\n"
                                   "    int n = __VERIFIER_nondet_int(), sum = 0;\n"
                                   "    for (int i = 0; i < n; i++) sum = twice(sum);\n"
                                   "    if (sum == 3) reach_error();\n"
                                   "    return 0;\n"
                                   "}\n";

struct bench {
    struct context ctx;
    struct program *p;
    struct fcfg g;
};

static void set_up(struct bench *b) {
    *b = (struct bench){0};
    context_init(&b->ctx);
    b->p = program_from(&b->ctx, program_text, "-DFCFG", false);
    fcfg_init(&b->g, b->p, false, 1u << CHECK_ASSERT, false, 1000, 0);
    assert_int_equal(fcfg_start(&b->g, program_function(b->p, "main")), 0);
}

static void tear_down(struct bench *b) {
    fcfg_release(&b->g);
    program_free(b->p);
    context_release(&b->ctx);
}

/* Makes everything that is not cut, breadth first; returns the number of options that are. */
static uint32_t unroll(struct bench *b, uint64_t *bounds) {
    uint32_t cut = 0;
    *bounds = 0;
    for (uint32_t n = 0; n < b->g.nodes.len; n++) {
        fcfg_expand(&b->g, n);
        for (uint32_t i = 0; i < fcfg_node(&b->g, n)->noptions; i++) {
            *bounds |= fcfg_node(&b->g, n)->options[i].cut;
            if (fcfg_node(&b->g, n)->options[i].cut) cut++;
            else fcfg_target(&b->g, n, i);
        }
    }
    return cut;
}

/* However a node is come to, it is made once; its options do not move. */
static void a_node_is_made_once(void **unused) {
    (void)unused;
    struct bench b;
    set_up(&b);
    fcfg_expand(&b.g, 0);
    assert_true(fcfg_node(&b.g, 0)->noptions > 0);
    uint32_t target = fcfg_target(&b.g, 0, 0);
    const struct option *options = fcfg_node(&b.g, 0)->options;
    uint64_t bounds;
    unroll(&b, &bounds);
    fcfg_expand(&b.g, 0);
    assert_ptr_equal(fcfg_node(&b.g, 0)->options, options);
    assert_int_equal(fcfg_target(&b.g, 0, 0), target);
    for (uint32_t n = 0; n < b.g.nodes.len; n++) fcfg_check(&b.g, n);
    tear_down(&b);
}

/* Every edge leads to a node made later or at least to another one: there is no circle, so a path ends. */
static void there_is_no_circle(void **unused) {
    (void)unused;
    struct bench b;
    uint64_t bounds;
    set_up(&b);
    unroll(&b, &bounds);
    VEC(uint32_t) ways_in = {0};
    vec_resize(&ways_in, b.g.nodes.len);
    for (uint32_t n = 0; n < b.g.nodes.len; n++)
        for (uint32_t i = 0; i < fcfg_node(&b.g, n)->noptions; i++)
            if (fcfg_node(&b.g, n)->options[i].target != NO_NODE) ways_in.data[fcfg_node(&b.g, n)->options[i].target]++;
    uint32_t seen = 0;
    vec_u32 todo = {0};
    vec_push(&todo, 0);
    while (todo.len) { /* in topological order everything is come by */
        uint32_t n = vec_pop(&todo);
        seen++;
        for (uint32_t i = 0; i < fcfg_node(&b.g, n)->noptions; i++) {
            uint32_t to = fcfg_node(&b.g, n)->options[i].target;
            if (to != NO_NODE && --ways_in.data[to] == 0) vec_push(&todo, to);
        }
    }
    assert_int_equal(seen, b.g.nodes.len);
    vec_release(&ways_in);
    vec_release(&todo);
    tear_down(&b);
}

/* The loop is unrolled a few times, then an option is cut, with the bit of the bound: not dead, and no proof
 * without it. With higher bounds there is more, and it is cut again. */
static void what_a_bound_cuts_comes_back_when_it_is_raised(void **unused) {
    (void)unused;
    struct bench b;
    uint64_t bounds, higher;
    set_up(&b);
    uint32_t cut = unroll(&b, &bounds), nodes = b.g.nodes.len;
    assert_true(cut > 0 && bounds && !(bounds & FCFG_FINAL)); /* the user has set none */
    fcfg_raise(&b.g, bounds);
    unroll(&b, &higher);
    assert_true(b.g.nodes.len > nodes);
    assert_int_equal(higher, bounds);
    tear_down(&b);
}

/* An error is a goal, in every copy of its place; once it is told, in none. */
static void an_error_that_was_told_is_no_goal_any_more(void **unused) {
    (void)unused;
    struct bench b;
    uint64_t bounds;
    uint32_t goals = 0, dead = 0;
    set_up(&b);
    unroll(&b, &bounds);
    uint32_t code = 0;
    for (uint32_t n = 0; n < b.g.nodes.len; n++)
        for (uint32_t i = 0; i < fcfg_node(&b.g, n)->noptions; i++)
            if (fcfg_node(&b.g, n)->options[i].kind == OPTION_CHECK) goals++, code = fcfg_node(&b.g, n)->options[i].code;
    assert_true(goals > 0);
    fcfg_told(&b.g, program_function(b.p, "main"), code);
    for (uint32_t n = 0; n < b.g.nodes.len; n++)
        for (uint32_t i = 0; i < fcfg_node(&b.g, n)->noptions; i++) dead += fcfg_node(&b.g, n)->options[i].dead;
    assert_int_equal(dead, goals);
    tear_down(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_node_is_made_once),
        cmocka_unit_test(there_is_no_circle),
        cmocka_unit_test(what_a_bound_cuts_comes_back_when_it_is_raised),
        cmocka_unit_test(an_error_that_was_told_is_no_goal_any_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
