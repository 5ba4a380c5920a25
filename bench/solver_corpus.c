/* Branch queries of small programs: the chain, with PARTI and without, beside Z3
 * asked the same questions as KLEE asks it (a fresh context each).
 *
 *   solver_corpus [PATHS [Z3-EVERY [PROGRAM]]]   paths of each program; every how many
 *                                                queries Z3 is asked too; one only */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/stats.h"
#include "base/context.h"
#include "base/str.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "solver/path.h"
#include "solver/solver.h"
#include "solver_programs.h"

static const char *const chains[] = {"all", "-parti", "bitblast"};
enum { CHAINS = sizeof chains / sizeof chains[0] };

struct sample {
    vec_u64 chain, z3;
};

/* Processor time: what others do on the machine does not count. Reading this clock
 * takes a system call, 0.1 to 0.2 microseconds of each figure. */
struct bench {
    struct context ctx;
    struct solver *solver;
    struct backend *z3;
    struct pathcond *pc;
    struct model *model;
    struct sample *sample;
    uint32_t z3_every, asked;
    uint64_t digest; /* of the answers: every chain must get the same */
};

static void ask_z3(struct bench *b, struct path *p, expr cond, enum truth t) {
    VEC(expr) set = {0};
    for (uint32_t i = 0; i < pathcond_len(b->pc); i++) vec_push(&set, pathcond_at(b->pc, i));
    bool side = model_holds(b->model, p->pool, cond);
    vec_push(&set, side ? expr_not(p->pool, cond) : cond);
    struct model *m = NULL;
    uint64_t start = cpu_ns();
    enum answer a = b->z3->check(b->z3, set.data, set.len, (struct budget){0}, &m, NULL);
    vec_push(&b->sample->z3, cpu_ns() - start);
    if ((a == ANSWER_SAT) != (t == TRUTH_BOTH)) {
        fprintf(stderr, "Z3 disagrees\n");
        exit(1);
    }
    model_release(m);
    vec_release(&set);
}

static bool decide(struct path *p, expr cond) {
    struct bench *b = p->owner;
    bool toss = rng_below(&p->rng, p->prefer ? 16 : 2) > 0;
    if (expr_is_const(p->pool, cond)) return expr_is_true(p->pool, cond);
    struct model *other = NULL;
    uint64_t start = cpu_ns();
    enum truth t = solver_truth(b->solver, b->pc, cond, b->model, &other);
    vec_push(&b->sample->chain, cpu_ns() - start);
    b->digest = b->digest * 31 + t;
    if (b->z3 && b->asked++ % b->z3_every == 0) ask_z3(b, p, cond, t);
    bool side = t == TRUTH_BOTH ? toss : t == TRUTH_TRUE;
    if (t == TRUTH_BOTH) {
        if (model_holds(b->model, p->pool, cond) != side) {
            model_release(b->model);
            b->model = model_retain(other);
        }
        b->pc = pathcond_add(b->solver, b->pc, side ? cond : expr_not(p->pool, cond));
    }
    model_release(other);
    return side;
}

static void run_program(const char *chain, const struct program *program, uint32_t paths,
                        uint32_t z3_every, struct sample *sample, uint64_t *digest, struct str *stats) {
    struct bench b = {.sample = sample, .z3_every = z3_every};
    context_init(&b.ctx);
    b.ctx.opt.solver = chain;
    struct expr_pool *pool = expr_pool_new();
    b.solver = solver_new(&b.ctx, pool);
    if (z3_every) b.z3 = z3_new(&b.ctx, pool, false);
    struct path p = {.branch = decide, .owner = &b};
    path_inputs(&p, pool);
    for (uint32_t i = 0; i < paths; i++) {
        rng_init(&p.rng, i);
        b.pc = pathcond_new(b.solver);
        b.model = model_new();
        program->run(&p);
        pathcond_release(b.pc);
        model_release(b.model);
        if (solver_should_collect(b.solver)) solver_collect(b.solver);
    }
    *digest = b.digest;
    const struct stats *st = &b.ctx.stats;
    str_addf(stats, "%llu simplify, %llu hint, %llu parti, %llu models, %llu cache, %llu bitblast, %llu z3",
             (unsigned long long)(st->queries_simplify + st->queries_constant + st->queries_order),
             (unsigned long long)st->queries_hint, (unsigned long long)st->queries_parti,
             (unsigned long long)st->queries_models,
             (unsigned long long)(st->queries_cache_exact + st->queries_cache_core + st->queries_cache_model),
             (unsigned long long)st->queries_bitblast, (unsigned long long)st->queries_z3);
    solver_free(b.solver);
    if (b.z3) b.z3->free(b.z3);
    expr_pool_free(pool);
    context_release(&b.ctx);
}

