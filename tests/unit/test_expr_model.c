/* Models: values against a plain array, copies that share, memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/rng.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/relate.h"

enum { SYMBOLS = 700, ARRAYS = 3, ELEMS = 40, MODELS = 12, STEPS = 60000 };

/* What a model should say. */
struct expected {
    bool has[SYMBOLS];
    uint64_t value[SYMBOLS][2];
    uint64_t elem[ARRAYS][ELEMS];
};

struct setting {
    struct expr_pool *pool;
    struct rng rng;
    expr symbols[SYMBOLS], arrays[ARRAYS];
    struct model *models[MODELS];
    struct expected *expected;
};

/* One symbol in seven is wide. */
static uint32_t words_of(uint32_t i) { return i % 7 ? 1 : 2; }

static void set_up(struct setting *s) {
    s->pool = expr_pool_new();
    rng_init(&s->rng, 42);
    for (uint32_t i = 0; i < SYMBOLS; i++) s->symbols[i] = expr_sym(s->pool, 64 * words_of(i), "x");
    for (int i = 0; i < ARRAYS; i++) s->arrays[i] = expr_array_sym(s->pool, 32, 64, "a");
    s->expected = mem_zalloc(MODELS * sizeof *s->expected);
    for (int i = 0; i < MODELS; i++) s->models[i] = model_new();
}

static void tear_down(struct setting *s) {
    for (int i = 0; i < MODELS; i++) model_release(s->models[i]);
    mem_free(s->expected);
    expr_pool_free(s->pool);
    assert_int_equal(mem_live_bytes(), 0);
}

static void change_word(struct setting *s, uint32_t m) {
    uint32_t i = (uint32_t)rng_below(&s->rng, SYMBOLS);
    uint64_t words[2] = {rng_below(&s->rng, 5), rng_below(&s->rng, 5)};
    symbol x = expr_symbol(s->pool, s->symbols[i]);
    if (words_of(i) == 1) words[1] = 0;
    model_set_wide(s->models[m], x, words, words_of(i));
    memcpy(s->expected[m].value[i], words, sizeof words);
    s->expected[m].has[i] = true;
}

static void change_array(struct setting *s, uint32_t m) {
    uint32_t a = (uint32_t)rng_below(&s->rng, ARRAYS), i = (uint32_t)rng_below(&s->rng, ELEMS);
    uint64_t value = rng_below(&s->rng, 5);
    model_set_elem(s->models[m], expr_symbol(s->pool, s->arrays[a]), i, value);
    s->expected[m].elem[a][i] = value;
}

/* Model m becomes a copy of another. */
static void copy_over(struct setting *s, uint32_t m) {
    uint32_t from = (uint32_t)rng_below(&s->rng, MODELS);
    struct model *copy = model_copy(s->models[from]);
    model_release(s->models[m]);
    s->models[m] = copy;
    memmove(&s->expected[m], &s->expected[from], sizeof *s->expected);
}

/* Evaluates a sum over neighbours and an element, which the memory may know. */
static void evaluate(struct setting *s, uint32_t m) {
    struct expr_pool *p = s->pool;
    uint32_t i = (uint32_t)rng_below(&s->rng, SYMBOLS - 1), a = i % ARRAYS, at = i % ELEMS;
    const struct expected *e = &s->expected[m];
    expr left = expr_extract(p, s->symbols[i], 0, 64);
    expr right = expr_extract(p, s->symbols[i + 1], words_of(i + 1) == 2 ? 64 : 0, 64);
    expr cell = expr_read(p, s->arrays[a], expr_const(p, 32, at));
    uint64_t want = e->value[i][0] + 3 * e->value[i + 1][words_of(i + 1) - 1] + e->elem[a][at];
    expr sum = expr_add(p, expr_add(p, left, expr_mul(p, right, expr_const(p, 64, 3))), cell);
    assert_int_equal(model_eval(s->models[m], p, sum), want);
}

static void check_values(struct setting *s, uint32_t m) {
    const struct expected *e = &s->expected[m];
    uint32_t cursor = 0, found = 0, wanted = 0;
    symbol x;
    for (uint32_t i = 0; i < SYMBOLS; i++) {
        uint64_t words[2];
        symbol sym = expr_symbol(s->pool, s->symbols[i]);
        model_get_wide(s->models[m], sym, words, 2);
        assert_memory_equal(words, e->value[i], sizeof words);
        assert_int_equal(model_has(s->models[m], sym), e->has[i]);
        wanted += e->has[i];
    }
    while (model_next(s->models[m], &cursor, &x)) found += model_has(s->models[m], x);
    assert_int_equal(found, wanted);
    for (int a = 0; a < ARRAYS; a++)
        for (uint32_t i = 0; i < ELEMS; i++)
            assert_int_equal(model_get_elem(s->models[m], expr_symbol(s->pool, s->arrays[a]), i),
                             e->elem[a][i]);
}

static void random_changes(void **state) {
    (void)state;
    struct setting s;
    set_up(&s);
    for (int step = 0; step < STEPS; step++) {
        uint32_t m = (uint32_t)rng_below(&s.rng, MODELS);
        switch (rng_below(&s.rng, 8)) {
        case 0: copy_over(&s, m); break;
        case 1: change_array(&s, m); break;
        case 2:
        case 3: change_word(&s, m); break;
        default: evaluate(&s, m);
        }
        if (step % 500 == 0) check_values(&s, m);
        if (step % 5000 == 4999) expr_collect(s.pool);
    }
    for (uint32_t m = 0; m < MODELS; m++) check_values(&s, m);
    tear_down(&s);
}

/* However much was evaluated, a model costs what it assigns, and a copy with one
 * change a small part of that. */
static void memory_of_models(void **state) {
    (void)state;
    struct expr_pool *pool = expr_pool_new();
    expr bytes[256], sum = expr_const(pool, 32, 0);
    struct model *first = model_new();
    for (int i = 0; i < 256; i++) {
        bytes[i] = expr_sym(pool, 8, "b");
        model_set(first, expr_symbol(pool, bytes[i]), (uint64_t)i);
    }
    for (int i = 0; i < 50000; i++) {
        expr term = expr_zext(pool, expr_xor(pool, bytes[i % 256], expr_const(pool, 8, i / 256)), 32);
        sum = expr_add(pool, expr_mul(pool, sum, expr_const(pool, 32, 31)), term);
    }
    model_eval(first, pool, sum);
    uint64_t before = mem_live_bytes();
    struct model *copies[100];
    for (uint64_t i = 0; i < 100; i++) {
        copies[i] = model_copy(first);
        model_set(copies[i], expr_symbol(pool, bytes[i]), 255);
        model_eval(copies[i], pool, sum);
    }
    assert_true(mem_live_bytes() - before < 100 * 512);
    for (int i = 0; i < 100; i++) model_release(copies[i]);
    model_release(first);
    expr_pool_free(pool);
    assert_int_equal(mem_live_bytes(), 0);
}

/* Models may outlive a pool, and meet another one at the same address. */
static void pool_goes_first(void **state) {
    (void)state;
    struct model *m = model_new();
    for (uint64_t round = 0; round < 20; round++) {
        struct expr_pool *pool = expr_pool_new();
        expr x = expr_sym(pool, 32, "x");
        expr e = expr_add(pool, x, expr_const(pool, 32, round));
        if (round == 0) model_set(m, expr_symbol(pool, x), 7);
        assert_int_equal(model_eval(m, pool, e), 7 + round);
        expr_pool_free(pool);
    }
    model_release(m);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_changes),
                                       cmocka_unit_test(memory_of_models),
                                       cmocka_unit_test(pool_goes_first)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
