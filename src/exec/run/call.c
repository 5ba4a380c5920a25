#include <assert.h>
#include <string.h>

#include "base/bitset.h"
#include "exec/core/exec.h"
#include "exec/library/builtin.h"
#include "exec/library/symbolic.h"
#include "exec/run/loop.h"
#include "exec/sym/access.h"
#include "exec/sym/decider.h"
#include "exec/sym/floats.h"
#include "exec/sym/frames.h"
#include "exec/sym/input.h"
#include "exec/sym/memory.h"
#include "exec/sym/sym.h"
#include "exec/sym/undefined.h"
#include "expr/relate.h"
#include "ir/operands.h"

/* ---- arguments --------------------------------------------------------------------- */

/* A copy of an object passed by value, living in the callee's frame. */
static bool copy_byval(struct exec *x, const struct ir_arg *arg, uint64_t from, uint64_t *addr) {
    assert(arg->byval && arg->size);
    uint32_t align = arg->align ? arg->align : 8;
    if (!exec_alloca(x, arg->size, align, true, NULL, addr)) return false;
    space_find_writable(&x->now->space, *addr)->made_pos = 0; /* the program does not declare it */
    return exec_copy(x, *addr, from, arg->size);
}

static uint64_t round_up(uint64_t n, uint64_t to) { return (n + to - 1) / to * to; }

/* Writes an argument of the caller's frame into the area of variable arguments. */
static bool write_vararg(struct exec *x, uint64_t at, const struct ir_arg *arg, const struct frame *from) {
    assert(!arg->byval && arg->nslots);
    uint32_t size = arg->size > 8u * arg->nslots ? 8u * arg->nslots : arg->size;
    if (!exec_write(x, at, &from->regs[arg->slot], size)) return false;
    for (uint32_t i = 0; i < arg->nslots && 8 * i < size; i++) {
        uint32_t sym = frame_sym(from, arg->slot + i), bytes = size - 8 * i < 8 ? size - 8 * i : 8;
        if (sym) sym_write(x, at + 8 * i, bytes, expr_resize(x->sym->pool, (expr){sym}, 8 * bytes));
    }
    return true;
}

/* How the ABI passes the arguments of a call: registers left and taken so far. */
struct passing {
    uint32_t general, vector;       /* registers taken */
    uint32_t va_general, va_vector; /* ... by variable arguments */
    uint64_t stack;                 /* bytes of variable arguments in memory */
    uint64_t align;                 /* the largest of them */
};
enum { GENERAL_REGS = 6, VECTOR_REGS = 8, VECTOR_AREA = 8 * 16 };

static uint64_t place_in_memory(struct passing *p, const struct ir_arg *arg, uint32_t word) {
    uint32_t align = arg->align > word ? arg->align : word;
    uint64_t at = round_up(p->stack, align);
    if (align > p->align) p->align = align;
    p->stack = at + round_up(arg->size, word);
    return at;
}

/* Takes registers for an argument; false: there are too few, or it never gets one. */
static bool take_registers(struct passing *p, const struct ir_arg *arg, bool is32) {
    assert(arg->reg != REG_REST);
    uint32_t *used = arg->reg == REG_VECTOR ? &p->vector : &p->general;
    uint32_t most = arg->reg == REG_VECTOR ? VECTOR_REGS : GENERAL_REGS;
    uint32_t need = arg->reg == REG_VECTOR ? 1 : arg->nslots;
    if (is32 || arg->reg == REG_MEMORY || *used + need > most) return false;
    *used += need;
    return true;
}

/* Places of the variable arguments: a register's number in its class, or an offset in memory
 * behind IN_MEMORY. The rest of a vector follows its first word. */
#define IN_MEMORY (UINT64_C(1) << 62)
#define IN_VECTOR (UINT64_C(1) << 61)

static uint64_t place_vararg(struct passing *p, const struct ir_arg *arg, uint64_t last, bool is32) {
    if (arg->reg == REG_REST && last & IN_VECTOR) return last + 8;
    uint32_t general = p->general, vector = p->vector;
    bool taken = arg->reg != REG_REST && take_registers(p, arg, is32);
    if (!taken) return IN_MEMORY | place_in_memory(p, arg, is32 ? 4 : 8);
    p->va_general += p->general - general;
    p->va_vector += p->vector - vector;
    return arg->reg == REG_VECTOR ? IN_VECTOR | 16 * (p->va_vector - 1) : 8 * (p->va_general - arg->nslots);
}

