/* Facts: what suffices for a subtree to be safe (cond/fact.h). A state that satisfies a fact is
 * left out, so a fact that seems to hold where it does not is a wrong proof. */
#include "expr/arith.h"
#include "expr/relate.h"
#include "test_lab.h"

#include "base/mem.h"
#include "base/rng.h"
#include "cond/factbytes.h"

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

static void functions_of(const struct state *st, frame_functions *out) {
    for (const struct frame *f = st->top; f; f = f->caller) vec_push(out, f->fn);
}

/* Conditions on memory and registers, of several operators. */
static struct fact *fact_of_many(struct lab *l, const struct state *st) {
    struct expr_pool *pool = l->x.sym->pool;
    expr known = lab_word(l, &l->places, "known", 4), unknown = lab_word(l, &l->places, "unknown", 4), small = lab_word(l, &l->places, "small", 4);
    expr reg = places_register(&l->x, &l->places, st->depth - 1, st->top->fn->nconsts);
    struct fact *f = fact_new();
    add_arc(f, known, 5, 9);
    add_arc(f, expr_and(pool, small, expr_const(pool, 32, 7)), 0, 7);
    vec_push(&f->conds, expr_slt(pool, expr_add(pool, unknown, small), expr_mul(pool, known, small)));
    vec_push(&f->conds, expr_ult(pool, expr_zext(pool, expr_extract(pool, unknown, 8, 8), 64), expr_concat(pool, known, expr_extract(pool, reg, 0, 32))));
    vec_push(&f->conds, expr_eq(pool, expr_ite(pool, expr_ult(pool, known, small), unknown, known), expr_neg(pool, small)));
    vec_push(&f->needs, ((struct need){lab_address(l, "known"), 4, true}));
    f->work = 12;
    return f;
}

/* What is read says the same: expressions are one node if they are equal. */
static void a_fact_travels(void **unused) {
    (void)unused;
    struct lab l;
    lab_open(&l, program_text, false);
    struct state *st = lab_to_point(&l);
    struct fact *f = fact_of_many(&l, st);
    frame_functions functions = {0};
    vec_u8 bytes = {0};
    functions_of(st, &functions);
    assert_true(fact_write(l.x.sym->pool, &l.places, f, &bytes));
    const uint8_t *at = bytes.data;
    struct fact *read = fact_read(&l.x, &l.places, &functions, &at, at + bytes.len);
    assert_non_null(read);
    assert_true(at == bytes.data + bytes.len && read->work == 12 && read->needs.len == 1 && read->needs.data[0].write);
    assert_true(read->arcs.len == f->arcs.len && read->conds.len == f->conds.len);
    for (uint32_t i = 0; i < f->arcs.len; i++)
        assert_true(expr_same(read->arcs.data[i].word, f->arcs.data[i].word) && read->arcs.data[i].lo == f->arcs.data[i].lo && read->arcs.data[i].hi == f->arcs.data[i].hi);
    for (uint32_t i = 0; i < f->conds.len; i++) assert_true(expr_same(read->conds.data[i], f->conds.data[i]));
    fact_release(read);
    fact_release(f);
    vec_release(&functions);
    vec_release(&bytes);
    lab_close(&l);
}

/* What is changed on the way, by somebody who knows the sums, is refused or well-formed (fact_read checks that). */
static void a_broken_fact_does_no_harm(void **unused) {
    (void)unused;
    struct lab l;
    struct rng rng;
    lab_open(&l, program_text, false);
    struct state *st = lab_to_point(&l);
    struct fact *f = fact_of_many(&l, st);
    frame_functions functions = {0};
    vec_u8 good = {0};
    uint32_t refused = 0;
    rng_init(&rng, 1);
    functions_of(st, &functions);
    assert_true(fact_write(l.x.sym->pool, &l.places, f, &good));
    for (uint32_t trial = 0; trial < 3000; trial++) {
        uint32_t n = rng_below(&rng, 8) ? good.len : (uint32_t)rng_below(&rng, good.len);
        uint8_t *bytes = mem_alloc(n ? n : 1);
        const uint8_t *at = bytes;
        memcpy(bytes, good.data, n);
        for (uint64_t k = rng_below(&rng, 3); n && k < 3; k++) bytes[rng_below(&rng, n)] = (uint8_t)rng_next(&rng);
        struct fact *read = fact_read(&l.x, &l.places, &functions, &at, bytes + n);
        refused += !read;
        if (read) (void)fact_holds(&l.x, &l.places, read, st);
        fact_release(read);
        mem_free(bytes);
    }
    assert_in_range(refused, 1000, 3000);
    fact_release(f);
    vec_release(&functions);
    vec_release(&good);
    lab_close(&l);
}

/* A symbol that is no location means nothing elsewhere. */
static void what_means_nothing_elsewhere_stays(void **unused) {
    (void)unused;
    struct lab l;
    vec_u8 bytes = {0};
    lab_open(&l, program_text, false);
    struct state *st = lab_to_point(&l);
    struct fact *f = fact_of_many(&l, st);
    struct expr_pool *pool = l.x.sym->pool;
    vec_push(&f->conds, expr_ult(pool, expr_sym(pool, 32, "input"), expr_const(pool, 32, 5)));
    assert_false(fact_write(pool, &l.places, f, &bytes));
    f->conds.len--;
    vec_push(&f->leads, ((struct lead){expr_const(pool, 64, 1), 5}));
    assert_false(fact_write(pool, &l.places, f, &bytes));
    assert_int_equal(bytes.len, 0);
    fact_release(f);
    vec_release(&bytes);
    lab_close(&l);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fact_travels),
        cmocka_unit_test(a_broken_fact_does_no_harm),
        cmocka_unit_test(what_means_nothing_elsewhere_stays),
        cmocka_unit_test(a_value_is_on_an_arc_or_not),
        cmocka_unit_test(a_symbolic_value_must_satisfy_it_whatever_the_input),
        cmocka_unit_test(an_object_that_is_needed_must_be_there),
        cmocka_unit_test(what_is_not_there_satisfies_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
