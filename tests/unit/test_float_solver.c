/* Floating point through the back ends: the bit-blaster's circuits and Z3's own theory against the
 * processor, with operands that the solver has to find out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>
#include <stdlib.h>

#include "base/context.h"
#include "base/mem.h"
#include "expr/arith.h"
#include "expr/bv.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/pool.h"
#include "expr/relate.h"
#include "solver/backend.h"
#include "solver/solver.h"

static uint64_t seed = 7;
static uint64_t draw(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

static const uint32_t widths[] = {32, 64, 80, 16};

/* Numbers around 1, small ones, and the special ones. */
static expr draw_float(struct expr_pool *pool, uint32_t width) {
    struct float_format f = {0};
    float_format_of(width, &f);
    uint64_t mask = bv_mask(f.exponent_bits), fraction = draw() & bv_mask(f.precision - 1);
    uint64_t exponents[] = {0, mask, mask / 2, mask / 2 + 1, draw() & mask, mask - 1};
    uint64_t exponent = exponents[draw() % 6], sign = draw() & 1;
    if (draw() % 3 == 0) fraction = 0;
    uint64_t words[2] = {fraction | exponent << (f.precision - 1) | sign << (width - 1) % 64, 0};
    if (f.leading_stored) {
        words[0] = fraction | (uint64_t)(exponent != 0) << 63;
        words[1] = exponent | sign << 15;
    }
    return expr_const_wide(pool, width, words);
}

static const enum expr_op ops[] = {EXPR_FADD, EXPR_FMUL, EXPR_FDIV, EXPR_FSQRT, EXPR_FMA, EXPR_FRINT, EXPR_FCVT,
                                   EXPR_FROMI, EXPR_FTOI, EXPR_FEQ, EXPR_FLT, EXPR_FLE, EXPR_FNAN, EXPR_FREM};
enum { OPS = sizeof ops / sizeof *ops };

struct rig {
    struct context ctx;
    struct expr_pool *pool;
    struct backend *z3, *bits;
};

static uint32_t result_width(enum expr_op op, uint32_t width) {
    if (op >= EXPR_FEQ && op <= EXPR_FNAN) return 1;
    if (op == EXPR_FTOI) return 17 + (uint32_t)(draw() % 48);
    if (op == EXPR_FCVT) {
        uint32_t other = width;
        while (other == width) other = widths[draw() % 4];
        return other;
    }
    return width;
}

static enum answer ask(struct rig *r, struct backend *be, const expr *c, uint32_t n) {
    struct model *m = NULL;
    struct budget none = {0};
    enum answer a = be->check(be, c, n, none, &m, NULL);
    for (uint32_t i = 0; i < n && m; i++) assert_true(model_holds(m, r->pool, c[i]));
    model_release(m);
    return a;
}

/* op(x, y, z) is what evaluation says where the symbols have these values, and nothing else. */
static void try_one(struct rig *r, enum expr_op op, uint32_t width) {
    struct expr_pool *p = r->pool;
    expr sym[3] = {0}, set[4], values[3] = {0};
    uint32_t to = result_width(op, width), n = (uint32_t)expr_arity(op);
    uint64_t aux = op == EXPR_FTOI ? ROUND_ZERO : draw() % FLOAT_ROUNDS;
    if (op == EXPR_FREM || (op >= EXPR_FEQ && op <= EXPR_FNAN)) aux = 0;
    if (op == EXPR_FROMI || op == EXPR_FTOI) aux |= draw() % 2 * 8;
    for (uint32_t i = 0; i < n; i++) {
        values[i] = op == EXPR_FROMI ? expr_const(p, 33, draw() >> draw() % 33) : draw_float(p, width);
        sym[i] = expr_sym(p, expr_width(p, values[i]), "x");
        set[i] = expr_eq(p, sym[i], values[i]);
    }
    expr node = expr_intern(p, op, to, aux, sym[0], sym[1], sym[2]);
    struct model *m = model_new();
    for (uint32_t i = 0; i < n; i++) {
        uint64_t scratch;
        model_set_wide(m, expr_symbol(p, sym[i]), expr_words(p, values[i], &scratch), bv_words(expr_width(p, values[i])));
    }
    uint64_t words[BV_MAX_WORDS];
    model_eval_wide(m, p, node, words);
    model_release(m);
    expr value = expr_const_wide(p, to, words);
    set[n] = expr_eq(p, node, value);
    assert_int_equal(ask(r, r->bits, set, n + 1), ANSWER_SAT);
    assert_int_equal(ask(r, r->z3, set, n + 1), ANSWER_SAT);
    set[n] = expr_not(p, set[n]);
    assert_int_equal(ask(r, r->bits, set, n + 1), ANSWER_UNSAT);
    assert_int_equal(ask(r, r->z3, set, n + 1), ANSWER_UNSAT);
}

