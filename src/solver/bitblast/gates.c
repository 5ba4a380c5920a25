#include "solver/bitblast/gates.h"

#include <assert.h>
#include <stdlib.h>

#include "base/hash.h"

enum { KIND_BITS = 3 };

void gates_init(struct gates *g, enum sat_style style, struct limits *limits, uint32_t max_vars) {
    *g = (struct gates){0};
    sat_init(&g->sat, style, limits, max_vars);
    map_init(&g->index);
}

void gates_release(struct gates *g) {
    sat_release(&g->sat);
    map_release(&g->index);
    vec_release(&g->records);
    vec_release(&g->inputs);
    vec_release(&g->clause);
}

/* ---- structural hashing ----------------------------------------------------- */

static uint64_t hash_gate(enum gate_kind kind, const lit *in, uint32_t n) {
    uint64_t h = (uint64_t)kind << 32 | n;
    for (uint32_t i = 0; i < n; i++) h = hash_mix(h, (uint32_t)in[i]);
    return h;
}

static lit header_of(enum gate_kind kind, uint32_t n) { return (lit)(n << KIND_BITS | kind); }

static bool same_gate(const lit *record, enum gate_kind kind, const lit *in, uint32_t n) {
    return record[0] == header_of(kind, n) && memcmp(record + 1, in, n * sizeof *in) == 0;
}

lit *gates_find(struct gates *g, enum gate_kind kind, const lit *in, uint32_t n_in, uint32_t n_out, bool *fresh) {
    *fresh = false;
    uint64_t key = hash_gate(kind, in, n_in);
    for (const uint64_t *at; (at = map_find(&g->index, key)); key++) {
        lit *record = g->records.data + *at;
        if (same_gate(record, kind, in, n_in)) return record + 1 + n_in;
    }
    map_put(&g->index, key, g->records.len);
    vec_reserve(&g->records, g->records.len + 1 + n_in + n_out);
    vec_push(&g->records, header_of(kind, n_in));
    vec_append(&g->records, in, n_in);
    for (uint32_t i = 0; i < n_out; i++) vec_push(&g->records, LIT_FALSE);
    *fresh = true;
    return g->records.data + g->records.len - n_out;
}

/* The output of the gate; *fresh if it was made now, and needs its clauses. */
static lit find_gate(struct gates *g, enum gate_kind kind, const lit *in, uint32_t n, bool *fresh) {
    *fresh = false;
    if (g->sat.broken) return LIT_TRUE; /* the caller should soon stop encoding */
    lit *out = gates_find(g, kind, in, n, 1, fresh);
    if (*fresh) *out = sat_new_var(&g->sat);
    return *out;
}

static void sort2(lit *a, lit *b) {
    if (abs(*a) > abs(*b)) {
        lit t = *a;
        *a = *b;
        *b = t;
    }
}

/* By variable. */
static void sort3(lit *in) {
    sort2(&in[0], &in[1]);
    sort2(&in[1], &in[2]);
    sort2(&in[0], &in[1]);
}

/* ---- conjunctions ------------------------------------------------------------- */

static lit make_and(struct gates *g, const lit *in, uint32_t n) {
    bool fresh;
    lit out = find_gate(g, GATE_AND, in, n, &fresh);
    if (!fresh) return out;
    vec_clear(&g->clause);
    for (uint32_t i = 0; i < n; i++) {
        SAT_ADD(&g->sat, -out, in[i]);
        vec_push(&g->clause, -in[i]);
    }
    vec_push(&g->clause, out);
    sat_add(&g->sat, g->clause.data, g->clause.len);
    return out;
}

lit gate_and(struct gates *g, lit a, lit b) {
    if (a == LIT_FALSE || b == LIT_FALSE || a == -b) return LIT_FALSE;
    if (a == LIT_TRUE || a == b) return b;
    if (b == LIT_TRUE) return a;
    lit in[] = {a, b};
    sort2(&in[0], &in[1]);
    return make_and(g, in, 2);
}

static int compare_lits(const void *a, const void *b) {
    lit x = *(const lit *)a, y = *(const lit *)b;
    int by_var = (abs(x) > abs(y)) - (abs(x) < abs(y));
    return by_var ? by_var : (x > y) - (x < y);
}

lit gate_and_n(struct gates *g, const lit *in, uint32_t n) {
    vec_clear(&g->inputs);
    for (uint32_t i = 0; i < n; i++) {
        if (in[i] == LIT_FALSE) return LIT_FALSE;
        if (in[i] != LIT_TRUE) vec_push(&g->inputs, in[i]);
    }
    lit *sorted = g->inputs.data;
    uint32_t len = 0;
    if (g->inputs.len > 1) qsort(sorted, g->inputs.len, sizeof *sorted, compare_lits);
    for (uint32_t i = 0; i < g->inputs.len; i++) {
        if (len && sorted[len - 1] == -sorted[i]) return LIT_FALSE;
        if (!len || sorted[len - 1] != sorted[i]) sorted[len++] = sorted[i];
    }
    if (len == 0) return LIT_TRUE;
    return len == 1 ? sorted[0] : make_and(g, sorted, len);
}

lit gate_or_n(struct gates *g, const lit *in, uint32_t n) {
    vec_lit negated = {0};
    for (uint32_t i = 0; i < n; i++) vec_push(&negated, -in[i]);
    lit out = -gate_and_n(g, negated.data, n);
    vec_release(&negated);
    return out;
}

/* ---- parities ----------------------------------------------------------------- */

/* Moves the signs of the inputs out; returns the sign of the output. */
static lit positive_inputs(lit *in, uint32_t n) {
    lit sign = 1;
    for (uint32_t i = 0; i < n; i++) {
        if (in[i] > 0) continue;
        in[i] = -in[i];
        sign = -sign;
    }
    return sign;
}

