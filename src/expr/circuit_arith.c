/* Circuits of the arithmetic operators. */
#include "expr/arith.h"
#include "expr/circuit.h"
#include "expr/float_circuits.h"
#include "expr/relate.h"

#include <assert.h>

static void swap_if(struct expr_pool *p, expr cond, expr *a, expr *b) {
    expr first = expr_ite(p, cond, *b, *a), second = expr_ite(p, cond, *a, *b);
    *a = first;
    *b = second;
}

/* The one with the larger place and significand goes first. */
static void order(const struct circuit *c, struct unpacked *x, struct unpacked *y) {
    struct expr_pool *p = c->pool;
    expr kx = expr_concat(p, x->place, x->sig), ky = expr_concat(p, y->place, y->sig);
    expr swap = expr_slt(p, kx, ky);
    swap_if(p, swap, &x->sign, &y->sign);
    swap_if(p, swap, &x->place, &y->place);
    swap_if(p, swap, &x->sig, &y->sig);
}

expr circuit_add(struct expr_pool *p, struct float_format f, enum float_round mode, expr a, expr b) {
    struct circuit c = circuit_of(p, f, mode);
    struct unpacked x = circuit_unpack(&c, a), y = circuit_unpack(&c, b);
    expr differ = expr_xor(p, x.sign, y.sign), both = expr_and(p, x.inf, y.inf);
    expr nan = expr_or(p, expr_or(p, x.nan, y.nan), expr_and(p, both, differ));
    expr inf = expr_or(p, x.inf, y.inf), sign = expr_ite(p, x.inf, x.sign, y.sign);
    order(&c, &x, &y);
    expr sum = circuit_sum(&c, &x, &y);
    sum = expr_ite(p, inf, circuit_inf(&c, sign), sum);
    return expr_ite(p, nan, circuit_quiet_nan(&c), sum);
}

/* Sum of two places and a number. */
static expr places(const struct circuit *c, expr a, expr b, int64_t more) {
    return expr_add(c->pool, expr_add(c->pool, a, b), circuit_place(c, more));
}

static expr product(struct expr_pool *p, expr a, expr b) {
    uint32_t n = width_of(p, a) + width_of(p, b);
    expr x = expr_zext(p, a, n), y = expr_zext(p, b, n);
    return expr_mul(p, x, y);
}

/* NaN, infinity, zero in this order, else the value. */
static expr choose(const struct circuit *c, expr sign, expr nan, expr inf, expr zero, expr value) {
    struct expr_pool *p = c->pool;
    value = expr_ite(p, zero, circuit_zero(c, sign), value);
    value = expr_ite(p, inf, circuit_inf(c, sign), value);
    return expr_ite(p, nan, circuit_quiet_nan(c), value);
}

static expr bad_product(struct expr_pool *p, const struct unpacked *x, const struct unpacked *y) {
    expr left = expr_and(p, x->inf, y->zero), right = expr_and(p, x->zero, y->inf);
    return expr_or(p, expr_or(p, x->nan, y->nan), expr_or(p, left, right));
}

expr circuit_mul(struct expr_pool *p, struct float_format f, enum float_round mode, expr a, expr b) {
    struct circuit c = circuit_of(p, f, mode);
    struct unpacked x = circuit_unpack(&c, a), y = circuit_unpack(&c, b);
    expr sign = expr_xor(p, x.sign, y.sign);
    expr place = places(&c, x.place, y.place, circuit_emin(&c) + 1);
    expr value = circuit_round(&c, sign, place, product(p, x.sig, y.sig));
    expr nan = bad_product(p, &x, &y), inf = expr_or(p, x.inf, y.inf);
    return choose(&c, sign, nan, inf, expr_or(p, x.zero, y.zero), value);
}

static expr not_zero(struct expr_pool *p, expr a) { return expr_not(p, is_zero_word(p, a)); }

