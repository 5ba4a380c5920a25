/* Making facts (cond/demand.h): what must the start of a segment satisfy so that a condition holds,
 * for all inputs that are still to come? */
#include "expr/arith.h"
#include "expr/relate.h"
#include "test_lab.h"

#include "cond/demand.h"

static const char program_text[] = "int __VERIFIER_nondet_int(void);\n"
                                   "int count = 7, flags, unknown;\n"
                                   "int main(void) {\n"
                                   "    unknown = __VERIFIER_nondet_int();\n"
                                   "    flags = 6;\n"
                                   "    for (int i = 0; i < 3; i++) count = 7;\n"
                                   "    return unknown + flags;\n"
                                   "}\n";

struct bench {
    struct lab l;
    struct state *origin;
    struct expr_pool *pool;
    expr count, flags, unknown; /* locations */
    expr input;                 /* to be read later */
};

static void set_up(struct bench *b) {
    lab_open(&b->l, program_text, false);
    b->origin = lab_to_point(&b->l);
    b->pool = b->l.x.sym->pool;
    b->count = lab_word(&b->l, &b->l.places, "count", 4);
    b->flags = lab_word(&b->l, &b->l.places, "flags", 4);
    b->unknown = lab_word(&b->l, &b->l.places, "unknown", 4);
    b->input = expr_sym(b->pool, 32, "later");
}

static void begin(struct bench *b, struct demand *d) { demand_init(d, &b->l.x, &b->l.places, b->origin); }

static expr number(struct bench *b, uint64_t v) { return expr_const(b->pool, 32, v); }

/* Comparisons of one word become one arc around its value: facts do not grow with every path. */
static void comparisons_of_a_word_become_one_arc(void **unused) {
    (void)unused;
    struct bench b;
    struct demand d;
    set_up(&b);
    begin(&b, &d);
    assert_true(demand_cond(&d, expr_ult(b.pool, b.count, number(&b, 10))));
    assert_true(demand_cond(&d, expr_ugt(b.pool, b.count, number(&b, 3))));
    assert_true(demand_cond(&d, expr_ult(b.pool, b.count, number(&b, 100)))); /* says nothing new */
    struct fact *f = demand_finish(&d, true);
    assert_int_equal(f->arcs.len, 1);
    assert_int_equal(f->arcs.data[0].lo, 4);
    assert_int_equal(f->arcs.data[0].hi, 9);
    assert_int_equal(f->conds.len, 0);
    fact_release(f);
    lab_close(&b.l);
}

/* An input that is still to come can be anything. What is demanded are those values of the start that
 * decide the matter without it. */
static void an_input_is_replaced_by_values_that_force_it(void **unused) {
    (void)unused;
    struct bench b;
    struct demand d;
    set_up(&b);
    begin(&b, &d);
    expr never_zero = expr_ne(b.pool, expr_or(b.pool, b.input, b.flags), number(&b, 0));
    assert_true(demand_cond(&d, never_zero));
    struct fact *f = demand_finish(&d, true);
    assert_true(f->arcs.len + f->conds.len > 0);
    cond_list conds = {0};
    fact_list(b.pool, f, &conds);
    for (uint32_t i = 0; i < conds.len; i++) { /* none of it is about the input */
        const struct symbol_set *set = expr_symbols(b.pool, conds.data[i]);
        assert_false(symbol_set_has(set, expr_symbol(b.pool, b.input)));
    }
    /* And it is enough: with the fact, no input makes the condition false. */
    vec_push(&conds, expr_not(b.pool, never_zero));
    assert_int_equal(solver_check_all(b.l.x.sym->solver, conds.data, conds.len, NULL, NULL), ANSWER_UNSAT);
    vec_release(&conds);
    fact_release(f);
    lab_close(&b.l);
}

/* Where the input decides there is no fact: to leave it out would be a wrong proof. */
static void what_only_an_input_decides_has_no_fact(void **unused) {
    (void)unused;
    struct bench b;
    struct demand d;
    set_up(&b);
    begin(&b, &d);
    expr cond = expr_ne(b.pool, b.input, number(&b, 3));
    assert_false(demand_cond(&d, cond));
    assert_null(demand_finish(&d, false));
    /* Behind an assumption of the program that says so it needs nothing. */
    begin(&b, &d);
    vec_push(&d.guards, cond);
    assert_true(demand_cond(&d, cond));
    struct fact *f = demand_finish(&d, true);
    assert_int_equal(f->arcs.len + f->conds.len, 0);
    fact_release(f);
    lab_close(&b.l);
}

/* A location that holds an input of the past is no input: conditions on it are kept as they are. */
static void a_symbolic_location_is_spoken_of(void **unused) {
    (void)unused;
    struct bench b;
    struct demand d;
    set_up(&b);
    begin(&b, &d);
    expr same = expr_eq(b.pool, b.unknown, b.unknown), even = expr_eq(b.pool, expr_mul(b.pool, b.unknown, number(&b, 2)),
                                                                      expr_shl(b.pool, b.unknown, number(&b, 1)));
    assert_true(demand_cond(&d, same) && demand_cond(&d, even)); /* always true */
    assert_false(demand_cond(&d, expr_ult(b.pool, b.unknown, number(&b, 5)))); /* the origin itself does not satisfy it */
    assert_null(demand_finish(&d, false));
    lab_close(&b.l);
}

/* An object that is needed twice is needed once, for the more of both. */
static void needs_of_one_object_become_one(void **unused) {
    (void)unused;
    struct bench b;
    struct demand d;
    set_up(&b);
    begin(&b, &d);
    uint64_t base = lab_address(&b.l, "count");
    demand_need(&d, &(struct need){base, 2, true});
    demand_need(&d, &(struct need){base, 4, false});
    struct fact *f = demand_finish(&d, true);
    assert_int_equal(f->needs.len, 1);
    assert_int_equal(f->needs.data[0].size, 4);
    assert_true(f->needs.data[0].write);
    fact_release(f);
    lab_close(&b.l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comparisons_of_a_word_become_one_arc),
        cmocka_unit_test(an_input_is_replaced_by_values_that_force_it),
        cmocka_unit_test(what_only_an_input_decides_has_no_fact),
        cmocka_unit_test(a_symbolic_location_is_spoken_of),
        cmocka_unit_test(needs_of_one_object_become_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
