/* Covering (engine/interpolate/cover.h): a state that comes round a loop is left alone if the fact of the loop's
 * head will hold for it. That is a guess until the loop is settled, and a wrong guess must be found out. */
#include "test_lab.h"

#include "engine/engine.h"
#include "engine/run.h"
#include "ir/address.h"

struct ear {
    uint32_t bugs;
};

static bool hear(void *owner, struct exec *x) {
    (void)x;
    ((struct ear *)owner)->bugs++;
    return true;
}

/* Runs the engine on the program; *bugs: errors that it told. */
static enum run_end interpolate(struct lab *l, const char *text, uint32_t *bugs) {
    struct ear ear = {0};
    struct listener to = {.bug = hear, .owner = &ear};
    struct covered covered;
    struct run r;
    lab_open(l, text, false);
    l->x.checks = 1u << CHECK_ASSERT;
    l->x.wanted = checks_bugs(l->x.checks);
    l->x.max_instructions = 2000000; /* none of these needs that many */
    address_mark_all_selects(l->p);
    covered_init(&covered, l->p);
    run_init(&r, &l->x, &to, &covered);
    enum run_end end = interpolate_run(&r);
    run_release(&r);
    covered_release(&covered);
    *bugs = ear.bugs;
    return end;
}

/* The loop never ends, and the lock is never taken twice: what is learned going round once holds for all rounds. */
static void an_endless_loop_is_closed(void **unused) {
    (void)unused;
    struct lab l;
    uint32_t bugs;
    assert_int_equal(interpolate(&l, "int __VERIFIER_nondet_int(void);\n"
                                     "void reach_error(void);\n"
                                     "int lock;\n"
                                     "int main(void) {\n"
                                     "    for (;;) {\n"
                                     "        if (lock) reach_error();\n"
                                     "        lock = 1;\n"
                                     "        if (__VERIFIER_nondet_int()) lock = 1;\n"
                                     "        lock = 0;\n"
                                     "    }\n"
                                     "}\n", &bugs), RUN_EXHAUSTED);
    assert_int_equal(bugs, 0);
    assert_int_equal(l.x.sym->gaps.seen, 0);
    assert_true(l.ctx.stats.tentative > 0); /* somebody was covered ... */
    assert_true(l.ctx.stats.loops_closed > 0); /* ... and that came true */
    lab_close(&l);
}

/* The first round looks like the second, but the flag that it sets leads to an error five rounds later: the state
 * that was covered must be explored after all. */
static void a_wrong_guess_is_found_out(void **unused) {
    (void)unused;
    struct lab l;
    uint32_t bugs;
    interpolate(&l, "int __VERIFIER_nondet_int(void);\n"
                    "void reach_error(void);\n"
                    "int steps;\n"
                    "int main(void) {\n"
                    "    while (__VERIFIER_nondet_int()) {\n"
                    "        if (steps == 5) reach_error();\n"
                    "        steps++;\n"
                    "    }\n"
                    "    return 0;\n"
                    "}\n", &bugs);
    assert_int_equal(bugs, 1);
    assert_true(l.ctx.stats.refused > 0);
    lab_close(&l);
}

/* A counter that no fact bounds: there is no proof, and the engine does not pretend that there is. */
static void a_loop_that_cannot_be_closed_is_not(void **unused) {
    (void)unused;
    struct lab l;
    uint32_t bugs;
    enum run_end end = interpolate(&l, "int __VERIFIER_nondet_int(void);\n"
                                       "void reach_error(void);\n"
                                       "unsigned a, b;\n"
                                       "int main(void) {\n"
                                       "    while (__VERIFIER_nondet_int()) {\n"
                                       "        a += 1;\n"
                                       "        b += a;\n"
                                       "        if (b == 4000000000u) reach_error();\n"
                                       "    }\n"
                                       "    return 0;\n"
                                       "}\n", &bugs);
    assert_int_equal(bugs, 0);
    assert_int_equal(end, RUN_STOPPED);
    assert_true(l.x.sym->gaps.seen & 1u << GAP_LIMIT);
    lab_close(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_endless_loop_is_closed),
        cmocka_unit_test(a_wrong_guess_is_found_out),
        cmocka_unit_test(a_loop_that_cannot_be_closed_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
