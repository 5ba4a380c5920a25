/* What proofs may rest on about functions of math.h (solver/libm_range.h), against this machine's library: random
 * boxes of arguments, their ends, neighbours of their ends, and points between. LIBM_TRIALS=N: that many boxes for
 * each function and format. LIBM_ALL=name: every float, in order, for a function of one argument. Back ends are asked
 * about conditions over nine unknown bits, all of whose values are tried (LIBM_QUERIES=N). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#include <cmocka.h>

#include "effort.h"
#include "base/context.h"
#include "base/rng.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/pool.h"
#include "solver/boxes.h"
#include "solver/libm_range.h"
#include "test_solver_gen.h"

static struct rng rng;

static uint64_t some_bits(uint32_t width) {
    static const double special[] = {0, 1, -1, 0.5, 1.5, -1.5, 1.5707963267948966, 3.141592653589793, 709.78, -745.1, 88.72, -103.97,
                                     1024, -1075, 2, 1e-8, 1e-300, 308.3, 22, 0x1p-1074, 0x1p-149, 1e22, INFINITY, -INFINITY};
    uint64_t bits = rng_next(&rng);
    uint64_t kind = rng_below(&rng, 5);
    double small = ((double)(int64_t)bits) * 0x1p-63 * (double)(1 << rng_below(&rng, 12));
    if (kind == 0) return width == 32 ? bits & UINT32_MAX : bits;
    if (kind == 1) {
        uint64_t at = float_encode(width, special[rng_below(&rng, sizeof special / sizeof *special)]);
        return at + rng_below(&rng, 5) - 2;
    }
    return float_encode(width, small);
}

/* A number, or a NaN. */
static double some_value(uint32_t width) { return float_decode(width, some_bits(width) & (width == 32 ? UINT32_MAX : UINT64_MAX)); }

static double step(uint32_t width, double v, int by) {
    for (; by > 0; by--) v = width == 32 ? (double)nextafterf((float)v, INFINITY) : nextafter(v, INFINITY);
    for (; by < 0; by++) v = width == 32 ? (double)nextafterf((float)v, -INFINITY) : nextafter(v, -INFINITY);
    return v;
}

static struct box_range some_box(uint32_t width) {
    double a = some_value(width), b = rng_below(&rng, 3) ? some_value(width) : step(width, a, (int)rng_below(&rng, 200));
    struct box_range r = {.is_float = true, .number = true, .nan = isnan(a) || isnan(b)};
    if (isnan(a)) a = isnan(b) ? 0 : b;
    if (isnan(b)) b = a;
    r.number = !r.nan || rng_below(&rng, 3) > 0;
    r.low = fmin(a, b);
    r.high = fmax(a, b);
    return r;
}

static double clip(const struct box_range *r, double v) { return fmin(fmax(v, r->low), r->high); }

/* A value of the box. */
static double point_of(uint32_t width, const struct box_range *r) {
    if (!r->number) return NAN;
    switch (rng_below(&rng, 6)) {
    case 0: return r->nan ? NAN : r->low;
    case 1: return clip(r, step(width, r->low, (int)rng_below(&rng, 100)));
    case 2: return clip(r, step(width, r->high, -(int)rng_below(&rng, 100)));
    case 3: return clip(r, float_decode(width, float_encode(width, r->low / 2 + r->high / 2)));
    case 4: return r->low <= 0 && r->high >= 0 ? copysign(0, (int)rng_below(&rng, 2) - 0.5) : r->high;
    default: return isnan(r->low) ? r->high : clip(r, some_value(width));
    }
}

static double value(enum libm fn, uint32_t width, double a, double b) {
    return width == 32 ? (double)libm_float(fn, (float)a, (float)b) : libm_double(fn, a, b);
}

static bool holds(const struct box_range *r, double v) { return isnan(v) ? r->nan : r->number && r->low <= v && v <= r->high; }

static void try_box(enum libm fn, uint32_t width) {
    struct box_range a = some_box(width), b = some_box(width);
    if (rng_below(&rng, 4) == 0) b.low = b.high = (double)rng_below(&rng, 9) - 3, b.number = true, b.nan = false; /* whole powers */
    struct box_range r = libm_range(fn, width, &a, &b);
    for (int i = 0; i < 20; i++) {
        double x = point_of(width, &a), y = point_of(width, &b), v = value(fn, width, x, y);
        if (!holds(&r, v))
            fail_msg("%s, %u bits: of [%La, %La]%s and [%La, %La]%s at %a, %a is %a, not in [%La, %La]%s", libm_name(fn), width, a.low, a.high,
                     a.nan ? "?" : "", b.low, b.high, b.nan ? "?" : "", x, y, v, r.low, r.high, r.nan ? "?" : "");
    }
}

static void test_random_boxes(void **state) {
    (void)state;
    const char *wish = getenv("LIBM_TRIALS");
    uint64_t trials = wish ? strtoull(wish, NULL, 10) : effort(800, 3000);
    rng_init(&rng, 1);
    for (int fn = 0; fn < LIBM_FUNCTIONS; fn++)
        for (uint64_t i = 0; i < 2 * trials; i++) try_box((enum libm)fn, i & 1 ? 32 : 64);
}

/* ---- all floats ------------------------------------------------------------------------------------------- */

/* Boxes from the least argument to the one at hand, and from there to the largest, must hold what was seen before
 * and after: for a function that rises that is its value within the margin of the largest so far. */
