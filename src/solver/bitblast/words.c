#include "solver/bitblast/words.h"

#include <assert.h>

#include "expr/expr.h"

uint32_t word_length(uint32_t n, const lit *a) {
    while (n > 0 && a[n - 1] == LIT_FALSE) n--;
    return n;
}

bool word_is_const(uint32_t n, const lit *a) {
    for (uint32_t i = 0; i < n; i++)
        if (!lit_is_const(a[i])) return false;
    return true;
}

lit word_add(struct gates *g, uint32_t n, const lit *a, const lit *b, lit carry, lit *out) {
    for (uint32_t i = 0; i < n; i++) out[i] = gate_full_add(g, a[i], b[i], &carry);
    return carry;
}

void word_negate_if(struct gates *g, uint32_t n, lit flag, const lit *a, lit *out) {
    lit carry = flag;
    for (uint32_t i = 0; i < n; i++) {
        lit flipped = gate_xor(g, a[i], flag);
        out[i] = gate_xor(g, flipped, carry);
        carry = gate_and(g, flipped, carry);
    }
}

void word_mux(struct gates *g, uint32_t n, lit cond, const lit *yes, const lit *no, lit *out) {
    for (uint32_t i = 0; i < n; i++) out[i] = gate_mux(g, cond, yes[i], no[i]);
}

lit word_equal(struct gates *g, uint32_t n, const lit *a, const lit *b) {
    lit same[EXPR_MAX_WIDTH];
    assert(n <= EXPR_MAX_WIDTH);
    for (uint32_t i = 0; i < n; i++) {
        same[i] = gate_equal(g, a[i], b[i]);
        if (same[i] == LIT_FALSE) return LIT_FALSE;
    }
    return gate_and_n(g, same, n);
}

/* ---- comparison ------------------------------------------------------------- */

/* A chain of ands, or of ors, that is still growing: runs of equal constant bits
 * become one gate. */
struct gate_run {
    lit lits[EXPR_MAX_WIDTH + 1];
    uint32_t len;
    bool is_or;
};

static lit close_run(struct gates *g, struct gate_run *run) {
    lit out = run->is_or ? gate_or_n(g, run->lits, run->len) : gate_and_n(g, run->lits, run->len);
    run->lits[0] = out;
    run->len = 1;
    return out;
}

static void extend_run(struct gates *g, struct gate_run *run, bool is_or, lit l) {
    if (run->len > 1 && run->is_or != is_or) close_run(g, run);
    run->is_or = is_or;
    run->lits[run->len++] = l;
}

/* Bit by bit from the lowest, less' = majority(-a, b, less): the carry of b - a. */
lit word_less(struct gates *g, uint32_t n, const lit *a, const lit *b, bool or_equal) {
    struct gate_run run;
    run.lits[0] = or_equal ? LIT_TRUE : LIT_FALSE;
    run.len = 1;
    run.is_or = false;
    for (uint32_t i = 0; i < n; i++) {
        if (lit_is_const(b[i])) extend_run(g, &run, b[i] == LIT_TRUE, -a[i]);
        else if (lit_is_const(a[i])) extend_run(g, &run, a[i] == LIT_FALSE, b[i]);
        else run.lits[0] = gate_maj(g, -a[i], b[i], close_run(g, &run));
    }
    return close_run(g, &run);
}

lit word_signed_less(struct gates *g, uint32_t n, const lit *a, const lit *b, bool or_equal) {
    lit x[EXPR_MAX_WIDTH], y[EXPR_MAX_WIDTH];
    assert(n <= EXPR_MAX_WIDTH);
    memcpy(x, a, n * sizeof *x);
    memcpy(y, b, n * sizeof *y);
    x[n - 1] = -x[n - 1];
    y[n - 1] = -y[n - 1];
    return word_less(g, n, x, y, or_equal);
}

/* ---- shifts ------------------------------------------------------------------- */

/* Stage k of a barrel moves by 2^k. Updates in place, so it walks towards where
 * the bits come from. */
static void shift_stage(struct gates *g, uint32_t n, bool left, uint32_t step, lit move, lit fill, lit *word) {
    for (uint32_t k = 0; k < n; k++) {
        uint32_t to = left ? n - 1 - k : k;
        uint32_t from = left ? to - step : to + step;
        lit moved = from < n ? word[from] : fill; /* below 0 wraps to above n */
        word[to] = gate_mux(g, move, moved, word[to]);
    }
}

static void shift(struct gates *g, uint32_t n, bool left, const lit *a, const lit *by, lit fill, lit *out) {
    memcpy(out, a, n * sizeof *out);
    uint32_t stage = 0;
    for (; stage < n && 1ul << stage < n; stage++) shift_stage(g, n, left, 1u << stage, by[stage], fill, out);
    lit all_out = gate_or_n(g, by + stage, n - stage);
    for (uint32_t i = 0; i < n; i++) out[i] = gate_mux(g, all_out, fill, out[i]);
}

void word_shift_right(struct gates *g, uint32_t n, const lit *a, const lit *by, lit fill, lit *out) {
    shift(g, n, false, a, by, fill, out);
}

void word_shift_left(struct gates *g, uint32_t n, const lit *a, const lit *by, lit *out) {
    shift(g, n, true, a, by, LIT_FALSE, out);
}

/* ---- clauses -------------------------------------------------------------------- */

void word_tie(struct gates *g, uint32_t n, lit cond, const lit *a, const lit *b) {
    for (uint32_t i = 0; i < n; i++) {
        if (a[i] == b[i]) continue;
        SAT_ADD(&g->sat, -cond, -a[i], b[i]);
        SAT_ADD(&g->sat, -cond, a[i], -b[i]);
    }
}
