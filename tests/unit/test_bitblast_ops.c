/* Every operator, for all operand values at small widths, against a reference
 * written here: the right value is possible, and no other is. Operands are
 * symbols, or one of them a constant (other encodings). Nodes are interned
 * without simplification, so that it is the encoding that is tested. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include "base/context.h"
#include "base/mem.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/pool.h"
#include "solver/backend.h"

struct rig {
    struct context ctx;
    struct expr_pool *pool;
    struct backend *be;
};

static void rig_init(struct rig *r) {
    context_init(&r->ctx);
    r->pool = expr_pool_new();
    r->be = bitblast_new(&r->ctx, r->pool);
}

static void rig_release(struct rig *r) {
    r->be->free(r->be);
    expr_pool_free(r->pool);
    context_release(&r->ctx);
    assert_int_equal(mem_live_bytes(), 0);
}

static enum answer ask(struct rig *r, const expr *c, uint32_t n, struct model **m) {
    return r->be->check(r->be, c, n, (struct budget){0}, m, NULL);
}

static expr op2(struct rig *r, enum expr_op op, uint32_t width, expr a, expr b) {
    return expr_intern(r->pool, op, width, 0, a, b, EXPR_NONE);
}

static uint64_t mask(uint32_t w) { return w >= 64 ? UINT64_MAX : (1ull << w) - 1; }

static int64_t to_signed(uint64_t a, uint32_t w) {
    return a >> (w - 1) & 1 ? (int64_t)(a | ~mask(w)) : (int64_t)a;
}

/* The reference, straight from SMT-LIB's definitions. */
static uint64_t reference(enum expr_op op, uint32_t w, uint64_t a, uint64_t b) {
    int64_t sa = to_signed(a, w), sb = to_signed(b, w);
    switch (op) {
    case EXPR_ADD: return (a + b) & mask(w);
    case EXPR_MUL: return (a * b) & mask(w);
    case EXPR_UDIV: return b ? a / b : mask(w);
    case EXPR_UREM: return b ? a % b : a;
    case EXPR_SDIV: return (uint64_t)(sb ? sa / sb : sa >= 0 ? -1 : 1) & mask(w);
    case EXPR_SREM: return (uint64_t)(sb ? sa % sb : sa) & mask(w);
    case EXPR_AND: return a & b;
    case EXPR_OR: return a | b;
    case EXPR_XOR: return a ^ b;
    case EXPR_SHL: return b < w ? a << b & mask(w) : 0;
    case EXPR_LSHR: return b < w ? a >> b : 0;
    case EXPR_ASHR: return (uint64_t)(sa >> (b < w ? b : w - 1)) & mask(w);
    case EXPR_EQ: return a == b;
    case EXPR_ULT: return a < b;
    case EXPR_ULE: return a <= b;
    case EXPR_SLT: return sa < sb;
    case EXPR_SLE: return sa <= sb;
    default: fail(); return 0;
    }
}