/* The area of variable arguments: those in general registers, those in vector registers, those
 * in memory. va_arg finds just as many registers as were used, so that one too many lies
 * outside the area. */
static uint64_t offset_in_area(const struct passing *p, uint64_t place) {
    if (!(place & (IN_VECTOR | IN_MEMORY))) return place;
    uint64_t general = 8 * (uint64_t)p->va_general;
    if (place & IN_VECTOR) return general + VECTOR_AREA - 16 * (uint64_t)p->va_vector + (place & ~IN_VECTOR);
    bool any = p->va_general || p->va_vector;
    return (any ? round_up(general + VECTOR_AREA, p->align) : 0) + (place & ~IN_MEMORY);
}

static bool pass_one(struct exec *x, const struct ir_arg *arg, uint64_t at, const struct frame *from) {
    return arg->byval ? exec_copy(x, at, from->regs[arg->slot], arg->size) : write_vararg(x, at, arg, from);
}

/* Variable arguments lie in memory as va_arg looks for them. */
static bool pass_varargs(struct exec *x, const struct ir_call *call, uint32_t first, const struct frame *from) {
    assert(first <= call->nargs && !x->now->top->varargs);
    bool is32 = x->p->is32, ok = true;
    struct passing p = {.align = 16};
    for (uint32_t i = 0; i < first; i++)
        if (call->args[i].reg != REG_REST) take_registers(&p, &call->args[i], is32);
    vec_u64 places = {0};
    uint64_t last = 0;
    for (uint32_t i = first; i < call->nargs; i++) {
        last = place_vararg(&p, &call->args[i], last, is32);
        vec_push(&places, last);
    }
    uint64_t size = offset_in_area(&p, IN_MEMORY | p.stack);
    struct mem_object *obj = space_alloc(&x->now->space, OBJECT_VARARGS, size, (uint32_t)p.align, x->now->top->pc->pos);
    if (!obj) return vec_release(&places), exec_error(x, BUG_UNSUPPORTED, "no room for the arguments of a call");
    uint64_t base = obj->base;
    x->now->top->varargs = base;
    x->now->top->va_general = (uint8_t)p.va_general;
    x->now->top->va_vector = (uint8_t)p.va_vector;
    x->now->top->va_memory = (uint32_t)offset_in_area(&p, IN_MEMORY);
    for (uint32_t i = first; ok && i < call->nargs; i++)
        ok = pass_one(x, &call->args[i], base + offset_in_area(&p, places.data[i - first]), from);
    vec_release(&places);
    return ok;
}

/* Objects passed by value are copied from concrete addresses. */
static void pin_byval(struct exec *x, const struct ir_call *call) {
    for (uint32_t i = 0; i < call->nargs; i++)
        if (call->args[i].byval) sym_pin_slot(x, call->args[i].slot);
}

/* Objects passed by value are read in the caller: an error belongs to the call. */
static bool can_copy(struct exec *x, const struct ir_call *call, const struct frame *from) {
    for (uint32_t i = 0; i < call->nargs; i++)
        if (call->args[i].byval && !exec_readable(x, from->regs[call->args[i].slot], call->args[i].size)) return false;
    return true;
}

/* Symbolic arguments, after the concrete ones are in place. */
static void pass_symbolic(struct frame *from, struct frame *to, const struct ir_call *call) {
    assert(from->symbolic && from != to);
    uint32_t filled = 0, params = to->fn->param_base;
    for (uint32_t i = 0; i < call->nargs && filled < to->fn->nparam_slots; i++) {
        const struct ir_arg *arg = &call->args[i];
        for (uint32_t k = 0; k < (arg->byval ? 1u : arg->nslots) && filled < to->fn->nparam_slots; k++) {
            uint32_t sym = arg->byval ? 0 : from->sym[arg->slot + k];
            if (sym) frame_set(to, params + filled, 0, sym);
            filled++;
        }
    }
}

static bool enter(struct exec *x, struct function *fn, const struct insn *in, const struct ir_call *call) {
    uint32_t active;
    if (!exec_may_enter(x, fn, &active)) return false;
    struct frame *from = x->now->top;
    if (__builtin_expect(from->symbolic, 0)) {
        pin_byval(x, call);
        if (x->stop) return false;
    }
    if (!can_copy(x, call, from)) return false;
    const uint64_t *regs = from->regs;
    from->pc = in + 1;
    struct frame *frame = frame_push(x, x->now, fn);
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
        for (uint32_t k = 0; k < arg->nslots && filled < fn->nparam_slots; k++) params[filled++] = regs[arg->slot + k];
    }
    for (; filled < fn->nparam_slots; filled++) params[filled] = 0;
    if (__builtin_expect(from->symbolic, 0)) pass_symbolic(from, frame, call);
    return !fn->varargs || fn->stub || pass_varargs(x, call, i, from); /* a function without body looks at none */
}

