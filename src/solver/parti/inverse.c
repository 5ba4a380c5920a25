/* Preimages: which operand values can give a wanted result. Over-approximations
 * are fine throughout: learning checks afterwards whether anything was lost. */
#include <assert.h>

#include "solver/parti/arith.h"
#include "solver/parti/build.h"
#include "solver/parti/number.h"

enum {
    MOST_FILTERED = 256, /* pairs of values tried one by one */
    MOST_SPLIT = 16,
    MOST_QUOTIENTS = MSET_CAP,
    MOST_LISTED = MSET_CAP,
};

static void no_news(const struct mset *have, struct mset *out) {
    mset_full(out, have->width);
    out->exact = false;
}

/* The multiples of c among s. */
static void multiples(const struct mset *s, uint64_t c, struct mset *out) {
    struct mset_build b;
    struct mset all;
    uint64_t mask = mask_of(s->width);
    build_init(&b, s->width, c);
    build_add(&b, 0, mask - mask % c);
    build_finish(&b, &all);
    mset_intersect(s, &all, out);
}

/* ---- division and remainder ----------------------------------------------------------- */

/* a / c in want. */
static void inverse_div(uint64_t c, const struct mset *want, struct mset *out) {
    uint64_t mask = mask_of(want->width), v[MOST_LISTED];
    uint32_t n = want->stride == 1 || c == 1 ? 0 : mset_members(want, MOST_LISTED, v);
    if (n > MOST_LISTED) n = 0;
    struct mset_build b;
    build_init(&b, want->width, c == 1 ? want->stride : 1);
    for (uint32_t i = 0; i < (n ? n : want->n); i++) {
        struct ival q = n ? (struct ival){v[i], v[i]} : want->iv[i];
        u128 lo = (u128)q.lo * c, hi = (u128)q.hi * c + (c - 1);
        if (lo <= mask) build_add(&b, (uint64_t)lo, hi > mask ? mask : (uint64_t)hi);
    }
    build_finish(&b, out);
}

/* Remainders `want` shifted up by all quotients that `have` allows. */
static void by_quotients(uint64_t first, uint64_t last, uint64_t c, const struct mset *want, struct mset *out) {
    uint64_t mask = mask_of(want->width);
    struct mset_build b;
    build_init(&b, want->width, want->stride);
    for (uint64_t q = first; q <= last; q++)
        for (uint32_t i = 0; i < want->n; i++) {
            uint64_t base = q * c; /* at most a value of have */
            if (want->iv[i].lo > mask - base) break;
            uint64_t hi = want->iv[i].hi;
            if (hi > mask - base) hi = want->iv[i].lo + round_down(mask - base - want->iv[i].lo, want->stride);
            build_add(&b, base + want->iv[i].lo, base + hi);
        }
    build_finish(&b, out);
}

/* a % c in want, where the wanted remainders are one class modulo *step. */
static bool one_class(const struct mset *want, uint64_t c, uint64_t *step) {
    if (want->n != 1) return false;
    struct ival v = want->iv[0];
    *step = v.lo == v.hi ? c : want->stride;
    return c % *step == 0 && v.lo < *step && v.hi == v.lo + (c - *step);
}

static void inverse_rem(const struct mset *have, uint64_t c, const struct mset *wanted, struct mset *out) {
    struct mset below, want;
    mset_range(&below, wanted->width, 0, c - 1);
    mset_intersect(wanted, &below, &want);
    uint64_t first = mset_min(have) / c, last = mset_max(have) / c, step;
    if (mset_is_empty(&want) || last == 0) {
        mset_copy(out, &want);
    } else if (last - first < MOST_QUOTIENTS) {
        by_quotients(first, last, c, &want, out);
    } else if (one_class(&want, c, &step)) {
        uint64_t r = want.iv[0].lo, mask = mask_of(want.width);
        struct mset_build b;
        build_init(&b, want.width, step);
        build_add(&b, r, r + round_down(mask - r, step));
        build_finish(&b, out);
    } else {
        no_news(have, out);
    }
}

