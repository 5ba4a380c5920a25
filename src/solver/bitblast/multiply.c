/* Multiplication.
 *
 * By a constant: sums and differences of shifted copies, one for each digit of
 * the constant's canonical signed form (which has the fewest digits).
 * Otherwise: rows of partial products, added one after the other, where carries go
 * to the next row (carry-save: measured a little better than rippling in each row)
 * and ripple once at the end. Operands that
 * are sign extensions are multiplied in their own length (Baugh-Wooley: negative
 * partial products are complemented, and a constant corrects the sum).
 */
#include <assert.h>

#include "expr/expr.h"
#include "solver/bitblast/words.h"

/* ---- constants ------------------------------------------------------------------ */

/* Digits -1, 0, 1 of c modulo 2^n, no two neighbours nonzero. */
static void signed_digits(uint32_t n, const lit *c, int8_t *digit) {
    int carry = 0;
    for (uint32_t i = 0; i < n; i++) {
        int sum = (c[i] == LIT_TRUE) + carry;
        bool next = i + 1 < n && c[i + 1] == LIT_TRUE;
        digit[i] = sum == 1 ? (next ? -1 : 1) : 0;
        carry = sum == 2 || (sum == 1 && next);
    }
}

/* out[from..n) += or -= a << from */
static void add_shifted(struct gates *g, uint32_t n, const lit *a, uint32_t from, bool minus, lit *out) {
    lit sum[EXPR_MAX_WIDTH], term[EXPR_MAX_WIDTH];
    uint32_t len = n - from;
    for (uint32_t i = 0; i < len; i++) term[i] = minus ? -a[i] : a[i];
    word_add(g, len, out + from, term, minus ? LIT_TRUE : LIT_FALSE, sum);
    memcpy(out + from, sum, len * sizeof *sum);
}

static void mul_const(struct gates *g, uint32_t n, const lit *a, const lit *c, lit *out) {
    int8_t digit[EXPR_MAX_WIDTH];
    signed_digits(n, c, digit);
    for (uint32_t i = 0; i < n; i++) out[i] = LIT_FALSE;
    for (uint32_t i = 0; i < n; i++)
        if (digit[i]) add_shifted(g, n, a, i, digit[i] < 0, out);
}

/* ---- rows ------------------------------------------------------------------------ */

/* a * b, row after row. Partial products and carries that do not fit are
 * forbidden if `exact`, else ignored. */
static void mul_rows(struct gates *g, uint32_t n, const lit *a, const lit *b, bool exact, lit *out) {
    lit carry[EXPR_MAX_WIDTH], sum[EXPR_MAX_WIDTH];
    for (uint32_t i = 0; i < n; i++) {
        out[i] = gate_and(g, a[i], b[0]);
        carry[i] = LIT_FALSE;
    }
    for (uint32_t j = 1; j < n; j++) {
        if (b[j] == LIT_FALSE) continue;
        lit from_below = LIT_FALSE;
        for (uint32_t i = j; i < n; i++) {
            lit c = carry[i];
            out[i] = gate_full_add(g, out[i], gate_and(g, a[i - j], b[j]), &c);
            carry[i] = from_below;
            from_below = c;
        }
        if (exact) SAT_ADD(&g->sat, -from_below);
    }
    lit last = word_add(g, n, out, carry, LIT_FALSE, sum);
    if (exact) SAT_ADD(&g->sat, -last);
    memcpy(out, sum, n * sizeof *out);
}

/* a[i] and b[j] may not both hold where i + j >= n. */
static void forbid_high_products(struct gates *g, uint32_t n, const lit *a, const lit *b) {
    lit above = LIT_FALSE; /* some a[i] with i >= n - j */
    for (uint32_t j = 1; j < n; j++) {
        above = gate_or(g, above, a[n - j]);
        SAT_ADD(&g->sat, -above, -b[j]);
    }
}

/* ---- sign extensions ---------------------------------------------------------------- */

/* Bits of the shortest word whose sign extension a is. */
static uint32_t signed_length(uint32_t n, const lit *a) {
    while (n > 1 && a[n - 2] == a[n - 1]) n--;
    return n;
}

/* Product of a (la bits) and b (lb bits), both signed, modulo 2^n, n <= la + lb.
 * A sign bit has negative weight: -p * 2^k = (1 - p) * 2^k - 2^k; all the
 * -2^k together are -2^(la-1) * (2^(lb-1) - 1) - 2^(lb-1) * (2^(la-1) - 1)
 * = 2^(la-1) + 2^(lb-1) - 2^(la+lb-1). */
