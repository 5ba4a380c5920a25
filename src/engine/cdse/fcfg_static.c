/* What is known of the program before anything is executed. */
#include "engine/cdse/fcfg.h"
#include "exec/core/exec.h"
#include "exec/sym/input.h"
#include "ir/callgraph.h"
#include "ir/cfg.h"
#include "ir/known.h"
#include "ir/lifetime.h"
#include "ir/operands.h"

/* ---- callees ----------------------------------------------------------------------------------- */

static enum callee kind_of(const struct fcfg *g, const struct function *f) {
    if (ir_has_code(f) && !f->runtime) return CALLEE_FOLLOWED;
    known_set e = known_effects(f);
    if (g->check_abort && e & KNOWN_ABORTS) return CALLEE_ERROR;
    if (known_only(e, KNOWN_ENDS | KNOWN_HANDLERS | KNOWN_ABORTS)) return g->exit_matters ? CALLEE_OPAQUE : CALLEE_END;
    if (f->builtin < 0) return CALLEE_OPAQUE;
    if (known_only(e, KNOWN_INPUT)) return CALLEE_INPUT;
    if (known_only(e, KNOWN_ASSUMES)) return CALLEE_ASSUME;
    if (e & (KNOWN_ERROR | KNOWN_FAILS)) return CALLEE_ERROR;
    return known_only(e, KNOWN_ALLOCATES | KNOWN_RAW) ? CALLEE_ALLOC : CALLEE_OPAQUE;
}

bool fcfg_copies(const struct fcfg *g, const struct function *f, const struct insn *in) {
    const struct ir_call *call = ir_call_of(f, in);
    for (uint32_t i = 0; i < call->nargs; i++)
        if (call->args[i].byval) return true;
    for (uint32_t i = 0; i < g->pointed.len && in->op == IR_CALLI; i++)
        if (call_misfit(g->p, g->p->functions.data[g->pointed.data[i]], call)) return true;
    return false;
}

/* ---- errors -------------------------------------------------------------------------------------- */

static bool is_integer(const struct insn *in, enum ir_op first) { return in->op >= first && in->op < first + 6; }

/* Variants 3..5 have an immediate; variant % 3 gives the width. */
static bool immediate(const struct insn *in, enum ir_op first) { return in->op - first >= 3; }
static uint32_t width(const struct insn *in, enum ir_op first) {
    uint32_t v = (in->op - first) % 3;
    return v == 0 ? 32 : v == 1 ? 64 : in->aux;
}

static bool division_fails(const struct insn *in) {
    static const enum ir_op divisions[] = {IR_UDIV32, IR_SDIV32, IR_UREM32, IR_SREM32};
    for (size_t i = 0; i < 4; i++)
        if (is_integer(in, divisions[i])) return !immediate(in, divisions[i]) || in->b == 0 || (int32_t)in->b == -1;
    return false;
}

static bool shift_fails(const struct insn *in) {
    static const enum ir_op shifts[] = {IR_SHL32, IR_LSHR32, IR_ASHR32};
    for (size_t i = 0; i < 3; i++)
        if (is_integer(in, shifts[i])) return !immediate(in, shifts[i]) || in->b >= width(in, shifts[i]);
    return false;
}

/* A private variable is always accessed within its bounds. */
static bool access_fails(const struct fcfg *g, const struct function *f, uint32_t pc, const struct bitset *late) {
    if (memuse_class(g->memuse, f, pc) < CLASS_FIRST || bitset_has(late, pc)) return true;
    if (!memuse_is_store(f->code[pc].op)) return false;
    /* A constant is private, too. */
    for (uint32_t i = 1; i < g->p->globals.len; i++)
        if (g->memuse->global_class[i] == memuse_class(g->memuse, f, pc)) return g->p->globals.data[i]->constant;
    return false;
}

static bool is_recursive(const struct fcfg *g, uint32_t function) { return bitset_has(&g->cg->recursive, function); }

/* May the stack be too small for a variable? */
static bool alloca_fails(const struct fcfg *g, const struct function *f, const struct insn *in) {
    return is_recursive(g, f->id) || f->allocas[in->a].size >= g->large;
}

