#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "engine/threads/inside.h"
#include "exec/sym/decide.h"
#include "expr/arith.h"
#include "expr/relate.h"

enum { APART = ACCESS_LOCK | ACCESS_ASSUME | ACCESS_SEEN };

/* May the two, if they are to the same bytes? */
static bool may_race(const struct thread_access *a, const struct thread_access *b) {
    return !(a->kind & b->kind & ACCESS_ATOMIC) && (a->kind | b->kind) & ACCESS_WRITE;
}

static expr address_of(const struct exec *x, const struct thread_access *a) {
    expr depends = {a->sym};
    return a->sym ? depends : expr_const(x->sym->pool, x->p->is32 ? 32 : 64, a->addr);
}

/* Is the first byte of b in a? */
static expr begins_within(const struct exec *x, const struct thread_access *a, const struct thread_access *b) {
    struct expr_pool *pool = x->sym->pool;
    expr off = expr_sub(pool, address_of(x, b), address_of(x, a));
    return expr_ult(pool, off, expr_const(pool, x->p->is32 ? 32 : 64, a->size));
}

/* The path of x->now goes on only where they have a byte in common. False: nowhere. */
static bool assume_overlap(struct exec *x, const struct thread_access *a, const struct thread_access *b) {
    if (!a->sym && !b->sym) return threads_overlap(a, b);
    return sym_assume(x, expr_or(x->sym->pool, begins_within(x, a, b), begins_within(x, b, a)));
}

static const char *does(const struct thread_access *a) { return a->kind & ACCESS_WRITE ? "writes" : "reads"; }

/* What lies there, for people. */
static void add_name(const struct exec *x, uint64_t addr, struct str *out) {
    const struct mem_object *obj = space_find(&x->now->space, addr);
    size_t n = strlen(ACCESS_STATE_OF);
    if (obj && obj->name && strncmp(obj->name, ACCESS_STATE_OF, n) == 0)
        str_addf(out, "the state of %s", obj->name + n);
    else if (obj && obj->name) str_addf(out, "'%s'", obj->name);
    else str_add(out, obj && obj->kind == OBJECT_HEAP ? "a heap block" : "memory");
}

/* Where a thread is about to do something, in the user's code. */
static uint32_t position_of(const struct state *st, uint32_t thread) {
    const struct frame *f = thread == st->threads->running ? st->top : st->threads->at[thread].top;
    uint32_t pos = f->pc->pos;
    for (; f && f->fn->runtime; f = f->caller)
        if (f->caller) pos = f->caller->pc[-1].pos;
    return pos;
}

/* Thread `one` goes on from the node, and does `a` while `other` is about to do something to the same bytes. */
static void tell(struct threads_engine *e, const struct sched_node *n, uint32_t one, const struct thread_access *a,
                 uint32_t other) {
    struct exec *x = e->x;
    struct state *st = state_fork(x, n->st);
    struct str what = {0};
    run_take(e->r, st);
    threads_resume(x, one);
    const struct thread_access *next = &n->st->threads->at[other].next.at;
    if (assume_overlap(x, a, next) && sym_feasible(x)) {
        add_name(x, a->sym ? sym_sample(x, (expr){a->sym}) : a->addr, &what);
        x->stop = STOP_NONE;
        exec_error(x, BUG_RACE, "data race: thread %u %s %s, which thread %u %s at %s with nothing to order them",
                   threads_name(x, one), does(a), str_text(&what), threads_name(x, other), does(next),
                   program_where(x->p, position_of(st, other)));
        x->bug.pos = a->pos;
        run_ended(e->r, STOP_BUG, false);
    }
    str_release(&what);
    run_take(e->r, NULL);
    state_free(x, st);
}

/* What is not known cannot be compared. */
static bool is_open(struct threads_engine *e, const struct thread_access *a) {
    if (!(a->kind & ACCESS_ANYTHING) || a->sym) return false;
    sym_gap(e->x, GAP_UNSUPPORTED,
            "shrike does not look for races with library functions or for accesses whose size depends on inputs");
    return true;
}

/* Where the two accesses may come at the same time, a proof rests on the wide one being one step. */
static void look_for_torn(struct threads_engine *e, const struct thread_access *a, const struct thread_access *b,
                          uint32_t pos) {
    const uint32_t apart = ACCESS_LOCK | ACCESS_ASSUME;
    if (!((a->kind | b->kind) & ACCESS_WIDE) || (a->kind | b->kind) & apart || !threads_conflict(a, b)) return;
    premise_narrow(&e->x->sym->premises, e->x->p, THREADS_WHOLE, pos);
}

void race_look_torn(struct threads_engine *e, const struct footprint *print, const struct thread_access *a) {
    for (uint32_t i = 0; i < print->all.len; i++) {
        const struct thread_access *b = &print->all.data[i];
        look_for_torn(e, b, a, a->kind & ACCESS_WIDE ? a->pos : b->pos);
    }
}

static void compare_torn(struct threads_engine *e, const struct sched_node *n, uint32_t one,
                         const struct thread_access *a, uint32_t other) {
    const struct exec_thread *t = &n->st->threads->at[other];
    if (other == one || t->ended || t->stuck || t->next.kind != PENDING_ACCESS) return;
    look_for_torn(e, a, &t->next.at, a->kind & ACCESS_WIDE ? a->pos : position_of(n->st, other));
}

static void compare(struct threads_engine *e, const struct sched_node *n, uint32_t one, const struct thread_access *a,
                    uint32_t other) {
    const struct exec_thread *t = &n->st->threads->at[other];
    if (other == one || t->ended || t->stuck || t->next.kind != PENDING_ACCESS || (t->next.at.kind | a->kind) & APART)
        return;
    if (is_open(e, a) || is_open(e, &t->next.at)) return;
    bool known = !a->sym && !t->next.at.sym;
    if (may_race(a, &t->next.at) && (!known || threads_overlap(a, &t->next.at))) tell(e, n, one, a, other);
}

void race_look(struct threads_engine *e, const struct sched_node *n, uint32_t thread, const struct footprint *print) {
    bool races = bug_has(e->x->wanted, BUG_RACE);
    assert(thread < n->st->threads->n);
    for (uint32_t i = 0; i < print->all.len; i++)
        for (uint32_t t = 0; t < n->st->threads->n && !run_is_over(e->r); t++) {
            compare_torn(e, n, thread, &print->all.data[i], t);
            if (races) compare(e, n, thread, &print->all.data[i], t);
        }
}

void race_look_asleep(struct threads_engine *e, const struct sched_node *n) {
    for (uint32_t i = 0; i < n->asleep.len; i++) race_look(e, n, n->asleep.data[i].thread, n->asleep.data[i].print);
}
