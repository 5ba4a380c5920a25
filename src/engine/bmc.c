#include "engine/bmc.h"

#include <string.h>

#include "base/str.h"
#include "engine/bmc_inside.h"
#include "engine/induction.h"
#include "ir/bound.h"
#include "ir/cfg.h"

enum {
    FIRST_ROUNDS = 4, /* to which loops without a bound are unwound at first */
    MOST_TRIES = 4,   /* others that a state is compared with where it might be merged */
};

/* ---- what the executor tells ------------------------------------------------------------------------ */

static void on_bug(void *owner, struct exec *x) {
    struct bmc *b = owner;
    b->told = true;
    if (b->step) {
        step_error(b->step);
        return;
    }
    if (!errors_is_new(&b->errors, x)) return;
    b->result->bugs++;
    if (!b->hooks->bug(b->hooks->owner, x)) b->done = b->result->stopped = true;
}

static void on_first(void *owner, const struct function *fn, uint32_t pc) {
    struct bmc *b = owner;
    covered_block(b->covered, fn, pc);
}

static void scan(struct expr_pool *pool, void *owner) {
    (void)pool;
    struct bmc *b = owner;
    for (uint32_t i = 0; i < b->queue.heap.len; i++)
        if (b->queue.heap.data[i]->state) sym_mark_state(b->x, b->queue.heap.data[i]->state);
    for (uint32_t i = 0; i < b->waiting.len; i++) sym_mark_state(b->x, b->waiting.data[i]);
    if (b->step) step_mark(b->step, b->x);
    for (uint32_t i = 0; i < b->x->sym->suspects.len; i++) sym_mark_state(b->x, b->x->sym->suspects.data[i]);
}

/* ---- bounds -------------------------------------------------------------------------------------------- */

/* Loops without a bound of the user's get a first limit of ours. */
static void set_limits(struct bmc *b) {
    struct program *p = b->x->p;
    if (b->x->ctx->opt.bound >= 0) return; /* what has none then is never to be cut */
    for (uint32_t i = 1; i <= p->bounds->nloops; i++)
        if (p->bounds->loops[i].limit == BOUND_NONE) {
            bound_set_limit(p, i, FIRST_ROUNDS);
            bitset_add(&b->ours, i);
        }
    bitset_add(&b->ours, 0);
    b->recursion = FIRST_ROUNDS;
    bound_recursion(p, b->recursion);
}

bool bmc_is_possible(struct bmc *b, struct state *st) {
    struct exec *x = b->x;
    exec_switch(x, st);
    x->stop = STOP_NONE;
    bool yes = sym_feasible(x);
    x->stop = STOP_NONE;
    exec_switch(x, NULL);
    return yes;
}

static void note_unwound(struct bmc *b, uint32_t rounds) {
    uint64_t *most = &b->x->ctx->stats.bmc_unwound;
    if (rounds > *most) *most = rounds;
}

static void raise_limit(struct bmc *b, uint32_t loop) {
    struct program *p = b->x->p;
    struct str what = {0};
    uint32_t limit = 2 * (loop ? p->bounds->loops[loop].limit : b->recursion);
    if (loop) {
        bound_set_limit(p, loop, limit);
        bound_describe(p, loop, &what);
    } else {
        b->recursion = limit;
        bound_recursion(p, limit);
        str_add(&what, "recursion");
    }
    note_unwound(b, limit);
    log_info(&b->x->ctx->log, "unwinding %s up to %u rounds", str_text(&what), limit);
    str_release(&what);
}

/* Takes out of those that wait the ones that are not possible. */
static void keep_possible(struct bmc *b) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->waiting.len; i++) {
        struct state *st = b->waiting.data[i];
        if (bmc_is_possible(b, st))
            b->waiting.data[n++] = st;
        else
            state_free(b->x, st);
    }
    b->waiting.len = n;
}