/* In a run of its own: Z3 leaves the processor's caches to nobody else. */
static void ask_z3_too(const struct program *program, uint32_t paths, uint32_t every, vec_u64 *z3) {
    struct sample s = {0};
    uint64_t digest;
    struct str stats = {0};
    if (!every) return;
    run_program(chains[0], program, paths, every, &s, &digest, &stats);
    *z3 = s.z3;
    vec_release(&s.chain);
    str_release(&stats);
}

static int compare_u64(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static double median_us(vec_u64 *v) {
    if (!v->len) return 0;
    qsort(v->data, v->len, sizeof *v->data, compare_u64);
    return (double)v->data[v->len / 2] / 1000;
}

static double mean_us(const vec_u64 *v) {
    double sum = 0;
    for (vec_each(uint32_t, i, v)) sum += (double)v->data[i];
    return v->len ? sum / v->len / 1000 : 0;
}

static void append(vec_u64 *to, const vec_u64 *from) {
    for (vec_each(uint32_t, i, from)) vec_push(to, from->data[i]);
}

static void print_row(const char *name, struct sample s[CHAINS]) {
    printf("%-11s %8u", name, s[0].chain.len);
    for (int c = 0; c < CHAINS; c++) printf(" |%8.2f %9.2f", median_us(&s[c].chain), mean_us(&s[c].chain));
    double z3 = mean_us(&s[0].z3), z3_median = median_us(&s[0].z3);
    printf(" |%9.0f %9.0f |%8.0f x %7.0f x\n", z3_median, z3, z3_median / median_us(&s[0].chain),
           z3 / mean_us(&s[0].chain));
    fflush(stdout);
}

int main(int argc, char **argv) {
    uint32_t paths = argc > 1 ? (uint32_t)atoi(argv[1]) : 40;
    uint32_t z3_every = argc > 2 ? (uint32_t)atoi(argv[2]) : 5;
    struct sample total[CHAINS] = {0};
    printf("microseconds of processor time a query (median, mean)\n%-11s %8s", "program", "queries");
    for (int c = 0; c < CHAINS; c++) printf(" | %-17s", chains[c]);
    printf(" | %-18s | %s\n", "Z3, fresh", "Z3 / all");
    for (int i = 0; i < PROGRAMS; i++) {
        if (argc > 3 && strcmp(argv[3], programs[i].name)) continue;
        struct sample s[CHAINS] = {0};
        uint64_t digests[CHAINS];
        struct str stats = {0};
        for (int c = 0; c < CHAINS; c++) {
            str_addf(&stats, "%s            %-9s", c ? "\n" : "", chains[c]);
            run_program(chains[c], &programs[i], paths, 0, &s[c], &digests[c], &stats);
            if (digests[c] != digests[0]) printf("%s: answers of %s differ\n", programs[i].name, chains[c]);
            append(&total[c].chain, &s[c].chain);
        }
        ask_z3_too(&programs[i], paths, z3_every, &s[0].z3);
        append(&total[0].z3, &s[0].z3);
        print_row(programs[i].name, s);
        if (getenv("LAYERS")) printf("%s\n", str_text(&stats));
        str_release(&stats);
        for (int c = 0; c < CHAINS; c++) vec_release(&s[c].chain), vec_release(&s[c].z3);
    }
    print_row("all", total);
    for (int c = 0; c < CHAINS; c++) vec_release(&total[c].chain), vec_release(&total[c].z3);
    return 0;
}
