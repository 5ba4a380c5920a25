/* Floating point as terms of Z3's theory: a second meaning of the operators, which has
 * nothing in common with our circuits. Conversions to integers, remainders and signs go
 * by the circuits. */
#include <assert.h>
#include <stdio.h>

#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/libm.h"
#include "solver/z3_terms.h"

bool z3_floats_by_circuit(const struct z3_terms *t, expr e) {
    switch (expr_op(t->pool, e)) {
    case EXPR_FREM:
    case EXPR_FTOI:
    case EXPR_FNEG:
    case EXPR_FABS:
    case EXPR_FBITS: return true;
    default: return false;
    }
}

static Z3_ast keep(struct z3_terms *t, Z3_ast a) { return z3_terms_keep(t, a); }

static struct float_format format_of(uint32_t width) {
    struct float_format f = {0};
    bool known = float_format_of(width, &f);
    (void)known;
    assert(known);
    return f;
}

static Z3_sort sort_of(struct z3_terms *t, struct float_format f) {
    Z3_sort sort = Z3_mk_fpa_sort(t->z3, f.exponent_bits, f.precision);
    keep(t, Z3_sort_to_ast(t->z3, sort));
    return sort;
}

static Z3_ast bits(struct z3_terms *t, uint32_t width, uint64_t value) {
    Z3_sort sort = Z3_mk_bv_sort(t->z3, width);
    keep(t, Z3_sort_to_ast(t->z3, sort));
    return keep(t, Z3_mk_unsigned_int64(t->z3, value, sort));
}

static Z3_ast slice(struct z3_terms *t, Z3_ast a, uint32_t high, uint32_t low) {
    return keep(t, Z3_mk_extract(t->z3, high, low, a));
}

static Z3_ast join(struct z3_terms *t, Z3_ast high, Z3_ast low) { return keep(t, Z3_mk_concat(t->z3, high, low)); }
static Z3_ast equal(struct z3_terms *t, Z3_ast a, Z3_ast b) { return keep(t, Z3_mk_eq(t->z3, a, b)); }
static Z3_ast choose(struct z3_terms *t, Z3_ast c, Z3_ast a, Z3_ast b) { return keep(t, Z3_mk_ite(t->z3, c, a, b)); }

/* ---- formats ---------------------------------------------------------------------------------- */

/* x87: the leading bit is dropped; where it is not what the exponent says, the value is a NaN,
 * or that of the next exponent. */
static Z3_ast from_stored(struct z3_terms *t, struct float_format f, Z3_ast a) {
    uint32_t fb = f.precision - 1, eb = f.exponent_bits;
    Z3_ast fraction = slice(t, a, fb - 1, 0), leading = slice(t, a, fb, fb);
    Z3_ast exponent = slice(t, a, fb + eb, fb + 1), sign = slice(t, a, fb + eb + 1, fb + eb + 1);
    Z3_ast low = equal(t, exponent, bits(t, eb, 0)), on = equal(t, leading, bits(t, 1, 1));
    Z3_ast both[] = {low, on}, neither[] = {keep(t, Z3_mk_not(t->z3, low)), keep(t, Z3_mk_not(t->z3, on))};
    Z3_ast pseudo = keep(t, Z3_mk_and(t->z3, 2, both)), invalid = keep(t, Z3_mk_and(t->z3, 2, neither));
    exponent = choose(t, pseudo, bits(t, eb, 1), exponent);
    Z3_ast value = keep(t, Z3_mk_fpa_fp(t->z3, sign, exponent, fraction));
    return choose(t, invalid, keep(t, Z3_mk_fpa_nan(t->z3, sort_of(t, f))), value);
}

static Z3_ast operand(struct z3_terms *t, expr e, int i) {
    expr kid = expr_kid(t->pool, e, i);
    struct float_format f = format_of(expr_width(t->pool, kid));
    Z3_ast a = z3_terms_found(t, kid);
    if (f.leading_stored) return from_stored(t, f, a);
    return keep(t, Z3_mk_fpa_to_fp_bv(t->z3, a, sort_of(t, f)));
}

/* The NaN is the one that evaluation gives. */
static Z3_ast quiet_nan(struct z3_terms *t, struct float_format f) {
    uint32_t fb = f.precision - 1;
    Z3_ast exponent = bits(t, f.exponent_bits, UINT64_MAX >> (64 - f.exponent_bits));
    Z3_ast high = join(t, bits(t, 1, 0), exponent);
    if (f.leading_stored) high = join(t, high, bits(t, 1, 1));
    return join(t, high, bits(t, fb, (uint64_t)1 << (fb - 1)));
}

