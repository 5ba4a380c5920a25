/* Rewriting rules: what a constructor gives, as infix text. The random test shows
 * that rules are right; this one shows that they apply. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/str.h"
#include "expr/arith.h"
#include "expr/expr.h"
#include "expr/keep.h"
#include "expr/print.h"
#include "expr/relate.h"

static struct expr_pool *P;
static expr x, y, z;        /* 32 bits */
static expr a, b, c, d;     /* 8 bits */
static expr p, q, r;        /* 1 bit */
static expr w;              /* 64 bits */
static expr table, unknown; /* arrays of bytes */

static int set_up(void **state) {
    (void)state;
    P = expr_pool_new();
    x = expr_sym(P, 32, "x"), y = expr_sym(P, 32, "y"), z = expr_sym(P, 32, "z");
    a = expr_sym(P, 8, "a"), b = expr_sym(P, 8, "b"), c = expr_sym(P, 8, "c");
    d = expr_sym(P, 8, "d");
    p = expr_sym(P, 1, "p"), q = expr_sym(P, 1, "q"), r = expr_sym(P, 1, "r");
    w = expr_sym(P, 64, "w");
    uint64_t elems[] = {7, 7, 7, 7, 9, 1};
    table = expr_array_const(P, 32, 8, elems, 6);
    unknown = expr_array_sym(P, 32, 8, "m");
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    expr_pool_check(P);
    expr_pool_free(P);
    return mem_live_bytes() != 0;
}

static void gives(expr e, const char *expected, int line) {
    struct str text;
    str_init(&text);
    expr_print_infix(P, e, 1000, &text);
    if (strcmp(str_text(&text), expected) != 0) {
        print_error("line %d: got       %s\n         expected  %s\n", line, str_text(&text),
                    expected);
        fail();
    }
    str_release(&text);
}
#define GIVES(e, expected) gives((e), (expected), __LINE__)

static expr k(uint64_t value) { return expr_const(P, 32, value); }
static expr k8(uint64_t value) { return expr_const(P, 8, value); }
static expr add(expr i, expr j) { return expr_add(P, i, j); }
static expr sub(expr i, expr j) { return expr_sub(P, i, j); }
static expr mul(expr i, expr j) { return expr_mul(P, i, j); }
static expr neg(expr i) { return expr_neg(P, i); }
static expr not(expr i) { return expr_not(P, i); }
static expr and (expr i, expr j) { return expr_and(P, i, j); }
static expr or (expr i, expr j) { return expr_or(P, i, j); }
static expr xor (expr i, expr j) { return expr_xor(P, i, j); } static expr eq(expr i, expr j) {
    return expr_eq(P, i, j);
}
static expr ult(expr i, expr j) { return expr_ult(P, i, j); }
static expr ule(expr i, expr j) { return expr_ule(P, i, j); }
static expr slt(expr i, expr j) { return expr_slt(P, i, j); }
static expr sle(expr i, expr j) { return expr_sle(P, i, j); }
static expr zext(expr i) { return expr_zext(P, i, 32); }
static expr sext(expr i) { return expr_sext(P, i, 32); }
static expr slice(expr i, uint32_t low, uint32_t width) { return expr_extract(P, i, low, width); }
static expr cat(expr i, expr j) { return expr_concat(P, i, j); }
static expr ite(expr i, expr j, expr l) { return expr_ite(P, i, j, l); }
static expr shl(expr i, uint64_t n) { return expr_shl(P, i, k(n)); }
static expr lshr(expr i, uint64_t n) { return expr_lshr(P, i, k(n)); }
static expr ashr(expr i, uint64_t n) { return expr_ashr(P, i, k(n)); }

