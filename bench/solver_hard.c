/* The bit-blaster beside Z3, in one run: hard problems with a time limit each,
 * and the latency of the small queries that branches ask.
 *
 *     solver_hard [SECONDS [NAME]]     only problems whose name contains NAME
 *
 * Nodes are interned without simplification, so that it is the solvers that are
 * compared. Every model is checked by evaluation.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/stats.h"
#include "base/context.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/pool.h"
#include "expr/relate.h"
#include "solver/backend.h"

typedef struct expr_pool *pool_p;

static expr op2(pool_p p, enum expr_op op, expr a, expr b) {
    bool one = op >= EXPR_EQ && op <= EXPR_SLE;
    return expr_intern(p, op, one ? 1 : expr_width(p, a), 0, a, b, EXPR_NONE);
}
static expr op1(pool_p p, enum expr_op op, uint32_t width, expr a) {
    return expr_intern(p, op, width, 0, a, EXPR_NONE, EXPR_NONE);
}
static expr not_equal(pool_p p, expr a, expr b) {
    return op1(p, EXPR_NOT, 1, op2(p, EXPR_EQ, a, b));
}
static expr add(pool_p p, expr a, expr b) { return op2(p, EXPR_ADD, a, b); }
static expr mul(pool_p p, expr a, expr b) { return op2(p, EXPR_MUL, a, b); }
static expr number(pool_p p, expr like, uint64_t value) {
    uint32_t w = expr_width(p, like);
    if (w <= 64) return expr_const(p, w, value);
    return expr_const_wide(p, w, (uint64_t[EXPR_MAX_WIDTH / 64]){value});
}

/* ---- problems: each writes constraints and returns their number ------------------------- */

typedef uint32_t (*problem_fn)(pool_p p, uint32_t width, uint64_t param, expr *out);

static uint32_t distribute(pool_p p, uint32_t w, uint64_t param, expr *out) {
    (void)param;
    expr x = expr_sym(p, w, "x"), y = expr_sym(p, w, "y"), z = expr_sym(p, w, "z");
    out[0] = not_equal(p, mul(p, x, add(p, y, z)), add(p, mul(p, x, y), mul(p, x, z)));
    return 1;
}

static uint32_t associate(pool_p p, uint32_t w, uint64_t param, expr *out) {
    (void)param;
    expr x = expr_sym(p, w, "x"), y = expr_sym(p, w, "y"), z = expr_sym(p, w, "z");
    out[0] = not_equal(p, mul(p, x, mul(p, y, z)), mul(p, mul(p, x, y), z));
    return 1;
}

static uint32_t difference_of_squares(pool_p p, uint32_t w, uint64_t param, expr *out) {
    (void)param;
    expr x = expr_sym(p, w, "x"), one = number(p, x, 1);
    expr minus = op1(p, EXPR_NEG, w, one);
    expr left = mul(p, add(p, x, one), add(p, x, minus));
    out[0] = not_equal(p, left, add(p, mul(p, x, x), minus));
    return 1;
}

static uint32_t division_identity(pool_p p, uint32_t w, uint64_t is_signed, expr *out) {
    expr x = expr_sym(p, w, "x"), y = expr_sym(p, w, "y");
    expr q = op2(p, is_signed ? EXPR_SDIV : EXPR_UDIV, x, y);
    expr r = op2(p, is_signed ? EXPR_SREM : EXPR_UREM, x, y);
    out[0] = not_equal(p, add(p, mul(p, q, y), r), x);
    return 1;
}

/* The remainder is below the divisor, and so is what it leaves. */
static uint32_t remainder_bound(pool_p p, uint32_t w, uint64_t param, expr *out) {
    (void)param;
    expr x = expr_sym(p, w, "x"), y = expr_sym(p, w, "y");
    out[0] = not_equal(p, y, number(p, y, 0));
    out[1] = op2(p, EXPR_ULE, y, op2(p, EXPR_UREM, op2(p, EXPR_UREM, x, y), y));
    return 2;
}

