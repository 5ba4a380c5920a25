/* The solver chain, and parts of it, against Z3 and evaluation: path conditions
 * grow, fork and are asked all questions.
 *
 *   test_solver_fuzz [QUERIES [SEED [LAYERS [floats|tiny|wide]]]]
 *
 * tiny: floats of which nine bits are unknown; all values are tried, and Z3 is asked now and then.
 * wide: the same with all operators over floats of all formats, 80 bits among them, which Z3 is not asked about. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"
#include "base/context.h"
#include "base/str.h"
#include "expr/float_value.h"
#include "expr/keep.h"
#include "expr/print.h"
#include "solver/path.h"
#include "solver/solver.h"
#include "test_solver_gen.h"

enum { STATES = 12, ROUND = 250, FLOAT_ROUND = 20, TINY_ROUND = 80, QUERIES_DEFAULT = 20000 };

static uint64_t wanted = QUERIES_DEFAULT, first_seed = 1;
static const char *only_layers;
static bool only_floats, tiny, wide;

static const char *const chains[] = {
    "all", "all", "-parti", "-cache", "-simplify", "-independence", "-models", "-bitblast",
    "bitblast", "parti,bitblast", "simplify,bitblast", "cache,models,bitblast",
    "independence,bitblast", "simplify,parti,independence,bitblast", "z3",
};
enum { CHAINS = sizeof chains / sizeof chains[0] };

static const char *chain_of(uint64_t seed) {
    const char *chain = chains[seed % CHAINS];
    return wide && (strcmp(chain, "z3") == 0 || strcmp(chain, "-bitblast") == 0) ? "all" : chain;
}

struct state {
    struct pathcond *pc;
    struct model *model;
};

struct fuzz {
    struct context ctx;
    struct gen gen;
    struct solver *solver;
    struct backend *z3;
    struct state states[STATES];
    uint64_t seed;
    const char *chain;
    uint64_t asked;
    uint64_t judged; /* by Z3 */
    uint64_t tried;  /* with all values */
};

static void complain(struct fuzz *f, const struct pathcond *pc, expr cond, const char *what) {
    struct str text = {0};
    expr set[1024];
    uint32_t n = 0;
    for (; n < pathcond_len(pc); n++) set[n] = pathcond_at(pc, n);
    set[n++] = cond;
    expr_print_query(f->gen.pool, set, n, &text);
    fail_msg("%s (seed %llu, --solver=%s)\n%s", what, (unsigned long long)f->seed, f->chain,
             str_text(&text));
}

static bool all_hold(struct fuzz *f, struct model *m, const expr *set, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (!model_holds(m, f->gen.pool, set[i])) return false;
    return true;
}

/* By trying the values of v0 and v6. */
static enum answer try_all(struct fuzz *f, const expr *set, uint32_t n) {
    symbol byte = expr_symbol(f->gen.pool, f->gen.words[0]), bit = expr_symbol(f->gen.pool, f->gen.words[6]);
    bool found = false;
    for (uint32_t i = 0; i < 512 && !found; i++) {
        struct model *m = model_new();
        model_set(m, byte, i & 255);
        model_set(m, bit, i >> 8);
        found = all_hold(f, m, set, n);
        model_release(m);
    }
    f->tried++;
    return found ? ANSWER_SAT : ANSWER_UNSAT;
}

/* Z3's word, or that of all values: then Z3 is asked one in 100 times. */
static enum answer judge(struct fuzz *f, const expr *set, uint32_t n) {
    enum answer truth = tiny ? try_all(f, set, n) : ANSWER_UNKNOWN;
    if (tiny && (wide || f->tried % 100)) return truth;
    f->judged++;
    enum answer a = f->z3->check(f->z3, set, n, (struct budget){0}, NULL, NULL);
    if (tiny) assert_int_equal(a, truth);
    return a;
}

/* What the judge says about pc (or the constraints in `which`) and cond. */
static enum answer ask_judge(struct fuzz *f, const struct pathcond *pc, const vec_u32 *which,
                          expr cond) {
    expr set[1024];
    uint32_t n = 0, len = which ? which->len : pathcond_len(pc);
    assert_true(len < 1000);
    for (; n < len; n++) set[n] = pathcond_at(pc, which ? which->data[n] : n);
    set[n++] = cond;
    return judge(f, set, n);
}

