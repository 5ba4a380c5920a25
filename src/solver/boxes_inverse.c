/* Operators over floats, from the result to an operand.
 *
 * Whatever the rounding mode, a result lies between the neighbours of the exact value; so the
 * exact value is between the neighbours of the result. Ends are computed to nearest and moved on
 * by one neighbour.
 */
#include <math.h>

#include "expr/float.h"
#include "solver/boxes_value.h"
#include "solver/halves.h"

static long double lower(long double v) { return isnan(v) ? -INFINITY : nextafterl(v, -INFINITY); }
static long double upper(long double v) { return isnan(v) ? INFINITY : nextafterl(v, INFINITY); }

static struct box_range numbers(long double low, long double high) {
    return (struct box_range){.is_float = true, .number = true, .low = low, .high = high};
}

struct box_range range_before_rounding(uint32_t width, const struct box_range *r) {
    return numbers(halves_neighbour(width, r->low, false), halves_neighbour(width, r->high, true));
}

enum corner { PRODUCT, QUOTIENT };

/* The range of all corners; anything if a corner is no number. */
static struct box_range corners(enum corner op, const struct box_range *a, const struct box_range *b) {
    long double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 4; i++) {
        long double x = i & 1 ? a->high : a->low, y = i & 2 ? b->high : b->low, v = op == PRODUCT ? x * y : x / y;
        if (isnan(v)) return numbers(-INFINITY, INFINITY);
        low = fminl(low, v);
        high = fmaxl(high, v);
    }
    return numbers(lower(low), upper(high));
}

static bool has_zero(const struct box_range *r) { return r->low <= 0 && r->high >= 0; }
static bool is_bounded(const struct box_range *r) { return isfinite(r->low) && isfinite(r->high); }

static bool of_sum(const struct box_range *exact, const struct box_range *other, struct box_range *out) {
    *out = numbers(lower(exact->low - other->high), upper(exact->high - other->low));
    return true;
}

static bool of_product(const struct box_range *exact, const struct box_range *other, struct box_range *out) {
    if (has_zero(other) || !is_bounded(other)) return false;
    *out = corners(QUOTIENT, exact, other);
    return true;
}

static bool of_square(const struct box_range *exact, struct box_range *out) {
    long double most = exact->high > 0 ? upper(upper(sqrtl(exact->high))) : 0;
    *out = numbers(-most, most);
    return true;
}

static bool of_quotient(const struct box_range *exact, const struct box_range *other, int which,
                        struct box_range *out) {
    if (which == 1 && has_zero(exact)) return false;
    *out = which == 0 ? corners(PRODUCT, exact, other) : corners(QUOTIENT, other, exact);
    return true;
}

static bool of_root(const struct box_range *exact, struct box_range *out) {
    long double low = exact->low > 0 ? lower(exact->low * exact->low) : 0;
    *out = numbers(low, exact->high > 0 ? upper(exact->high * exact->high) : 0);
    return true;
}

static bool of_fma(const struct box_range *exact, const struct box_range *const *kids, int which,
                   struct box_range *out) {
    if (which != 2) return false;
    struct box_range product = corners(PRODUCT, kids[0], kids[1]);
    return of_sum(exact, &product, out);
}

/* Operators whose result is a NaN just where the operand is. */
static bool of_unary(const struct range_node *n, const struct box_range *r, struct box_range *out) {
    struct box_range exact = range_before_rounding(n->width, r);
    switch (n->op) {
    case EXPR_FNEG: *out = numbers(-r->high, -r->low); break;
    case EXPR_FABS: *out = numbers(-r->high, r->high); break;
    case EXPR_FBITS: *out = numbers(r->low, r->high); break;
    case EXPR_FRINT: *out = numbers(lower(r->low - 1), upper(r->high + 1)); break;
    case EXPR_FCVT: *out = n->width < n->kid_width ? exact : numbers(r->low, r->high); break;
    default: return false;
    }
    if (!r->number) out->number = false;
    out->nan = r->nan;
    return true;
}

bool range_inverse(const struct range_node *n, const struct box_range *r, const struct box_range *const *kids,
                   int which, struct box_range *out) {
    if (of_unary(n, r, out)) return true;
    for (int i = 0; i < 3; i++)
        if (kids[i] && !kids[i]->number) return false;
    if (r->nan || !r->number) return false;
    struct box_range exact = range_before_rounding(n->width, r);
    *out = numbers(-INFINITY, INFINITY); /* no NaN at least */
    switch (n->op) {
    case EXPR_FADD: of_sum(&exact, kids[!which], out); return true;
    case EXPR_FMUL:
        if (n->same) of_square(&exact, out);
        else of_product(&exact, kids[!which], out);
        return true;
    case EXPR_FDIV: of_quotient(&exact, kids[!which], which, out); return true;
    case EXPR_FSQRT: of_root(&exact, out); return true;
    case EXPR_FMA: of_fma(&exact, kids, which, out); return true;
    case EXPR_FREM: return true;
    default: return false;
    }
}
