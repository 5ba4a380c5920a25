/* PARTI's sets against brute force: every operator on random sets of few bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "solver/parti/arith.h"
#include "solver/parti/build.h"
#include "solver/parti/interval.h"
#include "solver/parti/number.h"

/* A set of values below 256, one flag each. */
struct plain {
    uint8_t has[256];
};

static void to_plain(const struct mset *s, struct plain *p) {
    memset(p, 0, sizeof *p);
    for (uint64_t v = 0; v <= mask_of(s->width); v++) p->has[v] = mset_contains(s, v);
}

static void random_set(struct rng *rng, uint32_t width, struct mset *s) {
    uint64_t v[64], size = mask_of(width) + 1;
    switch (rng_below(rng, 6)) {
    case 0: mset_full(s, width); break;
    case 1: mset_single(s, width, rng_below(rng, size)); break;
    case 2: {
        uint64_t lo = rng_below(rng, size);
        mset_range(s, width, lo, lo + rng_below(rng, size - lo));
        break;
    }
    case 3: {
        struct mset_build b;
        uint64_t stride = 1 + rng_below(rng, 7);
        build_init(&b, width, stride);
        for (uint64_t i = 0, n = 1 + rng_below(rng, 4); i < n; i++) {
            uint64_t lo = rng_below(rng, size);
            build_add(&b, lo, lo + round_down(rng_below(rng, size - lo), stride));
        }
        build_finish(&b, s);
        s->exact = true; /* whatever it is now is what is meant */
        break;
    }
    default: {
        uint32_t n = 1 + (uint32_t)rng_below(rng, rng_below(rng, 2) ? 4 : 20);
        for (uint32_t i = 0; i < n; i++) v[i] = rng_below(rng, size);
        mset_of_values(s, width, v, n);
    }
    }
    if (rng_below(rng, 5) == 0) {
        uint64_t zeros = rng_next(rng) & rng_next(rng) & mask_of(width);
        struct mset copy;
        mset_copy(&copy, s);
        mset_restrict(s, (struct kbits){zeros, rng_next(rng) & rng_next(rng) & mask_of(width) & ~zeros});
        struct plain p;
        to_plain(s, &p);
        if (!memchr(p.has, 1, sizeof p.has)) mset_copy(s, &copy);
    }
    mset_check(s);
}

/* `got` must contain all of `want`, and be it if exact. */
static void check_image(const struct mset *got, const struct plain *want, const char *what, int op) {
    mset_check(got);
    for (uint64_t v = 0; v <= mask_of(got->width); v++) {
        bool has = mset_contains(got, v);
        if (want->has[v] && !has) fail_msg("%s %d lost %u", what, op, (unsigned)v);
        if (got->exact && has && !want->has[v]) fail_msg("%s %d: %u too much", what, op, (unsigned)v);
    }
}

static void check_binary(enum expr_op op, const struct mset *a, const struct mset *b, int *exact) {
    struct plain pa, pb, want = {{0}};
    to_plain(a, &pa);
    to_plain(b, &pb);
    bool compare = op >= EXPR_EQ;
    uint64_t size = mask_of(a->width) + 1;
    for (uint64_t x = 0; x < size; x++)
        for (uint64_t y = 0; pa.has[x] && y < size; y++)
            if (pb.has[y]) want.has[concrete_binary(op, a->width, x, y)] = 1;
    struct mset got;
    if (compare) mset_compare(op, a, b, &got);
    else mset_binary(op, a, b, &got);
    if (!mset_is_empty(&got)) check_image(&got, &want, "image", op);
    else assert_true(mset_has_bits(a) || mset_has_bits(b));
    *exact += got.exact;
}

static void check_inverse(enum expr_op op, const struct mset *a, const struct mset *b,
                          const struct mset *want) {
    struct plain pa, pb, pw, left = {{0}}, right = {{0}};
    to_plain(a, &pa);
    to_plain(b, &pb);
    to_plain(want, &pw);
    uint64_t size = mask_of(a->width) + 1;
    for (uint64_t x = 0; x < size; x++)
        for (uint64_t y = 0; pa.has[x] && y < size; y++)
            if (pb.has[y] && pw.has[concrete_binary(op, a->width, x, y)]) left.has[x] = right.has[y] = 1;
    struct mset got;
    mset_inverse_left(op, a, b, want, &got);
    got.exact = false;
    check_image(&got, &left, "inverse left", op);
    mset_inverse_right(op, a, b, want, &got);
    got.exact = false;
    check_image(&got, &right, "inverse right", op);
}