static void check_model(struct fuzz *f, const struct pathcond *pc, expr cond, struct model *m) {
    for (uint32_t i = 0; i < pathcond_len(pc); i++)
        if (!model_holds(m, f->gen.pool, pathcond_at(pc, i))) complain(f, pc, cond, "model breaks pc");
    if (!model_holds(m, f->gen.pool, cond)) complain(f, pc, cond, "model breaks cond");
}

static void check_unsat(struct fuzz *f, const struct pathcond *pc, expr cond) {
    if (ask_judge(f, pc, NULL, cond) != ANSWER_UNSAT) complain(f, pc, cond, "not unsatisfiable");
}

static void state_clear(struct state *st) {
    pathcond_release(st->pc);
    model_release(st->model);
    *st = (struct state){0};
}

static void state_follow(struct fuzz *f, struct state *st, expr cond, struct model *m) {
    st->pc = pathcond_add(f->solver, st->pc, cond);
    if (m != st->model) {
        model_release(st->model);
        st->model = model_retain(m);
    }
}

/* The other side goes to another place; sometimes this one goes on there. */
static void state_fork(struct fuzz *f, struct state *st, expr here, expr there, struct model *m) {
    struct state *other = &f->states[gen_below(&f->gen, STATES)];
    if (other != st && gen_below(&f->gen, 2)) {
        state_clear(other);
        other->pc = pathcond_retain(st->pc);
        other->model = model_retain(st->model);
        state_follow(f, other, there, m);
    }
    if (gen_below(&f->gen, 4)) state_follow(f, st, here, st->model);
}

static void fuzz_truth(struct fuzz *f, struct state *st, expr cond) {
    struct expr_pool *pool = f->gen.pool;
    bool hinted = gen_below(&f->gen, 5) > 0, want = gen_below(&f->gen, 4) > 0;
    bool side = hinted ? model_holds(st->model, pool, cond) : true;
    expr here = side ? cond : expr_not(pool, cond), there = expr_not(pool, here);
    struct model *other = NULL;
    enum truth t = solver_truth(f->solver, st->pc, cond, hinted ? st->model : NULL, want ? &other : NULL);
    switch (t) {
    case TRUTH_TRUE: check_unsat(f, st->pc, expr_not(pool, cond)); break;
    case TRUTH_FALSE: check_unsat(f, st->pc, cond); break;
    case TRUTH_UNKNOWN: complain(f, st->pc, cond, "unknown without budget"); break;
    case TRUTH_BOTH:
        if (want) check_model(f, st->pc, there, other);
        else if (ask_judge(f, st->pc, NULL, there) != ANSWER_SAT) complain(f, st->pc, there, "not satisfiable");
        if (!hinted && ask_judge(f, st->pc, NULL, here) != ANSWER_SAT) complain(f, st->pc, here, "not satisfiable");
        break;
    }
    if (t == TRUTH_BOTH && want) {
        bool on_here = model_holds(st->model, pool, here);
        if (on_here) state_fork(f, st, here, there, other);
    } else if (t != TRUTH_BOTH && gen_below(&f->gen, 3) == 0)
        state_follow(f, st, t == TRUTH_TRUE ? cond : expr_not(pool, cond), st->model);
    model_release(other);
}

static void fuzz_check(struct fuzz *f, struct state *st, expr cond) {
    struct model *m = NULL, *hint = gen_below(&f->gen, 2) ? st->model : NULL;
    bool want = gen_below(&f->gen, 2);
    enum answer a = solver_check(f->solver, st->pc, cond, hint, want ? &m : NULL);
    if (a == ANSWER_UNSAT) check_unsat(f, st->pc, cond);
    else if (a == ANSWER_UNKNOWN) complain(f, st->pc, cond, "unknown without budget");
    else if (want) check_model(f, st->pc, cond, m);
    else if (ask_judge(f, st->pc, NULL, cond) != ANSWER_SAT) complain(f, st->pc, cond, "not satisfiable");
    model_release(m);
}

