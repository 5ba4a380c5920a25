#include "engine/dash/dash.h"

#include <assert.h>
#include <stdio.h>

#include "base/hash.h"
#include "base/provoke.h"
#include "engine/dash/goal.h"
#include "engine/dash/lemmas.h"
#include "engine/share.h"
#include "exec/core/first.h"
#include "exec/sym/aside.h"
#include "ir/known.h"
#include "solver/path.h"

enum {
    STALE_MOST = PROVOKED(512, 8),            /* points without a new region after which a test ends */
    POINTS_MOST = 20000,                      /* of one test */
    ONLY_MOST = PROVOKED(50000000, 1000),     /* instructions of an execution that may be the only one */
    ONLY_MOST_INPUTS = PROVOKED(100000, 500), /* ... which has taken inputs */
    MORE_TESTS = PROVOKED(31, 1), /* at random pay when a proof is not easy: what they reach is not worth a predicate */
};

/* ---- inputs ------------------------------------------------------------------------------------------ */

/* Numbers are small more often than chance would have it. */
static uint8_t input_byte(void *owner, uint32_t input, uint32_t offset) {
    const struct dash *d = owner;
    uint64_t seed = (uint64_t)d->x->ctx->opt.seed;
    uint64_t h = hash_mix(d->g.order ? hash_mix(seed, d->g.order) : seed, hash_mix(input, d->tests));
    if (h % 4 == 3) return (uint8_t)hash_mix(h, offset);
    if (offset) return 0;
    return (uint8_t)(h % 4 == 0 ? 0 : h % 4 == 1 ? (h >> 8) % 16 : h >> 8);
}

/* ---- tests ------------------------------------------------------------------------------------------- */

/* Keeps the state for its region; true if no test had been there. */
static bool visit(struct dash *d, uint32_t loc) {
    assert(d->x->now->model);
    struct state *st = d->x->now;
    uint32_t r = regions_find(&d->g, loc, st);
    assert(!d->at || regions_link(&d->g, d->at, r)); /* what a test does is possible, so its link must be there */
    d->at = r;
    struct region *region = &d->g.list.data[r];
    uint64_t test = d->tests;
    if (region->last_test != test) region->of_last = 0;
    if (region->seen.len >= SEEN_MOST || region->of_last == SEEN_OF_TEST) return false;
    region->last_test = test;
    region->of_last++;
    vec_push(&region->seen, state_fork(d->x, st));
    return region->seen.len == 1;
}

/* What comes next is looked at, so that it must be there as it was written. */
static uint32_t make_location(struct dash *d) {
    exec_watch_pause(d->x);
    uint32_t loc = regions_locate(&d->g, d->x->now, true);
    exec_watch_go_on(d->x);
    return loc;
}

/* The test is at a point. False: it is to end. */
static bool at_point(struct dash *d, uint32_t *loc, uint32_t *stale) {
    assert(d->x->now->top->pc->op == IR_POINT);
    struct exec *x = d->x;
    x->now->top->pc++;
    x->ctx->stats.dash_points++;
    if (x->now->phase != PHASE_MAIN || x->now->jumps.len) {
        d->at = REGION_NONE;
        return true;
    }
    bool make = *loc && d->g.locs.data[*loc].dynamic && x->now->depth <= FRAMES_MOST;
    uint32_t next = make ? make_location(d) : regions_locate(&d->g, x->now, false);
    if (make && next) regions_add_way(&d->g, *loc, next);
    *loc = next;
    if (!next) {
        d->at = REGION_NONE;
        return ++*stale < STALE_MOST;
    }
    *stale = visit(d, next) ? 0 : *stale + 1;
    return *stale < STALE_MOST;
}

/* The test has ended by itself. (Leaks are not looked for: that is said at the start.) */
static void at_end(struct dash *d, enum stop stop) {
    assert(stop != STOP_FORKED); /* a test follows its model */
    assert(stop != STOP_BOUND);  /* bounds do not count */
    if (stop == STOP_EXIT || stop == STOP_ABORT) d->r->counts.paths++;
    if (stop == STOP_BUG) run_tell(d->r);
}

static void take_up(struct dash *d, struct state *st) {
    assert(st->model && st->top);
    struct exec *x = d->x;
    run_take(d->r, st);
    st->points = UINT32_MAX;
    struct model *own = model_copy(st->model); /* inputs to come get values in it */
    model_release(st->model);
    st->model = own;
    concolic_clear(&d->record, 0);
    x->unbounded = true;
}

static void put_down(struct dash *d, struct state *st) {
    exec_switch(d->x, NULL);
    concolic_clear(&d->record, 0);
    state_free(d->x, st);
    d->x->stop = STOP_NONE;
}