/* Unwinds the loops at whose limits states wait, and recursion likewise. */
static void raise_limits(struct bmc *b) {
    struct bitset raised = {0};
    for (uint32_t i = 0; i < b->waiting.len; i++) {
        const struct insn *in = b->waiting.data[i]->top->pc;
        uint32_t loop = in->op == IR_BACK ? in->c : 0;
        if (bitset_add(&raised, loop)) raise_limit(b, loop);
    }
    bitset_release(&raised);
}

/* Is the bound reachable? Then on with the states that wait there. */
static void unwind_further(struct bmc *b) {
    keep_possible(b);
    proofs_round(b);
    if (!b->waiting.len || limits_look(&b->x->ctx->limits)) return;
    b->x->ctx->stats.bmc_rounds++;
    raise_limits(b);
    for (uint32_t i = 0; i < b->waiting.len; i++) bmc_queue_push(&b->queue, b->waiting.data[i], false);
    vec_clear(&b->waiting);
}

/* ---- states -------------------------------------------------------------------------------------------- */

static void drop(struct bmc *b) {
    struct state *st = b->x->now;
    exec_switch(b->x, NULL);
    state_free(b->x, st);
}

static bool is_block_start(const struct state *st) {
    const struct function *f = st->top->fn;
    uint32_t pc = (uint32_t)(st->top->pc - f->code);
    return f->blocks[cfg_block_at(f, pc)].first == pc;
}

/* How many constraints the two begin with. */
static uint32_t shared(const struct state *a, const struct state *b) { return pathcond_len(pathcond_common(a->pc, b->pc)); }

/* The state of the longest path, which forked last. */
static uint32_t longest(const bmc_states *list) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < list->len; i++)
        if (pathcond_len(list->data[i]->pc) > pathcond_len(list->data[best]->pc)) best = i;
    return best;
}

static struct state *take(bmc_states *list, uint32_t i) {
    struct state *st = list->data[i];
    list->data[i] = vec_last(list);
    list->len--;
    return st;
}

/* Merges st into the one of the list that shares most with it, or else the next; false if
 * into none. */
static bool merge_into(struct bmc *b, bmc_states *list, struct state *st) {
    struct stats *stats = &b->x->ctx->stats;
    uint32_t tried = UINT32_MAX; /* only with those that share less than the last one */
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        struct state *best = NULL;
        uint32_t most = 0;
        for (uint32_t i = 0; i < list->len; i++) {
            uint32_t n = shared(st, list->data[i]);
            if (n < tried && (!best || n > most)) best = list->data[i], most = n;
        }
        if (!best) return false;
        bool same_proof = best->mark == st->mark;
        if (merge_states(&b->merger, best, st)) {
            if (!same_proof) best->mark = 0;
            return stats->bmc_merged++, true;
        }
        stats->bmc_apart++;
        tried = most;
    }
    return false;
}

/* As few as possible, those that parted last first: so conditions fall away again in the
 * order in which they came. */
void bmc_merge_list(struct bmc *b, bmc_states *list) {
    bmc_states alone = {0};
    while (list->len) {
        struct state *st = take(list, longest(list));
        if (!list->len || !merge_into(b, list, st)) vec_push(&alone, st);
    }
    vec_release(list);
    *list = alone;
}

/* States that left a place together: the first is returned, the others go to the queue. */
static struct state *merge_all(struct bmc *b, bmc_states *list) {
    bmc_merge_list(b, list);
    for (uint32_t i = 0; i < list->len; i++) {
        struct state *st = list->data[i];
        if (st->top->pc->op == IR_POINT) {
            state_own_top(b->x, st);
            st->top->pc++;
        }
        if (i) bmc_queue_push(&b->queue, st, false);
    }
    return list->data[0];
}

/* A state that has forked. Behind a branch it may wait for others: the same exit of a loop
 * is taken round after round. At the instruction that forked it must not, or the sides
 * would be together again. */
static void go_on(struct bmc *b, struct state *st) {
    if (st->top->pc != b->x->sym->fork_pc && is_block_start(st))
        bmc_queue_push(&b->queue, st, true);
    else
        bmc_queue_push(&b->queue, st, false);
}

