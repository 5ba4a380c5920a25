/* Circuits of conversions, rounding to integers and comparisons. */
#include "expr/arith.h"
#include "expr/circuit.h"
#include "expr/float_circuits.h"
#include "expr/relate.h"

#include <assert.h>

/* ---- comparisons ------------------------------------------------------------------------- */

/* Orders numbers of one sign: exponent and significand as one word. */
static expr magnitude(const struct circuit *c, const struct unpacked *u) {
    return expr_concat(c->pool, expr_extract(c->pool, u->place, 0, c->f.exponent_bits), u->sig);
}

static expr numbers(struct expr_pool *p, const struct unpacked *x, const struct unpacked *y) {
    return expr_not(p, expr_or(p, x->nan, y->nan));
}

/* Equal bits are equal numbers, unless they are NaNs; beyond that there are only zeros. */
expr circuit_eq(struct expr_pool *p, struct float_format f, expr a, expr b) {
    struct circuit c = circuit_of(p, f, ROUND_EVEN);
    struct unpacked x = circuit_unpack(&c, a), y = circuit_unpack(&c, b);
    expr same = f.leading_stored ? expr_and(p, expr_eq(p, magnitude(&c, &x), magnitude(&c, &y)),
                                            expr_not(p, expr_xor(p, x.sign, y.sign)))
                                 : expr_eq(p, a, b);
    expr zeros = expr_and(p, x.zero, y.zero);
    return expr_and(p, numbers(p, &x, &y), expr_or(p, same, zeros));
}

expr circuit_less(struct expr_pool *p, struct float_format f, bool or_equal, expr a, expr b) {
    struct circuit c = circuit_of(p, f, ROUND_EVEN);
    struct unpacked x = circuit_unpack(&c, a), y = circuit_unpack(&c, b);
    expr mx = f.leading_stored ? magnitude(&c, &x) : expr_extract(p, a, 0, float_width(f) - 1);
    expr my = f.leading_stored ? magnitude(&c, &y) : expr_extract(p, b, 0, float_width(f) - 1);
    expr up = or_equal ? expr_ule(p, mx, my) : expr_ult(p, mx, my);
    expr down = or_equal ? expr_ule(p, my, mx) : expr_ult(p, my, mx);
    expr same_sign = expr_ite(p, x.sign, down, up);
    expr less = expr_ite(p, expr_xor(p, x.sign, y.sign), x.sign, same_sign);
    expr zeros = expr_and(p, x.zero, y.zero);
    less = expr_ite(p, zeros, expr_bool(p, or_equal), less);
    return expr_and(p, numbers(p, &x, &y), less);
}

expr circuit_nan(struct expr_pool *p, struct float_format f, expr a) {
    struct circuit c = circuit_of(p, f, ROUND_EVEN);
    return circuit_unpack(&c, a).nan;
}

/* ---- to an integral value ---------------------------------------------------------------------- */

/* The significand shifted until its lowest bit weighs 1, with two bits below. */
static expr without_fraction(const struct circuit *c, const struct unpacked *x) {
    struct expr_pool *p = c->pool;
    int64_t whole = (int64_t)c->f.precision - 1 - circuit_emin(c); /* from here on there is no fraction */
    expr by = expr_sub(p, circuit_place(c, whole), x->place);
    expr none = expr_slt(p, by, circuit_place(c, 0));
    by = expr_ite(p, none, circuit_place(c, 0), by);
    return shift_jam(p, pad_below(p, x->sig, 2), by);
}

