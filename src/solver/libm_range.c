#include "solver/libm_range.h"

#include <assert.h>
#include <float.h>
#include <math.h>

enum shape { UP, DOWN, BOWL, WAVE, BRANCH, FREE, POWER, ANGLE, LENGTH };

struct libm_shape {
    enum shape shape;
    double from, to, least, most, at, value;
};

static const struct libm_shape table[] = {
#define LIBM1(name, shape, from, to, least, most, at, value) {shape, from, to, least, most, at, value},
#define LIBM2(name, shape) {shape, -INFINITY, INFINITY, -INFINITY, INFINITY, NAN, NAN},
#include "expr/libm.def"
#undef LIBM1
#undef LIBM2
};

static const double STEEP = 1.5; /* sin and tan are monotone up to here */

/* ---- numbers ------------------------------------------------------------------------------------------ */

/* Ends of ranges are numbers of the format, so doubles hold them. */

static struct box_range numbers(double low, double high, bool nan) {
    return (struct box_range){.is_float = true, .number = true, .nan = nan, .low = low, .high = high};
}
static struct box_range anything(void) { return numbers(-INFINITY, INFINITY, true); }
static struct box_range only_nan(void) { return (struct box_range){.is_float = true, .nan = true}; }

static double value_at(enum libm fn, uint32_t width, double a, double b) {
    return width == 32 ? (double)libm_float(fn, (float)a, (float)b) : libm_double(fn, a, b);
}

/* v, rounded to the format, and LIBM_MARGIN neighbours further up or down. */
static double beyond(uint32_t width, double v, bool up) {
    uint64_t sign = (uint64_t)1 << (width - 1), bits = float_encode(width, v), inf = float_encode(width, INFINITY);
    int64_t size = (int64_t)(bits & ~sign), at = bits & sign ? -size : size, last = (int64_t)inf;
    at += up ? LIBM_MARGIN : -LIBM_MARGIN;
    if (at > last) at = last;
    if (at < -last) at = -last;
    return at < 0 ? -float_decode(width, (uint64_t)-at) : float_decode(width, (uint64_t)at);
}

static bool has(const struct box_range *a, double v) { return a->low <= v && v <= a->high; }
static bool has_inf(const struct box_range *a) { return a->number && (isinf(a->low) || isinf(a->high)); }
static double smaller_size(const struct box_range *a) {
    return a->low <= 0 && a->high >= 0 ? 0 : (double)fminl(fabsl(a->low), fabsl(a->high));
}
static double larger_size(const struct box_range *a) { return (double)fmaxl(fabsl(a->low), fabsl(a->high)); }
static bool is_point(const struct box_range *a) { return a->number && !a->nan && a->low == a->high; }

static struct box_range wider(uint32_t width, double low, double high, bool nan) {
    return numbers(beyond(width, low, false), beyond(width, high, true), nan);
}

/* ---- one argument ------------------------------------------------------------------------------------ */

/* No argument above k->at gives less than k->value, if that is a number. */
static struct box_range monotone(enum libm fn, uint32_t width, const struct box_range *a, bool up) {
    const struct libm_shape *k = &table[fn];
    double low = value_at(fn, width, up ? a->low : a->high, NAN),
           high = value_at(fn, width, up ? a->high : a->low, NAN);
    struct box_range r = wider(width, low, high, a->nan);
    bool above = up ? a->low >= k->at : a->high <= k->at, below = up ? a->high <= k->at : a->low >= k->at;
    if (above && r.low < k->value) r.low = k->value;
    if (below && r.high > k->value) r.high = k->value;
    return r;
}

static struct box_range bowl(enum libm fn, uint32_t width, const struct box_range *a) {
    return wider(width, value_at(fn, width, smaller_size(a), NAN), value_at(fn, width, larger_size(a), NAN), a->nan);
}

/* The value in the middle, and as much as half the range to both sides; rounding is far below `room`. */
static struct box_range wave(enum libm fn, uint32_t width, const struct box_range *a) {
    double middle = float_decode(width, float_encode(width, a->low / 2 + a->high / 2)),
           room = width == 32 ? 1e-6 : 1e-14;
    double side = fmax(a->high - middle, middle - a->low) * (1 + room) + room;
    if (!(side < 2)) return numbers(-INFINITY, INFINITY, a->nan);
    double v = value_at(fn, width, middle, NAN);
    return wider(width, v - side, v + side, a->nan);
}

static bool is_steep(const struct box_range *a) { return a->low >= -STEEP && a->high <= STEEP; }

