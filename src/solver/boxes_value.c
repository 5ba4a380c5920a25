#include "solver/boxes_value.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "expr/bv.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "solver/libm_range.h"

enum { X87 = 80 };

struct box_range range_bits(uint64_t lo, uint64_t hi) {
    return (struct box_range){.lo = lo, .hi = hi};
}
struct box_range range_all(uint32_t width) {
    return range_bits(0, bv_mask(width));
}

static struct box_range any_float(void) {
    return (struct box_range){.is_float = true, .number = true, .nan = true, .low = -INFINITY, .high = INFINITY};
}

/* ---- bits and numbers --------------------------------------------------------------------- */

bool range_has_format(uint32_t width) { return width == 16 || width == 32 || width == 64 || width == X87; }

/* Pseudo-denormals become the normal numbers that they are; without its leading bit a number is none. */
static float_word x87_proper(float_word bits) {
    bool leading = bits >> 63 & 1, exponent = bits >> 64 & 0x7fff;
    if (exponent && !leading) return (float_word)0x7fff << 64 | (float_word)3 << 62;
    return !exponent && leading ? bits | (float_word)1 << 64 : bits;
}

static long double x87_decode(float_word bits) {
    long double l = 0;
    bits = x87_proper(bits);
    memcpy(&l, &bits, 10);
    return l;
}

long double float_decode(uint32_t width, float_word bits) {
    _Float16 h;
    float f;
    double d;
    switch (width) {
    case 16: memcpy(&h, &bits, 2); return h;
    case 32: memcpy(&f, &bits, 4); return f;
    case 64: memcpy(&d, &bits, 8); return d;
    default: return x87_decode(bits);
    }
}

float_word float_encode(uint32_t width, long double v) {
    float_word bits = 0;
    _Float16 h;
    float f;
    double d;
    switch (width) {
    case 16:
        h = (_Float16)v;
        memcpy(&bits, &h, 2);
        break;
    case 32:
        f = (float)v;
        memcpy(&bits, &f, 4);
        break;
    case 64:
        d = (double)v;
        memcpy(&bits, &d, 8);
        break;
    default: memcpy(&bits, &v, 10); return x87_proper(bits);
    }
    return bits;
}

float_word float_word_of(uint32_t width, const uint64_t *words) {
    return words[0] | (width > 64 ? (float_word)words[1] << 64 : 0);
}

struct box_range range_constant(const struct expr_pool *pool, expr constant) {
    uint64_t scratch[BV_MAX_WORDS];
    uint32_t width = expr_width(pool, constant);
    if (width <= 64) return range_bits(expr_value(pool, constant), expr_value(pool, constant));
    long double v = float_decode(width, float_word_of(width, expr_words(pool, constant, scratch)));
    if (isnan(v)) return (struct box_range){.is_float = true, .nan = true};
    return (struct box_range){.is_float = true, .number = true, .low = v, .high = v};
}

static bool fits(uint32_t width, bool may_be_float) { return width && (width <= 64 || (width == X87 && may_be_float)); }

bool range_fits(const struct expr_pool *pool, expr e) {
    const struct expr_node *n = expr_node(pool, e);
    enum expr_op op = (enum expr_op)n->op;
    bool floats = op == EXPR_ITE || op == EXPR_CONST || op == EXPR_SYM || float_op(op);
    if (!fits(n->width, floats && op != EXPR_FTOI)) return false;
    for (int i = 0; i < 3 && n->kids[i]; i++)
        if (!fits(expr_width(pool, (expr){n->kids[i]}), floats && op != EXPR_FROMI)) return false;
    return true;
}

static void add_numbers(struct box_range *r, long double low, long double high) {
    r->low = r->number && r->low < low ? r->low : low;
    r->high = r->number && r->high > high ? r->high : high;
    r->number = true;
}

