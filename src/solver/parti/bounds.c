/* Binary operators whose operands both vary: by listing, by splitting, by bounds. */
#include <assert.h>

#include "solver/parti/arith.h"
#include "solver/parti/build.h"
#include "solver/parti/number.h"

enum { MOST_LISTED = 128, MOST_SPLIT = 16 };

/* Every pair of values, if there are few. */
static bool list_pairs(enum expr_op op, const struct mset *a, const struct mset *b, struct mset *out) {
    uint64_t x[MOST_LISTED], y[MOST_LISTED], v[MOST_LISTED];
    uint64_t na = mset_count(a), nb = mset_count(b);
    if (na > MOST_LISTED || nb > MOST_LISTED || na * nb > MOST_LISTED) return false;
    uint32_t m = mset_members(a, MOST_LISTED, x), n = mset_members(b, MOST_LISTED, y), count = 0;
    if (m == 0 || n == 0) return false;
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t j = 0; j < n; j++) v[count++] = concrete_binary(op, a->width, x[i], y[j]);
    mset_of_values(out, a->width, v, count);
    out->exact &= a->exact && b->exact;
    return true;
}

/* The union over the values of b, if there are few. */
static bool split_right(enum expr_op op, const struct mset *a, const struct mset *b, struct mset *out) {
    if (mset_count(b) > MOST_SPLIT) return false;
    uint64_t y[MOST_SPLIT];
    uint32_t n = mset_members(b, MOST_SPLIT, y);
    if (n == 0) return false;
    struct mset sum, image;
    mset_binary_const(op, a, y[0], out);
    for (uint32_t i = 1; i < n; i++) {
        mset_binary_const(op, a, y[i], &image);
        mset_copy(&sum, out);
        mset_union(&sum, &image, out);
    }
    out->exact &= a->exact && b->exact;
    return true;
}

static void give_range(struct mset *out, uint32_t width, uint64_t lo, uint64_t hi) {
    mset_range(out, width, lo, hi);
    out->exact = false;
}

/* Trailing zeros that all values have. */
static uint32_t trailing_zeros(struct kbits k, uint32_t width) {
    uint64_t maybe = ~k.zeros & mask_of(width);
    return maybe ? (uint32_t)__builtin_ctzll(maybe) : width;
}

static void bound_mul(const struct mset *a, const struct mset *b, struct mset *out) {
    uint32_t w = a->width;
    u128 most = (u128)mset_max(a) * mset_max(b);
    if (most <= mask_of(w)) give_range(out, w, mset_min(a) * mset_min(b), (uint64_t)most);
    else give_range(out, w, 0, mask_of(w));
    uint32_t zeros = trailing_zeros(mset_bits(a), w) + trailing_zeros(mset_bits(b), w);
    if (zeros >= w) mset_single(out, w, 0);
    else mset_add_bits(out, (struct kbits){((uint64_t)1 << zeros) - 1, 0});
    out->exact = false;
}

static void bound_udiv(const struct mset *a, const struct mset *b, struct mset *out) {
    uint64_t lo = mset_min(a) / mset_max(b), hi = mask_of(a->width);
    if (mset_min(b)) hi = mset_max(a) / mset_min(b);
    give_range(out, a->width, lo, hi);
}

static void bound_urem(const struct mset *a, const struct mset *b, struct mset *out) {
    if (mset_max(a) < mset_min(b)) {
        mset_copy(out, a);
        return;
    }
    uint64_t hi = mset_max(a);
    if (mset_min(b) && mset_max(b) - 1 < hi) hi = mset_max(b) - 1;
    give_range(out, a->width, 0, hi);
}

static void bound_lshr(const struct mset *a, const struct mset *b, struct mset *out) {
    uint32_t w = a->width;
    uint64_t least = mset_min(b), most = mset_max(b);
    give_range(out, w, most >= w ? 0 : mset_min(a) >> most, least >= w ? 0 : mset_max(a) >> least);
}

static void bound_shl(const struct mset *a, const struct mset *b, struct mset *out) {
    uint32_t w = a->width;
    uint64_t least = mset_min(b);
    give_range(out, w, 0, mask_of(w));
    uint32_t zeros = trailing_zeros(mset_bits(a), w);
    if (least >= w || zeros + least >= w) mset_single(out, w, 0);
    else mset_add_bits(out, (struct kbits){((uint64_t)1 << (zeros + least)) - 1, 0});
    out->exact = false;
}

static void bound_ashr(const struct mset *a, const struct mset *b, struct mset *out) {
    uint32_t w = a->width;
    uint64_t least = mset_min(b) < w ? mset_min(b) : w - 1;
    int64_t lo = mset_smin(a), hi = mset_smax(a);
    /* Towards 0 or -1 with the amount; the least amount gives the extremes. */
    int64_t from = lo < 0 ? lo >> least : 0, to = hi < 0 ? -1 : hi >> least;
    mset_srange(out, w, from, to);
    out->exact = false;
}

static void bound_srem(const struct mset *a, const struct mset *b, struct mset *out) {
    if (mset_smin(a) >= 0 && mset_smin(b) >= 0) {
        bound_urem(a, b, out);
        return;
    }
    int64_t lo = mset_smin(a), hi = mset_smax(a);
    mset_srange(out, a->width, lo < 0 ? lo : 0, hi > 0 ? hi : 0);
    out->exact = false;
}

