/* The pool: sharing, collection, symbol sets, substitution, models, and
 * expressions too deep for recursion. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/str.h"
#include "base/vec.h"
#include "expr/arith.h"
#include "expr/expr.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/print.h"
#include "expr/relate.h"

static struct expr_pool *pool;

static int set_up(void **state) {
    (void)state;
    pool = expr_pool_new();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    expr_pool_check(pool);
    expr_pool_free(pool);
    return mem_live_bytes() != 0;
}

/* ---- sharing --------------------------------------------------------------------------- */

static void equal_is_same(void **state) {
    (void)state;
    uint64_t big[3] = {1, 2, UINT64_MAX};
    expr x = expr_sym(pool, 32, "x"), y = expr_sym(pool, 32, "y");
    assert_true(expr_same(expr_add(pool, x, y), expr_add(pool, y, x)));
    assert_true(expr_same(expr_const(pool, 8, 0x1ff), expr_const(pool, 8, 0xff)));
    assert_false(expr_same(expr_const(pool, 8, 1), expr_const(pool, 9, 1)));
    expr wide = expr_const_wide(pool, 130, big);
    assert_int_equal(expr_words(pool, wide, NULL)[2], 3); /* cut to 130 bits */
    assert_true(expr_same(wide, expr_const_wide(pool, 130, big)));
    assert_false(expr_same(x, expr_sym(pool, 32, "x")));
    assert_true(expr_same(expr_const(pool, 1, 1), expr_true(pool)));
}

/* ---- collection -------------------------------------------------------------------------- */

struct roots {
    expr kept[64];
    uint32_t n;
    uint32_t swept; /* of the kept, how many a sweeper saw marked */
};

static void scan_roots(struct expr_pool *p, void *owner) {
    struct roots *roots = owner;
    for (uint32_t i = 0; i < roots->n; i++) expr_mark(p, roots->kept[i]);
}

static void sweep_roots(struct expr_pool *p, void *owner) {
    struct roots *roots = owner;
    roots->swept = 0;
    for (uint32_t i = 0; i < 64; i++)
        roots->swept += expr_is(roots->kept[i]) && expr_is_marked(p, roots->kept[i]);
}

static void collection_keeps_what_is_marked(void **state) {
    (void)state;
    struct roots roots = {0};
    uint64_t words[4] = {5, 6, 7, 8};
    expr x = expr_sym(pool, 32, "x"), v = expr_sym(pool, 256, "v");
    expr kept = expr_mul(pool, expr_xor(pool, x, expr_const(pool, 32, 77)), x);
    expr wide = expr_add(pool, v, expr_const_wide(pool, 256, words));
    uint64_t elems[] = {1, 2, 3};
    expr table = expr_array_const(pool, 32, 8, elems, 3);
    expr read = expr_read(pool, table, x);
    expr lost = expr_mul(pool, expr_xor(pool, x, expr_const(pool, 32, 78)), x);
    roots.kept[0] = kept, roots.kept[1] = wide, roots.kept[2] = read, roots.kept[3] = lost;
    roots.n = 3;
    expr_pool_add_scanner(pool, scan_roots, &roots);
    expr_pool_add_sweeper(pool, sweep_roots, &roots);
    struct model *m = model_new();
    model_set(m, expr_symbol(pool, x), 2);
    uint64_t before = model_eval(m, pool, kept), seen = model_eval(m, pool, read);
    assert_int_equal(seen, 3);
    uint32_t epoch = expr_pool_epoch(pool);
    assert_int_equal(expr_collect(pool), 3); /* the product, the xor, 78 */
    assert_int_equal(roots.swept, 3);
    assert_int_equal(expr_pool_epoch(pool), epoch + 1);
    expr_pool_check(pool);
    assert_true(expr_same(kept, expr_mul(pool, expr_xor(pool, x, expr_const(pool, 32, 77)), x)));
    assert_true(expr_same(table, expr_array_const(pool, 32, 8, elems, 3)));
    assert_true(expr_same(wide, expr_add(pool, v, expr_const_wide(pool, 256, words))));
    assert_int_equal(model_eval(m, pool, kept), before);
    expr again = expr_mul(pool, expr_xor(pool, x, expr_const(pool, 32, 79)), x);
    assert_int_equal(model_eval(m, pool, again), ((2 ^ 79) * 2)); /* ids were used again */
    model_release(m);
    expr_pool_remove_scanner(pool, scan_roots, &roots);
    expr_pool_remove_sweeper(pool, sweep_roots, &roots);
    expr_collect(pool);
    assert_int_equal(expr_pool_count(pool), 4); /* two booleans, two symbols */
}