static bool may_fail(const struct fcfg *g, const struct function *f, uint32_t pc, const struct bitset *late) {
    const struct insn *in = &f->code[pc];
    enum ir_op op = in->op;
    if (memuse_is_load(op) || memuse_is_store(op)) return access_fails(g, f, pc, late);
    if (op >= IR_UDIV32 && op <= IR_SREMNI) return division_fails(in);
    if (op >= IR_SHL32 && op <= IR_ASHRNI) return g->check_shift && shift_fails(in);
    if (op >= IR_CADD32 && op <= IR_CALIGNNI) return true;
    if (op >= IR_ADD32 && op <= IR_SGENI) return false;
    if (ir_is_fused_branch(op)) return false;
    if (op >= IR_TRUNC8 && op <= IR_OVERFLOW) return false;
    if (op == IR_FCAST)
        return g->check_cast && (in->aux == CAST_FPTOUI || in->aux == CAST_FPTOSI); /* these have no mode */
    if (op >= IR_FADD32 && op <= IR_FCLASS) return false;
    switch (op) {
    case IR_JMP:
    case IR_BR:
    case IR_SWITCH:
    case IR_RET:
    case IR_BACK:
    case IR_POINT:
    case IR_MOV:
    case IR_MOVI:
    case IR_UNDEF:
    case IR_SELECT:
    case IR_WIDECAST:
    case IR_LIFE_END:
    case IR_STACKSAVE:
    case IR_STACKRESTORE: return false;
    case IR_ALLOCA: return alloca_fails(g, f, in);
    case IR_LIFE_START: return is_recursive(g, f->id) || g->large == 1;
    case IR_CALL: {
        enum callee kind = fcfg_callee(g, in->a);
        if (kind == CALLEE_FOLLOWED) return fcfg_copies(g, f, in);
        return kind == CALLEE_ERROR || kind == CALLEE_ALLOC || kind == CALLEE_OPAQUE;
    }
    default: return true;
    }
}

/* ---- functions -------------------------------------------------------------------------------------- */

static void note_writes(const struct fcfg *g, struct finfo *info, uint32_t b) {
    const struct function *f = info->fn;
    for (uint32_t pc = f->blocks[b].first; pc < f->blocks[b].end; pc++) {
        struct slot_range w = ir_written(f, &f->code[pc]);
        for (uint32_t i = 0; i < w.count; i++) bitset_add(&info->slots[b], w.first + i);
        memuse_writes(g->memuse, f, pc, &info->classes[b]);
    }
}

enum { FIRST_BOUND = 2 };

static struct finfo *make_info(struct fcfg *g, const struct function *f) {
    struct finfo *info = ARENA_NEW(&g->arena, struct finfo);
    info->fn = f;
    info->loops = loops_build(&g->arena, g->p, f);
    info->dom = dom_build(&g->arena, f);
    info->fails = ARENA_ARRAY(&g->arena, uint8_t, f->ncode);
    info->hope = ARENA_ARRAY(&g->arena, uint8_t, f->nblocks);
    info->leaves = ARENA_ARRAY(&g->arena, uint8_t, f->nblocks);
    info->rank = ARENA_ARRAY(&g->arena, uint32_t, f->nblocks);
    info->slots = ARENA_ARRAY(&g->arena, struct bitset, f->nblocks);
    info->classes = ARENA_ARRAY(&g->arena, struct bitset, f->nblocks);
    map_init(&info->joins);
    for (uint32_t b = 0; b < f->nblocks; b++) {
        note_writes(g, info, b);
        if (cfg_is_reachable(f, b) && cfg_terminator(f, b)->op == IR_RET) info->nreturns++;
    }
    struct bitset late = {0};
    lifetime_find_late(g->memuse, f, &late);
    for (uint32_t pc = 0; pc < f->ncode; pc++) info->fails[pc] = may_fail(g, f, pc, &late);
    bitset_release(&late);
    info->bound_number = g->bounds.len;
    for (uint32_t i = 0; i <= info->loops->n; i++) vec_push(&g->bounds, FIRST_BOUND);
    return info;
}

static bool fails_here(const struct fcfg *g, const struct finfo *info, uint32_t pc) {
    if (info->fails[pc] == FAILS_MAYBE) return true;
    const struct insn *in = &info->fn->code[pc];
    if (in->op != IR_CALL || !g->infos[in->a]) return false;
    return g->infos[in->a]->property || is_recursive(g, in->a); /* it may not end: see fcfg_is_deep */
}

/* Does execution never get beyond this instruction? */
static bool ends_here(const struct fcfg *g, const struct insn *in) {
    if (in->op != IR_CALL) return false;
    return fcfg_callee(g, in->a) == CALLEE_ERROR || fcfg_callee(g, in->a) == CALLEE_END;
}