static void check_sets(const struct mset *a, const struct mset *b) {
    struct plain pa, pb, both, either, outside;
    struct mset got;
    to_plain(a, &pa);
    to_plain(b, &pb);
    bool subset = true;
    memset(&outside, 0, sizeof outside);
    for (int v = 0; v < 256; v++) {
        both.has[v] = pa.has[v] & pb.has[v];
        either.has[v] = pa.has[v] | pb.has[v];
        if ((uint64_t)v <= mask_of(a->width)) outside.has[v] = !pa.has[v];
        subset &= !pa.has[v] || pb.has[v];
    }
    mset_intersect(a, b, &got);
    check_image(&got, &both, "intersect", 0);
    mset_union(a, b, &got);
    check_image(&got, &either, "union", 0);
    mset_complement(a, &got);
    check_image(&got, &outside, "complement", 0);
    if (mset_subset(a, b)) assert_true(subset);
    int64_t smin = INT64_MAX, smax = INT64_MIN;
    uint32_t count = 0;
    for (uint64_t v = 0; v <= mask_of(a->width); v++) {
        if (!pa.has[v]) continue;
        int64_t s = to_signed(v, a->width);
        if (s < smin) smin = s;
        if (s > smax) smax = s;
        count++;
    }
    assert_true(mset_smin(a) <= smin && mset_smax(a) >= smax);
    if (a->exact) assert_true(mset_smin(a) == smin && mset_smax(a) == smax);
    uint64_t members[256];
    assert_int_equal(mset_members(a, 256, members), count);
    mset_copy(&got, a);
    mset_coarsen(&got, 1 + a->n / 2);
    check_image(&got, &pa, "coarsen", 0);
}

static void check_casts(struct rng *rng, const struct mset *a) {
    struct plain pa, want;
    struct mset got, target;
    uint32_t w = a->width, wide = w + (uint32_t)rng_below(rng, 9 - w);
    uint32_t low = (uint32_t)rng_below(rng, w), cut = 1 + (uint32_t)rng_below(rng, w - low);
    to_plain(a, &pa);
    memset(&want, 0, sizeof want);
    for (uint64_t v = 0; v <= mask_of(w); v++)
        if (pa.has[v]) want.has[v >> low & mask_of(cut)] = 1;
    mset_extract(a, low, cut, &got);
    check_image(&got, &want, "extract", 0);
    memset(&want, 0, sizeof want);
    for (uint64_t v = 0; v <= mask_of(w); v++)
        if (pa.has[v]) want.has[(uint64_t)to_signed(v, w) & mask_of(wide)] = 1;
    mset_sext(a, wide, &got);
    check_image(&got, &want, "sext", 0);
    random_set(rng, wide, &target);
    memset(&want, 0, sizeof want);
    for (uint64_t v = 0; v <= mask_of(w); v++)
        want.has[v] = pa.has[v] && mset_contains(&target, (uint64_t)to_signed(v, w) & mask_of(wide));
    mset_inverse_sext(a, &target, &got);
    got.exact = false;
    check_image(&got, &want, "inverse sext", 0);
    random_set(rng, cut, &target);
    for (uint64_t v = 0; v <= mask_of(w); v++)
        want.has[v] = pa.has[v] && mset_contains(&target, v >> low & mask_of(cut));
    mset_inverse_extract(a, low, &target, &got);
    got.exact = false;
    check_image(&got, &want, "inverse extract", 0);
}

static void check_concat(const struct mset *a, const struct mset *b) {
    if (a->width + b->width > 8) return;
    struct plain want = {{0}};
    struct mset got;
    for (uint64_t x = 0; x <= mask_of(a->width); x++)
        for (uint64_t y = 0; y <= mask_of(b->width); y++)
            if (mset_contains(a, x) && mset_contains(b, y)) want.has[x << b->width | y] = 1;
    mset_concat(a, b, &got);
    check_image(&got, &want, "concat", 0);
}