static void sums(void **state) {
    (void)state;
    GIVES(add(x, k(0)), "x");
    GIVES(add(k(3), x), "x + 3");
    GIVES(add(add(x, k(3)), k(4)), "x + 7");
    GIVES(add(y, x), "x + y");
    GIVES(add(add(z, k(1)), add(x, y)), "((x + y) + z) + 1");
    GIVES(add(x, x), "x * 2");
    GIVES(add(x, mul(x, k(3))), "x * 4");
    GIVES(sub(x, x), "0");
    GIVES(sub(add(x, y), x), "y");
    GIVES(sub(y, x), "y - x");
    GIVES(sub(add(x, k(10)), add(x, k(3))), "7");
    GIVES(neg(neg(x)), "x");
    GIVES(neg(sub(x, y)), "y - x");
    GIVES(neg(add(x, y)), "-(x + y)");
    GIVES(add(not(x), k(1)), "-x");
    GIVES(not(add(x, k(4))), "-x - 5");
    GIVES(not(neg(x)), "x - 1");
    GIVES(add(neg(x), k(0xffffffff)), "~x");
    GIVES(mul(x, k(0)), "0");
    GIVES(mul(k(5), x), "x * 5");
    GIVES(mul(mul(x, k(5)), k(7)), "x * 35");
    GIVES(mul(x, k(0xfffffffc)), "-(x * 4)");
    GIVES(mul(add(x, k(2)), k(4)), "(x * 4) + 8");
    GIVES(mul(add(x, y), k(4)), "(x + y) * 4");
    GIVES(mul(neg(x), y), "-(x * y)");
    GIVES(mul(mul(x, k(3)), y), "(x * y) * 3");
    GIVES(shl(x, 3), "x * 8");
    GIVES(shl(x, 32), "0");
    GIVES(add(shl(x, 3), x), "x * 9");
    GIVES(add(ite(p, k(3), k(5)), k(7)), "p ? 10 : 12");
    GIVES(mul(zext(p), x), "p ? x : 0");
}

static void long_sums(void **state) {
    (void)state;
    expr sum = k(0);
    uint32_t before = expr_pool_count(P);
    for (int i = 0; i < 1000; i++) sum = add(add(sum, expr_sym(P, 32, "s")), k(1));
    assert_true(expr_pool_count(P) - before < 10000);
    assert_int_equal(expr_op(P, sum), EXPR_ADD);
    assert_int_equal(expr_value(P, expr_kid(P, sum, 1)), 1000);
    GIVES(sub(sum, sum), "0");
}

static void divisions(void **state) {
    (void)state;
    GIVES(expr_udiv(P, x, k(1)), "x");
    GIVES(expr_udiv(P, x, k(8)), "zext32(x[31:3])");
    GIVES(expr_urem(P, x, k(8)), "zext32(x[2:0])");
    GIVES(expr_urem(P, x, k(1)), "0");
    GIVES(expr_udiv(P, x, k(0)), "-1");
    GIVES(expr_urem(P, x, k(0)), "x");
    GIVES(expr_udiv(P, zext(a), k(10)), "zext32(a / 10)");
    GIVES(expr_urem(P, zext(a), k(10)), "zext32(a % 10)");
    GIVES(expr_urem(P, zext(a), k(300)), "zext32(a)");
    GIVES(expr_udiv(P, zext(a), k(300)), "0");
    GIVES(expr_udiv(P, expr_udiv(P, x, k(10)), k(10)), "x / 100");
    GIVES(expr_sdiv(P, zext(a), k(10)), "zext32(a / 10)");
    GIVES(expr_sdiv(P, sext(a), k(10)), "sext32(a /s 10)");
    GIVES(expr_srem(P, sext(a), k(0xfffffff6)), "sext32(a %s -10)");
    GIVES(expr_sdiv(P, x, k(0xffffffff)), "-x");
    GIVES(expr_srem(P, x, x), "0");
}

static void slices(void **state) {
    (void)state;
    GIVES(slice(x, 0, 32), "x");
    GIVES(slice(slice(x, 4, 20), 3, 5), "x[11:7]");
    GIVES(slice(cat(a, b), 8, 8), "a");
    GIVES(slice(cat(a, b), 4, 8), "a[3:0] ++ b[7:4]");
    GIVES(slice(zext(a), 8, 8), "0");
    GIVES(slice(zext(a), 4, 8), "zext8(a[7:4])");
    GIVES(slice(sext(a), 16, 8), "sext8(a[7])");
    GIVES(slice(shl(zext(a), 8), 8, 8), "a");
    GIVES(slice(add(zext(a), zext(b)), 0, 8), "a + b");
    GIVES(slice(add(x, k(300)), 0, 8), "x[7:0] + 44");
    GIVES(slice(add(x, y), 0, 8), "(x + y)[7:0]");
    GIVES(slice(mul(zext(a), k(3)), 0, 8), "a * 3");
    GIVES(slice(or (x, k(4)), 2, 1), "true");
    GIVES(slice(not(x), 2, 1), "!x[2]");
    GIVES(slice(ite(p, zext(a), k(5)), 0, 8), "p ? a : 5");
    GIVES(cat(slice(x, 8, 8), slice(x, 0, 8)), "x[15:0]");
    GIVES(cat(slice(x, 16, 8), cat(slice(x, 8, 8), a)), "x[23:8] ++ a");
    GIVES(cat(cat(a, b), c), "a ++ (b ++ c)");
    GIVES(cat(k8(0), a), "zext16(a)");
    GIVES(cat(k8(1), cat(k8(2), a)), "258 ++ a");
    GIVES(cat(expr_zext(P, a, 16), b), "zext24(a ++ b)");
    GIVES(expr_zext(P, expr_zext(P, a, 16), 32), "zext32(a)");
    GIVES(expr_sext(P, expr_zext(P, a, 16), 32), "zext32(a)");
    GIVES(expr_sext(P, expr_sext(P, a, 16), 32), "sext32(a)");
    GIVES(expr_zext(P, slice(expr_urem(P, x, k(100)), 0, 8), 32), "x % 100");
    GIVES(lshr(x, 8), "zext32(x[31:8])");
    GIVES(ashr(x, 8), "sext32(x[31:8])");
    GIVES(ashr(shl(x, 24), 24), "sext32(x[7:0])");
    GIVES(lshr(shl(x, 24), 24), "zext32(x[7:0])");
    GIVES(ashr(x, 100), "sext32(x[31])");
    GIVES(lshr(zext(a), 8), "0");
    GIVES(cat(ite(p, a, b), ite(p, c, d)), "p ? (a ++ c) : (b ++ d)");
}

