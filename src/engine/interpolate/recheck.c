#include "engine/interpolate/recheck.h"

#include <assert.h>

#include "base/str.h"
#include "exec/run/loop.h"
#include "exec/run/program.h"
#include "exec/sym/aside.h"
#include "exec/sym/errors.h"

struct recheck {
    struct exec *x;
    const struct listener *to;
    struct spell spell;
    VEC(struct state *) todo;
    struct state *start;     /* of the present check */
    const struct fact *fact; /* that it satisfies */
    bool wrong;
    /* What the engine has put into x->sym. */
    void (*bug)(void *owner, struct exec *x);
    bool (*target)(void *owner, struct exec *x, uint32_t id);
    void (*refused)(void *owner, struct exec *x, expr cond);
    void *owner;
};

struct recheck *recheck_new(struct exec *x, const struct places *places, const struct listener *to) {
    struct recheck *r = MEM_NEW(struct recheck);
    *r = (struct recheck){.x = x, .to = to};
    spell_init(&r->spell, x, places);
    return r;
}

void recheck_free(struct recheck *r) {
    if (!r) return;
    spell_release(&r->spell);
    vec_release(&r->todo);
    mem_free(r);
}

/* ---- what must not happen ---------------------------------------------------------------------------- */

static void complain(struct recheck *r, const char *what, uint32_t pos) {
    struct str fact = {0}, where = {0};
    spell_fact(&r->spell, r->start, r->fact, &fact);
    str_add(&where, program_where(r->x->p, r->start->top->pc->pos));
    log_error(&r->x->ctx->log,
              "internal error: %s: a state of %s was dropped because of\n  %s\nbut execution goes on to %s: %s",
              str_text(&where), r->start->top->fn->name, str_text(&fact), program_where(r->x->p, pos), what);
    str_release(&fact);
    str_release(&where);
    r->wrong = true;
}

/* An error that is not asked for and ends the real program does not matter. */
static void on_bug(void *owner, struct exec *x) {
    struct recheck *r = owner;
    if (error_is_wanted(x) || !error_ends_run(x->bug.kind)) complain(r, str_text(&x->bug.message), x->bug.pos);
}

static bool on_target(void *owner, struct exec *x, uint32_t id) {
    struct recheck *r = owner;
    if (r->to->wants(r->to->owner, id)) complain(r, "a target that was not reached before", x->now->top->pc->pos);
    return false;
}

/* ---- exploring ----------------------------------------------------------------------------------------- */

static void take_forks(struct recheck *r) {
    struct symbolic *sy = r->x->sym;
    vec_append(&r->todo, sy->forked.data, sy->forked.len);
    vec_clear(&sy->forked);
}

/* Runs one state to its end. False: enough. */
static bool run_path(struct recheck *r, struct state *st, uint64_t most) {
    struct exec *x = r->x;
    bool goes_on = true;
    enum stop stop;
    exec_switch(x, st);
    st->points = st->heads = 0;
    do {
        x->stop = STOP_NONE;
        stop = exec_loop(x);
        take_forks(r);
        goes_on = stop != STOP_LIMIT && x->instructions < most && !limits_hit(&x->ctx->limits);
    } while (goes_on && !r->wrong && (stop == STOP_FORKED || stop == STOP_SLICE));
    if ((stop == STOP_EXIT || stop == STOP_ABORT) && check_has(x->checks, CHECK_LEAK)) exec_check_leaks(x);
    if (x->stop == STOP_BUG) on_bug(r, x);
    exec_switch(x, NULL);
    state_free(x, st);
    return goes_on && !r->wrong;
}

static void explore(struct recheck *r, uint64_t most) {
    struct stats *stats = &r->x->ctx->stats;
    bool goes_on = true;
    vec_push(&r->todo, state_fork(r->x, r->start));
    while (r->todo.len && goes_on) goes_on = run_path(r, vec_pop(&r->todo), most);
    stats->rechecked++;
    stats->rechecked_partly += !goes_on || r->todo.len > 0;
    while (r->todo.len) state_free(r->x, vec_pop(&r->todo));
}

static void take_over(struct recheck *r) {
    struct symbolic *sy = r->x->sym;
    r->bug = sy->hooks.bug;
    r->target = sy->hooks.target;
    r->refused = sy->hooks.refused;
    r->owner = sy->hooks.owner;
    sy->hooks.bug = on_bug;
    sy->hooks.target = r->target ? on_target : NULL;
    sy->hooks.refused = NULL;
    sy->hooks.owner = r;
}

static void hand_back(struct recheck *r) {
    struct symbolic *sy = r->x->sym;
    sy->hooks.bug = r->bug;
    sy->hooks.target = r->target;
    sy->hooks.refused = r->refused;
    sy->hooks.owner = r->owner;
}

void recheck_state(struct recheck *r, struct state *st, const struct fact *f) {
    if (!r) return;
    struct exec *x = r->x;
    struct state *now = x->now;
    struct aside aside; /* what is approximated below would not have been met */
    assert(!x->shadow && !x->sym->forked.len);
    r->start = st;
    r->fact = f;
    r->wrong = false;
    uint64_t effort = solver_set_effort(x->sym->solver, EFFORT_FULL), gates = solver_limit_gates(x->sym->solver, 0);
    aside_begin(x, &aside);
    exec_switch(x, NULL);
    take_over(r);
    explore(r, x->instructions + (uint64_t)x->ctx->opt.check_ration);
    hand_back(r);
    solver_set_effort(x->sym->solver, effort);
    solver_limit_gates(x->sym->solver, gates);
    exec_switch(x, now);
    aside_end(x, &aside, false);
    if (r->wrong) sym_gap(x, GAP_INTERNAL, NULL);
}
