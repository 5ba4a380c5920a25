/* All pairs of operators with all constants over all values, at widths where that
 * is possible: what random tests meet too rarely. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/str.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/pool.h"
#include "expr/print.h"
#include "expr/relate.h"
#include "test_expr_ref.h"

static const enum expr_op ops[] = {EXPR_ADD, EXPR_MUL, EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM,
                                   EXPR_AND, EXPR_OR,  EXPR_XOR,  EXPR_SHL,  EXPR_LSHR, EXPR_ASHR,
                                   EXPR_EQ,  EXPR_ULT, EXPR_ULE,  EXPR_SLT,  EXPR_SLE};
enum { OPS = sizeof ops / sizeof *ops, MOST = 16 };

static bool is_predicate(enum expr_op op) { return op >= EXPR_EQ && op <= EXPR_SLE; }

/* Values of every operator at the width in use, from the reference. */
static uint8_t table[EXPR_OPS][MOST][MOST];

static void fill_table(uint32_t width) {
    for (int k = 0; k < OPS; k++)
        for (uint64_t i = 0; i >> width == 0; i++)
            for (uint64_t j = 0; j >> width == 0; j++) {
                struct ref a = ref_number(width, i), b = ref_number(width, j);
                struct ref r = ref_apply(ops[k], width, 0, &a, &b);
                table[ops[k]][i][j] = (uint8_t)ref_small(&r);
            }
}

struct setting {
    struct expr_pool *pool;
    uint32_t width;
    struct model *models[MOST]; /* one for each value of x (and y) */
    uint32_t model_count;
    bool raw; /* inner nodes are only interned, not simplified */
    uint64_t compared;
};

/* op(a, b), or op(b, a), as expression and as values in all models. */
struct operand {
    expr e;
    uint8_t values[MOST];
};

static struct operand apply(struct setting *s, enum expr_op op, bool swap, const struct operand *a,
                            const struct operand *b) {
    struct operand r;
    expr kids[2] = {swap ? b->e : a->e, swap ? a->e : b->e};
    r.e = expr_build(s->pool, op, s->width, 0, kids);
    for (uint32_t i = 0; i < s->model_count; i++)
        r.values[i] =
            swap ? table[op][b->values[i]][a->values[i]] : table[op][a->values[i]][b->values[i]];
    return r;
}

/* The same, but the node is made as it stands. */
static struct operand apply_raw(struct setting *s, enum expr_op op, bool swap,
                                const struct operand *a, const struct operand *b) {
    struct operand r = apply(s, op, swap, a, b);
    if (!s->raw) return r;
    uint32_t width = is_predicate(op) ? 1 : s->width;
    r.e = expr_intern(s->pool, op, width, 0, swap ? b->e : a->e, swap ? a->e : b->e, EXPR_NONE);
    return r;
}

static void check(struct setting *s, const struct operand *r, const char *what) {
    for (uint32_t i = 0; i < s->model_count; i++, s->compared++) {
        if (model_eval(s->models[i], s->pool, r->e) == r->values[i]) continue;
        struct str text;
        str_init(&text);
        expr_print_infix(s->pool, r->e, 500, &text);
        print_error("%s, model %u: %s should be %u\n", what, i, str_text(&text), r->values[i]);
        str_release(&text);
        fail();
    }
}

static struct operand constant(struct setting *s, uint64_t value) {
    struct operand r = {.e = expr_const(s->pool, s->width, value)};
    for (uint32_t i = 0; i < s->model_count; i++) r.values[i] = (uint8_t)value;
    return r;
}

/* op2(op1(x, c1), c2) with all constants, on either side. */
static void check_pair(struct setting *s, const struct operand *x, int k1, int k2) {
    char what[60];
    for (int sides = 0; sides < 4; sides++)
        for (uint64_t c1 = 0; c1 >> s->width == 0; c1++) {
            struct operand first = constant(s, c1);
            struct operand inner = apply_raw(s, ops[k1], sides & 1, x, &first);
            if (is_predicate(ops[k1]) && s->width > 1) {
                check(s, &inner, "predicate");
                continue;
            }
            for (uint64_t c2 = 0; c2 >> s->width == 0; c2++) {
                struct operand second = constant(s, c2);
                struct operand r = apply(s, ops[k2], sides & 2, &inner, &second);
                snprintf(what, sizeof what, "ops %d %d, sides %d, constants %u %u", ops[k1],
                         ops[k2], sides, (unsigned)c1, (unsigned)c2);
                check(s, &r, what);
                /* and its negation, which takes other ways */
                r.e = expr_not(s->pool, r.e);
                uint8_t ones = is_predicate(ops[k2]) ? 1 : (uint8_t)((1u << s->width) - 1);
                for (uint32_t i = 0; i < s->model_count; i++) r.values[i] ^= ones;
                check(s, &r, what);
            }
        }
}

enum base { PLAIN, ZEXTED, SEXTED, HIGH_KNOWN, LOW_KNOWN, CHOICE, TWICE, BASES };

