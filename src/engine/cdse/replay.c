/* Which guards does a conflict need?
 *
 * The script of a slice is computed once more, with fresh symbols for inputs. A value that
 * came through a guarded join is guard(d, value): the value where d holds, else anything
 * (Kite's delta). If the conditions and all d together are contradictory, the core says
 * which of them matter. Every guard has a d of its own, because equal guards would be one
 * node, and so two locations would be equal on other ways as well.
 */
#include <assert.h>

#include "base/hash.h"
#include "engine/cdse/inside.h"
#include "engine/cdse/learn.h"
#include "exec/sym/arith.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "ir/operands.h"
#include "mem/bytes.h"

struct replayed_word {
    uint64_t addr, size;
    expr value;
};

struct replay_run {
    struct cdse *cd;
    struct expr_pool *pool;
    const conflicting_list *conditions;
    struct map slots; /* frame and slot -> expression */
    VEC(struct replayed_word) words;
    VEC(struct replayed_word) fresh; /* storage without a value */
    VEC(expr) asked;                 /* conditions and guards */
    vec_u32 literals;                /* of each */
};

static uint64_t slot_key(uint32_t frame, uint32_t slot) { return (uint64_t)frame << 32 | slot; }

static expr stand_in(struct replay_run *r, uint32_t width) {
    assert(width && width <= 64);
    uint32_t at = r->cd->stand_ins[width].next++;
    if (at == r->cd->stand_ins[width].list.len)
        vec_push(&r->cd->stand_ins[width].list, expr_sym(r->pool, width, "any"));
    return r->cd->stand_ins[width].list.data[at];
}

/* ---- values ------------------------------------------------------------------------------------------ */

/* Slot as an expression of this width; none if it is not known. */
static expr value(const struct replay_run *r, uint32_t frame, uint32_t slot, uint32_t width) {
    const struct function *f = r->cd->g.frames.data[frame].fn;
    if (slot < f->nconsts) return expr_const(r->pool, width, f->consts[slot]);
    expr e = {(uint32_t)map_get(&r->slots, slot_key(frame, slot), 0)};
    return expr_is(e) ? expr_resize(r->pool, e, width) : e;
}

static expr whole_value(const struct replay_run *r, uint32_t frame, uint32_t slot) {
    const struct function *f = r->cd->g.frames.data[frame].fn;
    if (slot < f->nconsts) return expr_const(r->pool, 64, f->consts[slot]);
    return (expr){(uint32_t)map_get(&r->slots, slot_key(frame, slot), 0)};
}

static bool set(struct replay_run *r, uint32_t frame, uint32_t slot, expr e) {
    if (expr_is(e)) map_put(&r->slots, slot_key(frame, slot), e.id);
    return expr_is(e);
}

static struct replayed_word *find_word(struct replay_run *r, uint64_t addr, uint64_t size) {
    for (uint32_t i = 0; i < r->words.len; i++)
        if (r->words.data[i].addr == addr && r->words.data[i].size == size) return &r->words.data[i];
    return NULL;
}

/* False: it overlaps with a word of another shape. */
static bool set_word(struct replay_run *r, uint64_t addr, uint64_t size, expr e) {
    assert(expr_width(r->pool, e) == 8 * size);
    for (uint32_t i = 0; i < r->words.len;) {
        struct replayed_word w = r->words.data[i];
        if (w.addr + w.size <= addr || addr + size <= w.addr) {
            i++;
            continue;
        }
        bool covered = w.addr >= addr && w.addr + w.size <= addr + size;
        if (!covered) return false;
        r->words.data[i] = vec_last(&r->words);
        r->words.len--;
    }
    vec_push(&r->words, (struct replayed_word){addr, size, e});
    return true;
}

/* A word, if it is known as one; storage without a value has any. */
static struct replayed_word *get_word(struct replay_run *r, uint64_t addr, uint64_t size) {
    struct replayed_word *w = find_word(r, addr, size);
    if (w || size > 8) return w;
    for (uint32_t i = 0; i < r->words.len; i++)
        if (r->words.data[i].addr < addr + size && addr < r->words.data[i].addr + r->words.data[i].size) return NULL;
    for (uint32_t i = 0; i < r->fresh.len; i++) {
        struct replayed_word f = r->fresh.data[i];
        if (addr < f.addr || addr + size > f.addr + f.size) continue;
        vec_push(&r->words, (struct replayed_word){addr, size, stand_in(r, 8 * (uint32_t)size)});
        return &vec_last(&r->words);
    }
    return NULL;
}