/* Numbers of one sign among the bits lo .. hi, both of that sign. */
static void add_side(struct box_range *r, uint32_t width, uint64_t lo, uint64_t hi) {
    struct float_format f = {0};
    float_format_of(width, &f);
    uint64_t sign = (uint64_t)1 << (width - 1), inf = bv_mask(f.exponent_bits) << (f.precision - 1) | (lo & sign);
    if (hi > inf) r->nan = true;
    if (lo > inf) return;
    long double a = float_decode(width, lo), b = float_decode(width, hi < inf ? hi : inf);
    add_numbers(r, lo & sign ? b : a, lo & sign ? a : b);
}

static struct box_range as_float(uint32_t width, const struct box_range *v) {
    if (v->is_float) return *v;
    if (!range_has_format(width) || width == X87) return any_float();
    uint64_t sign = (uint64_t)1 << (width - 1);
    struct box_range r = {.is_float = true};
    if (v->lo < sign) add_side(&r, width, v->lo, v->hi < sign ? v->hi : sign - 1);
    if (v->hi >= sign) add_side(&r, width, v->lo < sign ? sign : v->lo, v->hi);
    return r;
}

/* The range as bits, at most 64. */
static struct box_range range_as_bits(uint32_t width, const struct box_range *v) {
    if (!v->is_float) return *v;
    assert(width <= 64);
    if (v->nan || !v->number || !range_has_format(width)) return range_all(width);
    if (v->low > 0) return range_bits((uint64_t)float_encode(width, v->low), (uint64_t)float_encode(width, v->high));
    if (v->high < 0) return range_bits((uint64_t)float_encode(width, v->high), (uint64_t)float_encode(width, v->low));
    return range_all(width);
}

static struct box_range truth(bool may_hold, bool may_fail) { return range_bits(!may_fail, may_hold); }

/* ---- arithmetic ----------------------------------------------------------------------------- */

static bool is_plain(const struct range_node *n) {
    if ((n->aux & 7) != ROUND_EVEN) return false;
    return n->width == 32 || n->width == 64 || (n->width == X87 && n->op != EXPR_FMA);
}

/* In any format and mode; a NaN where the processor has no such operation. */
static long double by_bits(const struct range_node *n, long double a, long double b, long double c) {
    uint32_t widths[3] = {n->kid_width, n->kid_width, n->kid_width};
    long double values[3] = {a, b, c};
    uint64_t words[3][2], out[2] = {0};
    const uint64_t *kids[3] = {words[0], words[1], words[2]};
    for (int i = 0; i < 3; i++) {
        float_word bits = float_encode(n->kid_width, values[i]);
        words[i][0] = (uint64_t)bits;
        words[i][1] = (uint64_t)(bits >> 64);
    }
    return float_apply(n->op, n->aux, n->width, widths, kids, out)
               ? float_decode(n->width, float_word_of(n->width, out))
               : NAN;
}

#define COMPUTES(name, T, root, fused)              \
    static T name(enum expr_op op, T a, T b, T c) { \
        switch (op) {                               \
        case EXPR_FADD: return a + b;               \
        case EXPR_FMUL: return a * b;               \
        case EXPR_FDIV: return a / b;               \
        case EXPR_FSQRT: return root(a);            \
        default: return fused(a, b, c);             \
        }                                           \
    }
COMPUTES(single_of, float, sqrtf, fmaf)
COMPUTES(double_of, double, sqrt, fma)
COMPUTES(long_of, long double, sqrtl, fmal) /* never fused: is_plain */

static long double compute(const struct range_node *n, long double a, long double b, long double c) {
    if (!is_plain(n)) return by_bits(n, a, b, c);
    if (n->width == 32) return single_of(n->op, (float)a, (float)b, (float)c);
    return n->width == 64 ? double_of(n->op, (double)a, (double)b, (double)c) : long_of(n->op, a, b, c);
}

static bool has(const struct box_range *r, long double v) { return r->low <= v && v <= r->high; }
static bool has_inf(const struct box_range *r) { return isinf(r->low) || isinf(r->high); }

