/* Ten million branch queries in a row, as a long run of a symbolic executor asks
 * them: states fork, run on and die, expressions pile up and are collected. Prints
 * speed and memory as it goes; fails if memory passes the limit.
 *
 *   solver_long [MILLIONS [LIMIT-MB [STATES]]] */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/context.h"
#include "base/hash.h"
#include "base/str.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "solver/path.h"
#include "solver/solver.h"
#include "solver_programs.h"

/* Programs whose branches mostly need no back end: those with arithmetic that does
 * would measure nothing but the SAT solver. One in a hundred does. */
static void run_seldom(struct path *p) {
    if (rng_below(&p->rng, 25) == 0) run_sums(p);
    else run_masks(p);
}
static void (*const light[])(struct path *) = {run_counters, run_strings, run_masks,
                                               run_search,   run_states,  run_seldom};
enum { LIGHT = sizeof light / sizeof light[0] };

struct state {
    struct pathcond *pc;
    struct model *model;
};

struct run {
    struct context ctx;
    struct solver *solver;
    struct state now;
    /* Forked off and waiting; a random one is dropped when there is no room, as
     * are, in a real run, states that end. */
    struct state *waiting;
    uint32_t nwaiting, most;
    uint64_t asked;
};

static void state_release(struct state *st) {
    pathcond_release(st->pc);
    model_release(st->model);
}

static void put_aside(struct run *r, struct path *p, struct state st) {
    if (r->nwaiting < r->most) {
        r->waiting[r->nwaiting++] = st;
        return;
    }
    struct state *victim = &r->waiting[rng_below(&p->rng, r->most)];
    state_release(victim);
    *victim = st;
}

static bool decide(struct path *p, expr cond) {
    struct run *r = p->owner;
    if (expr_is_const(p->pool, cond)) return expr_is_true(p->pool, cond);
    bool toss = rng_below(&p->rng, p->prefer ? 16 : 2) > 0;
    struct model *other = NULL;
    enum truth t = solver_truth(r->solver, r->now.pc, cond, r->now.model, &other);
    r->asked++;
    bool here = model_holds(r->now.model, p->pool, cond);
    if (t != TRUTH_BOTH) {
        model_release(other);
        return here;
    }
    expr on_here = here ? cond : expr_not(p->pool, cond);
    struct state fork = {pathcond_retain(r->now.pc), other};
    fork.pc = pathcond_add(r->solver, fork.pc, expr_not(p->pool, on_here));
    r->now.pc = pathcond_add(r->solver, r->now.pc, on_here);
    if (toss != here) {
        struct state swap = r->now;
        r->now = fork;
        fork = swap;
    }
    put_aside(r, p, fork);
    return toss;
}

static uint64_t resident_mb(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (uint64_t)u.ru_maxrss / 1024;
}

static void report(const struct run *r, struct expr_pool *pool, double seconds) {
    printf("%6.2f million  %7.1f s  %6.2f us/query  %6llu MB live  %6llu MB peak resident  %8u nodes  %llu collections\n",
           (double)r->asked / 1e6, seconds, seconds * 1e6 / (double)r->asked,
           (unsigned long long)(mem_live_bytes() >> 20), (unsigned long long)resident_mb(),
           expr_pool_count(pool), (unsigned long long)r->ctx.stats.solver_collections);
    fflush(stdout);
}

/* One path of one program, on inputs of its own: a long run makes ever new ones. */
static void run_path(struct run *r, struct path *p, uint64_t number) {
    rng_init(&p->rng, number);
    r->now = (struct state){pathcond_new(r->solver), model_new()};
    p->salt = (uint32_t)(hash_u64(number) & 0xfffff);
    light[number % LIGHT](p);
    put_aside(r, p, r->now);
    if (solver_should_collect(r->solver)) solver_collect(r->solver);
}

int main(int argc, char **argv) {
    uint64_t wanted = (uint64_t)((argc > 1 ? atof(argv[1]) : 10) * 1e6);
    uint64_t limit = argc > 2 ? strtoull(argv[2], NULL, 10) : 1024;
    struct run r = {.most = argc > 3 ? (uint32_t)atoi(argv[3]) : 1000};
    context_init(&r.ctx);
    r.ctx.opt.expr_limit = 32;
    if (getenv("SOLVER")) r.ctx.opt.solver = getenv("SOLVER");
    r.waiting = MEM_NEW_ARRAY(struct state, r.most);
    struct expr_pool *pool = expr_pool_new();
    r.solver = solver_new(&r.ctx, pool);
    struct path p = {.branch = decide, .owner = &r};
    path_inputs(&p, pool);
    uint64_t start = clock_ns(), next = wanted / 20, number = 0;
    while (r.asked < wanted && resident_mb() <= limit) {
        run_path(&r, &p, number++);
        if (r.asked < next) continue;
        next += wanted / 20;
        report(&r, pool, (double)(clock_ns() - start) / 1e9);
    }
    report(&r, pool, (double)(clock_ns() - start) / 1e9);
    bool ok = r.asked >= wanted;
    struct str text = {0};
    stats_print(&r.ctx.stats, &text);
    printf("%s\n%s\n", str_text(&text), ok ? "within the limit" : "memory limit passed");
    str_release(&text);
    for (uint32_t i = 0; i < r.nwaiting; i++) state_release(&r.waiting[i]);
    mem_free(r.waiting);
    solver_free(r.solver);
    expr_pool_free(pool);
    context_release(&r.ctx);
    return ok ? 0 : 1;
}
