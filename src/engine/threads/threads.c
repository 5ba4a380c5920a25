/* Programs with threads: every schedule that matters.
 *
 * A node is a state at which the threads stand before operations that others may see (exec/core/threads.h). Its
 * steps are one for each thread that can go on: the operation, and what the thread does by itself until its next one,
 * with a child for each way in which inputs decide. There are two searches, which take turns until one of them has seen
 * everything: one execution for each trace (dpor.c), which knows no states, and one over states, which this is about.
 * The first is quick where threads hardly meet, the second where many traces lead to few states, or to the same one for
 * ever. For races, store buffers, wake-ups without a signal and --preemptions there is the second only. Two things keep
 * its schedules apart from those that differ in nothing:
 *
 *   sleep sets   What a step has read and written is known when it was executed. If steps of t and u from a node touch
 *                different things, u after t leads where t after u leads: below the later of the two, the other one
 *                sleeps until something is executed that does not commute with it.
 *   known nodes  A state that looks the same as an earlier one, bit for bit and expression for expression, is not
 *                explored again, but for threads that slept there and are awake here.
 *
 * Sleep sets leave out steps, never states; together with known nodes, which are explored again for threads that slept,
 * every state that some schedule reaches is visited (docs/THREADS.md argues why). So a spinning loop ends where a state
 * repeats, and races are looked for by comparing what threads are about to do.
 *
 * Nodes with few preemptions come first. With --preemptions N those with more are cut, nothing sleeps, and states are
 * known only with the thread that ran last.
 */
#include <assert.h>

#include "engine/engine.h"
#include "engine/threads/inside.h"
#include "engine/threads/visited.h"
#include "exec/sym/decide.h"
#include "exec/sym/pointee.h"
#include "expr/keep.h"
#include "ir/cfg.h"

/* --schedules */
enum { SCHEDULES_BOTH, SCHEDULES_STATES, SCHEDULES_TRACES };

enum { STEPS_OF_COST = 64, MOST_COST = 1 << 16, FIRST_TURN = 6144, SHARE = 8 };

/* Why it cannot run the program: it creates no threads. */
const char *threads_unfit(const struct exec *x) { return x->p->threads ? NULL : "the program creates no threads"; }

/* ---- listening --------------------------------------------------------------------------------------- */

static void on_bug(void *owner, struct exec *x) {
    struct threads_engine *e = owner;
    (void)x;
    run_tell(e->r);
}

static bool on_target(void *owner, struct exec *x, uint32_t id) {
    struct threads_engine *e = owner;
    (void)x;
    run_reached(e->r, id);
    return true;
}

static void on_first(void *owner, const struct function *fn, uint32_t pc) {
    struct threads_engine *e = owner;
    if (covered_block(e->r->covered, fn, pc)) e->new_code = true;
}

static void mark_nodes(const struct threads_engine *e, const sched_nodes *nodes) {
    for (uint32_t i = 0; i < nodes->len; i++)
        if (nodes->data[i]->st) sym_mark_state(e->x, nodes->data[i]->st);
}

static void scan(struct expr_pool *pool, void *owner) {
    struct threads_engine *e = owner;
    for (uint32_t i = 0; i < e->open.len; i++) mark_nodes(e, &e->open.data[i]);
    mark_nodes(e, &e->unfinished);
    for (uint32_t i = 0; i < e->work.len; i++) sym_mark_state(e->x, e->work.data[i].st);
    for (uint32_t i = 0; i < e->x->threads.touched.len; i++)
        if (e->x->threads.touched.data[i].sym) expr_mark(pool, (expr){e->x->threads.touched.data[i].sym});
    dpor_mark(e->dpor);
    if (e->x->now) sym_mark_state(e->x, e->x->now);
    visited_mark(e->visited, pool);
}

static const struct run_watch watch = {on_bug, on_target, NULL, NULL, on_first, scan};

/* ---- nodes ------------------------------------------------------------------------------------------- */

