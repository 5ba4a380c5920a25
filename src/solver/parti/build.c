/* Turning a heap of intervals into a set in normal form. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "solver/parti/build.h"
#include "solver/parti/interval.h"
#include "solver/parti/number.h"

static void compact(struct mset_build *b);

void build_init(struct mset_build *b, uint32_t width, uint64_t stride) {
    assert(stride >= 1 && width >= 1 && width <= 64);
    b->stride = stride;
    b->n = 0;
    b->width = (uint8_t)width;
    b->exact = true;
    b->sorted = true;
}

void build_add(struct mset_build *b, uint64_t lo, uint64_t hi) {
    assert(lo <= hi && hi <= mask_of(b->width) && (hi - lo) % b->stride == 0);
    if (b->n == 2 * MSET_CAP) {
        uint64_t stride = b->stride;
        compact(b);
        /* The stride may have become a divisor: lo and hi still fit it. */
        assert(stride % b->stride == 0 && b->n < 2 * MSET_CAP);
        if (stride != b->stride && lo != hi) b->exact = false;
    }
    if (b->n && lo < b->iv[b->n - 1].lo) b->sorted = false;
    b->iv[b->n++] = (struct ival){lo, hi};
}

void build_add_wrapped(struct mset_build *b, u128 lo, u128 hi) {
    u128 modulus = (u128)1 << b->width;
    assert(lo <= hi && hi < 2 * modulus);
    if (lo >= modulus) {
        build_add(b, (uint64_t)(lo - modulus), (uint64_t)(hi - modulus));
    } else if (hi < modulus) {
        build_add(b, (uint64_t)lo, (uint64_t)hi);
    } else {
        uint64_t stride = b->stride; /* adding may weaken it */
        u128 last = lo + (modulus - 1 - lo) / stride * stride;
        build_add(b, (uint64_t)lo, (uint64_t)last);
        if (last + stride <= hi) build_add(b, (uint64_t)(last + stride - modulus), (uint64_t)(hi - modulus));
    }
}

static int compare_lo(const void *a, const void *b) {
    const struct ival *x = a, *y = b;
    if (x->lo != y->lo) return x->lo < y->lo ? -1 : 1;
    return (x->hi > y->hi) - (x->hi < y->hi);
}

static void sort_intervals(struct mset_build *b) {
    if (b->sorted) return;
    b->sorted = true;
    if (b->n > 16) {
        qsort(b->iv, b->n, sizeof *b->iv, compare_lo);
        return;
    }
    for (uint32_t i = 1; i < b->n; i++) {
        struct ival v = b->iv[i];
        uint32_t j = i;
        for (; j > 0 && b->iv[j - 1].lo > v.lo; j--) b->iv[j] = b->iv[j - 1];
        b->iv[j] = v;
    }
}

/* Joins intervals that overlap or touch. False if two overlap with different
 * remainders, which no common stride can express; then some may be joined. */
static bool join_touching(struct mset_build *b) {
    uint32_t n = 0;
    bool clean = true;
    for (uint32_t i = 0; i < b->n; i++) {
        struct ival *last = n ? &b->iv[n - 1] : NULL, v = b->iv[i];
        bool apart = !last || (v.lo > last->hi && v.lo - last->hi != b->stride);
        if (apart || (v.lo <= last->hi && (v.lo - last->lo) % b->stride)) {
            clean &= apart;
            b->iv[n++] = v;
        } else if (v.hi > last->hi) {
            last->hi = v.hi;
        }
    }
    b->n = n;
    return clean;
}

/* Weakens the stride until all intervals have the same remainder. */
static void weaken_stride(struct mset_build *b) {
    uint64_t g = b->stride;
    for (uint32_t i = 1; i < b->n && g > 1; i++) g = gcd(g, b->iv[i].lo - b->iv[0].lo);
    if (g == b->stride) return;
    b->stride = g;
    b->exact = false;
}

/* Writes all members as single values with stride 1, if they are few. */
static bool spell_out(struct mset_build *b) {
    uint64_t v[2 * MSET_CAP];
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->n; i++) {
        uint64_t steps = (b->iv[i].hi - b->iv[i].lo) / b->stride;
        if (steps >= 2 * MSET_CAP - n) return false;
        for (uint64_t k = 0; k <= steps; k++) v[n++] = b->iv[i].lo + k * b->stride;
    }
    sort_u64(v, n);
    b->n = n;
    b->stride = 1;
    for (uint32_t i = 0; i < n; i++) b->iv[i] = (struct ival){v[i], v[i]};
    return true;
}

static uint64_t gap_at(const struct mset_build *b, uint32_t i) { return b->iv[i + 1].lo - b->iv[i].hi; }

/* Joins the closest neighbours until `most` are left. */
static void coarsen(struct mset_build *b, uint32_t most) {
    if (b->n <= most) return;
    weaken_stride(b);
    b->exact = false;
    join_touching(b);
    if (b->n <= most) return;
    uint64_t gaps[2 * MSET_CAP];
    for (uint32_t i = 0; i + 1 < b->n; i++) gaps[i] = gap_at(b, i);
    uint32_t join = b->n - most;
    sort_u64(gaps, b->n - 1);
    uint64_t limit = gaps[join - 1];
    uint32_t n = 1;
    for (uint32_t i = 1; i < b->n; i++) {
        struct ival next = b->iv[i];
        if (join && next.lo - b->iv[n - 1].hi <= limit) {
            b->iv[n - 1].hi = next.hi;
            join--;
        } else {
            b->iv[n++] = next;
        }
    }
    b->n = n;
}

static void compact(struct mset_build *b) {
    sort_intervals(b);
    if (!join_touching(b)) {
        if (!spell_out(b)) weaken_stride(b);
        join_touching(b);
    }
    coarsen(b, MSET_CAP);
}

static bool only_singles(const struct mset_build *b) {
    for (uint32_t i = 0; i < b->n; i++)
        if (b->iv[i].lo != b->iv[i].hi) return false;
    return true;
}

/* Single values at equal distances are one interval. */
static void find_stride(struct mset_build *b) {
    if (!only_singles(b)) return;
    if (b->stride != 1) {
        b->stride = 1;
        join_touching(b);
        if (!only_singles(b)) return;
    }
    if (b->n < 3) return;
    uint64_t step = gap_at(b, 0);
    for (uint32_t i = 1; i + 1 < b->n; i++)
        if (gap_at(b, i) != step) return;
    b->stride = step;
    b->iv[0].hi = b->iv[b->n - 1].hi;
    b->n = 1;
}

static void copy_out(const struct mset_build *b, struct mset *out) {
    out->stride = b->stride;
    out->zeros = out->ones = out->support = 0;
    out->n = b->n;
    out->width = b->width;
    out->exact = b->exact;
    for (uint32_t i = 0; i < b->n; i++) out->iv[i] = b->iv[i];
}

void build_finish(struct mset_build *b, struct mset *out) {
    if (b->n > 1) compact(b);
    find_stride(b);
    copy_out(b, out);
}

void mset_coarsen(struct mset *s, uint32_t most) {
    if (s->n <= most) return;
    struct kbits k = {s->zeros, s->ones};
    uint64_t support = s->support;
    struct mset_build b;
    build_init(&b, s->width, s->stride);
    b.n = s->n;
    memcpy(b.iv, s->iv, s->n * sizeof *s->iv);
    coarsen(&b, most);
    copy_out(&b, s);
    s->exact = false;
    s->support = support;
    if (k.zeros | k.ones) mset_add_bits(s, k);
}
