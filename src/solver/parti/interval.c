#include "solver/parti/interval.h"

#include <assert.h>

#include "solver/parti/build.h"
#include "solver/parti/number.h"

void mset_check(const struct mset *s) {
    assert(s->width >= 1 && s->width <= 64 && s->n <= MSET_CAP && s->stride >= 1);
    assert(!(s->zeros & s->ones) && !((s->zeros | s->ones) & ~mask_of(s->width)));
    for (uint32_t i = 0; i < s->n; i++) {
        assert(s->iv[i].lo <= s->iv[i].hi && s->iv[i].hi <= mask_of(s->width));
        assert((s->iv[i].hi - s->iv[i].lo) % s->stride == 0);
        if (i) assert(s->iv[i - 1].hi < s->iv[i].lo);
        if (i) assert(s->iv[i].lo - s->iv[i - 1].hi != s->stride);
    }
    if (mset_only_singles(s)) assert(s->stride == 1);
}

/* ---- building ---------------------------------------------------------------- */

static void set_header(struct mset *s, uint32_t width, uint32_t n) {
    assert(width >= 1 && width <= 64);
    s->stride = 1;
    s->zeros = s->ones = s->support = 0;
    s->n = n;
    s->width = (uint8_t)width;
    s->exact = true;
}

void mset_empty(struct mset *s, uint32_t width) { set_header(s, width, 0); }

void mset_full(struct mset *s, uint32_t width) { mset_range(s, width, 0, mask_of(width)); }

void mset_single(struct mset *s, uint32_t width, uint64_t v) { mset_range(s, width, v, v); }

void mset_range(struct mset *s, uint32_t width, uint64_t lo, uint64_t hi) {
    assert(lo <= hi && hi <= mask_of(width));
    set_header(s, width, 1);
    s->iv[0] = (struct ival){lo, hi};
}

void mset_srange(struct mset *s, uint32_t width, int64_t lo, int64_t hi) {
    assert(lo <= hi);
    uint64_t mask = mask_of(width);
    if ((lo < 0) == (hi < 0)) {
        mset_range(s, width, (uint64_t)lo & mask, (uint64_t)hi & mask);
    } else if (((uint64_t)lo & mask) == ((uint64_t)hi & mask) + 1) {
        mset_full(s, width);
    } else {
        set_header(s, width, 2);
        s->iv[0] = (struct ival){0, (uint64_t)hi};
        s->iv[1] = (struct ival){(uint64_t)lo & mask, mask};
    }
}

/* ---- looking ------------------------------------------------------------------ */

int64_t mset_smin(const struct mset *s) {
    uint64_t sign = sign_of(s->width);
    for (uint32_t i = 0; i < s->n; i++) {
        if (s->iv[i].hi < sign) continue;
        uint64_t first;
        if (first_from(s->iv[i].lo, s->stride, s->iv[i].hi, sign, &first)) return to_signed(first, s->width);
    }
    return to_signed(s->iv[0].lo, s->width);
}

int64_t mset_smax(const struct mset *s) {
    uint64_t sign = sign_of(s->width);
    for (uint32_t i = s->n; i-- > 0;) {
        if (s->iv[i].lo >= sign) continue;
        uint64_t hi = s->iv[i].hi;
        if (hi >= sign) hi = s->iv[i].lo + round_down(sign - 1 - s->iv[i].lo, s->stride);
        return to_signed(hi, s->width);
    }
    return to_signed(s->iv[s->n - 1].hi, s->width);
}

bool mset_contains(const struct mset *s, uint64_t v) {
    if ((v & s->zeros) || (~v & s->ones)) return false;
    for (uint32_t i = 0; i < s->n && s->iv[i].lo <= v; i++)
        if (v <= s->iv[i].hi) return s->stride == 1 || (v - s->iv[i].lo) % s->stride == 0;
    return false;
}