/* x / y * y never exceeds x. */
static uint32_t quotient_bound(pool_p p, uint32_t w, uint64_t param, expr *out) {
    (void)param;
    expr x = expr_sym(p, w, "x"), y = expr_sym(p, w, "y");
    out[0] = op2(p, EXPR_ULT, x, mul(p, y, op2(p, EXPR_UDIV, x, y)));
    return 1;
}

/* Division by 10 as compilers do it, 32 bits. */
static uint32_t divide_by_ten(pool_p p, uint32_t w, uint64_t param, expr *out) {
    (void)param;
    expr x = expr_sym(p, w, "x"), wide = op1(p, EXPR_ZEXT, 2 * w, x);
    expr product = mul(p, wide, number(p, wide, 0xcccccccd));
    expr high = op2(p, EXPR_LSHR, product, number(p, product, 35));
    out[0] = not_equal(p, op2(p, EXPR_UDIV, wide, number(p, wide, 10)), high);
    return 1;
}

static uint32_t digits(pool_p p, uint32_t w, uint64_t value, expr *out) {
    expr x = expr_sym(p, w, "x"), ten = number(p, x, 10), sum = number(p, x, 0), rest = x;
    for (int i = 0; i < 9; i++) {
        sum = add(p, sum, op2(p, EXPR_UREM, rest, ten));
        rest = op2(p, EXPR_UDIV, rest, ten);
    }
    out[0] = op2(p, EXPR_EQ, sum, number(p, x, value));
    out[1] = op2(p, EXPR_ULT, number(p, x, 900000000), x);
    return 2;
}

static uint32_t square_root(pool_p p, uint32_t w, uint64_t value, expr *out) {
    expr x = expr_sym(p, w, "x");
    out[0] = op2(p, EXPR_EQ, mul(p, x, x), number(p, x, value));
    return 1;
}

static uint32_t cube_root(pool_p p, uint32_t w, uint64_t value, expr *out) {
    expr x = expr_sym(p, w, "x");
    out[0] = op2(p, EXPR_EQ, mul(p, x, mul(p, x, x)), number(p, x, value));
    return 1;
}

/* value = x * y, 1 < x <= y, without overflow. */
static uint32_t factor(pool_p p, uint32_t w, uint64_t value, expr *out) {
    expr x = expr_sym(p, w / 2, "x"), y = expr_sym(p, w / 2, "y");
    expr wx = op1(p, EXPR_ZEXT, w, x), wy = op1(p, EXPR_ZEXT, w, y);
    out[0] = op2(p, EXPR_EQ, mul(p, wx, wy), number(p, wx, value));
    out[1] = op2(p, EXPR_ULT, number(p, x, 1), x);
    out[2] = op2(p, EXPR_ULE, x, y);
    return 3;
}

/* Does x * y overflow as int exactly when it does as a test on long long says? */
static uint32_t overflow_test(pool_p p, uint32_t w, uint64_t param, expr *out) {
    (void)param;
    expr x = expr_sym(p, w, "x"), y = expr_sym(p, w, "y");
    expr wide = mul(p, op1(p, EXPR_SEXT, 2 * w, x), op1(p, EXPR_SEXT, 2 * w, y));
    expr back = op1(p, EXPR_SEXT, 2 * w, mul(p, x, y));
    expr zero = number(p, x, 0);
    out[0] = op2(p, EXPR_EQ, wide, back);
    out[1] = not_equal(p, x, zero);
    out[2] = not_equal(p, op2(p, EXPR_SDIV, mul(p, x, y), x), y);
    return 3;
}

static expr shifted(pool_p p, enum expr_op op, expr x, uint64_t by) {
    return op2(p, op, x, number(p, x, by));
}