/* A word that is stored and copied byte by byte must come out as itself. */
static void bytes_and_back(void **state) {
    (void)state;
    expr words[] = {x,
                    add(x, y),
                    add(x, k(300)),
                    add(zext(a), zext(b)),
                    mul(x, k(10)),
                    mul(x, y),
                    neg(x),
                    not(x),
                    xor(x, k(0x12345678)),
                    xor(add(x, k(1)), zext(a)),
                    or (x, k(0x10)),
                    and(x, k(0x0f0f0f0f)),
                    ite(p, x, y),
                    ite(p, zext(a), k(77)),
                    ite(p, k(0x1234), k(0x4321)),
                    zext(a),
                    sext(a),
                    expr_udiv(P, x, y),
                    ashr(x, 3),
                    lshr(x, 9)};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        expr e = words[i], byte[4];
        for (uint32_t j = 0; j < 4; j++) byte[j] = slice(e, 8 * j, 8);
        expr up = cat(byte[3], cat(byte[2], cat(byte[1], byte[0])));
        expr down = cat(cat(cat(byte[3], byte[2]), byte[1]), byte[0]);
        expr halves = cat(cat(byte[3], byte[2]), cat(byte[1], byte[0]));
        bool same = expr_same(up, e) && expr_same(down, e) && expr_same(halves, e);
        if (!same) print_error("word %zu\n", i);
        assert_true(same);
    }
}

static void bits(void **state) {
    (void)state;
    GIVES(and(x, k(0xff)), "zext32(x[7:0])");
    GIVES(and(x, k(0xff00)), "zext32(x[15:8] ++ 0)");
    GIVES(and(x, k(0xfffffff0)), "x[31:4] ++ 0");
    GIVES(and(x, k(5)), "x & 5");
    GIVES(and(and(x, k(7)), k(0xd)), "zext32(x[2:0] & 5)");
    GIVES(and(zext(a), x), "zext32(a & x[7:0])");
    GIVES(and(shl(x, 8), zext(a)), "0");
    GIVES(or (shl(zext(a), 8), zext(b)), "zext32(a ++ b)");
    GIVES(or (or (or (shl(zext(d), 24), shl(zext(c), 16)), shl(zext(b), 8)), zext(a)),
          "d ++ (c ++ (b ++ a))");
    GIVES(or (zext(a), or (shl(zext(b), 8), or (shl(zext(c), 16), shl(zext(d), 24)))),
          "d ++ (c ++ (b ++ a))");
    GIVES(or (or (x, k(1)), k(4)), "x | 5");
    GIVES(or (or (x, k(1)), y), "(x | y) | 1");
    GIVES(xor(x, x), "0");
    GIVES(xor(xor(x, y), x), "y");
    GIVES(xor(xor(xor(y, z), x), z), "x ^ y");
    GIVES(xor(x, k(0xffffffff)), "~x");
    GIVES(xor(not(x), y), "~(x ^ y)");
    GIVES(not(xor(x, k(1))), "x ^ -2");
    GIVES(not(not(x)), "x");
    GIVES(not(or (not(x), not(y))), "x & y");
    GIVES(and(x, not(x)), "0");
    GIVES(or (x, not(x)), "-1");
    GIVES(not(sext(p)), "sext32(!p)");
    GIVES(or (zext(a), k(0x100)), "1 ++ a");
}

