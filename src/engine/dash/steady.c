#include "engine/dash/steady.h"

#include "ir/callgraph.h"
#include "ir/cfg.h"
#include "ir/known.h"
#include "ir/operands.h"

/* ---- definitions -------------------------------------------------------------------------------------- */

static const struct insn several; /* stands for more than one */

static void define(const struct insn **defs, uint32_t slot, const struct insn *in) {
    defs[slot] = defs[slot] ? &several : in;
}

static void find_defs(const struct function *fn, const struct insn **defs) {
    for (uint32_t i = 0; i < fn->ncode; i++) {
        struct slot_range w = ir_written(fn, &fn->code[i]);
        for (uint32_t k = 0; k < w.count; k++) define(defs, w.first + k, w.count == 1 ? &fn->code[i] : &several);
    }
    for (uint32_t i = 0; i < fn->nparam_slots; i++) define(defs, fn->param_base + i, &several);
    for (uint32_t i = 0; i < fn->nslots; i++)
        if (defs[i] == &several) defs[i] = NULL;
}

static bool is_param(const struct function *fn, uint32_t slot) {
    return slot >= fn->param_base && slot - fn->param_base < fn->nparam_slots;
}

/* Parameters that nothing in the function overwrites. */
static void find_params(const struct function *fn, struct steady_slot *slots) {
    for (uint32_t i = 0; i < fn->nparam_slots && i < 64; i++)
        slots[fn->param_base + i] = (struct steady_slot){true, false, UINT64_C(1) << i};
    for (uint32_t i = 0; i < fn->ncode; i++) {
        struct slot_range w = ir_written(fn, &fn->code[i]);
        for (uint32_t k = 0; k < w.count; k++)
            if (is_param(fn, w.first + k)) slots[w.first + k].steady = false;
    }
}

/* ---- steady slots ------------------------------------------------------------------------------------ */

/* Operators whose result follows from their operands, without errors. */
static bool is_plain(enum ir_op op) {
    if (op >= IR_ADD32 && op <= IR_XORNI) return true;
    return op == IR_MOV || op == IR_LEA64 || op == IR_LEA32 || (op >= IR_TRUNC8 && op <= IR_SEXTN);
}

static bool from_operands(const struct function *fn, const struct insn *in, struct steady_slot *slots,
                          struct steady_slot *out) {
    struct slot_range reads[IR_MAX_READS];
    uint32_t n = ir_read(fn, in, reads);
    *out = (struct steady_slot){.steady = true};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < reads[i].count; k++) {
            uint32_t slot = reads[i].first + k;
            if (slot < fn->nconsts) continue;
            if (!slots[slot].steady) return false;
            out->local |= slots[slot].local;
            out->params |= slots[slot].params;
        }
    return true;
}

/* What a local variable with one store holds. */
static bool from_store(const struct function *fn, const struct insn *store, struct steady_slot *slots,
                       struct steady_slot *out) {
    *out = (struct steady_slot){.steady = true};
    if (store->c >= fn->nconsts) *out = slots[store->c];
    return out->steady;
}

static bool judge(const struct steady *s0, const struct function *fn, uint32_t slot, const struct insn *in) {
    struct steady_slot *slots = s0->functions[fn->id].slots;
    struct steady_slot *s = &slots[slot];
    if (s->steady || is_param(fn, slot)) return false;
    if (in->op == IR_MOVI) {
        *s = (struct steady_slot){.steady = true};
        return true;
    }
    if (in->op == IR_ALLOCA) { /* once in each frame */
        bool entry = (uint64_t)(in - fn->code) < fn->blocks[0].end;
        *s = (struct steady_slot){.steady = entry, .local = true};
        return entry;
    }
    struct steady_slot found;
    const struct insn *store = steady_source(s0, fn, in);
    if (store) {
        if (!from_store(fn, store, slots, &found)) return false;
        *s = found;
        return true;
    }
    if (!is_plain((enum ir_op)in->op) || !from_operands(fn, in, slots, &found)) return false;
    *s = found;
    return true;
}

