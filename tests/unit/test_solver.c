/* The solver chain by example: what each layer answers, cores, budgets, checks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/context.h"
#include "base/str.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/relate.h"
#include "solver/chain.h"
#include "solver/check.h"
#include "solver/path.h"
#include "solver/pmap.h"
#include "test_files.h"

struct fixture {
    struct context ctx;
    struct expr_pool *pool;
    struct solver *s;
    expr x, y, z, b;
};

static void begin(struct fixture *f, const char *layers) {
    context_init(&f->ctx);
    f->ctx.opt.solver = layers;
    f->pool = expr_pool_new();
    f->s = solver_new(&f->ctx, f->pool);
    f->x = expr_sym(f->pool, 32, "x");
    f->y = expr_sym(f->pool, 32, "y");
    f->z = expr_sym(f->pool, 32, "z");
    f->b = expr_sym(f->pool, 1, "b");
}

static void end(struct fixture *f) {
    solver_free(f->s);
    expr_pool_free(f->pool);
    context_release(&f->ctx);
    assert_int_equal(mem_live_bytes(), 0);
}

static expr num(struct fixture *f, uint64_t v) { return expr_const(f->pool, 32, v); }

/* ---- parts ------------------------------------------------------------------------ */

static void count_entry(void *data, uint32_t key, uint32_t value) {
    (void)key;
    *(uint64_t *)data += value;
}

/* Versions of a map against plain arrays. */
static void test_pmap(void **unused) {
    (void)unused;
    enum { KEYS = 500, VERSIONS = 200 };
    struct bump bumps[VERSIONS] = {0};
    struct pmap *maps[VERSIONS];
    static uint32_t truth[VERSIONS][KEYS];
    struct rng rng;
    rng_init(&rng, 7);
    for (int v = 0; v < VERSIONS; v++) {
        maps[v] = v ? maps[v - 1] : NULL;
        for (int k = 0; k < KEYS; k++) truth[v][k] = v ? truth[v - 1][k] : 0;
        for (uint64_t n = rng_below(&rng, 8); n > 0; n--) {
            uint32_t key = (uint32_t)rng_below(&rng, KEYS), value = 1 + (uint32_t)rng_below(&rng, 1000);
            maps[v] = pmap_put(maps[v], &bumps[v], (uint32_t)v + 1, key * 977, value);
            truth[v][key] = value;
        }
    }
    for (int v = 0; v < VERSIONS; v++) {
        uint64_t sum = 0, wanted = 0;
        for (uint32_t k = 0; k < KEYS; k++) {
            assert_int_equal(pmap_get(maps[v], k * 977, 0), truth[v][k]);
            wanted += truth[v][k];
        }
        pmap_each(maps[v], count_entry, &sum);
        assert_int_equal(sum, wanted);
    }
    for (int v = 0; v < VERSIONS; v++) bump_release(&bumps[v]);
    assert_int_equal(mem_live_bytes(), 0);
}