/* ---- calls without a body ---------------------------------------------------------------- */

enum { MAX_ARGS = 64 };

static bool call_builtin(struct exec *x, struct function *fn, const struct insn *in, const struct ir_call *call) {
    assert(fn->builtin >= 0 && !fn->defined);
    uint64_t args[MAX_ARGS], ret[2] = {0, 0};
    bool handled = false;
    if (x->sym) {
        bool ok = sym_builtin(x, fn, in, call, &handled);
        if (handled || !ok) {
            if (ok) x->now->top->pc = in + 1;
            return ok || x->stop == STOP_NONE;
        }
    }
    struct frame *top = x->now->top;
    uint32_t n = 0;
    for (uint32_t i = 0; i < call->nargs; i++)
        for (uint32_t k = 0; k < call->args[i].nslots && n < MAX_ARGS; k++)
            args[n++] = top->regs[call->args[i].slot + k];
    uint32_t given = n;
    while (n < 8) args[n++] = 0; /* built-ins may look at arguments that were not passed */
    if (!builtin_call(x, fn->builtin, args, given, ret)) return x->stop == STOP_NONE;
    for (uint32_t i = 0; i < call->nret && i < 2; i++) frame_set(top, in->d + i, ret[i], 0);
    bool math = builtin_is_math(fn->builtin);
    if (x->sym && (call->ret_fkind || (call->nret == 2 && math))) float_opens_result(x, fn, in, call, math);
    top->pc = in + 1;
    return true;
}

/* A call of a function that the front end has left without a body. */
static bool call_external(struct exec *x, struct function *fn, const struct insn *in, const struct ir_call *call) {
    assert(!fn->defined && fn->builtin < 0);
    bool native = x->ctx->opt.external == EXTERNAL_NATIVE && native_allowed(x->ctx, fn->name);
    uint64_t ret[2] = {0, 0};
    if (!native) return exec_error(x, BUG_EXTERNAL, "call of '%s', which has no body and no model", fn->name);
    if (x->sym) sym_settle_args(x, call, GAP_EXTERNAL);
    if (!native_invoke(x, fn->name, call, ret)) return false;
    for (uint32_t i = 0; i < call->nret && i < 2; i++) frame_set(x->now->top, in->d + i, ret[i], 0);
    x->now->top->pc = in + 1;
    return true;
}

/* A function of the library: on symbolic data its model may be an expression. */
static bool call_library(struct exec *x, struct function *fn, const struct insn *in, const struct ir_call *call) {
    assert(x->sym && fn->runtime);
    bool handled, ok = sym_library(x, fn, in, call, &handled);
    if (!handled) return !decider_gives_up(x) && enter(x, fn, in, call);
    if (ok) {
        exec_note_passed(x, x->now->top->fn, in);
        x->now->top->pc = in + 1;
    }
    return ok || x->stop == STOP_NONE;
}

static bool call_any(struct exec *x, struct function *fn, const struct insn *in, const struct ir_call *call) {
    x->now->top->pc = in;
    bool library = (fn->runtime && !fn->stub) || (!fn->defined && fn->builtin < 0);
    if (library && x->decider->on.library && !x->decider->on.library(x, fn, call)) return false;
    if (fn->defined && fn->runtime && !fn->stub && x->sym) return call_library(x, fn, in, call);
    if (fn->defined) return enter(x, fn, in, call);
    if (fn->builtin >= 0) return call_builtin(x, fn, in, call);
    return call_external(x, fn, in, call);
}

bool exec_call(struct exec *x, struct function *fn, const struct insn *in) {
    assert(ir_is_call(in->op) && !x->stop);
    if (x->sym) x->sym->fork_pc = in;
    if (x->sym && !x->now->model && sym_call_wants_model(x, fn)) {
        x->now->top->pc = in;
        if (!sym_feasible(x)) return false;
    }
    bool ok = call_any(x, fn, in, &x->now->top->fn->calls[in->b]);
    if (x->sym && x->sym->forked.len && !x->stop) x->stop = STOP_FORKED;
    return ok;
}
