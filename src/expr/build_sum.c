/* Sums and products: ADD, NEG, MUL (and differences).
 *
 * A sum of at most 64 bits is kept in linear form: coefficients times different
 * base terms, plus a constant. Its canonical shape:
 *   - x * c has c second, never 0, 1 or "negative" (above 2^(width-1)); the
 *     negative multiple is NEG(x * c), and -x is NEG(x);
 *   - shifts left by a constant are products: x << 3 is x * 8;
 *   - terms stand in a left-leaning chain of ADDs, those with positive
 *     coefficients first, each group ordered by the id of the base; the constant
 *     is last (ADD(ADD(x, y), 5));
 *   - two or more terms, all negative: NEG of the positive sum;
 *   - ~x counts as -x - 1 in a sum, and a sum that is -(...) - 1 is NOT(...);
 *   - c * (x + y) is not multiplied out, c * (x + 5) is c*x + 5c;
 *   - a product of two unknowns has its constant factor and sign pulled out.
 * Sums with more than LINEAR_TERMS terms only get their constants collected, so
 * that adding the n-th term does not cost n nodes. Wider values get the plain
 * rules only. Width 1: ADD is XOR, MUL is AND, NEG is nothing.
 */
#include "expr/arith.h"
#include "expr/build.h"
#include "expr/build_const.h"
#include "expr/relate.h"

enum { LINEAR_TERMS = 12, LINEAR_STEPS = 3 * LINEAR_TERMS };

struct linear_term {
    expr base;
    uint64_t coef;
};

struct linear {
    const struct expr_pool *pool;
    uint32_t width;
    uint32_t n;
    uint32_t steps;
    uint64_t constant;
    struct linear_term terms[LINEAR_TERMS];
};

/* ---- taking apart ------------------------------------------------------------------ */

static bool add_term(struct linear *lin, expr base, uint64_t coef) {
    for (uint32_t i = 0; i < lin->n; i++) {
        if (!expr_same(lin->terms[i].base, base)) continue;
        lin->terms[i].coef += coef;
        return true;
    }
    if (lin->n == LINEAR_TERMS) return false;
    lin->terms[lin->n++] = (struct linear_term){base, coef};
    return true;
}

/* lin += coef * e. False if there are too many terms. */
static bool linear_add(struct linear *lin, expr e, uint64_t coef) {
    const struct expr_node *n = expr_node(lin->pool, e);
    expr a = {n->kids[0]}, b = {n->kids[1]};
    bool unit = coef == 1 || (coef & bv_mask(lin->width)) == bv_mask(lin->width);
    assert(n->width == lin->width && lin->n <= LINEAR_TERMS);
    if (lin->steps++ >= LINEAR_STEPS) return false;
    switch (n->op) {
    case EXPR_CONST: lin->constant += coef * n->aux; return true;
    case EXPR_NEG: return linear_add(lin, a, 0 - coef);
    case EXPR_NOT: lin->constant -= coef; return linear_add(lin, a, 0 - coef);
    case EXPR_MUL:
        if (!expr_is_const(lin->pool, b)) break;
        return linear_add(lin, a, coef * expr_value(lin->pool, b));
    case EXPR_ADD:
        if (!unit && !expr_is_const(lin->pool, b)) break;
        return linear_add(lin, b, coef) && linear_add(lin, a, coef);
    default: break;
    }
    return add_term(lin, e, coef);
}

/* ---- putting together ---------------------------------------------------------------- */

static bool is_negative(const struct linear *lin, uint64_t coef) { return coef > (uint64_t)1 << (lin->width - 1); }

/* Terms with coefficient 0 go; the others are cut and put in order. */
static void linear_tidy(struct linear *lin) {
    uint32_t n = 0;
    lin->constant &= bv_mask(lin->width);
    for (uint32_t i = 0; i < lin->n; i++) {
        struct linear_term t = lin->terms[i];
        t.coef &= bv_mask(lin->width);
        if (!t.coef) continue;
        bool negative = is_negative(lin, t.coef);
        uint32_t at = n++;
        for (; at > 0; at--) { /* insertion sort: the lists are short */
            struct linear_term before = lin->terms[at - 1];
            bool before_negative = is_negative(lin, before.coef);
            if (before_negative != negative ? negative : before.base.id < t.base.id) break;
            lin->terms[at] = before;
        }
        lin->terms[at] = t;
    }
    lin->n = n;
}

static void linear_negate(struct linear *lin) {
    lin->constant = 0 - lin->constant;
    for (uint32_t i = 0; i < lin->n; i++) lin->terms[i].coef = 0 - lin->terms[i].coef;
    linear_tidy(lin);
}

