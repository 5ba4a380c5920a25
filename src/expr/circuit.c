/* Circuits of floating point: unpacking, rounding, packing, sums. */
#include "expr/circuit.h"

#include <assert.h>

#include "expr/arith.h"
#include "expr/relate.h"

static uint32_t bits_for(uint64_t n) { return 64 - (uint32_t)__builtin_clzll(n | 1); }

struct circuit circuit_of(struct expr_pool *pool, struct float_format f, enum float_round mode) {
    assert(f.precision >= 3 && f.exponent_bits >= 2);
    uint32_t shifts = bits_for(4 * (uint64_t)f.precision);
    uint32_t wide = (f.exponent_bits > shifts ? f.exponent_bits : shifts) + 3;
    return (struct circuit){pool, f, mode, wide};
}

int64_t circuit_emin(const struct circuit *c) { return 2 - ((int64_t)1 << (c->f.exponent_bits - 1)); }

expr circuit_place(const struct circuit *c, int64_t value) { return expr_const(c->pool, c->wide, (uint64_t)value); }

expr is_zero_word(struct expr_pool *pool, expr a) { return expr_eq(pool, a, expr_const(pool, width_of(pool, a), 0)); }

static expr ones(struct expr_pool *pool, uint32_t width) { return expr_not(pool, expr_const(pool, width, 0)); }

expr pad_below(struct expr_pool *pool, expr a, uint32_t n) {
    return n ? expr_concat(pool, a, expr_const(pool, n, 0)) : a;
}

/* ---- packed values ------------------------------------------------------------------------ */

/* Sign, exponent and fraction (without the leading bit) to a value of the format. */
static expr assemble(const struct circuit *c, expr sign, expr exponent, expr fraction) {
    struct expr_pool *p = c->pool;
    if (c->f.leading_stored) {
        expr leading = expr_not(p, is_zero_word(p, exponent));
        exponent = expr_concat(p, exponent, leading);
    }
    expr high = expr_concat(p, sign, exponent);
    return expr_concat(p, high, fraction);
}

static expr assemble_special(const struct circuit *c, expr sign, bool is_inf, bool quiet) {
    struct expr_pool *p = c->pool;
    uint32_t eb = c->f.exponent_bits, fb = c->f.precision - 1;
    expr exponent = is_inf ? ones(p, eb) : expr_const(p, eb, 0);
    expr fraction = expr_const(p, fb, 0);
    if (quiet) fraction = expr_concat(p, expr_true(p), expr_const(p, fb - 1, 0));
    return assemble(c, sign, exponent, fraction);
}

expr circuit_inf(const struct circuit *c, expr sign) { return assemble_special(c, sign, true, false); }
expr circuit_zero(const struct circuit *c, expr sign) { return assemble_special(c, sign, false, false); }
expr circuit_quiet_nan(const struct circuit *c) { return assemble_special(c, expr_false(c->pool), true, true); }

/* The largest finite number. */
static expr largest(const struct circuit *c, expr sign) {
    struct expr_pool *p = c->pool;
    uint32_t eb = c->f.exponent_bits;
    expr exponent = expr_add(p, ones(p, eb), ones(p, eb));
    return assemble(c, sign, exponent, ones(p, c->f.precision - 1));
}

struct unpacked circuit_unpack(const struct circuit *c, expr a) {
    struct expr_pool *p = c->pool;
    uint32_t fb = c->f.precision - 1, eb = c->f.exponent_bits, stored = c->f.leading_stored;
    assert(width_of(p, a) == float_width(c->f));
    expr fraction = expr_extract(p, a, 0, fb), exponent = expr_extract(p, a, fb + stored, eb);
    expr low = is_zero_word(p, exponent), high = expr_eq(p, exponent, ones(p, eb));
    expr empty = is_zero_word(p, fraction);
    expr leading = stored ? bit_of(p, a, fb) : expr_not(p, low);
    struct unpacked u = {.sign = bit_of(p, a, fb + stored + eb)};
    expr no_leading = expr_not(p, leading), some = expr_not(p, empty);
    expr invalid = stored ? expr_and(p, expr_not(p, low), no_leading) : expr_false(p);
    u.nan = expr_or(p, invalid, expr_and(p, high, some));
    u.inf = expr_and(p, expr_and(p, high, leading), empty);
    u.zero = expr_and(p, expr_and(p, low, no_leading), empty);
    u.sig = expr_concat(p, leading, fraction);
    expr wide = expr_zext(p, exponent, c->wide), one = expr_zext(p, expr_not(p, low), c->wide);
    u.place = expr_sub(p, wide, one);
    return u;
}

/* ---- shifts ----------------------------------------------------------------------------------- */

expr shift_jam(struct expr_pool *pool, expr a, expr by) {
    uint32_t n = width_of(pool, a), bits = bits_for(n), have = width_of(pool, by);
    expr lost = expr_false(pool);
    for (uint32_t k = 0; k < have; k++) {
        expr on = bit_of(pool, by, k), some, moved;
        if (k < bits && (UINT64_C(1) << k) < n) {
            uint32_t by_k = 1u << k;
            some = expr_not(pool, is_zero_word(pool, expr_extract(pool, a, 0, by_k)));
            moved = expr_zext(pool, expr_extract(pool, a, by_k, n - by_k), n);
        } else {
            some = expr_not(pool, is_zero_word(pool, a));
            moved = expr_const(pool, n, 0);
        }
        lost = expr_or(pool, lost, expr_and(pool, on, some));
        a = expr_ite(pool, on, moved, a);
    }
    expr lowest = expr_or(pool, bit_of(pool, a, 0), lost);
    return expr_concat(pool, expr_extract(pool, a, 1, n - 1), lowest);
}