static void mul_signed(struct gates *g, uint32_t n, const lit *a, uint32_t la, const lit *b, uint32_t lb, lit *out) {
    lit row[EXPR_MAX_WIDTH], sum[EXPR_MAX_WIDTH], fix[EXPR_MAX_WIDTH];
    assert(la > 1 && lb > 1 && n <= la + lb);
    for (uint32_t i = 0; i < n; i++) out[i] = fix[i] = LIT_FALSE;
    for (uint32_t j = 0; j < lb && j < n; j++) {
        for (uint32_t i = j; i < n; i++) {
            if (i - j >= la) row[i] = LIT_FALSE;
            else {
                lit p = gate_and(g, a[i - j], b[j]);
                row[i] = (i - j == la - 1) != (j == lb - 1) ? -p : p;
            }
        }
        word_add(g, n - j, out + j, row + j, LIT_FALSE, sum + j);
        memcpy(out + j, sum + j, (n - j) * sizeof *sum);
    }
    /* 2^(la-1) + 2^(lb-1) - 2^(la+lb-1) modulo 2^(la+lb) */
    if (la != lb) {
        if (la - 1 < n) fix[la - 1] = LIT_TRUE;
        if (lb - 1 < n) fix[lb - 1] = LIT_TRUE;
    } else if (la < n) fix[la] = LIT_TRUE;
    if (la + lb - 1 < n) fix[la + lb - 1] = LIT_TRUE;
    word_add(g, n, out, fix, LIT_FALSE, sum);
    memcpy(out, sum, n * sizeof *sum);
}

/* Is it worth multiplying as signed words of their own lengths? */
static bool try_signed(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *out) {
    uint32_t la = signed_length(n, a), lb = signed_length(n, b);
    bool extended = (la < n && a[n - 1] != LIT_FALSE) || (lb < n && b[n - 1] != LIT_FALSE);
    if (!extended || la < 2 || lb < 2) return false;
    if ((uint64_t)la * lb * 2 > (uint64_t)n * n) return false;
    uint32_t m = la + lb < n ? la + lb : n;
    mul_signed(g, m, a, la, b, lb, out);
    for (uint32_t i = m; i < n; i++) out[i] = out[m - 1];
    return true;
}

/* ---- choice ------------------------------------------------------------------------- */

static uint32_t count_nonzero(uint32_t n, const lit *a) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) count += a[i] != LIT_FALSE;
    return count;
}

/* The word with fewer nonzero bits gives the rows; ties are broken by the
 * literals, so that a product is one set of gates whatever the order. */
static bool swap_operands(uint32_t n, const lit *a, const lit *b) {
    uint32_t ca = count_nonzero(n, a), cb = count_nonzero(n, b);
    if (ca != cb) return ca < cb;
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

static void mul_variable(struct gates *g, uint32_t n, const lit *a, const lit *b, bool exact, lit *out) {
    bool swap = swap_operands(n, a, b);
    const lit *x = swap ? b : a, *y = swap ? a : b;
    if (exact) forbid_high_products(g, n, x, y);
    mul_rows(g, n, x, y, exact, out);
}

void word_mul(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *out) {
    assert(n <= EXPR_MAX_WIDTH);
    if (word_is_const(n, a)) mul_const(g, n, b, a, out);
    else if (word_is_const(n, b)) mul_const(g, n, a, b, out);
    else if (!try_signed(g, n, a, b, out)) mul_variable(g, n, a, b, false, out);
}

/* For a constant of m bits, the other factor has at most n - m + 1 bits in an
 * exact product, so n + 1 bits hold it. */
static void mul_const_exact(struct gates *g, uint32_t n, const lit *a, const lit *c, lit *out) {
    lit x[EXPR_MAX_WIDTH + 1], y[EXPR_MAX_WIDTH + 1], product[EXPR_MAX_WIDTH + 1];
    uint32_t m = word_length(n, c);
    for (uint32_t i = 0; i < n; i++) {
        bool fits = m == 0 || i + m <= n;
        x[i] = fits ? a[i] : LIT_FALSE;
        y[i] = c[i];
        if (!fits) SAT_ADD(&g->sat, -a[i]);
    }
    x[n] = y[n] = LIT_FALSE;
    mul_const(g, n + 1, x, y, product);
    SAT_ADD(&g->sat, -product[n]);
    memcpy(out, product, n * sizeof *out);
}

void word_mul_exact(struct gates *g, uint32_t n, const lit *a, const lit *b, lit *out) {
    assert(n <= EXPR_MAX_WIDTH);
    if (n == EXPR_MAX_WIDTH) mul_variable(g, n, a, b, true, out);
    else if (word_is_const(n, b)) mul_const_exact(g, n, a, b, out);
    else if (word_is_const(n, a)) mul_const_exact(g, n, b, a, out);
    else mul_variable(g, n, a, b, true, out);
}
