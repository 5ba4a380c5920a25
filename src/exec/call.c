#include <assert.h>
#include <string.h>

#include "base/bitset.h"
#include "exec/exec.h"

bool exec_cut(struct exec *x, uint32_t loop, const struct function *fn) {
    x->cut = (struct cut){loop, fn, x->top ? x->top->pc->pos : 0};
    x->stop = STOP_BOUND;
    return false;
}

/* Frames between two of one function are all of functions that call one another in
 * a circle with it, so looking further down is in vain. */
static uint32_t count_active(const struct exec *x, const struct function *fn) {
    const struct frame *f = x->top;
    while (f && f->fn != fn && f->fn->recursion == fn->recursion) f = f->caller;
    return f && f->fn == fn ? f->active : 0;
}

/* May fn be entered? Otherwise stopped. */
static bool may_enter(struct exec *x, const struct function *fn, uint32_t *active) {
    *active = fn->max_active ? count_active(x, fn) + 1 : 0;
    if (*active > fn->max_active && !x->unbounded) return exec_cut(x, 0, fn);
    if (x->depth < x->max_depth) return true;
    return exec_error(x, BUG_STACK, "stack exhausted: %u calls deep", x->depth);
}

static struct frame *new_frame(struct exec *x, struct function *fn) {
    struct frame *frame = x->frames_free[fn->id];
    if (frame) {
        x->frames_free[fn->id] = frame->caller;
    } else {
        frame = mem_alloc(sizeof *frame + fn->nslots * sizeof frame->regs[0]);
        memcpy(frame->regs, fn->consts, fn->nconsts * sizeof frame->regs[0]);
        frame->fn = fn;
    }
    frame->caller = x->top;
    frame->pc = fn->code;
    frame->ret_count = 0;
    frame->stack_base = x->space.stack_depth;
    frame->varargs = 0;
    frame->serial = x->serials++;
    x->top = frame;
    x->depth++;
    return frame;
}

bool exec_push(struct exec *x, struct function *fn, const uint64_t *args, uint32_t nargs) {
    uint32_t active;
    if (!may_enter(x, fn, &active)) return false;
    struct frame *frame = new_frame(x, fn);
    frame->active = active;
    uint64_t *params = frame->regs + fn->param_base;
    for (uint32_t i = 0; i < fn->nparam_slots; i++) params[i] = i < nargs ? args[i] : 0;
    return true;
}

void exec_pop(struct exec *x) {
    struct frame *frame = x->top;
    if (x->space.stack_depth > frame->stack_base) exec_pop_stack(x, frame->stack_base);
    if (frame->varargs) {
        struct mem_object *obj = space_find(&x->space, frame->varargs);
        tlb_forget(&x->tlb, obj->base, obj->size);
        space_drop(&x->space, obj, frame->pc->pos);
    }
    x->top = frame->caller;
    x->depth--;
    frame->caller = x->frames_free[frame->fn->id];
    x->frames_free[frame->fn->id] = frame;
}

/* ---- arguments --------------------------------------------------------------------- */

/* A copy of an object passed by value, living in the callee's frame. */
static bool copy_byval(struct exec *x, const struct ir_arg *arg, uint64_t from, uint64_t *addr) {
    uint32_t align = arg->align ? arg->align : 8;
    if (!exec_alloca(x, arg->size, align, true, NULL, 0, addr)) return false;
    return exec_copy(x, *addr, from, arg->size);
}

static uint64_t round_up(uint64_t n, uint64_t to) { return (n + to - 1) / to * to; }

/* Variable arguments lie in memory as the ABI puts them on the stack. */
static bool pass_varargs(struct exec *x, const struct ir_call *call, uint32_t first,
                         const uint64_t *regs) {
    uint32_t word = x->p->ptr_bytes;
    uint64_t size = 0;
    for (uint32_t i = first; i < call->nargs; i++) {
        uint32_t align = call->args[i].align > word ? call->args[i].align : word;
        size = round_up(size, align) + round_up(call->args[i].size, word);
    }
    struct mem_object *obj = space_alloc(&x->space, OBJECT_VARARGS, size, 16, x->top->pc->pos);
    if (!obj) return exec_error(x, BUG_UNSUPPORTED, "no room for the arguments of a call");
    obj->tracked = false;
    uint64_t base = obj->base, at = 0;
    x->top->varargs = base;
    for (uint32_t i = first; i < call->nargs; i++) {
        const struct ir_arg *arg = &call->args[i];
        at = round_up(at, arg->align > word ? arg->align : word);
        bool ok = arg->byval
                      ? exec_copy(x, base + at, regs[arg->slot], arg->size)
                      : exec_write(x, base + at, &regs[arg->slot],
                                   arg->size > 8u * arg->nslots ? 8u * arg->nslots : arg->size);
        if (!ok) return false;
        at += round_up(arg->size, word);
    }
    return true;
}

