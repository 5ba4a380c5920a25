/* Weakest preconditions of one step (cond/wp.h): what must hold now so that a condition holds after it? */
#include "expr/relate.h"
#include "test_lab.h"

#include "cond/wp.h"

static const char program_text[] = "int count, other, *place;\n"
                                   "int main(void) {\n"
                                   "    other = 0;\n"
                                   "    place = &count;\n"
                                   "    for (;;) {\n"
                                   "        *place = count + 1;\n"
                                   "        if (count == 1000) return 0;\n"
                                   "    }\n"
                                   "}\n";

struct bench {
    struct lab l;
    struct wp wp;
    struct state *st; /* at the head of the loop */
    struct expr_pool *pool;
    expr count, other, place;
};

static void set_up(struct bench *b) {
    lab_open(&b->l, program_text, true);
    wp_init(&b->wp, &b->l.x, false);
    b->st = lab_to_point(&b->l);
    b->pool = b->l.x.sym->pool;
    b->count = lab_word(&b->l, &b->wp.places, "count", 4);
    b->other = lab_word(&b->l, &b->wp.places, "other", 4);
    b->place = lab_word(&b->l, &b->wp.places, "place", 8);
    exec_switch(&b->l.x, NULL);
}

static void tear_down(struct bench *b) {
    exec_switch(&b->l.x, b->st);
    wp_release(&b->wp);
    lab_close(&b->l);
}

static expr is(struct bench *b, expr word, uint64_t v) {
    return expr_eq(b->pool, word, expr_const(b->pool, expr_width(b->pool, word), v));
}

/* count is 5 after the step if it is 4 before; what the step does not touch stays what it is. */
static void a_condition_is_pulled_back_through_the_step(void **unused) {
    (void)unused;
    struct bench b;
    struct wp_step step;
    set_up(&b);
    wp_open(&b.wp, b.st, b.st->model, &step);
    assert_int_equal(step.run.end, STEP_BRANCH);
    assert_true(expr_same(wp_pull(&b.wp, &step, is(&b, b.count, 5)), is(&b, b.count, 4)));
    assert_true(expr_same(wp_pull(&b.wp, &step, is(&b, b.other, 3)), is(&b, b.other, 3)));
    wp_close(&step);
    tear_down(&b);
}

/* All of that is so only where the store goes to the same object. Without saying so, a state in which
 * `place` points to `other` would be taken for one that this is true of. */
static void it_says_under_which_aliasing(void **unused) {
    (void)unused;
    struct bench b;
    struct wp_step step;
    set_up(&b);
    wp_open(&b.wp, b.st, b.st->model, &step);
    expr alias = conds_all(b.pool, &step.alias);
    assert_true(wp_holds(&b.wp, b.st, alias));
    assert_false(wp_has_inputs(&b.wp, alias));
    struct model *m = model_new(); /* the same state, but for the pointer */
    model_set(m, expr_symbol(b.pool, b.place), lab_address(&b.l, "other"));
    assert_false(model_holds(m, b.pool, alias));
    model_set(m, expr_symbol(b.pool, b.place), lab_address(&b.l, "count"));
    assert_true(model_holds(m, b.pool, alias));
    model_release(m);
    wp_close(&step);
    tear_down(&b);
}

/* Locations and ghosts are the state's; any other symbol can be anything. */
static void what_is_no_location_is_an_input(void **unused) {
    (void)unused;
    struct bench b;
    set_up(&b);
    expr input = expr_sym(b.pool, 32, "input");
    assert_false(wp_has_inputs(&b.wp, is(&b, b.count, 1)));
    assert_true(wp_has_inputs(&b.wp, expr_eq(b.pool, input, b.count)));
    assert_true(wp_holds(&b.wp, b.st, is(&b, b.count, 0)));
    assert_false(wp_holds(&b.wp, b.st, is(&b, b.count, 1)));
    assert_int_equal(wp_value(&b.wp, b.st, expr_symbol(b.pool, b.place)), lab_address(&b.l, "count"));
    assert_true(expr_is_true(b.pool, wp_in_state(&b.wp, b.st, is(&b, b.other, 0))));
    tear_down(&b);
}

/* Nothing that was executed for this counts: the run stands where it stood. */
static void the_run_is_not_disturbed(void **unused) {
    (void)unused;
    struct bench b;
    struct wp_step step;
    set_up(&b);
    uint64_t instructions = b.l.x.instructions;
    uint32_t gaps = b.l.x.sym->gaps.seen;
    wp_open(&b.wp, b.st, b.st->model, &step);
    wp_close(&step);
    assert_int_equal(b.l.x.instructions, instructions);
    assert_int_equal(b.l.x.sym->gaps.seen, gaps);
    assert_null(b.l.x.now);
    assert_true(wp_holds(&b.wp, b.st, is(&b, b.count, 0)));
    tear_down(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_condition_is_pulled_back_through_the_step),
        cmocka_unit_test(it_says_under_which_aliasing),
        cmocka_unit_test(what_is_no_location_is_an_input),
        cmocka_unit_test(the_run_is_not_disturbed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
