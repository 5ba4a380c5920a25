#include "engine/bmc.h"

#include <string.h>

#include "engine/bmc_inside.h"
#include "engine/induction.h"
#include "ir/cfg.h"

/* ---- what the executor tells ------------------------------------------------------------------------ */

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

/* ---- states -------------------------------------------------------------------------------------------- */

void bmc_drop(struct bmc *b) {
    struct state *st = b->x->now;
    exec_switch(b->x, NULL);
    state_free(b->x, st);
}

static bool is_block_start(const struct state *st) {
    const struct function *f = st->top->fn;
    uint32_t pc = (uint32_t)(st->top->pc - f->code);
    return f->blocks[cfg_block_at(f, pc)].first == pc;
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

static void end_of_path(struct bmc *b) {
    if (check_has(b->x->checks, CHECK_LEAK) && sym_feasible(b->x)) exec_check_leaks(b->x);
    if (b->x->stop == STOP_BUG) {
        bmc_on_bug(b, b->x);
        b->result->partial++;
    } else {
        b->result->paths++;
    }
    bmc_drop(b);
}

/* The state in execution has stopped. */
static void handle(struct bmc *b, enum stop stop) {
    switch (stop) {
    case STOP_FORKED: go_on(b, b->x->now); break;
    case STOP_SLICE:
        bmc_queue_push(&b->queue, b->x->now, false);
        break;
    case STOP_POINT: bmc_queue_push(&b->queue, b->x->now, true); break;
    case STOP_BOUND: bmc_at_bound(b); break;
    case STOP_EXIT:
    case STOP_ABORT: end_of_path(b); break;
    case STOP_BUG:
        b->result->partial++;
        if (!b->x->now->model) {
            vec_push(&b->x->sym->suspects, b->x->now);
            break;
        }
        bmc_on_bug(b, b->x);
        bmc_drop(b);
        break;
    default:
        b->result->partial += stop != STOP_ASSUME;
        bmc_drop(b);
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

/* ---- running ------------------------------------------------------------------------------------------- */

/* Is a limit reached that ends the run? */
static bool limit_reached(struct bmc *b, enum stop stop) {
    struct context *ctx = b->x->ctx;
    if (stop != STOP_LIMIT && !limits_look(&ctx->limits)) return false;
    const char *what = limit_name(ctx->limits.hit);
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
    struct state *st = bmc_leave_together(b, &b->leaving);
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
        bmc_try_suspects(b);
        if (b->done || limit_reached(b, STOP_NONE)) return;
        bmc_unwind_further(b);
        if (b->waiting.len && limit_reached(b, STOP_NONE)) return;
    }
    b->result->exhausted = !b->done && !b->queue.len && !b->waiting.len;
}

static void begin(struct bmc *b) {
    struct exec *x = b->x;
    errors_init(&b->errors);
    bitset_init(&b->ours);
    b->program = (struct bmc_program){live_new(x->p), sequence_new(x->p), deciding_new(x->p)};
    b->merger = (struct merger){x, b->program.live, b->program.sequence};
    bmc_queue_init(&b->queue, &b->program);
    deciding_mark_selects(b->program.deciding, x->p);
    x->sym->bug = bmc_on_bug;
    x->sym->owner = b;
    b->result->counts = &b->covered->counts[0];
    expr_pool_add_scanner(x->sym->pool, scan, b);
    x->sym->lazy = true;
    b->proofs = proofs_new();
    bmc_set_limits(b);
    exec_watch_blocks(x, on_first, b);
}

static void end(struct bmc *b) {
    struct exec *x = b->x;
    exec_unwatch_blocks(x);
    b->result->gaps = x->sym->gaps;
    b->result->counts = NULL;
    expr_pool_remove_scanner(x->sym->pool, scan, b);
    if (exec_abandons(x)) return;
    if (x->now) bmc_drop(b);
    vec_clear(&b->leaving);
    while (bmc_queue_pop(&b->queue, &b->leaving)) {}
    for (uint32_t i = 0; i < b->leaving.len; i++) state_free(x, b->leaving.data[i]);
    vec_release(&b->leaving);
    for (uint32_t i = 0; i < b->waiting.len; i++) state_free(x, b->waiting.data[i]);
    vec_release(&b->waiting);
    proofs_free(b->proofs);
    for (uint32_t i = 0; i < x->sym->suspects.len; i++) state_free(x, x->sym->suspects.data[i]);
    vec_release(&x->sym->suspects);
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
