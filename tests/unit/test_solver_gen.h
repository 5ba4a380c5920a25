/* Random conditions of the kind that programs branch on, for tests of the solver
 * chain. */
#ifndef SHRIKE_TESTS_SOLVER_GEN_H
#define SHRIKE_TESTS_SOLVER_GEN_H

#include "base/rng.h"
#include "expr/arith.h"
#include "expr/expr.h"
#include "expr/float.h"
#include "expr/relate.h"

enum { GEN_WORDS = 8 };

struct gen {
    struct expr_pool *pool;
    struct rng rng;
    expr words[GEN_WORDS];
    expr array;  /* unknown, 8 bits of index and element */
    expr table;  /* known */
    bool arrays; /* are they used? They cost Z3 a hundred times more */
    bool floats; /* and these? */
    bool tiny;   /* nothing is unknown but v0 and v6, so that all values can be tried */
    bool wide;   /* tiny, and with all operators over floats of all formats, which Z3 does not answer in time */
};

static inline uint32_t gen_below(struct gen *g, uint32_t n) { return (uint32_t)rng_below(&g->rng, n); }

static inline void gen_init(struct gen *g, struct expr_pool *pool, uint64_t seed) {
    static const uint32_t widths[GEN_WORDS] = {8, 8, 8, 8, 16, 32, 1, 72};
    g->pool = pool;
    rng_init(&g->rng, seed);
    for (int i = 0; i < GEN_WORDS; i++) {
        char name[] = {'v', (char)('0' + i), 0};
        g->words[i] = expr_sym(pool, widths[i], name);
    }
    g->array = expr_array_sym(pool, 8, 8, "mem");
    uint64_t elems[16];
    for (int i = 0; i < 16; i++) elems[i] = rng_below(&g->rng, 256);
    g->table = expr_array_const(pool, 8, 8, elems, 16);
}

static inline expr gen_const(struct gen *g, uint32_t width) {
    uint64_t v = rng_next(&g->rng);
    switch (gen_below(g, 4)) {
    case 0: v &= 7; break;
    case 1: v &= 255; break;
    case 2: v = ~(v & 7); break;
    default: break;
    }
    return expr_const(g->pool, width, v);
}

static inline expr gen_term(struct gen *g, uint32_t width, int depth);
static inline expr gen_cond(struct gen *g, int depth);

static inline expr gen_leaf(struct gen *g, uint32_t width) {
    if (gen_below(g, 5) == 0) return gen_const(g, width);
    /* Few symbols at a time are what makes constraints meet. */
    expr w = g->tiny ? g->words[gen_below(g, 4) ? 0 : 6] : g->words[gen_below(g, gen_below(g, 3) ? 4 : GEN_WORDS)];
    if (gen_below(g, 3) == 0 && expr_width(g->pool, w) < width) return expr_sext(g->pool, w, width);
    return expr_resize(g->pool, w, width);
}

static inline expr gen_read(struct gen *g, uint32_t width, int depth) {
    expr index = gen_term(g, 8, depth - 1), array = gen_below(g, 2) ? g->array : g->table;
    if (gen_below(g, 4) == 0)
        array = expr_store(g->pool, array, gen_term(g, 8, depth - 1), gen_term(g, 8, depth - 1));
    return expr_resize(g->pool, expr_read(g->pool, array, index), width);
}

static inline expr gen_binary(struct gen *g, uint32_t width, int depth) {
    static expr (*const ops[])(struct expr_pool *, expr, expr) = {
        expr_add,  expr_add,  expr_add,  expr_sub, expr_and, expr_or,   expr_xor, expr_mul,
        expr_udiv, expr_urem, expr_sdiv, expr_srem, expr_shl, expr_lshr, expr_ashr,
    };
    uint32_t n = width > 8 ? 7 : sizeof ops / sizeof ops[0];
    expr a = gen_term(g, width, depth - 1);
    expr b = gen_below(g, 2) ? gen_const(g, width) : gen_term(g, width, depth - 1);
    return ops[gen_below(g, n)](g->pool, a, b);
}

static inline expr gen_term(struct gen *g, uint32_t width, int depth) {
    if (depth <= 0) return gen_leaf(g, width);
    switch (gen_below(g, 10)) {
    case 0: return expr_ite(g->pool, gen_cond(g, depth - 1), gen_term(g, width, depth - 1),
                            gen_term(g, width, depth - 1));
    case 1:
        if (g->arrays) return gen_read(g, width, depth);
        return expr_sub(g->pool, gen_leaf(g, width), gen_leaf(g, width));
    case 2: return expr_not(g->pool, gen_term(g, width, depth - 1));
    case 3: return expr_neg(g->pool, gen_term(g, width, depth - 1));
    case 4: {
        expr both = expr_concat(g->pool, gen_term(g, 8, depth - 1), gen_term(g, 8, depth - 1));
        return expr_resize(g->pool, both, width);
    }
    default: return gen_binary(g, width, depth);
    }
}

static inline expr gen_compare(struct gen *g, int depth) {
    static expr (*const ops[])(struct expr_pool *, expr, expr) = {
        expr_eq, expr_ne, expr_ult, expr_ule, expr_slt, expr_sle, expr_eq, expr_ugt,
    };
    static const uint32_t widths[] = {8, 8, 8, 16, 32, 72};
    uint32_t width = widths[gen_below(g, 6)];
    expr a = gen_term(g, width, depth), b = gen_below(g, 3) ? gen_const(g, width) : gen_term(g, width, depth - 1);
    return ops[gen_below(g, 8)](g->pool, a, b);
}

/* ---- floats: half mostly, which the others are no different from but slower ---- */

