#include "exec/core/exec.h"

#include <assert.h>
#include <string.h>

enum { FIRST_FILL = 0xa5 };

void exec_init(struct exec *x, struct context *ctx, struct program *p, check_set checks,
               const struct decider *decider) {
    limits_begin(&ctx->limits);
    assert(p->functions.len && ctx && decider);
    memset(x, 0, sizeof *x);
    x->ctx = ctx;
    x->p = p;
    x->decider = decider;
    x->checks = checks;
    x->wanted = checks_bugs(checks);
    x->max_depth = (uint32_t)ctx->opt.max_depth;
    /* Tasks with a property file assume a stack without end. */
    x->stack_size = ctx->opt.property ? 0 : (uint64_t)ctx->opt.stack_size << 10;
    x->now = state_new(x);
    x->now->space.track_init = check_has(checks, CHECK_UNINIT);
    x->now->space.fill = (uint8_t)(FIRST_FILL + ctx->opt.seed - 1);
    tlb_flush(&x->tlb);
    x->frames_free = mem_zalloc(p->functions.len * sizeof *x->frames_free);
}

void exec_release(struct exec *x) {
    state_free(x, x->now);
    for (uint32_t i = 0; i < x->p->functions.len; i++)
        for (struct frame *f = x->frames_free[i], *next; f; f = next) {
            next = f->caller;
            mem_free(f);
        }
    mem_free(x->frames_free);
    vec_release(&x->threads.touched);
    vec_release(&x->threads.turns);
    vec_release(&x->bug.stack);
    str_release(&x->bug.message);
}

bool exec_abandons(struct exec *x) {
    const uint64_t much = 128 << 20;
    enum limit hit = x->ctx->limits.hit;
    if (hit && hit != LIMIT_INSTRUCTIONS && mem_live_bytes() > much) x->abandoned = true;
    return x->abandoned;
}

void exec_switch(struct exec *x, struct state *st) {
    assert(!st || !x->sym || st->pc);
    if (st == x->now) return;
    tlb_flush(&x->tlb);
    x->now = st;
    x->unbounded = st && st->phase == PHASE_START;
}

uint32_t exec_user_position(const struct exec *x) {
    assert(x->now && x->now->top);
    const struct frame *f = x->now->top;
    uint32_t pos = f->pc->pos;
    for (; f && f->fn->runtime; f = f->caller)
        if (f->caller) pos = f->caller->pc[-1].pos;
    return pos;
}
