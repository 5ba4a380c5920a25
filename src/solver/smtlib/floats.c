/* The theory FloatingPoint, for the formats that expressions have: those of 16, 32 and 64 bits. */
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#include "expr/arith.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/relate.h"
#include "solver/smtlib/apply.h"

enum { MODE_BITS = 3, X87 = 80, MOST_TO_INT = 64, MOST_FROM_INT = 128 };

static const struct {
    const char *name, *full;
} modes[] = {[ROUND_EVEN] = {"RNE", "roundNearestTiesToEven"},
             [ROUND_AWAY] = {"RNA", "roundNearestTiesToAway"},
             [ROUND_UP] = {"RTP", "roundTowardPositive"},
             [ROUND_DOWN] = {"RTN", "roundTowardNegative"},
             [ROUND_ZERO] = {"RTZ", "roundTowardZero"}};

static const struct sort bool_sort = {.kind = SORT_BOOL}, rounding_sort = {.kind = SORT_ROUNDING, .width = MODE_BITS},
                         real_sort = {.kind = SORT_REAL, .width = X87};
static struct sort float_sort(uint32_t width) { return (struct sort){.kind = SORT_FLOAT, .width = width}; }

static int mode_by_name(const struct sexpr *e) {
    for (int i = 0; i < FLOAT_ROUNDS; i++)
        if (sexpr_is(e, modes[i].name) || sexpr_is(e, modes[i].full)) return i;
    return -1;
}

bool script_is_float(const struct sexpr *e) {
    static const char *const names[] = {"Float16",      "Float32", "Float64", "Float128",       "FloatingPoint",
                                        "RoundingMode", "fp",      "to_fp",   "to_fp_unsigned", "NaN",
                                        "+oo",          "-oo",     "+zero",   "-zero"};
    if (e->kind != SEXPR_SYMBOL) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(e->text, names[i]) == 0) return true;
    return strncmp(e->text, "fp.", 3) == 0 || mode_by_name(e) >= 0;
}

/* ---- sorts ------------------------------------------------------------------------------------- */

/* The width of the format with so many bits of exponent and precision; 0: there is none here. */
static uint32_t width_of(uint32_t exponent, uint32_t precision) {
    struct float_format f;
    uint32_t width = exponent + precision;
    if (width == X87 || !float_format_of(width, &f) || f.exponent_bits != exponent) return 0;
    return width;
}

/* The format that two numerals from e on name. */
static bool read_format(struct script *sc, const struct sexpr *e, uint32_t *width) {
    if (!e || !e->next || e->kind != SEXPR_NUMERAL || e->next->kind != SEXPR_NUMERAL || strlen(e->text) > 6 ||
        strlen(e->next->text) > 6)
        return script_fail(sc, e, "a format is two numbers: the bits of exponent and precision");
    *width = width_of((uint32_t)strtoul(e->text, NULL, 10), (uint32_t)strtoul(e->next->text, NULL, 10));
    return *width || script_beyond(sc, e, "this format of floating point");
}