static void test_layer_lists(void **unused) {
    (void)unused;
    static const struct {
        const char *list;
        unsigned layers; /* 0: an error */
    } rows[] = {
        {"all", LAYER_ALL},
        {"-parti", LAYER_ALL & ~LAYER_PARTI},
        {"-parti,-cache", LAYER_ALL & ~(LAYER_PARTI | LAYER_CACHE)},
        {"z3", LAYER_Z3},
        {"simplify,bitblast", LAYER_SIMPLIFY | LAYER_BITBLAST},
        {"all,-z3", LAYER_ALL & ~LAYER_Z3},
        {"parti", 0},
        {"-z3,-bitblast", 0},
        {"", 0},
        {"cache,bitblaster", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct str error = {0};
        unsigned layers;
        assert_int_equal(layers_parse(rows[i].list, &layers, &error), rows[i].layers != 0);
        if (rows[i].layers) assert_int_equal(layers, rows[i].layers);
        assert_int_equal(error.len == 0, rows[i].layers != 0);
        str_release(&error);
    }
    assert_int_equal(mem_live_bytes(), 0);
}

/* ---- path conditions ----------------------------------------------------------------- */

static void test_long_path(void **unused) {
    (void)unused;
    enum { LONG = 200000 };
    struct fixture f;
    begin(&f, "all");
    struct pathcond *pc = pathcond_new(f.s);
    for (uint32_t i = 0; i < LONG; i++) pc = pathcond_add(f.s, pc, expr_ne(f.pool, f.x, num(&f, i)));
    assert_int_equal(pathcond_len(pc), LONG);
    for (uint32_t i = 0; i < LONG; i += 997)
        assert_true(expr_same(pathcond_at(pc, i), expr_ne(f.pool, f.x, num(&f, i))));
    pathcond_check(pc);
    struct pathcond *fork = pathcond_retain(pc);
    pathcond_release(pc);
    assert_true(expr_same(pathcond_at(fork, 0), expr_ne(f.pool, f.x, num(&f, 0))));
    assert_int_equal(solver_check(f.s, fork, expr_eq(f.pool, f.x, num(&f, 5)), NULL, NULL), ANSWER_UNSAT);
    pathcond_release(fork);
    end(&f);
}

/* Equalities are put in, also those that only follow. */
static void test_simplification(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f, "all");
    struct pathcond *pc = pathcond_new(f.s);
    expr sum = expr_add(f.pool, f.x, f.y);
    pc = pathcond_add(f.s, pc, expr_eq(f.pool, sum, num(&f, 10)));
    pc = pathcond_add(f.s, pc, expr_ult(f.pool, f.z, f.y));
    pc = pathcond_add(f.s, pc, expr_eq(f.pool, f.x, num(&f, 3)));
    assert_true(expr_same(pathcond_simplify(f.s, pc, f.y), num(&f, 7)));
    expr small = expr_ult(f.pool, f.z, num(&f, 7));
    assert_true(expr_is_true(f.pool, pathcond_simplify(f.s, pc, small)));
    assert_true(expr_is_true(f.pool, pathcond_simplify(f.s, pc, expr_eq(f.pool, sum, num(&f, 10)))));
    uint64_t min, max;
    assert_int_equal(solver_range(f.s, pc, f.z, NULL, &min, &max), ANSWER_SAT);
    assert_int_equal(min, 0);
    assert_int_equal(max, 6);
    assert_int_equal(solver_range(f.s, pc, expr_add(f.pool, f.x, f.z), NULL, &min, &max), ANSWER_SAT);
    assert_int_equal(min, 3);
    assert_int_equal(max, 9);
    pathcond_release(pc);
    end(&f);
}

/* A forked path condition knows nothing of its sibling's constraints. */
static void test_siblings(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f, "all");
    struct pathcond *left = pathcond_new(f.s);
    left = pathcond_add(f.s, left, expr_ult(f.pool, f.x, f.y));
    struct pathcond *right = pathcond_retain(left);
    left = pathcond_add(f.s, left, expr_eq(f.pool, f.y, num(&f, 4)));
    right = pathcond_add(f.s, right, expr_eq(f.pool, f.y, num(&f, 9)));
    expr five = expr_eq(f.pool, f.x, num(&f, 5));
    assert_int_equal(solver_truth(f.s, left, five, NULL, NULL), TRUTH_FALSE);
    assert_int_equal(solver_truth(f.s, right, five, NULL, NULL), TRUTH_BOTH);
    assert_int_equal(solver_truth(f.s, left, five, NULL, NULL), TRUTH_FALSE);
    pathcond_release(left);
    pathcond_release(right);
    end(&f);
}