/* Quotient or remainder of magnitudes. */
static void inverse_unsigned(bool remainder, const struct mset *have, uint64_t c, const struct mset *want,
                             struct mset *out) {
    if (mset_is_empty(have) || mset_is_empty(want)) mset_empty(out, have->width);
    else if (remainder) inverse_rem(have, c, want, out);
    else inverse_div(c, want, out);
}

static void inverse_signed(enum expr_op op, const struct mset *have, uint64_t c, const struct mset *want,
                           struct mset *out) {
    uint32_t w = have->width;
    bool negative = c & sign_of(w), rem = op == EXPR_SREM;
    uint64_t size = negative ? -c & mask_of(w) : c;
    struct mset half, part, magnitude, opposite, plus, minus, pre;
    mset_neg(want, &opposite);
    mset_range(&half, w, 0, sign_of(w) - 1);
    mset_intersect(have, &half, &part);
    inverse_unsigned(rem, &part, size, !rem && negative ? &opposite : want, &pre);
    mset_intersect(&pre, &half, &plus);
    mset_range(&half, w, sign_of(w), mask_of(w));
    mset_intersect(have, &half, &part);
    if (mset_is_empty(&part)) {
        mset_copy(out, &plus);
        return;
    }
    mset_neg(&part, &magnitude);
    inverse_unsigned(rem, &magnitude, size, rem || !negative ? &opposite : want, &pre);
    mset_intersect(&pre, &magnitude, &part);
    if (mset_is_empty(&part)) {
        mset_copy(out, &plus);
        return;
    }
    mset_neg(&part, &minus);
    mset_union(&plus, &minus, out);
}

/* ---- multiplication -------------------------------------------------------------------- */

/* Multiples of c among want + k * 2^width, divided. */
static void add_quotients(struct mset_build *b, const struct mset *want, uint64_t c, u128 base) {
    for (uint32_t i = 0; i < want->n; i++) {
        u128 lo = base + want->iv[i].lo, hi = base + want->iv[i].hi;
        if (b->stride > 1) { /* c divides the stride of want */
            if (lo % c) continue;
            lo /= c;
            hi /= c;
        } else {
            lo = (lo + (c - 1)) / c;
            hi /= c;
        }
        if (lo > hi || lo > mask_of(b->width)) continue;
        if (hi > mask_of(b->width)) hi = lo + (mask_of(b->width) - lo) / b->stride * b->stride;
        build_add(b, (uint64_t)lo, (uint64_t)hi);
    }
}

/* Through the inverse of c's odd part; `have` only serves to bound. */
static void mul_by_inverse(const struct mset *have, uint64_t c, const struct mset *want, struct mset *out) {
    uint32_t w = have->width, shift = (uint32_t)__builtin_ctzll(c);
    struct mset even, cut, scaled, wide;
    multiples(want, (uint64_t)1 << shift, &even);
    if (mset_is_empty(&even)) {
        mset_copy(out, &even);
        return;
    }
    mset_extract(&even, shift, w - shift, &cut);
    mset_mul_const(&cut, inverse_odd(c >> shift), &scaled);
    if (shift == 0) {
        mset_copy(out, &scaled);
        return;
    }
    mset_zext(&scaled, w, &wide);
    inverse_rem(have, (uint64_t)1 << (w - shift), &wide, out);
}

static void inverse_mul(const struct mset *have, uint64_t c, const struct mset *want, struct mset *out) {
    uint32_t w = have->width;
    if (c > sign_of(w)) {
        struct mset negated;
        mset_neg(want, &negated);
        inverse_mul(have, -c & mask_of(w), &negated, out);
        return;
    }
    if (c <= 1) {
        if (c) mset_copy(out, want);
        else no_news(have, out);
        return;
    }
    u128 first = (u128)mset_min(have) * c >> w, last = (u128)mset_max(have) * c >> w;
    if (last - first >= MOST_QUOTIENTS) {
        mul_by_inverse(have, c, want, out);
        return;
    }
    bool strided = want->stride > 1 && want->stride % c == 0 && want->stride > c;
    struct mset_build b;
    build_init(&b, w, strided ? want->stride / c : 1);
    for (u128 k = first; k <= last; k++) add_quotients(&b, want, c, k << w);
    build_finish(&b, out);
}

/* ---- bitwise and shifts ------------------------------------------------------------------ */

