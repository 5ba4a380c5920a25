#include "exec/core/threads.h"

#include <assert.h>
#include <string.h>

#include "exec/core/exec.h"
#include "mem/bytes.h"

/* ---- lifetimes --------------------------------------------------------------------------------------- */

static size_t size_for(uint32_t n) { return sizeof(struct threads) + n * sizeof(struct exec_thread); }

struct threads *threads_copy(const struct threads *t) {
    if (!t) return NULL;
    struct threads *copy = mem_alloc(size_for(t->n));
    memcpy(copy, t, size_for(t->n));
    for (uint32_t i = 0; i < t->n; i++)
        if (copy->at[i].top) copy->at[i].top->refs++;
    return copy;
}

void threads_release(struct exec *x, struct threads *t) {
    if (!t) return;
    for (uint32_t i = 0; i < t->n; i++) frame_release(x, t->at[i].top);
    mem_free(t);
}

struct thread_turn *turns_retain(struct thread_turn *t) {
    if (t) t->refs++;
    return t;
}

void turns_release(struct thread_turn *t) {
    while (t && --t->refs == 0) {
        struct thread_turn *prev = t->prev;
        mem_free(t);
        t = prev;
    }
}

static void add_turn(struct state *st, uint32_t thread) {
    struct thread_turn *t = MEM_NEW(struct thread_turn);
    *t = (struct thread_turn){1, st->turns, st->arrivals, thread};
    st->turns = t;
}

struct threads *threads_grow(struct state *st) {
    uint32_t n = st->threads ? st->threads->n : 1;
    struct threads *ts = mem_zalloc(size_for(n + 1));
    if (st->threads) {
        memcpy(ts, st->threads, size_for(n));
        mem_free(st->threads);
    } else {
        ts->alive = 1;
        ts->at[0].inputs = st->inputs;
    }
    ts->n = n + 1;
    return st->threads = ts;
}

void threads_check(const struct state *st) {
    const struct threads *ts = st->threads;
    uint32_t alive = 0;
    if (!ts) return;
    assert(ts->n > 1 && ts->n <= THREADS_MOST && ts->running < ts->n && ts->last < ts->n);
    for (uint32_t i = 0; i < ts->n; i++) {
        const struct exec_thread *t = &ts->at[i];
        alive += !t->ended && !t->helper;
        assert(!t->ended || !t->top);
        assert(i == ts->running ? !t->top : t->ended || t->top);
        assert(!t->top || (t->top->refs && t->depth));
        (void)t;
    }
    assert(alive == ts->alive);
    assert(!ts->at[ts->running].ended || !st->top);
    (void)alive;
}

/* ---- taking turns ------------------------------------------------------------------------------------ */

/* Its errno goes with a thread. */
static void swap_errno(struct exec *x, struct exec_thread *out, const struct exec_thread *in) {
    const struct ir_global *g = program_global(x->p, "rt_errno");
    struct fault fault;
    if (!g || !g->address) return;
    struct space *s = &x->now->space;
    if (out) space_read(s, g->address, &out->error, sizeof out->error, &fault);
    if (!out || out->error != in->error) {
        tlb_forget(&x->tlb, g->address, g->size);
        space_write(s, g->address, &in->error, sizeof in->error, &fault);
    }
}

void threads_park(struct state *st, struct exec_thread *t) {
    assert(!t->top && !t->ended);
    t->top = st->top;
    t->depth = st->depth;
    t->stack_depth = st->space.stack_depth;
    t->stack_bytes = st->space.stack_bytes;
}

static void unpark(struct exec *x, struct exec_thread *t) {
    struct state *st = x->now;
    st->top = t->top;
    st->depth = t->depth;
    st->space.stack_depth = t->stack_depth;
    st->space.stack_bytes = t->stack_bytes;
    t->top = NULL;
    state_own_top(x, st);
}

static void switch_to(struct exec *x, uint32_t thread) {
    struct state *st = x->now;
    struct threads *ts = st->threads;
    if (thread == ts->running) return;
    assert(thread < ts->n && !ts->at[thread].ended && !ts->atomic);
    struct exec_thread *out = &ts->at[ts->running];
    swap_errno(x, out->ended ? NULL : out, &ts->at[thread]);
    if (!out->ended) threads_park(st, out);
    unpark(x, &ts->at[thread]);
    ts->running = thread;
}

