/* Bounded model checking: all paths at once.
 *
 * States run in the order of the unwound program (ir/sequence.h): the one whose place
 * comes first goes on, until it stands in front of a join (ir/points.h). States that
 * meet there are merged (exec/sym/merge.h), so each place of the unwound program is executed
 * once, in a state whose values are if-then-else over the ways that lead to it.
 *
 * Loops are unwound a few rounds, recursion likewise; a state at such a limit waits.
 * When nothing else is left to do, that is the answer to "is the bound reachable?": no
 * state waits, or these loops are unwound further, twice as far, from where the states
 * are. With --bound or --bound-loop the limit stays, and cuts.
 */
#include <assert.h>

#include "engine/bmc/hints.h"
#include "engine/bmc/induction.h"
#include "engine/bmc/inside.h"
#include "engine/engine.h"
#include "exec/decide/lazy.h"
#include "exec/sym/pointee.h"
#include "ir/cfg.h"

/* ---- states at one place are merged; how: exec/sym/merge.h ------------------------------------------- */

void bmc_merge_list(struct bmc *b, bmc_states *list) {
    struct merge_counts counts = {0};
    merge_all(&b->merger, list, &counts);
    b->x->ctx->stats.bmc_merged += counts.merged;
    b->x->ctx->stats.bmc_apart += counts.apart;
}

