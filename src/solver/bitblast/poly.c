#include "solver/bitblast/blaster.h"

#include <assert.h>
#include <string.h>

enum {
    MAX_DEGREE = 4,
    MAX_TERMS = 48,
    MAX_NODES = 100, /* looked into; further ones are atoms */
};

/* coefficient * atoms[0] * atoms[1] * ...; atoms are ids, ascending, 0 at the
 * end. Anything that is no sum or product is an atom, and so is what would
 * become too large: that is always sound. */
struct poly_term {
    uint64_t coefficient;
    uint32_t atoms[MAX_DEGREE];
};

/* Invariant: terms have different atoms, and coefficients that are not zero. */
struct poly {
    struct poly_term terms[MAX_TERMS];
    uint32_t len;
};

struct poly_expansion {
    const struct expr_pool *pool;
    uint64_t mask;
    uint32_t fuel;
};

static void poly_const(struct poly *p, uint64_t value) {
    memset(&p->terms[0], 0, sizeof p->terms[0]);
    p->terms[0].coefficient = value;
    p->len = value != 0;
}

static void poly_atom(struct poly *p, expr e) {
    poly_const(p, 1);
    p->terms[0].atoms[0] = e.id;
}

static bool same_atoms(const struct poly_term *a, const struct poly_term *b) {
    return memcmp(a->atoms, b->atoms, sizeof a->atoms) == 0;
}

/* p += t; false if there is no room. */
static bool add_term(const struct poly_expansion *x, struct poly *p, const struct poly_term *t) {
    for (uint32_t i = 0; i < p->len; i++) {
        if (!same_atoms(&p->terms[i], t)) continue;
        p->terms[i].coefficient = (p->terms[i].coefficient + t->coefficient) & x->mask;
        if (!p->terms[i].coefficient) p->terms[i] = p->terms[--p->len];
        return true;
    }
    if (p->len == MAX_TERMS) return false;
    p->terms[p->len++] = *t;
    return true;
}

static void scale(const struct poly_expansion *x, struct poly *p, uint64_t factor) {
    uint32_t len = 0;
    for (uint32_t i = 0; i < p->len; i++) {
        p->terms[len] = p->terms[i];
        p->terms[len].coefficient = p->terms[i].coefficient * factor & x->mask;
        len += p->terms[len].coefficient != 0;
    }
    p->len = len;
}

static bool add_poly(const struct poly_expansion *x, struct poly *p, const struct poly *q) {
    for (uint32_t i = 0; i < q->len; i++)
        if (!add_term(x, p, &q->terms[i])) return false;
    return true;
}

/* out = a * b; false if its degree is too large. */
static bool multiply_terms(const struct poly_expansion *x, const struct poly_term *a, const struct poly_term *b,
                           struct poly_term *out) {
    uint32_t i = 0, j = 0, n = 0;
    memset(out, 0, sizeof *out);
    out->coefficient = a->coefficient * b->coefficient & x->mask;
    for (;;) {
        bool left = i < MAX_DEGREE && a->atoms[i], right = j < MAX_DEGREE && b->atoms[j];
        if (!left && !right) return true;
        if (n == MAX_DEGREE) return false;
        bool take_left = left && (!right || a->atoms[i] <= b->atoms[j]);
        out->atoms[n++] = take_left ? a->atoms[i++] : b->atoms[j++];
    }
}

static bool multiply(const struct poly_expansion *x, struct poly *p, const struct poly *q) {
    struct poly product = {.len = 0};
    for (uint32_t i = 0; i < p->len; i++) {
        for (uint32_t j = 0; j < q->len; j++) {
            struct poly_term t;
            if (!multiply_terms(x, &p->terms[i], &q->terms[j], &t)) return false;
            if (t.coefficient && !add_term(x, &product, &t)) return false;
        }
    }
    *p = product;
    return true;
}

static void expand(struct poly_expansion *x, expr e, struct poly *out);

/* Sum or product; false if it is too large. */
static bool expand_two(struct poly_expansion *x, expr e, struct poly *out) {
    struct poly second;
    expand(x, expr_kid(x->pool, e, 0), out);
    expand(x, expr_kid(x->pool, e, 1), &second);
    return expr_op(x->pool, e) == EXPR_ADD ? add_poly(x, out, &second) : multiply(x, out, &second);
}

/* -e and ~e = -e - 1. */
static bool expand_minus(struct poly_expansion *x, expr e, struct poly *out) {
    struct poly_term minus_one = {.coefficient = x->mask};
    expand(x, expr_kid(x->pool, e, 0), out);
    scale(x, out, x->mask);
    return expr_op(x->pool, e) == EXPR_NEG || add_term(x, out, &minus_one);
}

static void expand(struct poly_expansion *x, expr e, struct poly *out) {
    enum expr_op op = expr_op(x->pool, e);
    if (op == EXPR_CONST) {
        poly_const(out, expr_value(x->pool, e));
        return;
    }
    bool binary = op == EXPR_ADD || op == EXPR_MUL, unary = op == EXPR_NEG || op == EXPR_NOT;
    if (x->fuel > 0 && (binary || unary)) {
        x->fuel--;
        if (binary ? expand_two(x, e, out) : expand_minus(x, e, out)) return;
    }
    poly_atom(out, e);
}

static bool is_arithmetic(const struct expr_pool *pool, expr e) {
    enum expr_op op = expr_op(pool, e);
    return op == EXPR_ADD || op == EXPR_MUL || op == EXPR_NEG;
}

enum poly_answer poly_compare(const struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    if (width > 64 || (!is_arithmetic(pool, a) && !is_arithmetic(pool, b))) return POLY_OPEN;
    struct poly_expansion x = {pool, width == 64 ? UINT64_MAX : (1ull << width) - 1, MAX_NODES};
    struct poly left, right;
    expand(&x, a, &left);
    expand(&x, b, &right);
    scale(&x, &right, x.mask);
    if (!add_poly(&x, &left, &right)) return POLY_OPEN;
    if (left.len == 0) return POLY_EQUAL;
    return left.len == 1 && left.terms[0].atoms[0] == 0 ? POLY_DIFFERENT : POLY_OPEN;
}