static void test_operators(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 7);
    int exact[EXPR_OPS] = {0}, rounds = 6000;
    for (int i = 0; i < rounds; i++) {
        uint32_t width = 1 + (uint32_t)rng_below(&rng, 6);
        struct mset a, b, want;
        random_set(&rng, width, &a);
        random_set(&rng, width, &b);
        random_set(&rng, width, &want);
        for (int op = EXPR_ADD; op <= EXPR_SLE; op++) check_binary(op, &a, &b, &exact[op]);
        for (int op = EXPR_ADD; op <= EXPR_ASHR; op++) check_inverse(op, &a, &b, &want);
        check_sets(&a, &b);
        check_casts(&rng, &a);
        check_concat(&a, &b);
    }
    /* The operators of the paper must mostly be exact, not just sound. */
    assert_true(exact[EXPR_ADD] > rounds * 6 / 10);
    assert_true(exact[EXPR_EQ] > rounds * 6 / 10);
}

/* Values where 64-bit arithmetic may overflow. */
static uint64_t edge(struct rng *rng, uint32_t width) {
    uint64_t near = rng_below(rng, 3) ? rng_below(rng, 40) : rng_next(rng) >> rng_below(rng, 64);
    static const uint64_t bases[] = {0, 0, (uint64_t)1 << 63, (uint64_t)1 << 62, (uint64_t)1 << 32};
    uint64_t base = bases[rng_below(rng, 5)];
    return (rng_below(rng, 2) ? base + near : base - near) & mask_of(width);
}

static void edge_set(struct rng *rng, uint32_t width, struct mset *s) {
    struct mset_build b;
    uint64_t stride = rng_below(rng, 2) ? 1 : edge(rng, width) >> rng_below(rng, width);
    if (stride == 0) stride = 1;
    build_init(&b, width, stride);
    for (uint64_t i = 0, n = 1 + rng_below(rng, 4); i < n; i++) {
        uint64_t lo = edge(rng, width), hi = edge(rng, width);
        if (rng_below(rng, 3) == 0) hi = lo;
        if (lo > hi) {
            uint64_t swap = lo;
            lo = hi;
            hi = swap;
        }
        build_add(&b, lo, lo + round_down(hi - lo, stride));
    }
    build_finish(&b, s);
    mset_check(s);
}

static uint64_t some_member(struct rng *rng, const struct mset *s) {
    struct ival v = s->iv[rng_below(rng, s->n)];
    uint64_t steps = (v.hi - v.lo) / s->stride;
    switch (rng_below(rng, 3)) {
    case 0: return v.lo;
    case 1: return v.hi;
    default: return v.lo + (steps == UINT64_MAX ? rng_next(rng) : rng_below(rng, steps + 1)) * s->stride;
    }
}

/* Words of up to 64 bits: members sampled, so only losses can be seen. */
static void test_edges(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 11);
    for (int i = 0; i < 20000; i++) {
        uint32_t width = rng_below(&rng, 2) ? 64 : 33 + (uint32_t)rng_below(&rng, 32);
        struct mset a, b, out, one;
        edge_set(&rng, width, &a);
        edge_set(&rng, width, &b);
        uint64_t x = some_member(&rng, &a), y = some_member(&rng, &b);
        for (int op = EXPR_ADD; op <= EXPR_SLE; op++) {
            uint64_t z = concrete_binary(op, width, x, y);
            if (op >= EXPR_EQ) mset_compare(op, &a, &b, &out);
            else mset_binary(op, &a, &b, &out);
            mset_check(&out);
            if (!mset_contains(&out, z)) fail_msg("image of %d", op);
            if (op >= EXPR_EQ) continue;
            mset_single(&one, width, y);
            mset_binary(op, &a, &one, &out);
            if (!mset_contains(&out, z)) fail_msg("image of %d with a constant", op);
            mset_range(&one, width, z, z + rng_below(&rng, mask_of(width) - z < 9 ? 1 : 9));
            mset_inverse_left(op, &a, &b, &one, &out);
            if (!mset_contains(&out, x)) fail_msg("inverse left of %d", op);
            mset_inverse_right(op, &a, &b, &one, &out);
            if (!mset_contains(&out, y)) fail_msg("inverse right of %d", op);
            mset_single(&b, width, y);
            mset_inverse_left(op, &a, &b, &one, &out);
            if (!mset_contains(&out, x)) fail_msg("inverse left of %d by a constant", op);
            edge_set(&rng, width, &b);
            y = some_member(&rng, &b);
        }
        mset_intersect(&a, &b, &out);
        if (mset_contains(&b, x)) assert_true(mset_contains(&out, x));
        for (uint32_t k = 0; k < out.n && out.exact; k++) {
            assert_true(mset_contains(&a, out.iv[k].lo) && mset_contains(&b, out.iv[k].lo));
            assert_true(mset_contains(&a, out.iv[k].hi) && mset_contains(&b, out.iv[k].hi));
        }
        mset_union(&a, &b, &out);
        assert_true(mset_contains(&out, x) && mset_contains(&out, y));
        mset_narrow(&a, &b, &out);
        if (mset_contains(&b, x)) assert_true(mset_contains(&out, x));
        if (!mset_is_empty(&out)) assert_true(mset_contains(&a, some_member(&rng, &out)));
        assert_true(mset_smin(&a) <= to_signed(x, width) && to_signed(x, width) <= mset_smax(&a));
        assert_true(mset_contains(&a, (uint64_t)mset_smin(&a) & mask_of(width)));
        assert_true(mset_contains(&a, (uint64_t)mset_smax(&a) & mask_of(width)));
        uint32_t low = (uint32_t)rng_below(&rng, width), cut = 1 + (uint32_t)rng_below(&rng, width - low);
        mset_extract(&a, low, cut, &out);
        assert_true(mset_contains(&out, x >> low & mask_of(cut)));
        mset_single(&one, cut, x >> low & mask_of(cut));
        mset_inverse_extract(&a, low, &one, &out);
        assert_true(mset_contains(&out, x));
    }
}