/* Judges slots until no more turn out to be steady. */
static void judge_all(const struct steady *s, const struct function *fn) {
    const struct insn **defs = s->functions[fn->id].defs;
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t slot = fn->nconsts; slot < fn->nslots; slot++)
            if (defs[slot]) changed |= judge(s, fn, slot, defs[slot]);
    }
}

static void analyse(struct steady *s, const struct function *fn) {
    struct steady_function *out = &s->functions[fn->id];
    out->slots = mem_zalloc((fn->nslots + 1) * sizeof *out->slots);
    out->defs = mem_zalloc((fn->nslots + 1) * sizeof *out->defs);
    find_defs(fn, out->defs);
    find_params(fn, out->slots);
    judge_all(s, fn);
    if (fn->runtime) return;
    steady_find_stores(s, fn);
    judge_all(s, fn);
}

/* ---- where local variables are ----------------------------------------------------------------------- */

static bool passes_objects(const struct function *fn) {
    for (uint32_t i = 0; i < fn->ncalls; i++)
        for (uint32_t k = 0; k < fn->calls[i].nargs; k++)
            if (fn->calls[i].args[k].byval) return true;
    return false;
}

/* Functions that may run before the program exits; what starts it does the same always. */
static void find_running(const struct callgraph *cg, const struct program *p, uint32_t f, struct bitset *out) {
    const struct function *fn = p->functions.data[f];
    if ((fn->runtime && known_effects(fn) & KNOWN_ENDS) || !bitset_add(out, f)) return;
    vec_u32 callees = {0};
    callgraph_callees(cg, f, &callees);
    for (uint32_t i = 0; i < callees.len; i++) find_running(cg, p, callees.data[i], out);
    vec_release(&callees);
}

static bool moves_locals(const struct function *fn, bool entry) {
    if (passes_objects(fn)) return true;
    for (uint32_t i = 0; i < fn->ncode; i++) {
        if (fn->code[i].op == IR_ALLOCAV) return true;
        if (fn->code[i].op == IR_ALLOCA && !entry && fn->allocas[fn->code[i].a].escapes) return true;
    }
    return false;
}

static bool is_varying(const struct callgraph *cg, const struct program *p) {
    struct bitset running;
    bitset_init(&running);
    find_running(cg, p, p->entry, &running);
    bool varying = false;
    for (int64_t f = bitset_next(&running, 0); f >= 0 && !varying; f = bitset_next(&running, (uint32_t)f + 1)) {
        const struct function *fn = p->functions.data[f];
        varying = ir_has_code(fn) && moves_locals(fn, f == p->entry);
    }
    bitset_release(&running);
    return varying;
}

static void measure_locals(struct steady *s, const struct callgraph *cg) {
    enum { LARGE = 128 }; /* smaller ones do not count */
    for (uint32_t i = 1; i < s->p->functions.len; i++) {
        const struct function *fn = s->p->functions.data[i];
        for (uint32_t k = 0; k < fn->nallocas && !fn->runtime; k++) {
            s->locals += fn->allocas[k].size;
            s->deep |= fn->allocas[k].size >= LARGE && bitset_has(&cg->recursive, i);
        }
    }
}

void steady_init(struct steady *s, struct program *p) {
    *s = (struct steady){.p = p};
    s->functions = mem_zalloc(p->functions.len * sizeof *s->functions);
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (ir_has_code(p->functions.data[i])) analyse(s, p->functions.data[i]);
    struct callgraph *cg = callgraph_new(p);
    s->entry_once = !bitset_has(&cg->recursive, p->entry) && !bitset_has(&cg->address_taken, p->entry) &&
                    graph_degree(&cg->callers, p->entry) == 0;
    s->varying = !s->entry_once || is_varying(cg, p);
    measure_locals(s, cg);
    callgraph_free(cg);
}

