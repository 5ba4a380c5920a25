#include "exec/sym/frames.h"

#include <assert.h>

#include "exec/sym/access.h"
#include "exec/sym/decider.h"

bool exec_cut(struct exec *x, uint32_t loop, const struct function *fn) {
    assert(fn && !x->unbounded);
    x->cut = (struct cut){loop, fn, x->now->top ? x->now->top->pc->pos : 0};
    x->stop = STOP_BOUND;
    return false;
}

/* Frames between two of one function are all of functions that call one another in
 * a circle with it, so looking further down is in vain. */
static uint32_t count_active(const struct exec *x, const struct function *fn) {
    const struct frame *f = x->now->top;
    while (f && f->fn != fn && f->fn->recursion == fn->recursion) f = f->caller;
    return f && f->fn == fn ? f->active : 0;
}

bool exec_may_enter_slowly(struct exec *x, const struct function *fn, uint32_t *active) {
    assert(ir_has_code(fn) && active);
    *active = fn->max_active ? count_active(x, fn) + 1 : 0;
    if (*active > fn->max_active && !x->unbounded) return exec_cut(x, 0, fn);
    if (x->now->depth < x->max_depth) return true;
    return exec_error(x, BUG_STACK, "stack exhausted: %u calls deep", x->now->depth);
}

bool exec_push(struct exec *x, struct function *fn, const uint64_t *args, uint32_t nargs) {
    assert(ir_has_code(fn));
    uint32_t active;
    if (!exec_may_enter(x, fn, &active)) return false;
    struct frame *frame = frame_push(x, x->now, fn);
    frame->active = active;
    uint64_t *params = frame->regs + fn->param_base;
    for (uint32_t i = 0; i < fn->nparam_slots; i++) params[i] = i < nargs ? args[i] : 0;
    return true;
}

void exec_note_passed(struct exec *x, const struct function *fn, const struct insn *call) {
    assert(call >= fn->code && call < fn->code + fn->ncode);
    if (!x->coverage.returned || x->decider->props.aside) return;
    uint64_t bit = x->coverage.returned_first[fn->id] + (uint64_t)(call - fn->code);
    x->coverage.returned[bit / 64] |= UINT64_C(1) << (bit % 64);
}

void exec_note_return(struct exec *x) {
    assert(x->now && x->now->top);
    const struct frame *to = x->now->top->caller;
    if (!to || to->pc == to->fn->code) return; /* a constructor below a function that has not begun */
    const struct insn *call = to->pc - 1;
    if (call->op == IR_CALL || call->op == IR_CALLI) exec_note_passed(x, to->fn, call);
}

void exec_pop(struct exec *x) {
    assert(x->now->top && x->now->top->refs == 1);
    struct frame *frame = x->now->top;
    if (x->now->space.stack_depth > frame->stack_base) exec_pop_stack(x, frame->stack_base);
    if (frame->varargs) {
        struct mem_object *obj = space_find(&x->now->space, frame->varargs);
        tlb_forget(&x->tlb, obj->base, obj->size);
        space_drop(&x->now->space, obj, frame->pc->pos);
    }
    frame_pop(x, x->now);
}

struct function *exec_function_at(struct exec *x, uint64_t address) {
    const struct mem_object *obj = space_find(&x->now->space, address);
    if (!obj || obj->kind != OBJECT_FUNCTION || address != obj->base) return NULL;
    return x->p->functions.data[obj->made_pos]; /* functions keep their number there */
}
