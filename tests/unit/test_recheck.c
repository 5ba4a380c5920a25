/* The checker of --check-subsumption is fed facts that are wrong, and must say so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/context.h"
#include "base/str.h"
#include "engine/interpolate/recheck.h"
#include "exec/decide/fork.h"
#include "exec/run/loop.h"
#include "exec/run/program.h"
#include "exec/sym/errors.h"
#include "ir/edit.h"
#include "ir/points.h"
#include "test_program.h"

/* An error for one input of 2^32, three rounds behind the loop's head. */
static const char program_text[] = "int __VERIFIER_nondet_int(void);\n"
                                   "void reach_error(void);\n"
                                   "int main(void) {\n"
                                   "    int n = __VERIFIER_nondet_int();\n"
                                   "    for (int i = 0; i < 3; i++) n = n ^ i;\n"
                                   "    if (n == WRONG) reach_error();\n"
                                   "    return 0;\n"
                                   "}\n";

struct bench {
    struct context ctx;
    char *said; /* what was logged */
    size_t said_len;
    struct program *p;
    struct exec x;
    struct places places;
    struct fact *nothing; /* the fact that every state is safe */
    struct recheck *recheck;
    struct listener hooks;
};

/* Runs up to the loop's head, where interpolation would drop the state. */
static void set_up(struct bench *b, const char *wrong, int64_t ration) {
    static const char *const argv[] = {"program"};
    *b = (struct bench){0};
    context_init(&b->ctx);
    log_init(&b->ctx.log, open_memstream(&b->said, &b->said_len));
    b->ctx.opt.check_subsumption = true;
    b->ctx.opt.check_ration = ration;
    b->p = program_from(&b->ctx, program_text, wrong, false);
    assert_true(points_add(b->p, true, false) > 0);
    split_edges(b->p);
    exec_init(&b->x, &b->ctx, b->p, 1u << CHECK_ASSERT, &fork_decider);
    b->x.wanted = (bug_set)1 << BUG_ERROR_REACHED;
    sym_init(&b->x, ignore_bug, NULL);
    exec_begin(&b->x, 1, argv);
    b->x.now->points = 1;
    assert_int_equal(exec_loop(&b->x), STOP_POINT);
    places_init(&b->places);
    b->nothing = fact_new();
    b->recheck = recheck_new(&b->x, &b->places, &b->hooks);
    assert_non_null(b->recheck);
}

static void check(struct bench *b) {
    struct state *now = b->x.now;
    uint64_t instructions = b->x.instructions;
    recheck_state(b->recheck, now, b->nothing);
    assert_ptr_equal(b->x.now, now); /* the engine goes on as if nothing had happened */
    assert_int_equal(b->x.instructions, instructions);
    assert_int_equal(b->x.stop, STOP_POINT);
    assert_ptr_equal(b->x.sym->hooks.bug, ignore_bug);
    fflush(b->ctx.log.out);
}

static void tear_down(struct bench *b) {
    struct state *now = b->x.now;
    exec_switch(&b->x, NULL);
    state_free(&b->x, now);
    recheck_free(b->recheck);
    fact_release(b->nothing);
    places_release(&b->places);
    sym_release(&b->x);
    exec_release(&b->x);
    program_free(b->p);
    fclose(b->ctx.log.out);
    free(b->said);
    context_release(&b->ctx);
}

static bool is_internal(const struct bench *b) { return b->x.sym->gaps.seen & 1u << GAP_INTERNAL; }

static void a_false_fact_is_found(void **unused) {
    (void)unused;
    struct bench b;
    set_up(&b, "-DWRONG=77", 100000);
    check(&b);
    assert_true(is_internal(&b));
    assert_non_null(strstr(b.said, "a state of main was dropped because of\n  true"));
    assert_non_null(strstr(b.said, ":6:"));
    assert_int_equal(b.ctx.stats.rechecked, 1);
    tear_down(&b);
}

/* n is an int: no input is 2^40, and "true" is a fact after all. */
static void a_true_fact_is_not_blamed(void **unused) {
    (void)unused;
    struct bench b;
    set_up(&b, "-DWRONG=0x10000000000", 100000);
    check(&b);
    assert_false(is_internal(&b));
    assert_int_equal(b.said_len, 0);
    assert_int_equal(b.ctx.stats.rechecked, 1);
    assert_int_equal(b.ctx.stats.rechecked_partly, 0);
    tear_down(&b);
}

/* The ration ends before the error: nothing is said, and that is counted. */
static void a_ration_ends_the_search(void **unused) {
    (void)unused;
    struct bench b;
    set_up(&b, "-DWRONG=77", 5);
    check(&b);
    assert_false(is_internal(&b));
    assert_int_equal(b.ctx.stats.rechecked_partly, 1);
    tear_down(&b);
}

/* An error that nobody asked for and that ends the program is no reason to complain. */
static void errors_not_asked_for_are_ignored(void **unused) {
    (void)unused;
    struct bench b;
    set_up(&b, "-DWRONG=77", 100000);
    b.x.wanted = 0;
    check(&b);
    assert_int_equal(is_internal(&b), !error_ends_run(BUG_ERROR_REACHED));
    tear_down(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_false_fact_is_found),
        cmocka_unit_test(a_true_fact_is_not_blamed),
        cmocka_unit_test(a_ration_ends_the_search),
        cmocka_unit_test(errors_not_asked_for_are_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