expr circuit_div(struct expr_pool *p, struct float_format f, enum float_round mode, expr a, expr b) {
    struct circuit c = circuit_of(p, f, mode);
    struct unpacked x = circuit_unpack(&c, a), y = circuit_unpack(&c, b);
    uint32_t n = 2 * f.precision + 2;
    circuit_normalise(&c, &x.place, &x.sig);
    circuit_normalise(&c, &y.place, &y.sig);
    expr over = pad_below(p, x.sig, f.precision + 2), under = expr_zext(p, y.sig, n);
    expr quotient = expr_extract(p, expr_udiv(p, over, under), 0, f.precision + 3);
    expr rest = not_zero(p, expr_urem(p, over, under));
    expr place = places(&c, x.place, expr_neg(p, y.place), -circuit_emin(&c));
    expr sign = expr_xor(p, x.sign, y.sign);
    expr value = circuit_round(&c, sign, place, expr_concat(p, quotient, rest));
    expr none = expr_or(p, expr_and(p, x.zero, y.zero), expr_and(p, x.inf, y.inf));
    expr nan = expr_or(p, expr_or(p, x.nan, y.nan), none);
    return choose(&c, sign, nan, expr_or(p, x.inf, y.zero), expr_or(p, x.zero, y.inf), value);
}

/* The root of radicand, whose number of bits is even, without its fraction, and whether
 * there is one: two bits of the radicand give one of the root. */
static expr root_of(struct expr_pool *p, expr radicand) {
    uint32_t n = width_of(p, radicand) / 2, w = n + 2;
    expr rest = expr_const(p, w, 0), root = expr_const(p, w, 0);
    for (uint32_t i = n; i-- > 0;) {
        expr next = expr_extract(p, radicand, 2 * i, 2);
        rest = expr_concat(p, expr_extract(p, rest, 0, w - 2), next);
        expr trial = expr_concat(p, expr_extract(p, root, 0, w - 2), expr_const(p, 2, 1));
        expr fits = expr_ule(p, trial, rest);
        expr less = expr_sub(p, rest, trial);
        rest = expr_ite(p, fits, less, rest);
        root = expr_concat(p, expr_extract(p, root, 0, w - 1), fits);
    }
    return expr_concat(p, expr_extract(p, root, 0, n), not_zero(p, rest));
}

expr circuit_sqrt(struct expr_pool *p, struct float_format f, enum float_round mode, expr a) {
    struct circuit c = circuit_of(p, f, mode);
    struct unpacked x = circuit_unpack(&c, a);
    uint32_t n = f.precision + 2; /* bits of the root */
    circuit_normalise(&c, &x.place, &x.sig);
    expr exponent = expr_add(p, x.place, circuit_place(&c, circuit_emin(&c)));
    expr odd = bit_of(p, exponent, 0);
    expr sig = pad_below(p, x.sig, 2 * n - 1 - f.precision);
    expr single = expr_zext(p, sig, 2 * n), twice = pad_below(p, sig, 1);
    expr root = root_of(p, expr_ite(p, odd, twice, single));
    expr half = expr_sext(p, expr_extract(p, exponent, 1, c.wide - 1), c.wide);
    expr place = expr_add(p, half, circuit_place(&c, -circuit_emin(&c)));
    expr value = circuit_round(&c, expr_false(p), place, root);
    expr negative = expr_and(p, x.sign, expr_not(p, x.zero));
    return choose(&c, x.sign, expr_or(p, x.nan, negative), x.inf, x.zero, value);
}

/* A zero is smaller than anything that it is added to. */
static expr sunk(const struct circuit *c, expr zero, expr place) {
    int64_t lowest = -((int64_t)1 << (c->wide - 2));
    return expr_ite(c->pool, zero, circuit_place(c, lowest), place);
}

