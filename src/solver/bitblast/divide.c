/* Division: quotient and remainder are new variables, bound by
 *     quotient * b + remainder = a without overflow,
 *     b != 0 implies remainder < b,
 *     b = 0 implies quotient = ~0 (and the first line gives remainder = a).
 * They always exist and are unique, so these clauses never exclude a model.
 */
#include <assert.h>

#include "expr/expr.h"
#include "solver/bitblast/words.h"

/* p + r = a without a carry out. */
static void bind_sum(struct gates *g, uint32_t n, const lit *p, const lit *r, const lit *a) {
    lit carry = LIT_FALSE;
    for (uint32_t i = 0; i < n; i++) {
        lit sum = gate_full_add(g, p[i], r[i], &carry);
        SAT_ADD(&g->sat, -sum, a[i]);
        SAT_ADD(&g->sat, sum, -a[i]);
    }
    SAT_ADD(&g->sat, -carry);
}

/* New variables for quotient and remainder, where they are not known: with b = 0
 * the quotient is all ones and the remainder is a; else they have no more bits
 * than a, and than a and b. */
static void make_unknowns(struct gates *g, uint32_t n, const lit *a, const lit *b, lit zero, lit *quotient,
                          lit *remainder) {
    uint32_t la = word_length(n, a), lb = word_length(n, b);
    uint32_t lq = la;
    if (word_is_const(n, b)) lq = la >= lb ? la - lb + 1 : 0;
    for (uint32_t i = 0; i < n; i++) {
        quotient[i] = i < lq ? sat_new_var(&g->sat) : zero;
        remainder[i] = i >= la ? LIT_FALSE : i >= lb ? gate_and(g, zero, a[i]) : sat_new_var(&g->sat);
    }
}

/* The cases that need no product, which follow but not by propagation: a < b, a = b. */
static void tie_short(struct gates *g, uint32_t n, const lit *a, const lit *b, const lit *quotient,
                      const lit *remainder) {
    lit less = word_less(g, n, a, b, false), same = word_equal(g, n, a, b);
    word_tie(g, n, less, remainder, a);
    for (uint32_t i = 0; i < n; i++) {
        SAT_ADD(&g->sat, -less, -quotient[i]);
        SAT_ADD(&g->sat, -same, -remainder[i]);
    }
}

static void make_division(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *quotient, lit *remainder) {
    lit factor[EXPR_MAX_WIDTH], product[EXPR_MAX_WIDTH];
    lit zero = -gate_or_n(g, b, n);
    make_unknowns(g, n, a, b, zero, quotient, remainder);
    /* Bits that are only there for b = 0 do not matter in the product. */
    for (uint32_t i = 0; i < n; i++) factor[i] = quotient[i] == zero ? LIT_FALSE : quotient[i];
    word_mul_exact(g, n, factor, b, product);
    bind_sum(g, n, product, remainder, a);
    lit less = word_less(g, n, remainder, b, false);
    SAT_ADD(&g->sat, zero, less);
    for (uint32_t i = 0; i < n; i++) SAT_ADD(&g->sat, -zero, quotient[i]);
    if (!word_is_const(n, b)) tie_short(g, n, a, b, quotient, remainder);
}

/* Exponent of b if it is a constant power of two, else -1. */
static int power_of_two(uint32_t n, const lit *b) {
    int power = -1;
    for (uint32_t i = 0; i < n; i++) {
        if (b[i] == LIT_FALSE) continue;
        if (b[i] != LIT_TRUE || power >= 0) return -1;
        power = (int)i;
    }
    return power;
}

static void divide_by_power(uint32_t n, const lit *a, uint32_t power, lit *quotient, lit *remainder) {
    for (uint32_t i = 0; i < n; i++) {
        quotient[i] = i + power < n ? a[i + power] : LIT_FALSE;
        remainder[i] = i < power ? a[i] : LIT_FALSE;
    }
}

typedef void (*divide_fn)(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *quotient, lit *remainder);

/* The division of this kind of a by b, made by `make` if it is new. */
static void find_division(struct gates *g, enum gate_kind kind, divide_fn make, uint32_t n, const lit *a, const lit *b,
                          lit *quotient, lit *remainder) {
    lit in[2 * EXPR_MAX_WIDTH];
    memcpy(in, a, n * sizeof *in);
    memcpy(in + n, b, n * sizeof *in);
    bool fresh;
    lit *out = gates_find(g, kind, in, 2 * n, 2 * n, &fresh);
    if (fresh) {
        make(g, n, a, b, quotient, remainder);
        out = gates_find(g, kind, in, 2 * n, 2 * n, &fresh);
        memcpy(out, quotient, n * sizeof *out);
        memcpy(out + n, remainder, n * sizeof *out);
    }
    memcpy(quotient, out, n * sizeof *out);
    memcpy(remainder, out + n, n * sizeof *out);
}

void word_divide(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *quotient, lit *remainder) {
    assert(n > 0 && n <= EXPR_MAX_WIDTH);
    int power = power_of_two(n, b);
    if (power >= 0) divide_by_power(n, a, (uint32_t)power, quotient, remainder);
    else find_division(g, GATE_DIVISION, make_division, n, a, b, quotient, remainder);
}

/* quotient * b + remainder = a modulo 2^n: it follows, but not by propagation. */
static void restate(struct gates *g, uint32_t n, const lit *a, const lit *b, const lit *quotient,
                    const lit *remainder) {
    lit product[EXPR_MAX_WIDTH], sum[EXPR_MAX_WIDTH];
    word_mul(g, n, quotient, b, product);
    word_add(g, n, product, remainder, LIT_FALSE, sum);
    word_tie(g, n, LIT_TRUE, sum, a);
}

/* Of the absolute values; the quotient's sign is the product of both, the
 * remainder's that of a. */
static void make_signed_division(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *quotient,
                                 lit *remainder) {
    lit x[EXPR_MAX_WIDTH], y[EXPR_MAX_WIDTH], q[EXPR_MAX_WIDTH], r[EXPR_MAX_WIDTH];
    word_negate_if(g, n, a[n - 1], a, x);
    word_negate_if(g, n, b[n - 1], b, y);
    word_divide(g, n, x, y, q, r);
    word_negate_if(g, n, gate_xor(g, a[n - 1], b[n - 1]), q, quotient);
    word_negate_if(g, n, a[n - 1], r, remainder);
    uint32_t la = word_length(n, x), m = la < n ? la + 1 : n;
    if (!word_is_const(n, b)) restate(g, m, a, b, quotient, remainder);
}

void word_signed_divide(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *quotient, lit *remainder) {
    find_division(g, GATE_SIGNED_DIVISION, make_signed_division, n, a, b, quotient, remainder);
}