static inline expr gen_float_const(struct gen *g, uint32_t width) {
    static const uint16_t halves[] = {0, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 1, 0x8001, 0x3ff, 0x400, 0x7bff, 0x3800, 0x4200};
    expr half = expr_const(g->pool, 16, gen_below(g, 3) ? halves[gen_below(g, 14)] : rng_next(&g->rng));
    return width == 16 ? half : expr_fcvt(g->pool, ROUND_EVEN, half, width);
}

/* A half with eight unknown bits: the upper ones (sign, exponent, two of the fraction), the lower ones, or some of both. */
static inline expr gen_tiny_half(struct gen *g) {
    struct expr_pool *p = g->pool;
    expr v = g->words[0], rest = expr_const(p, 8, gen_below(g, 2) ? gen_below(g, 2) * 255 : rng_next(&g->rng));
    switch (gen_below(g, 4)) {
    case 0: return expr_concat(p, rest, v);
    case 1: return expr_concat(p, expr_extract(p, v, 2, 6), expr_concat(p, rest, expr_extract(p, v, 0, 2)));
    default: return expr_concat(p, v, rest);
    }
}

/* The same of any format: unknown are sign and upper bits of the exponent, or the lowest bits. */
static inline expr gen_tiny(struct gen *g, uint32_t width) {
    struct expr_pool *p = g->pool;
    if (width == 16) return gen_tiny_half(g);
    if (!g->wide || gen_below(g, 3)) return expr_fcvt(p, ROUND_EVEN, gen_tiny_half(g), width);
    uint64_t words[2] = {rng_next(&g->rng), rng_next(&g->rng)};
    if (gen_below(g, 2)) words[0] = gen_below(g, 2) ? 0 : (uint64_t)1 << 63;
    expr rest = expr_const_wide(p, width - 8, words);
    return gen_below(g, 2) ? expr_concat(p, g->words[0], rest) : expr_concat(p, rest, g->words[0]);
}

static inline expr gen_float_leaf(struct gen *g, uint32_t width) {
    if (gen_below(g, 4) == 0) return gen_float_const(g, width);
    if (g->tiny) return gen_tiny(g, width);
    if (width == 32) return gen_below(g, 2) ? g->words[5] : expr_fcvt(g->pool, ROUND_EVEN, g->words[4], 32);
    if (gen_below(g, 2)) return g->words[4];
    return expr_concat(g->pool, g->words[gen_below(g, 2)], g->words[2 + gen_below(g, 2)]);
}

static inline uint32_t gen_format(struct gen *g) {
    static const uint32_t widths[] = {16, 16, 16, 32, 32, 64, 80, 80};
    if (!g->wide) return gen_below(g, 4) ? 16 : 32;
    return widths[gen_below(g, 8)];
}

static inline expr gen_float(struct gen *g, uint32_t width, int depth) {
    struct expr_pool *p = g->pool;
    if (depth <= 0) return gen_float_leaf(g, width);
    enum float_round mode = gen_below(g, 2) ? ROUND_EVEN : (enum float_round)gen_below(g, FLOAT_ROUNDS);
    expr a = gen_float(g, width, depth - 1);
    switch (gen_below(g, width == 16 || g->wide ? 14 : 10)) {
    case 0: return expr_fneg(p, a);
    case 1: return expr_fabs(p, a);
    case 2: return expr_frint(p, mode, a);
    case 3: return expr_from_int(p, mode, gen_below(g, 2), gen_term(g, 8, depth - 1), width);
    case 4: {
        uint32_t other = g->wide ? gen_format(g) : 48 - width;
        return other == width ? a : expr_fcvt(p, mode, gen_float(g, other, depth - 1), width);
    }
    case 5: return expr_ite(p, gen_cond(g, depth - 1), a, gen_float_leaf(g, width));
    case 6: return expr_fcopysign(p, a, gen_float_leaf(g, width));
    case 10: return expr_fmul(p, mode, a, gen_float_leaf(g, width));
    case 11: return expr_fdiv(p, mode, a, gen_float_const(g, width));
    case 12: return expr_fsqrt(p, mode, a);
    default: return expr_fadd(p, mode, a, gen_float(g, width, depth - 1));
    }
}

static inline expr gen_float_cond(struct gen *g, int depth) {
    struct expr_pool *p = g->pool;
    uint32_t width = gen_format(g);
    expr a = gen_float(g, width, depth), b = gen_below(g, 2) ? gen_float_const(g, width) : gen_float(g, width, depth - 1);
    switch (gen_below(g, 8)) {
    case 0: return expr_fnan(p, a);
    case 1: return expr_feq(p, a, b);
    case 2: return expr_fle(p, a, b);
    case 3: return expr_fclass(p, gen_below(g, 1024) & ~3u, a);
    case 4: return expr_eq(p, expr_to_int(p, gen_below(g, 2), a, 8), gen_term(g, 8, depth - 1));
    case 5: return expr_fits_int(p, gen_below(g, 2), a, 8);
    case 6: return expr_flt(p, b, a);
    default: return expr_flt(p, a, b);
    }
}

static inline expr gen_cond(struct gen *g, int depth) {
    if (g->floats && gen_below(g, g->tiny ? 8 : 2)) return gen_float_cond(g, depth > 0 ? (int)gen_below(g, (uint32_t)depth + 1) : 0);
    switch (depth <= 0 ? 9 : gen_below(g, 10)) {
    case 0: return expr_and(g->pool, gen_cond(g, depth - 1), gen_cond(g, depth - 1));
    case 1: return expr_or(g->pool, gen_cond(g, depth - 1), gen_cond(g, depth - 1));
    case 2: return expr_not(g->pool, gen_cond(g, depth - 1));
    case 3: return g->words[6];
    default: return gen_compare(g, depth > 0 ? (int)gen_below(g, (uint32_t)depth + 1) : 0);
    }
}

#endif