/* The exact product as a number of twice the precision, its top bit 1. */
static struct unpacked whole_product(const struct circuit *c, struct unpacked x, struct unpacked y) {
    struct expr_pool *p = c->pool;
    uint32_t n = 2 * c->f.precision;
    circuit_normalise(c, &x.place, &x.sig);
    circuit_normalise(c, &y.place, &y.sig);
    struct unpacked r = {.sign = expr_xor(p, x.sign, y.sign)};
    r.sig = product(p, x.sig, y.sig);
    r.place = places(c, x.place, y.place, circuit_emin(c) + 1);
    expr top = bit_of(p, r.sig, n - 1), less = expr_add(p, r.place, circuit_place(c, -1));
    expr moved = pad_below(p, expr_extract(p, r.sig, 0, n - 1), 1);
    r.sig = expr_ite(p, top, r.sig, moved);
    r.place = expr_ite(p, top, r.place, less);
    r.nan = bad_product(p, &x, &y);
    r.inf = expr_or(p, x.inf, y.inf);
    r.zero = expr_or(p, x.zero, y.zero);
    r.place = sunk(c, r.zero, r.place);
    return r;
}

expr circuit_fma(struct expr_pool *p, struct float_format f, enum float_round mode, expr a, expr b, expr d) {
    struct circuit c = circuit_of(p, f, mode);
    c.wide += 2;
    struct unpacked x = whole_product(&c, circuit_unpack(&c, a), circuit_unpack(&c, b));
    struct unpacked y = circuit_unpack(&c, d);
    circuit_normalise(&c, &y.place, &y.sig);
    y.place = sunk(&c, y.zero, y.place);
    y.sig = pad_below(p, y.sig, f.precision);
    expr differ = expr_xor(p, x.sign, y.sign);
    expr clash = expr_and(p, expr_and(p, x.inf, y.inf), differ);
    expr nan = expr_or(p, expr_or(p, x.nan, y.nan), clash);
    expr inf = expr_or(p, x.inf, y.inf), sign = expr_ite(p, x.inf, x.sign, y.sign);
    order(&c, &x, &y);
    expr sum = circuit_sum(&c, &x, &y);
    sum = expr_ite(p, inf, circuit_inf(&c, sign), sum);
    return expr_ite(p, nan, circuit_quiet_nan(&c), sum);
}

/* Long division: one step for each place that a may be above b. */
expr circuit_rem(struct expr_pool *p, struct float_format f, expr a, expr b) {
    assert(!f.leading_stored); /* a is a result */
    struct circuit c = circuit_of(p, f, ROUND_EVEN);
    struct unpacked x = circuit_unpack(&c, a), y = circuit_unpack(&c, b);
    uint32_t n = f.precision + 1, steps = (1u << f.exponent_bits) - 3;
    expr by = expr_zext(p, y.sig, n), rest = expr_zext(p, expr_urem(p, x.sig, y.sig), n);
    expr apart = expr_sub(p, x.place, y.place);
    for (uint32_t i = 0; i < steps; i++) {
        expr twice = pad_below(p, expr_extract(p, rest, 0, n - 1), 1);
        expr less = expr_sub(p, twice, by), fits = expr_ule(p, by, twice);
        expr next = expr_ite(p, fits, less, twice);
        expr goes_on = expr_slt(p, circuit_place(&c, i), apart);
        rest = expr_ite(p, goes_on, next, rest);
    }
    rest = expr_extract(p, rest, 0, n - 1);
    expr value = circuit_round(&c, x.sign, y.place, rest);
    expr smaller = expr_slt(p, apart, circuit_place(&c, 0));
    value = expr_ite(p, is_zero_word(p, rest), circuit_zero(&c, x.sign), value);
    value = expr_ite(p, expr_or(p, smaller, y.inf), a, value);
    expr nan = expr_or(p, expr_or(p, x.nan, y.nan), expr_or(p, x.inf, y.zero));
    return choose(&c, x.sign, nan, expr_false(p), x.zero, value);
}
