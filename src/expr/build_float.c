/* Constructors of floating point.
 *
 * Forms:
 *   - operators over constants are constants, unless the result is a NaN: that stays an
 *     operator, because its bits are open (float.h);
 *   - FNEG and FABS stand only where their operand may be such a NaN; else they are bits;
 *   - a comparison with a constant of a value whose bits are its own (an input) is a
 *     comparison of bits: intervals, which PARTI knows; not for x87;
 *   - a comparison of widened values is one of the values before, and the same with a
 *     constant, which is rounded to where it separates the same numbers;
 *   - FNAN is never on top of an operator that only passes NaNs on.
 */
#include "expr/arith.h"
#include "expr/build.h"
#include "expr/build_const.h"
#include "expr/float.h"
#include "expr/float_circuits.h"
#include "expr/float_value.h"
#include "expr/libm.h"
#include "expr/relate.h"

bool float_op(enum expr_op op) { return op >= EXPR_FADD && op <= EXPR_FBITS; }

bool float_format_of(uint32_t width, struct float_format *format) {
    switch (width) {
    case 16: *format = (struct float_format){5, 11, false}; return true;
    case 32: *format = (struct float_format){8, 24, false}; return true;
    case 64: *format = (struct float_format){11, 53, false}; return true;
    case 80: *format = (struct float_format){15, 64, true}; return true;
    default: return false;
    }
}

static struct float_format format_of(const struct expr_pool *pool, expr a) {
    struct float_format f = {0};
    bool known = float_format_of(expr_width(pool, a), &f);
    (void)known;
    assert(known);
    return f;
}

/* ---- bits of NaNs ------------------------------------------------------------------------- */

static uint8_t worst(uint8_t a, uint8_t b) { return a > b ? a : b; }

uint8_t float_bits_of(const struct expr_pool *pool, const struct expr_node *n) {
    uint8_t a = pool->nodes[n->kids[0]].nan, b = pool->nodes[n->kids[1]].nan, c = pool->nodes[n->kids[2]].nan;
    uint8_t all = worst(a, worst(b, c));
    if (float_op((enum expr_op)n->op)) {
        if (all == FLOAT_BITS_MIXED) return FLOAT_BITS_MIXED;
        switch (n->op) {
        case EXPR_FROMI: return all ? FLOAT_BITS_MIXED : FLOAT_BITS_NONE;
        case EXPR_FTOI:
        case EXPR_FEQ:
        case EXPR_FLT:
        case EXPR_FLE:
        case EXPR_FNAN:
        case EXPR_FBITS: return FLOAT_BITS_NONE;
        default: return FLOAT_BITS_NAN;
        }
    }
    if (!all) return FLOAT_BITS_NONE;
    if (n->op == EXPR_ITE) return a ? FLOAT_BITS_MIXED : worst(b, c);
    if (n->op == EXPR_GUARD) return a ? FLOAT_BITS_MIXED : b;
    return FLOAT_BITS_MIXED;
}

static bool own_bits(const struct expr_pool *pool, expr e) { return expr_float_bits(pool, e) == FLOAT_BITS_NONE; }

/* ---- constants ------------------------------------------------------------------------------ */

static bool words_are_nan(struct float_format f, const uint64_t *words) {
    uint32_t fb = f.precision - 1;
    uint64_t fraction = words[0] & bv_mask(fb), exponent;
    uint32_t at = fb + f.leading_stored;
    exponent = (at >= 64 ? words[at / 64] : words[0] >> at) & bv_mask(f.exponent_bits);
    bool leading = !f.leading_stored || bv_bit(words, fb);
    if (exponent && !leading) return true;
    return exponent == bv_mask(f.exponent_bits) && fraction;
}

static bool const_is_nan(const struct expr_pool *pool, expr c) {
    return words_are_nan(format_of(pool, c), expr_const_words(pool, c));
}

static bool gives_float(enum expr_op op) {
    return op != EXPR_FTOI && op != EXPR_FEQ && op != EXPR_FLT && op != EXPR_FLE && op != EXPR_FNAN;
}

/* The value of an operator over constants; none: it is a NaN of an operation. */
static expr fold(struct expr_pool *pool, enum expr_op op, uint32_t width, uint64_t aux, const expr *k) {
    uint64_t out[BV_MAX_WORDS];
    const uint64_t *words[3] = {0};
    uint32_t widths[3] = {0};
    for (int i = 0; i < 3 && i < expr_arity(op); i++) {
        words[i] = expr_const_words(pool, k[i]);
        widths[i] = expr_width(pool, k[i]);
    }
    expr value;
    if (float_apply(op, aux, width, widths, words, out)) value = expr_const_wide(pool, width, out);
    else {
        expr node = expr_intern(pool, op, width, aux, k[0], k[1], k[2]);
        value = float_circuit(pool, node);
        if (!expr_is(value)) return EXPR_NONE;
    }
    return gives_float(op) && const_is_nan(pool, value) ? EXPR_NONE : value;
}