/* Runs a state (taken over) at loc (0: before the program's entry) to its end, or until it
 * finds nothing new. */
static void run_test(struct dash *d, struct state *st, uint32_t loc) {
    assert(d->x->sym->concolic == &d->record && !run_is_over(d->r));
    struct exec *x = d->x;
    struct aside aside; /* what one test leaves out, the abstraction does not */
    uint32_t stale = 0, points = 0;
    exec_watch_go_on(x);
    aside_begin(x, &aside);
    take_up(d, st);
    d->at = loc ? regions_find(&d->g, loc, st) : REGION_NONE;
    d->tests++;
    enum stop stop = STOP_POINT;
    bool go_on = true;
    while (go_on) {
        stop = run_step(d->r);
        go_on = stop == STOP_SLICE || stop == STOP_POINT;
        if (stop == STOP_POINT) go_on = at_point(d, &loc, &stale) && points++ < POINTS_MOST;
    }
    aside_end(x, &aside, true);
    exec_watch_pause(x);
    at_end(d, stop);
    put_down(d, st);
}

/* ---- programs whose inputs do not matter ------------------------------------------------------------- */

/* Has it come here without deciding anything, as inputs did not matter or are not there? */
static bool is_undecided(const struct dash *d, const struct state *st) {
    return !d->record.events.len && !d->record.settled && pathcond_len(st->pc) == pathcond_len(d->begins.data[0]->pc);
}

/* A program that takes an input without a decision may do so for ever: whether it ends is seen soon, or not at all. */
static bool may_end_soon(const struct dash *d, const struct state *st, uint64_t begun) {
    uint64_t most = st->inputs > d->begins.data[0]->inputs ? ONLY_MOST_INPUTS : ONLY_MOST;
    return d->x->instructions - begun < most;
}

/* A program that decides nothing by its inputs has one execution: if that ends well, all do. Runs it from the one
 * beginning as long as that is so; true if it came to its end, or to an error. */
static bool only_execution_ends(struct dash *d) {
    struct exec *x = d->x;
    if (d->begins.len != 1 || run_is_over(d->r)) return false;
    struct state *st = state_fork(x, d->begins.data[0]);
    struct aside aside;
    exec_watch_go_on(x);
    aside_begin(x, &aside);
    take_up(d, st);
    st->points = 0;
    uint64_t begun = x->instructions;
    enum stop stop = run_step(d->r);
    while (stop == STOP_SLICE && is_undecided(d, st) && may_end_soon(d, st, begun)) stop = run_step(d->r);
    bool only = is_undecided(d, st) && !aside_has_gap(x, &aside) &&
                (stop == STOP_EXIT || stop == STOP_ABORT || stop == STOP_BUG);
    aside_end(x, &aside, true);
    exec_watch_pause(x);
    if (only) {
        d->tests++;
        at_end(d, stop);
    }
    put_down(d, st);
    return only;
}

/* ---- steps that cannot be followed ------------------------------------------------------------------- */

typedef VEC(struct model *) model_list;

/* Inputs for which the run on record would have decided otherwise. */
static void ask_others(struct dash *d, model_list *found) {
    enum { OTHERS_MOST = 24 };
    struct symbolic *sy = d->x->sym;
    for (uint32_t i = 0; i < d->record.events.len && found->len < OTHERS_MOST; i++) {
        const struct event *e = &d->record.events.data[i];
        for (uint32_t k = e->first; k < e->first + e->count && found->len < OTHERS_MOST; k++) {
            struct model *m = NULL;
            expr cond = d->record.others.data[k].cond;
            d->x->ctx->stats.dash_queries++;
            if (solver_check(sy->solver, e->before, cond, d->x->now->model, &m) == ANSWER_SAT)
                vec_push(found, dash_complete(sy->pool, m, cond));
        }
    }
}

/* Runs one step from a state, then tests that decide otherwise in it. */
static void probe(struct dash *d, struct state *from, uint32_t loc) {
    struct exec *x = d->x;
    struct aside aside;
    model_list found = {0};
    struct state *st = state_fork(x, from);
    aside_begin(x, &aside);
    take_up(d, st);
    while (run_step(d->r) == STOP_SLICE) {}
    ask_others(d, &found);
    put_down(d, st);
    aside_end(x, &aside, true);
    for (uint32_t i = 0; i < found.len; i++) {
        st = state_fork(x, from);
        model_release(st->model);
        st->model = found.data[i];
        if (run_is_over(d->r)) state_free(x, st);
        else run_test(d, st, loc);
    }
    vec_release(&found);
}

