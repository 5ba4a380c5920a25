/* Cost of PARTI's questions, in nanoseconds of processor time each.
 *
 *   gcc -O2 -DNDEBUG -Isrc -D_GNU_SOURCE bench/parti_decide.c build/libshrike.a -lm
 */
#include <stdio.h>
#include <time.h>

#include "base/stats.h"
#include "base/context.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/relate.h"
#include "solver/parti.h"

enum { ROUNDS = 200000 };

struct bench {
    struct context ctx;
    struct expr_pool *pool;
    struct parti *p;
    expr x, y, c;
};

/* Processor time: the machine may be busy with other things. */
static void report(const char *name, uint64_t started, uint64_t count, const char *answer) {
    printf("%-52s %8.1f ns  %s\n", name, (double)(cpu_ns() - started) / (double)count, answer);
}

static const char *answer_name(enum parti_result r) {
    static const char *const names[] = {"unknown", "true", "false", "both"};
    return names[r];
}

/* Asks under two domains in turn, so that no value is remembered. */
static void ask(struct bench *b, const char *name, struct domains *d, expr cond, bool models) {
    struct domains *two[2] = {parti_learn(b->p, d, expr_ult(b->pool, b->y, expr_const(b->pool, 32, 1000))),
                              parti_learn(b->p, d, expr_ult(b->pool, b->y, expr_const(b->pool, 32, 1001)))};
    enum parti_result r = PARTI_UNKNOWN;
    uint64_t started = cpu_ns();
    int rounds = models ? ROUNDS / 10 : ROUNDS;
    for (int i = 0; i < rounds; i++) {
        struct model *yes = NULL, *no = NULL;
        r = parti_decide(b->p, two[i & 1], cond, models ? &yes : NULL, NULL);
        model_release(yes);
        model_release(no);
    }
    report(name, started, (uint64_t)rounds, answer_name(r));
    domains_release(two[0]);
    domains_release(two[1]);
}

static void learn(struct bench *b, const char *name, struct domains *d, expr c) {
    uint64_t started = cpu_ns();
    bool exact = false;
    for (int i = 0; i < ROUNDS; i++) {
        struct domains *next = parti_learn(b->p, d, c);
        exact = domains_exact(next);
        domains_release(next);
    }
    report(name, started, ROUNDS, exact ? "exact" : "not exact");
}

static void words(struct bench *b, struct domains *d) {
    struct expr_pool *p = b->pool;
#define K(v) expr_const(p, 32, (v))
    ask(b, "x < 10, x in 20..199", d, expr_ult(p, b->x, K(10)), false);
    ask(b, "x < 100, x in 20..199", d, expr_ult(p, b->x, K(100)), false);
    ask(b, "x < 100, with a model", d, expr_ult(p, b->x, K(100)), true);
    ask(b, "x == 77, with a model", d, expr_eq(p, b->x, K(77)), true);
    ask(b, "x <s -5", d, expr_slt(p, b->x, K(-5)), false);
    ask(b, "x + 5 < 100", d, expr_ult(p, expr_add(p, b->x, K(5)), K(100)), false);
    ask(b, "x + 5 < 100, with a model", d, expr_ult(p, expr_add(p, b->x, K(5)), K(100)), true);
    ask(b, "0x1000 + 4 * x < 0x2000", d,
        expr_ult(p, expr_add(p, expr_mul(p, b->x, K(4)), K(0x1000)), K(0x2000)), false);
    ask(b, "(x & 0x70) == 0x30, with a model", d, expr_eq(p, expr_and(p, b->x, K(0x70)), K(0x30)), true);
    ask(b, "x + y < 500, with a model", d, expr_ult(p, expr_add(p, b->x, b->y), K(500)), true);
    ask(b, "x * x == 144, with a model", d, expr_eq(p, expr_mul(p, b->x, b->x), K(144)), true);
    learn(b, "learn x < 100", d, expr_ult(p, b->x, K(100)));
    learn(b, "learn x != 100", d, expr_ne(p, b->x, K(100)));
    learn(b, "learn x + 5 < 100", d, expr_ult(p, expr_add(p, b->x, K(5)), K(100)));
    learn(b, "learn x < y", d, expr_ult(p, b->x, b->y));
#undef K
}

static void bytes(struct bench *b, struct domains *d) {
    struct expr_pool *p = b->pool;
#define K(v) expr_const(p, 8, (v))
    expr lower = expr_and(p, expr_uge(p, b->c, K('a')), expr_ule(p, b->c, K('z')));
    expr upper = expr_and(p, expr_uge(p, b->c, K('A')), expr_ule(p, b->c, K('Z')));
    ask(b, "c is a letter (8 bits, 4 comparisons), model", d, expr_or(p, lower, upper), true);
    ask(b, "(c ^ (c >> 3)) == 77 (8 bits), model", d,
        expr_eq(p, expr_xor(p, b->c, expr_lshr(p, b->c, K(3))), K(77)), true);
    learn(b, "learn c is a letter", d, expr_or(p, lower, upper));
#undef K
}

/* Searches in vain, or nearly so: what an answer of "unknown" costs. */
static void hard(struct bench *b, struct domains *d) {
    struct expr_pool *p = b->pool;
    expr z = expr_sym(p, 32, "z");
#define K(v) expr_const(p, 32, (v))
    struct domains *one = parti_learn(b->p, d, expr_ult(p, b->x, b->y));
    struct domains *two = parti_learn(b->p, one, expr_ult(p, expr_mul(p, b->y, z), K(100000)));
    expr product = expr_add(p, expr_mul(p, b->x, b->y), z);
    ask(b, "x * y + z == 12345678, x < y, y * z < 100000", two, expr_eq(p, product, K(12345678)), true);
    expr hash = expr_add(p, b->x, expr_mul(p, z, K(31)));
    for (int i = 0; i < 10; i++)
        hash = expr_xor(p, expr_mul(p, hash, K(16777619)), expr_add(p, b->y, K((uint64_t)i * 77)));
    ask(b, "hash of x, y, z (30 operators) == 99", d, expr_eq(p, hash, K(99)), true);
    ask(b, "hash of x, y, z (30 operators) == 99, not exact", two, expr_eq(p, hash, K(99)), true);
    domains_release(one);
    domains_release(two);
#undef K
}

int main(void) {
    struct bench b;
    context_init(&b.ctx);
    b.pool = expr_pool_new();
    b.p = parti_new(&b.ctx, b.pool);
    b.x = expr_sym(b.pool, 32, "x");
    b.y = expr_sym(b.pool, 32, "y");
    b.c = expr_sym(b.pool, 8, "c");
    struct domains *none = domains_new(b.p);
    struct domains *low = parti_learn(b.p, none, expr_ult(b.pool, b.x, expr_const(b.pool, 32, 200)));
    struct domains *d = parti_learn(b.p, low, expr_uge(b.pool, b.x, expr_const(b.pool, 32, 20)));
    words(&b, d);
    bytes(&b, d);
    hard(&b, d);
    domains_release(d);
    domains_release(low);
    domains_release(none);
    parti_free(b.p);
    expr_pool_free(b.pool);
    context_release(&b.ctx);
    return 0;
}
