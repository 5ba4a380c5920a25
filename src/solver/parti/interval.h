/* Sets of bit-vector values as multi-intervals.
 *
 * A set holds at most MSET_CAP unsigned intervals of one common stride: interval
 * i stands for lo, lo + stride, ..., hi. Signedness is a view (mset_smin and
 * mset_smax), since a signed interval is one or two unsigned ones. The stride is
 * the paper's left-shift attribute made general: an index scaled by 4 or by 12
 * is one interval.
 *
 * Beside the intervals a set may know single bits: its members are those values
 * of the intervals that have no bit of `zeros` and all bits of `ones`.
 *
 * Invariants: (1) 1 <= width <= 64, n <= MSET_CAP; (2) intervals ascend and do
 * not touch: hi[i] < lo[i+1], and lo[i+1] is not hi[i] + stride; (3) hi - lo is a
 * multiple of stride >= 1; (4) no value exceeds the width's mask; (5) a set of
 * single values only has stride 1; (6) if `exact`, the bits follow from the
 * intervals; (7) zeros and ones do not meet.
 *
 * `exact` says that the intervals are the intended set itself; without it they
 * contain the intended set. Every operation keeps this: its result contains all
 * images of members, and is exact if its operands are and nothing was lost (for
 * binary operations: if also the operands vary independently, which the caller
 * knows and must account for).
 *
 * Sets live in full struct msets on the stack or, cut behind their last
 * interval, in an arena: never assign them as structs, use mset_copy.
 */
#ifndef SHRIKE_SOLVER_PARTI_INTERVAL_H
#define SHRIKE_SOLVER_PARTI_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A build with few intervals (-DPARTI_CAP=8, the least) lets small tests reach the cap. */
#ifndef PARTI_CAP
#define PARTI_CAP 64
#endif
enum { MSET_CAP = PARTI_CAP };

struct ival {
    uint64_t lo, hi;
};

struct mset {
    uint64_t stride;
    uint64_t zeros, ones;
    uint64_t support; /* the evaluator's: which inputs it varies with, as hashed bits */
    uint32_t n;
    uint8_t width;
    bool exact;
    struct ival iv[MSET_CAP];
};

static inline uint64_t mask_of(uint32_t width) { return UINT64_MAX >> (64 - width); }
static inline uint64_t sign_of(uint32_t width) { return (uint64_t)1 << (width - 1); }
static inline int64_t to_signed(uint64_t v, uint32_t width) { return (int64_t)(v << (64 - width)) >> (64 - width); }

/* Bytes of a set cut behind its last interval. */
static inline size_t mset_bytes(uint32_t n) { return offsetof(struct mset, iv) + n * sizeof(struct ival); }
/* Written out, since sets mostly have one or two intervals. */
static inline void mset_copy(struct mset *to, const struct mset *from) {
    to->stride = from->stride;
    to->zeros = from->zeros;
    to->ones = from->ones;
    to->support = from->support;
    to->n = from->n;
    to->width = from->width;
    to->exact = from->exact;
    for (uint32_t i = 0; i < from->n; i++) to->iv[i] = from->iv[i];
}
/* Asserts the invariants. */
void mset_check(const struct mset *s);

/* ---- building ---------------------------------------------------------------- */

/* Collects intervals of one stride in any order. When there are too many, the
 * closest are joined and the result is no longer exact. */
struct mset_build {
    uint64_t stride;
    uint32_t n;
    uint8_t width;
    bool exact;
    bool sorted;
    struct ival iv[2 * MSET_CAP];
};

/* ---- looking ------------------------------------------------------------------ */

static inline bool mset_is_empty(const struct mset *s) { return s->n == 0; }
static inline bool mset_is_single(const struct mset *s) { return s->n == 1 && s->iv[0].lo == s->iv[0].hi; }
static inline bool mset_is_full(const struct mset *s) {
    return s->n == 1 && s->stride == 1 && s->iv[0].lo == 0 && s->iv[0].hi == mask_of(s->width) && !(s->zeros | s->ones);
}
static inline bool mset_has_bits(const struct mset *s) { return (s->zeros | s->ones) != 0; }
/* Bounds by the intervals; the set is not empty. */
static inline uint64_t mset_min(const struct mset *s) { return s->iv[0].lo; }
static inline uint64_t mset_max(const struct mset *s) { return s->iv[s->n - 1].hi; }
int64_t mset_smin(const struct mset *s);
int64_t mset_smax(const struct mset *s);
bool mset_contains(const struct mset *s, uint64_t v);
/* Members of the intervals (known bits left aside), at most UINT64_MAX. */
uint64_t mset_count(const struct mset *s);
/* Writes the members, which are at most `most`, ascending; returns how many there
 * are, or most + 1 if there are more, or perhaps more. */
uint32_t mset_members(const struct mset *s, uint32_t most, uint64_t *out);
/* A member: the first, or the last. False if none was found near that end. */
bool mset_pick(const struct mset *s, bool last, uint64_t *out);
/* True if every value of a's intervals is a member of b. False says nothing. */
bool mset_subset(const struct mset *a, const struct mset *b);
/* All values are single. */
bool mset_only_singles(const struct mset *s);

/* ---- set operations ------------------------------------------------------------ */

/* `out` may be none of the operands, here and in arith.h. */
void mset_intersect(const struct mset *a, const struct mset *b, struct mset *out);
void mset_union(const struct mset *a, const struct mset *b, struct mset *out);
/* A subset of `from` with all of its members that are in `to`. Where the
 * intersection has too many intervals it joins them again, and so may contain what
 * `from` does not; this never does. */
void mset_narrow(const struct mset *from, const struct mset *to, struct mset *out);
/* Values of the width outside s. Not exact (and full) if they are too many
 * intervals, or if s is not exact or knows bits. */
void mset_complement(const struct mset *s, struct mset *out);
/* The values v[0..count) (any order, repeated ones allowed); sorts v. */
void mset_of_values(struct mset *out, uint32_t width, uint64_t *v, uint32_t count);
/* Joins the closest intervals until at most `most` are left. */
void mset_coarsen(struct mset *s, uint32_t most);

/* ---- known bits ------------------------------------------------------------------ */

struct kbits {
    uint64_t zeros, ones;
};
/* All that is known: from the intervals and beside them. */
struct kbits mset_bits(const struct mset *s);
/* Adds knowledge, dropping what the intervals say already, tightening them to
 * their first and last member. Leaves exact as it is if nothing new was said,
 * else clears it. mset_restrict empties the set if no member is left;
 * mset_add_bits, for knowledge that follows from a non-empty set, then rather
 * forgets the bits, so that images of non-empty sets are not empty. */
void mset_restrict(struct mset *s, struct kbits k);
void mset_add_bits(struct mset *s, struct kbits k);
/* Of a sum. */
struct kbits kbits_add(struct kbits a, struct kbits b, uint32_t width);

#endif