bool script_float_sort(struct script *sc, const struct sexpr *e, struct sort *sort) {
    static const struct {
        const char *name;
        uint32_t width;
    } names[] = {{"Float16", 16}, {"Float32", 32}, {"Float64", 64}};
    *sort = rounding_sort;
    if (sexpr_is(e, "RoundingMode")) return true;
    if (sexpr_is(e, "Float128")) return script_beyond(sc, e, "this format of floating point");
    *sort = float_sort(0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (sexpr_is(e, names[i].name)) sort->width = names[i].width;
    if (sort->width) return true;
    if (e->kind != SEXPR_LIST || e->kids != 4 || !sexpr_is(e->first->next, "FloatingPoint"))
        return script_fail(sc, e, "not a sort");
    return read_format(sc, e->first->next->next, &sort->width);
}

void script_print_float_sort(struct sort sort, struct str *out) {
    struct float_format f = {0};
    if (sort.kind == SORT_ROUNDING) str_add(out, "RoundingMode");
    else if (float_format_of(sort.width, &f)) str_addf(out, "(_ FloatingPoint %u %u)", f.exponent_bits, f.precision);
}

/* ---- constants --------------------------------------------------------------------------------- */

/* A float by its parts: the exponent's bits all the same, the fraction's highest one. */
static expr special(struct expr_pool *pool, uint32_t width, bool negative, bool exponent, bool fraction) {
    struct float_format f = {0};
    float_format_of(width, &f);
    uint64_t bits = (uint64_t)negative << (width - 1);
    if (exponent) bits |= ((UINT64_C(1) << f.exponent_bits) - 1) << (f.precision - 1);
    if (fraction) bits |= UINT64_C(1) << (f.precision - 2);
    return expr_const(pool, width, bits);
}

/* A number between two neighbours becomes the one whose last bit is set: rounding that to fewer bits in any mode is
 * rounding the number. */
static expr rounded_to_odd(struct expr_pool *pool, const char *text) {
    int mode = fegetround();
    fesetround(FE_DOWNWARD);
    long double low = strtold(text, NULL);
    fesetround(FE_UPWARD);
    long double high = strtold(text, NULL);
    fesetround(mode);
    uint64_t words[2] = {0};
    memcpy(words, &low, 10);
    if (low != high && !(words[0] & 1)) memcpy(words, &high, 10);
    return expr_const_wide(pool, X87, words);
}

bool script_float_literal(struct script *sc, const struct sexpr *e, struct sorted_term *term) {
    static const struct {
        const char *name;
        bool negative, exponent, fraction;
    } names[] = {{"NaN", false, true, true},
                 {"+oo", false, true, false},
                 {"-oo", true, true, false},
                 {"+zero", false, false, false},
                 {"-zero", true, false, false}};
    if (e->kind == SEXPR_DECIMAL || e->kind == SEXPR_NUMERAL) {
        *term = (struct sorted_term){rounded_to_odd(sc->pool, e->text), real_sort};
        return true;
    }
    int mode = mode_by_name(e);
    if (mode >= 0) {
        *term = (struct sorted_term){expr_const(sc->pool, MODE_BITS, (uint64_t)mode), rounding_sort};
        return true;
    }
    if (e->kind != SEXPR_LIST || e->kids != 4 || !sexpr_is(e->first, "_")) return script_fail(sc, e, "not a term");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint32_t width = 0;
        if (!sexpr_is(e->first->next, names[i].name)) continue;
        if (!read_format(sc, e->first->next->next, &width)) return false;
        *term = (struct sorted_term){special(sc->pool, width, names[i].negative, names[i].exponent, names[i].fraction),
                                     float_sort(width)};
        return true;
    }
    return script_fail(sc, e, "not a term");
}

expr script_declared(struct script *sc, struct sort sort, expr unknown) {
    if (sort.kind != SORT_ROUNDING) return unknown;
    expr last = expr_const(sc->pool, MODE_BITS, ROUND_ZERO);
    return expr_ite(sc->pool, expr_ult(sc->pool, unknown, last), unknown, last);
}

expr script_float_same(struct expr_pool *pool, expr a, expr b) {
    expr na = expr_fnan(pool, a), nb = expr_fnan(pool, b), neither = expr_not(pool, expr_or(pool, na, nb));
    return expr_or(pool, expr_and(pool, na, nb),
                   expr_and(pool, neither, expr_eq(pool, expr_fbits(pool, a), expr_fbits(pool, b))));
}

/* ---- what SMT-LIB leaves open ---------------------------------------------------------------------- */

/* index_width 0: a bit. */
static expr open_symbol(struct script *sc, const char *name, uint32_t index_width, uint32_t width) {
    for (vec_each(uint32_t, i, &sc->open))
        if (strcmp(sc->open.data[i].name, name) == 0) return sc->open.data[i].e;
    const char *kept = arena_strdup(&sc->names, name);
    expr e = index_width ? expr_array_sym(sc->pool, index_width, width, kept) : expr_sym(sc->pool, width, kept);
    vec_push(&sc->open, (struct open_function){kept, e});
    return e;
}

/* A float's bits, all NaNs being one. */
static expr one_nan(struct expr_pool *pool, expr a) {
    return expr_ite(pool, expr_fnan(pool, a), special(pool, expr_width(pool, a), false, true, true),
                    expr_fbits(pool, a));
}

/* ---- operators --------------------------------------------------------------------------------------- */

/* The operator in one mode, of the arguments behind the mode; EXPR_NONE: complained. */
typedef expr (*rounded_fn)(struct application *c, enum float_round mode, uint32_t width);

