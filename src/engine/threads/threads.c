#include "engine/threads/threads.h"

#include <assert.h>

#include "engine/threads/inside.h"
#include "exec/sym/pointee.h"
#include "ir/cfg.h"
#include "ir/idle.h"

enum { STEPS_OF_COST = 64, MOST_COST = 1 << 16 };

const char *threads_unfit(const struct exec *x) { return x->p->threads ? NULL : "the program creates no threads"; }

/* ---- listening ---------------------------------------------------------------------------------------------------- */

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
    for (uint32_t i = 0; i < e->work.len; i++) sym_mark_state(e->x, e->work.data[i]);
    if (e->x->now) sym_mark_state(e->x, e->x->now);
    visited_mark(e->visited, pool);
}

static const struct run_watch watch = {on_bug, on_target, NULL, NULL, on_first, scan};

/* ---- nodes ----------------------------------------------------------------------------------------------------------- */

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
static void add_child(struct threads_engine *e, struct state *st, const struct sched_node *from, sleepers *asleep, uint32_t preemptions) {
    struct sched_node *n = MEM_NEW(struct sched_node);
    *n = (struct sched_node){.st = st, .preemptions = preemptions, .steps = from ? from->steps + 1 : 0, .only = UINT64_MAX};
    for (uint32_t i = 0; asleep && i < asleep->len; i++) sleepers_add(&n->asleep, asleep->data[i].thread, asleep->data[i].print);
    uint64_t set = sleepers_set(&n->asleep), extra = e->most >= 0 ? (uint64_t)preemptions << 32 | (st->threads->last + 1) : 0;
    exec_switch(e->x, st);
    threads_stand(e->x);
    n->only = visited_ask(e->visited, st, extra, &set);
    exec_switch(e->x, NULL);
    sleepers_keep(&n->asleep, set);
    e->x->ctx->stats.thread_nodes++;
    if (!n->only) e->x->ctx->stats.thread_known++;
    if (n->only) push_node(e, n);
    else free_node(e, n);
}

/* ---- executing a step -------------------------------------------------------------------------------------------------- */

/* How the states of a step have ended. */
struct step_end {
    VEC(struct state *) children;
    bool ended;  /* some states: the program has ended, or an error */
    bool killed; /* some states: an assumption does not hold */
};

static bool is_idle(const struct state *st) { return st->top && idle_at(st->top->fn, st->top->pc); }

static void take_forks(struct threads_engine *e) {
    struct symbolic *sy = e->x->sym;
    for (uint32_t i = 0; i < sy->forked.len; i++) vec_push(&e->work, sy->forked.data[i]); /* where another thread may lead, nobody says */
    vec_clear(&sy->forked);
}

/* x->now has ended. */
static void finish(struct threads_engine *e, enum stop stop, struct step_end *out) {
    struct state *st = e->x->now;
    stop = run_ended(e->r, stop, e->new_code);
    e->new_code = false;
    if (stop == STOP_ASSUME) out->killed = true;
    else out->ended = true;
    run_take(e->r, NULL);
    state_free(e->x, st);
}

/* x->now runs to its next point, or its end. False: a limit. */
static bool run_one(struct threads_engine *e, struct step_end *out) {
    struct state *st = e->x->now;
    for (;;) {
        enum stop stop = run_step(e->r);
        take_forks(e);
        if (stop == STOP_LIMIT) {
            run_take(e->r, NULL);
            vec_push(&e->work, st);
            return false;
        }
        if (stop == STOP_POINT || (stop == STOP_SLICE && is_idle(st))) break;
        if (stop != STOP_FORKED && stop != STOP_SLICE) return finish(e, stop, out), true;
    }
    if (e->x->stop != STOP_POINT && st->threads) st->threads->at[st->threads->running].stuck = true;
    run_take(e->r, NULL);
    if (st->threads) vec_push(&out->children, st);
    else e->r->counts.paths++, state_free(e->x, st);
    return true;
}

/* All states that come from st, until their next points. False: a limit, and something is left. */
static bool run_all(struct threads_engine *e, struct state *st, struct step_end *out) {
    assert(!e->work.len);
    vec_push(&e->work, st);
    while (e->work.len && !run_is_over(e->r)) {
        run_take(e->r, vec_pop(&e->work));
        if (!run_one(e, out)) return false;
    }
    return !e->work.len;
}

static void drop_children(struct threads_engine *e, struct step_end *end) {
    for (uint32_t i = 0; i < end->children.len; i++) state_free(e->x, end->children.data[i]);
    vec_release(&end->children);
}

/* ---- a node -------------------------------------------------------------------------------------------------------------- */