static void free_node(struct threads_engine *e, struct sched_node *n) {
    if (!n) return;
    state_free(e->x, n->st);
    sleepers_release(&n->asleep);
    mem_free(n);
}

static uint32_t cost_of(const struct sched_node *n) {
    uint32_t cost = n->preemptions + n->steps / STEPS_OF_COST;
    return cost < MOST_COST ? cost : MOST_COST;
}

static void push_node(struct threads_engine *e, struct sched_node *n) {
    uint32_t cost = cost_of(n);
    while (e->open.len <= cost) vec_push(&e->open, ((sched_nodes){0}));
    vec_push(&e->open.data[cost], n);
    e->waiting++;
    if (e->waiting > e->r->counts.states) e->r->counts.states = e->waiting;
}

static struct sched_node *pop_node(struct threads_engine *e) {
    for (uint32_t i = 0; i < e->open.len; i++)
        if (e->open.data[i].len) {
            e->waiting--;
            return vec_pop(&e->open.data[i]);
        }
    return NULL;
}

/* The children of a step become nodes, unless they are known. */
static void add_child(struct threads_engine *e, struct state *st, const struct sched_node *from, sleepers *asleep,
                      uint32_t preemptions) {
    if (!st) return;
    struct sched_node *n = MEM_NEW(struct sched_node);
    *n = (struct sched_node){
        .st = st, .preemptions = preemptions, .steps = from ? from->steps + 1 : 0, .only = UINT64_MAX};
    for (uint32_t i = 0; asleep && i < asleep->len; i++)
        sleepers_add(&n->asleep, asleep->data[i].thread, asleep->data[i].print);
    uint64_t set = sleepers_set(&n->asleep),
             extra = e->most >= 0 ? (uint64_t)preemptions << 32 | (st->threads->last + 1) : 0;
    exec_switch(e->x, st);
    threads_stand(e->x);
    n->only = visited_ask(e->visited, st, extra, &set);
    exec_switch(e->x, NULL);
    sleepers_keep(&n->asleep, set);
    e->x->ctx->stats.thread_nodes++;
    if (!n->only) {
        e->x->ctx->stats.thread_known++;
        run_closes(e->r);
    }
    if (n->only) push_node(e, n);
    else free_node(e, n);
}

/* ---- a node ------------------------------------------------------------------------------------------ */

uint64_t enabled_threads(struct threads_engine *e, const struct state *st) {
    uint64_t set = 0;
    bool symbolic;
    for (uint32_t t = 0; t < st->threads->n; t++) {
        if (threads_enabled(e->x, st, t, &symbolic)) set |= UINT64_C(1) << t;
        if (symbolic) sym_gap(e->x, GAP_UNSUPPORTED, "a lock or semaphore whose value depends on inputs");
    }
    return set;
}

/* Store buffers are emptied at no cost. */
static bool is_preempted(const struct state *st, uint64_t enabled, uint32_t next) {
    uint32_t last = st->threads->last;
    return last != next && enabled >> last & 1 && !st->threads->at[last].helper && !st->threads->at[next].helper;
}

static bool may_preempt(const struct threads_engine *e, const struct sched_node *n, uint64_t enabled, uint32_t thread) {
    return e->most < 0 || n->preemptions + is_preempted(n->st, enabled, thread) <= (uint64_t)e->most;
}

/* The step of one thread. `asleep` are those that sleep below it; it joins them. False: a limit. */
static bool step_of(struct threads_engine *e, const struct sched_node *n, uint32_t thread, uint64_t enabled,
                    sleepers *asleep) {
    struct step_end end = {0};
    bool ok = step_run(e, n->st, thread, &end);
    race_look(e, n, thread, end.print);
    sleepers below = {0};
    if (e->most < 0) sleepers_pass(asleep, end.print, &below);
    uint32_t preemptions = n->preemptions + is_preempted(n->st, enabled, thread);
    for (uint32_t i = 0; i < end.children.len; i++) add_child(e, step_take(&end, i), n, &below, preemptions);
    sleepers_release(&below);
    if (e->most < 0) sleepers_add(asleep, thread, end.print);
    step_release(e, &end);
    return ok;
}

