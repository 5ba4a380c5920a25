/* Questions about floats: ranges and circuits beside Z3 alone, in one run.
 *
 *     solver_floats [SECONDS [NAME [BITS [alone]]]]     only problems whose name contains NAME, of the format with so many
 *                                                       BITS (0: of all), without Z3
 *
 * Ours are ranges first and then the bit-blaster, as in the chain. Every model is checked by
 * evaluation. Seconds are of the processor; the last column is ours divided by Z3's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/context.h"
#include "expr/arith.h"
#include "expr/float.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/pool.h"
#include "expr/relate.h"
#include "solver/backend.h"
#include "solver/boxes.h"

typedef struct expr_pool *pool_p;

enum { MOST = 32 };

struct set {
    pool_p pool;
    uint32_t width; /* of all floats */
    expr c[MOST];
    uint32_t n;
};

static expr number(const struct set *s, double v) {
    uint64_t bits;
    memcpy(&bits, &v, 8);
    return expr_fcvt(s->pool, ROUND_EVEN, expr_const(s->pool, 64, bits), s->width);
}

static void say(struct set *s, expr c) { s->c[s->n++] = c; }

static expr input(struct set *s, const char *name, double low, double high) {
    expr x = expr_sym(s->pool, s->width, name);
    say(s, expr_fle(s->pool, number(s, low), x));
    say(s, expr_fle(s->pool, x, number(s, high)));
    return x;
}

static expr add(pool_p p, expr a, expr b) { return expr_fadd(p, ROUND_EVEN, a, b); }
static expr mul(pool_p p, expr a, expr b) { return expr_fmul(p, ROUND_EVEN, a, b); }
static expr quotient(pool_p p, expr a, expr b) { return expr_fdiv(p, ROUND_EVEN, a, b); }
static expr root(pool_p p, expr a) { return expr_fsqrt(p, ROUND_EVEN, a); }
static void equal(struct set *s, expr a, expr b) { say(s, expr_feq(s->pool, a, b)); }
static void differ(struct set *s, expr a, expr b) { say(s, expr_not(s->pool, expr_feq(s->pool, a, b))); }

/* ---- problems ------------------------------------------------------------------------------- */

static void sum_value(struct set *s) { equal(s, add(s->pool, input(s, "x", 0, 10), input(s, "y", 0, 10)), number(s, 3.7)); }
static void sum_back(struct set *s) {
    expr x = input(s, "x", 1, 2), y = input(s, "y", 1, 2), sum = add(s->pool, x, y);
    differ(s, expr_fsub(s->pool, ROUND_EVEN, sum, y), x);
}
static void sum_same(struct set *s) {
    expr x = input(s, "x", -1e15, 1e15);
    equal(s, add(s->pool, x, number(s, 1)), x);
}
static void sum_many(struct set *s) {
    expr sum = number(s, 0);
    for (char i = 'a'; i < 'm'; i++) sum = add(s->pool, sum, input(s, (char[]){i, 0}, 0, 1));
    say(s, expr_flt(s->pool, number(s, 12), sum));
}
static void product_value(struct set *s) { equal(s, mul(s->pool, input(s, "x", 2, 3), input(s, "y", 2, 3)), number(s, 6.1)); }
static void product_root(struct set *s) {
    expr x = input(s, "x", 1, 2);
    equal(s, mul(s->pool, x, x), number(s, 2));
}
static void product_bound(struct set *s) {
    say(s, expr_flt(s->pool, number(s, 6), mul(s->pool, input(s, "x", 0, 2), input(s, "y", 0, 3))));
}
static void quotient_value(struct set *s) { equal(s, quotient(s->pool, input(s, "x", 0, 1), number(s, 3)), number(s, 0.1)); }
static void quotient_bound(struct set *s) {
    say(s, expr_flt(s->pool, number(s, 1), quotient(s->pool, input(s, "x", 0, 2), input(s, "y", 2, 9))));
}
static void quotient_back(struct set *s) {
    expr x = input(s, "x", 1, 2), y = number(s, 3);
    differ(s, mul(s->pool, quotient(s->pool, x, y), y), x);
}
static void root_value(struct set *s) { equal(s, root(s->pool, input(s, "x", 0, 100)), number(s, 1.7)); }
static void root_bound(struct set *s) { say(s, expr_flt(s->pool, number(s, 2), root(s->pool, input(s, "x", 0, 4)))); }
static void root_back(struct set *s) {
    expr x = input(s, "x", 1, 4), r = root(s->pool, x);
    differ(s, mul(s->pool, r, r), x);
}