/* A word of the memory at the start; none if it is not simple. */
static expr start_word(struct replay_run *r, uint64_t addr, uint64_t size) {
    struct space *space = &r->cd->roots.data[0]->space;
    struct fault fault;
    uint64_t v = 0;
    if (size > 8 || space_check(space, addr, size, false, &fault)) return EXPR_NONE;
    if (space_is_symbolic(space, addr, size, true)) return EXPR_NONE;
    space_read(space, addr, &v, size, &fault);
    return expr_const(r->pool, 8 * (uint32_t)size, v);
}

/* ---- instructions ------------------------------------------------------------------------------------ */

static uint32_t variant_width(uint32_t variant, uint32_t n) {
    return variant % 3 == 0 ? 32 : variant % 3 == 1 ? 64 : n;
}

static expr second(const struct replay_run *r, uint32_t frame, const struct insn *in, uint32_t variant, uint32_t w) {
    if (variant >= 3) return expr_const(r->pool, w, (uint64_t)(int64_t)(int32_t)in->b);
    return value(r, frame, in->b, w);
}

static expr integer(const struct replay_run *r, uint32_t frame, const struct insn *in) {
    uint32_t index = in->op - IR_ADD32, variant = index % 6, w = variant_width(variant, in->aux);
    enum int_op op = (enum int_op)(index / 6);
    expr a = value(r, frame, in->a, w), b = second(r, frame, in, variant, w);
    if (!expr_is(a) || !expr_is(b)) return EXPR_NONE;
    bool shift = op == INT_SHL || op == INT_LSHR || op == INT_ASHR || op == INT_CSHL;
    /* Unchecked shifts take the amount modulo the width. */
    if (shift && !r->cd->g.check_shift && !(expr_is_const(r->pool, b) && expr_value(r->pool, b) < w)) return EXPR_NONE;
    return arith_apply(r->pool, op, a, b);
}

static expr compared(const struct replay_run *r, uint32_t frame, const struct insn *in) {
    uint32_t index = in->op - IR_BEQ32, variant = index % 6, w = variant_width(variant, in->aux >> 8);
    expr a = value(r, frame, in->a, w), b = second(r, frame, in, variant, w);
    if (!expr_is(a) || !expr_is(b)) return EXPR_NONE;
    return arith_apply(r->pool, (enum int_op)(INT_EQ + index / 6), a, b);
}

static expr extended(const struct replay_run *r, uint32_t frame, const struct insn *in, uint32_t from, uint32_t to) {
    expr a = value(r, frame, in->a, from);
    return expr_is(a) ? expr_sext(r->pool, a, to) : a;
}

static expr lea(const struct replay_run *r, uint32_t frame, const struct insn *in, uint32_t w) {
    expr a = value(r, frame, in->a, w), b = value(r, frame, in->b, w);
    if (!expr_is(a) || !expr_is(b)) return EXPR_NONE;
    return expr_add(r->pool, a, expr_mul(r->pool, b, expr_const(r->pool, w, in->c)));
}

static expr selected(const struct replay_run *r, uint32_t frame, const struct insn *in) {
    expr c = value(r, frame, in->a, 1), a = value(r, frame, in->b, 64), b = value(r, frame, in->c, 64);
    if (!expr_is(c) || !expr_is(a) || !expr_is(b)) return EXPR_NONE;
    return expr_ite(r->pool, c, a, b);
}

static const struct touch *touch_at(const struct stage *s, uint32_t code) {
    for (uint32_t i = 0; i < s->touches.len; i++)
        if (s->touches.data[i].code == code) return &s->touches.data[i];
    return NULL;
}

static expr loaded(struct replay_run *r, const struct insn *in, const struct touch *t) {
    const struct replayed_word *w = get_word(r, t->addr, t->size);
    expr e = w ? w->value : t->constant ? start_word(r, t->addr, t->size) : EXPR_NONE;
    return expr_is(e) && in->op == IR_LOADN ? expr_resize(r->pool, e, in->aux) : e;
}

static expr called(struct replay_run *r, const struct function *f, const struct insn *in, const struct touch *t) {
    if (t) return t->opaque ? EXPR_NONE : expr_const(r->pool, 8 * r->cd->g.p->ptr_bytes, t->addr);
    if (fcfg_callee(&r->cd->g, in->a) != CALLEE_INPUT) return EXPR_NONE;
    uint32_t w = ir_call_of(f, in)->ret_width;
    return w && w <= 64 ? stand_in(r, w) : EXPR_NONE;
}