static struct box_range by_shape(enum libm fn, uint32_t width, const struct box_range *a) {
    const struct libm_shape *k = &table[fn];
    switch (k->shape) {
    case UP: return monotone(fn, width, a, true);
    case DOWN: return monotone(fn, width, a, false);
    case BOWL: return bowl(fn, width, a);
    case WAVE: return k->at == 0 && is_steep(a) ? monotone(fn, width, a, true) : wave(fn, width, a);
    case BRANCH: return is_steep(a) ? monotone(fn, width, a, true) : numbers(-INFINITY, INFINITY, a->nan);
    default: return anything();
    }
}

static struct box_range of_one(enum libm fn, uint32_t width, const struct box_range *a) {
    const struct libm_shape *k = &table[fn];
    if (!a->number || a->high < k->from || a->low > k->to) return only_nan();
    if (is_point(a) && a->low != 0) { /* zeros have two signs */
        double v = value_at(fn, width, a->low, NAN);
        return isnan(v) ? only_nan() : numbers(v, v, false);
    }
    struct box_range inside =
        numbers(fmax(a->low, k->from), fmin(a->high, k->to), a->nan || a->low < k->from || a->high > k->to);
    struct box_range r = by_shape(fn, width, &inside);
    r.low = fmax(r.low, k->least);
    r.high = fmin(r.high, k->most);
    return r;
}

/* ---- two --------------------------------------------------------------------------------------------- */

/* Of a positive base: monotone in both. */
static struct box_range power_corners(uint32_t width, const struct box_range *a, const struct box_range *b) {
    double low = INFINITY, high = 0;
    for (int i = 0; i < 4; i++) {
        double v = value_at(LIBM_pow, width, i & 1 ? a->high : a->low, i & 2 ? b->high : b->low);
        low = fmin(low, v);
        high = fmax(high, v);
    }
    struct box_range r = wider(width, low, high, false);
    r.low = fmax(r.low, 0);
    return r;
}

/* Of a base that may be negative, to a whole power above 0. */
static struct box_range whole_power(uint32_t width, const struct box_range *a, double power) {
    bool odd = fmod(power, 2) != 0;
    if (!odd) return numbers(0, beyond(width, value_at(LIBM_pow, width, larger_size(a), power), true), false);
    return wider(width, value_at(LIBM_pow, width, a->low, power), value_at(LIBM_pow, width, a->high, power), false);
}

/* A zero may have either sign, and with a power that is not above 0 gives anything but a NaN. */
static struct box_range power(uint32_t width, const struct box_range *a, const struct box_range *b) {
    bool one = a->number && has(a, 1), none = b->number && has(b, 0); /* pow(1, NaN) and pow(NaN, 0) are 1 */
    if ((!a->number && !none) || (!b->number && !one)) return only_nan();
    if (!a->number || !b->number || a->nan || b->nan) return anything();
    if (a->low > 0) return power_corners(width, a, b);
    if (a->low == 0 && b->low <= 0) return numbers(-INFINITY, INFINITY, false);
    if (a->low == 0) {
        struct box_range size = numbers(0, a->high, false), r = power_corners(width, &size, b);
        r.low = 0;
        return r;
    }
    bool whole = is_point(b) && b->low > 0 && !isinf(b->low) && trunc(b->low) == b->low;
    return whole ? whole_power(width, a, b->low) : anything();
}

static struct box_range angle(const struct box_range *a, const struct box_range *b) {
    if (!a->number || !b->number) return only_nan();
    return numbers(a->low > 0 ? 0 : -3.1416, a->high < 0 ? 0 : 3.1416, a->nan || b->nan);
}

static struct box_range length(uint32_t width, const struct box_range *a, const struct box_range *b) {
    bool infinite = (a->nan && has_inf(b)) || (b->nan && has_inf(a)); /* hypot(inf, NaN) is inf */
    if (!a->number || !b->number) return infinite ? numbers(INFINITY, INFINITY, true) : only_nan();
    double low = value_at(LIBM_hypot, width, smaller_size(a), smaller_size(b));
    double high = value_at(LIBM_hypot, width, larger_size(a), larger_size(b));
    struct box_range r = wider(width, low, infinite ? INFINITY : high, a->nan || b->nan);
    r.low = fmax(r.low, 0);
    return r;
}

struct box_range libm_range(enum libm fn, uint32_t width, const struct box_range *a, const struct box_range *b) {
    assert(a->is_float && b->is_float && (width == 32 || width == 64));
    bool points = is_point(a) && is_point(b) && a->low != 0 && b->low != 0;
    switch (table[fn].shape) {
    case POWER:
    case ANGLE:
    case LENGTH:
        if (points) {
            double v = value_at(fn, width, a->low, b->low);
            return isnan(v) ? only_nan() : numbers(v, v, false);
        }
        return table[fn].shape == POWER   ? power(width, a, b)
               : table[fn].shape == ANGLE ? angle(a, b)
                                          : length(width, a, b);
    default: return of_one(fn, width, a);
    }
}
