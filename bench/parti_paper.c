/* The paper's functional experiments at solver level: resolving a symbolic index
 * against many objects, and the worst case of sums of {0, 2^i} (and of {0, 3^i},
 * which no stride can express). Times are processor time; Z3's are of the check
 * alone, without printing and parsing.
 *
 *   gcc -O2 -DNDEBUG -Isrc -D_GNU_SOURCE bench/parti_paper.c build/libshrike.a -lz3 -lm
 */
#include <stdio.h>
#include <time.h>

#include <z3.h>

#include "base/context.h"
#include "base/str.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/print.h"
#include "expr/relate.h"
#include "solver/parti.h"
#include "solver/path.h"
#include "solver/solver.h"

enum { OBJECTS = 64, MOST = 64 };

struct bench {
    struct context ctx;
    struct expr_pool *pool;
    struct parti *p;
};

static double cpu_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void setup(struct bench *b) {
    context_init(&b->ctx);
    b->pool = expr_pool_new();
    b->p = parti_new(&b->ctx, b->pool);
}

static void teardown(struct bench *b) {
    parti_free(b->p);
    expr_pool_free(b->pool);
    context_release(&b->ctx);
}

/* Microseconds that Z3 needs to check the constraints. */
static double z3_us(struct bench *b, const expr *constraints, uint32_t n) {
    struct str s;
    str_init(&s);
    expr_print_query(b->pool, constraints, n, &s);
    Z3_config config = Z3_mk_config();
    Z3_set_param_value(config, "timeout", "5000");
    Z3_context z = Z3_mk_context(config);
    Z3_solver solver = Z3_mk_solver_for_logic(z, Z3_mk_string_symbol(z, "QF_ABV"));
    Z3_solver_inc_ref(z, solver);
    Z3_ast_vector all = Z3_parse_smtlib2_string(z, str_text(&s), 0, NULL, NULL, 0, NULL, NULL);
    Z3_ast_vector_inc_ref(z, all);
    for (unsigned i = 0; i < Z3_ast_vector_size(z, all); i++)
        Z3_solver_assert(z, solver, Z3_ast_vector_get(z, all, i));
    double started = cpu_us();
    Z3_solver_check(z, solver);
    double took = cpu_us() - started;
    Z3_ast_vector_dec_ref(z, all);
    Z3_solver_dec_ref(z, solver);
    Z3_del_context(z);
    Z3_del_config(config);
    str_release(&s);
    return took;
}

/* ---- object resolution -------------------------------------------------------------------- */

/* a[i] with i anything: may the address lie in each of the objects? */
static void resolve(uint32_t elem_bytes, uint64_t length) {
    struct bench b;
    setup(&b);
    expr index = expr_sym(b.pool, 32, "i");
    expr wide = expr_sext(b.pool, index, 64), size = expr_const(b.pool, 64, elem_bytes);
    uint64_t bytes = length * elem_bytes, base = 0x10000000;
    expr address = expr_add(b.pool, expr_const(b.pool, 64, base), expr_mul(b.pool, wide, size));
    expr conds[OBJECTS];
    for (uint64_t k = 0; k < OBJECTS; k++) {
        expr low = expr_const(b.pool, 64, base + k * (bytes + 64));
        conds[k] = expr_ult(b.pool, expr_sub(b.pool, address, low), expr_const(b.pool, 64, bytes));
    }
    struct domains *d = domains_new(b.p);
    int answered = 0;
    double started = cpu_us();
    for (int k = 0; k < OBJECTS; k++)
        answered += parti_decide(b.p, d, conds[k], NULL, NULL) != PARTI_UNKNOWN;
    double parti = cpu_us() - started, z3 = 0;
    for (int k = 0; k < OBJECTS; k += 8) z3 += z3_us(&b, &conds[k], 1);
    printf("  %2u-bit elements, length %8llu: PARTI %7.3f us/query (%d of %d answered), Z3 %8.1f us/query\n",
           elem_bytes * 8, (unsigned long long)length, parti / OBJECTS, answered, OBJECTS,
           z3 / (OBJECTS / 8));
    domains_release(d);
    teardown(&b);
}

/* ---- the worst case -------------------------------------------------------------------------- */

static uint64_t power(uint64_t base, uint32_t n) {
    uint64_t v = 1;
    while (n--) v *= base;
    return v;
}

