/* Threads take turns: what comes to a point goes on, waits or ends. */
#include <assert.h>

#include "exec/library/builtin.h"
#include "exec/sym/access.h"
#include "exec/sym/frames.h"

/* May another thread see what is done there? */
static bool is_visible(const struct exec *x, const struct thread_next *next) {
    if (next->kind != PENDING_ACCESS) return true;
    if (next->at.kind & ACCESS_HELD) return bug_has(x->wanted, BUG_RACE);
    if (next->at.kind & ACCESS_ANYTHING) return true;
    if (next->at.kind & ACCESS_ASSUME) return !next->at.size; /* others may do something before it is cut off */
    const struct mem_object *obj = space_find(&x->now->space, next->at.addr);
    return !obj || !obj->readonly;
}

/* The n-th thread behind the running one that can go on; n: none. */
static uint32_t next_enabled(const struct exec *x, const struct state *st) {
    const struct threads *ts = st->threads;
    bool symbolic;
    for (uint32_t i = 0; i < ts->n; i++) {
        uint32_t t = (ts->running + i) % ts->n;
        if (threads_enabled(x, st, t, &symbolic)) return t;
    }
    return ts->n;
}

/* The thread that goes on where no engine chooses it; n: none can. */
static uint32_t follow_turns(struct exec *x) {
    const struct state *st = x->now;
    bool symbolic;
    while (x->threads.next_turn < x->threads.turns.len &&
           x->threads.turns.data[x->threads.next_turn].arrival < st->arrivals)
        x->threads.next_turn++;
    if (x->threads.next_turn < x->threads.turns.len &&
        x->threads.turns.data[x->threads.next_turn].arrival == st->arrivals) {
        uint32_t thread = x->threads.turns.data[x->threads.next_turn++].thread;
        if (thread < st->threads->n && (threads_enabled(x, st, thread, &symbolic) || threads_may_wake(x, st, thread)))
            return thread;
    }
    return next_enabled(x, st);
}

/* The running thread is at a point, or has ended: chooses the thread that goes on, or lets the engine choose. Always
 * false. */
static bool give_turn(struct exec *x) {
    assert(!x->stop);
    if (x->threads.scheduled) {
        x->stop = STOP_POINT;
        return false;
    }
    uint32_t next = follow_turns(x);
    if (next < x->now->threads->n) {
        threads_resume(x, next);
        return false;
    }
    if (!threads_deadlock(x)) x->stop = STOP_ASSUME; /* it hangs, or a wait times out: another path */
    return false;
}

/* A wait of the only thread, or in an atomic section. */
static bool wait_alone(struct exec *x, const struct thread_next *next) {
    uint64_t word;
    if (!exec_load(x, next->at.addr, sizeof(uint32_t), &word)) return false;
    if (x->loaded)
        return exec_error(x, BUG_UNSUPPORTED, "not supported: a lock or semaphore whose value depends on inputs");
    if (((uint32_t)word == next->value) != next->differs) return true;
    if (x->now->threads && x->now->threads->atomic)
        return exec_error(x, BUG_UNSUPPORTED, "not supported: a thread waits in an atomic section");
    if (next->timed) return x->stop = STOP_ASSUME, false; /* the wait times out: another path */
    return exec_error(x, BUG_DEADLOCK, "deadlock: the only thread waits for ever");
}

/* The only thread left goes on by itself, but engines look at it now and then: it may wait for ever for what no other
 * thread does. */
static bool goes_on_alone(const struct exec *x, struct threads *ts) {
    const uint32_t often = 256;
    if (ts && ts->at[ts->running].helper) return false;
    if (!ts || ts->atomic || ts->alive > 1 || !x->threads.scheduled) return !ts || ts->atomic || ts->alive == 1;
    if (++ts->quiet < often) return true;
    ts->quiet = 0;
    return false;
}

bool threads_point(struct exec *x, const struct thread_next *next) {
    struct state *st = x->now;
    struct threads *ts = st->threads;
    if (ts && ts->resumed) {
        ts->resumed = false;
        threads_touch(x, &next->at);
        return true;
    }
    st->arrivals++;
    bool alone = goes_on_alone(x, ts) && !(ts && next->spurious && x->ctx->opt.spurious_wakeups);
    if (alone && next->kind == PENDING_WAIT && !wait_alone(x, next)) return false;
    if (alone || !is_visible(x, next)) {
        threads_touch(x, &next->at);
        return true;
    }
    ts->at[ts->running].next = *next;
    return give_turn(x);
}

/* ---- beginning and end ------------------------------------------------------------------------------- */

uint32_t threads_start(struct exec *x, struct function *fn, bool helper) {
    struct state *st = x->now;
    uint64_t number = st->threads ? st->threads->n : 1;
    assert(number < THREADS_MOST && ir_has_code(fn));
    struct threads *ts = threads_grow(st);
    struct exec_thread here = {0}, *t = &ts->at[number];
    t->helper = helper;
    ts->alive += !helper;
    threads_park(st, &here);
    st->top = NULL;
    st->depth = 0;
    st->space.stack_depth = (uint32_t)number << THREADS_STACK_BITS;
    st->space.stack_bytes = 0;
    bool ok = exec_push(x, fn, &number, 1);
    threads_park(st, t);
    st->top = here.top;
    st->depth = here.depth;
    st->space.stack_depth = here.stack_depth;
    st->space.stack_bytes = here.stack_bytes;
    return ok ? (uint32_t)number : 0;
}

bool threads_end(struct exec *x) {
    struct state *st = x->now;
    struct threads *ts = st->threads;
    assert(ts && ts->running && ts->alive > 1);
    while (st->top) exec_pop(x);
    ts->at[ts->running].ended = true;
    ts->alive--;
    st->arrivals++;
    return give_turn(x);
}
