/* Circuits of floating point: all values of tiny formats against a reference that searches
 * for the nearest number, and random values of the real formats against the processor. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/mem.h"
#include "expr/arith.h"
#include "expr/bv.h"
#include "expr/float.h"
#include "expr/float_circuits.h"
#include "expr/float_value.h"
#include "expr/keep.h"
#include "expr/pool.h"

/* ---- the reference: numbers as doubles, which hold results of tiny formats exactly or nearly ---- */

/* The value of bits, by the definition. */
static double decode(struct float_format f, uint64_t bits) {
    uint32_t fb = f.precision - 1, eb = f.exponent_bits;
    uint64_t fraction = bits & bv_mask(fb), exponent = bits >> fb & bv_mask(eb);
    bool sign = bits >> (fb + eb) & 1;
    int bias = (1 << (eb - 1)) - 1;
    double v;
    if (exponent == bv_mask(eb)) v = fraction ? NAN : INFINITY;
    else if (!exponent) v = ldexp((double)fraction, 1 - bias - (int)fb);
    else v = ldexp((double)(fraction | (uint64_t)1 << fb), (int)exponent - bias - (int)fb);
    return sign ? -v : v;
}

/* A real number: a double, and on which side of it the exact value is. */
struct real {
    double v;
    int rest; /* -1: the exact value is below v, 1: above */
};

static int compare(struct real a, double b) { return a.v < b ? -1 : a.v > b ? 1 : a.rest; }

static uint64_t inf_of(struct float_format f) { return bv_mask(f.exponent_bits) << (f.precision - 1); }

/* The largest number not above a size, by search among all of them: ordered as their bits. */
static uint64_t floor_of(struct float_format f, struct real size) {
    uint64_t found = 0;
    for (uint64_t bits = 0; bits < inf_of(f); bits++)
        if (compare(size, decode(f, bits)) >= 0) found = bits;
    return found;
}

/* The value that stands for infinity in roundings: one more step after the largest. */
static double step_after(struct float_format f, uint64_t bits) {
    if (bits + 1 < inf_of(f)) return decode(f, bits + 1);
    return 2 * decode(f, inf_of(f) - 1) - decode(f, inf_of(f) - 2);
}

static uint64_t encode(struct float_format f, enum float_round mode, bool sign, struct real size) {
    uint64_t low = floor_of(f, size), top = (uint64_t)sign << (f.exponent_bits + f.precision - 1);
    double under = decode(f, low), over = step_after(f, low), middle = (under + over) / 2;
    bool up = false, exact = compare(size, under) == 0;
    int half = compare(size, middle);
    switch (mode) {
    case ROUND_EVEN: up = half > 0 || (half == 0 && (low & 1)); break;
    case ROUND_AWAY: up = half >= 0; break;
    case ROUND_UP: up = !sign && !exact; break;
    case ROUND_DOWN: up = sign && !exact; break;
    default: break;
    }
    return top | (low + up);
}

static uint64_t nan_of(struct float_format f) { return inf_of(f) | (uint64_t)1 << (f.precision - 2); }

/* The result of an operation; zero: the sign that a zero has. */
static uint64_t result(struct float_format f, enum float_round mode, struct real r, bool zero) {
    if (isnan(r.v)) return nan_of(f);
    uint64_t top = (uint64_t)1 << (f.exponent_bits + f.precision - 1);
    if (isinf(r.v)) return inf_of(f) | (r.v < 0 ? top : 0);
    if (r.v == 0 && !r.rest) return zero ? top : 0;
    bool sign = r.v < 0 || (r.v == 0 && r.rest < 0);
    if (sign) r = (struct real){-r.v, -r.rest};
    return encode(f, mode, sign, r);
}

static struct real exactly(double v) { return (struct real){v, 0}; }

/* Quotient and root: the double and where the exact one is. */
static struct real divided(double a, double b) {
    double q = a / b;
    if (!isfinite(q) || !isfinite(b)) return exactly(q);
    double left = fma(q, b, -a); /* q * b - a, exact */
    int side = left > 0 ? -1 : left < 0 ? 1 : 0;
    return (struct real){q, b < 0 ? -side : side};
}