void steady_release(struct steady *s) {
    for (uint32_t i = 1; i < s->p->functions.len; i++) {
        mem_free(s->functions[i].slots);
        mem_free(s->functions[i].defs);
        for (uint32_t b = 0; s->functions[i].living && b < s->p->functions.data[i]->nblocks; b++)
            bitset_release(&s->functions[i].living[b]);
        mem_free(s->functions[i].living);
        mem_free(s->functions[i].stores);
    }
    mem_free(s->functions);
}

/* The slot of the caller that became parameter slot `param`; UINT32_MAX: none. */
static uint32_t argument_slot(const struct ir_call *call, uint32_t param) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < call->nargs; i++) {
        const struct ir_arg *arg = &call->args[i];
        uint32_t n = arg->byval ? 1 : arg->nslots;
        if (param < at + n) return arg->byval ? UINT32_MAX : arg->slot + param - at;
        at += n;
    }
    return UINT32_MAX;
}

static bool argument_keeps(struct steady *s, const struct frame *f, uint32_t param) {
    const struct frame *caller = f->caller;
    if (!caller) return false;
    const struct insn *in = caller->pc - 1;
    if (in < caller->fn->code || !ir_is_call((enum ir_op)in->op)) return false;
    uint32_t slot = argument_slot(ir_call_of(caller->fn, in), param);
    return slot != UINT32_MAX && (slot < caller->fn->nconsts || steady_keeps(s, caller, slot));
}

bool steady_keeps(void *owner, const struct frame *f, uint32_t slot) {
    struct steady *s = owner;
    const struct steady_slot *info = &s->functions[f->fn->id].slots[slot];
    if (!info->steady) return false;
    bool once = s->entry_once && f->fn->id == s->p->entry;
    if (info->local && s->varying && !once) return false;
    for (uint32_t i = 0; i < 64; i++)
        if (info->params >> i & 1 && !argument_keeps(s, f, i)) return false;
    return true;
}

/* ---- accesses ---------------------------------------------------------------------------------------- */

uint32_t steady_access_size(const struct insn *in) {
    switch ((enum ir_op)in->op) {
    case IR_LOAD8:
    case IR_STORE8: return 1;
    case IR_LOAD16:
    case IR_STORE16: return 2;
    case IR_LOAD32:
    case IR_STORE32: return 4;
    case IR_LOAD64:
    case IR_STORE64: return 8;
    case IR_LOADN:
    case IR_STOREN: return (in->aux + 7u) / 8;
    default: return 0;
    }
}

static bool within_global(const struct steady *s, uint64_t addr, uint32_t n, bool write) {
    for (uint32_t i = 1; i < s->p->globals.len; i++) {
        const struct ir_global *g = s->p->globals.data[i];
        if (g->address && addr >= g->address && addr - g->address <= g->size && n <= g->size - (addr - g->address))
            return !write || !g->constant;
    }
    return false;
}

bool steady_access(const struct steady *s, const struct function *fn, const struct insn *in) {
    uint32_t n = steady_access_size(in), slot = in->a;
    bool write = in->op >= IR_STORE8 && in->op <= IR_STOREN;
    int64_t off = (int32_t)in->b;
    if (!n) return false;
    for (uint32_t hops = 0; hops < 16; hops++) {
        if (slot < fn->nconsts) return within_global(s, fn->consts[slot] + (uint64_t)off, n, write);
        const struct insn *def = s->functions[fn->id].defs[slot];
        if (!def) return false;
        const struct insn *store = steady_source(s, fn, def);
        if (store || def->op == IR_MOV) {
            slot = store ? store->c : def->a;
        } else if (def->op == IR_ADD64I || def->op == IR_ADD32I) {
            slot = def->a;
            off += (int32_t)def->b;
        } else if (def->op == IR_MOVI) {
            return within_global(s, ir_movi_value(def) + (uint64_t)off, n, write);
        } else if (def->op == IR_ALLOCA && s->functions[fn->id].slots[slot].steady) {
            const struct ir_alloca *a = &fn->allocas[def->a];
            bool lives = !a->marked || steady_lives(s, fn, in, def->a);
            return lives && off >= 0 && (uint64_t)off <= a->size && n <= a->size - (uint64_t)off;
        } else {
            return false;
        }
    }
    return false;
}