static void fuzz_range(struct fuzz *f, struct state *st) {
    struct expr_pool *pool = f->gen.pool;
    uint32_t width = gen_below(&f->gen, 3) ? 8 : 16;
    expr e = gen_term(&f->gen, width, (int)gen_below(&f->gen, 3));
    struct model *hint = gen_below(&f->gen, 2) ? st->model : NULL;
    uint64_t min, max, value;
    assert_int_equal(solver_range(f->solver, st->pc, e, hint, &min, &max), ANSWER_SAT);
    assert_int_equal(solver_value(f->solver, st->pc, e, hint, &value), ANSWER_SAT);
    if (value < min || value > max) complain(f, st->pc, e, "value out of its range");
    expr low = expr_const(pool, width, min), high = expr_const(pool, width, max);
    check_unsat(f, st->pc, expr_or(pool, expr_ult(pool, e, low), expr_ugt(pool, e, high)));
    if (ask_judge(f, st->pc, NULL, expr_eq(pool, e, low)) != ANSWER_SAT) complain(f, st->pc, expr_eq(pool, e, low), "minimum not attained");
    if (ask_judge(f, st->pc, NULL, expr_eq(pool, e, high)) != ANSWER_SAT) complain(f, st->pc, expr_eq(pool, e, high), "maximum not attained");
    if (ask_judge(f, st->pc, NULL, expr_eq(pool, e, expr_const(pool, width, value))) != ANSWER_SAT) complain(f, st->pc, e, "value not attained");
}

static void fuzz_core(struct fuzz *f, struct state *st, expr cond) {
    bool minimise = gen_below(&f->gen, 2);
    vec_u32 core = {0};
    enum answer a = solver_core(f->solver, st->pc, cond, minimise, &core);
    if (ask_judge(f, st->pc, NULL, cond) != a) complain(f, st->pc, cond, "core: wrong answer");
    if (a == ANSWER_UNSAT) {
        for (uint32_t i = 1; i < core.len; i++) assert_true(core.data[i - 1] < core.data[i]);
        if (ask_judge(f, st->pc, &core, cond) != ANSWER_UNSAT) complain(f, st->pc, cond, "not a core");
        for (uint32_t i = 0; minimise && i < core.len; i++) {
            vec_u32 less = {0};
            for (uint32_t j = 0; j < core.len; j++)
                if (j != i) vec_push(&less, core.data[j]);
            if (ask_judge(f, st->pc, &less, cond) != ANSWER_SAT) complain(f, st->pc, cond, "core not minimal");
            vec_release(&less);
        }
    }
    vec_release(&core);
}

/* The path condition and cond as a conjunction of its own. */
static void fuzz_all(struct fuzz *f, struct state *st, expr cond) {
    expr set[1024];
    uint32_t n = 0;
    for (; n < pathcond_len(st->pc); n++) set[n] = pathcond_at(st->pc, n);
    set[n++] = cond;
    struct model *m = NULL;
    vec_u32 core = {0};
    enum answer a = solver_check_all(f->solver, set, n, &m, &core);
    if (a == ANSWER_SAT) check_model(f, st->pc, cond, m);
    if (a == ANSWER_UNSAT) {
        expr part[1024];
        for (uint32_t i = 0; i < core.len; i++) part[i] = set[core.data[i]];
        if (judge(f, part, core.len) != ANSWER_UNSAT)
            complain(f, st->pc, cond, "check_all: not a core");
    }
    model_release(m);
    vec_release(&core);
}

/* Simplification must keep the value in every model of pc: at least in the one at
 * hand, and provably. */
static void fuzz_simplify(struct fuzz *f, struct state *st, expr cond) {
    expr simple = pathcond_simplify(f->solver, st->pc, cond);
    if (model_eval(st->model, f->gen.pool, simple) != model_eval(st->model, f->gen.pool, cond))
        complain(f, st->pc, cond, "simplified to something else");
    check_unsat(f, st->pc, expr_ne(f->gen.pool, simple, cond));
}

static bool has_floats(const struct expr_pool *pool, expr e) {
    const struct expr_node *n = expr_node(pool, e);
    bool found = float_op((enum expr_op)n->op);
    for (int i = 0; i < 3 && n->kids[i] && !found; i++) found = has_floats(pool, (expr){n->kids[i]});
    return found;
}

static bool asks_about_floats(struct fuzz *f, const struct pathcond *pc, expr cond) {
    bool found = has_floats(f->gen.pool, cond);
    for (uint32_t i = 0; i < pathcond_len(pc) && !found; i++) found = has_floats(f->gen.pool, pathcond_at(pc, i));
    return found;
}

