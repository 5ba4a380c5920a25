/* Random queries: bit-blaster against Z3. Answers must agree, models must
 * evaluate to true, cores must be unsatisfiable for the other solver.
 *
 * A session has a pool, some symbols and arrays, one bit-blaster and a growing
 * stock of constraints; each query is a random part of the stock, so that
 * contexts are reused, and collections free ids in between.
 *
 *     test_bitblast_fuzz [COUNT [SEED]]       or SHRIKE_FUZZ_COUNT, _SEED
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "effort.h"
#include "base/context.h"
#include "base/mem.h"
#include "base/str.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/model.h"
#include "expr/pool.h"
#include "expr/print.h"
#include "expr/relate.h"
#include "solver/backend.h"

enum {
    DEFAULT_COUNT = 2000,
    SESSION_QUERIES = 40,
    MAX_STOCK = 48,
    MAX_QUERY = 8,
    MAX_SYMS = 5,
    MAX_ARRAYS = 4,
};

struct session {
    struct context ctx;
    struct expr_pool *pool;
    struct backend *blast, *fresh, *incremental;
    struct rng rng;
    expr syms[MAX_SYMS];
    uint32_t n_syms;
    expr arrays[MAX_ARRAYS];
    uint32_t n_arrays;
    expr stock[MAX_STOCK];
    expr guards[MAX_STOCK]; /* conditions of the guards in stock[i], conjoined, or none */
    uint32_t n_stock;
    expr guard_conds; /* of the constraint being built */
    bool raw_stock[MAX_STOCK];
    bool raw; /* nodes are interned without simplification; never in between */
    uint64_t unknown;
};

static uint32_t below(struct session *s, uint32_t n) { return (uint32_t)rng_below(&s->rng, n); }

/* ---- random expressions -------------------------------------------------------------- */

static expr make(struct session *s, enum expr_op op, uint32_t width, uint64_t aux, expr a, expr b,
                 expr c) {
    const expr kids[] = {a, b, c};
    bool array = op == EXPR_STORE || (op == EXPR_ITE && width == 0);
    if (s->raw && !array) return expr_intern(s->pool, op, width, aux, a, b, c);
    return expr_build(s->pool, op, width, aux, kids);
}

static uint32_t random_width(struct session *s) {
    switch (below(s, 8)) {
    case 0: return 1;
    case 1:
    case 2:
    case 3: return 1 + below(s, 8);
    case 4: return 8 << below(s, 4);
    case 5: return 1 + below(s, 32);
    case 6: return 1 + below(s, 64);
    default: return 1 + below(s, 128);
    }
}

static expr random_const(struct session *s, uint32_t width) {
    uint64_t words[2] = {rng_next(&s->rng), rng_next(&s->rng)};
    switch (below(s, 5)) {
    case 0: words[0] = below(s, 4), words[1] = 0; break;
    case 1: words[0] = ~(uint64_t)below(s, 3), words[1] = UINT64_MAX; break;
    case 2: words[0] = 1ull << below(s, 64), words[1] = 0; break;
    case 3: words[0] &= 0xff, words[1] = 0; break;
    default: break;
    }
    return width <= 128 ? expr_const_wide(s->pool, width, words)
                        : expr_const(s->pool, width, words[0]);
}

static expr random_expr(struct session *s, uint32_t width, uint32_t depth);

static expr resized(struct session *s, expr e, uint32_t width) {
    uint32_t w = expr_width(s->pool, e);
    if (w == width) return e;
    if (w > width)
        return make(s, EXPR_EXTRACT, width, below(s, w - width + 1), e, EXPR_NONE, EXPR_NONE);
    return make(s, below(s, 2) ? EXPR_ZEXT : EXPR_SEXT, width, 0, e, EXPR_NONE, EXPR_NONE);
}

static expr random_leaf(struct session *s, uint32_t width) {
    if (below(s, 4) == 0) return random_const(s, width);
    return resized(s, s->syms[below(s, s->n_syms)], width);
}

static expr random_table(struct session *s) {
    uint64_t elems[600];
    uint32_t index_width = 1 + below(s, 12), elem_width = 1 + below(s, 40);
    uint32_t most = 1u << index_width, count = 1 + below(s, below(s, 6) ? 16 : 600);
    for (uint32_t i = 0; i < count; i++) elems[i] = below(s, 3) ? rng_next(&s->rng) : below(s, 3);
    return expr_array_const(s->pool, index_width, elem_width, elems, count < most ? count : most);
}

