/* Entries and returns of a function's calls, from walks through its body that choose at random. */
#include <assert.h>

#include "engine/invariant/call.h"
#include "engine/invariant/inside.h"
#include "exec/sym/aside.h"
#include "expr/arith.h"

enum {
    WALKS = 16,
    WALK_STEPS = 400, /* forks, in one walk */
    WALK_INSTRUCTIONS = 100000,
    MOST_OPEN = 64, /* calls, in one walk */
    MOST_ENTRIES = 24,
    MOST_CALLS = 48,
    EFFORT = 500 /* conflicts of one question on the way */
};

/* A call in a walk, from its entry on. */
struct walk_call {
    uint64_t serial;
    struct state *entry, *exit; /* as if from outside; exit NULL: it has not returned */
};
typedef VEC(struct walk_call) walk_calls;

struct call_walk {
    struct invariant *e;
    struct head_record *rec;
    struct state *start;
    walk_calls open, done;
    state_list entries;
};

static void call_free(struct call_walk *w, struct walk_call *c) {
    if (c->entry) state_free(w->e->x, c->entry);
    if (c->exit) state_free(w->e->x, c->exit);
}

static void calls_free(struct call_walk *w, walk_calls *list) {
    for (uint32_t i = 0; i < list->len; i++) call_free(w, &list->data[i]);
    vec_release(list);
}

/* ---- walking ----------------------------------------------------------------------------------------- */

static bool enters(struct call_walk *w, struct state *st) {
    struct exec *x = w->e->x;
    bool grown = false;
    struct state *entry = call_entry(w->e, w->start, st);
    struct state *head = state_fork(x, w->start), *back = state_fork(x, entry);
    w->rec->stuck |= !blur_compare(&w->rec->blur, w->start, head, back, &grown);
    if (grown) record_symbols(w->e, w->rec);
    state_free(x, head);
    state_free(x, back);
    vec_push(&w->open, (struct walk_call){st->top->serial, entry, NULL});
    if (w->entries.len < MOST_ENTRIES) vec_push(&w->entries, state_fork(x, entry));
    return w->open.len < MOST_OPEN && !w->rec->stuck;
}

static bool returns(struct call_walk *w, struct state *st) {
    struct exec *x = w->e->x;
    bool grown = false;
    struct walk_call c = vec_pop(&w->open);
    c.exit = call_exit(w->e, w->start, st);
    struct state *before = call_unchanged(w->e, w->start, c.entry), *after = state_fork(x, c.exit);
    w->rec->stuck |= !call_compare(w->e, w->rec, w->start, before, after, &grown);
    state_free(x, before);
    state_free(x, after);
    if (w->done.len < MOST_CALLS) vec_push(&w->done, c);
    else call_free(w, &c);
    return w->open.len && !w->rec->stuck;
}

/* The walk is at a point. False: it is over. */
static bool at_point(struct call_walk *w, struct state *st) {
    bool own = st->top->fn == w->start->top->fn, go_on = true;
    if (own && is_entry(st)) go_on = enters(w, st);
    else if (own && is_return(st) && w->open.len && vec_last(&w->open).serial == st->top->serial)
        go_on = returns(w, st);
    state_pass(w->e, st);
    return go_on;
}

static bool any_state(void *owner, const struct state *st) {
    (void)owner;
    (void)st;
    return true;
}

static void walk_once(struct call_walk *w) {
    struct invariant *e = w->e;
    struct state *st = state_fork(e->x, w->start);
    uint64_t end = e->x->instructions + WALK_INSTRUCTIONS;
    st->points = 0;
    st->heads = 1;
    bool go_on = at_point(w, st);
    for (uint32_t step = 0; go_on && step < WALK_STEPS && e->x->instructions < end && !is_over(e); step++) {
        run_take(e->r, st);
        enum stop stop = run_step(e->r);
        st = walk_choose(e, st, any_state, NULL);
        if (stop == STOP_POINT && st->top->pc->op == IR_POINT) go_on = at_point(w, st);
        else if (stop != STOP_POINT && stop != STOP_FORKED && stop != STOP_SLICE) break;
    }
    run_take(e->r, NULL);
    state_free(e->x, st);
    for (uint32_t i = 0; i < w->open.len; i++) call_free(w, &w->open.data[i]);
    vec_clear(&w->open);
}

/* ---- points ------------------------------------------------------------------------------------------ */

struct call_point {
    struct call_walk *w;
    struct guesses *to;
    const blur_values *in, *out; /* out NULL: at the entry */
};

static void put_values(struct expr_pool *pool, const struct blur *c, const blur_values *values, struct model *from,
                       struct model *to) {
    for (uint32_t i = 0; i < values->len; i++)
        model_set(to, expr_symbol(pool, c->parts.data[i].any), model_eval(from, pool, values->data[i]));
}