/* Interned, if it cannot be folded. */
static expr make(struct expr_pool *pool, enum expr_op op, uint32_t width, uint64_t aux, expr a, expr b, expr c) {
    expr k[3] = {a, b, c};
    bool constant = true;
    for (int i = 0; i < 3 && i < expr_arity(op); i++) constant = constant && expr_is_const(pool, k[i]);
    expr value = constant ? fold(pool, op, width, aux, k) : EXPR_NONE;
    return expr_is(value) ? value : expr_intern(pool, op, width, aux, a, b, c);
}

enum { NAN_DEPTH = 6 };

/* pow(NaN, 0) is 1. */
static bool passes_nan(enum expr_op op) { return op != EXPR_FLIBM; }

static bool surely_nan(const struct expr_pool *pool, uint32_t id, int depth) {
    const struct expr_node *n = &pool->nodes[id];
    if (n->op == EXPR_CONST) return const_is_nan(pool, (expr){id});
    if (n->op == EXPR_ITE)
        return depth && surely_nan(pool, n->kids[1], depth - 1) && surely_nan(pool, n->kids[2], depth - 1);
    if (!float_op((enum expr_op)n->op) || !gives_float((enum expr_op)n->op) || n->op == EXPR_FROMI) return false;
    bool constant = true; /* else it would have been folded */
    for (int i = 0; i < expr_arity((enum expr_op)n->op); i++) {
        if (depth && passes_nan((enum expr_op)n->op) && surely_nan(pool, n->kids[i], depth - 1)) return true;
        constant = constant && pool->nodes[n->kids[i]].op == EXPR_CONST;
    }
    return constant && n->op != EXPR_FBITS;
}

/* Is e a NaN whatever the symbols are? Looks a few levels deep. */
static bool float_surely_nan(const struct expr_pool *pool, expr e) { return surely_nan(pool, e.id, NAN_DEPTH); }

/* ---- arithmetic --------------------------------------------------------------------------------- */

static expr arithmetic(struct expr_pool *pool, enum expr_op op, uint64_t aux, expr a, expr b, expr c) {
    return make(pool, op, expr_width(pool, a), aux, a, b, c);
}

expr expr_fadd(struct expr_pool *pool, enum float_round mode, expr a, expr b) {
    return arithmetic(pool, EXPR_FADD, mode, a, b, EXPR_NONE);
}
expr expr_fsub(struct expr_pool *pool, enum float_round mode, expr a, expr b) {
    return expr_fadd(pool, mode, a, expr_fneg(pool, b));
}
expr expr_fmul(struct expr_pool *pool, enum float_round mode, expr a, expr b) {
    return arithmetic(pool, EXPR_FMUL, mode, a, b, EXPR_NONE);
}
expr expr_fdiv(struct expr_pool *pool, enum float_round mode, expr a, expr b) {
    return arithmetic(pool, EXPR_FDIV, mode, a, b, EXPR_NONE);
}
expr expr_fsqrt(struct expr_pool *pool, enum float_round mode, expr a) {
    return arithmetic(pool, EXPR_FSQRT, mode, a, EXPR_NONE, EXPR_NONE);
}
expr expr_fma(struct expr_pool *pool, enum float_round mode, expr a, expr b, expr c) {
    return arithmetic(pool, EXPR_FMA, mode, a, b, c);
}
expr expr_frem(struct expr_pool *pool, expr a, expr b) { return arithmetic(pool, EXPR_FREM, 0, a, b, EXPR_NONE); }

expr expr_flibm(struct expr_pool *pool, enum libm fn, expr a, expr b) {
    assert(fn < LIBM_FUNCTIONS && expr_width(pool, a) > 16);
    return arithmetic(pool, EXPR_FLIBM, (uint64_t)fn << LIBM_SHIFT | ROUND_EVEN, a, b, EXPR_NONE);
}

expr expr_frint(struct expr_pool *pool, enum float_round mode, expr a) {
    enum expr_op below = expr_op(pool, a);
    if (below == EXPR_FRINT) return a; /* its NaN is one already */
    return arithmetic(pool, EXPR_FRINT, mode, a, EXPR_NONE, EXPR_NONE);
}

