/* Executing something that leaves no trace (exec/sym/aside.h), and inputs that stay the same whoever asks
 * (exec/core/input.h). */
#include "test_lab.h"

#include "exec/sym/aside.h"
#include "exec/sym/input.h"

static const char program_text[] = "int main(void) { return 0; }\n";

static bool has(const struct lab *l, enum gap g) { return l->x.sym->gaps.seen & 1u << g; }

/* What was approximated aside is none of the verdict's; the executor stands as before. */
static void gaps_met_aside_are_forgotten(void **unused) {
    (void)unused;
    struct lab l;
    struct aside a;
    lab_open(&l, program_text, false);
    sym_gap(&l.x, GAP_FLOAT, NULL);
    l.x.stop = STOP_POINT;
    aside_begin(&l.x, &a);
    assert_false(aside_has_gap(&l.x, &a));
    sym_gap(&l.x, GAP_FLOAT, NULL); /* that one was there before */
    assert_false(aside_has_gap(&l.x, &a));
    sym_gap(&l.x, GAP_SOLVER, NULL);
    l.x.stop = STOP_BUG;
    assert_true(aside_has_gap(&l.x, &a));
    aside_end(&l.x, &a, false);
    assert_false(has(&l, GAP_SOLVER));
    assert_true(has(&l, GAP_FLOAT)); /* the run's own stays */
    assert_int_equal(l.x.stop, STOP_POINT);
    l.x.stop = STOP_NONE;
    lab_close(&l);
}

/* What no engine supports ends the search for a better one only if an input comes there, and if nothing else was left
 * out. */
static void gaps_that_everybody_has(void **unused) {
    (void)unused;
    struct lab l;
    struct aside a;
    lab_open(&l, program_text, false);
    assert_non_null(l.x.now->model);
    assert_true(sym_gaps_are_shared(l.x.sym, 0));
    sym_gap(&l.x, GAP_UNSUPPORTED, NULL);
    assert_true(sym_gaps_are_shared(l.x.sym, 0));
    aside_begin(&l.x, &a);
    sym_gap(&l.x, GAP_SOLVER, NULL);
    assert_false(sym_gaps_are_shared(l.x.sym, 0));
    assert_true(sym_gaps_are_shared(l.x.sym, 1u << GAP_SOLVER));
    aside_end(&l.x, &a, false);
    assert_true(sym_gaps_are_shared(l.x.sym, 0));
    struct model *model = l.x.now->model;
    l.x.now->model = NULL;
    sym_gap(&l.x, GAP_EXTERNAL, NULL); /* perhaps nobody comes here */
    l.x.now->model = model;
    assert_false(sym_gaps_are_shared(l.x.sym, 0));
    lab_close(&l);
}

/* A limit that is hit aside ends the whole run; an internal error and an error that nobody confirmed are about the
 * run as well. To forget these would be a wrong proof. */
static void what_is_about_the_whole_run_stays(void **unused) {
    (void)unused;
    static const enum gap lasting[] = {GAP_LIMIT, GAP_INTERNAL, GAP_UNCONFIRMED};
    struct lab l;
    lab_open(&l, program_text, false);
    for (size_t i = 0; i < sizeof lasting / sizeof *lasting; i++) {
        struct aside a;
        aside_begin(&l.x, &a);
        sym_gap(&l.x, lasting[i], NULL);
        aside_end(&l.x, &a, false);
        assert_true(has(&l, lasting[i]));
    }
    lab_close(&l);
}

/* Who looks ahead pays for it out of --max-instructions if it says so, and may do it within another look. */
static void instructions_count_if_they_are_to(void **unused) {
    (void)unused;
    struct lab l;
    struct aside outer, inner;
    lab_open(&l, program_text, false);
    uint64_t before = l.x.instructions;
    aside_begin(&l.x, &outer);
    l.x.instructions += 10;
    aside_begin(&l.x, &inner);
    l.x.instructions += 100;
    aside_end(&l.x, &inner, false);
    assert_int_equal(l.x.instructions, before + 10);
    aside_begin(&l.x, &inner);
    l.x.instructions += 1000;
    aside_end(&l.x, &inner, true);
    aside_end(&l.x, &outer, true);
    assert_int_equal(l.x.instructions, before + 1010);
    lab_close(&l);
}

/* A part of an input is the same symbol on every path, and no other part's: two inputs that are taken for one
 * would be equal in every proof. */
static void no_two_parts_of_inputs_are_one_symbol(void **unused) {
    (void)unused;
    static const struct {
        uint32_t input, offset, size;
    } parts[] = {{0, 0, 4}, {1, 0, 4}, {0, 4, 4}, {0, 0, 1}, {0, 1, 1}, {1u << 23, 0, 4}, {1u << 24, 0, 4}, {3u << 24, 4, 4},
                 {0, 1u << 28, 4}, {0, 1u << 30, 1}};
    enum { PARTS = sizeof parts / sizeof *parts };
    struct lab l;
    lab_open(&l, program_text, false);
    expr made[PARTS];
    for (int i = 0; i < PARTS; i++) {
        made[i] = input_part(&l.x, parts[i].input, parts[i].offset, parts[i].size, 0);
        for (int k = 0; k < i; k++) assert_false(expr_same(made[i], made[k]));
    }
    for (int i = 0; i < PARTS; i++)
        assert_true(expr_same(input_part(&l.x, parts[i].input, parts[i].offset, parts[i].size, 0), made[i]));
    lab_close(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_met_aside_are_forgotten),
        cmocka_unit_test(gaps_that_everybody_has),
        cmocka_unit_test(what_is_about_the_whole_run_stays),
        cmocka_unit_test(instructions_count_if_they_are_to),
        cmocka_unit_test(no_two_parts_of_inputs_are_one_symbol),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