static void fuzz_step(struct fuzz *f) {
    struct state *st = &f->states[gen_below(&f->gen, STATES)];
    if (!st->pc || pathcond_len(st->pc) > (tiny ? 2 : f->gen.floats ? 6 : 60)) {
        state_clear(st);
        st->pc = pathcond_new(f->solver);
        st->model = model_new();
    }
    expr cond = gen_cond(&f->gen, 1 + (int)gen_below(&f->gen, tiny ? 2 : 3));
    uint32_t kind = gen_below(&f->gen, 40);
    if (!only_floats || (kind < 38 && asks_about_floats(f, st->pc, cond))) f->asked++;
    if (kind < 24) fuzz_truth(f, st, cond);
    else if (kind < 32) fuzz_check(f, st, cond);
    else if (kind < 33) fuzz_range(f, st);
    else if (kind < 35) fuzz_core(f, st, cond);
    else if (kind < 36) fuzz_all(f, st, cond);
    else if (kind < 38) fuzz_simplify(f, st, cond);
    else if (gen_below(&f->gen, 4) == 0) solver_collect(f->solver);
}

static void scan_gen(struct expr_pool *pool, void *gen) { expr_mark(pool, ((struct gen *)gen)->table); }

static void fuzz_round(struct fuzz *f) {
    context_init(&f->ctx);
    f->ctx.opt.solver = f->chain = only_layers ? only_layers : chain_of(f->seed);
    struct expr_pool *pool = expr_pool_new();
    gen_init(&f->gen, pool, f->seed * 7919);
    f->gen.arrays = f->seed % 7 == 0 && !only_floats;
    f->gen.floats = f->seed % 80 == 1 || only_floats;
    f->gen.tiny = tiny;
    f->gen.wide = wide;
    expr_pool_add_scanner(pool, scan_gen, &f->gen);
    f->solver = solver_new(&f->ctx, pool);
    f->z3 = z3_new(&f->ctx, pool, false);
    int steps = tiny ? TINY_ROUND : f->gen.floats ? FLOAT_ROUND : ROUND;
    for (int i = 0; i < steps; i++) fuzz_step(f);
    for (int i = 0; i < STATES; i++) state_clear(&f->states[i]);
    solver_free(f->solver);
    f->z3->free(f->z3);
    expr_pool_free(pool);
    context_release(&f->ctx);
}

static void test_chain_agrees_with_z3(void **unused) {
    (void)unused;
    struct fuzz f = {.seed = first_seed};
    for (; f.asked < wanted; f.seed++) {
        fuzz_round(&f);
        if (f.seed % (tiny ? 50 : 400) == 0 && wanted > QUERIES_DEFAULT)
            fprintf(stderr, "%llu queries, no disagreement\n", (unsigned long long)f.asked);
    }
    printf("%llu queries, no disagreement; %llu times Z3 was asked, %llu times all values were tried\n", (unsigned long long)f.asked,
           (unsigned long long)f.judged, (unsigned long long)f.tried);
    assert_int_equal(mem_live_bytes(), 0);
}

/* As `200 1 any wide` does. */
static void test_all_formats(void **state) {
    wanted = effort(60, 200);
    only_floats = tiny = wide = true;
    test_chain_agrees_with_z3(state);
}

int main(int argc, char **argv) {
    wanted = effort(4000, QUERIES_DEFAULT);
    if (argc > 1) wanted = strtoull(argv[1], NULL, 10);
    if (argc > 2) first_seed = strtoull(argv[2], NULL, 10);
    if (argc > 3 && strcmp(argv[3], "any") != 0) only_layers = argv[3];
    wide = argc > 4 && strcmp(argv[4], "wide") == 0;
    tiny = wide || (argc > 4 && strcmp(argv[4], "tiny") == 0);
    only_floats = tiny || (argc > 4 && strcmp(argv[4], "floats") == 0);
    const struct CMUnitTest one[] = {cmocka_unit_test(test_chain_agrees_with_z3)};
    const struct CMUnitTest both[] = {cmocka_unit_test(test_chain_agrees_with_z3), cmocka_unit_test(test_all_formats)};
    return argc > 1 ? cmocka_run_group_tests(one, NULL, NULL) : cmocka_run_group_tests(both, NULL, NULL);
}