static struct real root(double a) {
    double r = sqrt(a);
    if (!isfinite(r)) return exactly(r);
    double left = fma(r, r, -a);
    return (struct real){r, left > 0 ? -1 : left < 0 ? 1 : 0};
}

/* ---- tiny formats ---------------------------------------------------------------------------- */

static const struct float_format tiny[] = {{2, 3, false}, {3, 3, false}, {3, 4, false}, {4, 3, false}};
enum { TINY = sizeof tiny / sizeof *tiny };

struct setting {
    struct expr_pool *pool;
    struct float_format f;
    enum float_round mode;
    uint32_t width;
};

static uint64_t value(struct setting *s, expr e) {
    assert_true(expr_is_const(s->pool, e));
    return expr_value(s->pool, e);
}

static expr constant(struct setting *s, uint64_t bits) { return expr_const(s->pool, s->width, bits); }

static void expect(struct setting *s, const char *what, uint64_t a, uint64_t b, uint64_t got, uint64_t want) {
    if (got == want) return;
    fail_msg("%s in format %u+%u mode %d of %llx, %llx: %llx, not %llx", what, s->f.exponent_bits, s->f.precision,
             (int)s->mode, (unsigned long long)a, (unsigned long long)b, (unsigned long long)got,
             (unsigned long long)want);
}

static bool sum_zero(struct setting *s, double a, double b) {
    if (a == 0 && b == 0 && signbit(a) == signbit(b)) return signbit(a);
    return s->mode == ROUND_DOWN;
}

static void try_two(struct setting *s, uint64_t i, uint64_t j) {
    double a = decode(s->f, i), b = decode(s->f, j);
    expr x = constant(s, i), y = constant(s, j);
    uint64_t want = result(s->f, s->mode, exactly(a + b), sum_zero(s, a, b));
    expect(s, "sum", i, j, value(s, circuit_add(s->pool, s->f, s->mode, x, y)), want);
    bool sign = signbit(a) != signbit(b);
    want = result(s->f, s->mode, exactly(a * b), sign);
    expect(s, "product", i, j, value(s, circuit_mul(s->pool, s->f, s->mode, x, y)), want);
    want = result(s->f, s->mode, divided(a, b), sign);
    expect(s, "quotient", i, j, value(s, circuit_div(s->pool, s->f, s->mode, x, y)), want);
    if (s->mode != ROUND_EVEN) return;
    want = result(s->f, s->mode, exactly(fmod(a, b)), signbit(a));
    expect(s, "remainder", i, j, value(s, circuit_rem(s->pool, s->f, x, y)), want);
    expect(s, "equality", i, j, value(s, circuit_eq(s->pool, s->f, x, y)), a == b);
    expect(s, "less", i, j, value(s, circuit_less(s->pool, s->f, false, x, y)), a < b);
    expect(s, "less or equal", i, j, value(s, circuit_less(s->pool, s->f, true, x, y)), a <= b);
}

static double integral(enum float_round mode, double a) {
    double whole = floor(a), half = a - whole;
    switch (mode) {
    case ROUND_EVEN: return nearbyint(a);
    case ROUND_AWAY: return round(a);
    case ROUND_UP: return half > 0 ? whole + 1 : whole;
    case ROUND_DOWN: return whole;
    default: return trunc(a);
    }
}

static void try_integers(struct setting *s, uint64_t i) {
    double a = decode(s->f, i), whole = trunc(a);
    for (uint32_t w = 2; w <= 9; w++) {
        for (int is_signed = 0; is_signed < 2; is_signed++) {
            double limit = ldexp(1, (int)w - is_signed);
            bool fits = whole >= (is_signed ? -limit : 0) && whole < limit;
            uint64_t want = fits ? (uint64_t)(int64_t)whole & bv_mask(w) : 0;
            expect(s, "integer", i, w, value(s, circuit_to_int(s->pool, s->f, is_signed, constant(s, i), w)), want);
        }
    }
}

