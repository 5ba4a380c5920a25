#include "engine/explore.h"

#include <string.h>

#include "base/hash.h"

struct explore {
    struct exec *x;
    const struct explore_hooks *hooks;
    struct explore_result *result;
    VEC(struct state *) open; /* all but the one in execution */
    struct map reported;      /* kind and place of errors */
    bool done;
};

/* ---- errors --------------------------------------------------------------------------------- */

/* The processor traps: such a path ends there, whether anybody asked or not. */
static bool traps(enum bug_kind kind) {
    return kind == BUG_DIVISION || kind == BUG_OVERFLOW || kind == BUG_STACK;
}

static enum gap gap_of(enum bug_kind kind) {
    if (kind == BUG_EXTERNAL) return GAP_EXTERNAL;
    if (kind == BUG_UNSUPPORTED) return GAP_UNSUPPORTED;
    return GAP_UNDEFINED;
}

/* One place, one report. */
static bool is_new(struct explore *e, const struct bug *bug) {
    const char *function = bug->stack.len ? bug->stack.data[0].function : "";
    uint64_t key = hash_bytes(function, strlen(function)) ^ (uint64_t)bug->pos << 8 ^ bug->kind;
    return map_put(&e->reported, key, 1);
}

static void on_bug(void *owner, struct exec *x) {
    struct explore *e = owner;
    enum check check = bug_check(x->bug.kind);
    if (check == CHECK_NONE || !check_has(x->checks, check)) {
        if (!traps(x->bug.kind)) sym_gap(x, gap_of(x->bug.kind), str_text(&x->bug.message));
        return;
    }
    if (!is_new(e, &x->bug)) return;
    e->result->bugs++;
    if (!e->hooks->bug(e->hooks->owner, x)) e->done = e->result->stopped = true;
}

/* ---- states ------------------------------------------------------------------------------------ */

static void scan(struct expr_pool *pool, void *owner) {
    (void)pool;
    struct explore *e = owner;
    for (uint32_t i = 0; i < e->open.len; i++) sym_mark_state(e->x, e->open.data[i]);
    if (e->x->now) sym_mark_state(e->x, e->x->now);
}

static void take_forks(struct explore *e) {
    struct symbolic *sy = e->x->sym;
    for (uint32_t i = 0; i < sy->forked.len; i++) vec_push(&e->open, sy->forked.data[i]);
    vec_clear(&sy->forked);
    uint64_t states = e->open.len + (e->x->now != NULL);
    if (states > e->result->states) e->result->states = states;
}

/* The state in execution has ended. */
static void finish(struct explore *e, enum stop stop) {
    struct exec *x = e->x;
    switch (stop) {
    case STOP_EXIT:
    case STOP_ABORT:
        if (stop == STOP_EXIT && check_has(x->checks, CHECK_LEAK)) exec_check_leaks(x);
        if (x->stop == STOP_BUG) {
            on_bug(e, x);
            e->result->partial++;
            break;
        }
        e->result->paths++;
        if (e->hooks->path && !e->hooks->path(e->hooks->owner, x, stop)) e->done = e->result->stopped = true;
        break;
    case STOP_BUG:
        on_bug(e, x);
        e->result->partial++;
        break;
    case STOP_BOUND:
        sym_gap(x, GAP_BOUND, NULL);
        e->result->partial++;
        break;
    default: e->result->partial += stop != STOP_ASSUME; break;
    }
    struct state *st = x->now;
    exec_switch(x, NULL);
    state_free(x, st);
}

static bool goes_on(enum stop stop) { return stop == STOP_FORKED || stop == STOP_SLICE; }

static void collect(struct explore *e) {
    if (solver_should_collect(e->x->sym->solver)) solver_collect(e->x->sym->solver);
}

static void run_all(struct explore *e) {
    struct exec *x = e->x;
    while (!e->done) {
        if (!x->now) {
            if (!e->open.len) return;
            exec_switch(x, vec_pop(&e->open));
        }
        enum stop stop = x->stop && !goes_on(x->stop) ? x->stop : exec_loop(x);
        take_forks(e);
        if (stop == STOP_LIMIT || limits_hit(&x->ctx->limits)) {
            sym_gap(x, GAP_LIMIT, limit_name(x->ctx->limits.hit));
            return;
        }
        if (!goes_on(stop)) finish(e, stop);
        x->stop = STOP_NONE;
        collect(e);
    }
}

void explore_run(struct exec *x, const struct explore_hooks *hooks, struct explore_result *result) {
    struct explore e = {.x = x, .hooks = hooks, .result = result};
    memset(result, 0, sizeof *result);
    map_init(&e.reported);
    x->sym->bug = on_bug;
    x->sym->owner = &e;
    expr_pool_add_scanner(x->sym->pool, scan, &e);
    run_all(&e);
    result->partial += e.open.len + (x->now != NULL);
    result->gaps = x->sym->gaps;
    for (uint32_t i = 0; i < e.open.len; i++) state_free(x, e.open.data[i]);
    state_free(x, x->now);
    exec_switch(x, NULL);
    expr_pool_remove_scanner(x->sym->pool, scan, &e);
    vec_release(&e.open);
    map_release(&e.reported);
}