static void test_contradiction(void **unused) {
    (void)unused;
    static const char *const chains[] = {"all", "bitblast", "-parti", "-simplify", "z3"};
    for (size_t i = 0; i < 5; i++) {
        struct fixture f;
        begin(&f, chains[i]);
        struct pathcond *pc = pathcond_new(f.s);
        pc = pathcond_add(f.s, pc, expr_ult(f.pool, f.x, f.y));
        pc = pathcond_add(f.s, pc, f.b);
        assert_int_equal(solver_check(f.s, pc, expr_true(f.pool), NULL, NULL), ANSWER_SAT);
        pc = pathcond_add(f.s, pc, expr_ult(f.pool, f.y, f.x));
        assert_int_equal(solver_check(f.s, pc, expr_true(f.pool), NULL, NULL), ANSWER_UNSAT);
        vec_u32 core = {0};
        assert_int_equal(solver_core(f.s, pc, expr_true(f.pool), true, &core), ANSWER_UNSAT);
        assert_int_equal(core.len, 2);
        assert_int_equal(core.data[0], 0);
        assert_int_equal(core.data[1], 2);
        vec_release(&core);
        pathcond_release(pc);
        end(&f);
    }
}

/* The core names the equality that a constraint was simplified with. */
static void test_core_through_simplification(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f, "all");
    struct pathcond *pc = pathcond_new(f.s);
    pc = pathcond_add(f.s, pc, f.b);
    pc = pathcond_add(f.s, pc, expr_eq(f.pool, f.x, num(&f, 5)));
    pc = pathcond_add(f.s, pc, expr_ult(f.pool, f.z, num(&f, 100)));
    pc = pathcond_add(f.s, pc, expr_ult(f.pool, f.y, f.x));
    vec_u32 core = {0};
    expr cond = expr_eq(f.pool, f.y, num(&f, 8));
    assert_int_equal(solver_check(f.s, pc, cond, NULL, NULL), ANSWER_UNSAT);
    assert_int_equal(solver_core(f.s, pc, cond, true, &core), ANSWER_UNSAT);
    assert_int_equal(core.len, 2);
    assert_int_equal(core.data[0], 1);
    assert_int_equal(core.data[1], 3);
    assert_int_equal(solver_core(f.s, pc, expr_eq(f.pool, f.y, num(&f, 2)), true, &core), ANSWER_SAT);
    vec_release(&core);
    pathcond_release(pc);
    end(&f);
}

/* A core that was found answers all longer paths that have it. */
static void test_core_again(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f, "all");
    expr low = expr_ult(f.pool, f.x, num(&f, 50)), sum = expr_ult(f.pool, f.y, f.x);
    expr cond = expr_ult(f.pool, num(&f, 50), f.y);
    struct pathcond *pc = pathcond_add(f.s, pathcond_new(f.s), f.b);
    pc = pathcond_add(f.s, pc, low);
    pc = pathcond_add(f.s, pc, expr_ult(f.pool, f.z, f.x));
    pc = pathcond_add(f.s, pc, sum);
    vec_u32 core = {0};
    assert_int_equal(solver_core(f.s, pc, cond, true, &core), ANSWER_UNSAT);
    uint64_t asked = f.ctx.stats.bitblast_queries + f.ctx.stats.z3_queries;
    assert_true(asked > 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(solver_core(f.s, pc, cond, i != 1, &core), ANSWER_UNSAT);
        assert_int_equal(core.len, 2);
        assert_int_equal(core.data[0], 1);
        assert_int_equal(core.data[1], 3);
        pc = pathcond_add(f.s, pc, expr_ult(f.pool, num(&f, 7 + (uint64_t)i), f.z));
    }
    assert_int_equal(f.ctx.stats.bitblast_queries + f.ctx.stats.z3_queries, asked);
    assert_int_equal(solver_core(f.s, pc, expr_ult(f.pool, num(&f, 30), f.y), true, &core), ANSWER_SAT);
    vec_release(&core);
    pathcond_release(pc);
    end(&f);
}

