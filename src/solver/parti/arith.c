#include "solver/parti/arith.h"

#include <assert.h>

#include "solver/parti/build.h"
#include "solver/parti/number.h"

/* Pieces into which wrapping around may cut one operand. */
enum { MOST_PIECES = 2 * MSET_CAP };

void mset_not(const struct mset *a, struct mset *out) {
    uint64_t mask = mask_of(a->width);
    for (uint32_t i = 0; i < a->n; i++) {
        struct ival v = a->iv[a->n - 1 - i];
        out->iv[i] = (struct ival){~v.hi & mask, ~v.lo & mask};
    }
    out->stride = a->stride;
    out->n = a->n;
    out->width = a->width;
    out->exact = a->exact;
    out->support = a->support;
    out->zeros = a->ones;
    out->ones = a->zeros;
}

void mset_neg(const struct mset *a, struct mset *out) {
    struct mset flipped;
    mset_not(a, &flipped);
    mset_add_const(&flipped, 1, out);
}

void mset_add_const(const struct mset *a, uint64_t c, struct mset *out) {
    uint64_t mask = mask_of(a->width);
    c &= mask;
    if (!mset_has_bits(a) && mset_max(a) <= mask - c) {
        mset_copy(out, a);
        for (uint32_t i = 0; i < a->n; i++) out->iv[i] = (struct ival){a->iv[i].lo + c, a->iv[i].hi + c};
        return;
    }
    struct mset_build b;
    build_init(&b, a->width, a->stride);
    for (uint32_t i = 0; i < a->n; i++) build_add_wrapped(&b, (u128)a->iv[i].lo + c, (u128)a->iv[i].hi + c);
    b.exact &= a->exact;
    build_finish(&b, out);
    if (!mset_has_bits(a)) return;
    mset_add_bits(out, kbits_add(mset_bits(a), (struct kbits){~c & mask, c}, a->width));
}

/* ---- multiplication --------------------------------------------------------------- */

/* Number of times that the interval, times c, passes a multiple of 2^width. */
static u128 wraps(struct ival v, uint64_t c, uint32_t width) {
    return ((u128)v.hi * c >> width) - ((u128)v.lo * c >> width);
}

/* Adds v times c, cut at multiples of 2^width. */
static void add_scaled(struct mset_build *b, struct ival v, uint64_t c, u128 step) {
    u128 modulus = (u128)1 << b->width, from = (u128)v.lo * c, to = (u128)v.hi * c;
    for (;;) {
        u128 base = from >> b->width << b->width, end = base + (modulus - 1);
        u128 last = to <= end ? to : from + (end - from) / step * step;
        build_add(b, (uint64_t)(from - base), (uint64_t)(last - base));
        if (last == to) return;
        from = last + step;
    }
}

/* All values of the width with one remainder modulo the power of two in a's stride,
 * which is what multiplication by an odd number keeps. */
static void whole_class(const struct mset *a, uint64_t c, struct mset *out) {
    uint64_t power = a->stride & -a->stride, mask = mask_of(a->width);
    uint64_t first = a->iv[0].lo * c & (power - 1);
    for (uint32_t i = 1; i < a->n; i++)
        if ((a->iv[i].lo * c & (power - 1)) != first) power = 1;
    if (power == 1) first = 0;
    struct mset_build b;
    build_init(&b, a->width, power);
    build_add(&b, first, mask - (power - 1) + first);
    b.exact = a->exact && mset_count(a) > (mask - (power - 1)) / power;
    build_finish(&b, out);
}

/* Times odd c, cut where it wraps. */
static void mul_odd(const struct mset *a, uint64_t c, struct mset *out) {
    u128 pieces = 0, step = (u128)a->stride * c, modulus = (u128)1 << a->width;
    for (uint32_t i = 0; i < a->n; i++) pieces += 1 + wraps(a->iv[i], c, a->width);
    bool whole =
        a->n == 1 && is_power_of_two(a->stride) && a->iv[0].hi - a->iv[0].lo == mask_of(a->width) - (a->stride - 1);
    if (whole || pieces > MOST_PIECES) {
        whole_class(a, c, out);
        return;
    }
    struct mset_build b;
    build_init(&b, a->width, step >= modulus ? 1 : (uint64_t)step);
    for (uint32_t i = 0; i < a->n; i++) add_scaled(&b, a->iv[i], c, step);
    b.exact &= a->exact;
    build_finish(&b, out);
}