static void inverse_and(const struct mset *have, uint64_t mask, const struct mset *want, struct mset *out) {
    uint64_t low = mask & -mask, above = mask + low, top = above & mask_of(have->width);
    if (mask && !(above & mask)) {
        struct mset even, cut;
        multiples(want, low, &even);
        mset_copy(&cut, &even);
        if (low > 1 && !mset_is_empty(&even)) {
            mset_div_const(&even, low, out);
            inverse_div(low, out, &cut);
        }
        if (top && !mset_is_empty(&cut)) inverse_rem(have, top, &cut, out);
        else mset_copy(out, &cut);
    } else {
        no_news(have, out);
    }
    if (mset_is_empty(out)) return;
    struct kbits k = mset_bits(want);
    if (k.ones & ~mask) mset_empty(out, have->width);
    else mset_restrict(out, (struct kbits){k.zeros & mask, k.ones});
}

static void inverse_or(const struct mset *have, uint64_t c, const struct mset *want, struct mset *out) {
    struct mset flipped_have, flipped_want, pre;
    mset_not(have, &flipped_have);
    mset_not(want, &flipped_want);
    inverse_and(&flipped_have, ~c & mask_of(have->width), &flipped_want, &pre);
    if (mset_is_empty(&pre)) mset_copy(out, &pre);
    else mset_not(&pre, out);
}

static void inverse_ashr(uint64_t by, const struct mset *want, struct mset *out) {
    uint32_t w = want->width;
    uint64_t c = (uint64_t)1 << (by >= w ? w - 1u : by);
    struct mset half, part, pre, plus, minus, flipped;
    mset_range(&half, w, 0, sign_of(w) - 1);
    inverse_div(c, want, &pre);
    mset_intersect(&pre, &half, &plus);
    mset_not(want, &flipped);
    inverse_div(c, &flipped, &pre);
    mset_intersect(&pre, &half, &part);
    if (mset_is_empty(&part)) {
        mset_copy(out, &plus);
        return;
    }
    mset_not(&part, &minus);
    mset_union(&plus, &minus, out);
}

static void inverse_shift(enum expr_op op, const struct mset *have, uint64_t by, const struct mset *want,
                          struct mset *out) {
    if (op == EXPR_ASHR) inverse_ashr(by, want, out);
    else if (by >= have->width) no_news(have, out);
    else if (op == EXPR_SHL) inverse_mul(have, (uint64_t)1 << by, want, out);
    else inverse_div((uint64_t)1 << by, want, out);
}

static void inverse_const(enum expr_op op, const struct mset *have, uint64_t c, const struct mset *want,
                          struct mset *out) {
    switch (op) {
    case EXPR_ADD: mset_add_const(want, -c, out); return;
    case EXPR_MUL: inverse_mul(have, c, want, out); return;
    case EXPR_UDIV:
    case EXPR_SDIV:
        if (!c) no_news(have, out);
        else if (op == EXPR_UDIV) inverse_div(c, want, out);
        else inverse_signed(op, have, c, want, out);
        return;
    case EXPR_UREM:
    case EXPR_SREM:
        if (!c) mset_copy(out, want);
        else if (op == EXPR_UREM) inverse_rem(have, c, want, out);
        else inverse_signed(op, have, c, want, out);
        return;
    case EXPR_AND: inverse_and(have, c, want, out); return;
    case EXPR_OR: inverse_or(have, c, want, out); return;
    case EXPR_XOR: mset_binary_const(EXPR_XOR, want, c, out); return;
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR: inverse_shift(op, have, c, want, out); return;
    default: no_news(have, out);
    }
}

/* ---- both operands vary ------------------------------------------------------------------- */

/* Tries all pairs, if they are few. `swap`: have is the right operand. */
static bool filter(enum expr_op op, const struct mset *have, const struct mset *other, bool swap,
                   const struct mset *want, struct mset *out) {
    uint64_t x[MOST_FILTERED], y[MOST_FILTERED];
    uint64_t nx = mset_count(have), ny = mset_count(other);
    if (nx > MOST_FILTERED || ny > MOST_FILTERED || nx * ny > MOST_FILTERED) return false;
    uint32_t m = mset_members(have, MOST_FILTERED, x), n = mset_members(other, MOST_FILTERED, y);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m; i++) {
        bool hit = false;
        for (uint32_t j = 0; j < n && !hit; j++) {
            uint64_t a = swap ? y[j] : x[i], b = swap ? x[i] : y[j];
            hit = mset_contains(want, concrete_binary(op, have->width, a, b));
        }
        if (hit) x[kept++] = x[i];
    }
    mset_of_values(out, have->width, x, kept);
    return true;
}

