/* What happens in a node while it is executed: the memory that its instructions touch, the
 * constraints that they add, the conditions of their checks. */
#include <assert.h>

#include "engine/cdse/inside.h"
#include "ir/cfg.h"
#include "ir/operands.h"
#include "solver/path.h"

static bool is_symbolic(const struct exec *x, uint32_t slot) { return frame_sym(x->now->top, slot) != 0; }

static bool reads_symbolic(const struct exec *x, const struct insn *in) {
    struct slot_range reads[IR_MAX_READS];
    uint32_t n = x->now->top->symbolic ? ir_read(x->now->top->fn, in, reads) : 0;
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t s = 0; s < reads[k].count; s++)
            if (is_symbolic(x, reads[k].first + s)) return true;
    return false;
}

static bool arguments_symbolic(const struct exec *x, const struct insn *in) {
    const struct ir_call *call = ir_call_of(x->now->top->fn, in);
    for (uint32_t i = 0; x->now->top->symbolic && i < call->nargs; i++)
        for (uint32_t s = 0; s < call->args[i].nslots; s++)
            if (is_symbolic(x, call->args[i].slot + s)) return true;
    return false;
}

static bool is_indexed(enum ir_op op) {
    return (op >= IR_LOAD8X && op <= IR_LOAD64X) || (op >= IR_STORE8X && op <= IR_STORE64X);
}

static uint64_t address(const struct exec *x, const struct insn *in) {
    const uint64_t *r = x->now->top->regs;
    uint64_t mask = x->p->is32 ? UINT32_MAX : UINT64_MAX;
    if (is_indexed(in->op)) return (r[in->a] + r[in->b] * in->aux + (uint64_t)(int64_t)(int32_t)in->c) & mask;
    return (r[in->a] + (uint64_t)(int64_t)(int32_t)in->b) & mask;
}

static void note_object(const struct exec *x, struct touch *t) {
    const struct mem_object *obj = space_find(&x->now->space, t->addr);
    if (!obj) return;
    t->base = obj->base;
    if (!t->size) t->size = obj->size;
    t->constant = obj->readonly;
    t->global = obj->kind == OBJECT_GLOBAL;
    t->opaque |= obj->size_sym != 0;
}

static void touch_access(struct cdse *cd, struct exec *x, const struct insn *in, uint32_t code) {
    bool symbolic = is_symbolic(x, in->a) || (is_indexed(in->op) && is_symbolic(x, in->b));
    struct touch t = {.code = code, .opaque = symbolic, .size = memuse_bytes(in)};
    if (!symbolic) {
        t.addr = address(x, in);
        note_object(x, &t);
    }
    vec_push(&cd->step->touches, t);
}

static void touch_block(struct cdse *cd, struct exec *x, const struct insn *in, uint32_t code) {
    const uint64_t *r = x->now->top->regs;
    bool symbolic = is_symbolic(x, in->a) || is_symbolic(x, in->c) || (in->op != IR_MEMSET && is_symbolic(x, in->b));
    struct touch t = {.code = code, .opaque = symbolic, .addr = r[in->a], .from = r[in->b], .size = r[in->c]};
    note_object(x, &t);
    vec_push(&cd->step->touches, t);
}

static void touch_call(struct cdse *cd, struct exec *x, const struct insn *in, uint32_t code) {
    assert(in->op == IR_CALL);
    enum callee kind = fcfg_callee(&cd->g, in->a);
    if (kind == CALLEE_INPUT || kind == CALLEE_ASSUME || kind == CALLEE_ERROR || kind == CALLEE_END) return;
    struct touch t = {.code = code, .opaque = kind == CALLEE_OPAQUE || arguments_symbolic(x, in)};
    t.late = kind == CALLEE_ALLOC;
    vec_push(&cd->step->touches, t);
}

/* Instructions that pin or settle symbolic operands. */
static bool wants_concrete(const struct insn *in) {
    if (in->op >= IR_FADD32 && in->op <= IR_FCAST) return true;
    switch (in->op) {
    case IR_SELECT: return in->aux != 0;
    case IR_ALLOCAV:
    case IR_LIFE_START:
    case IR_LIFE_END:
    case IR_STACKRESTORE:
    case IR_VASTART:
    case IR_VACOPY: return true;
    default: return false;
    }
}