static void try_one(struct setting *s, uint64_t i) {
    double a = decode(s->f, i);
    uint64_t want = result(s->f, s->mode, root(a), signbit(a));
    expect(s, "root", i, 0, value(s, circuit_sqrt(s->pool, s->f, s->mode, constant(s, i))), want);
    want = result(s->f, s->mode, exactly(integral(s->mode, a)), signbit(a));
    expect(s, "integral", i, 0, value(s, circuit_rint(s->pool, s->f, s->mode, constant(s, i))), want);
    expect(s, "nan", i, 0, value(s, circuit_nan(s->pool, s->f, constant(s, i))), isnan(a));
    if (s->mode == ROUND_EVEN) try_integers(s, i);
    for (int k = 0; k < TINY; k++) {
        want = result(tiny[k], s->mode, exactly(a), signbit(a));
        expect(s, "conversion", i, (uint64_t)k, value(s, circuit_cvt(s->pool, s->f, tiny[k], s->mode, constant(s, i))), want);
    }
}

static void try_from_integers(struct setting *s) {
    for (uint32_t w = 2; w <= 8; w++)
        for (uint64_t i = 0; i <= bv_mask(w); i++)
            for (int is_signed = 0; is_signed < 2; is_signed++) {
                double v = is_signed ? (double)bv_signed(i, w) : (double)i;
                expr e = circuit_from_int(s->pool, s->f, s->mode, is_signed, expr_const(s->pool, w, i));
                expect(s, "from integer", i, w, value(s, e), result(s->f, s->mode, exactly(v), false));
            }
}

static bool thorough(void) { return getenv("FLOAT_TRIALS") != NULL; }

/* The larger formats in one mode each, unless there is time. */
static void every(void (*check)(struct setting *s)) {
    for (int k = 0; k < TINY; k++)
        for (int mode = 0; mode < FLOAT_ROUNDS; mode++) {
            if (float_width(tiny[k]) > 6 && !thorough() && mode != (k == 2 ? ROUND_EVEN : ROUND_UP)) continue;
            struct expr_pool *pool = expr_pool_new();
            struct setting s = {pool, tiny[k], (enum float_round)mode, float_width(tiny[k])};
            check(&s);
            expr_pool_free(pool);
        }
    assert_int_equal(mem_live_bytes(), 0);
}

static void check_pairs(struct setting *s) {
    for (uint64_t i = 0; i <= bv_mask(s->width); i++)
        for (uint64_t j = 0; j <= bv_mask(s->width); j++) try_two(s, i, j);
}

static void check_single(struct setting *s) {
    for (uint64_t i = 0; i <= bv_mask(s->width); i++) try_one(s, i);
    try_from_integers(s);
}

/* a * b is exact in double, and so is the sum. */
static void check_fma(struct setting *s) {
    if (s->width > (thorough() ? 6 : 5)) return;
    for (uint64_t i = 0; i <= bv_mask(s->width); i++)
        for (uint64_t j = i; j <= bv_mask(s->width); j++)
            for (uint64_t k = 0; k <= bv_mask(s->width); k++) {
                double a = decode(s->f, i), b = decode(s->f, j), c = decode(s->f, k), p = a * b;
                uint64_t want = result(s->f, s->mode, exactly(p + c), sum_zero(s, p, c));
                expr e = circuit_fma(s->pool, s->f, s->mode, constant(s, i), constant(s, j), constant(s, k));
                expect(s, "fma", i << 8 | j, k, value(s, e), want);
            }
}

static void test_pairs(void **state) { (void)state; every(check_pairs); }
static void test_single(void **state) { (void)state; every(check_single); }
static void test_fma(void **state) { (void)state; every(check_fma); }

/* ---- real formats: the processor says what is right --------------------------------------------- */