static void booleans(void **state) {
    (void)state;
    expr less = ult(x, y);
    GIVES(and(p, expr_true(P)), "p");
    GIVES(and(p, expr_false(P)), "false");
    GIVES(and(p, or (q, p)), "p");
    GIVES(or (p, and(q, p)), "p");
    GIVES(and(p, or (not(p), q)), "p & q");
    GIVES(or (p, and(not(p), q)), "p | q");
    GIVES(or (and(p, q), and(p, not(q))), "p");
    GIVES(and(and(p, q), not(p)), "false");
    GIVES(and(and(and(q, r), p), p), "p & (q & r)"); /* p has the smaller id */
    GIVES(and(and(and(q, r), p), r), "p & (q & r)");
    GIVES(or (or (or (q, r), p), not(r)), "true");
    GIVES(and(less, not(less)), "false");
    GIVES(or (less, not(less)), "true");
    GIVES(or (ult(x, k(5)), ult(k(4), x)), "true");
    GIVES(and(eq(x, k(1)), eq(x, k(2))), "false");
    GIVES(not(and(less, slt(x, y))), "(y <= x) | (y <=s x)");
    GIVES(eq(p, q), "!(p ^ q)");
    GIVES(eq(p, expr_false(P)), "!p");
    GIVES(expr_implies(P, p, p), "true");
    GIVES(eq(zext(p), k(1)), "p");
    GIVES(eq(zext(p), k(2)), "false");
    GIVES(eq(and(x, k(4)), k(0)), "!x[2]");
    GIVES(expr_ne(P, zext(less), k(0)), "x < y");
}

static void orders(void **state) {
    (void)state;
    GIVES(ule(x, k(5)), "x < 6");
    GIVES(ule(k(5), x), "4 < x");
    GIVES(not(ult(x, k(5))), "4 < x");
    GIVES(not(ult(x, y)), "y <= x");
    GIVES(ule(x, y), "x <= y");
    GIVES(ule(k(0), x), "true");
    GIVES(ule(x, k(0xffffffff)), "true");
    GIVES(ult(x, k(1)), "x == 0");
    GIVES(ult(k(0), x), "x != 0");
    GIVES(sle(x, k(5)), "x <s 6");
    GIVES(slt(x, k(0x80000000)), "false");
    GIVES(sle(x, k(0x80000000)), "x == 0x80000000");
    GIVES(slt(zext(a), k(10)), "a < 10");
    GIVES(slt(zext(a), k(300)), "true");
    GIVES(slt(zext(a), k(0xffffffff)), "false");
    GIVES(slt(sext(a), k(10)), "a <s 10");
    GIVES(slt(sext(a), k(1000)), "true");
    GIVES(ult(sext(a), k(10)), "a < 10");
    GIVES(ult(sext(a), k(10000)), "-1 <s a");
    GIVES(slt(zext(a), zext(b)), "a < b");
    GIVES(ult(zext(a), zext(b)), "a < b");
    GIVES(slt(sext(a), sext(b)), "a <s b");
    GIVES(ult(sext(a), sext(b)), "a < b");
    GIVES(ult(lshr(x, 4), k(3)), "x < 48");
    GIVES(ult(k(3), lshr(x, 4)), "63 < x");
    GIVES(slt(ashr(x, 4), k(3)), "x <s 48");
    GIVES(ult(expr_udiv(P, x, k(10)), k(3)), "x < 30");
    GIVES(ult(k(3), expr_udiv(P, x, k(10))), "39 < x");
    GIVES(ult(expr_urem(P, x, k(10)), k(10)), "true");
    GIVES(ult(cat(a, b), expr_const(P, 16, 0x300)), "a < 3");
    GIVES(ult(cat(a, b), cat(a, c)), "b < c");
    GIVES(ult(ite(p, k(3), k(7)), k(5)), "p");
    GIVES(slt(expr_sdiv(P, x, k(10)), k(3)), "x <s 30");
    GIVES(slt(expr_sdiv(P, x, k(10)), k(0)), "x <s -9");
    GIVES(slt(k(0xffffffff), expr_sdiv(P, x, k(10))), "-10 <s x");
    GIVES(ult(add(zext(a), k(5)), k(20)), "a < 15");
    GIVES(slt(add(zext(a), k(0xfffffffb)), k(20)), "a < 25");
    GIVES(slt(k(0), add(zext(a), k(0xfffffffb))), "5 < a");
    GIVES(ult(add(x, k(5)), k(20)), "(x + 5) < 20");
    GIVES(ult(mul(zext(a), k(10)), k(95)), "a < 10");
    GIVES(ult(k(95), mul(zext(a), k(10))), "9 < a");
    GIVES(slt(mul(zext(a), k(10)), k(0xffffffff)), "false");
    GIVES(ult(ite(p, k(3), x), k(5)), "p | (x < 5)");
    GIVES(slt(k(5), ite(p, x, k(3))), "p & (5 <s x)");
    GIVES(ult(p, q), "q & !p");
    GIVES(ult(add(x, y), y), "~y < x");
    GIVES(ult(add(x, y), x), "~x < y");
    GIVES(slt(add(x, y), y), "(x + y) <s y");
    GIVES(ult(add(zext(a), zext(b)), zext(b)), "false");
    GIVES(ult(add(add(zext(a), zext(c)), zext(b)), zext(b)), "false");
    
}