/* v0 + ... + v(n-1) (times one more unknown), each vi in {0, base^i}. */
static void worst_case(uint64_t base, uint32_t n, bool multiply) {
    struct bench b;
    setup(&b);
    expr constraints[MOST + 2], sum = expr_const(b.pool, 64, 0);
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        expr v = expr_sym(b.pool, 64, "v"), at = expr_const(b.pool, 64, power(base, i));
        constraints[count++] =
            expr_or(b.pool, expr_eq(b.pool, v, expr_const(b.pool, 64, 0)), expr_eq(b.pool, v, at));
        sum = expr_add(b.pool, sum, v);
    }
    if (multiply) {
        expr w = expr_sym(b.pool, 64, "w");
        constraints[count++] = expr_ult(b.pool, w, expr_const(b.pool, 64, 100));
        sum = expr_mul(b.pool, sum, w);
    }
    expr cond = expr_eq(b.pool, sum, expr_const(b.pool, 64, 12345));
    double started = cpu_us();
    struct domains *d = domains_new(b.p);
    for (uint32_t i = 0; i < count; i++) {
        struct domains *next = parti_learn(b.p, d, constraints[i]);
        domains_release(d);
        d = next;
    }
    double learned = cpu_us();
    enum parti_result r = parti_decide(b.p, d, cond, NULL, NULL);
    double decided = cpu_us();
    constraints[count++] = cond;
    double z3 = z3_us(&b, constraints, count), parti = decided - started;
    static const char *const names[] = {"unknown", "true", "false", "both"};
    printf("  %2u variables: learning %7.1f us, deciding %7.1f us (%s); Z3 %10.1f us; share %.2f%%\n", n,
           learned - started, decided - learned, names[r], z3, 100 * parti / (parti + z3));
    domains_release(d);
    teardown(&b);
}

/* ---- the worst case in the whole chain ------------------------------------------------------- */

/* Microseconds that the chain takes for QUESTIONS of them, each on a path of its own. */
static double chain_us(const char *layers, uint64_t base, uint32_t n, bool multiply) {
    enum { QUESTIONS = 20 };
    struct context ctx;
    context_init(&ctx);
    ctx.opt.solver = layers;
    ctx.opt.solver_timeout = 5000;
    struct expr_pool *pool = expr_pool_new();
    struct solver *s = solver_new(&ctx, pool);
    double started = cpu_us();
    for (uint64_t q = 0; q < QUESTIONS; q++) {
        expr sum = expr_const(pool, 64, 0);
        struct pathcond *pc = pathcond_new(s);
        for (uint32_t i = 0; i < n; i++) {
            expr v = expr_sym(pool, 64, "v"), at = expr_const(pool, 64, power(base, i));
            expr zero = expr_eq(pool, v, expr_const(pool, 64, 0));
            pc = pathcond_add(s, pc, expr_or(pool, zero, expr_eq(pool, v, at)));
            sum = expr_add(pool, sum, v);
        }
        if (multiply) {
            expr w = expr_sym(pool, 64, "w");
            pc = pathcond_add(s, pc, expr_ult(pool, w, expr_const(pool, 64, 100)));
            sum = expr_mul(pool, sum, w);
        }
        solver_check(s, pc, expr_eq(pool, sum, expr_const(pool, 64, 12345 + q)), NULL, NULL);
        pathcond_release(pc);
    }
    double took = cpu_us() - started;
    solver_free(s);
    expr_pool_free(pool);
    context_release(&ctx);
    return took / QUESTIONS;
}

static void compare_chains(uint64_t base, uint32_t n, bool multiply) {
    double without = chain_us("-parti,-z3", base, n, multiply);
    double with = chain_us("-z3", base, n, multiply);
    printf("  %2u variables in {0, %llu^i}%s: %10.1f us with PARTI, %10.1f us without, %+.1f%%\n", n,
           (unsigned long long)base, multiply ? ", times an unknown" : "", with, without,
           100 * (with - without) / without);
}

int main(void) {
    static const uint32_t sizes[] = {1, 2, 4, 8};
    static const uint64_t lengths[] = {1, 100, 10000, 1000000};
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("object resolution:\n");
    for (int s = 0; s < 4; s++)
        for (int l = 0; l < 4; l++) resolve(sizes[s], lengths[l]);
    for (int multiply = 0; multiply < 2; multiply++) {
        printf("sums of {0, 2^i}%s:\n", multiply ? ", times an unknown" : "");
        for (uint32_t n = 4; n <= 60; n += 14) worst_case(2, n, multiply);
        printf("sums of {0, 3^i}%s:\n", multiply ? ", times an unknown" : "");
        for (uint32_t n = 4; n <= 40; n += 12) worst_case(3, n, multiply);
    }
    printf("the same questions to the chain with the bit-blaster:\n");
    for (int multiply = 0; multiply < 2; multiply++)
        for (uint32_t n = 4; n <= 28; n += 8)
            for (uint64_t base = 2; base <= 3; base++) compare_chains(base, n, multiply);
    return 0;
}