/* Not decided by ranges: an order, and sums under choices. */
static void product_order(struct set *s) {
    expr x = input(s, "x", -9, 9), y = input(s, "y", -9, 9), z = input(s, "z", 0.5, 9);
    say(s, expr_fle(s->pool, x, y));
    say(s, expr_flt(s->pool, mul(s->pool, y, z), mul(s->pool, x, z)));
}
static void quotient_order(struct set *s) {
    expr x = input(s, "x", -9, 9), y = input(s, "y", -9, 9), z = input(s, "z", 0.5, 9);
    say(s, expr_fle(s->pool, x, y));
    say(s, expr_flt(s->pool, quotient(s->pool, y, z), quotient(s->pool, x, z)));
}
static void root_order(struct set *s) {
    expr x = input(s, "x", 0, 9), y = input(s, "y", 0, 9);
    say(s, expr_fle(s->pool, x, y));
    say(s, expr_flt(s->pool, root(s->pool, y), root(s->pool, x)));
}
static void choices(struct set *s) {
    pool_p p = s->pool;
    expr sum = number(s, 0);
    for (char i = 'a'; i < 'e'; i++) {
        expr x = input(s, (char[]){i, 'x', 0}, 1, 2), y = input(s, (char[]){i, 'y', 0}, 1, 2), c = expr_sym(p, 1, (char[]){i, 0});
        sum = add(p, sum, expr_ite(p, c, mul(p, x, y), quotient(p, x, y)));
    }
    say(s, expr_flt(p, number(s, 17), sum));
}
static void sign_of_product(struct set *s) {
    pool_p p = s->pool;
    expr x = expr_sym(p, s->width, "x"), y = expr_sym(p, s->width, "y"), zero = number(s, 0);
    say(s, expr_eq(p, expr_flt(p, x, zero), expr_flt(p, y, zero)));
    say(s, expr_flt(p, mul(p, x, y), zero));
}
/* What needs circuits: two that share their operands. */
static void product_and_sum(struct set *s) {
    expr x = input(s, "x", 0, 10), y = input(s, "y", 0, 10);
    say(s, expr_flt(s->pool, number(s, 6), mul(s->pool, x, y)));
    say(s, expr_flt(s->pool, mul(s->pool, x, y), number(s, 6.0625)));
    equal(s, add(s->pool, x, y), number(s, 5));
}
static void quotient_and_sum(struct set *s) {
    expr x = input(s, "x", 0, 10), y = input(s, "y", 1, 10);
    say(s, expr_flt(s->pool, number(s, 1.25), quotient(s->pool, x, y)));
    say(s, expr_flt(s->pool, quotient(s->pool, x, y), number(s, 1.26)));
    equal(s, add(s->pool, x, y), number(s, 5));
}
static void products_of_products(struct set *s) {
    expr x = input(s, "x", 1, 4), y = input(s, "y", 1, 4), z = input(s, "z", 1, 4), xy = mul(s->pool, x, y), yz = mul(s->pool, y, z);
    say(s, expr_flt(s->pool, xy, yz));
    say(s, expr_flt(s->pool, z, x));
}

struct problem {
    const char *name;
    void (*make)(struct set *s);
};