static uint32_t popcount(pool_p p, uint32_t w, uint64_t param, expr *out) {
    (void)param;
    expr x = expr_sym(p, w, "x"), slow = number(p, x, 0), fast = x;
    for (uint32_t i = 0; i < w; i++)
        slow = add(p, slow, op2(p, EXPR_AND, shifted(p, EXPR_LSHR, x, i), number(p, x, 1)));
    static const uint64_t masks[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                     0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    for (int i = 0; 1u << i < w; i++) {
        expr mask = number(p, x, masks[i]);
        expr high = op2(p, EXPR_AND, shifted(p, EXPR_LSHR, fast, 1u << i), mask);
        fast = add(p, op2(p, EXPR_AND, fast, mask), high);
    }
    out[0] = not_equal(p, slow, fast);
    return 1;
}

/* Shifting up and down again by an unknown amount is a mask. */
static uint32_t shift_mask(pool_p p, uint32_t w, uint64_t param, expr *out) {
    (void)param;
    expr x = expr_sym(p, w, "x"), s = expr_sym(p, w, "s");
    expr ones = op1(p, EXPR_NOT, w, number(p, x, 0));
    expr left = op2(p, EXPR_LSHR, op2(p, EXPR_SHL, x, s), s);
    out[0] = not_equal(p, left, op2(p, EXPR_AND, x, op2(p, EXPR_LSHR, ones, s)));
    return 1;
}

/* A string of `w` lower case letters with a given hash (h = h * 31 + c). */
static uint32_t string_hash(pool_p p, uint32_t w, uint64_t value, expr *out) {
    expr h = expr_const(p, 32, 0);
    uint32_t n = 0;
    for (uint32_t i = 0; i < w; i++) {
        expr c = expr_sym(p, 8, "c");
        out[n++] = op2(p, EXPR_ULE, expr_const(p, 8, 'a'), c);
        out[n++] = op2(p, EXPR_ULE, c, expr_const(p, 8, 'z'));
        h = add(p, mul(p, h, expr_const(p, 32, 31)), op1(p, EXPR_ZEXT, 32, c));
    }
    out[n++] = op2(p, EXPR_EQ, h, expr_const(p, 32, value));
    return n;
}

/* The finisher of a well-known hash, run backwards. */
static uint32_t mix_inverse(pool_p p, uint32_t w, uint64_t value, expr *out) {
    expr h = expr_sym(p, w, "h");
    expr e = op2(p, EXPR_XOR, h, shifted(p, EXPR_LSHR, h, 16));
    e = mul(p, e, number(p, e, 0x85ebca6b));
    e = op2(p, EXPR_XOR, e, shifted(p, EXPR_LSHR, e, 13));
    e = mul(p, e, number(p, e, 0xc2b2ae35));
    e = op2(p, EXPR_XOR, e, shifted(p, EXPR_LSHR, e, 16));
    out[0] = op2(p, EXPR_EQ, e, number(p, e, value));
    return 1;
}

static const struct problem {
    const char *name;
    problem_fn make;
    uint32_t width;
    uint64_t param;
} PROBLEMS[] = {
    {"x*(y+z) = x*y+x*z, 6 bits", distribute, 6, 0},
    {"x*(y+z) = x*y+x*z, 7 bits", distribute, 7, 0},
    {"x*(y*z) = (x*y)*z, 6 bits", associate, 6, 0},
    {"(x+1)(x-1) = x*x-1, 10 bits", difference_of_squares, 10, 0},
    {"(x+1)(x-1) = x*x-1, 12 bits", difference_of_squares, 12, 0},
    {"(x+1)(x-1) = x*x-1, 16 bits", difference_of_squares, 16, 0},
    {"(x+1)(x-1) = x*x-1, 24 bits", difference_of_squares, 24, 0},
    {"(x+1)(x-1) = x*x-1, 32 bits", difference_of_squares, 32, 0},
    {"x/y*y + x%y = x, 16 bits", division_identity, 16, 0},
    {"x/y*y + x%y = x, 24 bits", division_identity, 24, 0},
    {"x/y*y + x%y = x, 32 bits", division_identity, 32, 0},
    {"signed x/y*y + x%y = x, 8 bits", division_identity, 8, 1},
    {"signed x/y*y + x%y = x, 12 bits", division_identity, 12, 1},
    {"signed x/y*y + x%y = x, 16 bits", division_identity, 16, 1},
    {"signed x/y*y + x%y = x, 32 bits", division_identity, 32, 1},
    {"x%y%y < y, 32 bits", remainder_bound, 32, 0},
    {"x/y*y <= x, 16 bits", quotient_bound, 16, 0},
    {"x/y*y <= x, 32 bits", quotient_bound, 32, 0},
    {"x/10 by multiplication, 32 bits", divide_by_ten, 32, 0},
    {"sum of 9 digits is 77, 32 bits", digits, 32, 77},
    {"x*x = 1764000025 mod 2^32 (root)", square_root, 32, 1764000025},
    {"x*x = 3000000041 mod 2^32", square_root, 32, 3000000041},
    {"x*x = 1522756 mod 2^64", square_root, 64, 1522756},
    {"x*x = 3 mod 2^32 (none)", square_root, 32, 3},
    {"x*x*x = 0x12345679 mod 2^32", cube_root, 32, 0x12345679},
    {"factor 1852970293 (31 bits)", factor, 32, 1852970293},
    {"factor 3275984479 (32 bits)", factor, 32, 3275984479},
    {"factor prime 3000000019 (32 bits)", factor, 32, 3000000019},
    {"factor 733966497091 (40 bits)", factor, 40, 733966497091},
    {"overflow test by division, 8 bits", overflow_test, 8, 0},
    {"overflow test by division, 12 bits", overflow_test, 12, 0},
    {"popcount, 32 bits", popcount, 32, 0},
    {"popcount, 64 bits", popcount, 64, 0},
    {"shift up and down is a mask, 64 bits", shift_mask, 64, 0},
    {"string of 6 letters with a hash", string_hash, 6, 0xb2f6a3c1},
    {"string of 8 letters with a hash", string_hash, 8, 0x12345678},
    {"inverse of a 32-bit mix", mix_inverse, 32, 0xdeadbeef},
};

/* ---- running ---------------------------------------------------------------------------- */

/* Processor time: others may be using the machine. */
struct outcome {
    enum answer answer;
    double seconds;
};

static struct outcome run(struct context *ctx, const struct problem *pr, double limit, bool z3) {
    expr c[64];
    pool_p pool = expr_pool_new();
    struct backend *be = z3 ? z3_new(ctx, pool, false) : bitblast_new(ctx, pool);
    uint32_t n = pr->make(pool, pr->width, pr->param, c);
    struct model *m = NULL;
    uint64_t start = cpu_ns();
    struct outcome o;
    o.answer = be->check(be, c, n, (struct budget){.seconds = limit}, &m, NULL);
    o.seconds = (double)(cpu_ns() - start) / 1e9;
    for (uint32_t i = 0; i < n && o.answer == ANSWER_SAT; i++) {
        if (model_holds(m, pool, c[i])) continue;
        printf("WRONG MODEL from %s\n", be->name);
        exit(1);
    }
    model_release(m);
    be->free(be);
    expr_pool_free(pool);
    return o;
}

static void print_outcome(struct outcome o) {
    static const char *const names[] = {"-", "sat", "unsat"};
    printf(" %9.3f s %-5s", o.seconds, names[o.answer]);
}

static void compare(struct context *ctx, const struct problem *pr, double limit) {
    printf("%-40s", pr->name);
    fflush(stdout);
    struct outcome a = run(ctx, pr, limit, false);
    print_outcome(a);
    fflush(stdout);
    struct outcome b = run(ctx, pr, limit, true);
    print_outcome(b);
    printf("  %8.2f\n", a.seconds / b.seconds);
    fflush(stdout);
    if (a.answer && b.answer && a.answer != b.answer) {
        printf("DISAGREEMENT\n");
        exit(1);
    }
}

/* ---- latency ------------------------------------------------------------------------------ */

/* What a depth-first walk over branches asks: the path so far, and each side of
 * the next branch. Every answer is needed before the next question. */
struct walk {
    pool_p pool;
    struct backend *be;
    struct rng rng;
    expr syms[4];
    expr path[64];
    uint32_t depth;
    uint64_t queries, ns;
    bool renew_z3;
    struct context *ctx;
};

static expr random_branch(struct walk *w) {
    pool_p p = w->pool;
    expr x = w->syms[rng_below(&w->rng, 4)], y = w->syms[rng_below(&w->rng, 4)];
    expr k = expr_const(p, 32, rng_below(&w->rng, 1000));
    switch (rng_below(&w->rng, 6)) {
    case 0: return expr_ult(p, x, k);
    case 1: return expr_slt(p, k, expr_add(p, x, y));
    case 2: return expr_eq(p, expr_and(p, x, expr_const(p, 32, 7)), expr_const(p, 32, 3));
    case 3: return expr_sle(p, x, y);
    case 4: return expr_eq(p, expr_add(p, x, k), y);
    default: return expr_ult(p, expr_mul(p, x, expr_const(p, 32, 3)), expr_add(p, y, k));
    }
}

static bool feasible(struct walk *w) {
    struct model *m = NULL;
    uint64_t start = cpu_ns();
    if (w->renew_z3) w->be = z3_new(w->ctx, w->pool, false);
    enum answer a = w->be->check(w->be, w->path, w->depth, (struct budget){0}, &m, NULL);
    if (w->renew_z3) w->be->free(w->be);
    w->ns += cpu_ns() - start;
    w->queries++;
    model_release(m);
    return a == ANSWER_SAT;
}

static void walk_tree(struct walk *w, uint32_t depth, uint64_t most) {
    if (depth == 0 || w->queries >= most) return;
    expr cond = random_branch(w);
    for (int side = 0; side < 2; side++) {
        w->path[w->depth++] = side ? expr_not(w->pool, cond) : cond;
        if (feasible(w)) walk_tree(w, depth - 1, most);
        w->depth--;
    }
}

static void measure_walk(struct context *ctx, const char *name, int kind, uint64_t most) {
    struct walk w = {.pool = expr_pool_new(), .ctx = ctx, .renew_z3 = kind == 3};
    rng_init(&w.rng, 7);
    if (kind == 0) w.be = bitblast_new(ctx, w.pool);
    else if (kind < 3) w.be = z3_new(ctx, w.pool, kind == 2);
    for (int i = 0; i < 4; i++) w.syms[i] = expr_sym(w.pool, 32, "x");
    while (w.queries < most) walk_tree(&w, 12, most);
    printf("%-40s %8.1f us a query (%llu queries)\n", name,
           (double)w.ns / 1e3 / (double)w.queries, (unsigned long long)w.queries);
    fflush(stdout);
    if (!w.renew_z3) w.be->free(w.be);
    expr_pool_free(w.pool);
}

int main(int argc, char **argv) {
    double limit = argc > 1 ? atof(argv[1]) : 20;
    const char *only = argc > 2 ? argv[2] : "";
    struct context ctx;
    context_init(&ctx);
    printf("%-40s %17s %17s  %8s\n", "problem", "bit-blaster", "Z3", "ratio");
    for (size_t i = 0; i < sizeof PROBLEMS / sizeof *PROBLEMS; i++)
        if (strstr(PROBLEMS[i].name, only)) compare(&ctx, &PROBLEMS[i], limit);
    if (strstr("latency", only)) {
        printf("\nbranch queries along paths of up to 12 conditions over four 32-bit words\n");
        measure_walk(&ctx, "bit-blaster", 0, 2000);
        measure_walk(&ctx, "Z3, incremental", 2, 400);
        measure_walk(&ctx, "Z3, new solver for each query", 1, 400);
        measure_walk(&ctx, "Z3, new context for each query", 3, 40);
    }
    context_release(&ctx);
    return 0;
}