static void at_bound(struct bmc *b) {
    uint32_t loop = b->x->cut.loop;
    if (b->step) {
        if (!step_bound(b->step, b->x)) drop(b);
        return;
    }
    if (!bitset_has(&b->ours, loop)) {
        if (b->x->sym->gaps & 1u << GAP_BOUND || sym_feasible(b->x)) sym_gap(b->x, GAP_BOUND, NULL);
        b->result->partial++;
        drop(b);
        return;
    }
    vec_push(&b->waiting, b->x->now);
    exec_switch(b->x, NULL);
}

static void end_of_path(struct bmc *b) {
    if (check_has(b->x->checks, CHECK_LEAK) && sym_feasible(b->x)) exec_check_leaks(b->x);
    if (b->x->stop == STOP_BUG) {
        on_bug(b, b->x);
        b->result->partial++;
    } else {
        b->result->paths++;
    }
    drop(b);
}

/* The state in execution has stopped. */
static void handle(struct bmc *b, enum stop stop) {
    switch (stop) {
    case STOP_FORKED: go_on(b, b->x->now); break;
    case STOP_SLICE:
        bmc_queue_push(&b->queue, b->x->now, false);
        break;
    case STOP_POINT: bmc_queue_push(&b->queue, b->x->now, true); break;
    case STOP_BOUND: at_bound(b); break;
    case STOP_EXIT:
    case STOP_ABORT: end_of_path(b); break;
    case STOP_BUG:
        b->result->partial++;
        if (!b->x->now->model) {
            vec_push(&b->x->sym->suspects, b->x->now);
            break;
        }
        on_bug(b, b->x);
        drop(b);
        break;
    default:
        b->result->partial += stop != STOP_ASSUME;
        drop(b);
        break;
    }
}

static void take_forks(struct bmc *b) {
    struct symbolic *sy = b->x->sym;
    struct state *now = b->x->now;
    for (uint32_t i = 0; i < sy->forked.len; i++) go_on(b, sy->forked.data[i]);
    vec_clear(&sy->forked);
    exec_switch(b->x, now);
    if (b->queue.len + 1 > b->result->states) b->result->states = b->queue.len + 1;
}

/* ---- errors ------------------------------------------------------------------------------------------ */

/* A suspect executes its instruction again, with a model: that shows the error. */
static void show_error(struct bmc *b, struct state *st) {
    struct exec *x = b->x;
    exec_switch(x, st);
    x->sym->lazy = false;
    b->told = false;
    st->points = 1;
    if (exec_loop(x) == STOP_BUG) on_bug(b, x);
    x->sym->lazy = true;
    if (!b->told) sym_gap(x, GAP_UNSUPPORTED, "an error did not happen again");
    for (uint32_t i = 0; i < x->sym->forked.len; i++) state_free(x, x->sym->forked.data[i]);
    vec_clear(&x->sym->forked);
    x->stop = STOP_NONE;
    exec_switch(x, NULL);
}

/* The error question of one unwinding. */
static void try_suspects(struct bmc *b) {
    struct symbolic *sy = b->x->sym;
    bool innocent = sy->suspects.len > 1 && bmc_all_innocent(b);
    for (uint32_t i = 0; i < sy->suspects.len; i++) {
        struct state *st = sy->suspects.data[i];
        if (!innocent && !b->done && !limits_look(&b->x->ctx->limits) && bmc_suspect_is_possible(b, st)) show_error(b, st);
        state_free(b->x, st);
    }
    vec_clear(&sy->suspects);
}

/* ---- running ------------------------------------------------------------------------------------------- */

/* Is a limit reached that ends the run? */
static bool limit_reached(struct bmc *b, enum stop stop) {
    struct context *ctx = b->x->ctx;
    const char *what = NULL;
    if (stop == STOP_LIMIT || limits_look(&ctx->limits)) what = limit_name(ctx->limits.hit);
    else if (ctx->opt.max_instructions && b->x->instructions >= (uint64_t)ctx->opt.max_instructions)
        what = "--max-instructions";
    if (!what) return false;
    char text[128];
    uint64_t rounds = ctx->stats.bmc_unwound;
    if (rounds)
        snprintf(text, sizeof text, "%s; loops were being unwound up to %llu rounds", what, (unsigned long long)rounds);
    else
        snprintf(text, sizeof text, "%s", what);
    sym_gap(b->x, GAP_LIMIT, text);
    return true;
}