static const struct problem problems[] = {
    {"x + y = 3.7", sum_value}, {"x + y - y != x", sum_back}, {"x + 1 = x, |x| <= 1e15", sum_same},
    {"sum of 12 in [0, 1] > 12", sum_many}, {"x * y = 6.1", product_value}, {"x * x = 2", product_root},
    {"x * y > 6, x <= 2, y <= 3", product_bound}, {"x / 3 = 0.1", quotient_value}, {"x / y > 1, x <= 2 <= y", quotient_bound},
    {"x / 3 * 3 != x", quotient_back}, {"sqrt x = 1.7", root_value}, {"sqrt x > 2, x <= 4", root_bound},
    {"sqrt x * sqrt x != x", root_back}, {"x <= y, y * z < x * z", product_order}, {"x <= y, y / z < x / z", quotient_order},
    {"x <= y, sqrt y < sqrt x", root_order}, {"4 products or quotients > 17", choices}, {"one sign, x * y < 0", sign_of_product},
    {"6 < x * y < 6.06, x + y = 5", product_and_sum}, {"1.25 < x / y < 1.26, x + y = 5", quotient_and_sum}, {"x * y < y * z, z < x", products_of_products},
};

/* ---- running -------------------------------------------------------------------------------- */

/* Processor time: others may be using the machine. */
static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

struct outcome {
    enum answer answer;
    double seconds;
};

static enum answer ask(struct backend *be, struct set *s, double limit) {
    struct model *m = NULL;
    enum answer a = be->check(be, s->c, s->n, (struct budget){.seconds = limit}, &m, NULL);
    for (uint32_t i = 0; i < s->n && a == ANSWER_SAT; i++) {
        if (model_holds(m, s->pool, s->c[i])) continue;
        printf("WRONG MODEL from %s\n", be->name);
        exit(1);
    }
    model_release(m);
    return a;
}

static struct outcome run(struct context *ctx, const struct problem *pr, uint32_t width, double limit, bool z3) {
    struct set s = {.pool = expr_pool_new(), .width = width};
    struct backend *first = z3 ? NULL : boxes_new(ctx, s.pool);
    struct backend *be = z3 ? z3_new(ctx, s.pool, false) : bitblast_new(ctx, s.pool);
    pr->make(&s);
    double start = cpu_seconds();
    struct outcome o = {.answer = ANSWER_UNKNOWN};
    if (first) o.answer = ask(first, &s, limit);
    if (o.answer == ANSWER_UNKNOWN) o.answer = ask(be, &s, limit);
    o.seconds = cpu_seconds() - start;
    if (first) first->free(first);
    be->free(be);
    expr_pool_free(s.pool);
    return o;
}

static void print_outcome(struct outcome o) {
    static const char *const names[] = {"-", "sat", "unsat"};
    printf(" %9.4f s %-5s", o.seconds, names[o.answer]);
    fflush(stdout);
}

static bool compare(struct context *ctx, const struct problem *pr, uint32_t width, double limit, bool alone) {
    printf("%-30s", pr->name);
    struct outcome a = run(ctx, pr, width, limit, false);
    print_outcome(a);
    if (alone) {
        printf("\n");
        return true;
    }
    struct outcome b = run(ctx, pr, width, limit, true);
    print_outcome(b);
    printf(" %8.3f\n", a.seconds / b.seconds);
    return !a.answer || !b.answer || a.answer == b.answer;
}

int main(int argc, char **argv) {
    static const struct { const char *name; uint32_t width; } formats[] = {{"doubles", 64}, {"floats", 32}, {"long doubles", 80}};
    double limit = argc > 1 ? atof(argv[1]) : 20;
    uint32_t only = argc > 3 ? (uint32_t)atoi(argv[3]) : 0;
    struct context ctx;
    context_init(&ctx);
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        if (only && only != formats[f].width) continue;
        printf("%-30s %-17s %-17s %s\n", formats[f].name, "ours", "z3", "ratio");
        for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
            if (argc > 2 && !strstr(problems[i].name, argv[2])) continue;
            if (compare(&ctx, &problems[i], formats[f].width, limit, argc > 4)) continue;
            printf("DISAGREEMENT\n");
            return 1;
        }
    }
    context_release(&ctx);
    return 0;
}