/* A choice by the mode, which is argument 0. */
static bool by_mode(struct application *c, rounded_fn build, uint32_t width, struct sort sort) {
    struct expr_pool *p = c->sc->pool;
    expr mode = c->args[0].e, e = EXPR_NONE;
    if (c->args[0].sort.kind != SORT_ROUNDING) return application_complain(c, "needs a rounding mode first");
    if (expr_is_const(p, mode))
        return application_give(c, build(c, (enum float_round)expr_value(p, mode), width), sort);
    e = build(c, ROUND_ZERO, width);
    for (int i = 0; i < ROUND_ZERO; i++)
        e = expr_ite(p, expr_eq(p, mode, expr_const(p, MODE_BITS, (uint64_t)i)), build(c, (enum float_round)i, width),
                     e);
    return application_give(c, e, sort);
}

static bool want_floats(struct application *c, uint32_t from) {
    for (uint32_t i = from; i < c->n; i++)
        if (c->args[i].sort.kind != SORT_FLOAT || c->args[i].sort.width != c->args[from].sort.width)
            return application_complain(c, "needs floats of one format");
    return true;
}

#define ROUNDED(name, call)                                                                  \
    static expr build_##name(struct application *c, enum float_round mode, uint32_t width) { \
        struct expr_pool *p = c->sc->pool;                                                   \
        const struct sorted_term *a = c->args + 1;                                           \
        (void)width;                                                                         \
        return call;                                                                         \
    }
ROUNDED(add, expr_fadd(p, mode, a[0].e, a[1].e))
ROUNDED(sub, expr_fsub(p, mode, a[0].e, a[1].e))
ROUNDED(mul, expr_fmul(p, mode, a[0].e, a[1].e))
ROUNDED(div, expr_fdiv(p, mode, a[0].e, a[1].e))
ROUNDED(fma, expr_fma(p, mode, a[0].e, a[1].e, a[2].e))
ROUNDED(sqrt, expr_fsqrt(p, mode, a[0].e))
ROUNDED(rint, expr_frint(p, mode, a[0].e))
ROUNDED(convert, expr_fcvt(p, mode, a[0].e, width))
ROUNDED(from_signed, expr_from_int(p, mode, true, a[0].e, width))
ROUNDED(from_unsigned, expr_from_int(p, mode, false, a[0].e, width))

/* To an integer of so many bits; what does not fit is any value, but the same one for the same float. */
static expr to_int(struct application *c, enum float_round mode, bool is_signed, uint32_t width) {
    struct expr_pool *p = c->sc->pool;
    expr a = c->args[1].e, whole = expr_frint(p, mode, a), fits = expr_fits_int(p, is_signed, whole, width);
    expr value = expr_to_int(p, is_signed, whole, width);
    if (expr_is_true(p, fits)) return value;
    uint32_t from = expr_width(p, a);
    struct str name = {0};
    str_addf(&name, "%s.%s.%u.%u", is_signed ? "fp.to_sbv" : "fp.to_ubv", modes[mode].name, from, width);
    expr other = open_symbol(c->sc, str_text(&name), from, width);
    str_release(&name);
    return expr_ite(p, fits, value, expr_read(p, other, one_nan(p, a)));
}
ROUNDED(to_signed, ((void)p, (void)a, to_int(c, mode, true, width)))
ROUNDED(to_unsigned, ((void)p, (void)a, to_int(c, mode, false, width)))

/* Of two zeros of different signs it may be either, depending on which is first. */
static bool apply_extreme(struct application *c, bool least) {
    struct expr_pool *p = c->sc->pool;
    expr a = c->args[0].e, b = c->args[1].e, zero = special(p, c->args[0].sort.width, false, false, false);
    uint32_t top = c->args[0].sort.width - 1;
    expr minus_first = expr_extract(p, expr_fbits(p, a), top, 1),
         minus_second = expr_extract(p, expr_fbits(p, b), top, 1);
    expr zeros =
        expr_and(p, expr_and(p, expr_feq(p, a, zero), expr_feq(p, b, zero)), expr_ne(p, minus_first, minus_second));
    char first[40], second[40];
    snprintf(first, sizeof first, "fp.%s.%u.-+", least ? "min" : "max", top + 1);
    snprintf(second, sizeof second, "fp.%s.%u.+-", least ? "min" : "max", top + 1);
    expr chosen = expr_ite(p, minus_first, open_symbol(c->sc, first, 0, 1), open_symbol(c->sc, second, 0, 1));
    expr less = least ? expr_flt(p, a, b) : expr_flt(p, b, a);
    expr e = expr_ite(p, zeros, expr_ite(p, chosen, a, b), expr_ite(p, less, a, b));
    e = expr_ite(p, expr_fnan(p, a), b, expr_ite(p, expr_fnan(p, b), a, e));
    return application_give(c, e, c->args[0].sort);
}