expr circuit_rint(struct expr_pool *p, struct float_format f, enum float_round mode, expr a) {
    struct circuit c = circuit_of(p, f, mode);
    struct unpacked x = circuit_unpack(&c, a);
    int64_t whole = (int64_t)f.precision - 1 - circuit_emin(&c);
    expr sig = without_fraction(&c, &x), rest = bit_of(p, sig, 0), half = bit_of(p, sig, 1);
    expr more = circuit_rounds_up(&c, x.sign, bit_of(p, sig, 2), half, rest);
    uint32_t n = f.precision + 1;
    expr kept = expr_zext(p, expr_extract(p, sig, 2, f.precision), n);
    kept = expr_add(p, kept, expr_zext(p, more, n));
    expr value = circuit_round(&c, x.sign, circuit_place(&c, whole + 1), kept);
    value = expr_ite(p, is_zero_word(p, kept), circuit_zero(&c, x.sign), value);
    expr large = expr_sle(p, circuit_place(&c, whole), x.place);
    value = expr_ite(p, expr_or(p, x.inf, large), a, value);
    return expr_ite(p, x.nan, circuit_quiet_nan(&c), value);
}

/* ---- integers ------------------------------------------------------------------------------------ */

expr circuit_to_int(struct expr_pool *p, struct float_format f, bool is_signed, expr a, uint32_t width) {
    struct circuit c = circuit_of(p, f, ROUND_ZERO);
    uint32_t shifts = 64 - (uint32_t)__builtin_clzll(width | 1u);
    if (c.wide < shifts + 2) c.wide = shifts + 2;
    struct unpacked x = circuit_unpack(&c, a);
    uint32_t n = width + f.precision;
    expr up = expr_add(p, x.place, circuit_place(&c, circuit_emin(&c)));
    expr below = expr_slt(p, up, circuit_place(&c, 0));
    expr above = expr_sle(p, circuit_place(&c, width), up);
    expr by = expr_resize(p, up, n > c.wide ? n : c.wide);
    expr wide = expr_resize(p, x.sig, n > c.wide ? n : c.wide);
    expr moved = expr_extract(p, expr_shl(p, wide, by), f.precision - 1, width);
    expr value = expr_ite(p, below, expr_const(p, width, 0), moved);
    expr negative = expr_neg(p, value), zero = expr_const(p, width, 0);
    value = expr_ite(p, x.sign, negative, value);
    expr wrong = expr_or(p, expr_or(p, x.nan, x.inf), above);
    /* What is left to rule out: a sign that is not the integer's. */
    if (is_signed) {
        expr top = bit_of(p, value, width - 1);
        expr other = expr_and(p, expr_xor(p, top, x.sign), expr_not(p, is_zero_word(p, value)));
        wrong = expr_or(p, wrong, other);
    } else {
        expr other = expr_and(p, x.sign, expr_not(p, is_zero_word(p, value)));
        wrong = expr_or(p, wrong, other);
    }
    return expr_ite(p, wrong, zero, value);
}

expr circuit_from_int(struct expr_pool *p, struct float_format f, enum float_round mode, bool is_signed, expr a) {
    struct circuit c = circuit_of(p, f, mode);
    uint32_t n = width_of(p, a), places = 64 - (uint32_t)__builtin_clzll(n) + 3;
    if (c.wide < places) c.wide = places;
    expr sign = is_signed ? bit_of(p, a, n - 1) : expr_false(p);
    expr size = expr_ite(p, sign, expr_neg(p, a), a);
    expr value = circuit_round(&c, sign, circuit_place(&c, (int64_t)n - 1 - circuit_emin(&c)), size);
    return expr_ite(p, is_zero_word(p, a), circuit_zero(&c, expr_false(p)), value);
}

/* ---- other formats --------------------------------------------------------------------------------- */

expr circuit_cvt(struct expr_pool *p, struct float_format from, struct float_format to, enum float_round mode, expr a) {
    struct circuit c = circuit_of(p, from, mode), d = circuit_of(p, to, mode);
    uint32_t wide = (c.wide > d.wide ? c.wide : d.wide) + 1;
    c.wide = d.wide = wide;
    struct unpacked x = circuit_unpack(&c, a);
    expr place = expr_add(p, x.place, circuit_place(&c, circuit_emin(&c) - circuit_emin(&d)));
    expr value = circuit_round(&d, x.sign, place, x.sig);
    value = expr_ite(p, x.zero, circuit_zero(&d, x.sign), value);
    value = expr_ite(p, x.inf, circuit_inf(&d, x.sign), value);
    return expr_ite(p, x.nan, circuit_quiet_nan(&d), value);
}
