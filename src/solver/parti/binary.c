/* Images of binary operators. */
#include <assert.h>

#include "solver/parti/arith.h"
#include "solver/parti/build.h"
#include "solver/parti/number.h"

enum {
    MOST_PAIRS = 256,                           /* of intervals, in sums */
    MOST_VALUES = 128,                          /* of results, listed one by one */
    MOST_SPLIT = MSET_CAP < 16 ? MSET_CAP : 16, /* values made intervals of their own */
};

static void inexact_full(struct mset *out, uint32_t width) {
    mset_full(out, width);
    out->exact = false;
}

/* ---- addition ---------------------------------------------------------------------- */

/* True if s is lo, lo + *stride, ..., hi. */
static bool is_progression(const struct mset *s, struct ival *v, uint64_t *stride) {
    if (s->n == 1) {
        *v = s->iv[0];
        *stride = s->stride;
        return true;
    }
    if (s->n != 2 || !mset_only_singles(s)) return false;
    *v = (struct ival){s->iv[0].lo, s->iv[1].lo};
    *stride = v->hi - v->lo;
    return true;
}

/* The sum of two progressions is one if the finer fills the steps of the coarser. */
static bool add_progressions(const struct mset *a, const struct mset *b, struct mset *out) {
    struct ival x, y;
    uint64_t m, n;
    if (!is_progression(a, &x, &m) || !is_progression(b, &y, &n)) return false;
    if (m > n) {
        struct ival swap = x;
        x = y;
        y = swap;
        uint64_t step = m;
        m = n;
        n = step;
    }
    if (n % m || (x.hi - x.lo < n - m)) return false;
    struct mset_build build;
    build_init(&build, a->width, m);
    build_add_wrapped(&build, (u128)x.lo + y.lo, (u128)x.hi + y.hi);
    build.exact &= a->exact && b->exact;
    build_finish(&build, out);
    return true;
}

/* True if every interval of `fine` fills the steps of a stride. */
static bool fills(const struct mset *fine, uint64_t stride) {
    if (stride % fine->stride) return false;
    for (uint32_t i = 0; i < fine->n; i++)
        if (fine->iv[i].hi - fine->iv[i].lo < stride - fine->stride) return false;
    return true;
}

/* The stride that sums of intervals of a and b have; *exact is cleared if some
 * are finer than their sums. */
static uint64_t sum_stride(const struct mset *a, const struct mset *b, bool *exact) {
    if (a->stride == b->stride || mset_only_singles(b)) return a->stride;
    if (mset_only_singles(a)) return b->stride;
    const struct mset *fine = a->stride < b->stride ? a : b, *coarse = fine == a ? b : a;
    if (fills(fine, coarse->stride)) return fine->stride;
    *exact = false;
    return gcd(a->stride, b->stride);
}

static void add_pairs(const struct mset *a, const struct mset *b, struct mset *out) {
    bool exact = a->exact && b->exact;
    struct mset_build build;
    build_init(&build, a->width, sum_stride(a, b, &exact));
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t j = 0; j < b->n; j++)
            build_add_wrapped(&build, (u128)a->iv[i].lo + b->iv[j].lo, (u128)a->iv[i].hi + b->iv[j].hi);
    build.exact &= exact;
    build_finish(&build, out);
}

/* s with its members as intervals of their own, if they are few. */
static bool spelled_out(const struct mset *s, struct mset *out) {
    if (mset_count(s) > MOST_SPLIT) return false;
    uint64_t v[MOST_SPLIT];
    uint32_t n = mset_members(s, MOST_SPLIT, v);
    if (n == 0) return false;
    mset_single(out, s->width, v[0]);
    for (uint32_t i = 0; i < n; i++) out->iv[i] = (struct ival){v[i], v[i]};
    out->n = n;
    out->exact = s->exact;
    return true;
}

static void add_sets(const struct mset *a, const struct mset *b, struct mset *out) {
    bool exact = true;
    if (add_progressions(a, b, out)) return;
    struct mset small, coarse_a, coarse_b;
    sum_stride(a, b, &exact);
    if (!exact && spelled_out(a, &small)) a = &small;
    else if (!exact && spelled_out(b, &small)) b = &small;
    if (a->n * b->n > MOST_PAIRS) {
        mset_copy(&coarse_a, a);
        mset_copy(&coarse_b, b);
        mset_coarsen(&coarse_a, MOST_SPLIT);
        mset_coarsen(&coarse_b, MOST_SPLIT);
        add_pairs(&coarse_a, &coarse_b, out);
        return;
    }
    add_pairs(a, b, out);
}

