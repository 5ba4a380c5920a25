#include "engine/run.h"

#include <assert.h>
#include <stdio.h>

#include "exec/core/first.h"
#include "exec/run/loop.h"
#include "exec/run/program.h"
#include "exec/sym/decide.h"
#include "exec/sym/effort.h"
#include "expr/keep.h"
#include "ir/dist.h"

void run_init(struct run *r, struct exec *x, const struct listener *to, struct covered *covered) {
    assert(x->sym);
    *r = (struct run){.x = x, .to = to, .covered = covered};
    errors_init(&r->errors);
}

void run_release(struct run *r) { errors_release(&r->errors); }

/* ---- limits ---------------------------------------------------------------------------------------- */

static bool note_limit(struct run *r, const char *what) {
    char text[128];
    snprintf(text, sizeof text, "%s%s%s", what, *r->detail ? "; " : "", r->detail);
    sym_gap(r->x, GAP_LIMIT, text);
    return r->limited = true;
}

static bool is_limit(struct run *r, enum limit hit) {
    return r->limited || (hit != LIMIT_NONE && note_limit(r, limit_name(hit)));
}

bool run_limit(struct run *r) { return is_limit(r, limits_hit(&r->x->ctx->limits)); }

bool run_limit_now(struct run *r) { return is_limit(r, limits_look(&r->x->ctx->limits)); }

/* ---- executing -------------------------------------------------------------------------------------- */

/* The state goes no further. (It may have ended before its first instruction.) */
static bool is_final(enum stop stop) {
    return stop != STOP_NONE && stop != STOP_FORKED && stop != STOP_SLICE && stop != STOP_POINT;
}

void run_take(struct run *r, struct state *st) {
    assert(!st || st->pc);
    exec_switch(r->x, st);
    r->x->stop = STOP_NONE;
}

enum stop run_step(struct run *r) {
    struct exec *x = r->x;
    assert(x->now);
    if (run_limit(r)) return x->stop = STOP_LIMIT;
    if (is_final(x->stop)) return x->stop;
    x->stop = STOP_NONE;
    enum stop stop = exec_loop(x);
    if (x->effort) effort_step(x, stop == STOP_FORKED ? x->sym->forked.len : 0);
    if (stop == STOP_LIMIT) run_limit_now(r);
    assert(stop != STOP_LIMIT || r->limited);
    assert(stop != STOP_NONE);
    return stop;
}

void run_check(const struct run *r) {
    assert(r->x && r->x->sym);
    assert(!r->limited || r->x->sym->gaps.seen & 1u << GAP_LIMIT);
    assert(r->counts.bugs <= r->errors.reported.len ||
           r->x->sym->concolic); /* which tells again what is not confirmed */
    (void)r;
}

/* ---- what comes out ----------------------------------------------------------------------------------- */

static void stop_unless(struct run *r, bool go_on) { r->stopped |= !go_on; }

void run_tell(struct run *r) {
    struct exec *x = r->x;
    assert(!x->shadow && r->to->bug);
    if (!errors_is_new(&r->errors, x)) return;
    r->counts.bugs++;
    stop_unless(r, r->to->bug(r->to->owner, x));
}

void run_closes(struct run *r) {
    premise_add(&r->x->sym->premises, r->x->p,
                "an endless loop never ends, even without effects (C lets a compiler assume that it ends)", 0);
}

void run_reached(struct run *r, uint32_t id) { stop_unless(r, r->to->target(r->to->owner, r->x, id)); }

bool run_is_hopeless(struct run *r, const struct state *st) {
    if (!r->to->hopeless || !r->to->hopeless(r->to->owner, st)) return false;
    r->counts.pruned++;
    return true;
}

/* A block that is lost stays lost, also where the program aborts. */
static enum stop look_for_leaks(struct run *r, enum stop stop) {
    struct exec *x = r->x;
    if (!check_has(x->checks, CHECK_LEAK) || (stop != STOP_EXIT && stop != STOP_ABORT)) return stop;
    if (!sym_feasible(x)) return STOP_ASSUME; /* no execution comes here, or a gap says that this is not known */
    exec_check_leaks(x);
    return x->stop == STOP_BUG ? STOP_BUG : stop;
}

enum stop run_ended(struct run *r, enum stop stop, bool new_code) {
    assert(is_final(stop) && stop != STOP_LIMIT && r->x->now);
    run_check(r);
    struct exec *x = r->x;
    stop = look_for_leaks(r, stop);
    switch (stop) {
    case STOP_EXIT:
    case STOP_ABORT:
        r->counts.paths++;
        if (r->to->path) stop_unless(r, r->to->path(r->to->owner, x, stop, new_code));
        break;
    case STOP_ASSUME: break;
    case STOP_BUG:
        r->counts.partial++;
        x->sym->hooks.bug(x->sym->hooks.owner, x);
        break;
    case STOP_BOUND:
        r->counts.partial++;
        sym_gap(x, GAP_BOUND, NULL);
        break;
    default:
        r->counts.partial++;
        assert(stop == STOP_GIVEN_UP && x->sym->gaps.seen);
        if (!x->sym->gaps.seen) sym_gap(x, GAP_OPEN, NULL); /* the code that gave it up should have said why */
        break;
    }
    return stop;
}

void run_left(struct run *r) {
    assert(r->x->now);
    if (r->to->path && !r->stopped && r->x->now->model)
        stop_unless(r, r->to->path(r->to->owner, r->x, STOP_LIMIT, true));
}

void run_round(struct run *r, uint64_t open) {
    struct solver *s = r->x->sym->solver;
    if (solver_should_collect(s)) solver_collect(s);
    r->counts.open = open;
    if (r->to->progress) r->to->progress(r->to->owner, r);
}

uint32_t run_frames(void *owner, const struct state *st, struct code_point *out, uint32_t max) {
    assert(out || !max);
    (void)owner;
    uint32_t n = 0;
    for (const struct frame *f = st->top; f; f = f->caller, n++)
        if (n < max) out[n] = (struct code_point){f->fn->id, (uint32_t)(f->pc - f->fn->code)};
    return n;
}

/* ---- listening --------------------------------------------------------------------------------------- */

void run_watch(struct run *r, const struct run_watch *watch, void *owner) {
    struct symbolic *sy = r->x->sym;
    assert(watch->bug && watch->mark);
    sy->hooks.bug = watch->bug;
    sy->hooks.target = r->to->target ? watch->target : NULL;
    sy->hooks.refused = r->tree ? watch->refused : NULL;
    sy->hooks.merge = watch->merge;
    sy->hooks.owner = owner;
    expr_pool_add_scanner(sy->pool, watch->mark, owner);
    if (watch->first) exec_watch_blocks(r->x, watch->first, owner);
}

bool run_unwatch(struct run *r, const struct run_watch *watch, void *owner) {
    assert(r->x->sym->hooks.owner == owner && r->x->sym->hooks.bug == watch->bug);
    struct symbolic *sy = r->x->sym;
    if (watch->first) exec_unwatch_blocks(r->x);
    sy->hooks.refused = NULL;
    sy->hooks.merge = NULL;
    expr_pool_remove_scanner(sy->pool, watch->mark, owner);
    return !exec_abandons(r->x);
}