/* ---- signs ------------------------------------------------------------------------------------------ */

static expr sign_of(struct expr_pool *pool, expr a) { return expr_extract(pool, a, expr_width(pool, a) - 1, 1); }

static expr with_sign(struct expr_pool *pool, expr sign, expr a) {
    expr rest = expr_extract(pool, a, 0, expr_width(pool, a) - 1);
    return expr_concat(pool, sign, rest);
}

expr expr_fneg(struct expr_pool *pool, expr a) {
    if (expr_op(pool, a) == EXPR_FNEG) return expr_kid(pool, a, 0);
    if (expr_float_bits(pool, a) == FLOAT_BITS_NAN) return intern1(pool, EXPR_FNEG, expr_width(pool, a), 0, a);
    uint32_t width = expr_width(pool, a);
    expr bit = with_sign(pool, expr_true(pool), const_zero(pool, width));
    return expr_xor(pool, a, bit);
}

expr expr_fabs(struct expr_pool *pool, expr a) {
    enum expr_op op = expr_op(pool, a);
    if (op == EXPR_FABS) return a;
    if (op == EXPR_FNEG) a = expr_kid(pool, a, 0);
    if (expr_float_bits(pool, a) == FLOAT_BITS_NAN) return intern1(pool, EXPR_FABS, expr_width(pool, a), 0, a);
    return with_sign(pool, expr_false(pool), a);
}

expr expr_fcopysign(struct expr_pool *pool, expr a, expr sign) {
    expr bit = sign_of(pool, sign);
    if (own_bits(pool, a)) return with_sign(pool, bit, a);
    expr size = expr_fabs(pool, a), minus = expr_fneg(pool, size);
    return expr_ite(pool, bit, minus, size);
}

/* Sign 0. */
static expr constant(struct expr_pool *pool, expr like, uint64_t exponent, uint64_t fraction) {
    struct float_format f = format_of(pool, like);
    uint32_t fb = f.precision - 1;
    uint64_t words[2] = {exponent << fb | fraction, 0};
    if (f.leading_stored) {
        words[0] = fraction | (exponent ? (uint64_t)1 << 63 : 0);
        words[1] = exponent;
    }
    return expr_const_wide(pool, float_width(f), words);
}

static expr quiet_nan(struct expr_pool *pool, expr like, uint32_t payload) {
    struct float_format f = format_of(pool, like);
    return constant(pool, like, bv_mask(f.exponent_bits), (uint64_t)1 << (f.precision - 2) | payload);
}

expr expr_fopen(struct expr_pool *pool, uint32_t number, expr a, expr b) {
    assert(number && number < (uint32_t)1 << (expr_width(pool, a) == 16 ? 9 : 22));
    return expr_fma(pool, ROUND_EVEN, quiet_nan(pool, a, number), a, b);
}

/* What operations give is quiet. */
static bool may_signal(const struct expr_pool *pool, expr e) {
    enum expr_op op = expr_op(pool, e);
    if (op == EXPR_CONST)
        return const_is_nan(pool, e) && !bv_bit(expr_const_words(pool, e), format_of(pool, e).precision - 2);
    return !float_op(op) || op == EXPR_FNEG || op == EXPR_FABS || op == EXPR_FBITS;
}

static expr signals(struct expr_pool *pool, expr a) {
    if (!may_signal(pool, a)) return expr_false(pool);
    expr quiet = expr_extract(pool, a, format_of(pool, a).precision - 2, 1);
    return expr_and(pool, expr_fnan(pool, a), expr_not(pool, quiet));
}

static expr extreme(struct expr_pool *pool, uint32_t number, expr less, expr a, expr b) {
    expr nan = expr_fopen(pool, number, a, b);
    expr a_nan = expr_fnan(pool, a), b_nan = expr_fnan(pool, b);
    expr number_first = expr_ite(pool, b_nan, a, expr_ite(pool, less, a, b));
    expr value = expr_ite(pool, a_nan, expr_ite(pool, b_nan, nan, b), number_first);
    expr either = expr_or(pool, signals(pool, a), signals(pool, b));
    expr taken = expr_and(pool, either, sign_of(pool, nan));
    return expr_ite(pool, taken, nan, value);
}

expr expr_fmin(struct expr_pool *pool, expr a, expr b) {
    return extreme(pool, FLOAT_OPEN_MIN, expr_flt(pool, a, b), a, b);
}
expr expr_fmax(struct expr_pool *pool, expr a, expr b) {
    return extreme(pool, FLOAT_OPEN_MAX, expr_flt(pool, b, a), a, b);
}