static expr build_term(struct expr_pool *pool, const struct linear *lin, struct linear_term t) {
    assert(t.coef && t.coef <= bv_mask(lin->width));
    bool negative = is_negative(lin, t.coef);
    uint64_t size = (negative ? 0 - t.coef : t.coef) & bv_mask(lin->width);
    expr e = t.base;
    if (is_const_ite(pool, e))
        return fold_ite_pair(pool, EXPR_MUL, lin->width, e, expr_const(pool, lin->width, t.coef));
    if (size != 1) e = intern2(pool, EXPR_MUL, lin->width, e, expr_const(pool, lin->width, size));
    return negative ? intern1(pool, EXPR_NEG, lin->width, 0, e) : e;
}

static expr build_terms(struct expr_pool *pool, const struct linear *lin) {
    assert(lin->n > 0 && lin->n <= LINEAR_TERMS);
    expr sum = build_term(pool, lin, lin->terms[0]);
    for (uint32_t i = 1; i < lin->n; i++)
        sum = intern2(pool, EXPR_ADD, lin->width, sum, build_term(pool, lin, lin->terms[i]));
    return sum;
}

static expr plus_constant(struct expr_pool *pool, expr sum, uint64_t constant) {
    uint32_t width = expr_width(pool, sum);
    if (!(constant & bv_mask(width))) return sum;
    expr c = expr_const(pool, width, constant);
    expr folded = fold_ite_pair(pool, EXPR_ADD, width, sum, c);
    return expr_is(folded) ? folded : intern2(pool, EXPR_ADD, width, sum, c);
}

static expr linear_build(struct expr_pool *pool, struct linear *lin) {
    linear_tidy(lin);
    if (lin->n == 0) return expr_const(pool, lin->width, lin->constant);
    bool all_negative = is_negative(lin, lin->terms[0].coef);
    bool complement = lin->constant == bv_mask(lin->width);
    if (all_negative && (lin->n > 1 || complement)) {
        uint64_t constant = lin->constant;
        linear_negate(lin);
        expr sum = build_terms(pool, lin);
        if (complement) return expr_not(pool, sum);
        return plus_constant(pool, intern1(pool, EXPR_NEG, lin->width, 0, sum), constant);
    }
    return plus_constant(pool, build_terms(pool, lin), lin->constant);
}

/* ---- constructors ------------------------------------------------------------------- */

/* x + c, with x none if e is a constant and c none if there is none. */
static void split_constant(const struct expr_pool *pool, expr e, expr *x, expr *c) {
    *x = e;
    *c = EXPR_NONE;
    if (expr_is_const(pool, e)) {
        *x = EXPR_NONE;
        *c = e;
    } else if (expr_op(pool, e) == EXPR_ADD && expr_is_const(pool, expr_kid(pool, e, 1))) {
        *x = expr_kid(pool, e, 0);
        *c = expr_kid(pool, e, 1);
    }
}

static expr join(struct expr_pool *pool, expr a, expr b, uint32_t width) {
    if (!expr_is(a)) return b;
    if (!expr_is(b)) return a;
    if (both_const(pool, a, b)) return fold_const(pool, EXPR_ADD, width, 0, a, b);
    if (is_zero(pool, b)) return a;
    return intern_ordered(pool, EXPR_ADD, width, a, b);
}

/* -x where x is not in linear form. */
static expr plain_negate(struct expr_pool *pool, expr x, uint32_t width) {
    if (!expr_is(x)) return x;
    if (expr_op(pool, x) == EXPR_NEG) return expr_kid(pool, x, 0);
    return intern1(pool, EXPR_NEG, width, 0, x);
}

/* Sums too long or too wide for linear form: constants are collected, x - x goes. */
static expr plain_sum(struct expr_pool *pool, expr a, expr b, uint32_t width) {
    expr xa, xb, ca, cb;
    split_constant(pool, a, &xa, &ca);
    split_constant(pool, b, &xb, &cb);
    expr c = join(pool, ca, cb, width);
    if (expr_is(xa) && expr_is(xb)) {
        bool cancel = (expr_op(pool, xa) == EXPR_NEG && expr_same(expr_kid(pool, xa, 0), xb)) ||
                      (expr_op(pool, xb) == EXPR_NEG && expr_same(expr_kid(pool, xb, 0), xa));
        if (cancel) return expr_is(c) ? c : const_zero(pool, width);
    }
    return join(pool, join(pool, xa, xb, width), c, width);
}