static Z3_ast packed(struct z3_terms *t, struct float_format f, Z3_ast v) {
    uint32_t fb = f.precision - 1, eb = f.exponent_bits;
    Z3_ast out = keep(t, Z3_mk_fpa_to_ieee_bv(t->z3, v));
    if (f.leading_stored) {
        Z3_ast none = equal(t, slice(t, out, fb + eb - 1, fb), bits(t, eb, 0));
        Z3_ast leading = choose(t, none, bits(t, 1, 0), bits(t, 1, 1));
        Z3_ast high = join(t, slice(t, out, fb + eb, fb), leading);
        out = join(t, high, slice(t, out, fb - 1, 0));
    }
    return choose(t, keep(t, Z3_mk_fpa_is_nan(t->z3, v)), quiet_nan(t, f), out);
}

/* ---- operators ----------------------------------------------------------------------------------- */

static Z3_ast mode_of(struct z3_terms *t, uint64_t aux) {
    switch ((enum float_round)(aux & 7)) {
    case ROUND_AWAY: return keep(t, Z3_mk_fpa_rna(t->z3));
    case ROUND_UP: return keep(t, Z3_mk_fpa_rtp(t->z3));
    case ROUND_DOWN: return keep(t, Z3_mk_fpa_rtn(t->z3));
    case ROUND_ZERO: return keep(t, Z3_mk_fpa_rtz(t->z3));
    default: return keep(t, Z3_mk_fpa_rne(t->z3));
    }
}

static Z3_ast predicate(struct z3_terms *t, expr e) {
    Z3_ast a = operand(t, e, 0);
    if (expr_op(t->pool, e) == EXPR_FNAN) return Z3_mk_fpa_is_nan(t->z3, a);
    Z3_ast b = operand(t, e, 1);
    switch (expr_op(t->pool, e)) {
    case EXPR_FEQ: return Z3_mk_fpa_eq(t->z3, a, b);
    case EXPR_FLT: return Z3_mk_fpa_lt(t->z3, a, b);
    default: return Z3_mk_fpa_leq(t->z3, a, b);
    }
}

static Z3_ast from_int(struct z3_terms *t, expr e, struct float_format f) {
    uint64_t aux = expr_node(t->pool, e)->aux;
    Z3_ast mode = mode_of(t, aux), a = z3_terms_vector_of_kid(t, e, 0);
    Z3_sort sort = sort_of(t, f);
    return aux & 8 ? Z3_mk_fpa_to_fp_signed(t->z3, mode, a, sort) : Z3_mk_fpa_to_fp_unsigned(t->z3, mode, a, sort);
}

static Z3_ast arithmetic(struct z3_terms *t, expr e) {
    enum expr_op op = expr_op(t->pool, e);
    Z3_ast mode = mode_of(t, expr_node(t->pool, e)->aux), k[3] = {0};
    for (int i = 0; i < expr_arity(op); i++) k[i] = operand(t, e, i);
    switch (op) {
    case EXPR_FADD: return Z3_mk_fpa_add(t->z3, mode, k[0], k[1]);
    case EXPR_FMUL: return Z3_mk_fpa_mul(t->z3, mode, k[0], k[1]);
    case EXPR_FDIV: return Z3_mk_fpa_div(t->z3, mode, k[0], k[1]);
    case EXPR_FSQRT: return Z3_mk_fpa_sqrt(t->z3, mode, k[0]);
    case EXPR_FMA: return Z3_mk_fpa_fma(t->z3, mode, k[0], k[1], k[2]);
    case EXPR_FRINT: return Z3_mk_fpa_round_to_integral(t->z3, mode, k[0]);
    default:
        assert(op == EXPR_FCVT);
        return Z3_mk_fpa_to_fp_float(t->z3, mode, k[0], sort_of(t, format_of(expr_width(t->pool, e))));
    }
}

/* Any function, of which Z3 knows only that it is one: that is enough to refute, and models are looked at. */
static Z3_ast some_function(struct z3_terms *t, expr e) {
    char name[32];
    uint32_t width = expr_width(t->pool, e);
    Z3_sort sort = Z3_mk_bv_sort(t->z3, width);
    keep(t, Z3_sort_to_ast(t->z3, sort));
    Z3_sort domain[2] = {sort, sort};
    snprintf(name, sizeof name, "%s %u", libm_name(libm_of_aux(expr_node(t->pool, e)->aux)), width);
    Z3_func_decl fn = Z3_mk_func_decl(t->z3, Z3_mk_string_symbol(t->z3, name), 2, domain, sort);
    keep(t, Z3_func_decl_to_ast(t->z3, fn));
    Z3_ast args[2] = {z3_terms_found(t, expr_kid(t->pool, e, 0)), z3_terms_found(t, expr_kid(t->pool, e, 1))};
    return Z3_mk_app(t->z3, fn, 2, args);
}

Z3_ast z3_floats_term(struct z3_terms *t, expr e) {
    enum expr_op op = expr_op(t->pool, e);
    if (op == EXPR_FLIBM) return some_function(t, e);
    if (op >= EXPR_FEQ && op <= EXPR_FNAN) return predicate(t, e);
    struct float_format f = format_of(expr_width(t->pool, e));
    Z3_ast v = keep(t, op == EXPR_FROMI ? from_int(t, e, f) : arithmetic(t, e));
    return packed(t, f, v);
}
