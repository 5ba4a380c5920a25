/* States that come to a head, from walks through the loop that choose at random. */
#include <assert.h>

#include "engine/invariant/inside.h"
#include "exec/sym/aside.h"
#include "expr/arith.h"
#include "expr/relate.h"

enum {
    WALKS = 6,
    WALK_ROUNDS = 12,
    WALK_STEPS = 400, /* forks, in one walk */
    WALK_INSTRUCTIONS = 200000,
    MOST_ARRIVALS = 48,
    EFFORT = 2000 /* conflicts of one question */
};

struct head_walk {
    struct invariant *e;
    struct loop_level *loop;
    struct head_record *rec;
    struct state *start;
    state_list arrivals;
};

/* A state has come back: parts that it shows are the cut's. */
static void arrive(struct head_walk *w, const struct state *st) {
    struct exec *x = w->e->x;
    bool grown = false;
    struct state *head = state_fork(x, w->start), *back = state_fork(x, (struct state *)st);
    w->rec->stuck |= !blur_compare(&w->rec->blur, w->start, head, back, &grown);
    if (grown) record_symbols(w->e, w->rec);
    state_free(x, head);
    if (w->arrivals.len < MOST_ARRIVALS) vec_push(&w->arrivals, back);
    else state_free(x, back);
}

static bool stays(void *owner, const struct state *st) {
    const struct head_walk *w = owner;
    return st->depth >= w->loop->depth && !level_left(w->e, w->loop, st);
}

struct state *walk_choose(struct invariant *e, struct state *now, bool (*prefers)(void *owner, const struct state *st),
                          void *owner) {
    struct exec *x = e->x;
    state_list all = {0};
    vec_push(&all, now);
    while (x->sym->forked.len) vec_push(&all, vec_pop(&x->sym->forked));
    run_take(e->r, NULL);
    uint32_t best = (uint32_t)rng_below(&e->rng, all.len);
    for (uint32_t i = 0; i < all.len && !prefers(owner, all.data[best]) && rng_below(&e->rng, 8); i++)
        best = (best + 1) % all.len;
    struct state *st = all.data[best];
    for (uint32_t i = 0; i < all.len; i++)
        if (i != best) state_free(x, all.data[i]);
    vec_release(&all);
    return st;
}

/* The walk is at a head: the loop's own, or another that it passes. False: it is over. */
static bool at_head(struct head_walk *w, struct state *st, uint32_t *rounds) {
    if (level_is_end(w->loop, st)) {
        arrive(w, st);
        if (++*rounds >= WALK_ROUNDS) return false;
    } else if (level_left(w->e, w->loop, st)) {
        return false;
    }
    state_pass(w->e, st);
    return true;
}

static void walk_once(struct head_walk *w) {
    struct invariant *e = w->e;
    struct state *st = state_fork(e->x, w->start);
    uint64_t end = e->x->instructions + WALK_INSTRUCTIONS;
    uint32_t rounds = 0;
    st->points = 0;
    st->heads = 1;
    state_pass(e, st);
    for (uint32_t step = 0; step < WALK_STEPS && e->x->instructions < end && !is_over(e); step++) {
        run_take(e->r, st);
        enum stop stop = run_step(e->r);
        st = walk_choose(e, st, stays, w);
        if (stop == STOP_POINT && st->top->pc->op == IR_POINT && !at_head(w, st, &rounds)) break;
        if (stop != STOP_POINT && stop != STOP_FORKED && stop != STOP_SLICE) break;
    }
    run_take(e->r, NULL);
    state_free(e->x, st);
}

/* ---- points ------------------------------------------------------------------------------------------ */

void walk_points(struct invariant *e, struct state *st, const blur_values *values,
                 void (*point)(void *owner, struct model *m), void *owner) {
    struct symbolic *sy = e->x->sym;
    point(owner, st->model);
    uint64_t effort = solver_set_effort(sy->solver, EFFORT);
    for (uint32_t i = 0; i < values->len && i < 4; i++) {
        expr v = values->data[rng_below(&e->rng, values->len)];
        if (expr_is_array(sy->pool, v) || expr_is_const(sy->pool, v)) continue;
        expr own = expr_const(sy->pool, expr_width(sy->pool, v), model_eval(st->model, sy->pool, v));
        struct model *m = NULL;
        expr other = rng_below(&e->rng, 2) ? expr_ult(sy->pool, v, own) : expr_ult(sy->pool, own, v);
        if (!expr_is_const(sy->pool, other) && solver_check(sy->solver, st->pc, other, st->model, &m) == ANSWER_SAT)
            point(owner, m);
        model_release(m);
    }
    solver_set_effort(sy->solver, effort);
}

struct head_point {
    struct head_walk *w;
    const blur_values *values;
};

static void add_point(void *owner, struct model *m) {
    struct head_point *p = owner;
    struct model *point = model_copy(m);
    for (uint32_t i = 0; i < p->values->len; i++) blur_assign(&p->w->rec->blur, i, p->values->data[i], m, point);
    guesses_point(&p->w->rec->guesses, point);
    model_release(point);
}

/* The state's own model, and one in which a part has another value. */
static void add_points(struct head_walk *w, struct state *st) {
    blur_values values = {0};
    blur_read(&w->rec->blur, st, &values);
    walk_points(w->e, st, &values, add_point, &(struct head_point){w, &values});
    vec_release(&values);
}

static void make_guesses(struct head_walk *w) {
    struct guesses *g = &w->rec->guesses;
    blur_values values = {0};
    guesses_restart(g, &w->rec->blur);
    blur_read(&w->rec->blur, w->start, &values);
    guesses_before(g, &values);
    for (uint32_t i = 0; i < w->rec->blur.parts.len; i++) guesses_term(g, w->rec->blur.parts.data[i].any);
    for (uint32_t i = 0; i < values.len; i++) {
        if (expr_is_array(w->e->x->sym->pool, values.data[i]))
            guesses_cells(g, w->rec->blur.parts.data[i].any, values.data[i]);
        else guesses_term(g, values.data[i]);
    }
    vec_release(&values);
    add_points(w, w->start);
    for (uint32_t i = 0; i < w->arrivals.len; i++) add_points(w, w->arrivals.data[i]);
    guesses_make(g);
}

void loop_sample(struct invariant *e, struct head_record *rec, struct state *st) {
    struct loop_level loop;
    struct aside aside;
    struct head_walk w = {e, &loop, rec, st, {0}};
    bool sampled = e->sampling;
    level_begin(e, &loop, st);
    aside_begin(e->x, &aside);
    e->sampling = true;
    uint64_t effort = solver_set_effort(e->x->sym->solver, EFFORT);
    for (uint32_t i = 0; i < WALKS && !rec->stuck && !is_over(e); i++) walk_once(&w);
    solver_set_effort(e->x->sym->solver, effort);
    e->sampling = sampled;
    aside_end(e->x, &aside, true);
    level_end(e, &loop);
    if (!rec->stuck) make_guesses(&w);
    rec->ready = !rec->stuck;
    states_free(e->x, &w.arrivals);
    vec_release(&w.arrivals);
}