/* Millions of nodes, of which few live at a time. */
static void sustained_run_stays_small(void **state) {
    (void)state;
    struct roots roots = {.n = 64};
    expr x = expr_sym(pool, 64, "x"), v = expr_sym(pool, 128, "v");
    for (int i = 0; i < 64; i++) roots.kept[i] = x;
    expr_pool_add_scanner(pool, scan_roots, &roots);
    uint64_t made = 0;
    size_t most = 0;
    uint32_t before = expr_pool_count(pool);
    for (uint64_t i = 0, all = effort(3000000, 20000000); made < all; i++) {
        expr e = expr_xor(pool, roots.kept[i % 64], expr_const(pool, 64, i * 3));
        e = expr_mul(pool, e, expr_add(pool, x, expr_const(pool, 64, i)));
        if (i % 16 == 0) {
            uint64_t words[2] = {i, i};
            e = expr_extract(pool, expr_udiv(pool, v, expr_const_wide(pool, 128, words)), 0, 64);
            (void)expr_symbols(pool, expr_add(pool, e, x));
        }
        roots.kept[i % 64] = i % 1000 < 64 ? x : e;
        if (!expr_pool_should_collect(pool)) continue;
        made += expr_pool_count(pool) - before;
        expr_collect(pool);
        before = expr_pool_count(pool);
        if (expr_pool_bytes(pool) > most) most = expr_pool_bytes(pool);
    }
    print_message("%llu nodes, pool at most %zu KiB\n", (unsigned long long)made, most >> 10);
    assert_true(most < 64u << 20);
    expr_pool_remove_scanner(pool, scan_roots, &roots);
}

/* ---- symbol sets ----------------------------------------------------------------------------- */

static void symbol_sets(void **state) {
    (void)state;
    expr x = expr_sym(pool, 8, "x"), y = expr_sym(pool, 8, "y"), z = expr_sym(pool, 8, "z");
    expr m = expr_array_sym(pool, 8, 8, "m");
    const struct symbol_set *xy = expr_symbols(pool, expr_mul(pool, y, x));
    assert_int_equal(xy->len, 2);
    assert_true(xy->ids[0] == 0 && xy->ids[1] == 1);
    assert_ptr_equal(xy, expr_symbols(pool, expr_udiv(pool, x, y)));
    const struct symbol_set *read = expr_symbols(pool, expr_read(pool, m, z));
    assert_true(read->len == 2 && read->ids[0] == 2 && read->ids[1] == 3);
    assert_false(symbol_sets_meet(xy, read));
    assert_true(symbol_sets_meet(xy, expr_symbols(pool, expr_mul(pool, x, z))));
    const struct symbol_set *none = expr_symbols(pool, expr_const(pool, 8, 3));
    assert_int_equal(none->len, 0);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(symbol_set_has(xy, (symbol){i}), i < 2);
        assert_int_equal(symbol_set_has(read, (symbol){i}), i >= 2);
        assert_false(symbol_set_has(none, (symbol){i}));
    }
    const struct symbol_set *ends = expr_symbols(pool, expr_read(pool, m, x));
    for (uint32_t i = 0; i < 6; i++) assert_int_equal(symbol_set_has(ends, (symbol){i}), i == 0 || i == 3);
}

/* Sets of inner nodes of a long sum must not cost the square of its length. */
static void large_symbol_sets(void **state) {
    (void)state;
    enum { N = 20000 };
    expr e = expr_sym(pool, 32, "s");
    for (int i = 1; i < N; i++) e = expr_xor(pool, e, expr_sym(pool, 32, "s"));
    size_t before = mem_live_bytes();
    const struct symbol_set *all = expr_symbols(pool, e);
    assert_int_equal(all->len, N);
    for (uint32_t i = 0; i < N; i++) assert_int_equal(all->ids[i], i);
    assert_ptr_equal(all, expr_symbols(pool, e));
    assert_true(mem_live_bytes() - before < 16u << 20);
    expr inner = expr_kid(pool, e, 0);
    assert_int_equal(expr_symbols(pool, inner)->len, N - 1);
}

/* ---- substitution ---------------------------------------------------------------------------- */