static void test_values(void **state) {
    (void)state;
    struct rig r;
    const char *more = getenv("FLOAT_TRIALS");
    uint32_t rounds = more ? (uint32_t)atoi(more) : 1;
    context_init(&r.ctx);
    r.pool = expr_pool_new();
    r.z3 = z3_new(&r.ctx, r.pool, false);
    r.bits = bitblast_new(&r.ctx, r.pool);
    for (uint32_t k = 0; k < rounds; k++)
        for (int i = 0; i < OPS; i++)
            for (int w = 0; w < 4; w++) {
                if (ops[i] == EXPR_FREM && widths[w] != 32 && widths[w] != 16) continue;
                if (!more && widths[w] == 80 && (ops[i] == EXPR_FMA || ops[i] == EXPR_FSQRT)) continue;
                try_one(&r, ops[i], widths[w]);
            }
    r.z3->free(r.z3);
    r.bits->free(r.bits);
    expr_pool_free(r.pool);
    context_release(&r.ctx);
    assert_int_equal(mem_live_bytes(), 0);
}

/* A question with free operands: is there a float x with x * x == 2? With x + 1 == x? */
static void test_questions(void **state) {
    (void)state;
    struct rig r;
    context_init(&r.ctx);
    struct expr_pool *p = r.pool = expr_pool_new();
    r.bits = bitblast_new(&r.ctx, p);
    expr x = expr_sym(p, 32, "x"), one = expr_const(p, 32, 0x3f800000), two = expr_const(p, 32, 0x40000000);
    expr square = expr_fmul(p, ROUND_EVEN, x, x), next = expr_fadd(p, ROUND_EVEN, x, one);
    expr root = expr_feq(p, square, two), same = expr_feq(p, next, x);
    assert_int_equal(ask(&r, r.bits, &root, 1), ANSWER_UNSAT);
    assert_int_equal(ask(&r, r.bits, &same, 1), ANSWER_SAT);
    expr set[] = {same, expr_flt(p, x, expr_const(p, 32, 0x4b000000)), expr_flt(p, expr_const(p, 32, 0xcb000000), x)};
    assert_int_equal(ask(&r, r.bits, set, 3), ANSWER_UNSAT);
    r.bits->free(r.bits);
    expr_pool_free(p);
    context_release(&r.ctx);
    assert_int_equal(mem_live_bytes(), 0);
}

/* Products, quotients and roots keep the order of their operands, or turn it around; there is more than one right order only
 * where the shared operand has no sign. The circuits would take minutes. */