static void equalities(void **state) {
    (void)state;
    GIVES(eq(add(x, mul(x, sub(y, k(1)))), mul(x, y)), "true");
    GIVES(eq(mul(add(a, b), add(a, b)), add(add(mul(a, a), mul(b, b)), mul(mul(a, b), k8(2)))), "true");
    assert_false(expr_is_const(P, eq(mul(x, add(y, k(1))), mul(x, y))));
    GIVES(eq(k(7), x), "x == 7");
    GIVES(eq(y, x), "x == y");
    GIVES(eq(add(x, k(3)), k(10)), "x == 7");
    GIVES(eq(add(x, k(3)), add(y, k(5))), "x == (y + 2)");
    GIVES(eq(add(x, y), add(z, x)), "y == z");
    GIVES(eq(neg(x), k(1)), "x == -1");
    GIVES(eq(not(x), k(1)), "x == -2");
    GIVES(eq(mul(x, k(3)), k(12)), "x == 4");
    GIVES(eq(mul(x, k(4)), k(12)), "x[29:0] == 3");
    GIVES(eq(mul(x, k(4)), k(13)), "false");
    GIVES(eq(sub(x, y), k(0)), "x == y");
    GIVES(eq(add(x, mul(y, k(0x55555555))), k(0)), "y == (x * 3)");
    GIVES(eq(add(mul(x, k(0xaaaaaaab)), k(1)), y), "x == ((y * 3) - 3)");
    GIVES(eq(mul(x, k(3)), mul(y, k(5))), "(x * 3) == (y * 5)");
    GIVES(eq(xor(x, k(5)), k(6)), "x == 3");
    GIVES(eq(zext(a), k(7)), "a == 7");
    GIVES(eq(zext(a), k(256)), "false");
    GIVES(eq(sext(a), k(0xffffffff)), "a == 255");
    GIVES(eq(sext(a), k(200)), "false");
    GIVES(eq(zext(a), zext(b)), "a == b");
    GIVES(eq(cat(a, b), expr_const(P, 16, 0x102)), "(a == 1) & (b == 2)");
    GIVES(eq(cat(a, b), cat(c, d)), "(a == c) & (b == d)");
    GIVES(eq(lshr(x, 4), k(0)), "x < 16");
    GIVES(eq(expr_urem(P, x, k(10)), k(12)), "false");
    GIVES(eq(ite(p, k(3), k(4)), k(3)), "p");
    GIVES(eq(ite(p, k(3), k(4)), k(4)), "!p");
    GIVES(eq(ite(p, k(3), k(4)), k(5)), "false");
    GIVES(eq(ite(p, k(3), x), k(5)), "!p & (x == 5)");
    GIVES(eq(ite(p, k(3), x), k(3)), "p | (x == 3)");
    GIVES(eq(expr_udiv(P, x, k(10)), k(3)), "(x < 40) & (29 < x)");
    GIVES(eq(expr_sdiv(P, x, k(10)), k(0)), "(x <s 10) & (-10 <s x)");
    GIVES(eq(expr_udiv(P, x, k(10)), k(0xf0000000)), "false");
    GIVES(eq(expr_srem(P, x, k(2)), k(0)), "!x[0]");
    GIVES(eq(expr_srem(P, x, k(8)), k(3)), "(x[2:0] == 3) & (-1 <s x)");
    GIVES(eq(expr_srem(P, x, k(8)), k(0xfffffffd)), "(x <s 0) & (x[2:0] == 5)");
    GIVES(eq(expr_srem(P, x, k(8)), k(8)), "false");
    GIVES(eq(and(x, k(5)), k(2)), "false");
    GIVES(eq(or (x, k(5)), k(4)), "false");
}