static expr random_array(struct session *s, uint32_t depth) {
    expr a = s->arrays[below(s, s->n_arrays)];
    uint32_t iw = expr_index_width(s->pool, a), ew = expr_elem_width(s->pool, a);
    uint32_t stores = below(s, 30) == 0 ? 70 : below(s, 4);
    for (uint32_t i = 0; i < stores; i++) {
        expr index = random_expr(s, iw, stores > 9 ? 0 : depth / 2);
        expr value = random_expr(s, ew, stores > 9 ? 0 : depth / 2);
        expr stored = make(s, EXPR_STORE, 0, 0, a, index, value);
        if (below(s, 5) == 0) {
            expr cond = random_expr(s, 1, depth / 2);
            stored = make(s, EXPR_ITE, 0, 0, cond, stored, a);
        }
        a = stored;
    }
    return a;
}

static expr random_read(struct session *s, uint32_t width, uint32_t depth) {
    expr a = random_array(s, depth);
    expr index = random_expr(s, expr_index_width(s->pool, a), depth - 1);
    expr read = make(s, EXPR_READ, expr_elem_width(s->pool, a), 0, a, index, EXPR_NONE);
    return resized(s, read, width);
}

static expr random_guard(struct session *s, uint32_t width, uint32_t depth) {
    expr cond = random_expr(s, 1, depth - 1);
    expr guard = make(s, EXPR_GUARD, width, 0, cond, random_expr(s, width, depth - 1), EXPR_NONE);
    s->guard_conds = expr_is(s->guard_conds)
                         ? make(s, EXPR_AND, 1, 0, s->guard_conds, cond, EXPR_NONE)
                         : cond;
    return guard;
}

/* Multiplication and division stay cheap: narrow, or by a constant. */
static expr random_hard(struct session *s, enum expr_op op, uint32_t width, uint32_t depth) {
    uint32_t w = width > 9 ? 1 + below(s, 9) : width;
    if (below(s, 6) == 0 && width <= 64) {
        expr a = random_expr(s, width, depth - 1);
        return make(s, op, width, 0, a, random_const(s, width), EXPR_NONE);
    }
    expr a = random_expr(s, w, depth - 1), b = random_expr(s, w, depth - 1);
    if (below(s, 3) == 0 && width > 9 && width <= 40) {
        enum expr_op ext = below(s, 2) ? EXPR_SEXT : EXPR_ZEXT;
        if (w < width) a = make(s, ext, width, 0, a, EXPR_NONE, EXPR_NONE);
        if (w < width) b = make(s, ext, width, 0, b, EXPR_NONE, EXPR_NONE);
        w = width;
    }
    return resized(s, make(s, op, w, 0, a, b, EXPR_NONE), width);
}

static expr random_compare(struct session *s, uint32_t depth) {
    enum expr_op op = EXPR_EQ + below(s, EXPR_SLE - EXPR_EQ + 1);
    uint32_t w = random_width(s);
    expr a = random_expr(s, w, depth - 1);
    expr b = below(s, 3) ? random_expr(s, w, depth - 1) : random_const(s, w);
    return make(s, op, 1, 0, a, b, EXPR_NONE);
}

static expr random_concat(struct session *s, uint32_t width, uint32_t depth) {
    uint32_t low = 1 + below(s, width - 1);
    expr high = random_expr(s, width - low, depth - 1);
    return make(s, EXPR_CONCAT, width, 0, high, random_expr(s, low, depth - 1), EXPR_NONE);
}

static expr random_op(struct session *s, enum expr_op op, uint32_t width, uint32_t depth) {
    switch (op) {
    case EXPR_NOT:
    case EXPR_NEG:
        return make(s, op, width, 0, random_expr(s, width, depth - 1), EXPR_NONE, EXPR_NONE);
    case EXPR_MUL:
    case EXPR_UDIV:
    case EXPR_SDIV:
    case EXPR_UREM:
    case EXPR_SREM: return random_hard(s, op, width, depth);
    case EXPR_EXTRACT:
    case EXPR_ZEXT:
    case EXPR_SEXT: return resized(s, random_expr(s, random_width(s), depth - 1), width);
    case EXPR_CONCAT: return width > 1 ? random_concat(s, width, depth) : random_leaf(s, 1);
    case EXPR_ITE: {
        expr cond = random_expr(s, 1, depth - 1), yes = random_expr(s, width, depth - 1);
        return make(s, op, width, 0, cond, yes, random_expr(s, width, depth - 1));
    }
    case EXPR_READ: return random_read(s, width, depth);
    case EXPR_GUARD: return below(s, 3) ? random_leaf(s, width) : random_guard(s, width, depth);
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE: return resized(s, random_compare(s, depth), width);
    default: {
        expr a = random_expr(s, width, depth - 1);
        return make(s, op, width, 0, a, random_expr(s, width, depth - 1), EXPR_NONE);
    }
    }
}