void mset_add(const struct mset *a, const struct mset *b, struct mset *out) {
    if (mset_is_single(b)) {
        mset_add_const(a, b->iv[0].lo, out);
        out->exact &= b->exact;
        return;
    }
    if (mset_is_single(a)) {
        mset_add_const(b, a->iv[0].lo, out);
        out->exact &= a->exact;
        return;
    }
    add_sets(a, b, out);
    if (mset_has_bits(a) || mset_has_bits(b)) mset_add_bits(out, kbits_add(mset_bits(a), mset_bits(b), a->width));
}

/* ---- operators with a constant on the right ------------------------------------------ */

/* The parts of a below and from the sign bit up; the latter negated. */
static void split_sign(const struct mset *a, struct mset *positive, struct mset *magnitude) {
    struct mset half, negative;
    mset_range(&half, a->width, 0, sign_of(a->width) - 1);
    mset_intersect(a, &half, positive);
    mset_range(&half, a->width, sign_of(a->width), mask_of(a->width));
    mset_intersect(a, &half, &negative);
    if (mset_is_empty(&negative)) mset_empty(magnitude, a->width);
    else mset_neg(&negative, magnitude);
}

static void signed_part(enum expr_op op, const struct mset *part, uint64_t c, bool negate, struct mset *out) {
    struct mset image;
    if (mset_is_empty(part)) {
        mset_empty(out, part->width);
        return;
    }
    if (op == EXPR_SREM) mset_rem_const(part, c, &image);
    else mset_div_const(part, c, &image);
    if (negate) mset_neg(&image, out);
    else mset_copy(out, &image);
}

static void signed_const(enum expr_op op, const struct mset *a, uint64_t c, struct mset *out) {
    bool negative = c & sign_of(a->width);
    uint64_t size = negative ? -c & mask_of(a->width) : c;
    struct mset plus, minus, from_plus, from_minus;
    split_sign(a, &plus, &minus);
    signed_part(op, &plus, size, op == EXPR_SDIV && negative, &from_plus);
    signed_part(op, &minus, size, op == EXPR_SREM || !negative, &from_minus);
    mset_union(&from_plus, &from_minus, out);
    out->exact &= a->exact;
}

/* By SMT-LIB, x sdiv 0 is -1 or 1 by the sign of x. */
static void sdiv_zero(const struct mset *a, struct mset *out) {
    uint64_t v[2];
    uint32_t n = 0;
    if (mset_smax(a) >= 0) v[n++] = mask_of(a->width);
    if (mset_smin(a) < 0) v[n++] = 1;
    mset_of_values(out, a->width, v, n);
    out->exact = a->exact;
}

static void ashr_const(const struct mset *a, uint64_t by, struct mset *out) {
    struct mset plus, rest, negative, half, image;
    uint64_t c = (uint64_t)1 << (by >= a->width ? a->width - 1u : by);
    mset_range(&half, a->width, 0, sign_of(a->width) - 1);
    mset_intersect(a, &half, &plus);
    mset_not(a, &rest);
    mset_intersect(&rest, &half, &negative);
    if (mset_is_empty(&plus)) mset_empty(&rest, a->width);
    else mset_div_const(&plus, c, &rest);
    if (mset_is_empty(&negative)) {
        mset_copy(out, &rest);
        return;
    }
    mset_div_const(&negative, c, &image);
    mset_not(&image, &plus);
    mset_union(&rest, &plus, out);
}

/* All a & mask for unrestricted a. */
static bool submasks(uint32_t width, uint64_t mask, struct mset *out) {
    if (__builtin_popcountll(mask) > 6) return false;
    uint64_t v[64], sub = 0;
    uint32_t n = 0;
    do {
        v[n++] = sub;
        sub = (sub - mask) & mask;
    } while (sub);
    mset_of_values(out, width, v, n);
    return true;
}

static bool list_const(enum expr_op op, const struct mset *a, uint64_t c, struct mset *out) {
    if (mset_count(a) > MOST_VALUES) return false;
    uint64_t v[MOST_VALUES];
    uint32_t n = mset_members(a, MOST_VALUES, v);
    if (n == 0) return false;
    for (uint32_t i = 0; i < n; i++) v[i] = concrete_binary(op, a->width, v[i], c);
    mset_of_values(out, a->width, v, n);
    out->exact &= a->exact;
    return true;
}