static void touch_other(struct cdse *cd, struct exec *x, const struct insn *in, uint32_t code) {
    struct touch t = {.code = code, .opaque = wants_concrete(in) && reads_symbolic(x, in)};
    switch (in->op) {
    case IR_ALLOCA: t.late = true; break;
    case IR_LIFE_START:
    case IR_LIFE_END:
        t.addr = x->now->top->regs[in->a];
        note_object(x, &t);
        break;
    case IR_ALLOCAV:
    case IR_STACKSAVE:
    case IR_STACKRESTORE:
    case IR_VASTART:
    case IR_VACOPY: t.opaque = true; break;
    default:
        if (!t.opaque) return;
    }
    vec_push(&cd->step->touches, t);
}

static void touch(struct cdse *cd, struct exec *x, const struct insn *in, uint32_t code) {
    if (memuse_is_load(in->op) || memuse_is_store(in->op)) touch_access(cd, x, in, code);
    else if (in->op == IR_MEMCPY || in->op == IR_MEMMOVE || in->op == IR_MEMSET) touch_block(cd, x, in, code);
    else if (in->op == IR_CALL) touch_call(cd, x, in, code);
    else touch_other(cd, x, in, code);
}

/* What the last instruction has left behind. */
static void settle_last(struct cdse *cd, struct exec *x) {
    assert(!cd->step->multi && cd->seen >= cd->step->constraints);
    struct stage *s = cd->step;
    uint32_t now = pathcond_len(x->now->pc);
    for (; cd->seen < now; cd->seen++) vec_push(&s->causes, (struct cause){cd->seen, cd->last});
    if (!s->touches.len || !vec_last(&s->touches).late || !x->now->top) return;
    struct touch *t = &vec_last(&s->touches);
    t->late = false;
    if (x->now->depth != cd->depth) return;
    t->addr = x->now->top->regs[x->now->top->fn->code[t->code].d];
    note_object(x, t);
}

static bool stops_by_itself(const struct insn *in) {
    return in->op == IR_UNREACHABLE || in->op == IR_UNSUPPORTED || in->op == IR_CALL;
}

/* Has a call that is tried not been done yet? With a symbolic pointer the executor looks at
 * it more than once. */
static bool goes_on(const struct cdse *cd, const struct exec *x, const struct insn *in) {
    if (x->now->depth > cd->depth) return cd->probe == PROBE_RETURN;
    return x->now->depth == cd->depth && in == &x->now->top->fn->code[cd->last];
}

/* The user's function that the library calls back has no nodes. */
static void cover_inside(struct cdse *cd, const struct function *f, const struct insn *in) {
    uint32_t pc = (uint32_t)(in - f->code);
    if (ir_is_users(f) && f->blocks[cfg_block_at(f, pc)].first == pc) covered_block(cd->r->covered, f, pc);
}

static bool on_step(struct tracer *tracer, struct exec *x, const struct insn *in) {
    struct cdse *cd = (struct cdse *)tracer;
    if (cd->skip) {
        cd->skip = false;
        return true;
    }
    if (cd->probe) return goes_on(cd, x, in);
    if (!cd->started) return !(x->now->phase == PHASE_MAIN && x->now->depth == 1);
    if (x->now->depth > cd->depth || x->now->phase != PHASE_MAIN) return cover_inside(cd, x->now->top->fn, in), true;
    if (x->now->depth < cd->depth) return true; /* the call that led here forked, and is looked at again */
    uint32_t code = (uint32_t)(in - x->now->top->fn->code);
    if (!cd->step->multi) settle_last(cd, x);
    cd->last = code;
    if (code == cd->end) {
        const struct insn *last = in;
        if (!stops_by_itself(last) || (last->op == IR_CALL && fcfg_callee(&cd->g, last->a) == CALLEE_FOLLOWED)) {
            return false;
        }
    }
    if (!cd->step->multi) touch(cd, x, in, code);
    return true;
}

static void on_check(struct tracer *tracer, struct exec *x, expr bad) {
    struct cdse *cd = (struct cdse *)tracer;
    assert(!cd->started || cd->step);
    if (!cd->started || cd->step->multi || x->now->depth != cd->depth) return;
    vec_push(&cd->step->checks, (struct checked){cd->last, bad, pathcond_retain(x->now->pc)});
}

void cdse_trace(struct cdse *cd) {
    cd->tracer.step = on_step;
    cd->tracer.check = on_check;
    tracer_begin(cd->x, &cd->tracer);
}