static void mul_bounds(const struct mset *have, const struct mset *other, const struct mset *want, struct mset *out) {
    u128 most = (u128)mset_max(have) * mset_max(other);
    uint64_t lo = 0, hi = mset_max(have);
    if (most <= mask_of(have->width)) {
        uint64_t big = mset_max(other), small = mset_min(other);
        if (big) lo = mset_min(want) / big + (mset_min(want) % big != 0);
        if (small && mset_max(want) / small < hi) hi = mset_max(want) / small;
    }
    if (lo > hi) mset_empty(out, have->width);
    else mset_range(out, have->width, lo, hi);
}

static void bitwise_bounds(enum expr_op op, const struct mset *have, const struct mset *other, const struct mset *want,
                           struct mset *out) {
    struct kbits y = mset_bits(other), r = mset_bits(want), k;
    if (op == EXPR_AND) k = (struct kbits){r.zeros & y.ones, r.ones};
    else if (op == EXPR_OR) k = (struct kbits){r.zeros, r.ones & y.zeros};
    else k = (struct kbits){(r.zeros & y.zeros) | (r.ones & y.ones), (r.zeros & y.ones) | (r.ones & y.zeros)};
    mset_full(out, have->width);
    mset_restrict(out, k);
}

static void inverse_both(enum expr_op op, const struct mset *have, const struct mset *other, const struct mset *want,
                         struct mset *out) {
    struct mset negated;
    switch (op) {
    case EXPR_ADD:
        mset_neg(other, &negated);
        mset_add(want, &negated, out);
        return;
    case EXPR_MUL: mul_bounds(have, other, want, out); return;
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR: bitwise_bounds(op, have, other, want, out); return;
    default: no_news(have, out);
    }
}

void mset_inverse_left(enum expr_op op, const struct mset *have, const struct mset *other, const struct mset *want,
                       struct mset *out) {
    assert(have->n && other->n && want->n);
    if (op != EXPR_ADD && filter(op, have, other, false, want, out)) return;
    if (mset_is_single(other)) inverse_const(op, have, other->iv[0].lo, want, out);
    else inverse_both(op, have, other, want, out);
}

void mset_inverse_right(enum expr_op op, const struct mset *other, const struct mset *have, const struct mset *want,
                        struct mset *out) {
    assert(have->n && other->n && want->n);
    bool commutes = op == EXPR_ADD || op == EXPR_MUL || op == EXPR_AND || op == EXPR_OR || op == EXPR_XOR;
    if (commutes) mset_inverse_left(op, have, other, want, out);
    else if (!filter(op, have, other, true, want, out)) no_news(have, out);
}

/* ---- casts ---------------------------------------------------------------------------------- */

void mset_inverse_extract(const struct mset *have, uint32_t low, const struct mset *want, struct mset *out) {
    struct mset upper, wide, pre;
    mset_div_const(have, (uint64_t)1 << low, &upper);
    mset_zext(want, have->width, &wide);
    if (want->width < have->width) inverse_rem(&upper, mask_of(want->width) + 1, &wide, &pre);
    else mset_copy(&pre, &wide);
    if (mset_is_empty(&pre)) {
        mset_copy(out, &pre);
        return;
    }
    inverse_div((uint64_t)1 << low, &pre, out);
    struct kbits k = mset_bits(want);
    mset_restrict(out, (struct kbits){k.zeros << low, k.ones << low});
}

void mset_inverse_sext(const struct mset *have, const struct mset *want, struct mset *out) {
    struct mset all, image, hit;
    mset_full(&all, have->width);
    mset_sext(&all, want->width, &image);
    mset_intersect(want, &image, &hit);
    if (mset_is_empty(&hit)) mset_empty(out, have->width);
    else mset_truncate(&hit, have->width, out);
}
