/* Tables of checksums read at a symbolic index, and random changes of inputs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "engine/concolic/mutate.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/relate.h"

static void fill(uint64_t *elems, uint64_t first) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        elems[i] = c ^ first;
    }
}

/* Reads at all indexes give the elements. */
static void compare(struct expr_pool *pool, const uint64_t *elems, expr index, expr read) {
    for (uint32_t i = 0; i < 256; i++) {
        struct model *m = model_new();
        model_set(m, expr_symbol(pool, index), i);
        assert_true(model_eval(m, pool, read) == elems[i]);
        model_release(m);
    }
}

static void test_linear(void **state) {
    (void)state;
    for (int variant = 0; variant < 4; variant++) {
        struct expr_pool *pool = expr_pool_new();
        uint64_t elems[256];
        fill(elems, variant == 1 ? 0x12345678 : 0);
        if (variant == 2) elems[77] ^= 4;
        if (variant == 3) elems[255] = 0; /* the table is stored shorter */
        expr index = expr_sym(pool, 8, "i"), array = expr_array_const(pool, 32, 32, elems, 256);
        expr read = expr_read(pool, array, expr_zext(pool, index, 32));
        assert_int_equal(expr_op(pool, read) == EXPR_READ, variant >= 2);
        compare(pool, elems, index, read);
        /* An index that may be too large is none of these. */
        expr wide = expr_read(pool, array, expr_sym(pool, 32, "w"));
        assert_int_equal(expr_op(pool, wide), EXPR_READ);
        expr_pool_free(pool);
    }
    assert_int_equal(mem_live_bytes(), 0);
}

static void test_mutate(void **state) {
    (void)state;
    struct mutator m;
    mutator_init(&m, 1, 40);
    assert_int_equal(mutator_round(&m), 0);
    vec_u8 text = {0}, made = {0};
    mutator_keep(&m, &text);
    for (const char *p = "set r1\nadd 5\n"; *p; p++) vec_push(&text, (uint8_t)*p);
    mutator_keep(&m, &text);
    uint32_t longer = 0, shorter = 0, other = 0;
    for (int i = 0; i < 20000; i++) {
        mutator_make(&m, &made);
        assert_true(made.len <= 40);
        longer += made.len > text.len;
        shorter += made.len < text.len;
        other += made.len == text.len && memcmp(made.data, text.data, text.len) != 0;
    }
    assert_true(longer > 1000 && shorter > 1000 && other > 1000);
    uint32_t round = mutator_round(&m);
    mutator_learn(&m, 1);
    assert_true(mutator_round(&m) > round);
    for (int i = 0; i < 1000; i++) mutator_learn(&m, 0);
    assert_true(mutator_round(&m) > 0 && mutator_round(&m) < round);
    vec_release(&text);
    vec_release(&made);
    mutator_release(&m);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_linear), cmocka_unit_test(test_mutate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
