/* Arithmetic on words against the bit-by-bit reference, with values that drive
 * the carries and the corrections of long division. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "expr/apply.h"
#include "expr/bv_shift.h"
#include "test_expr_ref.h"

static struct rng rng;

/* Digits of 32 bits, mostly 0, all ones or a single bit at an end. */
static void fill(uint64_t *words, uint32_t width) {
    static const uint64_t digits[] = {0, 0, 0xffffffff, 0xffffffff, 0x80000000, 1, 0x7fffffff, 2};
    uint32_t used = 1 + (uint32_t)rng_below(&rng, width);
    for (uint32_t i = 0; i < bv_words(width); i++) {
        uint64_t low = digits[rng_below(&rng, 8)], high = digits[rng_below(&rng, 8)];
        words[i] = rng_below(&rng, 4) ? high << 32 | low : rng_next(&rng);
        if (i * 64 >= used)
            words[i] = 0;
        else if (used - i * 64 < 64)
            words[i] &= bv_mask(used - i * 64);
    }
}

static void check(enum expr_op op, uint32_t width, uint32_t kid_width, uint32_t low,
                  const uint64_t *a, const uint64_t *b, uint32_t b_width) {
    uint64_t out[BV_MAX_WORDS];
    struct ref ra = ref_words(kid_width, a), rb = ref_words(b_width, b);
    struct ref want = ref_apply(op, width, low, &ra, &rb);
    apply_wide(op, width, kid_width, low, a, b, out);
    struct ref got = ref_words(width, out);
    if (!ref_equal(&got, &want)) print_error("operator %d, width %u\n", op, width);
    assert_true(ref_equal(&got, &want));
    assert_true(width % 64 == 0 || out[width / 64] >> (width % 64) == 0);
    if (width > 64 || kid_width > 64 || b_width > 64) return;
    assert_int_equal(apply_narrow(op, width, kid_width, low, a[0], b[0]), out[0]);
}

static void all_operators(void **state) {
    (void)state;
    rng_init(&rng, 7);
    for (int round = 0; round < 3000; round++) {
        uint32_t width = 1 + (uint32_t)rng_below(&rng, round % 4 ? 200 : 64);
        uint64_t a[BV_MAX_WORDS], b[BV_MAX_WORDS];
        fill(a, width);
        fill(b, width);
        for (int op = EXPR_NOT; op <= EXPR_ASHR; op++)
            check((enum expr_op)op, width, width, 0, a, b, width);
        for (int op = EXPR_EQ; op <= EXPR_SLE; op++)
            check((enum expr_op)op, 1, width, 0, a, b, width);
        uint64_t amount[BV_MAX_WORDS] = {rng_below(&rng, width + 2)};
        bv_cut(amount, width);
        for (int op = EXPR_SHL; op <= EXPR_ASHR; op++)
            check((enum expr_op)op, width, width, 0, a, amount, width);
        uint32_t part = 1 + (uint32_t)rng_below(&rng, width);
        check(EXPR_EXTRACT, part, width, (uint32_t)rng_below(&rng, width - part + 1), a, b, width);
        uint64_t c[BV_MAX_WORDS];
        fill(c, part);
        check(EXPR_CONCAT, width + part, width, 0, a, c, part);
        check(EXPR_ZEXT, width + part, width, 0, a, b, width);
        check(EXPR_SEXT, width + part, width, 0, a, b, width);
    }
}

/* The largest width: a = q * b + r with r < b, and q * b does not overflow. */
static void largest_division(void **state) {
    (void)state;
    rng_init(&rng, 8);
    for (int round = 0; round < 2000; round++) {
        uint64_t a[BV_MAX_WORDS], b[BV_MAX_WORDS], q[BV_MAX_WORDS], r[BV_MAX_WORDS];
        fill(a, EXPR_MAX_WIDTH);
        fill(b, EXPR_MAX_WIDTH);
        if (bv_is_zero(b, EXPR_MAX_WIDTH)) continue;
        bv_udiv(q, a, b, EXPR_MAX_WIDTH);
        bv_urem(r, a, b, EXPR_MAX_WIDTH);
        assert_true(bv_ult(r, b, EXPR_MAX_WIDTH));
        uint32_t used_q = EXPR_MAX_WIDTH - bv_leading_zeros(q, EXPR_MAX_WIDTH);
        uint32_t used_b = EXPR_MAX_WIDTH - bv_leading_zeros(b, EXPR_MAX_WIDTH);
        assert_true(used_q + used_b <= EXPR_MAX_WIDTH + 1);
        bv_mul(q, q, b, EXPR_MAX_WIDTH);
        bv_add(q, q, r, EXPR_MAX_WIDTH);
        assert_true(bv_equal(q, a, EXPR_MAX_WIDTH));
    }
}

static void counting(void **state) {
    (void)state;
    uint64_t v[3] = {0, 0x10, 0};
    assert_int_equal(bv_trailing_zeros(v, 130), 68);
    assert_int_equal(bv_leading_zeros(v, 130), 61);
    assert_int_equal(bv_popcount(v, 130), 1);
    bv_ones(v, 130);
    assert_true(bv_is_ones(v, 130) && v[2] == 3);
    bv_power(v, 129, 130);
    assert_true(v[2] == 2 && v[0] == 0);
    assert_int_equal(bv_shift_amount(v, 130), 130);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_operators),
                                       cmocka_unit_test(largest_division),
                                       cmocka_unit_test(counting)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