/* ---- conversions ------------------------------------------------------------------------------------- */

expr expr_fcvt(struct expr_pool *pool, enum float_round mode, expr a, uint32_t width) {
    if (expr_width(pool, a) < width) mode = ROUND_EVEN; /* exact in any */
    return make(pool, EXPR_FCVT, width, mode, a, EXPR_NONE, EXPR_NONE);
}

expr expr_from_int(struct expr_pool *pool, enum float_round mode, bool is_signed, expr a, uint32_t width) {
    return make(pool, EXPR_FROMI, width, (uint64_t)mode | (is_signed ? 8 : 0), a, EXPR_NONE, EXPR_NONE);
}

expr expr_to_int(struct expr_pool *pool, bool is_signed, expr a, uint32_t width) {
    return make(pool, EXPR_FTOI, width, ROUND_ZERO | (is_signed ? 8 : 0), a, EXPR_NONE, EXPR_NONE);
}

/* (-1)^negative * (2^power + more) in the format, rounded toward zero: exact where it is used. */
static expr power_of_two(struct expr_pool *pool, uint32_t width, bool negative, uint32_t power, uint64_t more) {
    uint64_t words[BV_MAX_WORDS] = {0}, plus[BV_MAX_WORDS] = {0};
    bv_power(words, power, power + 2);
    plus[0] = more;
    bv_add(words, words, plus, power + 2);
    expr value = expr_const_wide(pool, power + 2, words);
    value = expr_from_int(pool, ROUND_EVEN, false, value, width);
    return negative ? expr_fneg(pool, value) : value;
}

expr expr_fits_int(struct expr_pool *pool, bool is_signed, expr a, uint32_t width) {
    uint32_t w = expr_width(pool, a), top = width - is_signed;
    struct float_format f = format_of(pool, a);
    expr limit = power_of_two(pool, w, false, top, 0), low;
    expr above, below = expr_flt(pool, a, limit);
    if (!is_signed) {
        low = expr_fneg(pool, power_of_two(pool, w, false, 0, 0));
        above = expr_flt(pool, low, a);
    } else if (width < f.precision) { /* a fraction below the smallest is cut */
        low = power_of_two(pool, w, true, top, 1);
        above = expr_flt(pool, low, a);
    } else {
        low = power_of_two(pool, w, true, top, 0);
        above = expr_fle(pool, low, a);
    }
    return expr_and(pool, above, below);
}

/* ---- comparisons ------------------------------------------------------------------------------------- */

/* Bits as a number, sign and all. */
static expr bits(struct expr_pool *pool, expr like, uint64_t value) {
    return expr_const(pool, expr_width(pool, like), value);
}

static uint64_t sign_mask(const struct expr_pool *pool, expr a) { return (uint64_t)1 << (expr_width(pool, a) - 1); }
static uint64_t inf_mask(const struct expr_pool *pool, expr a) {
    struct float_format f = format_of(pool, a);
    return bv_mask(f.exponent_bits) << (f.precision - 1);
}

/* low <= a <= high, as unsigned words; nothing if low is above. */
static expr within(struct expr_pool *pool, expr a, uint64_t low, uint64_t high) {
    if (low > high) return expr_false(pool);
    expr from = expr_ule(pool, bits(pool, a, low), a), to = expr_ule(pool, a, bits(pool, a, high));
    return expr_and(pool, from, to);
}

/* a < c, a <= c. Numbers below are all with a sign up to infinity, or parts of one side. */
static expr below_const(struct expr_pool *pool, expr a, uint64_t c, bool or_equal) {
    uint64_t s = sign_mask(pool, a), inf = inf_mask(pool, a), size = c & ~s;
    if ((c & s) && size) return within(pool, a, c + !or_equal, s | inf);
    if (!size && !or_equal) return within(pool, a, s | 1, s | inf);
    expr negative = within(pool, a, s, s | inf);
    return expr_or(pool, expr_ule(pool, a, bits(pool, a, size - !or_equal)), negative);
}

static expr above_const(struct expr_pool *pool, expr a, uint64_t c, bool or_equal) {
    uint64_t s = sign_mask(pool, a), inf = inf_mask(pool, a), size = c & ~s;
    if (!(c & s) && size) return within(pool, a, c + !or_equal, inf);
    if (!size && !or_equal) return within(pool, a, 1, inf);
    expr positive = expr_ule(pool, a, bits(pool, a, inf));
    return expr_or(pool, positive, within(pool, a, s, s | (size - !or_equal)));
}

