#include "expr/keep.h"
#include "solver/parti/build.h"
#include "solver/parti/internal.h"

#include <assert.h>

#include "solver/parti/search.h"

enum { SMALL_NODES = 24 };

/* ---- finding out -------------------------------------------------------------------- */

/* Evaluates e, which has the one variable var, for all its values. */
static bool try_all(struct parti *p, expr e, uint32_t var, struct small_cond *out) {
    struct columns *c = &p->columns;
    uint32_t root = columns_plan(c, e, SMALL_NODES);
    if (root == COLUMN_NONE || c->vars.len != 1) return false;
    assert(c->vars.data[0].var == var);
    uint32_t count = 1u << p->vars.list.data[var].width;
    columns_room(c, count);
    for (uint32_t v = 0; v < count; v++) columns_at(c, c->vars.data[0].column)[v] = v;
    columns_run(c);
    const uint64_t *value = columns_at(c, root);
    for (uint32_t v = 0; v < count; v++) out->yes[v / 64] |= value[v] << v % 64;
    return true;
}

const struct small_cond *small_find(struct parti *p, expr e) {
    uint32_t epoch = expr_pool_epoch(p->pool);
    struct small_cond *c = &p->small.slots[e.id % SMALL_SLOTS];
    if (c->id == e.id && c->epoch == epoch) return c->var == NO_VAR ? NULL : c;
    uint32_t var = only_variable(p, e);
    if (var == NO_VAR || p->vars.list.data[var].width > SMALL_WIDTH || !p->work) return NULL;
    *c = (struct small_cond){.id = e.id, .epoch = epoch, .var = var};
    if (try_all(p, e, var, c)) return c;
    c->var = NO_VAR;
    return NULL;
}

/* ---- using -------------------------------------------------------------------------- */

/* Sets the bits lo .. hi. */
static void add_range(uint64_t bits[SMALL_WORDS], uint64_t lo, uint64_t hi) {
    for (uint64_t k = lo / 64; k <= hi / 64; k++) {
        uint64_t from = k == lo / 64 ? lo % 64 : 0, upto = k == hi / 64 ? hi % 64 : 63;
        bits[k] |= UINT64_MAX >> (63 - upto) & UINT64_MAX << from;
    }
}

static void add_interval(uint64_t bits[SMALL_WORDS], struct ival v, uint64_t stride) {
    if (stride == 1) add_range(bits, v.lo, v.hi);
    else
        for (; v.lo <= v.hi; v.lo += stride) bits[v.lo / 64] |= (uint64_t)1 << v.lo % 64;
}

/* Members of set for which c is `truth`, one bit each. */
static void members(const struct small_cond *c, bool truth, const struct mset *set, uint64_t out[SMALL_WORDS]) {
    assert(!mset_has_bits(set) && set->width <= SMALL_WIDTH);
    for (int k = 0; k < SMALL_WORDS; k++) out[k] = 0;
    for (uint32_t i = 0; i < set->n; i++) add_interval(out, set->iv[i], set->stride);
    for (int k = 0; k < SMALL_WORDS; k++) out[k] &= truth ? c->yes[k] : ~c->yes[k];
}

/* The first value from v on that is (not) in the set of bits; 256 if there is none. */
static uint32_t next_bit(const uint64_t bits[SMALL_WORDS], uint32_t v, bool in) {
    while (v < 64 * SMALL_WORDS) {
        uint64_t rest = (in ? bits[v / 64] : ~bits[v / 64]) >> v % 64;
        if (rest) return v + (uint32_t)__builtin_ctzll(rest);
        v = (v / 64 + 1) * 64;
    }
    return v;
}

bool small_member(const struct small_cond *c, bool truth, const struct mset *set, uint64_t *out) {
    uint64_t bits[SMALL_WORDS];
    members(c, truth, set, bits);
    *out = next_bit(bits, 0, true);
    return *out < 64 * SMALL_WORDS;
}

/* Are all values that are in equal modulo 2^k? */
static bool same_rest(const uint64_t bits[SMALL_WORDS], uint32_t k) {
    uint64_t one_in = UINT64_MAX / ((UINT64_C(1) << (1u << k)) - 1), all = 0;
    for (int i = 0; i < SMALL_WORDS; i++) all |= bits[i];
    return !all || !(all & ~(one_in << (uint32_t)__builtin_ctzll(all) % (1u << k)));
}

static bool has_bit(const uint64_t bits[SMALL_WORDS], uint32_t v) { return bits[v / 64] >> v % 64 & 1; }

/* How many of the values that are in have none before them at this distance. */
static uint32_t count_runs(const uint64_t bits[SMALL_WORDS], uint32_t stride) {
    uint32_t n = 0;
    for (int i = 0; i < SMALL_WORDS; i++) {
        uint64_t before = bits[i] << stride | (i ? bits[i - 1] >> (64 - stride) : 0);
        n += (uint32_t)__builtin_popcountll(bits[i] & ~before);
    }
    return n;
}

/* The values that are in, as intervals of a stride that all have in common. */
static void make_set(const uint64_t bits[SMALL_WORDS], uint32_t width, uint32_t stride, struct mset *out) {
    mset_empty(out, width);
    out->stride = stride;
    for (uint32_t v = next_bit(bits, 0, true); v < 64 * SMALL_WORDS;) {
        uint32_t lo = v;
        while (v + stride < 64 * SMALL_WORDS && has_bit(bits, v + stride)) v += stride;
        out->iv[out->n++] = (struct ival){lo, v};
        v = next_bit(bits, v + 1, true);
    }
}

bool small_narrow(const struct small_cond *c, bool truth, const struct mset *set, struct mset *out) {
    uint64_t bits[SMALL_WORDS];
    members(c, truth, set, bits);
    uint32_t k = 0;
    while (k < 6 && count_runs(bits, 1u << k) > MSET_CAP && same_rest(bits, k + 1)) k++;
    if (k == 6 || count_runs(bits, 1u << k) > MSET_CAP) return false;
    make_set(bits, set->width, 1u << k, out);
    return true;
}