static void substitution(void **state) {
    (void)state;
    expr x = expr_sym(pool, 32, "x"), y = expr_sym(pool, 32, "y"), z = expr_sym(pool, 32, "z");
    expr e = expr_add(pool, expr_mul(pool, x, y), expr_udiv(pool, z, y));
    expr five = expr_const(pool, 32, 5);
    expr got = expr_substitute(pool, e, &y, &five, 1);
    expr want = expr_add(pool, expr_mul(pool, x, five), expr_udiv(pool, z, five));
    assert_true(expr_same(got, want));
    /* at once: x and y change places */
    got = expr_substitute(pool, expr_udiv(pool, x, y), (expr[]){x, y}, (expr[]){y, x}, 2);
    assert_true(expr_same(got, expr_udiv(pool, y, x)));
    /* whole terms */
    got = expr_substitute(pool, e, (expr[]){expr_mul(pool, x, y)}, &z, 1);
    assert_true(expr_same(got, expr_add(pool, z, expr_udiv(pool, z, y))));
    assert_true(expr_same(expr_substitute(pool, e, NULL, NULL, 0), e));
}

/* x by y + 1, y by x; z stays. */
static expr swapped(void *owner, symbol s) {
    const expr *xy = owner;
    if (s.id == expr_symbol(pool, xy[0]).id) return expr_add(pool, xy[1], expr_const(pool, 32, 1));
    return s.id == expr_symbol(pool, xy[1]).id ? xy[0] : EXPR_NONE;
}

static void replacing(void **state) {
    (void)state;
    expr x = expr_sym(pool, 32, "x"), y = expr_sym(pool, 32, "y"), z = expr_sym(pool, 32, "z");
    expr e = expr_udiv(pool, expr_mul(pool, x, z), y);
    expr want = expr_udiv(pool, expr_mul(pool, expr_add(pool, y, expr_const(pool, 32, 1)), z), x);
    assert_true(expr_same(expr_replace(pool, e, swapped, (expr[]){x, y}), want));
    assert_true(expr_same(expr_replace(pool, z, swapped, (expr[]){x, y}), z));
}

/* ---- models --------------------------------------------------------------------------------- */

static void models(void **state) {
    (void)state;
    expr x = expr_sym(pool, 8, "x"), v = expr_sym(pool, 200, "v");
    expr m8 = expr_array_sym(pool, 16, 8, "m");
    symbol sx = expr_symbol(pool, x), sv = expr_symbol(pool, v), sm = expr_symbol(pool, m8);
    uint64_t words[4] = {1, 2, 3, UINT64_MAX}, got[4];
    struct model *m = model_new();
    assert_int_equal(model_eval(m, pool, x), 0);
    assert_false(model_has(m, sx));
    model_set(m, sx, 0x1ff);
    model_set_wide(m, sv, words, 4);
    model_set_rest(m, sm, 9);
    model_set_elem(m, sm, 3, 4);
    assert_int_equal(model_eval(m, pool, x), 0xff); /* cut to the width */
    model_eval_wide(m, pool, v, got);
    assert_true(got[2] == 3 && got[3] == 0xff);
    assert_int_equal(model_get(m, sv), 1);
    assert_int_equal(model_get_elem(m, sm, 3), 4);
    assert_int_equal(model_get_elem(m, sm, 5), 9);
    expr read = expr_read(pool, m8, expr_zext(pool, x, 16));
    assert_int_equal(model_eval(m, pool, read), 9);
    struct model *copy = model_copy(m);
    model_set(copy, sx, 3); /* forgets what it remembered */
    assert_int_equal(model_eval(copy, pool, read), 4);
    assert_int_equal(model_eval(m, pool, read), 9);
    model_get_wide(copy, sv, got, 4);
    assert_true(got[0] == 1 && got[3] == UINT64_MAX);
    assert_ptr_equal(model_retain(copy), copy);
    model_release(copy);
    assert_int_equal(model_eval(copy, pool, expr_add(pool, read, x)), 7);
    model_release(copy);
    model_release(m);
    model_release(NULL);
}