static void and_const(const struct mset *a, uint64_t mask, struct mset *out) {
    uint64_t low = mask & -mask, above = mask + low; /* carries out of one run of ones */
    if (mask == 0) {
        mset_single(out, a->width, 0);
    } else if (!(above & mask)) {
        struct mset cut, shifted;
        uint64_t top = above & mask_of(a->width);
        if (top) mset_rem_const(a, top, &cut);
        else mset_copy(&cut, a);
        mset_div_const(&cut, low, &shifted);
        mset_mul_const(&shifted, low, out);
    } else if (mset_is_full(a) && a->exact && submasks(a->width, mask, out)) {
        return;
    } else if (!list_const(EXPR_AND, a, mask, out)) {
        uint64_t most = mset_max(a) < mask ? mset_max(a) : mask;
        struct kbits k = mset_bits(a);
        mset_range(out, a->width, 0, most);
        out->exact = false;
        mset_add_bits(out, (struct kbits){k.zeros | (~mask & mask_of(a->width)), k.ones & mask});
    }
}

/* An interval is at most two aligned blocks per bit; each stays one under xor. */
static void xor_blocks(struct mset_build *b, struct ival v, uint64_t c) {
    for (uint64_t lo = v.lo;;) {
        uint64_t size = lo ? lo & -lo : sign_of(64), left = v.hi - lo;
        while (size - 1 > left) size >>= 1;
        uint64_t at = (lo ^ c) & ~(size - 1);
        build_add(b, at, at + (size - 1));
        if (left == size - 1) return;
        lo += size;
    }
}

static void xor_const(const struct mset *a, uint64_t c, struct mset *out) {
    if (c == mask_of(a->width)) {
        mset_not(a, out);
        return;
    }
    if (c == sign_of(a->width)) {
        mset_add_const(a, c, out);
        return;
    }
    if (a->stride == 1 || !list_const(EXPR_XOR, a, c, out)) {
        struct mset_build b;
        build_init(&b, a->width, 1);
        for (uint32_t i = 0; i < a->n; i++) xor_blocks(&b, a->iv[i], c);
        b.exact &= a->exact && a->stride == 1;
        build_finish(&b, out);
    }
    if (mset_has_bits(a) || a->stride > 1) {
        struct kbits k = mset_bits(a);
        struct kbits flipped = {(k.zeros & ~c) | (k.ones & c), (k.ones & ~c) | (k.zeros & c)};
        mset_add_bits(out, flipped);
    }
}

static void or_const(const struct mset *a, uint64_t c, struct mset *out) {
    struct mset flipped, masked;
    mset_not(a, &flipped);
    and_const(&flipped, ~c & mask_of(a->width), &masked);
    mset_not(&masked, out);
}

static void shift_const(enum expr_op op, const struct mset *a, uint64_t by, struct mset *out) {
    if (op == EXPR_ASHR) {
        ashr_const(a, by, out);
    } else if (by >= a->width) {
        mset_single(out, a->width, 0);
    } else if (op == EXPR_SHL) {
        mset_mul_const(a, (uint64_t)1 << by, out);
    } else {
        mset_div_const(a, (uint64_t)1 << by, out);
    }
}

void mset_binary_const(enum expr_op op, const struct mset *a, uint64_t c, struct mset *out) {
    switch (op) {
    case EXPR_ADD: mset_add_const(a, c, out); return;
    case EXPR_MUL: mset_mul_const(a, c, out); return;
    case EXPR_UDIV:
        if (c) mset_div_const(a, c, out);
        else mset_single(out, a->width, mask_of(a->width));
        return;
    case EXPR_UREM:
        if (c) mset_rem_const(a, c, out);
        else mset_copy(out, a);
        return;
    case EXPR_SDIV:
        if (c) signed_const(op, a, c, out);
        else sdiv_zero(a, out);
        return;
    case EXPR_SREM:
        if (c) signed_const(op, a, c, out);
        else mset_copy(out, a);
        return;
    case EXPR_AND: and_const(a, c, out); return;
    case EXPR_OR: or_const(a, c, out); return;
    case EXPR_XOR: xor_const(a, c, out); return;
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR: shift_const(op, a, c, out); return;
    default: assert(!"a binary operator"); inexact_full(out, a->width);
    }
}