static expr random_expr(struct session *s, uint32_t width, uint32_t depth) {
    if (depth == 0 || below(s, 8) == 0) return random_leaf(s, width);
    if (width == 1 && below(s, 3)) return random_compare(s, depth);
    return random_op(s, EXPR_NOT + below(s, EXPR_GUARD - EXPR_NOT + 1), width, depth);
}

static void add_to_stock(struct session *s) {
    uint32_t at = s->n_stock < MAX_STOCK ? s->n_stock++ : below(s, MAX_STOCK);
    s->guard_conds = EXPR_NONE;
    s->raw = below(s, 3) == 0;
    s->stock[at] = random_expr(s, 1, 1 + below(s, 4));
    s->guards[at] = s->guard_conds;
    s->raw_stock[at] = s->raw;
}

/* ---- sessions -------------------------------------------------------------------------- */

static void scan_stock(struct expr_pool *pool, void *owner) {
    struct session *s = owner;
    for (uint32_t i = 0; i < s->n_stock; i++) {
        expr_mark(pool, s->stock[i]);
        if (expr_is(s->guards[i])) expr_mark(pool, s->guards[i]);
    }
    for (uint32_t i = 0; i < s->n_arrays; i++) expr_mark(pool, s->arrays[i]);
}

static void session_init(struct session *s, uint64_t seed) {
    memset(s, 0, sizeof *s);
    context_init(&s->ctx);
    s->ctx.opt.bitblast_contexts = 3;
    rng_init(&s->rng, seed);
    s->pool = expr_pool_new();
    s->blast = bitblast_new(&s->ctx, s->pool);
    s->fresh = z3_new(&s->ctx, s->pool, false);
    s->incremental = z3_new(&s->ctx, s->pool, true);
    s->n_syms = 1 + below(s, MAX_SYMS);
    for (uint32_t i = 0; i < s->n_syms; i++)
        s->syms[i] = expr_sym(s->pool, random_width(s), "x");
    s->n_arrays = 1 + below(s, MAX_ARRAYS);
    for (uint32_t i = 0; i < s->n_arrays; i++)
        s->arrays[i] = below(s, 3) ? expr_array_sym(s->pool, 1 + below(s, below(s, 4) ? 4 : 40),
                                                    1 + below(s, 20), "a")
                                   : random_table(s);
    expr_pool_add_scanner(s->pool, scan_stock, s);
}

static void session_release(struct session *s) {
    expr_pool_remove_scanner(s->pool, scan_stock, s);
    s->blast->free(s->blast);
    s->fresh->free(s->fresh);
    s->incremental->free(s->incremental);
    expr_pool_free(s->pool);
    context_release(&s->ctx);
}

struct query {
    expr c[2 * MAX_QUERY];
    uint32_t n;
    bool open_guards; /* conditions of some guards are not in it */
};

static void random_query(struct session *s, struct query *q) {
    q->n = 0;
    q->open_guards = false;
    bool assert_guards = below(s, 4) != 0;
    uint32_t n = 1 + below(s, below(s, 3) ? 4 : MAX_QUERY);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = below(s, s->n_stock);
        expr e = s->stock[at];
        s->raw = s->raw_stock[at];
        q->c[q->n++] = below(s, 4) ? e : make(s, EXPR_NOT, 1, 0, e, EXPR_NONE, EXPR_NONE);
        if (!expr_is(s->guards[at])) continue;
        if (assert_guards) q->c[q->n++] = s->guards[at];
        else q->open_guards = true;
    }
}

static void print_query(struct session *s, const struct query *q, const char *what) {
    struct str text;
    str_init(&text);
    expr_print_query(s->pool, q->c, q->n, &text);
    fprintf(stderr, "; %s\n%s\n", what, str_text(&text));
    str_release(&text);
}