static void shift_up(struct mset *s, uint32_t width, uint32_t by) {
    bool scaled = !mset_only_singles(s);
    for (uint32_t i = 0; i < s->n; i++) {
        s->iv[i].lo <<= by;
        s->iv[i].hi <<= by;
    }
    s->width = (uint8_t)width;
    s->zeros <<= by;
    s->ones <<= by;
    if (scaled) s->stride <<= by;
}

static void mul_positive(const struct mset *a, uint64_t c, struct mset *out) {
    uint32_t shift = (uint32_t)__builtin_ctzll(c), width = a->width - shift;
    uint64_t odd = c >> shift;
    struct mset cut;
    if (shift) {
        mset_truncate(a, width, &cut);
        a = &cut;
    }
    if (odd == 1) mset_copy(out, a);
    else mul_odd(a, odd, out);
    if (shift) shift_up(out, width + shift, shift);
}

void mset_mul_const(const struct mset *a, uint64_t c, struct mset *out) {
    uint64_t mask = mask_of(a->width);
    c &= mask;
    if (c == 0) {
        mset_single(out, a->width, 0);
    } else if (c == 1) {
        mset_copy(out, a);
    } else if (c > sign_of(a->width)) {
        struct mset negated;
        mul_positive(a, -c & mask, &negated);
        mset_neg(&negated, out);
    } else {
        mul_positive(a, c, out);
    }
    if (mset_is_single(out)) out->stride = 1;
}

/* ---- division and remainder --------------------------------------------------------- */

void mset_div_const(const struct mset *a, uint64_t c, struct mset *out) {
    assert(c > 0);
    bool scaled = a->stride % c == 0, dense = a->stride <= c;
    struct mset_build b;
    build_init(&b, a->width, scaled ? a->stride / c : 1);
    for (uint32_t i = 0; i < a->n; i++) build_add(&b, a->iv[i].lo / c, a->iv[i].hi / c);
    b.exact &= a->exact && (scaled || dense || mset_only_singles(a));
    build_finish(&b, out);
    if (mset_has_bits(a) && is_power_of_two(c)) {
        uint32_t by = (uint32_t)__builtin_ctzll(c);
        mset_add_bits(out, (struct kbits){a->zeros >> by, a->ones >> by});
    }
}

/* One interval modulo c, where the stride divides c. */
static void add_rem(struct mset_build *b, struct ival v, uint64_t m, uint64_t c) {
    if (v.lo / c == v.hi / c) {
        build_add(b, v.lo % c, v.hi % c);
    } else if (v.hi - v.lo >= c - m) {
        build_add(b, v.lo % m, v.lo % m + (c - m));
    } else {
        build_add(b, v.lo % c, c - m + v.lo % m);
        build_add(b, v.lo % m, v.hi % c);
    }
}

/* Modulo c piece by piece, for strides that do not divide c. */
static void add_rem_pieces(struct mset_build *b, struct ival v, uint64_t m, uint64_t c) {
    for (uint64_t from = v.lo;;) {
        uint64_t room = c - 1 - from % c;
        uint64_t last = v.hi - from <= room ? v.hi : from + room / m * m;
        build_add(b, from % c, last % c);
        if (v.hi - last < m) return;
        from = last + m;
    }
}

/* Modulo c up to a common divisor g of stride and c. */
static void add_rem_class(struct mset_build *b, struct ival v, uint64_t m, uint64_t c) {
    uint64_t g = b->stride;
    if (v.lo / c == v.hi / c) {
        build_add(b, v.lo % c, v.hi % c);
        if (m != g && v.lo != v.hi) b->exact = false;
    } else {
        build_add(b, v.lo % g, v.lo % g + (c - g));
        /* All remainders of the class occur once there are enough members. */
        if ((v.hi - v.lo) / m + 1 < c / g) b->exact = false;
    }
}