uint64_t mset_count(const struct mset *s) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        uint64_t steps = s->iv[i].hi - s->iv[i].lo;
        if (s->stride != 1) steps /= s->stride;
        if (__builtin_add_overflow(sum, steps, &sum) || __builtin_add_overflow(sum, 1, &sum)) return UINT64_MAX;
    }
    return sum;
}

uint32_t mset_members(const struct mset *s, uint32_t most, uint64_t *out) {
    uint32_t n = 0;
    uint64_t misses = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        uint64_t v = s->iv[i].lo;
        for (;; v += s->stride) {
            if (!(v & s->zeros) && !(~v & s->ones)) {
                if (n == most) return most + 1;
                out[n++] = v;
            } else if (++misses > 64 * (uint64_t)most) {
                return most + 1; /* known bits leave too few to look for all of them */
            }
            if (v == s->iv[i].hi) break;
        }
    }
    return n;
}

bool mset_pick(const struct mset *s, bool last, uint64_t *out) {
    struct ival v = s->iv[last ? s->n - 1 : 0];
    uint64_t step = last ? -s->stride : s->stride, at = last ? v.hi : v.lo;
    for (int tries = 0; tries < 64; tries++, at += step) {
        if (mset_contains(s, at)) {
            *out = at;
            return true;
        }
        if (at == (last ? v.lo : v.hi)) return false;
    }
    return false;
}

bool mset_only_singles(const struct mset *s) {
    for (uint32_t i = 0; i < s->n; i++)
        if (s->iv[i].lo != s->iv[i].hi) return false;
    return true;
}

static bool bits_subset(const struct mset *a, const struct mset *b) {
    struct kbits k = mset_bits(a);
    return !(b->zeros & ~k.zeros) && !(b->ones & ~k.ones);
}

bool mset_subset(const struct mset *a, const struct mset *b) {
    if (mset_is_empty(a) || mset_is_full(b)) return true;
    if (mset_has_bits(b) && !bits_subset(a, b)) return false;
    uint32_t j = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        while (j < b->n && b->iv[j].hi < a->iv[i].lo) j++;
        if (j == b->n || b->iv[j].lo > a->iv[i].lo || b->iv[j].hi < a->iv[i].hi) return false;
        if (b->stride == 1) continue;
        if ((a->iv[i].lo - b->iv[j].lo) % b->stride) return false;
        if (a->iv[i].lo != a->iv[i].hi && a->stride % b->stride) return false;
    }
    return true;
}

/* ---- set operations ------------------------------------------------------------ */

/* The common members of two intervals, as first and last of stride `step` (the
 * least common multiple). */
static bool meet(struct ival a, uint64_t m, struct ival b, uint64_t n, u128 step, struct ival *out) {
    uint64_t lo = a.lo > b.lo ? a.lo : b.lo, hi = a.hi < b.hi ? a.hi : b.hi;
    if (lo > hi) return false;
    u128 first;
    if (m == 1 && n == 1) {
        first = lo;
    } else if (!first_common(a.lo, m, b.lo, n, lo, &first) || first > hi) {
        return false;
    }
    out->lo = (uint64_t)first;
    out->hi = (uint64_t)(first + (hi - first) / step * step);
    return true;
}

void mset_intersect(const struct mset *a, const struct mset *b, struct mset *out) {
    assert(a->width == b->width);
    u128 step = (u128)a->stride / gcd(a->stride, b->stride) * b->stride;
    struct mset_build build;
    build_init(&build, a->width, step > UINT64_MAX ? 1 : (uint64_t)step);
    for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
        struct ival both;
        if (meet(a->iv[i], a->stride, b->iv[j], b->stride, step, &both)) build_add(&build, both.lo, both.hi);
        if (a->iv[i].hi < b->iv[j].hi) i++;
        else j++;
    }
    build.exact = build.exact && a->exact && b->exact;
    build_finish(&build, out);
    if (mset_has_bits(a) || mset_has_bits(b))
        mset_restrict(out, (struct kbits){a->zeros | b->zeros, a->ones | b->ones});
}

