/* Floating point by the processor, in every rounding mode that it has. */
#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "expr/bv.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/libm.h"

/* Operands and results are volatile, so that no operation moves out of its mode. */
union value {
    volatile _Float16 h;
    volatile float f;
    volatile double d;
    volatile long double l;
};

/* x87: functions of the library do not know what the processor does about odd encodings. Invalid ones become a
 * NaN, pseudo-denormals the normal number that they are. */
static long double proper(const uint64_t *words) {
    uint64_t bits[2] = {words[0], words[1] & 0xffff}, exponent = words[1] & 0x7fff;
    bool leading = words[0] >> 63;
    long double l = 0;
    if (exponent && !leading) bits[0] = UINT64_C(3) << 62, bits[1] = 0x7fff;
    if (!exponent && leading) bits[1] |= 1;
    memcpy(&l, bits, 10);
    return l;
}

static void get(uint32_t width, const uint64_t *words, union value *v) {
    _Float16 h;
    float f;
    double d;
    switch (width) {
    case 16:
        memcpy(&h, words, 2);
        v->h = h;
        break;
    case 32:
        memcpy(&f, words, 4);
        v->f = f;
        break;
    case 64:
        memcpy(&d, words, 8);
        v->d = d;
        break;
    default: v->l = proper(words); break;
    }
}

static void put_nan(uint32_t width, uint64_t *out) {
    switch (width) {
    case 16: out[0] = 0x7e00; break;
    case 32: out[0] = 0x7fc00000; break;
    case 64: out[0] = UINT64_C(0x7ff8) << 48; break;
    default:
        out[0] = UINT64_C(3) << 62;
        out[1] = 0x7fff;
        break;
    }
}

static void put(uint32_t width, const union value *v, uint64_t *out) {
    out[0] = 0;
    if (width > 64) out[1] = 0;
    _Float16 h;
    float f;
    double d;
    long double l;
    bool nan;
    switch (width) {
    case 16:
        h = v->h;
        nan = h != h;
        memcpy(out, &h, 2);
        break;
    case 32:
        f = v->f;
        nan = f != f;
        memcpy(out, &f, 4);
        break;
    case 64:
        d = v->d;
        nan = d != d;
        memcpy(out, &d, 8);
        break;
    default:
        l = v->l;
        nan = l != l;
        memcpy(out, &l, 10);
        break;
    }
    if (nan) put_nan(width, out);
}

static const int modes[FLOAT_ROUNDS] = {FE_TONEAREST, FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

/* ---- arithmetic --------------------------------------------------------------------------- */

#define ARITHMETIC(field, suffix)                                                               \
    static bool apply_##field(enum expr_op op, union value *k, union value *r) {                \
        switch (op) {                                                                           \
        case EXPR_FADD: r->field = k[0].field + k[1].field; return true;                        \
        case EXPR_FMUL: r->field = k[0].field * k[1].field; return true;                        \
        case EXPR_FDIV: r->field = k[0].field / k[1].field; return true;                        \
        case EXPR_FREM: r->field = fmod##suffix(k[0].field, k[1].field); return true;           \
        case EXPR_FSQRT: r->field = sqrt##suffix(k[0].field); return true;                      \
        case EXPR_FMA: r->field = fma##suffix(k[0].field, k[1].field, k[2].field); return true; \
        case EXPR_FRINT: r->field = nearbyint##suffix(k[0].field); return true;                 \
        default: return false;                                                                  \
        }                                                                                       \
    }
ARITHMETIC(f, f)
ARITHMETIC(d, )
ARITHMETIC(l, l)

/* Half by way of double, which has more than twice the bits: rounding twice is rounding once, but for fma. */
static bool apply_h(enum expr_op op, union value *k, union value *r) {
    union value wide[3], d;
    if (op == EXPR_FMA) return false;
    for (int i = 0; i < 2; i++) wide[i].d = k[i].h;
    if (!apply_d(op, wide, &d)) return false;
    r->h = (_Float16)d.d;
    return true;
}

static bool apply_in_format(enum expr_op op, uint32_t width, union value *k, union value *r) {
    if (width == 16) return apply_h(op, k, r);
    if (width == 32) return apply_f(op, k, r);
    if (width == 64) return apply_d(op, k, r);
    return width == 80 && apply_l(op, k, r);
}

static bool by_library(enum libm fn, uint32_t width, union value *k, union value *r) {
    if (width == 32) r->f = libm_float(fn, k[0].f, k[1].f);
    else if (width == 64) r->d = libm_double(fn, k[0].d, k[1].d);
    else r->l = libm_long(fn, k[0].l, k[1].l);
    return width != 16;
}

/* Half an integer away from zero: only rounding to an integer has that mode. */
static bool round_away(uint32_t width, union value *k, union value *r) {
    if (width == 32) r->f = roundf(k->f);
    else if (width == 64) r->d = round(k->d);
    else if (width == 80) r->l = roundl(k->l);
    else r->h = (_Float16)roundf(k->h);
    return true;
}