expr expr_add(struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    assert(width == expr_width(pool, b) && width > 0);
    if (both_const(pool, a, b)) return fold_const(pool, EXPR_ADD, width, 0, a, b);
    if (width == 1) return expr_xor(pool, a, b);
    if (is_zero(pool, a)) return b;
    if (is_zero(pool, b)) return a;
    if (width <= 64) {
        struct linear lin = {.pool = pool, .width = width};
        if (linear_add(&lin, a, 1) && linear_add(&lin, b, 1)) return linear_build(pool, &lin);
    }
    return plain_sum(pool, a, b, width);
}

expr expr_neg(struct expr_pool *pool, expr a) {
    uint32_t width = expr_width(pool, a);
    assert(width > 0);
    if (width == 1) return a;
    if (expr_is_const(pool, a)) return fold_const(pool, EXPR_NEG, width, 0, a, EXPR_NONE);
    if (is_const_ite(pool, a)) return fold_ite(pool, EXPR_NEG, width, 0, a);
    if (width <= 64) {
        struct linear lin = {.pool = pool, .width = width};
        if (linear_add(&lin, a, bv_mask(width))) return linear_build(pool, &lin);
    }
    expr x, c;
    split_constant(pool, a, &x, &c);
    if (expr_is(c)) c = fold_const(pool, EXPR_NEG, width, 0, c, EXPR_NONE);
    return join(pool, plain_negate(pool, x, width), c, width);
}

expr expr_sub(struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    assert(width == expr_width(pool, b) && width > 0);
    if (expr_same(a, b)) return const_zero(pool, width);
    if (width > 1 && width <= 64) {
        struct linear lin = {.pool = pool, .width = width};
        if (linear_add(&lin, a, 1) && linear_add(&lin, b, bv_mask(width))) return linear_build(pool, &lin);
    }
    return expr_add(pool, a, expr_neg(pool, b));
}

/* ---- products ----------------------------------------------------------------------- */

expr mul_by_const(struct expr_pool *pool, expr e, expr c) {
    assert(expr_is_const(pool, c) && expr_width(pool, e) == expr_width(pool, c));
    uint32_t width = expr_width(pool, e);
    if (is_zero(pool, c)) return c;
    if (is_one(pool, c)) return e;
    if (is_ones(pool, c)) return expr_neg(pool, e);
    if (is_const_ite(pool, e)) return fold_ite_pair(pool, EXPR_MUL, width, e, c);
    if (width <= 64) {
        struct linear lin = {.pool = pool, .width = width};
        if (linear_add(&lin, e, expr_value(pool, c))) return linear_build(pool, &lin);
    }
    if (expr_op(pool, e) == EXPR_MUL && expr_is_const(pool, expr_kid(pool, e, 1))) {
        c = fold_const(pool, EXPR_MUL, width, 0, c, expr_kid(pool, e, 1));
        return mul_by_const(pool, expr_kid(pool, e, 0), c);
    }
    return intern2(pool, EXPR_MUL, width, e, c);
}

/* e as x * c with c none, -1 or the constant factor. */
static expr pull_factor(struct expr_pool *pool, expr *e) {
    uint32_t width = expr_width(pool, *e);
    if (expr_op(pool, *e) == EXPR_NEG) {
        *e = expr_kid(pool, *e, 0);
        expr inner = pull_factor(pool, e);
        return expr_is(inner) ? fold_const(pool, EXPR_NEG, width, 0, inner, EXPR_NONE) : const_ones(pool, width);
    }
    if (expr_op(pool, *e) != EXPR_MUL || !expr_is_const(pool, expr_kid(pool, *e, 1))) return EXPR_NONE;
    expr c = expr_kid(pool, *e, 1);
    *e = expr_kid(pool, *e, 0);
    return c;
}

static bool is_extended_bit(const struct expr_pool *pool, expr e) {
    return expr_op(pool, e) == EXPR_ZEXT && expr_width(pool, expr_kid(pool, e, 0)) == 1;
}

static expr product(struct expr_pool *pool, expr a, expr b, uint32_t width) {
    if (is_extended_bit(pool, a)) return expr_ite(pool, expr_kid(pool, a, 0), b, const_zero(pool, width));
    if (is_extended_bit(pool, b)) return expr_ite(pool, expr_kid(pool, b, 0), a, const_zero(pool, width));
    return intern_ordered(pool, EXPR_MUL, width, a, b);
}

expr expr_mul(struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    assert(width == expr_width(pool, b) && width > 0);
    if (both_const(pool, a, b)) return fold_const(pool, EXPR_MUL, width, 0, a, b);
    if (width == 1) return expr_and(pool, a, b);
    if (expr_is_const(pool, b)) return mul_by_const(pool, a, b);
    if (expr_is_const(pool, a)) return mul_by_const(pool, b, a);
    expr ca = pull_factor(pool, &a), cb = pull_factor(pool, &b);
    expr xy = product(pool, a, b, width);
    if (expr_is(ca)) xy = mul_by_const(pool, xy, ca);
    return expr_is(cb) ? mul_by_const(pool, xy, cb) : xy;
}