/* x < y and y <= z leave no room for z < x, nor for x == z. */
static void test_order(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f, "-parti");
    struct pathcond *pc = pathcond_add(f.s, pathcond_new(f.s), expr_slt(f.pool, f.x, f.y));
    pc = pathcond_add(f.s, pc, expr_sle(f.pool, f.y, f.z));
    assert_int_equal(solver_check(f.s, pc, expr_slt(f.pool, f.z, f.x), NULL, NULL), ANSWER_UNSAT);
    assert_int_equal(solver_check(f.s, pc, expr_eq(f.pool, f.z, f.x), NULL, NULL), ANSWER_UNSAT);
    assert_int_equal(solver_check(f.s, pc, expr_sle(f.pool, f.z, f.x), NULL, NULL), ANSWER_UNSAT);
    assert_int_equal(f.ctx.stats.queries_order, 3);
    assert_int_equal(f.ctx.stats.bitblast_queries, 0);
    /* Other orders, other directions, and no more than was said. */
    assert_int_equal(solver_check(f.s, pc, expr_ult(f.pool, f.z, f.x), NULL, NULL), ANSWER_SAT);
    assert_int_equal(solver_check(f.s, pc, expr_slt(f.pool, f.x, f.z), NULL, NULL), ANSWER_SAT);
    assert_int_equal(solver_check(f.s, pc, expr_sle(f.pool, f.z, f.y), NULL, NULL), ANSWER_SAT);
    assert_int_equal(solver_check(f.s, pc, expr_eq(f.pool, f.z, f.y), NULL, NULL), ANSWER_SAT);
    pathcond_release(pc);
    end(&f);
}

/* Only the group of the condition goes down; the rest comes from the hint. */
static void test_independence(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f, "independence,bitblast");
    struct pathcond *pc = pathcond_new(f.s);
    pc = pathcond_add(f.s, pc, expr_ult(f.pool, f.x, num(&f, 10)));
    pc = pathcond_add(f.s, pc, expr_ult(f.pool, f.y, num(&f, 20)));
    pc = pathcond_add(f.s, pc, expr_ult(f.pool, f.z, f.y));
    struct model *hint = model_new(), *m = NULL;
    model_set(hint, expr_symbol(f.pool, f.x), 7);
    model_set(hint, expr_symbol(f.pool, f.y), 1);
    uint64_t before = f.ctx.stats.solver_constraints_sent;
    expr cond = expr_eq(f.pool, f.z, num(&f, 11));
    assert_int_equal(solver_check(f.s, pc, cond, hint, &m), ANSWER_SAT);
    assert_int_equal(f.ctx.stats.solver_constraints_sent - before, 3);
    assert_int_equal(model_get(m, expr_symbol(f.pool, f.x)), 7);
    assert_int_equal(model_get(m, expr_symbol(f.pool, f.z)), 11);
    assert_in_range(model_get(m, expr_symbol(f.pool, f.y)), 12, 19);
    model_release(m);
    model_release(hint);
    pathcond_release(pc);
    end(&f);
}

/* The same question again, one with more and one with fewer constraints. */
static void test_cache(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f, "cache,bitblast");
    expr low = expr_ult(f.pool, f.x, f.y), high = expr_ult(f.pool, f.y, f.z);
    expr no = expr_ult(f.pool, f.z, f.x);
    struct pathcond *pc = pathcond_add(f.s, pathcond_add(f.s, pathcond_new(f.s), low), high);
    assert_int_equal(solver_check(f.s, pc, no, NULL, NULL), ANSWER_UNSAT);
    assert_int_equal(f.ctx.stats.queries_bitblast, 1);
    assert_int_equal(solver_check(f.s, pc, no, NULL, NULL), ANSWER_UNSAT);
    assert_int_equal(f.ctx.stats.queries_cache_exact, 1);
    pc = pathcond_add(f.s, pc, expr_ult(f.pool, f.x, num(&f, 1000)));
    assert_int_equal(solver_check(f.s, pc, no, NULL, NULL), ANSWER_UNSAT);
    assert_int_equal(f.ctx.stats.queries_cache_core, 1);
    expr yes = expr_ult(f.pool, num(&f, 3), f.x);
    assert_int_equal(solver_check(f.s, pc, yes, NULL, NULL), ANSWER_SAT);
    struct pathcond *less = pathcond_add(f.s, pathcond_new(f.s), low);
    assert_int_equal(solver_check(f.s, less, yes, NULL, NULL), ANSWER_SAT);
    assert_int_equal(f.ctx.stats.queries_cache_model, 1);
    assert_int_equal(f.ctx.stats.queries_bitblast, 2);
    pathcond_release(less);
    pathcond_release(pc);
    end(&f);
}