static void all_floats(enum libm fn) {
    enum { EVERY = 1 << 12 };
    float x = -INFINITY;
    struct box_range seen = {.is_float = true}, none = {.is_float = true};
    for (uint64_t i = 0; x < INFINITY; i++, x = nextafterf(x, INFINITY)) {
        double v = (double)libm_float(fn, x, x);
        if (isnan(v)) seen.nan = true;
        else {
            if (!seen.number || v < seen.low) seen.low = v;
            if (!seen.number || v > seen.high) seen.high = v;
            seen.number = true;
        }
        if (i % EVERY == 0) seen = none, seen.nan = isnan(v), seen.number = !isnan(v), seen.low = seen.high = v;
        if (i % EVERY != EVERY - 1) continue;
        float first = x;
        for (int k = 1; k < EVERY; k++) first = nextafterf(first, -INFINITY);
        struct box_range box = {.is_float = true, .number = true, .low = first, .high = x}, r = libm_range(fn, 32, &box, &box);
        if ((seen.nan && !r.nan) || (seen.number && (!r.number || seen.low < r.low || seen.high > r.high)))
            fail_msg("%s of [%a, %a]: [%La, %La] not in [%La, %La]", libm_name(fn), first, x, seen.low, seen.high, r.low, r.high);
    }
}

static void test_all_floats(void **state) {
    (void)state;
    const char *name = getenv("LIBM_ALL");
    for (int fn = 0; name && fn < LIBM_FUNCTIONS; fn++)
        if (strcmp(name, libm_name((enum libm)fn)) == 0) all_floats((enum libm)fn);
}

/* ---- questions --------------------------------------------------------------------------------------------- */

static expr some_call(struct gen *g, uint32_t width, int depth) {
    enum libm fn = (enum libm)gen_below(g, LIBM_FUNCTIONS);
    expr a = depth ? some_call(g, width, depth - 1) : gen_float_leaf(g, width);
    if (gen_below(g, 3) == 0) a = expr_fadd(g->pool, ROUND_EVEN, a, gen_float_const(g, width));
    return expr_flibm(g->pool, fn, a, fn >= LIBM_pow ? gen_float_leaf(g, width) : a);
}

static expr some_condition(struct gen *g) {
    struct expr_pool *p = g->pool;
    uint32_t width = gen_below(g, 3) ? gen_below(g, 2) ? 32 : 64 : 80;
    expr a = some_call(g, width, (int)gen_below(g, 2));
    expr b = gen_below(g, 2) ? gen_float_const(g, width) : gen_below(g, 2) ? some_call(g, width, 0) : gen_float_leaf(g, width);
    switch (gen_below(g, 5)) {
    case 0: return expr_fnan(p, a);
    case 1: return expr_feq(p, a, b);
    case 2: return expr_fle(p, a, b);
    case 3: return expr_fclass(p, gen_below(g, 1024) & ~3u, a);
    default: return expr_flt(p, b, a);
    }
}

/* By trying the values of v0 and v6. */
static enum answer truth_of(struct gen *g, const expr *set, uint32_t n) {
    for (uint32_t i = 0; i < 512; i++) {
        struct model *m = model_new();
        model_set(m, expr_symbol(g->pool, g->words[0]), i & 255);
        model_set(m, expr_symbol(g->pool, g->words[6]), i >> 8);
        bool all = true;
        for (uint32_t k = 0; k < n && all; k++) all = model_holds(m, g->pool, set[k]);
        model_release(m);
        if (all) return ANSWER_SAT;
    }
    return ANSWER_UNSAT;
}

static bool ask(struct backend *be, struct gen *g, const expr *set, uint32_t n, enum answer truth, uint64_t seed) {
    struct model *m = NULL;
    enum answer a = be->check(be, set, n, (struct budget){.seconds = 1}, &m, NULL);
    if (a != ANSWER_UNKNOWN && a != truth) fail_msg("%s says %d, all values %d (seed %llu)", be->name, a, truth, (unsigned long long)seed);
    for (uint32_t k = 0; a == ANSWER_SAT && k < n; k++) assert_true(model_holds(m, g->pool, set[k]));
    model_release(m);
    return a != ANSWER_UNKNOWN;
}

static void one_question(uint64_t seed, uint64_t *answered) {
    struct context ctx;
    context_init(&ctx);
    struct gen g = {.tiny = true, .floats = true};
    struct expr_pool *pool = expr_pool_new();
    gen_init(&g, pool, seed);
    struct backend *backends[] = {bitblast_new(&ctx, pool), boxes_new(&ctx, pool), seed % 64 ? NULL : z3_new(&ctx, pool, false)};
    expr set[3];
    uint32_t n = 1 + gen_below(&g, 3);
    for (uint32_t i = 0; i < n; i++) {
        expr c = some_condition(&g);
        set[i] = gen_below(&g, 2) ? expr_not(pool, c) : c;
    }
    enum answer truth = truth_of(&g, set, n);
    for (int i = 0; i < 3; i++) {
        if (!backends[i]) continue;
        answered[i] += ask(backends[i], &g, set, n, truth, seed);
        backends[i]->free(backends[i]);
    }
    expr_pool_free(pool);
    context_release(&ctx);
}

static void test_questions(void **state) {
    (void)state;
    const char *wish = getenv("LIBM_QUERIES");
    uint64_t n = wish ? strtoull(wish, NULL, 10) : 130, answered[3] = {0};
    for (uint64_t seed = 1; seed <= n; seed++) one_question(seed, answered);
    printf("%llu questions: bitblast answered %llu, boxes %llu, z3 %llu of one in 64\n", (unsigned long long)n, (unsigned long long)answered[0],
           (unsigned long long)answered[1], (unsigned long long)answered[2]);
    assert_true(answered[0] * 10 >= n * 9 && answered[1] * 3 >= n);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_boxes), cmocka_unit_test(test_all_floats), cmocka_unit_test(test_questions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