static bool enter(struct exec *x, struct function *fn, const struct insn *in,
                  const struct ir_call *call) {
    uint32_t active;
    if (!may_enter(x, fn, &active)) return false;
    const uint64_t *regs = x->top->regs;
    x->top->pc = in + 1;
    struct frame *frame = new_frame(x, fn);
    frame->active = active;
    frame->ret_slot = in->d;
    frame->ret_count = call->nret < fn->nret ? call->nret : fn->nret;
    uint64_t *params = frame->regs + fn->param_base;
    uint32_t filled = 0, i = 0;
    for (; i < call->nargs && filled < fn->nparam_slots; i++) {
        const struct ir_arg *arg = &call->args[i];
        if (__builtin_expect(arg->byval, 0)) {
            if (!copy_byval(x, arg, regs[arg->slot], &params[filled])) return false;
            filled++;
            continue;
        }
        for (uint32_t k = 0; k < arg->nslots && filled < fn->nparam_slots; k++)
            params[filled++] = regs[arg->slot + k];
    }
    for (; filled < fn->nparam_slots; filled++) params[filled] = 0;
    return !fn->varargs || pass_varargs(x, call, i, regs);
}

/* ---- calls without a body ---------------------------------------------------------------- */

enum { MAX_ARGS = 64 };

static bool call_builtin(struct exec *x, struct function *fn, const struct insn *in,
                         const struct ir_call *call) {
    uint64_t args[MAX_ARGS], ret[2] = {0, 0};
    uint64_t *regs = x->top->regs;
    uint32_t n = 0;
    for (uint32_t i = 0; i < call->nargs; i++)
        for (uint32_t k = 0; k < call->args[i].nslots && n < MAX_ARGS; k++)
            args[n++] = regs[call->args[i].slot + k];
    uint32_t given = n;
    while (n < 8) args[n++] = 0; /* built-ins may look at arguments that were not passed */
    if (!builtin_call(x, fn->builtin, args, given, ret)) return x->stop == STOP_NONE;
    for (uint32_t i = 0; i < call->nret && i < 2; i++) regs[in->d + i] = ret[i];
    x->top->pc = in + 1;
    return true;
}

static bool call_external(struct exec *x, struct function *fn, const struct insn *in,
                          const struct ir_call *call) {
    bool native = x->ctx->opt.external == EXTERNAL_NATIVE && native_allowed(x->ctx, fn->name);
    if (x->ctx->opt.external != EXTERNAL_HAVOC && !native)
        return exec_error(x, BUG_EXTERNAL, "call of '%s', which has no body and no model", fn->name);
    if (native) {
        uint64_t ret[2] = {0, 0};
        if (!native_invoke(x, fn->name, call, ret)) return false;
        for (uint32_t i = 0; i < call->nret && i < 2; i++) x->top->regs[in->d + i] = ret[i];
        x->top->pc = in + 1;
        return true;
    }
    if (bitset_add(&x->reported_externals, fn->id))
        log_warning(&x->ctx->log, "%s: '%s' has no body and no model; its result is arbitrary",
                    program_where(x->p, in->pos), fn->name);
    for (uint32_t i = 0; i < call->nret; i++) x->top->regs[in->d + i] = rng_next(&x->ctx->rng);
    x->top->pc = in + 1;
    return true;
}

bool exec_call(struct exec *x, struct function *fn, const struct insn *in) {
    const struct ir_call *call = &x->top->fn->calls[in->b];
    x->top->pc = in;
    if (fn->defined) return enter(x, fn, in, call);
    if (fn->builtin >= 0) return call_builtin(x, fn, in, call);
    return call_external(x, fn, in, call);
}

struct function *exec_function_at(struct exec *x, uint64_t address) {
    const struct mem_object *obj = space_find(&x->space, address);
    if (!obj || obj->kind != OBJECT_FUNCTION || address != obj->base) return NULL;
    return x->p->functions.data[obj->made_pos]; /* functions keep their number there */
}