/* ---- budgets, checks, logs ---------------------------------------------------------------- */

/* A back end that says what it is told. */
struct liar {
    struct backend base;
    enum answer answer;
};

static enum answer liar_check(struct backend *be, const expr *constraints, uint32_t n,
                              struct budget budget, struct model **model, vec_u32 *core) {
    (void)constraints, (void)n, (void)budget, (void)core;
    struct liar *l = (struct liar *)be;
    if (l->answer == ANSWER_SAT && model) *model = model_new();
    return l->answer;
}
static void liar_free(struct backend *be) { mem_free(be); }

static void use_liar(struct fixture *f, enum answer answer) {
    struct liar *l = MEM_NEW(struct liar);
    *l = (struct liar){{"liar", liar_check, liar_free, 0}, answer};
    f->s->bitblast->free(f->s->bitblast);
    f->s->bitblast = &l->base;
}

static void test_unknown(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f, "bitblast");
    use_liar(&f, ANSWER_UNKNOWN);
    struct pathcond *pc = pathcond_add(f.s, pathcond_new(f.s), expr_ult(f.pool, f.x, f.y));
    struct model *m = NULL;
    vec_u32 core = {0};
    uint64_t min, max;
    expr cond = expr_ult(f.pool, num(&f, 5), f.x);
    assert_int_equal(solver_check(f.s, pc, cond, NULL, &m), ANSWER_UNKNOWN);
    assert_int_equal(solver_truth(f.s, pc, cond, NULL, &m), TRUTH_UNKNOWN);
    assert_int_equal(solver_core(f.s, pc, cond, true, &core), ANSWER_UNKNOWN);
    assert_int_equal(solver_range(f.s, pc, f.x, NULL, &min, &max), ANSWER_UNKNOWN);
    assert_int_equal(solver_check_all(f.s, &cond, 1, &m, &core), ANSWER_UNKNOWN);
    assert_null(m);
    vec_release(&core);
    pathcond_release(pc);
    end(&f);
}

/* Z3 answers what the bit-blaster gives up on. */
static void test_fallback(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f, "bitblast,z3");
    use_liar(&f, ANSWER_UNKNOWN);
    struct pathcond *pc = pathcond_add(f.s, pathcond_new(f.s), expr_ult(f.pool, f.x, f.y));
    assert_int_equal(solver_check(f.s, pc, expr_eq(f.pool, f.y, num(&f, 0)), NULL, NULL), ANSWER_UNSAT);
    assert_int_equal(f.ctx.stats.queries_z3, 1);
    pathcond_release(pc);
    end(&f);
}

