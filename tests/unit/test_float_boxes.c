/* Ranges of floats against the bit-blaster: random questions about one or two floats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/mem.h"
#include "expr/bv.h"
#include "expr/float.h"
#include "expr/model.h"
#include "expr/pool.h"
#include "solver/backend.h"
#include "solver/boxes.h"
#include "solver/boxes_value.h"

static uint64_t seed = 11;
static uint64_t draw(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

/* ---- operators over ranges hold every value ------------------------------------------------ */

static uint64_t draw_bits(uint32_t width) {
    struct float_format f = {0};
    float_format_of(width, &f);
    uint64_t mask = bv_mask(f.exponent_bits), fraction = draw() & bv_mask(f.precision - 1);
    uint64_t exponents[] = {0, mask, mask / 2, mask / 2 + 1, draw() & mask, mask - 1, mask / 2 - 1, 1};
    if (draw() % 3 == 0) fraction &= draw() % 4;
    return fraction | exponents[draw() % 8] << (f.precision - 1) | (draw() & 1) << (width - 1);
}

/* A range around a value: a point, neighbours, or anything above or below. */
static struct box_range draw_range(uint32_t width, uint64_t value) {
    uint64_t mask = bv_mask(width), by = draw() & mask;
    by = draw() % 4 ? by >> draw() % width : draw() % 2;
    uint64_t lo = value > by ? value - by : 0, hi = mask - value > by ? value + by : mask;
    return range_bits(draw() % 3 ? lo : value, draw() % 3 ? hi : value);
}

static double number(uint32_t width, uint64_t bits) {
    float f;
    double d;
    memcpy(&f, &bits, 4);
    memcpy(&d, &bits, 8);
    return width == 32 ? (double)f : d;
}

static bool holds(const struct box_range *r, uint32_t width, uint64_t value) {
    if (!r->is_float) return r->lo <= value && value <= r->hi;
    double v = number(width, value);
    return isnan(v) ? r->nan : r->number && r->low <= v && v <= r->high;
}

static const enum expr_op ops[] = {EXPR_FADD, EXPR_FMUL, EXPR_FDIV, EXPR_FSQRT, EXPR_FMA, EXPR_FRINT, EXPR_FNEG, EXPR_FABS,
                                   EXPR_FCVT, EXPR_FROMI, EXPR_FTOI, EXPR_FEQ, EXPR_FLT, EXPR_FLE, EXPR_FNAN, EXPR_FREM};
enum { OPS = sizeof ops / sizeof *ops };

static void try_range(enum expr_op op, uint32_t width) {
    uint64_t values[3], aux = draw() % 3 ? 0 : draw() % FLOAT_ROUNDS, out[2] = {0};
    struct box_range ranges[3], *kids[3] = {0};
    const uint64_t *words[3] = {&values[0], &values[1], &values[2]};
    uint32_t widths[3] = {width, width, width}, to = width;
    if (op == EXPR_FROMI || op == EXPR_FTOI) aux = (op == EXPR_FTOI ? ROUND_ZERO : aux) | draw() % 2 * 8;
    if (op == EXPR_FTOI) to = 8 + (uint32_t)(draw() % 57);
    if (op == EXPR_FCVT) to = 96 - width;
    if (op >= EXPR_FEQ && op <= EXPR_FNAN) to = 1;
    struct range_node n = {op, to, width, aux, false};
    for (int i = 0; i < expr_arity(op); i++) {
        values[i] = op == EXPR_FROMI ? draw() >> draw() % 64 & bv_mask(width) : draw_bits(width);
        ranges[i] = draw_range(width, values[i]);
        kids[i] = &ranges[i];
    }
    if (!float_apply(op, aux, to, widths, words, out)) return;
    struct box_range r = range_apply(&n, (const struct box_range *const *)kids);
    if (holds(&r, to, out[0])) return;
    fail_msg("op %d mode %llu width %u of %llx, %llx gives %llx, not in its range", (int)op, (unsigned long long)aux, width,
             (unsigned long long)values[0], (unsigned long long)values[1], (unsigned long long)out[0]);
}