static uint64_t enabled_threads(struct threads_engine *e, const struct state *st) {
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
static bool step_of(struct threads_engine *e, const struct sched_node *n, uint32_t thread, uint64_t enabled, sleepers *asleep) {
    struct step_end end = {0};
    struct state *st = state_fork(e->x, n->st);
    vec_clear(&e->x->touched);
    run_take(e->r, st);
    threads_resume(e->x, thread);
    bool ok = run_all(e, st, &end);
    if (end.ended) vec_push(&e->x->touched, ((struct thread_access){0, 0, ACCESS_ANYTHING | ACCESS_WRITE | ACCESS_LOCK, 0}));
    struct footprint *print = footprint_new(&e->x->touched);
    race_look(e, n, thread, print);
    sleepers below = {0};
    if (e->most < 0) sleepers_pass(asleep, print, &below);
    uint32_t preemptions = n->preemptions + is_preempted(n->st, enabled, thread);
    for (uint32_t i = 0; i < end.children.len; i++) add_child(e, end.children.data[i], n, &below, preemptions);
    vec_release(&end.children);
    sleepers_release(&below);
    if (e->most < 0) sleepers_add(asleep, thread, print);
    footprint_release(print);
    return ok;
}

/* A thread that has only begun goes on by itself, and nobody can tell when: no other order matters. Unless it ends the
 * program or is cut off: then others may do something first. False: it is not so. */
static bool step_alone(struct threads_engine *e, struct sched_node *n, uint32_t thread, bool *limit) {
    struct step_end end = {0};
    vec_clear(&e->x->touched);
    struct state *st = state_fork(e->x, n->st);
    run_take(e->r, st);
    threads_resume(e->x, thread);
    *limit = !run_all(e, st, &end);
    bool alone = !end.ended && !end.killed && !e->x->touched.len && !*limit;
    for (uint32_t i = 0; alone && i < end.children.len; i++) alone = !end.children.data[i]->threads->at[thread].stuck;
    if (!alone) return drop_children(e, &end), false;
    for (uint32_t i = 0; i < end.children.len; i++) add_child(e, end.children.data[i], n, &n->asleep, n->preemptions);
    vec_release(&end.children);
    return true;
}

static bool begin_threads(struct threads_engine *e, struct sched_node *n, bool *limit) {
    const struct threads *ts = n->st->threads;
    for (uint32_t t = 0; t < ts->n; t++)
        if (!ts->at[t].ended && ts->at[t].next.kind == PENDING_START && n->only >> t & 1 && !(sleepers_set(&n->asleep) >> t & 1)) {
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

/* Nobody can go on, or needs to. */
static void end_all(struct threads_engine *e, const struct sched_node *n) {
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

/* ---- the search ------------------------------------------------------------------------------------------------------------ */

static void search(struct threads_engine *e) {
    struct sched_node *n;
    while (!run_is_over(e->r) && (n = pop_node(e))) {
        race_look_asleep(e, n);
        vec_push(&e->unfinished, n);
        bool done = expand(e, n);
        if (!done) return;
        vec_pop(&e->unfinished);
        free_node(e, n);
        run_round(e->r, e->waiting);
    }
}

/* The states at the beginning run until there are two threads. */
static bool begin(struct threads_engine *e) {
    struct step_end end = {0};
    struct state *st = e->x->now;
    struct symbolic *sy = e->x->sym;
    run_take(e->r, NULL);
    for (uint32_t i = 0; i < sy->forked.len; i++) vec_push(&e->work, sy->forked.data[i]);
    vec_clear(&sy->forked);
    vec_push(&e->work, st);
    bool ok = true;
    while (ok && e->work.len && !run_is_over(e->r)) {
        run_take(e->r, vec_pop(&e->work));
        ok = run_one(e, &end);
    }
    for (uint32_t i = 0; i < end.children.len; i++) add_child(e, end.children.data[i], NULL, NULL, 0);
    vec_release(&end.children);
    return ok && !e->work.len;
}

static void release(struct threads_engine *e) {
    struct sched_node *n;
    while ((n = pop_node(e))) free_node(e, n);
    for (uint32_t i = 0; i < e->unfinished.len; i++) free_node(e, e->unfinished.data[i]);
    for (uint32_t i = 0; i < e->work.len; i++) state_free(e->x, e->work.data[i]);
    for (uint32_t i = 0; i < e->open.len; i++) vec_release(&e->open.data[i]);
    vec_release(&e->open);
    vec_release(&e->unfinished);
    vec_release(&e->work);
    visited_free(e->visited);
}

static const char *const memory_models[] = {
    "threads take turns between single accesses to memory (sequential consistency)",
    "threads take turns between single accesses to memory, and others see the stores of a thread later, in their order (tso)",
};

enum run_end threads_run(struct run *r) {
    struct threads_engine e = {.r = r, .x = r->x, .most = r->x->ctx->opt.preemptions};
    pointee_allow(r->x);
    premise_add(&r->x->sym->premises, r->x->p, memory_models[r->x->ctx->opt.memory_model], 0);
    e.visited = visited_new(r->x);
    r->x->scheduled = true;
    run_watch(r, &watch, &e);
    if (begin(&e)) search(&e);
    bool all = !e.waiting && !e.unfinished.len && !e.work.len;
    r->counts.partial += e.waiting + e.unfinished.len + e.work.len;
    exec_switch(r->x, NULL);
    if (!run_unwatch(r, &watch, &e)) return RUN_STOPPED;
    release(&e);
    return all ? run_end(r) : RUN_STOPPED;
}