/* Runs the state that comes first. False: a limit is reached. */
static bool run_first(struct bmc *b) {
    struct exec *x = b->x;
    vec_clear(&b->leaving);
    bmc_queue_pop(&b->queue, &b->leaving);
    struct state *st = merge_all(b, &b->leaving);
    if (b->step && !step_follows(b->step, st)) {
        state_free(x, st);
        return true;
    }
    exec_switch(x, st);
    st->points = b->queue.len > 0; /* there is somebody to meet */
    x->stop = STOP_NONE;
    enum stop stop = exec_loop(x);
    take_forks(b);
    if (limit_reached(b, stop)) return false;
    handle(b, stop);
    exec_switch(x, NULL);
    x->stop = STOP_NONE;
    if (solver_should_collect(x->sym->solver)) solver_collect(x->sym->solver);
    return true;
}

bool bmc_drain(struct bmc *b) {
    while (!b->done && b->queue.len) {
        if (!run_first(b)) return false;
        b->result->open = b->queue.len + b->waiting.len;
        if (b->hooks->progress) b->hooks->progress(b->hooks->owner, b->x, b->result);
    }
    return true;
}

/* Unwinds, asks for an error, asks whether the bound is reachable; and again. */
static void run_all(struct bmc *b) {
    bmc_queue_push(&b->queue, b->x->now, false);
    exec_switch(b->x, NULL);
    while (b->queue.len && bmc_drain(b) && !b->done) {
        try_suspects(b);
        if (b->done || limit_reached(b, STOP_NONE)) return;
        unwind_further(b);
        if (b->waiting.len && limit_reached(b, STOP_NONE)) return;
    }
}

static void begin(struct bmc *b) {
    struct exec *x = b->x;
    errors_init(&b->errors);
    bitset_init(&b->ours);
    b->program = (struct bmc_program){live_new(x->p), sequence_new(x->p), deciding_new(x->p)};
    b->merger = (struct merger){x, b->program.live, b->program.sequence};
    bmc_queue_init(&b->queue, &b->program);
    deciding_mark_selects(b->program.deciding, x->p);
    x->sym->bug = on_bug;
    x->sym->owner = b;
    b->result->counts = &b->covered->counts[0];
    expr_pool_add_scanner(x->sym->pool, scan, b);
    x->sym->lazy = true;
    b->proofs = proofs_new();
    set_limits(b);
    exec_watch_blocks(x, on_first, b);
}

static void end(struct bmc *b) {
    struct exec *x = b->x;
    exec_unwatch_blocks(x);
    b->result->gaps = x->sym->gaps;
    b->result->counts = NULL;
    if (x->now) drop(b);
    vec_clear(&b->leaving);
    while (bmc_queue_pop(&b->queue, &b->leaving)) {}
    for (uint32_t i = 0; i < b->leaving.len; i++) state_free(x, b->leaving.data[i]);
    vec_release(&b->leaving);
    for (uint32_t i = 0; i < b->waiting.len; i++) state_free(x, b->waiting.data[i]);
    vec_release(&b->waiting);
    proofs_free(b->proofs);
    for (uint32_t i = 0; i < x->sym->suspects.len; i++) state_free(x, x->sym->suspects.data[i]);
    vec_release(&x->sym->suspects);
    expr_pool_remove_scanner(x->sym->pool, scan, b);
    bmc_queue_release(&b->queue);
    live_free(b->program.live);
    sequence_free(b->program.sequence);
    deciding_free(b->program.deciding);
    errors_release(&b->errors);
    bitset_release(&b->ours);
}

bool bmc_run(struct exec *x, const struct explore_hooks *hooks, struct covered *covered,
             struct explore_result *result) {
    struct bmc b = {.x = x, .hooks = hooks, .result = result, .covered = covered};
    memset(result, 0, sizeof *result);
    begin(&b);
    run_all(&b);
    end(&b);
    return true;
}