static void test_ranges(void **state) {
    (void)state;
    const char *more = getenv("FLOAT_TRIALS");
    uint32_t rounds = more ? (uint32_t)atoi(more) : 3000;
    for (uint32_t k = 0; k < rounds; k++)
        for (int i = 0; i < OPS; i++) try_range(ops[i], draw() % 2 ? 32 : 64);
}

/* ---- questions ---------------------------------------------------------------------------------- */

struct rig {
    struct context ctx;
    struct expr_pool *pool;
    struct backend *boxes, *bits;
    expr x, y;
};

static expr constant(struct rig *r) {
    static const float some[] = {0, 1, -1, 0.5f, 2, 3.25f, -10, 1e-3f, 1e10f, -0.1f, 1e-40f, INFINITY};
    uint32_t bits;
    float f = some[draw() % 12];
    memcpy(&bits, &f, 4);
    return expr_const(r->pool, 32, bits);
}

static expr term(struct rig *r, int depth) {
    struct expr_pool *p = r->pool;
    if (!depth || draw() % 5 == 0) return draw() % 3 == 0 ? constant(r) : draw() % 3 ? r->x : r->y;
    expr a = term(r, depth - 1), b = term(r, depth - 1);
    switch (draw() % 9) {
    case 0: return expr_fmul(p, ROUND_EVEN, a, b);
    case 1: return expr_fmul(p, ROUND_EVEN, a, a);
    case 2: return expr_fdiv(p, ROUND_EVEN, a, constant(r));
    case 3: return expr_fabs(p, a);
    case 4: return expr_fneg(p, a);
    case 5: return expr_fsub(p, ROUND_EVEN, a, b);
    case 6: return expr_frint(p, ROUND_DOWN, a);
    case 7: return expr_fmin(p, a, b);
    default: return expr_fadd(p, ROUND_EVEN, a, b);
    }
}

static expr condition(struct rig *r, int depth) {
    expr a = term(r, depth), b = draw() % 2 ? constant(r) : term(r, depth);
    return expr_fcmp(r->pool, 1 + (uint32_t)(draw() % 14), a, b);
}

static enum answer ask(struct rig *r, struct backend *be, const expr *c, uint32_t n, uint64_t ticks, vec_u32 *core) {
    struct model *m = NULL;
    struct budget budget = {.ticks = ticks};
    enum answer a = be->check(be, c, n, budget, &m, core);
    for (uint32_t i = 0; i < n && m; i++) assert_true(model_holds(m, r->pool, c[i]));
    model_release(m);
    return a;
}

static void test_questions(void **state) {
    (void)state;
    struct rig r;
    const char *more = getenv("FLOAT_TRIALS");
    uint32_t rounds = more ? (uint32_t)atoi(more) / 10 : 40, answered = 0;
    context_init(&r.ctx);
    r.pool = expr_pool_new();
    r.boxes = boxes_new(&r.ctx, r.pool);
    r.bits = bitblast_new(&r.ctx, r.pool);
    r.x = expr_sym(r.pool, 32, "x");
    r.y = expr_sym(r.pool, 32, "y");
    vec_u32 core = {0};
    for (uint32_t k = 0; k < rounds; k++) {
        expr set[] = {condition(&r, 1), condition(&r, 1), condition(&r, 2)};
        enum answer a = ask(&r, r.boxes, set, 3, 0, &core);
        if (a == ANSWER_UNKNOWN) continue;
        answered++;
        enum answer b = ask(&r, r.bits, set, 3, 3000, NULL);
        if (b != ANSWER_UNKNOWN) assert_int_equal(a, b);
        if (a != ANSWER_UNSAT) continue;
        expr rest[3];
        for (uint32_t i = 0; i < core.len; i++) rest[i] = set[core.data[i]];
        assert_int_not_equal(ask(&r, r.bits, rest, core.len, 3000, NULL), ANSWER_SAT);
    }
    assert_true(answered > rounds / 4);
    vec_release(&core);
    r.boxes->free(r.boxes);
    r.bits->free(r.bits);
    expr_pool_free(r.pool);
    context_release(&r.ctx);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