static void bound_bitwise(enum expr_op op, const struct mset *a, const struct mset *b, struct mset *out) {
    struct kbits x = mset_bits(a), y = mset_bits(b), k;
    uint64_t mask = mask_of(a->width), lo = 0, hi = mask;
    if (op == EXPR_AND) {
        k = (struct kbits){x.zeros | y.zeros, x.ones & y.ones};
        hi = mset_max(a) < mset_max(b) ? mset_max(a) : mset_max(b);
    } else if (op == EXPR_OR) {
        k = (struct kbits){x.zeros & y.zeros, x.ones | y.ones};
        lo = mset_min(a) > mset_min(b) ? mset_min(a) : mset_min(b);
    } else {
        k = (struct kbits){(x.zeros & y.zeros) | (x.ones & y.ones), (x.zeros & y.ones) | (x.ones & y.zeros)};
    }
    if (op != EXPR_AND && !((~x.zeros & ~y.zeros) & mask)) {
        mset_add(a, b, out); /* no bit can be set in both */
        return;
    }
    give_range(out, a->width, lo, hi);
    mset_add_bits(out, k);
}

static void by_bounds(enum expr_op op, const struct mset *a, const struct mset *b, struct mset *out) {
    switch (op) {
    case EXPR_MUL: bound_mul(a, b, out); return;
    case EXPR_UDIV: bound_udiv(a, b, out); return;
    case EXPR_UREM: bound_urem(a, b, out); return;
    case EXPR_LSHR: bound_lshr(a, b, out); return;
    case EXPR_SHL: bound_shl(a, b, out); return;
    case EXPR_ASHR: bound_ashr(a, b, out); return;
    case EXPR_SREM: bound_srem(a, b, out); return;
    case EXPR_SDIV:
        if (mset_smin(a) >= 0 && mset_smin(b) >= 0) bound_udiv(a, b, out);
        else give_range(out, a->width, 0, mask_of(a->width));
        return;
    default: bound_bitwise(op, a, b, out);
    }
}

static bool commutes(enum expr_op op) { return op == EXPR_MUL || op == EXPR_AND || op == EXPR_OR || op == EXPR_XOR; }

void mset_binary(enum expr_op op, const struct mset *a, const struct mset *b, struct mset *out) {
    assert(a->width == b->width && a->n && b->n);
    if (op == EXPR_ADD) {
        mset_add(a, b, out);
        return;
    }
    if (commutes(op) && mset_is_single(a)) {
        const struct mset *swap = a;
        a = b;
        b = swap;
    }
    if (mset_is_single(b)) {
        mset_binary_const(op, a, b->iv[0].lo, out);
        out->exact &= b->exact;
        return;
    }
    if (list_pairs(op, a, b, out) || split_right(op, a, b, out)) return;
    if (commutes(op) && split_right(op, b, a, out)) return;
    by_bounds(op, a, b, out);
}

/* ---- comparisons and concatenation -------------------------------------------------- */

static void give_truth(struct mset *out, bool may_fail, bool may_hold, bool exact) {
    mset_range(out, 1, may_fail ? 0 : 1, may_hold ? 1 : 0);
    out->exact = exact || may_fail != may_hold;
}

static bool may_meet(const struct mset *a, const struct mset *b) {
    for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
        uint64_t lo = a->iv[i].lo > b->iv[j].lo ? a->iv[i].lo : b->iv[j].lo;
        uint64_t hi = a->iv[i].hi < b->iv[j].hi ? a->iv[i].hi : b->iv[j].hi;
        u128 first;
        if (lo <= hi && first_common(a->iv[i].lo, a->stride, b->iv[j].lo, b->stride, lo, &first) && first <= hi)
            return true;
        if (a->iv[i].hi < b->iv[j].hi) i++;
        else j++;
    }
    return false;
}

static void compare_equal(const struct mset *a, const struct mset *b, struct mset *out) {
    bool hold = may_meet(a, b);
    if (hold && (mset_has_bits(a) || mset_has_bits(b))) {
        struct kbits x = mset_bits(a), y = mset_bits(b);
        hold = !((x.ones & y.zeros) | (x.zeros & y.ones));
    }
    bool fail = !(mset_is_single(a) && mset_is_single(b) && a->iv[0].lo == b->iv[0].lo);
    give_truth(out, fail || !hold, hold, a->exact && b->exact);
}

void mset_compare(enum expr_op op, const struct mset *a, const struct mset *b, struct mset *out) {
    bool exact = a->exact && b->exact;
    switch (op) {
    case EXPR_EQ: compare_equal(a, b, out); return;
    case EXPR_ULT: give_truth(out, mset_max(a) >= mset_min(b), mset_min(a) < mset_max(b), exact); return;
    case EXPR_ULE: give_truth(out, mset_max(a) > mset_min(b), mset_min(a) <= mset_max(b), exact); return;
    case EXPR_SLT: give_truth(out, mset_smax(a) >= mset_smin(b), mset_smin(a) < mset_smax(b), exact); return;
    case EXPR_SLE: give_truth(out, mset_smax(a) > mset_smin(b), mset_smin(a) <= mset_smax(b), exact); return;
    default: assert(!"a comparison"); give_truth(out, true, true, false);
    }
}

void mset_concat(const struct mset *high, const struct mset *low, struct mset *out) {
    uint32_t width = high->width + low->width;
    struct mset wide, scaled, rest;
    mset_zext(high, width, &wide);
    mset_mul_const(&wide, (uint64_t)1 << low->width, &scaled);
    mset_zext(low, width, &rest);
    mset_add(&scaled, &rest, out);
}