void mset_narrow(const struct mset *from, const struct mset *to, struct mset *out) {
    mset_intersect(from, to, out);
    if (from->n + to->n <= MSET_CAP || mset_subset(out, from)) return;
    struct mset hull, joined;
    mset_range(&hull, from->width, mset_min(out), mset_max(out));
    mset_copy(&joined, out);
    mset_intersect(from, &hull, out);
    if (mset_has_bits(&joined)) mset_restrict(out, (struct kbits){joined.zeros, joined.ones});
    out->exact = false;
}

/* Intervals of a coarser stride lose exactness. */
static void add_all(struct mset_build *b, const struct mset *s) {
    for (uint32_t i = 0; i < s->n; i++) {
        assert((s->iv[i].hi - s->iv[i].lo) % b->stride == 0);
        if (s->stride != b->stride && s->iv[i].lo != s->iv[i].hi) b->exact = false;
        build_add(b, s->iv[i].lo, s->iv[i].hi);
    }
}

/* Writes every member on its own if they are few. */
static bool add_singly(struct mset_build *b, const struct mset *s) {
    if (mset_count(s) > MSET_CAP) return false;
    for (uint32_t i = 0; i < s->n; i++)
        for (uint64_t v = s->iv[i].lo;; v += s->stride) {
            build_add(b, v, v);
            if (v == s->iv[i].hi) break;
        }
    return true;
}

static void union_intervals(const struct mset *a, const struct mset *b, struct mset_build *build) {
    if (a->stride == b->stride || mset_only_singles(b)) {
        build_init(build, a->width, a->stride);
    } else if (mset_only_singles(a)) {
        build_init(build, a->width, b->stride);
    } else {
        build_init(build, a->width, a->stride);
        add_all(build, a);
        if (add_singly(build, b)) return;
        build_init(build, a->width, b->stride);
        add_all(build, b);
        if (add_singly(build, a)) return;
        build_init(build, a->width, gcd(a->stride, b->stride));
    }
    add_all(build, a);
    add_all(build, b);
}

void mset_union(const struct mset *a, const struct mset *b, struct mset *out) {
    assert(a->width == b->width);
    if (mset_is_empty(a) || mset_is_empty(b)) {
        mset_copy(out, mset_is_empty(a) ? b : a);
        out->exact = a->exact && b->exact;
        return;
    }
    struct mset_build build;
    union_intervals(a, b, &build);
    build.exact = build.exact && a->exact && b->exact;
    build_finish(&build, out);
    if (!mset_has_bits(a) && !mset_has_bits(b)) return;
    struct kbits ka = mset_bits(a), kb = mset_bits(b);
    mset_add_bits(out, (struct kbits){ka.zeros & kb.zeros, ka.ones & kb.ones});
}

void mset_complement(const struct mset *s, struct mset *out) {
    struct mset_build build;
    build_init(&build, s->width, 1);
    if (!s->exact || mset_has_bits(s) || (s->stride > 1 && !add_singly(&build, s))) {
        mset_full(out, s->width);
        out->exact = false;
        return;
    }
    if (s->stride == 1) add_all(&build, s);
    uint32_t n = build.n;
    struct ival *gap = build.iv;
    uint64_t from = 0;
    bool open = true;
    build.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct ival v = gap[i];
        if (v.lo > from) gap[build.n++] = (struct ival){from, v.lo - 1};
        open = v.hi < mask_of(s->width);
        from = v.hi + 1;
    }
    if (open && build.n < 2 * MSET_CAP) gap[build.n++] = (struct ival){from, mask_of(s->width)};
    build_finish(&build, out);
}

void mset_of_values(struct mset *out, uint32_t width, uint64_t *v, uint32_t count) {
    sort_u64(v, count);
    struct mset_build build;
    build_init(&build, width, 1);
    for (uint32_t i = 0; i < count;) {
        uint64_t lo = v[i], hi = v[i];
        for (i++; i < count && v[i] - hi <= 1; i++) hi = v[i];
        build_add(&build, lo, hi);
    }
    build_finish(&build, out);
}