/* Tests with inputs at random, n from each beginning. */
static void run_random(struct dash *d, int n) {
    for (uint32_t i = 0; i < d->begins.len; i++) {
        struct state *st = d->begins.data[i];
        uint32_t loc = regions_locate(&d->g, st, true);
        struct region *r = &d->g.list.data[regions_find(&d->g, loc, st)];
        if (!r->seen.len) vec_push(&r->seen, state_fork(d->x, st));
        for (int k = 0; k < n && !run_is_over(d->r); k++) run_test(d, state_fork(d->x, st), loc);
    }
}

/* ---- the loop -------------------------------------------------------------------------------------- */

/* A way to an error, or to what is not known. */
static bool find_trace(struct dash *d, uint32_t *from, uint32_t *to) {
    dash_settle_begins(d);
    return regions_search(&d->g, REGION_ERROR, from, to) || regions_search(&d->g, REGION_ELSEWHERE, from, to);
}

/* The call, in a step from there, of a library function that is not followed; NULL: none. */
static const struct insn *not_followed(const struct program *p, const struct location *l) {
    const struct insn *in = l->pc;
    for (uint32_t left = l->fn->ncode; left && (in == l->pc || in->op != IR_POINT); left--, in++) {
        if (in->op == IR_JMP) in = l->fn->code + in->c;
        const struct function *f = in->op == IR_CALL ? p->functions.data[in->a] : NULL;
        if (f && !f->stub && known_is_ours(f) && !known_is_quiet(known_effects(f))) return in;
    }
    return NULL;
}

/* Says where it is, and what is in the way. */
static void note_step(struct dash *d, const struct location *l) {
    const struct insn *call = not_followed(d->x->p, l);
    struct str what = {0};
    if (call)
        str_addf(&what, "dash does not follow '%s', a function of the library", d->x->p->functions.data[call->a]->name);
    else str_add(&what, "dash found neither a test that takes this step nor a proof that none does");
    sym_gap_at(d->x, GAP_ENGINE, str_text(&what), call ? call->pos : l->pc->pos, l->fn->name);
    str_release(&what);
}

static void give_up_link(struct dash *d, uint32_t from, uint32_t to) {
    assert(from >= REGION_FIRST && regions_link(&d->g, from, to));
    const struct location *l = &d->g.locs.data[d->g.list.data[from].loc];
    regions_stick(&d->g, from, to);
    log_debug(&d->x->ctx->log, "stuck at %s", program_where(d->x->p, l->pc->pos));
    note_step(d, l);
    d->x->ctx->stats.dash_stuck++;
}

/* A test from `start`, of region `from`, under the model (taken over). */
static void cross_under(struct dash *d, uint32_t from, struct state *start, struct model *m) {
    struct state *st = state_fork(d->x, start);
    model_release(st->model);
    st->model = m;
    run_test(d, st, d->g.list.data[from].loc);
}

/* A test from `start` under the model; if it does not come to `to` the link is left alone. */
static void cross(struct dash *d, uint32_t from, uint32_t to, struct state *start, struct model *m) {
    assert(m && start->model && from >= REGION_FIRST);
    cross_under(d, from, start, m);
    if (run_is_over(d->r)) return;
    if (to >= REGION_FIRST && d->g.list.data[to].seen.len) return;
    log_debug(&d->x->ctx->log, "a test did not get from region %u to %u", from, to);
    give_up_link(d, from, to);
}

/* Each state that a region began with is probed once. */
static void probe_once(struct dash *d, uint32_t from) {
    assert(d->g.list.data[from].seen.len);
    struct region *r = &d->g.list.data[from];
    if (r->probed) return;
    r->probed = true;
    probe(d, r->seen.data[0], r->loc);
}

/* The link from st's region was dropped for a lemma. Can it be taken, after all? Then a test that takes it is run
 * (visit). */
static void doubt(struct dash *d, uint32_t from, uint32_t to, struct state *st) {
    struct expr_pool *pool = d->x->sym->pool;
    struct goal g = {0};
    struct model *m = NULL;
    cond_list all = {0};
    regions_conds(&d->g, from, &all, NULL);
    if (goal_make(d, from, to, st, &g)) {
        conds_append(&all, &g.alias);
        conds_append(&all, &g.lits);
        if (ask_path(d, st, conds_all(pool, &all), &m) == ANSWER_SAT) cross_under(d, from, st, m);
    }
    goal_release(&g);
    vec_release(&all);
}