lit gate_xor(struct gates *g, lit a, lit b) {
    if (a == b) return LIT_FALSE;
    if (a == -b) return LIT_TRUE;
    lit in[] = {a, b};
    sort2(&in[0], &in[1]);
    lit sign = positive_inputs(in, 2);
    if (in[0] == LIT_TRUE) return -sign * in[1];
    bool fresh;
    lit out = find_gate(g, GATE_XOR, in, 2, &fresh);
    if (fresh) {
        SAT_ADD(&g->sat, -out, in[0], in[1]);
        SAT_ADD(&g->sat, -out, -in[0], -in[1]);
        SAT_ADD(&g->sat, out, -in[0], in[1]);
        SAT_ADD(&g->sat, out, in[0], -in[1]);
    }
    return sign * out;
}

static void add_xor3_clauses(struct gates *g, lit o, lit a, lit b, lit c) {
    SAT_ADD(&g->sat, -o, a, b, c);
    SAT_ADD(&g->sat, -o, a, -b, -c);
    SAT_ADD(&g->sat, -o, -a, b, -c);
    SAT_ADD(&g->sat, -o, -a, -b, c);
    SAT_ADD(&g->sat, o, -a, -b, -c);
    SAT_ADD(&g->sat, o, -a, b, c);
    SAT_ADD(&g->sat, o, a, -b, c);
    SAT_ADD(&g->sat, o, a, b, -c);
}

/* Sum and carry of a full adder: parity and majority of three. */
static lit gate_xor3(struct gates *g, lit a, lit b, lit c) {
    lit in[] = {a, b, c};
    sort3(in);
    lit sign = positive_inputs(in, 3);
    if (in[0] == LIT_TRUE) return -sign * gate_xor(g, in[1], in[2]);
    if (in[0] == in[1]) return sign * in[2];
    if (in[1] == in[2]) return sign * in[0];
    bool fresh;
    lit out = find_gate(g, GATE_XOR3, in, 3, &fresh);
    if (fresh) add_xor3_clauses(g, out, in[0], in[1], in[2]);
    return sign * out;
}

/* ---- choices -------------------------------------------------------------------- */

/* Cases of a multiplexer with a positive condition that are smaller gates; 0 if
 * it is none of them. */
static lit fold_mux(struct gates *g, lit cond, lit yes, lit no) {
    if (cond == LIT_TRUE || yes == no) return yes;
    if (yes == -no) return gate_equal(g, cond, yes);
    if (yes == LIT_TRUE || yes == cond) return gate_or(g, cond, no);
    if (yes == LIT_FALSE || yes == -cond) return gate_and(g, -cond, no);
    if (no == LIT_TRUE || no == -cond) return gate_or(g, -cond, yes);
    if (no == LIT_FALSE || no == cond) return gate_and(g, cond, yes);
    return 0;
}

lit gate_mux(struct gates *g, lit cond, lit yes, lit no) {
    if (cond < 0) return gate_mux(g, -cond, no, yes);
    lit folded = fold_mux(g, cond, yes, no);
    if (folded) return folded;
    lit sign = yes < 0 ? -1 : 1;
    lit in[] = {cond, sign * yes, sign * no};
    bool fresh;
    lit out = find_gate(g, GATE_MUX, in, 3, &fresh);
    if (fresh) {
        SAT_ADD(&g->sat, -out, -in[0], in[1]);
        SAT_ADD(&g->sat, out, -in[0], -in[1]);
        SAT_ADD(&g->sat, -out, in[0], in[2]);
        SAT_ADD(&g->sat, out, in[0], -in[2]);
        /* Implied, but they propagate while the condition is open. */
        SAT_ADD(&g->sat, -out, in[1], in[2]);
        SAT_ADD(&g->sat, out, -in[1], -in[2]);
    }
    return sign * out;
}

static lit make_maj(struct gates *g, const lit *in) {
    bool fresh;
    lit out = find_gate(g, GATE_MAJ, in, 3, &fresh);
    if (!fresh) return out;
    for (int i = 0; i < 3; i++) {
        lit a = in[i], b = in[(i + 1) % 3];
        SAT_ADD(&g->sat, out, -a, -b);
        SAT_ADD(&g->sat, -out, a, b);
    }
    return out;
}

lit gate_maj(struct gates *g, lit a, lit b, lit c) {
    lit in[] = {a, b, c};
    sort3(in);
    if (in[0] == LIT_TRUE) return gate_or(g, in[1], in[2]);
    if (in[0] == LIT_FALSE) return gate_and(g, in[1], in[2]);
    if (in[0] == in[1] || in[1] == in[2]) return in[1];
    if (in[0] == -in[1]) return in[2];
    if (in[1] == -in[2]) return in[0];
    lit sign = in[0] < 0 ? -1 : 1;
    for (int i = 0; i < 3; i++) in[i] *= sign;
    return sign * make_maj(g, in);
}

lit gate_full_add(struct gates *g, lit a, lit b, lit *carry) {
    uint32_t before = g->sat.vars;
    lit in[] = {a, b, *carry};
    lit sum = gate_xor3(g, a, b, *carry);
    *carry = gate_maj(g, a, b, *carry);
    if (g->sat.vars != before + 2) return sum; /* not a whole new adder */
    for (int i = 0; i < 3; i++) {
        /* both outputs set: all inputs are; none set: no input is */
        SAT_ADD(&g->sat, -*carry, -sum, in[i]);
        SAT_ADD(&g->sat, *carry, sum, -in[i]);
    }
    return sum;
}