/* The result of an instruction with one result. */
static expr result(struct replay_run *r, const struct script_op *op, const struct insn *in) {
    const struct function *f = r->cd->g.frames.data[op->frame].fn;
    const struct touch *t = touch_at(r->cd->levels.data[op->level].step, op->code);
    uint32_t frame = op->frame;
    if (in->op >= IR_ADD32 && in->op <= IR_CALIGNNI) return integer(r, frame, in);
    if (memuse_is_load(in->op)) return loaded(r, in, t);
    switch (in->op) {
    case IR_MOV: return whole_value(r, frame, in->a);
    case IR_MOVI: return expr_const(r->pool, 64, ir_movi_value(in));
    case IR_UNDEF: return stand_in(r, in->aux ? in->aux : 64);
    case IR_SELECT: return selected(r, frame, in);
    case IR_TRUNC8: return value(r, frame, in->a, 8);
    case IR_TRUNC16: return value(r, frame, in->a, 16);
    case IR_TRUNC32: return value(r, frame, in->a, 32);
    case IR_TRUNCN: return value(r, frame, in->a, in->aux);
    case IR_SEXT8_32: return extended(r, frame, in, 8, 32);
    case IR_SEXT16_32: return extended(r, frame, in, 16, 32);
    case IR_SEXT8_64: return extended(r, frame, in, 8, 64);
    case IR_SEXT16_64: return extended(r, frame, in, 16, 64);
    case IR_SEXT32_64: return extended(r, frame, in, 32, 64);
    case IR_SEXTN: return extended(r, frame, in, in->aux & 255, in->aux >> 8);
    case IR_LEA64: return lea(r, frame, in, 64);
    case IR_LEA32: return lea(r, frame, in, 32);
    case IR_ALLOCA: return t ? expr_const(r->pool, 8 * r->cd->g.p->ptr_bytes, t->addr) : EXPR_NONE;
    case IR_CALL: return called(r, f, in, t);
    default: return EXPR_NONE;
    }
}

static bool replay_insn(struct replay_run *r, const struct script_op *op) {
    assert(op->level < r->cd->executed);
    const struct function *f = r->cd->g.frames.data[op->frame].fn;
    const struct insn *in = &f->code[op->code];
    if (memuse_is_store(in->op)) {
        const struct touch *t = touch_at(r->cd->levels.data[op->level].step, op->code);
        bool indexed = in->op >= IR_STORE8X && in->op <= IR_STORE64X;
        expr e = value(r, op->frame, indexed ? in->d : in->c, 8 * (uint32_t)t->size);
        if (in->op == IR_STOREN) e = value(r, op->frame, in->c, in->aux);
        return expr_is(e) && set_word(r, t->addr, t->size, expr_zext(r->pool, e, 8 * (uint32_t)t->size));
    }
    struct slot_range w = ir_written(f, in);
    return w.count == 1 && set(r, op->frame, w.first, result(r, op, in));
}

/* ---- conditions and guards --------------------------------------------------------------------------- */

static expr way(const struct replay_run *r, uint32_t frame, const struct insn *in, uint32_t target) {
    const struct function *f = r->cd->g.frames.data[frame].fn;
    if (in->op == IR_SWITCH) {
        const struct ir_switch *sw = &f->switches[in->b];
        expr v = value(r, frame, in->a, sw->width);
        return expr_is(v) ? sym_switch_way(r->cd->x, sw, v, target) : v;
    }
    bool fused = ir_is_fused_branch(in->op);
    if ((!fused && in->op != IR_BR) || in->c == in->d) return EXPR_NONE;
    expr cond = fused ? compared(r, frame, in) : value(r, frame, in->a, 1);
    return !expr_is(cond) || target == in->c ? cond : expr_not(r->pool, cond);
}

static expr assumption(const struct replay_run *r, uint32_t frame, const struct insn *in) {
    const struct function *f = r->cd->g.frames.data[frame].fn;
    if (in->op != IR_CALL || fcfg_callee(&r->cd->g, in->a) != CALLEE_ASSUME) return EXPR_NONE;
    const struct ir_call *call = ir_call_of(f, in);
    expr e = call->nargs ? whole_value(r, frame, call->args[0].slot) : EXPR_NONE;
    return expr_is(e) ? expr_ne(r->pool, e, expr_const(r->pool, expr_width(r->pool, e), 0)) : e;
}

static bool replay_root(struct replay_run *r, const struct script_op *op) {
    for (uint32_t i = 0; i < r->conditions->len; i++) {
        const struct conflicting *c = &r->conditions->data[i];
        if (c->level != op->level || c->code != op->code) continue;
        const struct fnode *n = fcfg_node(&r->cd->g, r->cd->levels.data[c->level].node);
        const struct insn *in = &r->cd->g.frames.data[op->frame].fn->code[op->code];
        if (c->option != NO_OPTION && n->options[c->option].kind != OPTION_EDGE) return false;
        expr cond =
            c->option == NO_OPTION ? assumption(r, op->frame, in) : way(r, op->frame, in, n->options[c->option].code);
        if (!expr_is(cond)) return false;
        vec_push(&r->asked, cond);
        vec_push(&r->literals, c->literal);
    }
    return true;
}