static void add_point(void *owner, struct model *m) {
    struct call_point *p = owner;
    struct expr_pool *pool = p->w->e->x->sym->pool;
    struct model *point = model_copy(m);
    put_values(pool, &p->w->rec->blur, p->in, m, point);
    if (p->out) put_values(pool, &p->w->rec->call->out, p->out, m, point);
    guesses_point(p->to, point);
    model_release(point);
}

static void add_entry(struct call_walk *w, struct state *st) {
    blur_values in = {0};
    blur_read(&w->rec->blur, st, &in);
    walk_points(w->e, st, &in, add_point, &(struct call_point){w, &w->rec->guesses, &in, NULL});
    vec_release(&in);
}

static void add_call(struct call_walk *w, struct walk_call *c) {
    blur_values in = {0}, out = {0};
    blur_read(&w->rec->blur, c->entry, &in);
    blur_read(&w->rec->call->out, c->exit, &out);
    walk_points(w->e, c->exit, &in, add_point, &(struct call_point){w, &w->rec->call->after, &in, &out});
    vec_release(&in);
    vec_release(&out);
}

/* What a call gets: parameters that do not change in the recursion as well as those that do, and memory. */
static void list_given(const struct call_walk *w, cond_list *given) {
    const struct blur *in = &w->rec->blur;
    const struct frame *f = w->start->top;
    for (uint32_t i = 0; i < in->parts.len; i++) vec_push(given, in->parts.data[i].any);
    for (uint32_t i = 0; i < f->fn->nparam_slots; i++) {
        uint32_t slot = f->fn->param_base + i, sym = frame_sym(f, slot), at = 0;
        while (at < in->parts.len && (in->parts.data[at].n || in->parts.data[at].slot != slot)) at++;
        if (sym && at == in->parts.len) vec_push(given, (expr){sym});
    }
}

/* What two words that it gets make together is a term of what it leaves. */
static void add_products(struct guesses *g, const cond_list *given) {
    struct expr_pool *pool = g->x->sym->pool;
    for (uint32_t i = 0; i < given->len; i++)
        for (uint32_t k = i; k < given->len; k++)
            if (expr_width(pool, given->data[i]) == expr_width(pool, given->data[k]))
                guesses_term(g, expr_mul(pool, given->data[i], given->data[k]));
}

static void make_guesses(struct call_walk *w) {
    const struct blur *in = &w->rec->blur, *out = &w->rec->call->out;
    struct guesses *before = &w->rec->guesses, *after = &w->rec->call->after;
    blur_values values = {0};
    cond_list given = {0};
    guesses_restart(before, in);
    guesses_restart(after, out);
    blur_read(in, w->start, &values);
    for (uint32_t i = 0; i < in->parts.len; i++) guesses_term(before, in->parts.data[i].any);
    for (uint32_t i = 0; i < values.len; i++) guesses_term(before, values.data[i]);
    for (uint32_t i = 0; i < out->parts.len; i++) guesses_term(after, out->parts.data[i].any);
    list_given(w, &given);
    for (uint32_t i = 0; i < given.len; i++) guesses_term(after, given.data[i]);
    if (w->e->zeal >= ZEAL_PAIRS) add_products(after, &given);
    vec_release(&given);
    vec_release(&values);
    add_entry(w, w->start);
    for (uint32_t i = 0; i < w->entries.len; i++) add_entry(w, w->entries.data[i]);
    for (uint32_t i = 0; i < w->done.len; i++) add_call(w, &w->done.data[i]);
    guesses_make(before);
    guesses_make(after);
}

void call_sample(struct invariant *e, struct head_record *rec, struct state *st) {
    struct loop_level body;
    struct aside aside;
    struct call_walk w = {.e = e, .rec = rec, .start = st};
    bool sampled = e->sampling;
    assert(rec->call && is_entry(st));
    level_begin(e, &body, st);
    aside_begin(e->x, &aside);
    e->sampling = true;
    uint64_t effort = solver_set_effort(e->x->sym->solver, EFFORT);
    for (uint32_t i = 0; i < WALKS && !rec->stuck && !is_over(e); i++) walk_once(&w);
    solver_set_effort(e->x->sym->solver, effort);
    e->sampling = sampled;
    aside_end(e->x, &aside, true);
    level_end(e, &body);
    if (!rec->stuck) make_guesses(&w);
    rec->ready = !rec->stuck;
    states_free(e->x, &w.entries);
    vec_release(&w.entries);
    calls_free(&w, &w.open);
    calls_free(&w, &w.done);
}
