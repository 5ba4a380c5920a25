/* Small programs, executed symbolically along random paths: where branch queries
 * of the benchmarks come from. A program calls branch() on every condition and goes
 * where it is told. */
#ifndef SHRIKE_BENCH_SOLVER_PROGRAMS_H
#define SHRIKE_BENCH_SOLVER_PROGRAMS_H

#include <stdio.h>

#include "base/rng.h"
#include "expr/arith.h"
#include "expr/expr.h"
#include "expr/relate.h"

struct path {
    struct expr_pool *pool;
    struct rng rng;
    /* Decides a branch and follows one side; `owner` is the benchmark's. */
    bool (*branch)(struct path *p, expr cond);
    /* Inputs of the program that runs: path number i of a program uses the same
     * symbols as any other. */
    expr bytes[64], words[8], array;
    uint32_t salt; /* moves some constants, so that paths differ in their conditions */
    bool prefer; /* the side where the condition holds, as a rule */
    void *owner;
};

static inline void path_inputs(struct path *p, struct expr_pool *pool) {
    char name[8];
    p->pool = pool;
    for (int i = 0; i < 64; i++) {
        snprintf(name, sizeof name, "b%d", i);
        p->bytes[i] = expr_sym(pool, 8, name);
    }
    for (int i = 0; i < 8; i++) {
        snprintf(name, sizeof name, "w%d", i);
        p->words[i] = expr_sym(pool, 32, name);
    }
    p->array = expr_array_sym(pool, 32, 8, "heap");
}

/* A check that programs make before they go on: mostly passed. */
static inline bool passes(struct path *p, expr cond) {
    p->prefer = true;
    bool side = p->branch(p, cond);
    p->prefer = false;
    return side;
}

static inline expr c8(struct path *p, uint64_t v) { return expr_const(p->pool, 8, v); }
static inline expr c32(struct path *p, uint64_t v) { return expr_const(p->pool, 32, v); }
static inline expr wide(struct path *p, expr byte) { return expr_zext(p->pool, byte, 32); }

/* for (i = 0; i < n; i++) if (n == 3 * i) ...; */
static inline void run_counters(struct path *p) {
    expr n = p->words[0], m = p->words[1];
    if (!passes(p, expr_slt(p->pool, c32(p, 0), n))) return;
    if (!passes(p, expr_slt(p->pool, n, c32(p, 100)))) return;
    for (uint32_t i = 0; i < 40; i++) {
        if (!passes(p, expr_slt(p->pool, c32(p, i), n))) break;
        if (!passes(p, expr_ne(p->pool, n, c32(p, 3 * i)))) break;
        if (!passes(p, expr_ult(p->pool, c32(p, 2 * i + p->salt), expr_add(p->pool, m, c32(p, i))))) break;
    }
    p->branch(p, expr_ult(p->pool, expr_add(p->pool, n, c32(p, 5)), c32(p, 50)));
}

/* Bounds-checked reads of a table and of the heap at computed indexes. */
static inline void run_indexes(struct path *p) {
    uint64_t elems[16];
    for (int i = 0; i < 16; i++) elems[i] = (uint64_t)(i * 37 + 11) & 255;
    expr table = expr_array_const(p->pool, 32, 8, elems, 16), i = p->words[0], j = p->words[1];
    for (int k = 0; k < 6; k++) {
        expr at = expr_add(p->pool, i, c32(p, (uint64_t)k));
        if (!passes(p, expr_ult(p->pool, at, c32(p, 16)))) return;
        expr v = expr_read(p->pool, table, at);
        if (p->branch(p, expr_ult(p->pool, v, c8(p, 100)))) p->branch(p, expr_eq(p->pool, v, c8(p, 48)));
        if (!passes(p, expr_ult(p->pool, j, c32(p, 64)))) return;
        expr h = expr_read(p->pool, p->array, expr_add(p->pool, j, c32(p, (uint64_t)k)));
        if (p->branch(p, expr_ult(p->pool, h, c8(p, 10)))) p->branch(p, expr_eq(p->pool, h, v));
    }
}

/* strcmp against keywords. */
static inline void run_strings(struct path *p) {
    static const char *const words[] = {"GET ", "POST ", "HEAD ", "PUT ", "DELETE ", "OPTIONS "};
    for (int w = 0; w < 6; w++) {
        int i = 0;
        for (; words[w][i]; i++)
            if (!passes(p, expr_eq(p->pool, p->bytes[i], c8(p, (uint64_t)words[w][i])))) break;
        if (!words[w][i]) break;
    }
    for (int i = 8; i < 40; i++) {
        if (!passes(p, expr_ne(p->pool, p->bytes[i], c8(p, 0)))) break;
        if (p->branch(p, expr_eq(p->pool, p->bytes[i], c8(p, ' ')))) continue;
        p->branch(p, expr_slt(p->pool, p->bytes[i], c8(p, 'a')));
    }
}

/* A parser of decimal numbers with separators. */
static inline void run_parser(struct path *p) {
    expr value = c32(p, 0);
    for (int i = 0; i < 24; i++) {
        expr c = wide(p, p->bytes[i]);
        bool digit = passes(p, expr_sle(p->pool, c32(p, '0'), c)) &&
                     passes(p, expr_sle(p->pool, c, c32(p, '9')));
        if (digit) {
            expr d = expr_sub(p->pool, c, c32(p, '0'));
            value = expr_add(p->pool, expr_mul(p->pool, value, c32(p, 10)), d);
            if (!passes(p, expr_sle(p->pool, value, c32(p, 2000000)))) return;
        } else if (p->branch(p, expr_eq(p->pool, c, c32(p, ',')))) value = c32(p, 0);
        else if (!passes(p, expr_eq(p->pool, c, c32(p, ' ')))) return;
    }
}