/* From `at` to the end of its block: 1: a property, 0: none, -1: none, and it ends here. */
static int look_along(const struct fcfg *g, const struct finfo *info, uint32_t at, uint32_t end) {
    for (; at < end; at++) {
        if (fails_here(g, info, at)) return 1;
        if (ends_here(g, &info->fn->code[at])) return -1;
    }
    return 0;
}

static bool any_successor(const struct finfo *info, uint32_t b, const uint8_t *flags) {
    const struct ir_block *block = &info->fn->blocks[b];
    for (uint32_t i = 0; i < block->nsuccs; i++)
        if (flags[block->succs[i]]) return true;
    return false;
}

bool fcfg_hope(const struct fcfg *g, const struct finfo *info, uint32_t at) {
    uint32_t b = cfg_block_at(info->fn, at);
    int along = look_along(g, info, at, info->fn->blocks[b].end);
    return along > 0 || (along == 0 && any_successor(info, b, info->hope));
}

bool fcfg_leaves(const struct finfo *info, uint32_t at) { return info->leaves[cfg_block_at(info->fn, at)]; }

/* One round over all blocks; true: something changed. */
static bool spread(const struct fcfg *g, struct finfo *info) {
    const struct function *f = info->fn;
    bool changed = false;
    for (uint32_t i = f->nblocks; i-- > 0;) {
        uint32_t b = f->cfg->order[i];
        bool hope = fcfg_hope(g, info, f->blocks[b].first);
        bool leaves = cfg_terminator(f, b)->op == IR_RET || any_successor(info, b, info->leaves);
        changed |= hope != info->hope[b] || leaves != info->leaves[b];
        info->hope[b] = hope;
        info->leaves[b] = leaves;
    }
    changed |= info->property != info->hope[0];
    info->property = info->hope[0];
    return changed;
}

static void find_hope(struct fcfg *g) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < g->p->functions.len; i++)
            if (g->infos[i]) changed |= spread(g, g->infos[i]);
    }
}

/* Blocks to the nearest property of the function, or, if none is there, to its return. */
static void find_ranks(const struct fcfg *g, struct finfo *info) {
    const struct function *f = info->fn;
    enum { FAR = 1 << 20 };
    for (uint32_t b = 0; b < f->nblocks; b++) {
        bool here = look_along(g, info, f->blocks[b].first, f->blocks[b].end) > 0;
        info->rank[b] = here ? 0 : cfg_terminator(f, b)->op == IR_RET ? FAR / 2 : FAR;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = f->nblocks; i-- > 0;) {
            uint32_t b = f->cfg->order[i];
            for (uint32_t k = 0; k < f->blocks[b].nsuccs; k++) {
                uint32_t next = info->rank[f->blocks[b].succs[k]];
                if (next + 1 >= info->rank[b]) continue;
                info->rank[b] = next + 1;
                changed = true;
            }
        }
    }
}

/* Functions that a pointer may lead to and that are followed. */
static void find_pointed(struct fcfg *g) {
    for (uint32_t i = 1; i < g->p->functions.len; i++)
        if (fcfg_callee(g, i) == CALLEE_FOLLOWED && (g->p->is32 || bitset_has(&g->cg->address_taken, i)))
            vec_push(&g->pointed, i);
}

/* Where all variables together are small, no single one exhausts the stack (without recursion). */
static void find_large(struct fcfg *g) {
    enum { SMALL_STACK = 1 << 18 };
    uint64_t all = 0;
    for (uint32_t i = 1; i < g->p->functions.len; i++)
        for (uint32_t k = 0; k < g->p->functions.data[i]->nallocas; k++)
            all += g->p->functions.data[i]->allocas[k].size;
    g->large = all < SMALL_STACK && (!g->stack_size || all < g->stack_size / 2) ? UINT64_MAX : 1;
}

void fcfg_look_at(struct fcfg *g) {
    for (uint32_t i = 1; i < g->p->functions.len; i++) g->callees[i] = (uint8_t)kind_of(g, g->p->functions.data[i]);
    find_large(g);
    for (uint32_t i = 1; i < g->p->functions.len; i++)
        if (fcfg_callee(g, i) == CALLEE_FOLLOWED) g->infos[i] = make_info(g, g->p->functions.data[i]);
    find_hope(g);
    for (uint32_t i = 1; i < g->p->functions.len; i++)
        if (g->infos[i]) find_ranks(g, g->infos[i]);
    find_pointed(g);
}