/* Runs a thread that has only begun to its next point. If the step touches nothing, no other thread can see when it
 * happens, and no other order matters; unless it ends the program or is cut off: then others may do something first.
 * False: another order may matter, or a limit was hit. */
static bool step_alone(struct threads_engine *e, struct sched_node *n, uint32_t thread, bool *limit) {
    struct step_end end = {0};
    *limit = !step_run(e, n->st, thread, &end);
    bool alone = !end.ended && !end.killed && !end.stuck && !end.print->all.len && !*limit;
    for (uint32_t i = 0; alone && i < end.children.len; i++)
        add_child(e, step_take(&end, i), n, &n->asleep, n->preemptions);
    step_release(e, &end);
    return alone;
}

static bool begin_threads(struct threads_engine *e, struct sched_node *n, bool *limit) {
    const struct threads *ts = n->st->threads;
    for (uint32_t t = 0; t < ts->n; t++)
        if (!ts->at[t].ended && ts->at[t].next.kind == PENDING_START && n->only >> t & 1 &&
            !(sleepers_set(&n->asleep) >> t & 1)) {
            if (step_alone(e, n, t, limit)) return true;
            if (*limit) return false;
        }
    return false;
}

static uint64_t threads_that_may_wake(const struct threads_engine *e, const struct state *st) {
    uint64_t set = 0;
    for (uint32_t t = 0; t < st->threads->n; t++)
        if (threads_may_wake(e->x, st, t)) set |= UINT64_C(1) << t;
    return set;
}

void end_all(struct threads_engine *e, const struct sched_node *n) {
    struct exec *x = e->x;
    struct state *st = state_fork(x, n->st);
    run_take(e->r, st);
    if (bug_has(x->wanted, BUG_DEADLOCK) && sym_feasible(x) && threads_deadlock(x)) run_ended(e->r, STOP_BUG, false);
    else e->r->counts.paths++;
    run_take(e->r, NULL);
    state_free(x, st);
}

static void cut_turn(struct threads_engine *e) {
    sym_gap(e->x, GAP_PREEMPTIONS, NULL);
    premise_add(&e->x->sym->premises, e->x->p, "no thread loses its turn more often than --preemptions says", 0);
}

/* Each thread that can go on does so, the one that ran last first. False: a limit. */
static bool expand(struct threads_engine *e, struct sched_node *n) {
    bool limit = false;
    if (begin_threads(e, n, &limit)) return true;
    if (limit) return false;
    uint64_t enabled = enabled_threads(e, n->st);
    if (!enabled) end_all(e, n);
    enabled |= threads_that_may_wake(e, n->st);
    uint64_t todo = enabled & n->only & ~sleepers_set(&n->asleep);
    const struct threads *ts = n->st->threads;
    for (uint32_t i = 0; i < ts->n; i++) {
        uint32_t t = (ts->last + i) % ts->n;
        if (!(todo >> t & 1)) continue;
        if (!may_preempt(e, n, enabled, t)) {
            cut_turn(e);
            continue;
        }
        if (!step_of(e, n, t, enabled, &n->asleep)) return false;
        if (run_is_over(e->r)) return false;
    }
    return true;
}

/* ---- the search -------------------------------------------------------------------------------------- */

/* So many nodes. False: nothing is left, or a limit. */
static bool search_states(struct threads_engine *e, uint64_t most) {
    struct sched_node *n;
    for (uint64_t i = 0; i < most; i++) {
        if (run_is_over(e->r) || !(n = pop_node(e))) return false;
        race_look_asleep(e, n);
        vec_push(&e->unfinished, n);
        if (!expand(e, n)) return false;
        vec_pop(&e->unfinished);
        free_node(e, n);
        run_round(e->r, e->waiting);
    }
    return true;
}