static void choices(void **state) {
    (void)state;
    GIVES(ite(expr_true(P), x, y), "x");
    GIVES(ite(p, x, x), "x");
    GIVES(ite(not(p), x, y), "p ? y : x");
    GIVES(ite(p, ite(p, x, y), z), "p ? x : z");
    GIVES(ite(p, ite(q, x, y), y), "(p & q) ? x : y");
    GIVES(ite(p, x, ite(q, x, y)), "(p | q) ? x : y");
    GIVES(ite(p, expr_true(P), q), "p | q");
    GIVES(ite(p, q, expr_false(P)), "p & q");
    GIVES(ite(p, q, not(q)), "!(p ^ q)");
    GIVES(ite(p, k(1), k(0)), "zext32(p)");
    GIVES(ite(p, k(0), k(1)), "zext32(!p)");
    GIVES(ite(p, k(0xffffffff), k(0)), "sext32(p)");
    GIVES(ite(eq(x, k(5)), x, y), "(x == 5) ? 5 : y");
    GIVES(ite(eq(x, k(5)), k(5), x), "(x == 5) ? 5 : x");
    GIVES(ite(p, zext(a), zext(b)), "zext32(p ? a : b)");
    GIVES(ite(p, zext(a), k(9)), "zext32(p ? a : 9)");
    GIVES(expr_zext(P, ite(p, k8(3), k8(5)), 32), "p ? 3 : 5");
    GIVES(expr_guard(P, expr_true(P), x), "x");
    GIVES(expr_guard(P, p, expr_guard(P, p, x)), "guard(p, x)");
}

static void arrays(void **state) {
    (void)state;
    expr stored = expr_store(P, unknown, k(3), a);
    GIVES(expr_read(P, table, k(4)), "9");
    GIVES(expr_read(P, table, k(100)), "0");
    GIVES(expr_read(P, table, expr_zext(P, slice(x, 0, 2), 32)), "7");
    GIVES(expr_read(P, stored, k(3)), "a");
    GIVES(expr_read(P, stored, k(4)), "m[4]");
    GIVES(expr_read(P, stored, x), "m{3: a}[x]");
    GIVES(expr_read(P, expr_store(P, unknown, x, a), x), "a");
    GIVES(expr_read(P, expr_store(P, unknown, x, a), add(x, k(1))), "m[x + 1]");
    GIVES(expr_read(P, expr_store(P, unknown, add(x, k(2)), a), add(x, k(1))), "m[x + 1]");
    GIVES(expr_store(P, stored, k(3), b), "m{3: b}");
    GIVES(expr_store(P, unknown, x, expr_read(P, unknown, x)), "m");
    GIVES(expr_read(P, ite(p, stored, unknown), k(3)), "p ? a : m[3]");
    GIVES(expr_read(P, expr_array_fill(P, 32, k8(6)), x), "6");
    uint64_t zeros[4] = {0};
    assert_true(expr_same(expr_array_const(P, 32, 8, zeros, 4), expr_array_fill(P, 32, k8(0))));
    assert_true(expr_same(expr_array_const(P, 32, 8, (uint64_t[]){7, 7, 7, 7, 9, 1, 0}, 7), table));
}

static void wide(void **state) {
    (void)state;
    expr v = expr_sym(P, 128, "v"), low = slice(v, 0, 64), high = slice(v, 64, 64);
    GIVES(cat(high, low), "v");
    GIVES(slice(cat(w, low), 64, 64), "w");
    GIVES(sub(v, v), "#x00000000000000000000000000000000");
    GIVES(eq(expr_zext(P, w, 128), expr_const(P, 128, 5)), "w == 5");
    GIVES(ult(v, expr_const(P, 128, 1)), "v == #x00000000000000000000000000000000");
    GIVES(slice(expr_shl(P, v, expr_const(P, 128, 64)), 64, 64), "v[63:0]");
    GIVES(neg(neg(v)), "v");
}

int main(void) {
#define RULES(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {RULES(sums),     RULES(long_sums), RULES(divisions),
                                       RULES(slices),   RULES(bits),      RULES(bytes_and_back),
                                       RULES(booleans), RULES(orders),    RULES(equalities),
                                       RULES(choices),  RULES(arrays),    RULES(wide)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