#define CHECK(s, q, cond)                               \
    do {                                                \
        if (!(cond)) {                                  \
            print_query((s), (q), "failed: " #cond);    \
            assert_true(cond);                          \
        }                                               \
    } while (0)

static void check_model(struct session *s, const struct query *q, struct model *m) {
    if (q->open_guards) return;
    for (uint32_t i = 0; i < q->n; i++) CHECK(s, q, model_holds(m, s->pool, q->c[i]));
}

/* The other solver must find the core unsatisfiable on its own. */
static void check_core(struct session *s, const struct query *q, const vec_u32 *core,
                       struct backend *other) {
    struct query small = {.n = 0};
    for (vec_each(uint32_t, i, core)) {
        CHECK(s, q, core->data[i] < q->n);
        CHECK(s, q, i == 0 || core->data[i] > core->data[i - 1]);
        small.c[small.n++] = q->c[core->data[i]];
    }
    struct budget budget = {.seconds = 1};
    enum answer answer = other->check(other, small.c, small.n, budget, NULL, NULL);
    CHECK(s, &small, answer != ANSWER_SAT);
}

static void check_query(struct session *s, const struct query *q) {
    struct model *m1 = NULL, *m2 = NULL;
    vec_u32 core1 = {0}, core2 = {0};
    struct budget budget = {.seconds = 1};
    struct backend *z3 = below(s, 4) ? s->fresh : s->incremental;
    vec_u32 *z3_core = below(s, 4) ? NULL : &core2;
    enum answer a1 = s->blast->check(s->blast, q->c, q->n, budget, &m1, &core1);
    enum answer a2 = z3->check(z3, q->c, q->n, budget, &m2, z3_core);
    s->unknown += a1 == ANSWER_UNKNOWN || a2 == ANSWER_UNKNOWN;
    if (a1 != ANSWER_UNKNOWN && a2 != ANSWER_UNKNOWN) CHECK(s, q, a1 == a2);
    if (a1 == ANSWER_SAT) check_model(s, q, m1);
    if (a2 == ANSWER_SAT) check_model(s, q, m2);
    if (a1 == ANSWER_UNSAT && core1.len < q->n) check_core(s, q, &core1, s->fresh);
    if (a2 == ANSWER_UNSAT && z3_core) check_core(s, q, &core2, s->blast);
    model_release(m1);
    model_release(m2);
    vec_release(&core1);
    vec_release(&core2);
}

static uint64_t run_session(uint64_t seed, uint64_t queries) {
    struct session s;
    session_init(&s, seed);
    for (uint32_t i = 0; i < 4; i++) add_to_stock(&s);
    for (uint64_t i = 0; i < queries; i++) {
        struct query q;
        if (below(&s, 2)) add_to_stock(&s);
        random_query(&s, &q);
        check_query(&s, &q);
        if (below(&s, 12) == 0) expr_collect(s.pool);
    }
    uint64_t unknown = s.unknown;
    if (getenv("SHRIKE_FUZZ_VERBOSE"))
        fprintf(stderr, "seed %llu: bit-blaster %.3f s, Z3 %.3f s, undecided %llu\n",
                (unsigned long long)seed, timer_seconds(&s.ctx.stats.t_bitblast),
                timer_seconds(&s.ctx.stats.t_z3), (unsigned long long)unknown);
    session_release(&s);
    return unknown;
}

static uint64_t count_wanted, first_seed = 1;

static void test_agreement(void **state) {
    (void)state;
    uint64_t done = 0, unknown = 0, seed = first_seed;
    while (done < count_wanted) {
        uint64_t queries = count_wanted - done;
        if (queries > SESSION_QUERIES) queries = SESSION_QUERIES;
        unknown += run_session(seed++, queries);
        done += queries;
        if (done % 20000 < SESSION_QUERIES && done >= 20000)
            fprintf(stderr, "%llu queries, %llu undecided, next seed %llu\n",
                    (unsigned long long)done, (unsigned long long)unknown,
                    (unsigned long long)seed);
    }
    assert_true(unknown * 50 <= done);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(int argc, char **argv) {
    const char *count = argc > 1 ? argv[1] : getenv("SHRIKE_FUZZ_COUNT");
    const char *seed = argc > 2 ? argv[2] : getenv("SHRIKE_FUZZ_SEED");
    count_wanted = count ? strtoull(count, NULL, 10) : effort(DEFAULT_COUNT / 4, DEFAULT_COUNT);
    if (seed) first_seed = strtoull(seed, NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_agreement)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
