/* Sums of products, multiplied out: are two of them the same polynomial modulo 2^width?
 *
 * x * (y - 1) + x is x * y once it is multiplied out, and a hard question for a bit-blaster. Constructors leave
 * products as they are; equality looks, where a product of two unknowns has a sum for a factor.
 */
#include "expr/build.h"

enum { POLY_TERMS = 24, POLY_FACTORS = 4, POLY_DEPTH = 12, POLY_LOOKS = 24 };

struct monomial {
    uint64_t coef;
    uint32_t n;
    uint32_t factors[POLY_FACTORS]; /* expressions, ascending */
};

struct expanded {
    uint32_t n;
    struct monomial terms[POLY_TERMS];
};

static bool same_factors(const struct monomial *a, const struct monomial *b) {
    if (a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->factors[i] != b->factors[i]) return false;
    return true;
}

static bool poly_add(struct expanded *p, const struct monomial *m) {
    for (uint32_t i = 0; i < p->n; i++)
        if (same_factors(&p->terms[i], m)) {
            p->terms[i].coef += m->coef;
            return true;
        }
    if (p->n == POLY_TERMS) return false;
    p->terms[p->n++] = *m;
    return true;
}

static bool times_factor(struct monomial *m, uint32_t factor) {
    if (m->n == POLY_FACTORS) return false;
    uint32_t i = m->n++;
    for (; i && m->factors[i - 1] > factor; i--) m->factors[i] = m->factors[i - 1];
    m->factors[i] = factor;
    return true;
}

/* Adds e times m to p; false: it is too large. */
static bool poly_expand(struct expr_pool *pool, struct expanded *p, expr e, struct monomial m, uint32_t depth);

/* (a * b) times m: a is multiplied out first, then b with each of its terms. */
static bool expand_product(struct expr_pool *pool, struct expanded *p, expr e, struct monomial m, uint32_t depth) {
    struct expanded left = {.n = 0};
    if (!poly_expand(pool, &left, expr_kid(pool, e, 0), m, depth)) return false;
    for (uint32_t i = 0; i < left.n; i++)
        if (!poly_expand(pool, p, expr_kid(pool, e, 1), left.terms[i], depth)) return false;
    return true;
}

static bool poly_expand(struct expr_pool *pool, struct expanded *p, expr e, struct monomial m, uint32_t depth) {
    if (!depth) return false;
    switch (expr_op(pool, e)) {
    case EXPR_CONST: m.coef *= expr_value(pool, e); return poly_add(p, &m);
    case EXPR_NEG: m.coef = -m.coef; return poly_expand(pool, p, expr_kid(pool, e, 0), m, depth - 1);
    case EXPR_ADD:
        return poly_expand(pool, p, expr_kid(pool, e, 0), m, depth - 1) &&
               poly_expand(pool, p, expr_kid(pool, e, 1), m, depth - 1);
    case EXPR_MUL: return expand_product(pool, p, e, m, depth - 1);
    default: return times_factor(&m, e.id) && poly_add(p, &m);
    }
}

/* Has it a product of unknowns of which one is a sum? */
static bool wants_expansion(const struct expr_pool *pool, expr e, uint32_t *looks) {
    if (!*looks) return false;
    --*looks;
    switch (expr_op(pool, e)) {
    case EXPR_NEG: return wants_expansion(pool, expr_kid(pool, e, 0), looks);
    case EXPR_ADD:
        return wants_expansion(pool, expr_kid(pool, e, 0), looks) || wants_expansion(pool, expr_kid(pool, e, 1), looks);
    case EXPR_MUL: {
        expr a = expr_kid(pool, e, 0), b = expr_kid(pool, e, 1);
        if (expr_is_const(pool, b)) return wants_expansion(pool, a, looks);
        return expr_op(pool, a) == EXPR_ADD || expr_op(pool, b) == EXPR_ADD || wants_expansion(pool, a, looks) ||
               wants_expansion(pool, b, looks);
    }
    default: return false;
    }
}

bool poly_same(struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a), looks = POLY_LOOKS;
    if (width > 64 || !(wants_expansion(pool, a, &looks) || wants_expansion(pool, b, &looks))) return false;
    struct expanded p = {.n = 0};
    uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
    if (!poly_expand(pool, &p, a, (struct monomial){.coef = 1}, POLY_DEPTH)) return false;
    if (!poly_expand(pool, &p, b, (struct monomial){.coef = UINT64_MAX}, POLY_DEPTH)) return false;
    for (uint32_t i = 0; i < p.n; i++)
        if (p.terms[i].coef & mask) return false;
    return true;
}