static bool apply_compare(struct application *c, expr (*build)(struct expr_pool *, expr, expr), bool swap) {
    struct expr_pool *p = c->sc->pool;
    expr e = expr_true(p);
    for (uint32_t i = 1; i < c->n; i++)
        e = expr_and(p, e, swap ? build(p, c->args[i].e, c->args[i - 1].e) : build(p, c->args[i - 1].e, c->args[i].e));
    return application_give(c, e, bool_sort);
}

/* (fp sign exponent fraction) */
static bool apply_parts(struct application *c) {
    for (uint32_t i = 0; i < 3; i++)
        if (c->n != 3 || c->args[i].sort.kind != SORT_VECTOR) return application_complain(c, "needs three bit vectors");
    uint32_t exponent = c->args[1].sort.width, precision = c->args[2].sort.width + 1;
    if (c->args[0].sort.width != 1) return application_complain(c, "needs one bit as the sign");
    if (!width_of(exponent, precision)) return script_beyond(c->sc, c->head, "this format of floating point");
    struct expr_pool *p = c->sc->pool;
    expr e = expr_concat(p, c->args[0].e, expr_concat(p, c->args[1].e, c->args[2].e));
    return application_give(c, e, float_sort(exponent + precision));
}

/* ---- conversions ------------------------------------------------------------------------------------- */

static bool apply_to_float(struct application *c, bool is_unsigned) {
    uint32_t width = 0;
    if (!read_format(c->sc, c->index, &width)) return false;
    enum sort_kind kind = c->args[c->n - 1].sort.kind;
    if (c->n == 1 && !is_unsigned && kind == SORT_VECTOR) {
        if (c->args[0].sort.width != width) return application_complain(c, "needs as many bits as the format has");
        return application_give(c, c->args[0].e, float_sort(width));
    }
    if (c->n != 2) return application_complain(c, "wrong number of arguments");
    if (kind == SORT_VECTOR && c->args[1].sort.width > MOST_FROM_INT)
        return script_beyond(c->sc, c->head, "a float of more than 128 bits");
    if (kind == SORT_VECTOR)
        return by_mode(c, is_unsigned ? build_from_unsigned : build_from_signed, width, float_sort(width));
    if (is_unsigned || (kind != SORT_FLOAT && kind != SORT_REAL))
        return application_complain(c, "converts floats, numbers and bit vectors");
    return by_mode(c, build_convert, width, float_sort(width));
}

static bool apply_to_vector(struct application *c, bool is_signed) {
    uint32_t width = 0;
    if (!application_index(c, 0, &width) || c->n != 2 || !width || !want_floats(c, 1))
        return application_complain(c, "needs a width, a rounding mode and a float");
    if (width > MOST_TO_INT) return script_beyond(c->sc, c->head, "an integer of more than 64 bits");
    return by_mode(c, is_signed ? build_to_signed : build_to_unsigned, width,
                   (struct sort){.kind = SORT_VECTOR, .width = width});
}

/* ---- by name ----------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    rounded_fn build;
    uint32_t n;
} rounded[] = {{"fp.add", build_add, 2},
               {"fp.sub", build_sub, 2},
               {"fp.mul", build_mul, 2},
               {"fp.div", build_div, 2},
               {"fp.fma", build_fma, 3},
               {"fp.sqrt", build_sqrt, 1},
               {"fp.roundToIntegral", build_rint, 1}};

static const struct {
    const char *name;
    expr (*build)(struct expr_pool *, expr, expr);
    bool swap;
} comparisons[] = {{"fp.eq", expr_feq, false},
                   {"fp.lt", expr_flt, false},
                   {"fp.leq", expr_fle, false},
                   {"fp.gt", expr_flt, true},
                   {"fp.geq", expr_fle, true}};

/* Classes as LLVM numbers them (expr_fclass). */
static const struct {
    const char *name;
    uint32_t mask;
} classes[] = {{"fp.isNormal", 0x108}, {"fp.isSubnormal", 0x90}, {"fp.isZero", 0x60},     {"fp.isInfinite", 0x204},
               {"fp.isNaN", 0x3},      {"fp.isNegative", 0x3c},  {"fp.isPositive", 0x3c0}};

#define FIND(table, symbol)                                      \
    for (size_t i = 0; i < sizeof(table) / sizeof *(table); i++) \
        if (sexpr_is(symbol, (table)[i].name))

