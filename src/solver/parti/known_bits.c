/* Known bits of sets. */
#include <assert.h>

#include "solver/parti/build.h"
#include "solver/parti/interval.h"
#include "solver/parti/number.h"

/* Bits above the highest one in which min and max differ are common to all values
 * between; the remainder modulo a power of two in the stride is common if all
 * intervals agree on it. */
static struct kbits bits_of_intervals(const struct mset *s) {
    uint64_t lo = mset_min(s), hi = mset_max(s), differ = lo ^ hi;
    uint64_t known = differ ? ~(UINT64_MAX >> __builtin_clzll(differ)) : UINT64_MAX;
    if (s->stride > 1 && !(s->stride & 1)) {
        uint64_t low = (s->stride & -s->stride) - 1;
        for (uint32_t i = 1; i < s->n; i++) {
            uint64_t d = (s->iv[i].lo ^ lo) & low;
            if (d) low &= (d & -d) - 1;
        }
        known |= low;
    }
    known &= mask_of(s->width);
    return (struct kbits){known & ~lo, known & lo};
}

struct kbits mset_bits(const struct mset *s) {
    assert(s->n > 0);
    struct kbits k = bits_of_intervals(s);
    /* A conflict means that the set is empty without having been noticed. */
    k.zeros |= s->zeros & ~k.ones;
    k.ones |= s->ones & ~k.zeros;
    return k;
}

struct kbits kbits_add(struct kbits a, struct kbits b, uint32_t width) {
    /* A carry is known where the smallest and the largest sum agree on it. */
    uint64_t most = ~a.zeros + ~b.zeros, least = a.ones + b.ones;
    uint64_t no_carry = ~(most ^ a.zeros ^ b.zeros), carry = least ^ a.ones ^ b.ones;
    uint64_t known = (a.zeros | a.ones) & (b.zeros | b.ones) & (no_carry | carry) & mask_of(width);
    return (struct kbits){~most & known, least & known};
}

/* Smallest value >= v (largest <= v) with the bits; false: none within the width. */
static bool kbits_next(struct kbits k, uint32_t width, uint64_t v, uint64_t *out) {
    uint64_t mask = mask_of(width), free = mask & ~(k.zeros | k.ones);
    if (v > mask) return false;
    uint64_t bad = ((v & k.zeros) | (~v & k.ones)) & mask;
    if (!bad) return *out = v, true;
    int top = 63 - __builtin_clzll(bad);
    uint64_t below = top == 63 ? UINT64_MAX >> 1 : ((uint64_t)1 << top) - 1;
    if (!(v >> top & 1)) {
        /* v lacks a one: setting it makes v larger, the rest becomes minimal. */
        *out = (v & ~below) | (uint64_t)1 << top | (k.ones & below);
        return true;
    }
    /* v has a forbidden one: carry into the lowest free zero above it. */
    uint64_t above = free & ~v & ~below & ~((uint64_t)1 << top);
    if (!above) return false;
    uint64_t carry = above & -above;
    *out = (v & ~(carry - 1)) | carry | (k.ones & (carry - 1));
    return true;
}

static bool kbits_prev(struct kbits k, uint32_t width, uint64_t v, uint64_t *out) {
    uint64_t mask = mask_of(width), flipped;
    struct kbits swapped = {k.ones, k.zeros};
    if (!kbits_next(swapped, width, ~v & mask, &flipped)) return false;
    *out = ~flipped & mask;
    return true;
}

/* Moves both ends of an interval to members with the bits; false if it has none.
 * Only exact for stride 1; other strides keep ends that are not single. */
static bool tighten(struct ival *v, uint64_t stride, struct kbits k, uint32_t width) {
    if (v->lo == v->hi) return !(v->lo & k.zeros) && !(~v->lo & k.ones);
    uint64_t lo, hi;
    if (!kbits_next(k, width, v->lo, &lo) || !kbits_prev(k, width, v->hi, &hi)) return false;
    uint64_t base = v->lo;
    if (lo > hi || !first_from(base, stride, hi, lo, &v->lo)) return false;
    v->hi = base + round_down(hi - base, stride);
    return true;
}

static void make_empty(struct mset *s) {
    s->n = 0;
    s->stride = 1;
    s->zeros = s->ones = 0;
}

/* Drops from k what the intervals say already. False if they contradict it. */
static bool subtract_known(const struct mset *s, struct kbits *k) {
    struct kbits known = bits_of_intervals(s);
    if ((k->zeros & (known.ones | k->ones)) || (k->ones & known.zeros)) return false;
    k->zeros &= ~known.zeros;
    k->ones &= ~known.ones;
    return true;
}

void mset_restrict(struct mset *s, struct kbits k) {
    if (mset_is_empty(s)) return;
    k.zeros |= s->zeros;
    k.ones |= s->ones;
    s->zeros = s->ones = 0;
    if (!subtract_known(s, &k)) {
        make_empty(s);
        return;
    }
    if (!(k.zeros | k.ones)) return;
    struct mset_build b;
    build_init(&b, s->width, s->stride);
    for (uint32_t i = 0; i < s->n; i++)
        if (tighten(&s->iv[i], s->stride, k, s->width)) build_add(&b, s->iv[i].lo, s->iv[i].hi);
    uint64_t support = s->support;
    build_finish(&b, s);
    s->support = support;
    s->exact = false;
    if (mset_is_empty(s)) return;
    /* With a stride the ends may be no members, and the contradiction shows now. */
    if (!subtract_known(s, &k)) make_empty(s);
    s->zeros = s->n ? k.zeros : 0;
    s->ones = s->n ? k.ones : 0;
}

void mset_add_bits(struct mset *s, struct kbits k) {
    struct mset before;
    mset_copy(&before, s);
    mset_restrict(s, k);
    if (!mset_is_empty(s)) return;
    mset_copy(s, &before);
    s->zeros = s->ones = 0;
    s->exact = false;
}