static const enum expr_op BINARY[] = {
    EXPR_ADD, EXPR_MUL, EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM, EXPR_AND, EXPR_OR, EXPR_XOR,
    EXPR_SHL, EXPR_LSHR, EXPR_ASHR, EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
enum { N_BINARY = sizeof BINARY / sizeof *BINARY };

static bool is_comparison(enum expr_op op) { return op >= EXPR_EQ && op <= EXPR_SLE; }

/* Under `given` (n constraints), e must be `want` and can be nothing else. */
static void must_be(struct rig *r, const expr *given, uint32_t n, expr e, uint64_t want) {
    uint32_t w = expr_width(r->pool, e);
    expr c[4];
    assert_true(n < 4);
    for (uint32_t i = 0; i < n; i++) c[i] = given[i];
    expr same = op2(r, EXPR_EQ, 1, e, expr_const(r->pool, w, want));
    c[n] = expr_intern(r->pool, EXPR_NOT, 1, 0, same, EXPR_NONE, EXPR_NONE);
    assert_int_equal(ask(r, c, n + 1, NULL), ANSWER_UNSAT);
    c[n] = same;
    struct model *m = NULL;
    assert_int_equal(ask(r, c, n + 1, &m), ANSWER_SAT);
    assert_int_equal(model_eval(m, r->pool, e), want);
    model_release(m);
}

static void check_binary(enum expr_op op, uint32_t w) {
    struct rig r;
    rig_init(&r);
    uint32_t out = is_comparison(op) ? 1 : w;
    expr x = expr_sym(r.pool, w, "x"), y = expr_sym(r.pool, w, "y");
    expr both = op2(&r, op, out, x, y);
    for (uint64_t a = 0; a <= mask(w); a++) {
        for (uint64_t b = 0; b <= mask(w); b++) {
            uint64_t want = reference(op, w, a, b);
            expr ca = expr_const(r.pool, w, a), cb = expr_const(r.pool, w, b);
            expr given[] = {op2(&r, EXPR_EQ, 1, x, ca), op2(&r, EXPR_EQ, 1, y, cb)};
            must_be(&r, given, 2, both, want);
            must_be(&r, given, 1, op2(&r, op, out, x, cb), want);
            must_be(&r, given + 1, 1, op2(&r, op, out, ca, y), want);
        }
    }
    rig_release(&r);
}

static void test_binary(void **state) {
    (void)state;
    for (uint32_t w = 1; w <= 4; w++)
        for (int i = 0; i < N_BINARY; i++) check_binary(BINARY[i], w);
}

static void test_binary_wider(void **state) {
    (void)state;
    check_binary(EXPR_MUL, 5);
    check_binary(EXPR_SDIV, 5);
    check_binary(EXPR_SREM, 5);
    check_binary(EXPR_UDIV, 5);
    check_binary(EXPR_SHL, 5);
    check_binary(EXPR_ASHR, 6);
    check_binary(EXPR_SLT, 6);
}

/* Operands that are extensions of short words: shorter encodings. */
static void check_extended(enum expr_op op, enum expr_op ext_a, enum expr_op ext_b, uint32_t from,
                           uint32_t to) {
    struct rig r;
    rig_init(&r);
    uint32_t out = is_comparison(op) ? 1 : to;
    expr x = expr_sym(r.pool, from, "x"), y = expr_sym(r.pool, from + 1, "y");
    expr wx = expr_intern(r.pool, ext_a, to, 0, x, EXPR_NONE, EXPR_NONE);
    expr wy = expr_intern(r.pool, ext_b, to, 0, y, EXPR_NONE, EXPR_NONE);
    expr both = op2(&r, op, out, wx, wy);
    for (uint64_t a = 0; a <= mask(from); a++) {
        for (uint64_t b = 0; b <= mask(from + 1); b++) {
            uint64_t va = ext_a == EXPR_SEXT ? (uint64_t)to_signed(a, from) & mask(to) : a;
            uint64_t vb = ext_b == EXPR_SEXT ? (uint64_t)to_signed(b, from + 1) & mask(to) : b;
            expr given[] = {op2(&r, EXPR_EQ, 1, x, expr_const(r.pool, from, a)),
                            op2(&r, EXPR_EQ, 1, y, expr_const(r.pool, from + 1, b))};
            must_be(&r, given, 2, both, reference(op, to, va, vb));
        }
    }
    rig_release(&r);
}

static void test_extended(void **state) {
    (void)state;
    static const enum expr_op ops[] = {EXPR_MUL,  EXPR_UDIV, EXPR_UREM, EXPR_SDIV,
                                       EXPR_SREM, EXPR_SLT,  EXPR_ASHR};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        check_extended(ops[i], EXPR_SEXT, EXPR_SEXT, 3, 7);
        check_extended(ops[i], EXPR_SEXT, EXPR_SEXT, 2, 9);
        check_extended(ops[i], EXPR_ZEXT, EXPR_ZEXT, 3, 7);
        check_extended(ops[i], EXPR_SEXT, EXPR_ZEXT, 3, 8);
        check_extended(ops[i], EXPR_ZEXT, EXPR_SEXT, 2, 5);
        check_extended(ops[i], EXPR_SEXT, EXPR_SEXT, 1, 6);
    }
}