/* ---- conversions ---------------------------------------------------------------------------- */

static bool convert(uint32_t from, uint32_t to, union value *k, union value *r) {
    volatile long double v;
    switch (from) {
    case 16: v = k->h; break;
    case 32: v = k->f; break;
    case 64: v = k->d; break;
    default: v = k->l; break;
    }
    switch (to) {
    case 32: r->f = (float)v; return true;
    case 64: r->d = (double)v; return true;
    case 80: r->l = v; return true;
    default: r->h = (_Float16)v; return true;
    }
}

/* Through long double, which is exact up to 64 bits. */
static bool from_int(bool is_signed, uint32_t from, uint32_t to, const uint64_t *words, union value *r) {
    if (from > 64) return false;
    union value whole;
    uint64_t v = words[0];
    whole.l = is_signed ? (long double)bv_signed(v, from) : (long double)v;
    return convert(80, to, &whole, r);
}

static long double widened(uint32_t width, const union value *v) {
    switch (width) {
    case 16: return v->h;
    case 32: return v->f;
    case 64: return v->d;
    default: return v->l;
    }
}

static bool to_int(bool is_signed, uint32_t from, uint32_t to, const union value *k, uint64_t *out) {
    if (to > 64) return false;
    long double v = truncl(widened(from, k)), limit = ldexpl(1, (int)to - is_signed);
    bool fits = v >= (is_signed ? -limit : 0) && v < limit;
    out[0] = !fits ? 0 : v < 0 ? (uint64_t)(int64_t)v : (uint64_t)v;
    out[0] &= bv_mask(to);
    return true;
}

/* ---- all --------------------------------------------------------------------------------------- */

static bool compare(enum expr_op op, uint32_t width, const union value *k, uint64_t *out) {
    long double a = widened(width, &k[0]), b = op == EXPR_FNAN ? 0 : widened(width, &k[1]);
    out[0] = op == EXPR_FEQ ? a == b : op == EXPR_FLT ? a < b : op == EXPR_FLE ? a <= b : a != a;
    return true;
}

static bool sign_op(enum expr_op op, uint32_t width, const uint64_t *a, uint64_t *out) {
    uint64_t bit = (uint64_t)1 << ((width - 1) % 64);
    uint64_t *top = &out[(width - 1) / 64];
    bv_copy(out, a, width);
    if (op == EXPR_FNEG) *top ^= bit;
    if (op == EXPR_FABS) *top &= ~bit;
    return true;
}

static bool by_processor(enum expr_op op, uint64_t aux, uint32_t width, const uint32_t *kid_widths,
                         const uint64_t *const *kids, uint64_t *out) {
    union value k[3] = {{.l = 0}, {.l = 0}, {.l = 0}}, r = {.l = 0};
    enum float_round mode = (enum float_round)(aux & 7);
    if (op == EXPR_FROMI) {
        if (!from_int(aux & 8, kid_widths[0], width, kids[0], &r)) return false;
        put(width, &r, out);
        return true;
    }
    for (int i = 0; i < 3 && i < expr_arity(op); i++) get(kid_widths[i], kids[i], &k[i]);
    if (op >= EXPR_FEQ && op <= EXPR_FNAN) return compare(op, kid_widths[0], k, out);
    if (op == EXPR_FTOI) return to_int(aux & 8, kid_widths[0], width, k, out);
    bool ok = op == EXPR_FCVT                          ? convert(kid_widths[0], width, k, &r)
              : op == EXPR_FRINT && mode == ROUND_AWAY ? round_away(width, k, &r)
              : op == EXPR_FLIBM                       ? by_library(libm_of_aux(aux), width, k, &r)
                                                       : apply_in_format(op, width, k, &r);
    if (ok) put(width, &r, out);
    return ok;
}

bool float_apply(enum expr_op op, uint64_t aux, uint32_t width, const uint32_t *kid_widths, const uint64_t *const *kids,
                 uint64_t *out) {
    enum float_round mode = (enum float_round)(aux & 7);
    assert(float_op(op) && mode < FLOAT_ROUNDS);
    if (op == EXPR_FNEG || op == EXPR_FABS || op == EXPR_FBITS) return sign_op(op, width, kids[0], out);
    bool exact = op == EXPR_FRINT || op == EXPR_FREM || op == EXPR_FTOI || (op >= EXPR_FEQ && op <= EXPR_FNAN);
    if (mode == ROUND_AWAY && !exact) return false;
    int before = fegetround();
    if (modes[mode] != before) fesetround(modes[mode]);
    bool ok = by_processor(op, aux, width, kid_widths, kids, out);
    if (modes[mode] != before) fesetround(before);
    return ok;
}
