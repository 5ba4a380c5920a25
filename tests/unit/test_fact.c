/* Facts: what suffices for a subtree to be safe (cond/fact.h). A state that satisfies a fact is
 * left out, so a fact that seems to hold where it does not is a wrong proof. */
#include "test_lab.h"

#include "base/mem.h"
#include "cond/fact.h"

static const char program_text[] = "int __VERIFIER_nondet_int(void);\n"
                                   "int known = 7, unknown, small;\n"
                                   "int main(void) {\n"
                                   "    unknown = __VERIFIER_nondet_int();\n"
                                   "    small = __VERIFIER_nondet_int() & 15;\n"
                                   "    for (int i = 0; i < 3; i++) known = 7;\n"
                                   "    return unknown + small;\n"
                                   "}\n";

static void add_arc(struct fact *f, expr word, uint64_t lo, uint64_t hi) { vec_push(&f->arcs, ((struct arc){word, lo, hi})); }

/* A location with a concrete value is compared without asking anybody. */
static void a_value_is_on_an_arc_or_not(void **unused) {
    (void)unused;
    struct lab l;
    lab_open(&l, program_text, false);
    struct state *st = lab_to_point(&l);
    expr known = lab_word(&l, &l.places, "known", 4);
    static const struct {
        uint64_t lo, hi;
        bool holds;
    } cases[] = {{7, 7, true}, {5, 9, true}, {8, 9, false}, {UINT32_MAX - 1, 7, true}, {8, 6, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fact *f = fact_new();
        add_arc(f, known, cases[i].lo, cases[i].hi);
        fact_check(l.x.sym->pool, f);
        assert_int_equal(fact_holds(&l.x, &l.places, f, st), cases[i].holds);
        fact_release(f);
    }
    lab_close(&l);
}

/* That the state's model satisfies a condition is not enough: all inputs of its path must. */
static void a_symbolic_value_must_satisfy_it_whatever_the_input(void **unused) {
    (void)unused;
    struct lab l;
    lab_open(&l, program_text, false);
    struct state *st = lab_to_point(&l);
    expr unknown = lab_word(&l, &l.places, "unknown", 4), small = lab_word(&l, &l.places, "small", 4);
    struct fact *perhaps = fact_new(), *surely = fact_new();
    add_arc(perhaps, unknown, 0, 1000);
    add_arc(surely, small, 0, 15);
    assert_true(model_holds(st->model, l.x.sym->pool,
                            fact_in_state(&l.x, &l.places, st, arc_cond(l.x.sym->pool, &perhaps->arcs.data[0]))));
    assert_false(fact_holds(&l.x, &l.places, perhaps, st));
    assert_true(fact_holds(&l.x, &l.places, surely, st));
    fact_release(perhaps);
    fact_release(surely);
    lab_close(&l);
}

/* Objects that a subtree accesses must be there: alive, where they were, as large, writable if need be. */
static void an_object_that_is_needed_must_be_there(void **unused) {
    (void)unused;
    struct lab l;
    lab_open(&l, program_text, false);
    struct state *st = lab_to_point(&l);
    uint64_t base = lab_address(&l, "known");
    static const struct {
        uint64_t offset, size;
        bool holds;
    } cases[] = {{0, 4, true}, {0, 1, true}, {0, 5, false}, {1, 1, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fact *f = fact_new();
        vec_push(&f->needs, ((struct need){base + cases[i].offset, cases[i].size, false}));
        assert_int_equal(fact_holds(&l.x, &l.places, f, st), cases[i].holds);
        fact_release(f);
    }
    lab_close(&l);
}

/* A location that the state does not have cannot satisfy anything; a fact without conditions asks nothing. */
static void what_is_not_there_satisfies_nothing(void **unused) {
    (void)unused;
    struct lab l;
    lab_open(&l, program_text, false);
    struct state *st = lab_to_point(&l);
    struct place deep = {.kind = PLACE_REGISTER, .frame = st->depth + 5, .slot = 0};
    uint64_t v;
    assert_false(place_constant(st, &deep, &v));
    assert_false(expr_is(place_value(&l.x, st, &deep)));
    assert_false(state_must(&l.x, st, EXPR_NONE));
    struct fact *nothing = fact_new();
    assert_true(fact_holds(&l.x, &l.places, nothing, st));
    fact_release(nothing);
    lab_close(&l);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_on_an_arc_or_not),
        cmocka_unit_test(a_symbolic_value_must_satisfy_it_whatever_the_input),
        cmocka_unit_test(an_object_that_is_needed_must_be_there),
        cmocka_unit_test(what_is_not_there_satisfies_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