static uint64_t seed = 1;
static uint64_t draw(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

/* Exponents near the ends and near one another, fractions with few bits, specials. */
static void draw_float(uint32_t width, uint64_t *out) {
    struct float_format f = {0};
    float_format_of(width, &f);
    uint32_t fb = f.precision - 1, eb = f.exponent_bits;
    uint64_t mask = bv_mask(eb), exponent, fraction = draw() & bv_mask(fb), sign = draw() & 1;
    switch (draw() % 8) {
    case 0: exponent = 0; break;
    case 1: exponent = mask; break;
    case 2: exponent = draw() % 4; break;
    case 3: exponent = mask - draw() % 4; break;
    case 4: exponent = draw() & mask; break;
    default: exponent = (mask / 2 + draw() % (2 * f.precision) - f.precision) & mask; break;
    }
    switch (draw() % 5) {
    case 0: fraction = 0; break;
    case 1: fraction = bv_mask(fb); break;
    case 2: fraction &= draw() & draw(); break;
    case 3: fraction = fraction >> draw() % fb << draw() % fb & bv_mask(fb); break;
    default: break;
    }
    out[0] = fraction | exponent << fb | sign << (width - 1) % 64;
    out[1] = 0;
    if (width != 80) return;
    bool odd = draw() % 16 == 0; /* unnormals, pseudo-denormals */
    out[0] = fraction | (uint64_t)((exponent != 0) != odd) << 63;
    out[1] = exponent | sign << 15;
}

struct trial {
    enum expr_op op;
    uint32_t from, to; /* widths */
    bool modes;
};

static const struct trial trials[] = {
    {EXPR_FADD, 32, 32, true},  {EXPR_FADD, 64, 64, true},  {EXPR_FADD, 80, 80, true},
    {EXPR_FMUL, 32, 32, true},  {EXPR_FMUL, 64, 64, true},  {EXPR_FMUL, 80, 80, true},
    {EXPR_FDIV, 32, 32, true},  {EXPR_FDIV, 64, 64, true},  {EXPR_FDIV, 80, 80, true},
    {EXPR_FSQRT, 32, 32, true}, {EXPR_FSQRT, 64, 64, true}, {EXPR_FSQRT, 80, 80, true},
    {EXPR_FMA, 32, 32, true},   {EXPR_FMA, 64, 64, true},   {EXPR_FMA, 80, 80, true},
    {EXPR_FRINT, 32, 32, true}, {EXPR_FRINT, 64, 64, true}, {EXPR_FRINT, 80, 80, true},
    {EXPR_FCVT, 64, 32, true},  {EXPR_FCVT, 80, 32, true},  {EXPR_FCVT, 80, 64, true},
    {EXPR_FCVT, 32, 64, true},  {EXPR_FCVT, 32, 80, true},  {EXPR_FCVT, 64, 80, true},
    {EXPR_FCVT, 16, 32, true},  {EXPR_FCVT, 16, 64, true},  {EXPR_FCVT, 16, 80, true},
    {EXPR_FROMI, 32, 32, true}, {EXPR_FROMI, 64, 32, true}, {EXPR_FROMI, 64, 64, true},
    {EXPR_FROMI, 64, 80, true}, {EXPR_FROMI, 17, 32, true}, {EXPR_FTOI, 32, 32, false},
    {EXPR_FTOI, 64, 64, false}, {EXPR_FTOI, 80, 64, false}, {EXPR_FTOI, 64, 32, false},
    {EXPR_FTOI, 32, 7, false},  {EXPR_FEQ, 32, 1, false},   {EXPR_FEQ, 80, 1, false},
    {EXPR_FLT, 32, 1, false},   {EXPR_FLT, 64, 1, false},   {EXPR_FLT, 80, 1, false},
    {EXPR_FLE, 64, 1, false},   {EXPR_FLE, 80, 1, false},   {EXPR_FNAN, 32, 1, false},
    {EXPR_FNAN, 80, 1, false},  {EXPR_FREM, 32, 32, false}, {EXPR_FADD, 16, 16, true},
    {EXPR_FMUL, 16, 16, true},  {EXPR_FDIV, 16, 16, true},  {EXPR_FSQRT, 16, 16, true},
    {EXPR_FRINT, 16, 16, true}, {EXPR_FREM, 16, 16, false}, {EXPR_FROMI, 64, 16, true},
    {EXPR_FCVT, 80, 16, true},  {EXPR_FCVT, 64, 16, true},
};

static void draw_operands(const struct trial *t, uint64_t words[3][2]) {
    for (int i = 0; i < 3; i++) {
        if (t->op == EXPR_FROMI) {
            words[i][0] = draw() >> draw() % 64 & bv_mask(t->from);
            words[i][1] = 0;
        } else draw_float(t->from, words[i]);
    }
    if (draw() % 4 == 0 && t->op != EXPR_FROMI) { /* close to each other */
        words[1][0] = words[0][0] ^ (draw() % 4);
        words[1][1] = words[0][1];
        if (draw() % 2) words[1][(t->from - 1) / 64] ^= (uint64_t)1 << (t->from - 1) % 64;
    }
}

static void run_trial(struct expr_pool *pool, const struct trial *t) {
    uint64_t words[3][2], want[2] = {0}, scratch;
    const uint64_t *kids[3] = {words[0], words[1], words[2]};
    uint32_t widths[3] = {t->from, t->from, t->from};
    uint64_t aux = t->modes ? draw() % FLOAT_ROUNDS : t->op == EXPR_FTOI ? ROUND_ZERO : 0;
    if (t->op == EXPR_FROMI || t->op == EXPR_FTOI) aux |= draw() % 2 * 8;
    draw_operands(t, words);
    if (!float_apply(t->op, aux, t->to, widths, kids, want)) return;
    expr k[3] = {0};
    for (int i = 0; i < expr_arity(t->op); i++) k[i] = expr_const_wide(pool, t->from, words[i]);
    expr node = expr_intern(pool, t->op, t->to, aux, k[0], k[1], k[2]);
    expr circuit = float_circuit(pool, node);
    assert_true(expr_is_const(pool, circuit));
    const uint64_t *got = expr_words(pool, circuit, &scratch);
    if (bv_equal(got, want, t->to)) return;
    fail_msg("op %d mode %d %u->%u of %llx.%llx, %llx.%llx, %llx.%llx: %llx, not %llx", (int)t->op, (int)aux, t->from, t->to,
             (unsigned long long)words[0][1], (unsigned long long)words[0][0], (unsigned long long)words[1][1],
             (unsigned long long)words[1][0], (unsigned long long)words[2][1], (unsigned long long)words[2][0],
             (unsigned long long)got[0], (unsigned long long)want[0]);
}

/* An unnormal is a NaN to the processor, whatever the library's fmal makes of it. */
static void test_odd_encodings(void **state) {
    (void)state;
    uint64_t one[] = {UINT64_C(1) << 63, 0x3fff}, odd[] = {UINT64_C(1) << 62, 0x3fff}, out[2];
    uint32_t widths[] = {80, 80, 80};
    const uint64_t *kids[] = {one, odd, one};
    assert_true(float_apply(EXPR_FMA, ROUND_EVEN, 80, widths, kids, out));
    assert_int_equal(out[0], UINT64_C(3) << 62);
    assert_int_equal(out[1], 0x7fff);
}

static void test_processor(void **state) {
    (void)state;
    const char *more = getenv("FLOAT_TRIALS");
    uint32_t rounds = more ? (uint32_t)atoi(more) : 25;
    struct expr_pool *pool = expr_pool_new();
    for (uint32_t i = 0; i < sizeof trials / sizeof *trials; i++)
        for (uint32_t k = 0; k < rounds; k++) {
            run_trial(pool, &trials[i]);
            if (k % 16 == 0) expr_collect(pool);
        }
    expr_pool_free(pool);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_single),
        cmocka_unit_test(test_fma),
        cmocka_unit_test(test_odd_encodings),
        cmocka_unit_test(test_processor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