/* In a child process: ends by abort if --check-solver notices the lie. */
static int exit_of_lie(enum answer lie, bool wrong) {
    temp_path dir; /* for the query that it writes then */
    assert_true(temp_folder(dir));
    pid_t child = fork();
    if (!child) {
        if (chdir(dir)) _exit(3);
        struct fixture f;
        context_init(&f.ctx);
        f.ctx.opt.solver = "bitblast";
        f.ctx.opt.check_solver = true;
        f.ctx.log.out = fopen("/dev/null", "w");
        f.pool = expr_pool_new();
        f.s = solver_new(&f.ctx, f.pool);
        use_liar(&f, lie);
        expr x = expr_sym(f.pool, 8, "x");
        bool satisfiable = (lie == ANSWER_SAT) != wrong;
        expr cond = expr_ult(f.pool, expr_mul(f.pool, x, x), expr_const(f.pool, 8, satisfiable ? 200 : 0));
        if (!satisfiable) cond = expr_eq(f.pool, expr_mul(f.pool, x, x), expr_const(f.pool, 8, 3));
        struct pathcond *pc = pathcond_new(f.s);
        signal(SIGABRT, SIG_DFL);
        solver_check(f.s, pc, cond, NULL, NULL);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    assert_true(temp_folder_remove(dir));
    return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

static void test_check_finds_lies(void **unused) {
    (void)unused;
    assert_int_equal(exit_of_lie(ANSWER_UNSAT, false), 0);
    assert_int_equal(exit_of_lie(ANSWER_UNSAT, true), SIGABRT);
    assert_int_equal(exit_of_lie(ANSWER_SAT, true), SIGABRT);
}

static void test_log(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f, "all");
    temp_path dir;
    assert_true(temp_folder(dir));
    log_open(f.s, dir);
    struct pathcond *pc = pathcond_add(f.s, pathcond_new(f.s), expr_ult(f.pool, f.x, f.y));
    solver_check(f.s, pc, expr_eq(f.pool, f.y, num(&f, 0)), NULL, NULL);
    solver_check(f.s, pc, expr_eq(f.pool, f.y, num(&f, 1)), NULL, NULL);
    static const char *const wanted[] = {"; EXPECT: unsat\n", "; EXPECT: sat\n"};
    for (int i = 0; i < 2; i++) {
        struct str path = {0}, text = {0};
        str_addf(&path, "%s/query-%08d.smt2", dir, i + 1);
        assert_true(str_read_file(&text, str_text(&path)));
        assert_true(str_starts(str_text(&text), wanted[i]));
        assert_non_null(strstr(str_text(&text), "(check-sat)"));
        unlink(str_text(&path));
        str_release(&path);
        str_release(&text);
    }
    rmdir(dir);
    pathcond_release(pc);
    end(&f);
}

/* Expressions of dead path conditions go, those of live ones and cached answers
 * about them stay. */
static void test_collection(void **unused) {
    (void)unused;
    struct fixture f;
    begin(&f, "-parti");
    struct pathcond *kept = pathcond_add(f.s, pathcond_new(f.s), expr_ult(f.pool, f.x, f.y));
    for (uint64_t i = 1; i < 3000; i++) {
        struct pathcond *pc = pathcond_add(f.s, pathcond_retain(kept), expr_ult(f.pool, num(&f, 3 * i), f.y));
        solver_check(f.s, pc, expr_ult(f.pool, f.y, expr_xor(f.pool, f.x, num(&f, i))), NULL, NULL);
        pathcond_release(pc);
    }
    uint32_t before = expr_pool_count(f.pool);
    assert_false(solver_should_collect(f.s));
    solver_collect(f.s);
    assert_true(expr_pool_count(f.pool) < 50);
    assert_true(before > 5000);
    assert_int_equal(solver_check(f.s, kept, expr_eq(f.pool, f.y, num(&f, 0)), NULL, NULL), ANSWER_UNSAT);
    pathcond_release(kept);
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pmap),
        cmocka_unit_test(test_layer_lists),
        cmocka_unit_test(test_long_path),
        cmocka_unit_test(test_simplification),
        cmocka_unit_test(test_siblings),
        cmocka_unit_test(test_contradiction),
        cmocka_unit_test(test_core_through_simplification),
        cmocka_unit_test(test_core_again),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_independence),
        cmocka_unit_test(test_cache),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_fallback),
        cmocka_unit_test(test_check_finds_lies),
        cmocka_unit_test(test_log),
        cmocka_unit_test(test_collection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