/* All corners; where one is no number, anything may come out. */
static struct box_range corners(const struct range_node *n, const struct box_range *a, const struct box_range *b,
                                const struct box_range *c) {
    struct box_range r = {.is_float = true, .nan = a->nan || b->nan || c->nan};
    if (!a->number || !b->number || !c->number) {
        r.nan = true;
        return r;
    }
    for (int i = 0; i < (n->op == EXPR_FMA ? 8 : 4); i++) {
        long double v = compute(n, i & 1 ? a->high : a->low, i & 2 ? b->high : b->low, i & 4 ? c->high : c->low);
        if (isnan(v)) return any_float();
        add_numbers(&r, v, v);
    }
    return r;
}

/* x * x is not negative. */
static struct box_range square(const struct range_node *n, const struct box_range *a) {
    struct box_range r = corners(n, a, a, a);
    long double least = has(a, 0) ? 0 : fminl(fabsl(a->low), fabsl(a->high));
    if (r.number && r.low < 0) r.low = fmaxl(0, compute(n, least, least, 0)); /* 0 where it cannot be computed */
    return r;
}

static struct box_range arithmetic(const struct range_node *n, const struct box_range *a, const struct box_range *b,
                                   const struct box_range *c) {
    if (!range_has_format(n->width)) return any_float();
    bool product = n->op == EXPR_FMUL || n->op == EXPR_FMA;
    if (product && ((has(a, 0) && has_inf(b)) || (has(b, 0) && has_inf(a)))) return any_float();
    if (n->op == EXPR_FDIV && (has(b, 0) || (has_inf(a) && has_inf(b)))) return any_float();
    if (n->op == EXPR_FMUL && n->same) return square(n, a);
    return corners(n, a, b, c);
}

static struct box_range root(const struct range_node *n, const struct box_range *a) {
    if (!range_has_format(n->width) || (n->aux & 7) == ROUND_AWAY) return any_float();
    struct box_range r = {.is_float = true, .nan = a->nan || (a->number && a->low < 0)};
    if (!a->number || a->high < 0) return r.nan = true, r;
    long double low = a->low > 0 ? a->low : 0;
    add_numbers(&r, compute(n, low, 0, 0), compute(n, a->high, 0, 0));
    return r;
}

static long double integral(uint64_t mode, long double v) {
    switch ((enum float_round)(mode & 7)) {
    case ROUND_AWAY: return roundl(v);
    case ROUND_UP: return ceill(v);
    case ROUND_DOWN: return floorl(v);
    case ROUND_ZERO: return truncl(v);
    default: return nearbyintl(v);
    }
}

/* ---- conversions ------------------------------------------------------------------------------- */

/* Volatile: gcc 12 takes two conversions side by side, there and back, for nothing at all. */
static long double rounded(uint32_t width, long double v) {
    volatile float f = (float)v;
    volatile double d = (double)v;
    return width == 32 ? (long double)f : (long double)d;
}

static struct box_range convert(const struct range_node *n, struct box_range a) {
    bool narrower = n->width < n->kid_width;
    if (!range_has_format(n->width) || !range_has_format(n->kid_width) || (narrower && (n->aux & 7) == ROUND_AWAY))
        return any_float();
    if (!a.number || !narrower) return a;
    bool plain = n->width != 16 && (n->aux & 7) == ROUND_EVEN;
    a.low = plain ? rounded(n->width, a.low) : by_bits(n, a.low, 0, 0);
    a.high = plain ? rounded(n->width, a.high) : by_bits(n, a.high, 0, 0);
    return a;
}

/* x87 has all of them. */
static long double number_of(uint32_t width, bool is_signed, uint32_t from, uint64_t bits) {
    long double v = is_signed ? (long double)bv_signed(bits, from) : (long double)bits;
    return width == X87 ? v : rounded(width, v);
}