/* ---- equations over sums ------------------------------------------------------------- */

/* Inverse of an odd number modulo 2^64 (Newton: each step doubles the bits). */
static uint64_t inverse(uint64_t odd) {
    assert(odd & 1);
    uint64_t x = odd;
    for (int i = 0; i < 6; i++) x *= 2 - odd * x;
    assert(x * odd == 1);
    return x;
}

/* coef * x == value. */
static expr solve_for_base(struct expr_pool *pool, const struct linear *lin, uint64_t value) {
    assert(lin->n == 1 && lin->terms[0].coef);
    uint64_t coef = lin->terms[0].coef;
    expr x = lin->terms[0].base;
    uint32_t zeros = (uint32_t)__builtin_ctzll(coef), width = lin->width - zeros;
    value &= bv_mask(lin->width);
    if (value & (((uint64_t)1 << zeros) - 1)) return expr_false(pool);
    value = (value >> zeros) * inverse(coef >> zeros);
    expr c = expr_const(pool, width, value);
    return expr_eq(pool, expr_extract(pool, x, 0, width), c);
}

static bool is_sum(const struct expr_pool *pool, expr e) {
    enum expr_op op = expr_op(pool, e);
    return op == EXPR_ADD || op == EXPR_NEG || op == EXPR_NOT ||
           (op == EXPR_MUL && expr_is_const(pool, expr_kid(pool, e, 1)));
}

/* Moves the terms with negative coefficients to the other side. */
static void split_sides(struct linear *lin, struct linear *right) {
    uint32_t n = 0;
    while (n < lin->n && !is_negative(lin, lin->terms[n].coef)) n++;
    *right = (struct linear){.pool = lin->pool, .width = lin->width, .constant = lin->constant};
    for (uint32_t i = n; i < lin->n; i++) right->terms[right->n++] = lin->terms[i];
    linear_negate(right);
    assert(n > 0);
    lin->n = n;
    lin->constant = 0;
}

static void linear_scale(struct linear *lin, uint64_t by) {
    lin->constant *= by;
    for (uint32_t i = 0; i < lin->n; i++) lin->terms[i].coef *= by;
    linear_tidy(lin);
}

/* How large the largest coefficient is when all are multiplied. */
static uint64_t largest_times(const struct linear *lin, uint64_t by) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < lin->n; i++) {
        uint64_t coef = lin->terms[i].coef * by & bv_mask(lin->width),
                 size = is_negative(lin, coef) ? (0 - coef) & bv_mask(lin->width) : coef;
        if (size > most) most = size;
    }
    return most;
}

/* An equation says the same when it is multiplied by an odd number: x + 0x55555555 * y == 0 is 3 * x == y. One of the
 * factors may become 1, if that makes the largest smaller. */
static void linear_lighten(struct linear *lin) {
    enum { SMALL = 1 << 10 };
    uint64_t best = 1, least = largest_times(lin, 1);
    for (uint32_t i = 0; i < lin->n && least >= SMALL; i++) {
        if (!(lin->terms[i].coef & 1)) continue;
        uint64_t by = inverse(lin->terms[i].coef), most = largest_times(lin, by);
        if (most < least) least = most, best = by;
    }
    if (best != 1) linear_scale(lin, best);
}

/* Positive terms on the left, the others and the constant on the right; the term
 * whose base has the smallest id is positive. */
expr eq_of_sums(struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    struct linear left = {.pool = pool, .width = width}, right;
    if (width > 64 || (!is_sum(pool, a) && !is_sum(pool, b))) return EXPR_NONE;
    if (!linear_add(&left, a, 1) || !linear_add(&left, b, bv_mask(width))) return EXPR_NONE;
    linear_tidy(&left);
    if (left.n == 0) return expr_bool(pool, left.constant == 0);
    if (left.n == 1) return solve_for_base(pool, &left, 0 - left.constant);
    linear_lighten(&left);
    uint32_t first = 0;
    for (uint32_t i = 1; i < left.n; i++)
        if (left.terms[i].base.id < left.terms[first].base.id) first = i;
    if (is_negative(&left, left.terms[first].coef)) linear_negate(&left);
    split_sides(&left, &right);
    expr l = linear_build(pool, &left), r = linear_build(pool, &right);
    bool changed = !(expr_same(l, a) && expr_same(r, b)) && !(expr_same(l, b) && expr_same(r, a));
    return changed ? expr_eq(pool, l, r) : EXPR_NONE;
}