/* Checks some of what was dropped for lemmas. */
static void doubt_some(struct dash *d) {
    uint32_t from, to;
    while (!run_is_over(d->r) && lemmas_doubt(d, &from, &to)) doubt(d, from, to, d->g.list.data[from].seen.data[0]);
}

static bool hear_and_find(struct dash *d, uint32_t *from, uint32_t *to) {
    lemmas_turn(d);
    doubt_some(d);
    return find_trace(d, from, to);
}

/* Until there is no way to an error left, or the run is over. */
static void iterate(struct dash *d) {
    struct exec *x = d->x;
    uint32_t from, to;
    while (!run_limit(d->r) && !d->r->stopped && hear_and_find(d, &from, &to)) {
        struct state *start = NULL;
        struct model *m = NULL;
        if (d->iterations++ == DASH_EASY) run_random(d, MORE_TESTS);
        if (run_is_over(d->r) || d->g.list.data[to].seen.len || lemmas_recall(d, from, to)) continue;
        switch (dash_refine(d, from, to, &start, &m)) {
        case REFINED_TEST: cross(d, from, to, start, m); break;
        case REFINED_SPLIT: break;
        case REFINED_NOTHING:
            give_up_link(d, from, to);
            probe_once(d, from);
            break;
        }
        if (x->ctx->opt.show_abstraction) dash_show(d, x->ctx->opt.show_abstraction);
        run_round(d->r, d->g.leaves);
    }
}

static void scan(struct expr_pool *pool, void *owner) {
    struct dash *d = owner;
    regions_mark(&d->g, pool);
    for (uint32_t i = 0; i < d->begins.len; i++) sym_mark_state(d->x, d->begins.data[i]);
    if (d->x->now) sym_mark_state(d->x, d->x->now);
    concolic_mark(&d->record, pool);
    lemmas_mark(d->lemmas, pool);
}

static void on_first(void *owner, const struct function *fn, uint32_t pc) {
    struct dash *d = owner;
    covered_block(d->r->covered, fn, pc);
}

static void ignore_bug(void *owner, struct exec *x) {
    (void)owner;
    (void)x;
}

static const struct run_watch watch = {.bug = ignore_bug, .mark = scan};

static void begin(struct dash *d) {
    struct exec *x = d->x;
    steady_init(&d->steady, x->p);
    wp_init(&d->wp, x, d->steady.varying);
    d->wp.places.keeps = steady_keeps;
    d->wp.places.keeps_word = steady_keeps_word;
    d->wp.places.owner = &d->steady;
    regions_init(&d->g, x, &d->wp, &d->steady);
    concolic_init(&d->record, input_byte, d);
    d->record.most = UINT32_MAX;
    d->record.guided = true;
    map_init(&d->asked);
    concolic_begin(x, &d->record);
    run_watch(d->r, &watch, d);
}

static void finish(struct dash *d) {
    regions_check(&d->g);
    struct exec *x = d->x;
    x->ctx->stats.dash_regions = d->g.leaves;
    x->ctx->stats.dash_tests = d->tests;
    x->ctx->stats.dash_iterations = d->iterations;
    concolic_end(x);
    if (!run_unwatch(d->r, &watch, d)) return;
    lemmas_free(d->lemmas);
    for (uint32_t i = 0; i < d->begins.len; i++) state_free(x, d->begins.data[i]);
    vec_release(&d->begins);
    concolic_release(&d->record);
    regions_release(&d->g);
    wp_release(&d->wp);
    steady_release(&d->steady);
    map_release(&d->asked);
}

enum run_end dash_run(struct run *r) {
    struct exec *x = r->x;
    struct dash d = {.r = r, .x = x};
    begin(&d);
    if (!dash_find_begins(&d)) sym_gap(x, GAP_ENGINE, "dash cannot begin with decisions before the program's entry");
    if (check_has(x->checks, CHECK_UNINIT) || check_has(x->checks, CHECK_LEAK))
        sym_gap(x, GAP_ENGINE, "dash does not look for uninitialised reads and leaks");
    if (d.begins.len) {
        exec_watch_blocks(x, on_first, &d);
        d.lemmas = lemmas_new(&d);
        d.g.turned = d.lemmas;
        d.g.order = d.lemmas ? r->share->notes->order : 0;
        exec_watch_pause(x); /* only tests count: shadow runs execute code that no execution may come to */
        if (!only_execution_ends(&d)) {
            run_closes(r);
            run_random(&d, 1);
            iterate(&d);
            lemmas_end(&d);
            dash_note_heads(&d);
        }
        exec_unwatch_blocks(x);
    }
    bool all = d.begins.len > 0;
    finish(&d);
    return all ? run_end(r) : RUN_STOPPED;
}
