#include <assert.h>
#include <string.h>

#include "engine/threads/inside.h"
#include "engine/threads/visited.h"
#include "mem/bytes.h"
#include "mem/digest.h"

enum { MOST_DEPTH = 4096 };

/* A node of the execution that is at hand. The step that was last taken from it is an event, with the child that is at
 * hand. */
struct dpor_event {
    struct sched_node at;
    uint64_t enabled;
    uint64_t wanted; /* threads that are to go on from here, or have done so */
    uint32_t thread; /* the step */
    struct step_end step;
    uint32_t child;          /* the next to be visited */
    struct footprint *print; /* of the child at hand; NULL: none is */
    uint32_t clock[THREADS_MOST];
    struct digest look;
    bool looks; /* ... is known */
};
typedef VEC(struct dpor_event *) dpor_events;

struct dpor {
    struct threads_engine *e;
    dpor_events stack;
    VEC(struct state *) roots; /* to be explored */
    uint64_t nodes;            /* so far */
    bool given_up;
};

struct dpor *dpor_new(struct threads_engine *e) {
    struct dpor *d = MEM_NEW(struct dpor);
    *d = (struct dpor){.e = e};
    return d;
}

void dpor_add(struct dpor *d, struct state *root) { vec_push(&d->roots, state_fork(d->e->x, root)); }

static void free_event(struct threads_engine *e, struct dpor_event *ev) {
    step_release(e, &ev->step);
    footprint_release(ev->print);
    sleepers_release(&ev->at.asleep);
    state_free(e->x, ev->at.st);
    mem_free(ev);
}

static void drop_all(struct dpor *d) {
    while (d->stack.len) free_event(d->e, vec_pop(&d->stack));
    while (d->roots.len) state_free(d->e->x, vec_pop(&d->roots));
}

void dpor_free(struct dpor *d) {
    if (!d) return;
    drop_all(d);
    vec_release(&d->stack);
    vec_release(&d->roots);
    mem_free(d);
}

void dpor_mark(const struct dpor *d) {
    if (!d) return;
    for (uint32_t i = 0; i < d->roots.len; i++) sym_mark_state(d->e->x, d->roots.data[i]);
    for (uint32_t i = 0; i < d->stack.len; i++) {
        const struct dpor_event *ev = d->stack.data[i];
        sym_mark_state(d->e->x, ev->at.st);
        for (uint32_t k = ev->child; k < ev->step.children.len; k++)
            if (ev->step.children.data[k].st) sym_mark_state(d->e->x, ev->step.children.data[k].st);
    }
}

static void give_up(struct dpor *d) {
    d->given_up = true;
    drop_all(d);
}

/* ---- what happened before what ----------------------------------------------------------------------- */

static uint32_t count_of(const struct dpor_event *ev) { return ev->clock[ev->thread]; }

static bool is_before(const struct dpor_event *ev, const uint32_t *clock) { return count_of(ev) <= clock[ev->thread]; }

static void join_clock(uint32_t *clock, const uint32_t *other) {
    for (uint32_t i = 0; i < THREADS_MOST; i++)
        if (clock[i] < other[i]) clock[i] = other[i];
}

/* What happened before all that the thread does behind the first `depth` events. */
static void clock_of(const struct dpor *d, uint32_t depth, uint32_t thread, uint32_t *clock) {
    memset(clock, 0, THREADS_MOST * sizeof *clock);
    for (uint32_t i = depth; i-- > 0;) {
        const struct dpor_event *ev = d->stack.data[i];
        bool made = thread >= ev->at.st->threads->n;
        if (ev->thread == thread || made) {
            memcpy(clock, ev->clock, sizeof ev->clock);
            return;
        }
    }
}

static bool touches(const struct dpor_event *ev, const struct thread_access *a) {
    for (uint32_t i = 0; i < ev->print->all.len; i++)
        if (threads_conflict(&ev->print->all.data[i], a)) return true;
    return false;
}

/* ---- orders that are to be tried, too ---------------------------------------------------------------- */

/* Those events behind the one at `at`, and before `depth`, that must come before the access of a thread with this clock
 * even if the one at `at` does not. */
static void past_of(const struct dpor *d, uint32_t at, uint32_t depth, const struct thread_access *a, uint32_t thread,
                    uint32_t *clock) {
    const struct dpor_event *first = d->stack.data[at];
    for (uint32_t i = at + 1; i < depth; i++) {
        const struct dpor_event *ev = d->stack.data[i];
        if (ev->thread != thread && !is_before(first, ev->clock) && touches(ev, a)) join_clock(clock, ev->clock);
    }
}