static expr guarded(struct replay_run *r, expr e, uint32_t literal) {
    assert(expr_is(e));
    expr d = stand_in(r, 1);
    vec_push(&r->asked, d);
    vec_push(&r->literals, literal);
    return expr_guard(r->pool, d, e);
}

static bool replay_guard(struct replay_run *r, const struct script_op *op) {
    assert(op->literal);
    if (op->kind == SCRIPT_GUARD_SLOT) {
        expr e = whole_value(r, op->frame, op->slot);
        if (!expr_is(e)) return false;
        /* On other ways the slot may hold something wider. */
        return set(r, op->frame, op->slot, guarded(r, expr_resize(r->pool, e, 64), op->literal));
    }
    struct replayed_word *w = get_word(r, op->addr, op->size);
    if (w) w->value = guarded(r, w->value, op->literal);
    return w != NULL;
}

static bool replay_start(struct replay_run *r, const struct script_op *op) {
    if (op->kind == SCRIPT_START_BYTES) {
        expr e = start_word(r, op->addr, op->size);
        return expr_is(e) && set_word(r, op->addr, op->size, e);
    }
    const struct frame *top = r->cd->roots.data[0]->top;
    if (op->frame != 0) return false;
    uint32_t sym = frame_sym(top, op->slot);
    expr e = {sym};
    if (!sym) e = expr_const(r->pool, 64, top->regs[op->slot]);
    return set(r, 0, op->slot, e);
}

/* Storage begins: what was there before is gone. */
static bool replay_fresh(struct replay_run *r, const struct script_op *op) {
    for (uint32_t i = 0; i < r->words.len; i++)
        if (r->words.data[i].addr >= op->addr && r->words.data[i].addr < op->addr + op->size) return false;
    vec_push(&r->fresh, (struct replayed_word){op->addr, op->size, EXPR_NONE});
    return true;
}

static bool replay_op(struct replay_run *r, const struct script_op *op) {
    switch (op->kind) {
    case SCRIPT_INSN: return replay_insn(r, op);
    case SCRIPT_ROOT: return replay_root(r, op);
    case SCRIPT_MOVE: return set(r, op->frame, op->slot, whole_value(r, op->from_frame, op->from));
    case SCRIPT_GUARD_SLOT:
    case SCRIPT_GUARD_BYTES: return replay_guard(r, op);
    case SCRIPT_START_SLOT:
    case SCRIPT_START_BYTES: return replay_start(r, op);
    case SCRIPT_FRESH: return replay_fresh(r, op);
    case SCRIPT_UNKNOWN: break;
    }
    return false;
}

static bool run_script(struct replay_run *r, const script_ops *script) {
    for (uint32_t i = script->len; i-- > 0;)
        if (!replay_op(r, &script->data[i])) return false;
    return true;
}

static bool ask(struct replay_run *r, vec_u32 *literals) {
    vec_u32 core = {0};
    struct model *m = NULL;
    bool found = solver_check_all(r->cd->x->sym->solver, r->asked.data, r->asked.len, &m, &core) == ANSWER_UNSAT;
    model_release(m);
    for (uint32_t i = 0; found && i < core.len; i++)
        if (r->literals.data[core.data[i]]) vec_push(literals, r->literals.data[core.data[i]]);
    vec_release(&core);
    return found;
}

bool cdse_replay(struct cdse *cd, const script_ops *script, const conflicting_list *conditions, vec_u32 *literals) {
    struct replay_run r = {.cd = cd, .pool = cd->x->sym->pool, .conditions = conditions};
    map_init(&r.slots);
    for (uint32_t w = 0; w <= 64; w++) cd->stand_ins[w].next = 0;
    bool ok = cd->roots.len == 1 && run_script(&r, script) && ask(&r, literals);
    map_release(&r.slots);
    vec_release(&r.words);
    vec_release(&r.fresh);
    vec_release(&r.asked);
    vec_release(&r.literals);
    return ok;
}

void cdse_all_guards(const script_ops *script, vec_u32 *literals) {
    for (uint32_t i = 0; i < script->len; i++)
        if (script->data[i].kind == SCRIPT_GUARD_SLOT || script->data[i].kind == SCRIPT_GUARD_BYTES)
            vec_push(literals, script->data[i].literal);
}