static bool has_bit_form(const struct expr_pool *pool, expr a, expr c) {
    return expr_is_const(pool, c) && own_bits(pool, a) && expr_width(pool, a) <= 64;
}

/* The operand of a conversion to a wider format, or none. */
static expr narrow_of(const struct expr_pool *pool, expr e) {
    if (expr_op(pool, e) != EXPR_FCVT) return EXPR_NONE;
    expr a = expr_kid(pool, e, 0);
    return expr_width(pool, a) < expr_width(pool, e) ? a : EXPR_NONE;
}

/* A constant that separates the narrow numbers as c does the wide ones. *exact: it is c. */
static expr narrow_const(struct expr_pool *pool, expr c, uint32_t width, enum float_round mode, bool *exact) {
    expr small = expr_fcvt(pool, mode, c, width);
    expr back = expr_fcvt(pool, ROUND_EVEN, small, expr_width(pool, c));
    *exact = expr_is_true(pool, expr_feq(pool, back, c));
    return small;
}

/* Both operands before widening, or one and a constant; false: not of this form. */
static bool narrow_compare(struct expr_pool *pool, bool or_equal, expr a, expr b, expr *out) {
    expr x = narrow_of(pool, a), y = narrow_of(pool, b);
    bool exact;
    if (expr_is(x) && expr_is(y) && expr_width(pool, x) == expr_width(pool, y)) {
        *out = or_equal ? expr_fle(pool, x, y) : expr_flt(pool, x, y);
        return true;
    }
    if (expr_is(x) && expr_is_const(pool, b)) {
        expr c = narrow_const(pool, b, expr_width(pool, x), ROUND_DOWN, &exact);
        *out = or_equal || !exact ? expr_fle(pool, x, c) : expr_flt(pool, x, c);
        return true;
    }
    if (expr_is(y) && expr_is_const(pool, a)) {
        expr c = narrow_const(pool, a, expr_width(pool, y), ROUND_UP, &exact);
        *out = or_equal || !exact ? expr_fle(pool, c, y) : expr_flt(pool, c, y);
        return true;
    }
    return false;
}

static expr ordering(struct expr_pool *pool, bool or_equal, expr a, expr b) {
    expr out;
    if (float_surely_nan(pool, a) || float_surely_nan(pool, b)) return expr_false(pool);
    if (expr_same(a, b)) return or_equal ? expr_not(pool, expr_fnan(pool, a)) : expr_false(pool);
    if (!both_const(pool, a, b)) {
        if (has_bit_form(pool, a, b)) return below_const(pool, a, expr_value(pool, b), or_equal);
        if (has_bit_form(pool, b, a)) return above_const(pool, b, expr_value(pool, a), or_equal);
        if (narrow_compare(pool, or_equal, a, b, &out)) return out;
    }
    return make(pool, or_equal ? EXPR_FLE : EXPR_FLT, 1, 0, a, b, EXPR_NONE);
}

expr expr_flt(struct expr_pool *pool, expr a, expr b) { return ordering(pool, false, a, b); }
expr expr_fle(struct expr_pool *pool, expr a, expr b) { return ordering(pool, true, a, b); }

static expr equals_const(struct expr_pool *pool, expr a, uint64_t c) {
    uint64_t s = sign_mask(pool, a);
    if (c & ~s) return expr_eq(pool, a, bits(pool, a, c));
    expr plus = expr_eq(pool, a, bits(pool, a, 0)), minus = expr_eq(pool, a, bits(pool, a, s));
    return expr_or(pool, plus, minus);
}

static bool narrow_equal(struct expr_pool *pool, expr a, expr b, expr *out) {
    expr x = narrow_of(pool, a), y = narrow_of(pool, b);
    bool exact;
    if (expr_is(x) && expr_is(y) && expr_width(pool, x) == expr_width(pool, y)) {
        *out = expr_feq(pool, x, y);
        return true;
    }
    if (!expr_is(x) || !expr_is_const(pool, b)) return false;
    expr c = narrow_const(pool, b, expr_width(pool, x), ROUND_EVEN, &exact);
    *out = exact ? expr_feq(pool, x, c) : expr_false(pool);
    return true;
}

