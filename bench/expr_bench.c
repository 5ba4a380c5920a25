/* Speed of expressions: constructors and evaluation.
 *   make && cc -O2 -Isrc bench/expr_bench.c build/libshrike.a -o build/expr_bench
 *   build/expr_bench
 */
#include <stdio.h>
#include <time.h>

#include "base/stats.h"
#include "base/rng.h"
#include "base/vec.h"
#include "expr/arith.h"
#include "expr/expr.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/relate.h"

enum { BYTES = 64, ROUNDS = 20000 };

/* Processor time: other people's work does not count. */
struct bench {
    struct expr_pool *pool;
    expr bytes[BYTES];
    vec_u32 conds;
    uint64_t calls;
};

/* A hash over input bytes, with a branch condition after each round. */
static void hash_loop(struct bench *b) {
    struct expr_pool *p = b->pool;
    expr h = expr_const(p, 32, 2166136261u);
    for (int i = 0; i < ROUNDS; i++) {
        expr wide = expr_zext(p, b->bytes[i % BYTES], 32);
        h = expr_mul(p, expr_xor(p, h, wide), expr_const(p, 32, 16777619));
        expr c = expr_ult(p, expr_extract(p, h, 0, 8), expr_const(p, 8, 100));
        vec_push(&b->conds, c.id);
        b->calls += 7;
    }
}

/* Counters, indexes and comparisons as a loop makes them. */
static void index_loop(struct bench *b) {
    struct expr_pool *p = b->pool;
    expr base = expr_sym(p, 64, "base"), n = expr_sym(p, 32, "n"), i = expr_const(p, 32, 0);
    expr sum = expr_const(p, 32, 0);
    for (int k = 0; k < ROUNDS; k++) {
        expr index = expr_add(p, i, n);
        expr address =
            expr_add(p, base, expr_mul(p, expr_sext(p, index, 64), expr_const(p, 64, 4)));
        expr inside = expr_ule(p, expr_sub(p, address, base), expr_const(p, 64, 4000));
        sum = expr_add(p, sum, expr_zext(p, b->bytes[k % BYTES], 32));
        i = expr_add(p, i, expr_const(p, 32, 1));
        vec_push(&b->conds, inside.id);
        vec_push(&b->conds, expr_slt(p, sum, n).id);
        b->calls += 14;
    }
}

/* Words put together from bytes and taken apart again. */
static void byte_loop(struct bench *b) {
    struct expr_pool *p = b->pool;
    for (int k = 0; k < ROUNDS; k++) {
        expr w = expr_zext(p, b->bytes[k % BYTES], 32);
        for (unsigned j = 1; j < 4; j++) {
            expr byte = expr_zext(p, b->bytes[(k * 7 + (int)j) % BYTES], 32);
            w = expr_or(p, w, expr_shl(p, byte, expr_const(p, 32, 8 * j)));
        }
        expr c = expr_eq(p, w, expr_const(p, 32, (uint64_t)k * 2654435761u));
        vec_push(&b->conds, expr_not(p, c).id);
        vec_push(&b->conds, expr_eq(p, expr_extract(p, w, 8, 8), expr_const(p, 8, 7)).id);
        b->calls += 20;
    }
}

static void measure(struct bench *b, const char *name, void (*build)(struct bench *)) {
    uint32_t before = expr_pool_count(b->pool);
    b->calls = 0;
    uint64_t start = cpu_ns();
    build(b);
    double s = (double)(cpu_ns() - start) / 1e9;
    printf("%-12s %8.2f M constructor calls/s  %9u nodes\n", name, (double)b->calls / s / 1e6,
           expr_pool_count(b->pool) - before);
}

static void measure_eval(struct bench *b) {
    struct rng rng;
    rng_init(&rng, 1);
    uint64_t truths = 0, start = cpu_ns();
    enum { MODELS = 10 };
    for (int k = 0; k < MODELS; k++) {
        struct model *m = model_new();
        for (int i = 0; i < BYTES; i++)
            model_set(m, expr_symbol(b->pool, b->bytes[i]), rng_next(&rng) & 255);
        for (vec_each(uint32_t, i, &b->conds))
            truths += model_holds(m, b->pool, (expr){b->conds.data[i]});
        model_release(m);
    }
    double s = (double)(cpu_ns() - start) / 1e9;
    printf("first evaluation    %8.2f M nodes/s\n",
           (double)expr_pool_count(b->pool) * MODELS / s / 1e6);
    struct model *m = model_new();
    for (int round = 0; round < 20; round++) {
        if (round == 1) start = cpu_ns();
        for (vec_each(uint32_t, i, &b->conds))
            truths += model_holds(m, b->pool, (expr){b->conds.data[i]});
    }
    s = (double)(cpu_ns() - start) / 1e9;
    printf("remembered          %8.2f M evaluations/s  (%llu true)\n",
           19.0 * b->conds.len / s / 1e6, (unsigned long long)truths);
    model_release(m);
}

int main(void) {
    struct bench b = {.pool = expr_pool_new()};
    for (int i = 0; i < BYTES; i++) b.bytes[i] = expr_sym(b.pool, 8, "b");
    measure(&b, "hash", hash_loop);
    measure(&b, "index", index_loop);
    measure(&b, "bytes", byte_loop);
    measure(&b, "bytes again", byte_loop);
    printf("%.1f bytes of pool per node\n",
           (double)expr_pool_bytes(b.pool) / expr_pool_count(b.pool));
    measure_eval(&b);
    vec_release(&b.conds);
    expr_pool_free(b.pool);
    return 0;
}