static bool few_pieces(const struct mset *a, uint64_t c) {
    uint64_t pieces = a->n;
    for (uint32_t i = 0; i < a->n; i++) {
        uint64_t more = a->iv[i].hi / c - a->iv[i].lo / c;
        if (more > MOST_PIECES) return false;
        pieces += more;
    }
    return pieces <= MOST_PIECES;
}

static void rem_to_width(const struct mset *a, uint64_t c, uint32_t width, struct mset *out) {
    struct mset_build b;
    if (c % a->stride == 0) {
        build_init(&b, width, a->stride);
        for (uint32_t i = 0; i < a->n; i++) add_rem(&b, a->iv[i], a->stride, c);
    } else if (few_pieces(a, c)) {
        build_init(&b, width, a->stride);
        for (uint32_t i = 0; i < a->n; i++) add_rem_pieces(&b, a->iv[i], a->stride, c);
    } else {
        build_init(&b, width, gcd(a->stride, c));
        for (uint32_t i = 0; i < a->n; i++) add_rem_class(&b, a->iv[i], a->stride, c);
    }
    b.exact &= a->exact;
    build_finish(&b, out);
}

void mset_rem_const(const struct mset *a, uint64_t c, struct mset *out) {
    assert(c > 0);
    if (mset_max(a) < c) {
        mset_copy(out, a);
        return;
    }
    rem_to_width(a, c, a->width, out);
    if (mset_has_bits(a) && is_power_of_two(c))
        mset_add_bits(out, (struct kbits){a->zeros & (c - 1), a->ones & (c - 1)});
}

/* ---- casts ---------------------------------------------------------------------------- */

void mset_truncate(const struct mset *a, uint32_t width, struct mset *out) {
    assert(width <= a->width);
    uint64_t mask = mask_of(width);
    if (width == a->width || mset_max(a) <= mask) {
        mset_copy(out, a);
        out->width = (uint8_t)width;
        out->zeros &= mask;
        return;
    }
    rem_to_width(a, mask + 1, width, out);
    if (mset_has_bits(a)) mset_add_bits(out, (struct kbits){a->zeros & mask, a->ones & mask});
}

void mset_zext(const struct mset *a, uint32_t width, struct mset *out) {
    mset_copy(out, a);
    out->width = (uint8_t)width;
}

void mset_sext(const struct mset *a, uint32_t width, struct mset *out) {
    uint64_t sign = sign_of(a->width), offset = mask_of(width) - mask_of(a->width);
    if (mset_max(a) < sign) {
        mset_zext(a, width, out);
        return;
    }
    struct mset_build b;
    build_init(&b, width, a->stride);
    for (uint32_t i = 0; i < a->n; i++) {
        struct ival v = a->iv[i];
        if (v.lo >= sign) {
            build_add(&b, v.lo + offset, v.hi + offset);
        } else if (v.hi < sign) {
            build_add(&b, v.lo, v.hi);
        } else {
            uint64_t last = v.lo + round_down(sign - 1 - v.lo, a->stride);
            build_add(&b, v.lo, last);
            build_add(&b, last + a->stride + offset, v.hi + offset);
        }
    }
    b.exact &= a->exact;
    build_finish(&b, out);
    if (mset_has_bits(a)) mset_add_bits(out, (struct kbits){a->zeros & ~sign, a->ones & ~sign});
}

void mset_extract(const struct mset *a, uint32_t low, uint32_t width, struct mset *out) {
    if (low == 0) {
        mset_truncate(a, width, out);
        return;
    }
    struct mset shifted;
    mset_div_const(a, (uint64_t)1 << low, &shifted);
    if (mset_is_empty(&shifted)) {
        mset_empty(out, width);
        return;
    }
    mset_truncate(&shifted, width, out);
}