/* Shifts sig to the left until its top bit is 1, or, if `clip`, place is 0. */
static void shift_up(const struct circuit *c, expr *place, expr *sig, bool clip) {
    struct expr_pool *p = c->pool;
    uint32_t n = width_of(p, *sig);
    for (uint32_t k = bits_for(n - 1); k-- > 0;) {
        uint32_t by = 1u << k;
        if (by >= n) continue;
        expr may = is_zero_word(p, expr_extract(p, *sig, n - by, by));
        if (clip) { /* place >= by */
            expr room = expr_slt(p, circuit_place(c, (int64_t)by - 1), *place);
            may = expr_and(p, may, room);
        }
        expr moved = pad_below(p, expr_extract(p, *sig, 0, n - by), by);
        *sig = expr_ite(p, may, moved, *sig);
        expr less = expr_sub(p, *place, circuit_place(c, by));
        *place = expr_ite(p, may, less, *place);
    }
}

void circuit_normalise(const struct circuit *c, expr *place, expr *sig) { shift_up(c, place, sig, false); }

/* A place below 0: sig is shifted to the right until it is 0. */
static void shift_down(const struct circuit *c, expr *place, expr *sig) {
    struct expr_pool *p = c->pool;
    expr zero = circuit_place(c, 0), below = expr_slt(p, *place, zero);
    expr by = expr_ite(p, below, expr_neg(p, *place), zero);
    *sig = shift_jam(p, *sig, by);
    *place = expr_ite(p, below, zero, *place);
}

/* ---- rounding ------------------------------------------------------------------------------------ */

expr circuit_rounds_up(const struct circuit *c, expr sign, expr lowest, expr half, expr rest) {
    struct expr_pool *p = c->pool;
    expr any = expr_or(p, half, rest);
    switch (c->mode) {
    case ROUND_EVEN: return expr_and(p, half, expr_or(p, rest, lowest));
    case ROUND_AWAY: return half;
    case ROUND_UP: return expr_and(p, any, expr_not(p, sign));
    case ROUND_DOWN: return expr_and(p, any, sign);
    default: return expr_false(p);
    }
}

static expr overflowed(const struct circuit *c, expr sign) {
    struct expr_pool *p = c->pool;
    expr inf = circuit_inf(c, sign), most = largest(c, sign);
    switch (c->mode) {
    case ROUND_EVEN:
    case ROUND_AWAY: return inf;
    case ROUND_UP: return expr_ite(p, sign, most, inf);
    case ROUND_DOWN: return expr_ite(p, sign, inf, most);
    default: return most;
    }
}

/* sig split into what is kept (its top bits) and the bit that increases that. */
static expr increment_of(const struct circuit *c, expr sign, expr sig, uint32_t kept) {
    struct expr_pool *p = c->pool;
    uint32_t cut = width_of(p, sig) - kept;
    assert(cut >= 2);
    expr rest = expr_not(p, is_zero_word(p, expr_extract(p, sig, 0, cut - 1)));
    expr half = bit_of(p, sig, cut - 1), lowest = bit_of(p, sig, cut);
    return circuit_rounds_up(c, sign, lowest, half, rest);
}

expr circuit_round(const struct circuit *c, expr sign, expr place, expr sig) {
    struct expr_pool *p = c->pool;
    uint32_t n = width_of(p, sig), prec = c->f.precision, fb = prec - 1, eb = c->f.exponent_bits;
    if (n < prec + 2) sig = pad_below(p, sig, prec + 2 - n);
    n = width_of(p, sig);
    shift_up(c, &place, &sig, true);
    shift_down(c, &place, &sig);
    expr leading = expr_zext(p, bit_of(p, sig, n - 1), c->wide);
    expr exponent = expr_add(p, place, leading);
    expr packed = expr_concat(p, exponent, expr_extract(p, sig, n - prec, fb));
    expr more = increment_of(c, sign, sig, prec);
    packed = expr_add(p, packed, expr_zext(p, more, c->wide + fb));
    expr high = expr_extract(p, packed, fb, c->wide);
    expr too_large = expr_ule(p, expr_zext(p, ones(p, eb), c->wide), high);
    expr value = assemble(c, sign, expr_extract(p, packed, fb, eb), expr_extract(p, packed, 0, fb));
    return expr_ite(p, too_large, overflowed(c, sign), value);
}

/* ---- sums ------------------------------------------------------------------------------------------ */

expr circuit_sum(const struct circuit *c, const struct unpacked *x, const struct unpacked *y) {
    enum { MORE = 3 }; /* bits below: half, one more for a shift to the left, and the rest */
    struct expr_pool *p = c->pool;
    uint32_t n = width_of(p, x->sig) + MORE + 1;
    expr minus = expr_xor(p, x->sign, y->sign);
    expr a = expr_zext(p, pad_below(p, x->sig, MORE), n);
    expr apart = expr_sub(p, x->place, y->place);
    expr b = expr_zext(p, shift_jam(p, pad_below(p, y->sig, MORE), apart), n);
    expr sum = expr_add(p, a, b), difference = expr_sub(p, a, b);
    sum = expr_ite(p, minus, difference, sum);
    expr place = expr_add(p, x->place, circuit_place(c, 1));
    expr rounded = circuit_round(c, x->sign, place, sum);
    expr down = expr_bool(p, c->mode == ROUND_DOWN);
    expr sign = expr_ite(p, minus, down, x->sign);
    return expr_ite(p, is_zero_word(p, sum), circuit_zero(c, sign), rounded);
}