/* Of those, the ones that nothing has to come before. */
static uint64_t initials(const struct dpor *d, uint32_t at, uint32_t depth, const uint32_t *past, uint32_t *one) {
    uint64_t set = 0;
    for (uint32_t i = at + 1; i < depth; i++) {
        const struct dpor_event *ev = d->stack.data[i];
        bool first = is_before(ev, past);
        for (uint32_t k = at + 1; first && k < i; k++) first = !is_before(d->stack.data[k], ev->clock);
        if (!first) continue;
        if (!set) *one = ev->thread;
        set |= UINT64_C(1) << ev->thread;
    }
    return set;
}

/* Has the step of a thread that sleeps at the node more than one access? */
static bool does_more(const struct dpor_event *ev, uint32_t thread) {
    for (uint32_t i = 0; i < ev->at.asleep.len; i++)
        if (ev->at.asleep.data[i].thread == thread) return ev->at.asleep.data[i].print->all.len > 1;
    return false;
}

/* The access of `thread` that comes behind `depth` events is to be tried before the event at `at`, too. */
static void want(struct dpor *d, uint32_t at, uint32_t depth, const struct thread_access *a, uint32_t thread,
                 const uint32_t *clock) {
    struct dpor_event *ev = d->stack.data[at];
    uint32_t past[THREADS_MOST], one = thread;
    memcpy(past, clock, sizeof past);
    past_of(d, at, depth, a, thread, past);
    assert(!is_before(ev, past));
    uint64_t first = initials(d, at, depth, past, &one);
    bool sure = first || !does_more(ev, thread);
    if (!first) first = UINT64_C(1) << thread;
    if (first & ev->wanted) return;
    if (!(first & sleepers_set(&ev->at.asleep)))
        ev->wanted |= ev->enabled >> one & 1 ? UINT64_C(1) << one : ev->enabled;
    else if (!sure) ev->wanted |= ev->enabled;
}

/* Would the word for which a thread waits not let it go on from the node? */
static bool waits_in_vain(const struct dpor_event *ev, const struct thread_next *next) {
    uint32_t word = 0;
    struct fault fault;
    struct space *s = (struct space *)(uintptr_t)&ev->at.st->space; /* read only */
    if (next->kind != PENDING_WAIT || space_check(s, next->at.addr, sizeof word, false, &fault) ||
        space_is_symbolic(s, next->at.addr, sizeof word, false))
        return false;
    space_read(s, next->at.addr, &word, sizeof word, &fault);
    return (word == next->value) == next->differs;
}

/* What a thread does, or would do, behind the first `depth` events, against these; *clock is what was before, and
 * becomes what is before the end of it. next: what it stood at, which is the first of its accesses. */
static void look_back(struct dpor *d, uint32_t depth, uint32_t thread, const thread_accesses *all,
                      const struct thread_next *next, uint32_t *clock) {
    for (uint32_t i = 0; i < all->len; i++) {
        const struct thread_access *a = &all->data[i];
        uint32_t before[THREADS_MOST];
        memcpy(before, clock, sizeof before);
        for (uint32_t k = depth; k-- > 0;) {
            const struct dpor_event *ev = d->stack.data[k];
            if (ev->thread == thread || is_before(ev, before) || !touches(ev, a)) continue;
            race_look_torn(d->e, ev->print, a);
            if (i || !waits_in_vain(ev, next)) want(d, k, depth, a, thread, before);
            join_clock(clock, ev->clock);
        }
    }
}

/* Threads that cannot go on might have, earlier. */
static void look_back_blocked(struct dpor *d, const struct dpor_event *top) {
    const struct threads *ts = top->at.st->threads;
    for (uint32_t t = 0; t < ts->n; t++) {
        if (ts->at[t].ended || ts->at[t].stuck || top->enabled >> t & 1) continue;
        thread_accesses one = {0};
        uint32_t clock[THREADS_MOST];
        vec_push(&one, ts->at[t].next.at);
        clock_of(d, d->stack.len - 1, t, clock);
        look_back(d, d->stack.len - 1, t, &one, &ts->at[t].next, clock);
        vec_release(&one);
    }
}

/* ---- the search -------------------------------------------------------------------------------------- */

/* The first thread that is tried from a node: one that has only begun, the one that ran last, any. */
static uint64_t first_choice(const struct dpor_event *ev) {
    const struct threads *ts = ev->at.st->threads;
    uint64_t awake = ev->enabled & ~sleepers_set(&ev->at.asleep);
    for (uint32_t t = 0; t < ts->n; t++)
        if (awake >> t & 1 && ts->at[t].next.kind == PENDING_START) return UINT64_C(1) << t;
    for (uint32_t i = 0; i < ts->n; i++) {
        uint32_t t = (ts->last + i) % ts->n;
        if (awake >> t & 1) return UINT64_C(1) << t;
    }
    return 0;
}