/* Sums of input bytes against thresholds. */
static inline void run_sums(struct path *p) {
    expr sum = c32(p, 0);
    for (int i = 0; i < 20; i++) {
        sum = expr_add(p->pool, sum, wide(p, p->bytes[i]));
        p->branch(p, expr_ult(p->pool, sum, c32(p, (uint64_t)(100 + 60 * i) + p->salt % 50)));
        if (i % 4 == 3) p->branch(p, expr_eq(p->pool, expr_and(p->pool, sum, c32(p, 3)), c32(p, 0)));
    }
}

/* Flags, alignments, bit fields. */
static inline void run_masks(struct path *p) {
    expr f = expr_xor(p->pool, p->words[2], c32(p, p->salt)), a = p->words[3];
    for (uint64_t k = 0; k < 16; k++) {
        expr bit = expr_and(p->pool, f, c32(p, UINT64_C(1) << k));
        bool set = p->branch(p, expr_ne(p->pool, bit, c32(p, 0)));
        if (set && k % 3 == 0)
            p->branch(p, expr_eq(p->pool, expr_and(p->pool, a, c32(p, (UINT64_C(1) << (k % 7)) - 1)), c32(p, 0)));
        expr field = expr_and(p->pool, expr_lshr(p->pool, f, c32(p, k)), c32(p, 7));
        p->branch(p, expr_ult(p->pool, field, c32(p, 4)));
    }
}

/* Bubble sort of six words. */
static inline void run_sort(struct path *p) {
    expr v[6];
    for (int i = 0; i < 6; i++) v[i] = p->words[i];
    for (int round = 0; round < 5; round++)
        for (int i = 0; i + 1 < 6 - round; i++)
            if (p->branch(p, expr_slt(p->pool, v[i + 1], v[i]))) {
                expr t = v[i];
                v[i] = v[i + 1];
                v[i + 1] = t;
            }
    p->branch(p, expr_sle(p->pool, v[0], v[5]));
}

/* Binary search for a key. */
static inline void run_search(struct path *p) {
    expr key = p->words[6];
    for (int t = 0; t < 4; t++) {
        uint64_t low = 0, high = 256;
        while (low < high) {
            uint64_t mid = (low + high) / 2;
            if (!passes(p, expr_ne(p->pool, key, c32(p, mid * 7 + (uint64_t)t + p->salt)))) return;
            if (p->branch(p, expr_slt(p->pool, key, c32(p, mid * 7 + (uint64_t)t + p->salt)))) high = mid;
            else low = mid + 1;
        }
    }
}

/* A rolling hash, its bits tested. */
static inline void run_hash(struct path *p) {
    expr h = c32(p, 5381);
    for (int i = 0; i < 6; i++) {
        h = expr_add(p->pool, expr_mul(p->pool, h, c32(p, 33)), wide(p, p->bytes[i]));
        p->branch(p, expr_eq(p->pool, expr_and(p->pool, h, c32(p, 1)), c32(p, 0)));
        p->branch(p, expr_ult(p->pool, expr_and(p->pool, h, c32(p, 255)), c32(p, 128)));
    }
}

/* A state machine driven by classes of input bytes. */
static inline void run_states(struct path *p) {
    int state = 0;
    for (int i = 0; i < 30; i++) {
        expr c = p->bytes[i];
        if (p->branch(p, expr_ult(p->pool, c, c8(p, 32)))) state = 0;
        else if (p->branch(p, expr_eq(p->pool, expr_or(p->pool, c, c8(p, 32)), c8(p, 'x')))) state++;
        else if (p->branch(p, expr_ult(p->pool, expr_sub(p->pool, c, c8(p, '0')), c8(p, 10)))) state += 2;
        if (state > 4 && !passes(p, expr_ne(p->pool, c, p->bytes[i > 0 ? i - 1 : 0]))) return;
    }
}

/* Halving and tripling, and signed arithmetic. */
static inline void run_arithmetic(struct path *p) {
    expr x = p->words[0], y = p->words[1];
    if (!passes(p, expr_slt(p->pool, c32(p, 0), x))) return;
    if (!passes(p, expr_slt(p->pool, x, c32(p, 1000)))) return;
    for (int i = 0; i < 8; i++) {
        expr odd = expr_ne(p->pool, expr_and(p->pool, x, c32(p, 1)), c32(p, 0));
        if (p->branch(p, odd)) x = expr_add(p->pool, expr_mul(p->pool, x, c32(p, 3)), c32(p, 1));
        else x = expr_lshr(p->pool, x, c32(p, 1));
        if (!passes(p, expr_ne(p->pool, x, c32(p, 1)))) break;
    }
    p->branch(p, expr_slt(p->pool, expr_add(p->pool, p->words[0], y), y));
    p->branch(p, expr_slt(p->pool, expr_sub(p->pool, y, p->words[0]), c32(p, 7)));
}

struct program {
    const char *name;
    void (*run)(struct path *p);
};
static const struct program programs[] = {
    {"counters", run_counters}, {"indexes", run_indexes}, {"strings", run_strings},
    {"parser", run_parser},     {"sums", run_sums},       {"masks", run_masks},
    {"sort", run_sort},         {"search", run_search},   {"hash", run_hash},
    {"states", run_states},     {"arithmetic", run_arithmetic},
};
enum { PROGRAMS = sizeof programs / sizeof programs[0] };

#endif
