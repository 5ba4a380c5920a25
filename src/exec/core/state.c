#include "exec/core/state.h"

#include <assert.h>
#include <string.h>

#include "exec/core/decision.h"
#include "exec/core/exec.h"
#include "exec/core/threads.h"
#include "exec/core/trail.h"
#include "solver/path.h"
#include "solver/solver.h"

/* ---- frames ------------------------------------------------------------------------------ */

/* A frame of fn with its constants; the other registers hold anything. */
static struct frame *frame_take(struct exec *x, struct function *fn) {
    struct frame *frame = x->frames_free[fn->id];
    if (frame) {
        x->frames_free[fn->id] = frame->caller;
        assert(frame->fn == fn);
    } else {
        size_t regs = fn->nslots * sizeof frame->regs[0], sym = fn->nslots * sizeof frame->sym[0];
        frame = mem_alloc(sizeof *frame + regs + sym);
        frame->fn = fn;
        frame->sym = (uint32_t *)(frame->regs + fn->nslots);
        memcpy(frame->regs, fn->consts, fn->nconsts * sizeof frame->regs[0]);
    }
    frame->refs = 1;
    frame->symbolic = false;
    return frame;
}

struct frame *frame_push(struct exec *x, struct state *st, struct function *fn) {
    assert(ir_has_code(fn));
    assert(!st->top || st->top->refs == 1);
    assert(fn->code && fn->ncode);
    struct frame *frame = frame_take(x, fn);
    frame->caller = st->top;
    frame->pc = fn->code;
    frame->ret_slot = 0; /* of the first frame, which has no caller: equal states must look equal */
    frame->ret_count = 0;
    frame->stack_base = st->space.stack_depth;
    frame->varargs = 0;
    frame->va_general = frame->va_vector = 0;
    frame->va_memory = 0;
    frame->serial = st->serials++;
    st->top = frame;
    st->depth++;
    return frame;
}

static void recycle(struct exec *x, struct frame *frame) {
    frame->caller = x->frames_free[frame->fn->id];
    x->frames_free[frame->fn->id] = frame;
}

void frame_release(struct exec *x, struct frame *frame) {
    while (frame && --frame->refs == 0) {
        struct frame *caller = frame->caller;
        recycle(x, frame);
        frame = caller;
    }
}

void frame_pop(struct exec *x, struct state *st) {
    struct frame *frame = st->top;
    assert(frame->refs == 1);
    st->top = frame->caller; /* its reference is ours now */
    st->depth--;
    recycle(x, frame);
    if (st->top && st->top->refs > 1) state_own_top(x, st);
}

void frame_make_symbolic(struct frame *frame) {
    assert(!frame->symbolic && frame->refs == 1);
    memset(frame->sym, 0, frame->fn->nslots * sizeof frame->sym[0]);
    frame->symbolic = true;
}

/* A copy of a shared frame; takes over one reference to it. */
static struct frame *frame_copy(struct exec *x, struct frame *old) {
    struct frame *own = frame_take(x, old->fn);
    uint32_t first = old->fn->nconsts, n = old->fn->nslots - first;
    uint32_t *sym = own->sym;
    memcpy(own, old, sizeof *own);
    own->sym = sym;
    own->refs = 1;
    memcpy(own->regs + first, old->regs + first, n * sizeof own->regs[0]);
    if (own->symbolic) memcpy(own->sym, old->sym, old->fn->nslots * sizeof own->sym[0]);
    if (own->caller) own->caller->refs++;
    assert(old->refs > 1);
    old->refs--;
    return own;
}

void state_own_top(struct exec *x, struct state *st) {
    assert(!st->top || st->top->refs);
    if (st->top && st->top->refs > 1) st->top = frame_copy(x, st->top);
}

void frame_own_caller(struct exec *x, struct frame *frame) {
    assert(frame->refs == 1 && frame->caller->refs > 1);
    frame->caller = frame_copy(x, frame->caller);
}

/* ---- states -------------------------------------------------------------------------------- */

struct state *state_new(struct exec *x) {
    struct state *st = mem_zalloc(sizeof *st);
    st->id = ++x->states_made;
    st->trace = path_trace_empty();
    space_init(&st->space, &x->p->layout);
    return st;
}

struct state *state_fork(struct exec *x, struct state *from) {
    struct state *st = mem_alloc(sizeof *st);
    *st = *from;
    st->id = ++x->states_made;
    space_fork(&st->space, &from->space);
    tlb_flush(&x->tlb); /* pages are shared now */
    if (st->top) {
        st->top->refs++;
        state_own_top(x, st);
    }
    memset(&st->jumps, 0, sizeof st->jumps);
    vec_append(&st->jumps, from->jumps.data, from->jumps.len);
    if (st->pc) pathcond_retain(st->pc);
    if (st->model) model_retain(st->model);
    trail_retain(st->trail);
    decision_retain(st->decided);
    tally_fork(&st->made, &from->made);
    st->threads = threads_copy(from->threads);
    turns_retain(st->turns);
    state_check(x, st);
    return st;
}

void state_free(struct exec *x, struct state *st) {
    if (!st) return;
    frame_release(x, st->top);
    space_release(&st->space);
    vec_release(&st->jumps);
    pathcond_release(st->pc);
    model_release(st->model);
    trail_release(st->trail);
    decision_release(st->decided);
    tally_release(&st->made);
    threads_release(x, st->threads);
    turns_release(st->turns);
    mem_free(st);
}

/* ---- invariants ------------------------------------------------------------------------------ */

#ifndef NDEBUG

static void check_frame(const struct frame *f, const struct state *st) {
    const struct function *fn = f->fn;
    assert(f->refs && f->pc >= fn->code && f->pc < fn->code + fn->ncode);
    assert(f->stack_base <= st->space.stack_depth);
    assert(!memcmp(f->regs, fn->consts, fn->nconsts * sizeof f->regs[0]));
    for (uint32_t i = 0; f->symbolic && i < fn->nconsts; i++) assert(!f->sym[i]);
}

void state_check(const struct exec *x, const struct state *st) {
    const uint32_t most = 64; /* of a deep recursion the newest frames will do */
    uint32_t seen = 0;
    for (const struct frame *f = st->top; f && seen < most; f = f->caller, seen++) check_frame(f, st);
    threads_check(st);
    assert(seen == most ? st->depth >= most : st->depth == seen);
    assert(x->sym ? st->pc != NULL : !st->pc && !st->model);
}

#else

void state_check(const struct exec *x, const struct state *st) { (void)x, (void)st; }

#endif
