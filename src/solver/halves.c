#include "solver/halves.h"

#include <assert.h>
#include <math.h>

#include "expr/bv.h"
#include "expr/float.h"
#include "expr/float_value.h"

enum { X87 = 80, X87_FRACTION = 63 };

static uint64_t rest_mask(uint32_t width) { return width > 1 ? bv_mask(width - 1) : 0; }

/* The size of infinity. */
static float_word inf_of(uint32_t width) {
    struct float_format f = {0};
    bool known = float_format_of(width, &f);
    (void)known;
    assert(known);
    return (float_word)bv_mask(f.exponent_bits) << (f.precision - 1);
}

static long double number_of(uint32_t width, float_word size) {
    if (width != X87) return float_decode(width, size);
    uint64_t exponent = (uint64_t)(size >> X87_FRACTION), fraction = (uint64_t)size & bv_mask(X87_FRACTION);
    return float_decode(width, (float_word)exponent << 64 | (uint64_t)(exponent != 0) << X87_FRACTION | fraction);
}

/* Of the number next to v >= 0, whichever that is. */
static float_word size_near(uint32_t width, long double v) {
    float_word bits = float_encode(width, v);
    if (width != X87) return bits & rest_mask(width);
    return (bits >> 64 & bv_mask(15)) << X87_FRACTION | ((uint64_t)bits & bv_mask(X87_FRACTION));
}

static struct half span(float_word lo, float_word hi) { return (struct half){lo <= hi, lo, hi}; }

static struct half meet(struct half a, struct half b) {
    if (!a.some || !b.some) return (struct half){0};
    return span(a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi);
}

static struct half join(struct half a, struct half b) {
    if (!a.some) return b;
    if (!b.some) return a;
    return span(a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi);
}

/* ---- bits ----------------------------------------------------------------------------------- */

struct halves halves_all(uint32_t width, bool is_float) {
    float_word top = is_float ? inf_of(width) : rest_mask(width);
    return (struct halves){{{true, 0, top}, {true, 0, top}}, is_float};
}

struct halves halves_of_bits(uint32_t width, bool is_float, uint64_t lo, uint64_t hi) {
    uint64_t rest = rest_mask(width), top = (uint64_t)1 << (width - 1);
    struct halves h = {0};
    if (lo < top) h.side[0] = span(lo, hi < top ? hi : rest);
    if (hi >= top) h.side[1] = span(lo < top ? 0 : lo & rest, hi & rest);
    return halves_view(width, false, is_float, &h);
}

static struct half without_nans(uint32_t width, struct half h, bool *nan) {
    *nan |= h.some && h.hi > inf_of(width);
    return meet(h, span(0, inf_of(width)));
}

struct halves halves_view(uint32_t width, bool from_float, bool to_float, const struct halves *h) {
    struct halves r = *h;
    assert(from_float == to_float || width <= 64);
    for (int i = 0; i < 2 && from_float != to_float; i++) {
        if (to_float) r.side[i] = without_nans(width, r.side[i], &r.nan);
        else if (h->nan) r.side[i] = join(r.side[i], span(inf_of(width) + 1, rest_mask(width)));
    }
    if (!to_float) r.nan = false;
    return r;
}

/* ---- numbers ---------------------------------------------------------------------------------- */

/* The size of the largest number that is not above v >= 0. */
static float_word size_below(uint32_t width, long double v) {
    float_word size = size_near(width, v);
    return number_of(width, size) > v ? size - 1 : size;
}

static float_word size_above(uint32_t width, long double v) {
    float_word size = size_below(width, v);
    return number_of(width, size) < v ? size + 1 : size;
}

struct halves halves_of_numbers(uint32_t width, long double low, long double high, bool nan) {
    struct halves h = {.nan = nan};
    if (!(low <= high)) return h;
    if (high >= 0) h.side[0] = span(low > 0 ? size_above(width, low) : 0, size_below(width, high));
    if (low <= 0) h.side[1] = span(high < 0 ? size_above(width, -high) : 0, size_below(width, -low));
    return h;
}

struct halves halves_of_range(uint32_t width, bool is_float, const struct box_range *r) {
    if (!r->is_float) return halves_of_bits(width, is_float, r->lo, r->hi);
    if (!is_float) return halves_all(width, false);
    if (!r->number) return (struct halves){.nan = r->nan};
    return halves_of_numbers(width, r->low, r->high, r->nan);
}

static struct box_range number_range(uint32_t width, const struct halves *h) {
    const struct half *plus = &h->side[0], *minus = &h->side[1];
    struct box_range r = {.is_float = true, .nan = h->nan, .number = plus->some || minus->some};
    if (!r.number) return r;
    r.low = minus->some ? -number_of(width, minus->hi) : number_of(width, plus->lo);
    r.high = plus->some ? number_of(width, plus->hi) : -number_of(width, minus->lo);
    return r;
}

struct box_range halves_range(uint32_t width, bool is_float, const struct halves *h) {
    assert(!halves_empty(h));
    if (is_float) return number_range(width, h);
    uint64_t top = (uint64_t)1 << (width - 1);
    uint64_t lo = (uint64_t)(h->side[0].some ? h->side[0].lo : h->side[1].lo | top);
    return range_bits(lo, (uint64_t)(h->side[1].some ? h->side[1].hi | top : h->side[0].hi));
}

/* ---- sets ---------------------------------------------------------------------------------------- */

bool halves_empty(const struct halves *h) { return !h->side[0].some && !h->side[1].some && !h->nan; }

static bool same(const struct half *a, const struct half *b) {
    return a->some == b->some && (!a->some || (a->lo == b->lo && a->hi == b->hi));
}

bool halves_equal(const struct halves *a, const struct halves *b) {
    return a->nan == b->nan && same(&a->side[0], &b->side[0]) && same(&a->side[1], &b->side[1]);
}

struct halves halves_meet(const struct halves *a, const struct halves *b) {
    return (struct halves){{meet(a->side[0], b->side[0]), meet(a->side[1], b->side[1])}, a->nan && b->nan};
}

struct halves halves_join(const struct halves *a, const struct halves *b) {
    return (struct halves){{join(a->side[0], b->side[0]), join(a->side[1], b->side[1])}, a->nan || b->nan};
}

long double halves_neighbour(uint32_t width, long double v, bool up) {
    if (isinf(v) && (v > 0) == up) return v;
    if (v == 0) return up ? number_of(width, 1) : -number_of(width, 1);
    float_word size = size_below(width, fabsl(v));
    size = (v > 0) == up ? size + 1 : size - 1;
    return v > 0 ? number_of(width, size) : -number_of(width, size);
}

float_word halves_pick(uint32_t width, const struct halves *h, int side, int which) {
    const struct half *s = &h->side[side];
    assert(s->some);
    float_word size = which == 0 ? s->lo : which == 1 ? s->hi : s->lo + (s->hi - s->lo) / 2;
    if (width == X87) size = float_encode(width, number_of(width, size));
    return size | (float_word)side << (width - 1);
}