expr expr_feq(struct expr_pool *pool, expr a, expr b) {
    expr out;
    if (float_surely_nan(pool, a) || float_surely_nan(pool, b)) return expr_false(pool);
    if (expr_same(a, b)) return expr_not(pool, expr_fnan(pool, a));
    if (expr_is_const(pool, a) || (!expr_is_const(pool, b) && a.id > b.id)) {
        expr first = a;
        a = b;
        b = first;
    }
    if (!both_const(pool, a, b)) {
        if (has_bit_form(pool, a, b)) return equals_const(pool, a, expr_value(pool, b));
        if (narrow_equal(pool, a, b, &out)) return out;
    }
    return make(pool, EXPR_FEQ, 1, 0, a, b, EXPR_NONE);
}

expr expr_fnan(struct expr_pool *pool, expr a) {
    for (;;) {
        enum expr_op op = expr_op(pool, a);
        if (op == EXPR_FROMI) return expr_false(pool);
        if (op != EXPR_FNEG && op != EXPR_FABS && op != EXPR_FCVT && op != EXPR_FRINT) break;
        a = expr_kid(pool, a, 0);
    }
    if (float_surely_nan(pool, a)) return expr_true(pool);
    if (own_bits(pool, a) && expr_width(pool, a) <= 64 && !expr_is_const(pool, a)) {
        uint32_t rest = expr_width(pool, a) - 1;
        expr size = expr_extract(pool, a, 0, rest);
        return expr_ult(pool, expr_const(pool, rest, inf_mask(pool, a)), size);
    }
    return make(pool, EXPR_FNAN, 1, 0, a, EXPR_NONE, EXPR_NONE);
}

expr expr_fcmp(struct expr_pool *pool, uint32_t predicate, expr a, expr b) {
    if (predicate >= 8) return expr_not(pool, expr_fcmp(pool, 15 - predicate, a, b));
    expr x, y;
    switch (predicate) {
    case 0: return expr_false(pool);
    case 1: return expr_feq(pool, a, b);
    case 2: return expr_flt(pool, b, a);
    case 3: return expr_fle(pool, b, a);
    case 4: return expr_flt(pool, a, b);
    case 5: return expr_fle(pool, a, b);
    case 6:
        x = expr_flt(pool, a, b);
        y = expr_flt(pool, b, a);
        return expr_or(pool, x, y);
    default:
        x = expr_fnan(pool, a);
        y = expr_fnan(pool, b);
        return expr_not(pool, expr_or(pool, x, y));
    }
}

/* ---- classes ----------------------------------------------------------------------------------------- */

enum {
    IS_SNAN = 1,
    IS_QNAN = 2,
    IS_NEG_INF = 4,
    IS_NEG_NORMAL = 8,
    IS_NEG_SUB = 16,
    IS_NEG_ZERO = 32,
    IS_POS_ZERO = 64,
    IS_POS_SUB = 128,
    IS_POS_NORMAL = 256,
    IS_POS_INF = 512,
};

/* One of the classes of positive numbers, for a's sign turned to it. */
static expr positive_class(struct expr_pool *pool, uint32_t which, expr a) {
    struct float_format f = format_of(pool, a);
    expr zero = constant(pool, a, 0, 0), inf = constant(pool, a, bv_mask(f.exponent_bits), 0);
    expr normal = constant(pool, a, 1, 0), from, to;
    switch (which) {
    case IS_POS_INF: return expr_feq(pool, a, inf);
    case IS_POS_NORMAL:
        from = expr_fle(pool, normal, a);
        to = expr_flt(pool, a, inf);
        return expr_and(pool, from, to);
    case IS_POS_SUB:
        from = expr_flt(pool, zero, a);
        to = expr_flt(pool, a, normal);
        return expr_and(pool, from, to);
    default: /* the sign of a zero is no NaN's */
        from = expr_feq(pool, a, zero);
        to = expr_not(pool, sign_of(pool, expr_fbits(pool, a)));
        return expr_and(pool, from, to);
    }
}

/* Is a, if it is a NaN, one that an operation made? Those are quiet. */
static bool makes_its_nan(const struct expr_pool *pool, expr a, int depth) {
    switch (expr_op(pool, a)) {
    case EXPR_FNEG:
    case EXPR_FABS: return depth && makes_its_nan(pool, expr_kid(pool, a, 0), depth - 1);
    case EXPR_ITE:
        return depth && makes_its_nan(pool, expr_kid(pool, a, 1), depth - 1) &&
               makes_its_nan(pool, expr_kid(pool, a, 2), depth - 1);
    case EXPR_FADD:
    case EXPR_FMUL:
    case EXPR_FDIV:
    case EXPR_FSQRT:
    case EXPR_FMA:
    case EXPR_FREM:
    case EXPR_FRINT:
    case EXPR_FCVT: return true;
    default: return false;
    }
}