/* x in several shapes; the symbol has `bits` bits and the model number as value. */
static struct operand make_base(struct setting *s, enum base base) {
    struct expr_pool *pool = s->pool;
    uint32_t w = s->width, bits = base == PLAIN || base == CHOICE || base == TWICE ? w : w - 1;
    expr x = expr_sym(pool, bits, "x");
    struct operand r = {.e = x};
    s->model_count = 1u << bits;
    for (uint32_t i = 0; i < s->model_count; i++) {
        s->models[i] = model_new();
        model_set(s->models[i], expr_symbol(pool, x), i);
        uint32_t v = i, top = 1u << (w - 1);
        if (base == SEXTED && (i >> (bits - 1))) v |= top;
        if (base == HIGH_KNOWN) v |= top;
        if (base == LOW_KNOWN) v <<= 1;
        if (base == CHOICE && i & 1) v = 2;
        if (base == TWICE) v = (i & 1 ? i : 1) & (top | (top - 1));
        r.values[i] = (uint8_t)v;
    }
    expr low = expr_extract(pool, x, 0, 1), two = expr_const(pool, w, 2),
         one = expr_const(pool, w, 1);
    if (base == ZEXTED) r.e = expr_zext(pool, x, w);
    if (base == SEXTED) r.e = expr_sext(pool, x, w);
    if (base == HIGH_KNOWN) r.e = expr_concat(pool, expr_const(pool, 1, 1), x);
    if (base == LOW_KNOWN) r.e = expr_concat(pool, x, expr_const(pool, 1, 0));
    if (base == CHOICE) r.e = expr_ite(pool, low, two, x);
    if (base == TWICE) r.e = expr_ite(pool, low, x, one);
    return r;
}

static void release(struct setting *s) {
    if (!s->raw) expr_pool_check(s->pool); /* which wants the forms of constructors */
    for (uint32_t i = 0; i < s->model_count; i++) model_release(s->models[i]);
    expr_pool_free(s->pool);
}

static void check_all_pairs(uint32_t width, enum base base, bool raw) {
    uint64_t compared = 0;
    fill_table(width);
    for (int k1 = 0; k1 < OPS; k1++)
        for (int k2 = 0; k2 < OPS; k2++) {
            struct setting s = {.pool = expr_pool_new(), .width = width, .raw = raw};
            struct operand x = make_base(&s, base);
            check(&s, &x, "operand");
            check_pair(&s, &x, k1, k2);
            compared += s.compared;
            release(&s);
        }
    print_message("%llu values compared\n", (unsigned long long)compared);
    assert_int_equal(mem_live_bytes(), 0);
}

static void four_bits(void **state) {
    (void)state;
    check_all_pairs(4, PLAIN, false);
}

static void three_bits_shaped(void **state) {
    (void)state;
    for (int base = PLAIN; base < BASES; base++) check_all_pairs(3, (enum base)base, false);
}

/* Operands that no constructor would make, as readers of foreign formulas and tests
 * intern them: constructors must end, and be right. */
static void raw_operands(void **state) {
    (void)state;
    check_all_pairs(1, PLAIN, true);
    check_all_pairs(2, PLAIN, true);
    check_all_pairs(3, CHOICE, true);
    check_all_pairs(3, ZEXTED, true);
}

/* op3(op1(x, c1), op2(y, c2)) over two bits, with y possibly x. */
static void check_two_sided(struct setting *s, const struct operand *x, const struct operand *y,
                            int k1, int k2, int k3) {
    for (uint64_t c1 = 0; c1 < 4; c1++)
        for (uint64_t c2 = 0; c2 < 4; c2++) {
            struct operand first = constant(s, c1), second = constant(s, c2);
            struct operand left = apply(s, ops[k1], false, x, &first);
            struct operand right = apply(s, ops[k2], false, y, &second);
            struct operand r = apply(s, ops[k3], false, &left, &right);
            check(s, &r, "two-sided");
        }
}

static void two_bits_two_sided(void **state) {
    (void)state;
    struct setting s = {.pool = expr_pool_new(), .width = 2, .model_count = 16};
    struct operand x = {.e = expr_sym(s.pool, 2, "x")}, y = {.e = expr_sym(s.pool, 2, "y")};
    fill_table(2);
    for (uint32_t i = 0; i < 16; i++) {
        s.models[i] = model_new();
        model_set(s.models[i], expr_symbol(s.pool, x.e), x.values[i] = i & 3);
        model_set(s.models[i], expr_symbol(s.pool, y.e), y.values[i] = (uint8_t)(i >> 2));
    }
    for (int k1 = 0; k1 < OPS; k1++)
        for (int k2 = 0; k2 < OPS; k2++)
            for (int k3 = 0; k3 < OPS && !is_predicate(ops[k1]) && !is_predicate(ops[k2]); k3++) {
                check_two_sided(&s, &x, &y, k1, k2, k3);
                check_two_sided(&s, &x, &x, k1, k2, k3);
            }
    print_message("%llu values compared\n", (unsigned long long)s.compared);
    release(&s);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(four_bits),
                                       cmocka_unit_test(three_bits_shaped),
                                       cmocka_unit_test(raw_operands),
                                       cmocka_unit_test(two_bits_two_sided)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
