#include <assert.h>

#include "engine/threads/inside.h"
#include "engine/threads/visited.h"
#include "ir/cfg.h"

static bool is_idle(const struct state *st) { return st->top && idle_at(st->top->fn, st->top->pc); }

static void add_accesses(thread_accesses *to, const thread_accesses *from) { vec_append(to, from->data, from->len); }

/* Addresses are asked about later. */
static void keep_addresses(struct threads_engine *e) {
    const struct threads *ts = e->x->now->threads;
    for (uint32_t i = 0; i < e->x->threads.touched.len; i++)
        visited_keep(e->visited, e->x->threads.touched.data[i].sym);
    if (ts) visited_keep(e->visited, ts->at[ts->running].next.at.sym);
}

/* Where another thread may lead is not known: no state is dropped as hopeless. What was touched so far, each forked
 * state has touched, too. */
static void take_forks(struct threads_engine *e) {
    struct symbolic *sy = e->x->sym;
    for (uint32_t i = 0; i < sy->forked.len; i++) {
        struct step_work w = {.st = sy->forked.data[i]};
        add_accesses(&w.touched, &e->x->threads.touched);
        vec_push(&e->work, w);
    }
    vec_clear(&sy->forked);
}

/* x->now has ended. */
static void finish(struct threads_engine *e, enum stop stop, struct step_end *out) {
    struct state *st = e->x->now;
    stop = run_ended(e->r, stop, e->new_code);
    e->new_code = false;
    bool killed = stop == STOP_ASSUME;
    out->killed |= killed;
    out->ended |= !killed;
    if (!killed)
        vec_push(&e->x->threads.touched,
                 ((struct thread_access){0, 0, ACCESS_ANYTHING | ACCESS_WRITE | ACCESS_LOCK, 0, 0}));
    vec_push(&out->children, ((struct step_child){NULL, footprint_new(&e->x->threads.touched)}));
    run_take(e->r, NULL);
    state_free(e->x, st);
}

/* x->now is at its next point, or where its thread stays for ever. */
static void arrive(struct threads_engine *e, struct step_end *out) {
    struct state *st = e->x->now;
    bool stuck = e->x->stop != STOP_POINT;
    if (stuck && st->threads) st->threads->at[st->threads->running].stuck = true;
    out->stuck |= stuck;
    run_take(e->r, NULL);
    if (st->threads) vec_push(&out->children, ((struct step_child){st, footprint_new(&e->x->threads.touched)}));
    else e->r->counts.paths++, state_free(e->x, st);
}

/* Can others go on where the running thread does not? */
static bool leaves_others(const struct state *st) { return st->threads && !st->threads->atomic; }

/* The thread of x->now is at a bound: what it does from there on is not explored, but what others do has nothing to do
 * with the bound. They get their turn where the thread would come to its next point. */
static void cut(struct threads_engine *e, struct step_end *out) {
    run_ended(e->r, STOP_BOUND, false);
    e->x->now->arrivals++;
    arrive(e, out);
}

/* x->now runs to its next point, or its end. False: a limit. */
static bool run_one(struct threads_engine *e, struct step_end *out) {
    struct state *st = e->x->now;
    for (;;) {
        enum stop stop = run_step(e->r);
        keep_addresses(e);
        take_forks(e);
        if (stop == STOP_LIMIT) {
            run_take(e->r, NULL);
            vec_push(&e->work, ((struct step_work){.st = st}));
            return false;
        }
        if (stop == STOP_POINT || (stop == STOP_SLICE && is_idle(st))) return arrive(e, out), true;
        if (stop == STOP_BOUND && leaves_others(st)) return cut(e, out), true;
        if (stop != STOP_FORKED && stop != STOP_SLICE) return finish(e, stop, out), true;
    }
}

/* All of e->work. */
static bool run_work(struct threads_engine *e, struct step_end *out, thread_accesses *all) {
    while (e->work.len && !run_is_over(e->r)) {
        struct step_work w = vec_pop(&e->work);
        vec_clear(&e->x->threads.touched);
        add_accesses(&e->x->threads.touched, &w.touched);
        vec_release(&w.touched);
        run_take(e->r, w.st);
        bool ok = run_one(e, out);
        add_accesses(all, &e->x->threads.touched);
        if (!ok) return false;
    }
    return !e->work.len;
}

bool step_run(struct threads_engine *e, struct state *from, uint32_t thread, struct step_end *out) {
    thread_accesses all = {0};
    struct state *st = state_fork(e->x, from);
    assert(!e->work.len);
    run_take(e->r, st);
    threads_resume(e->x, thread);
    run_take(e->r, NULL);
    vec_push(&e->work, ((struct step_work){.st = st}));
    bool ok = run_work(e, out, &all);
    out->print = footprint_new(&all);
    vec_release(&all);
    return ok;
}

bool step_begin(struct threads_engine *e, struct step_end *out) {
    thread_accesses all = {0};
    struct state *st = e->x->now;
    run_take(e->r, NULL);
    take_forks(e);
    vec_push(&e->work, ((struct step_work){.st = st}));
    bool ok = run_work(e, out, &all);
    vec_release(&all);
    return ok;
}

struct state *step_take(struct step_end *end, uint32_t i) {
    struct state *st = end->children.data[i].st;
    end->children.data[i].st = NULL;
    return st;
}

void step_release(struct threads_engine *e, struct step_end *end) {
    for (uint32_t i = 0; i < end->children.len; i++) {
        state_free(e->x, end->children.data[i].st);
        footprint_release(end->children.data[i].print);
    }
    vec_release(&end->children);
    footprint_release(end->print);
}