struct state *bmc_leave_together(struct bmc *b, bmc_states *list) {
    assert(list->len);
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

/* ---- what the executor tells ------------------------------------------------------------------------ */

static void on_first(void *owner, const struct function *fn, uint32_t pc) {
    struct bmc *b = owner;
    covered_block(b->r->covered, fn, pc);
}

static void scan(struct expr_pool *pool, void *owner) {
    (void)pool;
    struct bmc *b = owner;
    for (uint32_t i = 0; i < b->queue.heap.len; i++)
        if (b->queue.heap.data[i]->state) sym_mark_state(b->x, b->queue.heap.data[i]->state);
    for (uint32_t i = 0; i < b->waiting.len; i++) sym_mark_state(b->x, b->waiting.data[i]);
    if (b->step) inductive_mark(b->step, b->x);
    hints_mark(b->hints);
    for (uint32_t i = 0; i < b->x->sym->suspects.len; i++) sym_mark_state(b->x, b->x->sym->suspects.data[i]);
}

/* ---- states -------------------------------------------------------------------------------------------- */

void bmc_drop(struct bmc *b) {
    assert(b->x->now);
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
    assert(st->top);
    if (st->top->pc != b->x->sym->fork_pc && is_block_start(st)) bmc_queue_push(&b->queue, st, true);
    else bmc_queue_push(&b->queue, st, false);
}

/* The state in execution has ended. Where it has no model, an error is none yet. */
static void end_here(struct bmc *b, enum stop stop) {
    assert(stop != STOP_LIMIT && b->x->now);
    if (stop == STOP_BUG && !b->x->now->model) {
        b->r->counts.partial++;
        vec_push(&b->x->sym->suspects, b->x->now);
        return;
    }
    run_ended(b->r, stop, false);
    bmc_drop(b);
}

/* The state in execution has stopped. */
static void handle(struct bmc *b, enum stop stop) {
    switch (stop) {
    case STOP_FORKED: go_on(b, b->x->now); break;
    case STOP_SLICE: bmc_queue_push(&b->queue, b->x->now, false); break;
    case STOP_POINT: bmc_queue_push(&b->queue, b->x->now, true); break;
    case STOP_BOUND: bmc_at_bound(b); break;
    default: end_here(b, stop); break;
    }
}

static void take_forks(struct bmc *b) {
    assert(b->x->now);
    struct symbolic *sy = b->x->sym;
    struct state *now = b->x->now;
    for (uint32_t i = 0; i < sy->forked.len; i++) go_on(b, sy->forked.data[i]);
    vec_clear(&sy->forked);
    exec_switch(b->x, now);
    if (b->queue.len + 1 > b->r->counts.states) b->r->counts.states = b->queue.len + 1;
}

/* ---- running ------------------------------------------------------------------------------------------- */

/* Runs the state that comes first. False: a limit is reached. */
static bool run_first(struct bmc *b) {
    assert(b->queue.len && !b->x->now);
    struct exec *x = b->x;
    vec_clear(&b->leaving);
    bmc_queue_pop(&b->queue, &b->leaving);
    struct state *st = bmc_leave_together(b, &b->leaving);
    if (b->step && !inductive_follows(b->step, st)) {
        state_free(x, st);
        return true;
    }
    run_take(b->r, st);
    st->points = b->queue.len > 0; /* there are states to meet */
    enum stop stop = run_step(b->r);
    take_forks(b);
    if (stop == STOP_LIMIT) return false;
    handle(b, stop);
    run_take(b->r, NULL);
    return true;
}

bool bmc_drain(struct bmc *b) {
    while (!b->r->stopped && b->queue.len) {
        if (!run_first(b)) return false;
        run_round(b->r, b->queue.len + b->waiting.len);
    }
    return true;
}

/* Unwinds, asks for an error, asks whether the bound is reachable; and again. False: it was
 * stopped. */
static bool run_all(struct bmc *b) {
    bmc_queue_push(&b->queue, b->x->now, false);
    exec_switch(b->x, NULL);
    while (b->queue.len) {
        if (!bmc_drain(b) || b->r->stopped) return false;
        bmc_try_suspects(b);
        if (b->r->stopped || run_limit_now(b->r)) return false;
        bmc_unwind_further(b);
        if (b->waiting.len && run_limit_now(b->r)) return false;
    }
    assert(!b->waiting.len && !b->x->sym->suspects.len);
    return true;
}

static const struct run_watch watch = {.bug = bmc_on_bug, .first = on_first, .mark = scan};

static void begin(struct bmc *b) {
    struct exec *x = b->x;
    bitset_init(&b->ours);
    b->program = (struct bmc_program){live_new(x->p), sequence_new(x->p), deciding_new(x->p)};
    b->merger = (struct merger){x, b->program.live, b->program.sequence};
    bmc_queue_init(&b->queue, &b->program);
    deciding_mark_selects(b->program.deciding, x->p);
    lazy_begin(x);
    b->proofs = proofs_new();
    b->hints = hints_new(b->r);
    bmc_set_limits(b);
    run_watch(b->r, &watch, b);
}

static void end(struct bmc *b) {
    struct exec *x = b->x;
    if (!run_unwatch(b->r, &watch, b)) return;
    if (x->now) bmc_drop(b);
    vec_clear(&b->leaving);
    while (bmc_queue_pop(&b->queue, &b->leaving)) {}
    for (uint32_t i = 0; i < b->leaving.len; i++) state_free(x, b->leaving.data[i]);
    vec_release(&b->leaving);
    for (uint32_t i = 0; i < b->waiting.len; i++) state_free(x, b->waiting.data[i]);
    vec_release(&b->waiting);
    proofs_free(b->proofs);
    hints_free(b->hints);
    for (uint32_t i = 0; i < x->sym->suspects.len; i++) state_free(x, x->sym->suspects.data[i]);
    vec_release(&x->sym->suspects);
    bmc_queue_release(&b->queue);
    live_free(b->program.live);
    sequence_free(b->program.sequence);
    deciding_free(b->program.deciding);
    bitset_release(&b->ours);
}

/* The program has points (ir/points.h), and every loop a counter (ir/bound.h). */
enum run_end bmc_run(struct run *r) {
    struct bmc b = {.r = r, .x = r->x};
    pointee_allow(r->x);
    r->presumes = true;
    begin(&b);
    bool all = run_all(&b);
    end(&b);
    return all ? run_end(r) : RUN_STOPPED;
}