/* Many models take turns; what they remember is bounded and stays true. */
static void many_models(void **state) {
    (void)state;
    enum { MODELS = 200, NODES = 50000 };
    expr x = expr_sym(pool, 32, "x"), e = x;
    struct model *m[MODELS];
    for (int i = 0; i < NODES; i++)
        e = expr_mul(pool, expr_xor(pool, e, expr_const(pool, 32, (uint64_t)i)),
                     expr_const(pool, 32, 16777619));
    for (int k = 0; k < MODELS; k++) {
        m[k] = model_new();
        model_set(m[k], expr_symbol(pool, x), (uint64_t)k);
    }
    for (int round = 0; round < 2; round++)
        for (int k = 0; k < MODELS; k++) {
            uint32_t want = (uint32_t)k;
            for (int i = 0; i < NODES; i++) want = (want ^ (uint32_t)i) * 16777619;
            assert_int_equal(model_eval(m[k], pool, e), want);
            assert_true(expr_pool_bytes(pool) < 300u << 20);
        }
    expr_pool_free(pool); /* models may outlive it */
    pool = expr_pool_new();
    for (int k = 0; k < MODELS; k++) model_release(m[k]);
}

/* ---- depth ------------------------------------------------------------------------------------
 */

static void deep_chains(void **state) {
    (void)state;
    enum { DEPTH = 1000000 };
    expr x = expr_sym(pool, 32, "x"), y = expr_sym(pool, 32, "y"), e = x;
    expr array = expr_array_sym(pool, 32, 32, "m"), p = expr_ult(pool, x, y);
    for (uint64_t i = 0; i < DEPTH; i++) {
        e = expr_xor(pool, expr_mul(pool, e, y), expr_const(pool, 32, i | 1));
        if (i % 4 == 0) e = expr_ite(pool, p, e, x);
        if (i % 100 == 0) array = expr_store(pool, array, e, x);
    }
    e = expr_add(pool, e, expr_read(pool, array, y));
    assert_int_equal(expr_symbols(pool, e)->len, 3);
    struct model *m = model_new();
    model_set(m, expr_symbol(pool, x), 3);
    model_set(m, expr_symbol(pool, y), 5);
    uint32_t want = 3;
    for (uint32_t i = 0; i < DEPTH; i++) want = want * 5 ^ (i | 1);
    assert_int_equal(model_eval(m, pool, e), want); /* no store hits y, m is 0 */
    expr z = expr_sym(pool, 32, "z");
    expr other = expr_substitute(pool, e, &x, &z, 1);
    model_set(m, expr_symbol(pool, z), 3);
    model_set(m, expr_symbol(pool, x), 0);
    assert_int_equal(model_eval(m, pool, other), want);
    struct str text;
    str_init(&text);
    expr_print(pool, e, &text);
    assert_true(text.len > DEPTH && text.len / DEPTH < 200);
    str_clear(&text);
    expr_print_infix(pool, e, 500, &text);
    assert_in_range(text.len, 400, 2000);
    str_release(&text);
    assert_int_equal(expr_size(pool, e, 5000), 5000);
    struct roots roots = {.kept = {e}, .n = 1};
    expr_pool_add_scanner(pool, scan_roots, &roots);
    expr_collect(pool);
    model_set(m, expr_symbol(pool, x), 3);
    assert_int_equal(model_eval(m, pool, e), want);
    expr_pool_remove_scanner(pool, scan_roots, &roots);
    model_release(m);
}

/* Operators over a DAG with 2^n paths take bounded work each. */
static void shared_dags_cost_little(void **state) {
    (void)state;
    expr x = expr_sym(pool, 32, "x"), a = expr_sym(pool, 8, "a"), e = expr_zext(pool, a, 32);
    for (int i = 0; i < 400; i++) {
        e = expr_add(pool, expr_mul(pool, e, expr_const(pool, 32, 3)),
                     expr_mul(pool, e, expr_zext(pool, a, 32)));
        e = expr_xor(pool, e, expr_zext(pool, expr_extract(pool, e, 0, 8), 32));
        expr c = expr_eq(pool, expr_extract(pool, e, 0, 4), expr_const(pool, 4, 3));
        e = expr_ite(pool, c, e, expr_and(pool, e, expr_const(pool, 32, 0xffff)));
        e = expr_or(pool, e, expr_shl(pool, x, expr_const(pool, 32, 8)));
    }
    assert_true(expr_pool_count(pool) < 400 * 600);
    struct model *m = model_new();
    (void)model_eval(m, pool, e);
    model_release(m);
}

int main(void) {
#define POOL(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {POOL(equal_is_same),
                                       POOL(collection_keeps_what_is_marked),
                                       POOL(sustained_run_stays_small),
                                       POOL(symbol_sets),
                                       POOL(large_symbol_sets),
                                       POOL(substitution), POOL(replacing),
                                       POOL(models),
                                       POOL(many_models),
                                       POOL(deep_chains),
                                       POOL(shared_dags_cost_little)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