static void test_wide_arithmetic(void **state) {
    (void)state;
    struct mset a, b, out;
    mset_full(&a, 64);
    mset_mul_const(&a, 12, &out);
    assert_true(out.exact && out.stride == 4 && out.n == 1 && mset_max(&out) == UINT64_MAX - 3);
    mset_range(&a, 64, 0, 99);
    mset_mul_const(&a, 24, &b);
    mset_add_const(&b, 0x10000, &out);
    assert_true(out.exact && out.stride == 24 && mset_max(&out) == 0x10000 + 99 * 24);
    mset_add_const(&b, -(uint64_t)48, &out); /* wraps: -48, -24, 0, ... */
    assert_true(out.exact && mset_contains(&out, -(uint64_t)48) && mset_contains(&out, 24) &&
                !mset_contains(&out, 25) && mset_count(&out) == 100);
    mset_full(&a, 64);
    mset_binary_const(EXPR_XOR, &a, 12345, &out);
    assert_true(mset_is_full(&out) && out.exact);
    mset_neg(&a, &out);
    assert_true(mset_is_full(&out) && out.exact);
    assert_true(mset_count(&a) == UINT64_MAX);
}

/* Sums of {0, 2^i} stay one interval, whatever the order. */
static void test_sum_of_powers(void **state) {
    (void)state;
    for (int down = 0; down < 2; down++) {
        struct mset sum, next, out;
        mset_single(&sum, 64, 0);
        for (int i = 0; i < 62; i++) {
            uint64_t v[2] = {0, (uint64_t)1 << (down ? 61 - i : i)};
            mset_of_values(&next, 64, v, 2);
            mset_add(&sum, &next, &out);
            mset_copy(&sum, &out);
            assert_true(sum.exact && sum.n <= 2);
        }
        assert_true(mset_max(&sum) == ((uint64_t)1 << 62) - 1 && sum.stride == 1);
    }
}

static void test_common_remainders(void **state) {
    (void)state;
    for (uint64_t m = 1; m < 9; m++)
        for (uint64_t n = 1; n < 9; n++)
            for (uint64_t a = 0; a < 9; a++)
                for (uint64_t b = 0; b < 9; b++)
                    for (uint64_t from = 0; from < 12; from += 5) {
                        u128 got = 0;
                        bool found = first_common(a, m, b, n, from, &got);
                        uint64_t v = from;
                        while (v < from + 100 && (v % m != a % m || v % n != b % n)) v++;
                        assert_true(found == (v < from + 100) && (!found || got == v));
                    }
    for (uint64_t a = 1; a < 1000; a += 2) assert_true(a * inverse_odd(a) == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operators),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_wide_arithmetic),
        cmocka_unit_test(test_sum_of_powers),
        cmocka_unit_test(test_common_remainders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