static void check_unary(struct rig *r, uint32_t w) {
    expr x = expr_sym(r->pool, w, "x");
    for (uint64_t a = 0; a <= mask(w); a++) {
        expr given = op2(r, EXPR_EQ, 1, x, expr_const(r->pool, w, a));
        expr e = expr_intern(r->pool, EXPR_NOT, w, 0, x, EXPR_NONE, EXPR_NONE);
        must_be(r, &given, 1, e, ~a & mask(w));
        e = expr_intern(r->pool, EXPR_NEG, w, 0, x, EXPR_NONE, EXPR_NONE);
        must_be(r, &given, 1, e, -a & mask(w));
        e = expr_intern(r->pool, EXPR_ZEXT, w + 3, 0, x, EXPR_NONE, EXPR_NONE);
        must_be(r, &given, 1, e, a);
        e = expr_intern(r->pool, EXPR_SEXT, w + 3, 0, x, EXPR_NONE, EXPR_NONE);
        must_be(r, &given, 1, e, (uint64_t)to_signed(a, w) & mask(w + 3));
        for (uint32_t low = 0; low < w; low++) {
            for (uint32_t n = 1; low + n <= w; n++) {
                e = expr_intern(r->pool, EXPR_EXTRACT, n, low, x, EXPR_NONE, EXPR_NONE);
                must_be(r, &given, 1, e, a >> low & mask(n));
            }
        }
    }
}

static void test_unary(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    for (uint32_t w = 1; w <= 5; w++) check_unary(&r, w);
    rig_release(&r);
}

static void test_concat_and_ite(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    expr x = expr_sym(r.pool, 3, "x"), y = expr_sym(r.pool, 3, "y"), c = expr_sym(r.pool, 1, "c");
    expr ite = expr_intern(r.pool, EXPR_ITE, 3, 0, c, x, y);
    for (uint64_t v = 0; v < 128; v++) {
        uint64_t a = v & 7, b = v >> 3 & 7, d = v >> 6;
        expr given[] = {op2(&r, EXPR_EQ, 1, x, expr_const(r.pool, 3, a)),
                        op2(&r, EXPR_EQ, 1, y, expr_const(r.pool, 3, b)),
                        d ? c : expr_intern(r.pool, EXPR_NOT, 1, 0, c, EXPR_NONE, EXPR_NONE)};
        must_be(&r, given, 3, ite, d ? a : b);
        must_be(&r, given, 2, op2(&r, EXPR_CONCAT, 6, x, y), a << 3 | b);
    }
    rig_release(&r);
}

/* x + -y and -x + -y share an adder with the negation. */
static void test_sums_of_negations(void **state) {
    (void)state;
    struct rig r;
    rig_init(&r);
    expr x = expr_sym(r.pool, 3, "x"), y = expr_sym(r.pool, 3, "y");
    expr nx = expr_intern(r.pool, EXPR_NEG, 3, 0, x, EXPR_NONE, EXPR_NONE);
    expr ny = expr_intern(r.pool, EXPR_NEG, 3, 0, y, EXPR_NONE, EXPR_NONE);
    expr difference = op2(&r, EXPR_ADD, 3, x, ny), other = op2(&r, EXPR_ADD, 3, nx, y);
    expr both = op2(&r, EXPR_ADD, 3, nx, ny), twice = op2(&r, EXPR_ADD, 3, nx, nx);
    for (uint64_t v = 0; v < 64; v++) {
        uint64_t a = v & 7, b = v >> 3;
        expr given[] = {op2(&r, EXPR_EQ, 1, x, expr_const(r.pool, 3, a)),
                        op2(&r, EXPR_EQ, 1, y, expr_const(r.pool, 3, b))};
        must_be(&r, given, 2, difference, (a - b) & 7);
        must_be(&r, given, 2, both, (-a - b) & 7);
        must_be(&r, given, 2, other, (b - a) & 7);
        must_be(&r, given, 2, twice, (-a - a) & 7);
    }
    rig_release(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_binary),         cmocka_unit_test(test_binary_wider),
        cmocka_unit_test(test_extended),       cmocka_unit_test(test_unary),
        cmocka_unit_test(test_concat_and_ite), cmocka_unit_test(test_sums_of_negations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