static expr nan_class(struct expr_pool *pool, uint32_t mask, expr a) {
    enum { DEPTH = 6 };
    expr nan = expr_fnan(pool, a);
    if ((mask & (IS_SNAN | IS_QNAN)) == (IS_SNAN | IS_QNAN)) return nan;
    if (makes_its_nan(pool, a, DEPTH)) return mask & IS_QNAN ? nan : expr_false(pool);
    expr quiet = expr_extract(pool, a, format_of(pool, a).precision - 2, 1);
    return expr_and(pool, nan, mask & IS_QNAN ? quiet : expr_not(pool, quiet));
}

expr expr_fclass(struct expr_pool *pool, uint32_t mask, expr a) {
    static const uint32_t negative[][2] = {
        {IS_NEG_INF, IS_POS_INF}, {IS_NEG_NORMAL, IS_POS_NORMAL}, {IS_NEG_SUB, IS_POS_SUB}, {IS_NEG_ZERO, IS_POS_ZERO}};
    expr any = mask & (IS_SNAN | IS_QNAN) ? nan_class(pool, mask, a) : expr_false(pool);
    expr minus = expr_fneg(pool, a);
    for (int i = 0; i < 4; i++) {
        uint32_t pair = mask & (negative[i][0] | negative[i][1]);
        if (pair == (IS_NEG_ZERO | IS_POS_ZERO)) {
            any = expr_or(pool, any, expr_feq(pool, a, constant(pool, a, 0, 0)));
            continue;
        }
        if (pair & negative[i][1]) any = expr_or(pool, any, positive_class(pool, negative[i][1], a));
        if (pair & negative[i][0]) any = expr_or(pool, any, positive_class(pool, negative[i][1], minus));
    }
    return any;
}

/* Is a, for evaluation, the one NaN that operations give? */
static bool is_fixed_nan(const struct expr_pool *pool, expr a) {
    enum expr_op op = expr_op(pool, a);
    return op != EXPR_FNEG && op != EXPR_FABS && op != EXPR_ITE && op != EXPR_CONST && op != EXPR_FBITS &&
           float_surely_nan(pool, a);
}

expr expr_fbits(struct expr_pool *pool, expr a) {
    if (own_bits(pool, a)) return a;
    if (is_fixed_nan(pool, a)) return quiet_nan(pool, a, 0);
    return intern1(pool, EXPR_FBITS, expr_width(pool, a), 0, a);
}

/* ---- by operator ------------------------------------------------------------------------------------- */

expr float_build(struct expr_pool *pool, enum expr_op op, uint32_t width, uint64_t aux, const expr *k) {
    enum float_round mode = (enum float_round)(aux & 7);
    switch (op) {
    case EXPR_FADD: return expr_fadd(pool, mode, k[0], k[1]);
    case EXPR_FMUL: return expr_fmul(pool, mode, k[0], k[1]);
    case EXPR_FDIV: return expr_fdiv(pool, mode, k[0], k[1]);
    case EXPR_FREM: return expr_frem(pool, k[0], k[1]);
    case EXPR_FSQRT: return expr_fsqrt(pool, mode, k[0]);
    case EXPR_FMA: return expr_fma(pool, mode, k[0], k[1], k[2]);
    case EXPR_FLIBM: return expr_flibm(pool, libm_of_aux(aux), k[0], k[1]);
    case EXPR_FRINT: return expr_frint(pool, mode, k[0]);
    case EXPR_FNEG: return expr_fneg(pool, k[0]);
    case EXPR_FABS: return expr_fabs(pool, k[0]);
    case EXPR_FCVT: return expr_fcvt(pool, mode, k[0], width);
    case EXPR_FROMI: return expr_from_int(pool, mode, aux & 8, k[0], width);
    case EXPR_FTOI: return expr_to_int(pool, aux & 8, k[0], width);
    case EXPR_FEQ: return expr_feq(pool, k[0], k[1]);
    case EXPR_FLT: return expr_flt(pool, k[0], k[1]);
    case EXPR_FLE: return expr_fle(pool, k[0], k[1]);
    case EXPR_FNAN: return expr_fnan(pool, k[0]);
    default: assert(op == EXPR_FBITS); return expr_fbits(pool, k[0]);
    }
}

/* Sums and products of the same two are one circuit, whatever their order. */
static void order_operands(expr *a, expr *b) {
    if (a->id <= b->id) return;
    expr first = *a;
    *a = *b;
    *b = first;
}

