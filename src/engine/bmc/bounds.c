/* Bounds of loops and recursion, and unwinding beyond them. */
#include <assert.h>

#include "base/str.h"
#include "engine/bmc/induction.h"
#include "engine/bmc/inside.h"
#include "exec/sym/decide.h"
#include "ir/bound.h"
#include "ir/operands.h"

enum { FIRST_ROUNDS = 4 /* to which loops without a bound are unwound at first */ };

void bmc_set_limits(struct bmc *b) {
    struct program *p = b->x->p;
    for (uint32_t i = 1; i <= p->bounds->nloops; i++)
        if (p->bounds->loops[i].limit == BOUND_NONE) { /* with a bound of the user's: the library's */
            bound_set_limit(p, i, FIRST_ROUNDS);
            bitset_add(&b->ours, i);
        }
    if (b->x->ctx->opt.bound >= 0) return;
    bitset_add(&b->ours, 0);
    b->recursion = FIRST_ROUNDS;
    bound_recursion(p, b->recursion, true);
}

/* Does an input lead to this state, or is that not known? Leaves x->now at NULL. */
static bool bmc_is_possible(struct bmc *b, struct state *st) {
    assert(!b->x->now && st->pc);
    struct exec *x = b->x;
    run_take(b->r, st);
    bool yes = sym_feasible(x);
    run_take(b->r, NULL);
    return yes;
}

static void note_unwound(struct bmc *b, uint32_t rounds) {
    if (rounds > b->unwound) b->unwound = rounds;
    b->x->ctx->stats.bmc_unwound = b->unwound;
    snprintf(b->r->detail, sizeof b->r->detail, "loops were being unwound up to %u rounds", b->unwound);
}

static uint32_t limit_of(const struct bmc *b, uint32_t loop) {
    return loop ? b->x->p->bounds->loops[loop].limit : b->recursion;
}

static void raise_limit(struct bmc *b, uint32_t loop) {
    assert(bitset_has(&b->ours, loop) && !b->step);
    struct program *p = b->x->p;
    struct str what = {0};
    uint32_t limit = 2 * limit_of(b, loop);
    if (loop) {
        bound_set_limit(p, loop, limit);
        bound_describe(p, loop, &what);
    } else {
        b->recursion = limit;
        bound_recursion(p, limit, true);
        str_add(&what, "recursion");
    }
    assert(limit > FIRST_ROUNDS); /* it did not run over */
    note_unwound(b, limit);
    log_info(&b->x->ctx->log, "unwinding %s up to %u rounds", str_text(&what), limit);
    str_release(&what);
}

/* Takes out of those that wait the ones that are not possible. */
static void keep_possible(struct bmc *b) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->waiting.len; i++) {
        struct state *st = b->waiting.data[i];
        if (bmc_is_possible(b, st)) b->waiting.data[n++] = st;
        else state_free(b->x, st);
    }
    b->waiting.len = n;
}

/* Nothing waits but at limits: what does not come to the least of them is done with. */
static void note_bound(struct bmc *b) {
    uint32_t least = UINT32_MAX;
    if (b->x->ctx->opt.bound >= 0) return; /* it is about the user's loops */
    for (uint32_t i = 0; i < b->waiting.len; i++) {
        const struct insn *in = b->waiting.data[i]->top->pc;
        uint32_t limit = limit_of(b, in->op == IR_BACK ? in->c : 0);
        if (limit < least) least = limit;
    }
    assert(least >= FIRST_ROUNDS && !b->queue.len);
    if (!b->x->sym->gaps.seen && least > b->r->counts.bound) b->r->counts.bound = least;
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

void bmc_unwind_further(struct bmc *b) {
    bmc_check(b);
    assert(!b->queue.len && !b->x->sym->suspects.len);
    keep_possible(b);
    proofs_round(b);
    if (!b->waiting.len || limits_look(&b->x->ctx->limits)) return;
    b->x->ctx->stats.bmc_rounds++;
    note_bound(b);
    raise_limits(b);
    for (uint32_t i = 0; i < b->waiting.len; i++) bmc_queue_push(&b->queue, b->waiting.data[i], false);
    vec_clear(&b->waiting);
}

void bmc_at_bound(struct bmc *b) {
    assert(b->x->now && b->x->stop == STOP_BOUND);
    uint32_t loop = b->x->cut.loop;
    if (b->step) {
        if (!inductive_bound(b->step, b->x)) bmc_drop(b);
        return;
    }
    if (!bitset_has(&b->ours, loop)) {
        if (b->x->sym->gaps.seen & 1u << GAP_BOUND || sym_feasible(b->x)) sym_gap(b->x, GAP_BOUND, NULL);
        b->r->counts.partial++;
        bmc_drop(b);
        return;
    }
    vec_push(&b->waiting, b->x->now);
    exec_switch(b->x, NULL);
}

#ifndef NDEBUG

static bool is_power(uint32_t n) { return n && !(n & (n - 1)); }

void bmc_check(const struct bmc *b) {
    const struct bounds *bounds = b->x->p->bounds;
    assert(!b->x->now && !b->x->sym->forked.len);
    for (uint32_t i = 0; i < b->waiting.len; i++) {
        const struct insn *in = b->waiting.data[i]->top->pc;
        assert(bitset_has(&b->ours, in->op == IR_BACK ? in->c : 0));
        assert(in->op == IR_BACK || ir_is_call(in->op));
    }
    for (uint32_t i = 1; !b->step && i <= bounds->nloops; i++)
        if (bitset_has(&b->ours, i)) assert(is_power(bounds->loops[i].limit / FIRST_ROUNDS));
    if (bitset_has(&b->ours, 0)) assert(is_power(b->recursion / FIRST_ROUNDS));
}

#else

void bmc_check(const struct bmc *b) { (void)b; }

#endif