/* Operators of floats only, from argument 0 on. */
static bool apply_plain(struct application *c, const struct sexpr *name) {
    struct expr_pool *p = c->sc->pool;
    if (!want_floats(c, 0)) return false;
    FIND(comparisons, name) if (c->n > 1) return apply_compare(c, comparisons[i].build, comparisons[i].swap);
    FIND(classes, name)
    if (c->n == 1) return application_give(c, expr_fclass(p, classes[i].mask, c->args[0].e), bool_sort);
    if (c->n == 1 && sexpr_is(name, "fp.abs")) return application_give(c, expr_fabs(p, c->args[0].e), c->args[0].sort);
    if (c->n == 1 && sexpr_is(name, "fp.neg")) return application_give(c, expr_fneg(p, c->args[0].e), c->args[0].sort);
    if (c->n == 2 && (sexpr_is(name, "fp.min") || sexpr_is(name, "fp.max")))
        return apply_extreme(c, name->text[4] == 'i');
    if (sexpr_is(name, "fp.rem") || strncmp(name->text, "fp.to_", 6) == 0)
        return script_beyond(c->sc, c->head, name->text);
    return application_complain(c, "unknown function, or a wrong number of arguments");
}

/* Real numbers have one zero. */
static bool apply_real(struct application *c, const struct sexpr *name) {
    struct expr_pool *p = c->sc->pool;
    for (uint32_t i = 0; i < c->n; i++)
        if (c->args[i].sort.kind != SORT_REAL) return application_complain(c, "unknown function");
    if (c->n != 1 || sexpr_is(name, "/")) return script_beyond(c->sc, c->head, "arithmetic of real numbers");
    bool zero = expr_is_true(p, expr_feq(p, c->args[0].e, expr_const(p, X87, 0)));
    return application_give(c, zero ? c->args[0].e : expr_fneg(p, c->args[0].e), real_sort);
}

bool script_apply_float(struct application *c, const struct sexpr *name) {
    if (sexpr_is(name, "-") || sexpr_is(name, "/")) return apply_real(c, name);
    if (sexpr_is(name, "fp")) return apply_parts(c);
    if (sexpr_is(name, "to_fp") || sexpr_is(name, "to_fp_unsigned"))
        return c->index ? apply_to_float(c, name->text[5]) : application_complain(c, "needs a format");
    if (sexpr_is(name, "fp.to_ubv") || sexpr_is(name, "fp.to_sbv"))
        return c->index ? apply_to_vector(c, name->text[6] == 's') : application_complain(c, "needs a width");
    FIND(rounded, name) {
        if (c->n != rounded[i].n + 1) return application_complain(c, "wrong number of arguments");
        return want_floats(c, 1) && by_mode(c, rounded[i].build, c->args[1].sort.width, c->args[1].sort);
    }
    return apply_plain(c, name);
}

/* ---- values ------------------------------------------------------------------------------------------ */

static void print_bits(uint64_t value, uint32_t low, uint32_t n, struct str *out) {
    str_add(out, "#b");
    for (uint32_t i = n; i-- > 0;) str_add_char(out, value >> (low + i) & 1 ? '1' : '0');
}

void script_print_float(struct sort sort, const uint64_t *words, struct str *out) {
    if (sort.kind == SORT_ROUNDING) {
        str_add(out, modes[words[0] < FLOAT_ROUNDS ? words[0] : ROUND_ZERO].full);
        return;
    }
    struct float_format f = {0};
    float_format_of(sort.width, &f);
    uint32_t fraction_bits = f.precision - 1;
    uint64_t v = words[0], top = (UINT64_C(1) << f.exponent_bits) - 1, exponent = v >> fraction_bits & top;
    uint64_t fraction = v & ((UINT64_C(1) << fraction_bits) - 1);
    const char *name = exponent == top              ? (fraction                ? "NaN"
                                                       : v >> (sort.width - 1) ? "-oo"
                                                                               : "+oo")
                       : exponent == 0 && !fraction ? (v >> (sort.width - 1) ? "-zero" : "+zero")
                                                    : NULL;
    if (name) {
        str_addf(out, "(_ %s %u %u)", name, f.exponent_bits, f.precision);
        return;
    }
    str_add(out, "(fp ");
    print_bits(v, sort.width - 1, 1, out);
    str_add(out, " ");
    print_bits(v, fraction_bits, f.exponent_bits, out);
    str_add(out, " ");
    print_bits(v, 0, fraction_bits, out);
    str_add(out, ")");
}