/* Only the one without states, if it was asked for alone. */
static bool search_traces(struct threads_engine *e) {
    enum dpor_end end = dpor_run(e->dpor, UINT64_MAX / 2);
    if (end == DPOR_GIVEN_UP)
        sym_gap(e->x, GAP_UNSUPPORTED, "a state that repeats, or a very long run, for --schedules=traces");
    return end == DPOR_DONE;
}

/* Both searches in turn, until one of them has seen everything; most of the time is for the one over states, which
 * finds errors with few preemptions first. True: the one without states has. */
static bool search(struct threads_engine *e) {
    if (e->dpor && e->x->ctx->opt.schedules == SCHEDULES_TRACES) return search_traces(e);
    for (uint64_t most = FIRST_TURN;; most *= 2) {
        enum dpor_end end = e->dpor ? dpor_run(e->dpor, most) : DPOR_GIVEN_UP;
        if (end == DPOR_DONE) return true;
        if (end == DPOR_LIMIT || !search_states(e, SHARE * most)) return false;
        if (end == DPOR_GIVEN_UP) dpor_free(e->dpor), e->dpor = NULL;
    }
}

/* The states at the beginning run until there are two threads. */
static bool begin(struct threads_engine *e) {
    struct step_end end = {0};
    bool ok = step_begin(e, &end);
    for (uint32_t i = 0; i < end.children.len; i++) {
        struct state *st = step_take(&end, i);
        if (st && e->dpor) dpor_add(e->dpor, st);
        add_child(e, st, NULL, NULL, 0);
    }
    step_release(e, &end);
    return ok;
}

static void release(struct threads_engine *e) {
    struct sched_node *n;
    while ((n = pop_node(e))) free_node(e, n);
    for (uint32_t i = 0; i < e->unfinished.len; i++) free_node(e, e->unfinished.data[i]);
    for (uint32_t i = 0; i < e->work.len; i++) {
        state_free(e->x, e->work.data[i].st);
        vec_release(&e->work.data[i].touched);
    }
    dpor_free(e->dpor);
    for (uint32_t i = 0; i < e->open.len; i++) vec_release(&e->open.data[i]);
    vec_release(&e->open);
    vec_release(&e->unfinished);
    vec_release(&e->work);
    visited_free(e->visited);
}

static const char *const memory_models[] = {
    "threads take turns between single accesses to memory (sequential consistency)",
    "threads take turns between single accesses to memory, and others see the stores of a thread later, in their order "
    "(tso)",
};

/* Races are what two threads are about to do in one state, and a bound on preemptions is about schedules, not traces.
 */
static bool has_dpor(const struct threads_engine *e) {
    const struct options *opt = &e->x->ctx->opt;
    return e->most < 0 && opt->schedules != SCHEDULES_STATES && !opt->memory_model && !opt->spurious_wakeups &&
           !bug_has(e->x->wanted, BUG_RACE);
}

enum run_end threads_run(struct run *r) {
    struct threads_engine e = {.r = r, .x = r->x, .most = r->x->ctx->opt.preemptions};
    pointee_allow(r->x);
    premise_add(&r->x->sym->premises, r->x->p, memory_models[r->x->ctx->opt.memory_model], 0);
    e.visited = visited_new(r->x);
    r->x->threads.scheduled = true;
    run_watch(r, &watch, &e);
    if (has_dpor(&e)) e.dpor = dpor_new(&e);
    bool all = begin(&e) && search(&e);
    all |= !e.waiting && !e.unfinished.len && !e.work.len;
    if (!all) r->counts.partial += e.waiting + e.unfinished.len + e.work.len;
    exec_switch(r->x, NULL);
    if (!run_unwatch(r, &watch, &e)) return RUN_STOPPED;
    release(&e);
    return all ? run_end(r) : RUN_STOPPED;
}