static struct box_range from_int(const struct range_node *n, const struct box_range *v) {
    bool is_signed = n->aux & 8, split = is_signed && (v->lo ^ v->hi) >> (n->kid_width - 1) & 1;
    if (n->width == 16 || (n->width != X87 && (n->aux & 7) != ROUND_EVEN)) return any_float();
    uint64_t top = (uint64_t)1 << (n->kid_width - 1), lo = split ? top : v->lo, hi = split ? top - 1 : v->hi;
    struct box_range r = {.is_float = true};
    add_numbers(&r, number_of(n->width, is_signed, n->kid_width, lo), number_of(n->width, is_signed, n->kid_width, hi));
    return r;
}

static struct box_range to_int(const struct range_node *n, const struct box_range *a) {
    bool is_signed = n->aux & 8;
    long double limit = ldexpl(1, (int)n->width - is_signed), low = truncl(a->low), high = truncl(a->high);
    if (!a->number || a->nan || low < (is_signed ? -limit : 0) || high >= limit) return range_all(n->width);
    if (low < 0 && high >= 0) return range_all(n->width);
    uint64_t lo = low < 0 ? (uint64_t)(int64_t)low : (uint64_t)low,
             hi = high < 0 ? (uint64_t)(int64_t)high : (uint64_t)high;
    return range_bits(lo & bv_mask(n->width), hi & bv_mask(n->width));
}

/* ---- floats, all ----------------------------------------------------------------------------------- */

static struct box_range compare(enum expr_op op, const struct box_range *a, const struct box_range *b) {
    bool nan = a->nan || b->nan;
    if (op == EXPR_FNAN) return truth(a->nan, a->number);
    if (!a->number || !b->number) return truth(false, true);
    switch (op) {
    case EXPR_FLT: return truth(a->low < b->high, nan || a->high >= b->low);
    case EXPR_FLE: return truth(a->low <= b->high, nan || a->high > b->low);
    default: {
        bool meet = a->low <= b->high && b->low <= a->high;
        bool single = a->low == a->high && b->low == b->high && a->low == b->low;
        return truth(meet, nan || !single);
    }
    }
}

static struct box_range turned(struct box_range a, bool absolute) {
    long double low = a.low, high = a.high;
    if (absolute && low >= 0) return a;
    a.low = -high;
    a.high = -low;
    if (!absolute || high <= 0) return a;
    a.low = 0;
    a.high = high > -low ? high : -low;
    return a;
}

static struct box_range apply_float(const struct range_node *n, const struct box_range *const *kids) {
    static const struct box_range none = {.is_float = true, .number = true};
    if (n->op == EXPR_FROMI) return kids[0]->is_float ? any_float() : from_int(n, kids[0]);
    struct box_range a = as_float(n->kid_width, kids[0]);
    struct box_range b = kids[1] ? as_float(n->kid_width, kids[1]) : none,
                     c = kids[2] ? as_float(n->kid_width, kids[2]) : none;
    switch (n->op) {
    case EXPR_FADD:
    case EXPR_FMUL:
    case EXPR_FDIV:
    case EXPR_FMA: return arithmetic(n, &a, &b, &c);
    case EXPR_FSQRT: return root(n, &a);
    case EXPR_FLIBM:
        return n->width < 32 || n->width > 64 ? any_float() : libm_range(libm_of_aux(n->aux), n->width, &a, &b);
    case EXPR_FRINT:
        a.low = integral(n->aux, a.low);
        a.high = integral(n->aux, a.high);
        return a;
    case EXPR_FNEG: return turned(a, false);
    case EXPR_FABS: return turned(a, true);
    case EXPR_FBITS: return a;
    case EXPR_FCVT: return convert(n, a);
    case EXPR_FTOI: return to_int(n, &a);
    case EXPR_FEQ:
    case EXPR_FLT:
    case EXPR_FLE:
    case EXPR_FNAN: return compare(n->op, &a, &b);
    default: return any_float();
    }
}

/* ---- bits ------------------------------------------------------------------------------------------ */

static struct box_range logic(enum expr_op op, const struct box_range *a, const struct box_range *b) {
    bool at = a->hi, af = !a->lo, bt = b ? b->hi : false, bf = b ? !b->lo : false;
    switch (op) {
    case EXPR_NOT: return truth(af, at);
    case EXPR_AND: return truth(at && bt, af || bf);
    case EXPR_OR: return truth(at || bt, af && bf);
    default: return truth((at && bf) || (af && bt), (at && bt) || (af && bf));
    }
}

