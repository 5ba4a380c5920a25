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
#include "base/str.h"
#include "expr/arith.h"
#include "expr/bv.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/pool.h"
#include "expr/relate.h"
#include "solver/backend.h"
#include "solver/boxes.h"
#include "solver/boxes_value.h"
#include "solver/narrow.h"

static uint64_t seed = 11;
static uint64_t draw(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

/* ---- operators over ranges hold every value ------------------------------------------------ */

enum { X87 = 80 };

static float_word draw_bits(uint32_t width) {
    struct float_format f = {0};
    float_format_of(width, &f);
    uint64_t mask = bv_mask(f.exponent_bits), fraction = draw() & bv_mask(f.precision - 1);
    uint64_t exponents[] = {0, mask, mask / 2, mask / 2 + 1, draw() & mask, mask - 1, mask / 2 - 1, 1};
    if (draw() % 3 == 0) fraction &= draw() % 4;
    uint64_t exponent = exponents[draw() % 8], sign = draw() & 1, leading = draw() % 8 ? exponent != 0 : draw() % 2;
    if (width == X87) return (float_word)(exponent | sign << 15) << 64 | leading << 63 | fraction;
    return fraction | exponent << (f.precision - 1) | sign << (width - 1);
}

static void words_of(float_word bits, uint64_t *words) {
    words[0] = (uint64_t)bits;
    words[1] = (uint64_t)(bits >> 64);
}

/* Without the library's functions for it. */
static long double number(uint32_t width, float_word bits) {
    _Float16 h;
    float f;
    double d;
    long double l = 0;
    memcpy(&h, &bits, 2);
    memcpy(&f, &bits, 4);
    memcpy(&d, &bits, 8);
    memcpy(&l, &bits, 10);
    if (width == X87) return (bits >> 64 & 0x7fff) && !(bits >> 63 & 1) ? (long double)NAN : l;
    return width == 16 ? (long double)h : width == 32 ? (long double)f : (long double)d;
}

/* A range around a value: a point, neighbours, or anything above or below. */
static struct box_range draw_range(uint32_t width, uint64_t value) {
    uint64_t mask = bv_mask(width), by = draw() & mask;
    by = draw() % 4 ? by >> draw() % width : draw() % 2;
    uint64_t lo = value > by ? value - by : 0, hi = mask - value > by ? value + by : mask;
    return range_bits(draw() % 3 ? lo : value, draw() % 3 ? hi : value);
}

static struct box_range draw_numbers(long double v) {
    struct box_range r = {.is_float = true, .nan = isnan(v) || draw() % 4 == 0, .number = !isnan(v), .low = v, .high = v};
    long double other[] = {nextafterl(v, -INFINITY), nextafterl(v, INFINITY), -v, 2 * v, v / 2, v + 1, v - 1, 0, -INFINITY, INFINITY};
    for (int i = 0; i < 2 && r.number; i++) {
        long double by = other[draw() % 10];
        if (draw() % 3 == 0 || isnan(by)) continue;
        r.low = fminl(r.low, by);
        r.high = fmaxl(r.high, by);
    }
    return r;
}

static struct box_range draw_around(uint32_t width, float_word value) {
    return width == X87 ? draw_numbers(number(width, value)) : draw_range(width, (uint64_t)value);
}

static bool holds(const struct box_range *r, uint32_t width, float_word value) {
    if (!r->is_float) return r->lo <= value && value <= r->hi;
    long double v = number(width, value);
    return isnan(v) ? r->nan : r->number && r->low <= v && v <= r->high;
}

static const enum expr_op ops[] = {EXPR_FADD, EXPR_FMUL, EXPR_FDIV, EXPR_FSQRT, EXPR_FMA, EXPR_FRINT, EXPR_FNEG, EXPR_FABS,
                                   EXPR_FCVT, EXPR_FROMI, EXPR_FTOI, EXPR_FEQ, EXPR_FLT, EXPR_FLE, EXPR_FNAN, EXPR_FREM};
enum { OPS = sizeof ops / sizeof *ops };

/* An operator, its operands' values and ranges around them, and the value that it gives. */
struct trial {
    struct range_node node;
    float_word values[3], out;
    struct box_range ranges[3];
    const struct box_range *kids[3];
};

static const uint32_t formats[] = {16, 32, 64, X87};

/* False: the processor does not have it. */
static bool draw_trial(enum expr_op op, uint32_t width, struct trial *t) {
    uint64_t aux = draw() % 3 ? 0 : draw() % FLOAT_ROUNDS, out[2] = {0}, values[3][2];
    const uint64_t *words[3] = {values[0], values[1], values[2]};
    uint32_t widths[3] = {width, width, width}, to = width;
    if (op == EXPR_FROMI || op == EXPR_FTOI) aux = (op == EXPR_FTOI ? ROUND_ZERO : aux) | draw() % 2 * 8;
    if (op == EXPR_FTOI) to = 8 + (uint32_t)(draw() % 57);
    if (op == EXPR_FCVT) to = formats[draw() % 4];
    if (op == EXPR_FCVT && to == width) return false;
    if (op == EXPR_FROMI) widths[0] = width = 1 + (uint32_t)(draw() % 64);
    if (op >= EXPR_FEQ && op <= EXPR_FNAN) to = 1;
    t->node = (struct range_node){op, to, width, aux, op == EXPR_FMUL && draw() % 3 == 0};
    for (int i = 0; i < 3; i++) {
        t->kids[i] = i < expr_arity(op) ? &t->ranges[i] : NULL;
        t->values[i] = op == EXPR_FROMI ? draw() >> draw() % 64 & bv_mask(width) : draw_bits(width);
        t->ranges[i] = draw_around(width, t->values[i]);
    }
    if (t->node.same) t->values[1] = t->values[0], t->ranges[1] = t->ranges[0];
    for (int i = 0; i < 3; i++) words_of(t->values[i], values[i]);
    bool done = float_apply(op, aux, to, widths, words, out);
    t->out = float_word_of(to, out);
    return done;
}

static void missing(const struct trial *t, const char *what) {
    fail_msg("op %d mode %llu width %u of %llx, %llx gives %llx: %s", (int)t->node.op, (unsigned long long)t->node.aux,
             t->node.kid_width, (unsigned long long)t->values[0], (unsigned long long)t->values[1], (unsigned long long)t->out, what);
}

static void try_range(enum expr_op op, uint32_t width) {
    struct trial t;
    if (!draw_trial(op, width, &t)) return;
    struct box_range r = range_apply(&t.node, t.kids);
    if (!holds(&r, t.node.width, t.out)) missing(&t, "not in its range");
}

/* From a range around the result back to the operands. */
static void try_inverse(enum expr_op op, uint32_t width) {
    struct trial t;
    if (op == EXPR_FROMI || op == EXPR_FTOI || (op >= EXPR_FEQ && op <= EXPR_FNAN) || !draw_trial(op, width, &t)) return;
    struct halves floats[3], result = {0};
    struct box_range ranges[3], bits = draw_around(t.node.width, t.out), out;
    const struct box_range *kids[3] = {0};
    for (int i = 0; i < 3 && t.kids[i]; i++) {
        floats[i] = halves_of_range(width, true, &t.ranges[i]);
        ranges[i] = halves_range(width, true, &floats[i]);
        kids[i] = &ranges[i];
    }
    result = halves_of_range(t.node.width, true, &bits);
    struct box_range r = halves_range(t.node.width, true, &result);
    for (int i = 0; i < 3 && kids[i]; i++)
        if (range_inverse(&t.node, &r, kids, i, &out) && !holds(&out, width, t.values[i])) missing(&t, "an operand is not in the range of the inverse");
}

static uint32_t rounds_of(uint32_t standard) {
    const char *more = getenv("FLOAT_TRIALS");
    return more ? (uint32_t)atoi(more) : standard;
}

static void test_ranges(void **state) {
    (void)state;
    for (uint32_t k = 0, rounds = rounds_of(3000); k < rounds; k++)
        for (int i = 0; i < OPS; i++) {
            try_range(ops[i], formats[draw() % 4]);
            try_inverse(ops[i], formats[draw() % 4]);
        }
}

/* A square of what may be zero is not above zero, also where the other end overflows. */
static void test_square(void **state) {
    (void)state;
    struct range_node n = {EXPR_FMUL, 32, 32, ROUND_EVEN, true};
    struct box_range x = {.is_float = true, .number = true, .low = -1e30, .high = 1e-3};
    const struct box_range *kids[3] = {&x, &x, NULL};
    struct box_range r = range_apply(&n, kids);
    assert_true(r.number && r.low == 0 && isinf(r.high));
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

/* ---- made narrower ----------------------------------------------------------------------------- */

enum { NARROW_SYMBOLS = 3 };

struct question {
    struct expr_pool *pool;
    uint32_t width;
    expr symbols[NARROW_SYMBOLS];
    uint32_t nsymbols;
};

static expr float_of(struct question *q, float_word bits) {
    uint64_t words[2];
    words_of(bits, words);
    return expr_const_wide(q->pool, q->width, words);
}
static expr float_const(struct question *q) { return float_of(q, draw_bits(q->width)); }

static expr float_term(struct question *q, int depth) {
    struct expr_pool *p = q->pool;
    if (!depth || draw() % 6 == 0) return draw() % 4 == 0 ? float_const(q) : q->symbols[draw() % q->nsymbols];
    enum float_round mode = draw() % 3 ? ROUND_EVEN : (enum float_round)(draw() % FLOAT_ROUNDS);
    expr a = float_term(q, depth - 1), b = float_term(q, depth - 1);
    switch (draw() % 12) {
    case 0: return expr_fmul(p, mode, a, b);
    case 1: return expr_fmul(p, mode, a, a);
    case 2: return expr_fdiv(p, mode, a, b);
    case 3: return expr_fabs(p, a);
    case 4: return expr_fneg(p, a);
    case 5: return expr_fsqrt(p, mode, a);
    case 6: return expr_frint(p, mode, a);
    case 7: return expr_ite(p, expr_flt(p, a, b), a, b);
    case 8: return expr_from_int(p, mode, draw() % 2, expr_extract(p, a, (uint32_t)(draw() % 8), 8), q->width);
    case 9: return q->width == 32 || q->width == X87 ? expr_fcvt(p, mode, expr_fcvt(p, mode, a, 64), q->width) : expr_fma(p, mode, a, b, a);
    default: return expr_fadd(p, mode, a, b);
    }
}

static float_word value_of(struct question *q, struct model *m, expr e) {
    uint64_t words[2] = {0};
    model_eval_wide(m, q->pool, e, words);
    return float_word_of(q->width, words);
}

/* A condition that the point fulfils: a comparison as it is there, or a bound close to the value. */
static expr fulfilled(struct question *q, struct model *m) {
    struct expr_pool *p = q->pool;
    expr a = float_term(q, 1 + (int)(draw() % 3)), b = draw() % 2 ? float_const(q) : float_term(q, 1);
    float_word near = value_of(q, m, a) + draw() % 3 - 1;
    if (draw() % 3 == 0) b = float_of(q, near);
    expr c = expr_fcmp(p, 1 + (uint32_t)(draw() % 14), a, b);
    return model_holds(m, p, c) ? c : expr_not(p, c);
}

static bool in_set(const struct halves *h, uint32_t width, uint64_t v) {
    assert_true(width <= 64);
    const struct half *s = &h->side[v >> (width - 1)];
    uint64_t size = v & bv_mask(width - 1);
    return s->some && s->lo <= size && size <= s->hi;
}

static struct question new_question(uint32_t width, uint32_t symbols) {
    static const char *const names[] = {"x", "y", "z"};
    struct question q = {.pool = expr_pool_new(), .width = width, .nsymbols = symbols};
    for (uint32_t i = 0; i < symbols; i++) q.symbols[i] = expr_sym(q.pool, width, names[i]);
    return q;
}

/* As it is, without circuits. */
static void spell(struct expr_pool *pool, expr e, struct str *out) {
    static const char *const names[] = {
#define OP(name, arity, smt, comm) #name,
#include "expr/ops.def"
#undef OP
    };
    const struct expr_node *n = expr_node(pool, e);
    if (n->op == EXPR_CONST) str_addf(out, " %llx", (unsigned long long)n->aux);
    else if (n->op == EXPR_SYM) str_addf(out, " s%llu", (unsigned long long)n->aux);
    else str_addf(out, " (%s.%llu", names[n->op], (unsigned long long)n->aux);
    for (int i = 0; i < 3 && n->kids[i]; i++) spell(pool, (expr){n->kids[i]}, out);
    if (n->op != EXPR_CONST && n->op != EXPR_SYM) str_add(out, ")");
}

static void complain(struct question *q, const expr *set, uint32_t count, const float_word *point) {
    struct str text = {0};
    for (uint32_t i = 0; i < count; i++) {
        spell(q->pool, set[i], &text);
        str_add(&text, "\n");
    }
    fail_msg("width %u, at %llx %llx %llx it holds:\n%s", q->width, (unsigned long long)point[0], (unsigned long long)point[1],
             (unsigned long long)point[2], str_text(&text));
}

/* Conditions that a point fulfils: nobody says that there is none, and it stays in its symbols' sets. */
static void try_point(struct narrow *n, struct question *q) {
    struct model *m = model_new(), *found = NULL;
    float_word point[NARROW_SYMBOLS];
    uint64_t words[2];
    for (uint32_t i = 0; i < q->nsymbols; i++) {
        point[i] = draw_bits(q->width);
        words_of(point[i], words);
        model_set_wide(m, expr_symbol(q->pool, q->symbols[i]), words, q->width > 64 ? 2 : 1);
    }
    expr set[5];
    uint32_t count = 1 + (uint32_t)(draw() % 5);
    for (uint32_t i = 0; i < count; i++) set[i] = fulfilled(q, m);
    enum answer a = narrow_check(n, set, count, &found, NULL);
    if (a == ANSWER_UNSAT) complain(q, set, count, point);
    for (uint32_t i = 0; i < count && found; i++) assert_true(model_holds(found, q->pool, set[i]));
    for (uint32_t i = 0; i < q->nsymbols && a == ANSWER_UNKNOWN; i++) {
        bool mentioned = false;
        for (uint32_t k = 0; k < count; k++)
            mentioned |= symbol_set_has(expr_symbols(q->pool, set[k]), expr_symbol(q->pool, q->symbols[i]));
        if (q->width > 64 || !mentioned || !narrow_knows(n, q->symbols[i])) continue;
        struct halves h = narrow_symbol(n, q->symbols[i]);
        assert_true(in_set(&h, q->width, (uint64_t)point[i]));
    }
    model_release(found);
    model_release(m);
}

static void test_points(void **state) {
    (void)state;
    for (int w = 0; w < 4; w++) {
        struct question q = new_question(formats[w], NARROW_SYMBOLS);
        struct narrow *n = narrow_new(q.pool);
        for (uint32_t k = 0, rounds = rounds_of(1500); k < rounds; k++) {
            try_point(n, &q);
            if (k % 64 == 0) expr_collect(q.pool);
        }
        narrow_free(n);
        expr_pool_free(q.pool);
    }
    assert_int_equal(mem_live_bytes(), 0);
}

/* Any conditions about one half: all 65,536 are tried. */
static void try_all_halves(struct narrow *n, struct question *q, uint32_t *answered) {
    expr set[3];
    uint32_t count = 1 + (uint32_t)(draw() % 3), solutions = 0;
    for (uint32_t i = 0; i < count; i++)
        set[i] = expr_fcmp(q->pool, 1 + (uint32_t)(draw() % 14), float_term(q, 2), draw() % 2 ? float_const(q) : float_term(q, 1));
    vec_u32 core = {0};
    enum answer a = narrow_check(n, set, count, NULL, &core);
    struct halves h = a == ANSWER_UNKNOWN && narrow_knows(n, q->symbols[0]) ? narrow_symbol(n, q->symbols[0]) : halves_all(16, false);
    for (uint32_t v = 0; v < 65536; v++) {
        struct model *m = model_new();
        model_set(m, expr_symbol(q->pool, q->symbols[0]), v);
        bool holds = true, core_holds = a == ANSWER_UNSAT;
        for (uint32_t i = 0; i < count && holds; i++) holds = model_holds(m, q->pool, set[i]);
        for (uint32_t i = 0; i < core.len && core_holds; i++) core_holds = model_holds(m, q->pool, set[core.data[i]]);
        model_release(m);
        assert_false(core_holds);
        assert_true(!holds || in_set(&h, 16, v));
        solutions += holds;
    }
    if (a != ANSWER_UNKNOWN) assert_int_equal(a, solutions ? ANSWER_SAT : ANSWER_UNSAT);
    *answered += a != ANSWER_UNKNOWN;
    vec_release(&core);
}

static void test_all_halves(void **state) {
    (void)state;
    struct question q = new_question(16, 1);
    struct narrow *n = narrow_new(q.pool);
    uint32_t rounds = rounds_of(240) / 60, answered = 0;
    for (uint32_t k = 0; k < rounds; k++) {
        try_all_halves(n, &q, &answered);
        expr_collect(q.pool);
    }
    assert_true(answered > 0);
    narrow_free(n);
    expr_pool_free(q.pool);
    assert_int_equal(mem_live_bytes(), 0);
}

static expr of_double(struct expr_pool *p, uint32_t width, double v) {
    uint64_t bits;
    memcpy(&bits, &v, 8);
    return expr_fcvt(p, ROUND_EVEN, expr_const(p, 64, bits), width);
}

/* Guards and bounded sums of many inputs are answered without a search. */
static void try_sums(uint32_t width) {
    enum { MANY = 12 };
    struct expr_pool *p = expr_pool_new();
    struct narrow *n = narrow_new(p);
    expr set[MANY * 2 + 1], zero = of_double(p, width, 0), one = of_double(p, width, 1), sum = zero;
    for (int i = 0; i < MANY; i++) {
        char name[] = {'x', (char)('a' + i), 0};
        expr x = expr_sym(p, width, name);
        set[2 * i] = expr_fle(p, zero, x);
        set[2 * i + 1] = expr_flt(p, x, one);
        sum = expr_fadd(p, ROUND_EVEN, sum, x);
    }
    vec_u32 core = {0};
    set[2 * MANY] = expr_flt(p, of_double(p, width, 12), sum);
    assert_int_equal(narrow_check(n, set, 2 * MANY + 1, NULL, NULL), ANSWER_UNSAT);
    set[2 * MANY] = expr_flt(p, sum, of_double(p, width, -1));
    assert_int_equal(narrow_check(n, set, 2 * MANY + 1, NULL, &core), ANSWER_UNSAT);
    set[2 * MANY] = expr_flt(p, one, sum);
    assert_int_equal(narrow_check(n, set, 2 * MANY + 1, NULL, NULL), ANSWER_SAT);
    vec_release(&core);
    narrow_free(n);
    expr_pool_free(p);
    assert_int_equal(mem_live_bytes(), 0);
}

static void test_sums(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) try_sums(formats[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_square),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_all_halves),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