static void test_order(void **state) {
    (void)state;
    struct rig r;
    context_init(&r.ctx);
    struct expr_pool *p = r.pool = expr_pool_new();
    r.bits = bitblast_new(&r.ctx, p);
    expr x = expr_sym(p, 64, "x"), y = expr_sym(p, 64, "y"), z = expr_sym(p, 64, "z"), zero = expr_const(p, 64, 0);
    expr pairs[][2] = {{expr_fmul(p, ROUND_EVEN, x, z), expr_fmul(p, ROUND_EVEN, y, z)},
                       {expr_fdiv(p, ROUND_DOWN, x, z), expr_fdiv(p, ROUND_DOWN, y, z)},
                       {expr_fsqrt(p, ROUND_UP, x), expr_fsqrt(p, ROUND_UP, y)}};
    expr up = expr_flt(p, zero, z), down = expr_flt(p, z, zero), in_order = expr_fle(p, x, y);
    for (int i = 0; i < 3; i++) {
        expr less = expr_flt(p, pairs[i][0], pairs[i][1]), more = expr_flt(p, pairs[i][1], pairs[i][0]);
        expr rising[] = {in_order, up, more}, falling[] = {in_order, down, less};
        assert_int_equal(ask(&r, r.bits, rising, 3), ANSWER_UNSAT);
        if (i == 2) continue;
        assert_int_equal(ask(&r, r.bits, falling, 3), ANSWER_UNSAT);
        rising[2] = less;
        falling[2] = more;
        assert_int_equal(ask(&r, r.bits, rising, 3), ANSWER_SAT);
        assert_int_equal(ask(&r, r.bits, falling, 3), ANSWER_SAT);
        expr open[] = {in_order, more};
        assert_int_equal(ask(&r, r.bits, open, 2), ANSWER_SAT);
    }
    r.bits->free(r.bits);
    expr_pool_free(p);
    context_release(&r.ctx);
    assert_int_equal(mem_live_bytes(), 0);
}

/* What a value owes to NaNs, and that nothing is folded to one. */
static void test_nan_bits(void **state) {
    (void)state;
    struct expr_pool *p = expr_pool_new();
    expr x = expr_sym(p, 64, "x"), zero = expr_const(p, 64, 0), sum = expr_fadd(p, ROUND_EVEN, x, x);
    assert_int_equal(expr_float_bits(p, x), FLOAT_BITS_NONE);
    assert_int_equal(expr_float_bits(p, sum), FLOAT_BITS_NAN);
    assert_int_equal(expr_float_bits(p, expr_fneg(p, sum)), FLOAT_BITS_NAN);
    assert_int_equal(expr_float_bits(p, expr_fneg(p, x)), FLOAT_BITS_NONE);
    assert_int_equal(expr_float_bits(p, expr_flt(p, sum, x)), FLOAT_BITS_NONE);
    assert_int_equal(expr_float_bits(p, expr_eq(p, sum, x)), FLOAT_BITS_MIXED);
    assert_int_equal(expr_float_bits(p, expr_extract(p, sum, 63, 1)), FLOAT_BITS_MIXED);
    expr high = expr_extract(p, sum, 32, 32), low = expr_extract(p, sum, 0, 32);
    assert_true(expr_same(expr_concat(p, high, low), sum));
    expr nan = expr_fdiv(p, ROUND_EVEN, zero, zero);
    assert_false(expr_is_const(p, nan));
    assert_true(expr_is_true(p, expr_fnan(p, nan)) && expr_is_false(p, expr_feq(p, nan, nan)));
    expr_pool_free(p);
    assert_int_equal(mem_live_bytes(), 0);
}

/* A constraint without symbols that is no constant is looked at all the same. */
static void test_no_symbols(void **state) {
    (void)state;
    struct context ctx;
    context_init(&ctx);
    struct expr_pool *p = expr_pool_new();
    struct solver *solver = solver_new(&ctx, p);
    expr nan = expr_fsqrt(p, ROUND_EVEN, expr_const(p, 16, 0xde44)), x = expr_sym(p, 8, "x");
    expr whole = expr_to_int(p, false, nan, 8);
    expr set[] = {expr_ult(p, x, expr_const(p, 8, 9)), expr_eq(p, whole, expr_const(p, 8, 250))};
    assert_int_equal(solver_check_all(solver, set, 2, NULL, NULL), ANSWER_UNSAT);
    set[1] = expr_eq(p, whole, expr_const(p, 8, 0));
    assert_int_equal(solver_check_all(solver, set, 2, NULL, NULL), ANSWER_SAT);
    solver_free(solver);
    expr_pool_free(p);
    context_release(&ctx);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_questions),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_nan_bits),
        cmocka_unit_test(test_no_symbols),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