static struct box_range order(const struct box_range *a, const struct box_range *b, bool or_equal) {
    if (or_equal) return truth(a->lo <= b->hi, a->hi > b->lo);
    return truth(a->lo < b->hi, a->hi >= b->lo);
}

/* As unsigned words in the order of signed ones, if that is a range. */
static bool flip(uint32_t width, struct box_range *a) {
    uint64_t sign = (uint64_t)1 << (width - 1);
    if ((a->lo ^ a->hi) & sign) return false;
    a->lo ^= sign;
    a->hi ^= sign;
    return true;
}

static struct box_range compare_bits(const struct range_node *n, struct box_range a, struct box_range b) {
    switch (n->op) {
    case EXPR_EQ: return truth(a.lo <= b.hi && b.lo <= a.hi, a.lo != a.hi || b.lo != b.hi || a.lo != b.lo);
    case EXPR_ULT: return order(&a, &b, false);
    case EXPR_ULE: return order(&a, &b, true);
    default:
        if (!flip(n->kid_width, &a) || !flip(n->kid_width, &b)) return truth(true, true);
        return order(&a, &b, n->op == EXPR_SLE);
    }
}

static struct box_range slice(const struct range_node *n, const struct box_range *a) {
    uint64_t mask = bv_mask(n->width), lo = a->lo >> n->aux, hi = a->hi >> n->aux;
    if ((lo & ~mask) != (hi & ~mask)) return range_all(n->width);
    return range_bits(lo & mask, hi & mask);
}

static struct box_range apply_bits(const struct range_node *n, const struct box_range *a, const struct box_range *b) {
    uint64_t sign = (uint64_t)1 << (n->width - 1);
    switch (n->op) {
    case EXPR_EXTRACT: return slice(n, a);
    case EXPR_ZEXT: return *a;
    case EXPR_CONCAT: {
        uint32_t low = n->width - n->kid_width;
        return range_bits(a->lo << low | b->lo, a->hi << low | b->hi);
    }
    case EXPR_XOR: /* the sign turned round */
        if (b->lo == sign && b->hi == sign && !((a->lo ^ a->hi) & sign)) return range_bits(a->lo ^ sign, a->hi ^ sign);
        return range_all(n->width);
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE: return compare_bits(n, *a, *b);
    default: return range_all(n->width);
    }
}

static struct box_range join(const struct box_range *a, const struct box_range *b, uint32_t width) {
    struct box_range r = *a;
    if (a->is_float != b->is_float) {
        struct box_range x = as_float(width, a), y = as_float(width, b);
        return range_has_format(width) ? join(&x, &y, width) : any_float();
    }
    if (!a->is_float) return range_bits(a->lo < b->lo ? a->lo : b->lo, a->hi > b->hi ? a->hi : b->hi);
    r.nan |= b->nan;
    if (b->number) add_numbers(&r, b->low, b->high);
    return r;
}

struct box_range range_apply(const struct range_node *n, const struct box_range *const *kids) {
    if (float_op(n->op)) return apply_float(n, kids);
    if (n->op == EXPR_ITE) {
        if (kids[0]->lo == kids[0]->hi) return *kids[kids[0]->lo ? 1 : 2];
        return join(kids[1], kids[2], n->width);
    }
    struct box_range a = range_as_bits(n->kid_width, kids[0]), b = {0};
    if (kids[1]) b = range_as_bits(n->op == EXPR_CONCAT ? n->width - n->kid_width : n->kid_width, kids[1]);
    bool logical = n->op == EXPR_NOT || n->op == EXPR_AND || n->op == EXPR_OR || n->op == EXPR_XOR;
    if (logical && n->width == 1) return logic(n->op, &a, kids[1] ? &b : NULL);
    return apply_bits(n, &a, &b);
}