/* An operation on a NaN; not one on constants, which may be about to be folded. */
static bool takes_nan(const struct expr_pool *pool, expr e) {
    enum expr_op op = expr_op(pool, e);
    if (!gives_float(op) || !passes_nan(op) || op == EXPR_FROMI || op == EXPR_FNEG || op == EXPR_FABS ||
        op == EXPR_FBITS)
        return false;
    for (int i = 0; i < expr_arity(op); i++)
        if (float_surely_nan(pool, expr_kid(pool, e, i))) return true;
    return false;
}

expr float_circuit(struct expr_pool *pool, expr e) {
    if (takes_nan(pool, e)) return quiet_nan(pool, e, 0);
    struct expr_node n = *expr_node(pool, e);
    expr a = {n.kids[0]}, b = {n.kids[1]}, c = {n.kids[2]};
    enum float_round mode = (enum float_round)(n.aux & 7);
    struct float_format f, to;
    if (n.op == EXPR_FROMI) f = format_of(pool, e);
    else f = format_of(pool, a);
    if (n.op == EXPR_FADD || n.op == EXPR_FMUL || n.op == EXPR_FMA) order_operands(&a, &b);
    switch (n.op) {
    case EXPR_FADD: return circuit_add(pool, f, mode, a, b);
    case EXPR_FMUL: return circuit_mul(pool, f, mode, a, b);
    case EXPR_FDIV: return circuit_div(pool, f, mode, a, b);
    case EXPR_FREM: return f.leading_stored ? EXPR_NONE : circuit_rem(pool, f, a, b);
    case EXPR_FSQRT: return circuit_sqrt(pool, f, mode, a);
    case EXPR_FMA: return circuit_fma(pool, f, mode, a, b, c);
    case EXPR_FLIBM: return EXPR_NONE;
    case EXPR_FRINT: return circuit_rint(pool, f, mode, a);
    case EXPR_FNEG: return with_sign(pool, expr_not(pool, sign_of(pool, a)), a);
    case EXPR_FABS: return with_sign(pool, expr_false(pool), a);
    case EXPR_FCVT: to = format_of(pool, e); return circuit_cvt(pool, f, to, mode, a);
    case EXPR_FROMI: return circuit_from_int(pool, f, mode, n.aux & 8, a);
    case EXPR_FTOI: return circuit_to_int(pool, f, n.aux & 8, a, n.width);
    case EXPR_FEQ: return circuit_eq(pool, f, a, b);
    case EXPR_FLT:
    case EXPR_FLE: return circuit_less(pool, f, n.op == EXPR_FLE, a, b);
    case EXPR_FNAN: return circuit_nan(pool, f, a);
    default: assert(n.op == EXPR_FBITS); return a;
    }
}

/* ---- lowering ---------------------------------------------------------------------------------------- */

static uint32_t lower_node(struct expr_pool *pool, const struct map *done, uint32_t id) {
    struct expr_node n = pool->nodes[id];
    expr k[3] = {0};
    bool changed = float_op((enum expr_op)n.op);
    for (int i = 0; i < 3 && n.kids[i]; i++) {
        k[i].id = (uint32_t)map_get(done, n.kids[i], n.kids[i]);
        changed |= k[i].id != n.kids[i];
    }
    if (!changed) return id;
    if (!float_op((enum expr_op)n.op)) return expr_build(pool, (enum expr_op)n.op, n.width, n.aux, k).id;
    expr node = expr_intern(pool, (enum expr_op)n.op, n.width, n.aux, k[0], k[1], k[2]);
    expr circuit = float_circuit(pool, node);
    return expr_is(circuit) ? circuit.id : node.id;
}

expr float_lowered(struct expr_pool *pool, expr e) {
    struct map done;
    vec_u32 stack = {0};
    map_init(&done);
    vec_push(&stack, e.id);
    while (stack.len) {
        uint32_t id = vec_last(&stack), before = stack.len;
        for (int i = 0; i < 3 && pool->nodes[id].kids[i]; i++)
            if (!map_get(&done, pool->nodes[id].kids[i], 0)) vec_push(&stack, pool->nodes[id].kids[i]);
        if (stack.len > before) continue;
        if (!map_get(&done, id, 0)) map_put(&done, id, lower_node(pool, &done, id));
        (void)vec_pop(&stack);
    }
    expr lowered = {(uint32_t)map_get(&done, e.id, e.id)};
    map_release(&done);
    vec_release(&stack);
    return lowered;
}