static bool is_repeated(const struct dpor *d, const struct dpor_event *ev) {
    for (uint32_t i = 0; ev->looks && i < d->stack.len; i++) {
        const struct dpor_event *up = d->stack.data[i];
        if (up != ev && up->looks && up->look.a == ev->look.a && up->look.b == ev->look.b) return true;
    }
    return false;
}

/* A state becomes a node. */
static void visit(struct dpor *d, struct state *st, const sleepers *asleep) {
    struct threads_engine *e = d->e;
    struct dpor_event *ev = MEM_NEW(struct dpor_event);
    *ev = (struct dpor_event){.at = {.st = st, .only = UINT64_MAX}};
    for (uint32_t i = 0; asleep && i < asleep->len; i++)
        sleepers_add(&ev->at.asleep, asleep->data[i].thread, asleep->data[i].print);
    exec_switch(e->x, st);
    threads_stand(e->x);
    ev->looks = visited_look(e->visited, st, &ev->look);
    exec_switch(e->x, NULL);
    e->x->ctx->stats.thread_nodes++;
    d->nodes++;
    ev->enabled = enabled_threads(e, st);
    vec_push(&d->stack, ev);
    if (is_repeated(d, ev) || d->stack.len > MOST_DEPTH) return give_up(d);
    look_back_blocked(d, ev);
    if (!ev->enabled) end_all(e, &ev->at);
    ev->wanted = first_choice(ev);
}

/* The next child of the step of the node on top. */
static void enter(struct dpor *d, struct dpor_event *ev) {
    struct step_child *c = &ev->step.children.data[ev->child];
    struct state *st = step_take(&ev->step, ev->child++);
    uint32_t depth = d->stack.len - 1;
    footprint_release(ev->print);
    ev->print = c->print;
    c->print = NULL;
    clock_of(d, depth, ev->thread, ev->clock);
    look_back(d, depth, ev->thread, &ev->print->all, &ev->at.st->threads->at[ev->thread].next, ev->clock);
    ev->clock[ev->thread]++;
    if (!st) return;
    sleepers below = {0};
    sleepers_pass(&ev->at.asleep, ev->step.print, &below);
    visit(d, st, &below);
    sleepers_release(&below);
}

/* The step of the node that was executed is done with: the thread sleeps from now on. */
static void leave_step(struct threads_engine *e, struct dpor_event *ev) {
    if (!ev->step.print) return;
    sleepers_add(&ev->at.asleep, ev->thread, ev->step.print);
    footprint_release(ev->print);
    ev->print = NULL;
    step_release(e, &ev->step);
    ev->step = (struct step_end){0};
    ev->child = 0;
}

/* What ends, is cut off or goes in circles leaves others no time: they are tried before. */
static bool take_step(struct dpor *d, struct dpor_event *ev, uint32_t thread) {
    ev->thread = thread;
    if (!step_run(d->e, ev->at.st, thread, &ev->step)) return false;
    if (ev->step.ended || ev->step.killed || ev->step.stuck) ev->wanted |= ev->enabled;
    return true;
}

static uint32_t next_of(uint64_t set) {
    uint32_t t = 0;
    while (!(set >> t & 1)) t++;
    return t;
}

/* False: a limit. */
static bool go_on(struct dpor *d) {
    if (!d->stack.len) {
        visit(d, vec_pop(&d->roots), NULL);
        return true;
    }
    struct dpor_event *ev = d->stack.data[d->stack.len - 1];
    if (ev->child < ev->step.children.len) {
        enter(d, ev);
        return true;
    }
    leave_step(d->e, ev);
    uint64_t todo = ev->wanted & ev->enabled & ~sleepers_set(&ev->at.asleep);
    if (todo) return take_step(d, ev, next_of(todo));
    free_event(d->e, vec_pop(&d->stack));
    return true;
}

enum dpor_end dpor_run(struct dpor *d, uint64_t most) {
    for (uint64_t end = d->nodes + most; d->nodes < end && !d->given_up && !run_is_over(d->e->r);) {
        if (!d->stack.len && !d->roots.len) return DPOR_DONE;
        if (!go_on(d)) return DPOR_LIMIT;
        run_round(d->e->r, d->stack.len);
    }
    return d->given_up ? DPOR_GIVEN_UP : run_is_over(d->e->r) ? DPOR_LIMIT : DPOR_MORE;
}