void threads_resume(struct exec *x, uint32_t thread) {
    struct threads *ts = x->now->threads;
    assert(ts && thread < ts->n);
    bool symbolic;
    if (thread != ts->last || !threads_enabled(x, x->now, thread, &symbolic)) add_turn(x->now, thread);
    ts->last = thread;
    switch_to(x, thread);
    ts->resumed = ts->at[thread].next.kind != PENDING_START;
}

static uint32_t first_alive(const struct threads *ts) {
    uint32_t first = 0;
    while (ts->at[first].ended) first++;
    assert(first < ts->n);
    return first;
}

void threads_stand(struct exec *x) { switch_to(x, first_alive(x->now->threads)); }

uint32_t threads_self(const struct state *st) { return st->threads ? st->threads->running : 0; }

uint32_t threads_name(const struct exec *x, uint32_t thread) { return x->ctx->opt.memory_model ? thread / 2 : thread; }

bool threads_alone(const struct state *st) { return !st->threads || st->threads->alive == 1; }

uint32_t threads_next_input(struct state *st) {
    st->inputs++;
    if (!st->threads) return st->inputs - 1;
    return st->threads->running << THREADS_INPUT_BITS | st->threads->at[st->threads->running].inputs++;
}

/* ---- which threads can go on ------------------------------------------------------------------------- */

bool threads_enabled(const struct exec *x, const struct state *st, uint32_t thread, bool *symbolic) {
    const struct exec_thread *t = &st->threads->at[thread];
    uint32_t word = 0;
    struct fault fault;
    (void)x;
    *symbolic = false;
    if (t->ended || t->stuck) return false;
    if (t->next.kind != PENDING_WAIT) return true;
    struct space *s = (struct space *)(uintptr_t)&st->space;                      /* read only */
    if (space_check(s, t->next.at.addr, sizeof word, false, &fault)) return true; /* that is an error */
    if (space_is_symbolic(s, t->next.at.addr, sizeof word, false)) return *symbolic = true;
    space_read(s, t->next.at.addr, &word, sizeof word, &fault);
    return (word == t->next.value) != t->next.differs;
}

bool threads_may_wake(const struct exec *x, const struct state *st, uint32_t thread) {
    const struct exec_thread *t = &st->threads->at[thread];
    return x->ctx->opt.spurious_wakeups && !t->ended && t->next.kind == PENDING_WAIT && t->next.spurious;
}

static bool may_end(const struct threads *ts) {
    for (uint32_t i = 0; i < ts->n; i++)
        if (!ts->at[i].ended && (ts->at[i].stuck || ts->at[i].next.timed)) return true;
    return false;
}

bool threads_deadlock(struct exec *x) {
    struct threads *ts = x->now->threads;
    if (may_end(ts)) return false;
    threads_stand(x);
    x->stop = STOP_NONE;
    return !exec_error(x, BUG_DEADLOCK, "deadlock: %s",
                       ts->alive == 1 ? "the only thread left waits for ever" : "all threads wait for one another");
}

/* ---- points ------------------------------------------------------------------------------------------ */

static bool overlap(const struct thread_access *a, const struct thread_access *b) {
    return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

bool threads_overlap(const struct thread_access *a, const struct thread_access *b) {
    return (a->kind | b->kind) & ACCESS_WRITE && overlap(a, b);
}

/* What is in a store buffer, its own thread sees only. */
bool threads_conflict(const struct thread_access *a, const struct thread_access *b) {
    if ((a->kind | b->kind) & ACCESS_HELD) return false;
    return (a->kind | b->kind) & ACCESS_ANYTHING || threads_overlap(a, b);
}

void threads_touch(struct exec *x, const struct thread_access *a) {
    if (a->kind & ACCESS_ASSUME) return;
    if (x->threads.acts) x->threads.acts(x->threads.acts_owner, x, a);
    if (!x->threads.scheduled) return;
    struct thread_access own = *a;
    const struct mem_object *obj = own.kind & ACCESS_WHOLE ? space_find(&x->now->space, own.addr) : NULL;
    own.pos = exec_user_position(x);
    if (x->now->threads && x->now->threads->atomic) own.kind |= ACCESS_ATOMIC;
    if (obj) own.addr = obj->base, own.size = obj->size ? obj->size : 1;
    vec_push(&x->threads.touched, own);
}

void threads_life(struct exec *x, const struct mem_object *obj) {
    if (!x->threads.scheduled || threads_alone(x->now)) return;
    vec_push(&x->threads.touched,
             ((struct thread_access){obj->base, obj->size ? obj->size : 1, ACCESS_WRITE | ACCESS_LOCK, 0, 0}));
}
