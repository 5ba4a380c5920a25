/* One instruction with symbolic operands. */
#include "exec/sym/step.h"

#include "exec/core/arith.h"
#include "exec/sym/memory.h"
#include "exec/sym/sym.h"

#include <assert.h>
#include <string.h>

#include "exec/sym/allocate.h"
#include "exec/sym/apart.h"
#include "exec/sym/arith.h"
#include "exec/sym/blocks.h"
#include "exec/sym/decider.h"
#include "exec/sym/floats.h"
#include "exec/sym/input.h"
#include "exec/sym/pointee.h"
#include "exec/sym/undefined.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "ir/operands.h"

/* ---- what to look at ---------------------------------------------------------------------- */

static bool is_special(enum ir_op op) {
    switch (op) {
    case IR_WIDE:
    case IR_WIDECAST:
    case IR_OVERFLOW: /* several slots */
    case IR_FBIN:
    case IR_FCMP80:
    case IR_FCLASS:
    case IR_FCAST: return true;
    default: return false;
    }
}

void sym_signatures(struct exec *x) {
    static const uint8_t reads[] = {READS_D, READS_A, READS_B, READS_C};
    for (int op = 0; op < IR_OPS; op++) {
        const char *letters = ir_op_operands((enum ir_op)op);
        uint8_t sig = is_special((enum ir_op)op) ? SPECIAL : 0;
        for (int i = 0; i < 4; i++)
            if (letters[i] == 's') sig |= reads[i];
        if (letters[0] == 'd') sig |= WRITES_D;
        x->signature[op] = sig;
    }
    /* Calls and returns hand symbolic values over themselves. */
    x->signature[IR_CALL] = 0;
    x->signature[IR_CALLI] = READS_A;
    x->signature[IR_RET] = 0;
    x->signature[IR_BACK] = READS_A; /* its counter is concrete, but in runs over locations */
}

/* ---- registers ------------------------------------------------------------------------------ */

expr sym_slot(struct exec *x, uint32_t slot, uint32_t width) {
    assert(width);
    struct frame *f = x->now->top;
    uint32_t sym = frame_sym(f, slot);
    if (!sym) return expr_const(x->sym->pool, width, f->regs[slot]);
    return expr_resize(x->sym->pool, (expr){sym}, width);
}

void sym_set(struct exec *x, uint32_t slot, expr e) {
    assert(expr_width(x->sym->pool, e) <= 64);
    bool constant = expr_is_const(x->sym->pool, e);
    frame_set(x->now->top, slot, constant ? expr_value(x->sym->pool, e) : 0, constant ? 0 : e.id);
}

uint32_t sym_cut(struct exec *x, uint32_t e, uint32_t width) { return expr_resize(x->sym->pool, (expr){e}, width).id; }

void sym_undef(struct exec *x) {
    assert(x->now->top->pc->op == IR_UNDEF);
    const struct insn *in = x->now->top->pc;
    uint32_t width = in->aux ? in->aux : 64;
    struct str name = {0};
    uint32_t instance = in->a ? tally_next(&x->now->made, in->a) : 0;
    sym_storage_name(x, in->a, instance, in->b, &name);
    bool choice = in->a && x->p->sites.data[in->a].choice;
    expr v =
        choice ? input_choice(x, str_text(&name), width) : input_word(x, INPUT_UNINIT, str_text(&name), NULL, width);
    sym_set(x, in->d, v);
    input_is_storage(x, in->a, instance, in->b);
    str_release(&name);
}

/* ---- families ----------------------------------------------------------------------------------- */

static bool next(struct exec *x) {
    x->now->top->pc++;
    return true;
}

/* Width of variant 0..5 of an integer operator: 32, 64, N, and these with immediates. */
static uint32_t variant_width(uint32_t variant, uint32_t n) {
    return variant % 3 == 0 ? 32 : variant % 3 == 1 ? 64 : n;
}

static expr second_operand(struct exec *x, const struct insn *in, bool immediate, uint32_t width) {
    if (immediate) return expr_const(x->sym->pool, width, (uint64_t)(int64_t)(int32_t)in->b);
    return sym_slot(x, in->b, width);
}

static bool step_integer(struct exec *x, const struct insn *in) {
    assert(in->op >= IR_ADD32 && in->op <= IR_CALIGNNI);
    uint32_t index = in->op - IR_ADD32, variant = index % 6, w = variant_width(variant, in->aux);
    expr a = sym_slot(x, in->a, w), b = second_operand(x, in, variant >= 3, w), result;
    if (!arith_checked(x, (enum int_op)(index / 6), a, b, &result)) return false;
    sym_set(x, in->d, result);
    return next(x);
}

static expr compared(struct exec *x, const struct insn *in) {
    assert(ir_is_fused_branch(in->op));
    uint32_t index = in->op - IR_BEQ32, variant = index % 6;
    uint32_t w = variant_width(variant, in->aux >> 8);
    expr a = sym_slot(x, in->a, w), b = second_operand(x, in, variant >= 3, w);
    return arith_apply(x->sym->pool, (enum int_op)(INT_EQ + index / 6), a, b);
}

static bool step_compare_branch(struct exec *x, const struct insn *in) {
    x->instructions += in->aux & 255;
    return sym_branch(x, compared(x, in), in->c, in->d);
}

expr sym_way(struct exec *x, uint32_t target) {
    assert(target < x->now->top->fn->ncode);
    const struct insn *in = x->now->top->pc;
    if (in->op == IR_SWITCH) {
        const struct ir_switch *sw = &x->now->top->fn->switches[in->b];
        return sym_switch_way(x, sw, sym_slot(x, in->a, sw->width), target);
    }
    bool fused = ir_is_fused_branch(in->op);
    if ((!fused && in->op != IR_BR) || in->c == in->d) return EXPR_NONE;
    expr cond = fused ? compared(x, in) : sym_slot(x, in->a, 1);
    if (target == in->c) return cond;
    return target == in->d ? expr_not(x->sym->pool, cond) : EXPR_NONE;
}

static bool step_branch(struct exec *x, const struct insn *in) {
    x->instructions += in->aux;
    return sym_branch(x, sym_slot(x, in->a, 1), in->c, in->d);
}

static bool step_switch(struct exec *x, const struct insn *in) {
    const struct ir_switch *sw = &x->now->top->fn->switches[in->b];
    x->instructions += in->aux;
    return sym_switch(x, sw, sym_slot(x, in->a, sw->width));
}

/* A select whose condition the path decides picks one side; so does one that decides
 * about an address (ir/address.h), by forking; else both as one expression, of the
 * wider of the two widths. */
static bool step_select(struct exec *x, const struct insn *in) {
    struct expr_pool *pool = x->sym->pool;
    struct frame *f = x->now->top;
    expr cond = sym_slot(x, in->a, 1);
    /* An undefined condition makes the result undefined: no branch of the program depends on it. */
    bool decides = in->aux && sym_is(x, in->a) && !undefined_maybe(x, cond);
    if (decides && x->decider->ask.select) {
        x->decider->ask.select(x, in->a);
        return !x->stop; /* both sides execute it again, decided */
    }
    if (decides) {
        cond = expr_const(pool, 1, sym_pin(x, cond));
        /* Both states execute it again, decided; where questions are counted, only the one with the other value. */
        if (x->sym->forked.len && !x->records) return true;
    }
    if (expr_is_const(pool, cond)) {
        uint32_t from = expr_is_true(pool, cond) ? in->b : in->c;
        frame_set(f, in->d, f->regs[from], frame_sym(f, from));
        return next(x);
    }
    uint32_t b = frame_sym(f, in->b), c = frame_sym(f, in->c);
    uint32_t wb = b ? expr_width(pool, (expr){b}) : 1, wc = c ? expr_width(pool, (expr){c}) : 1;
    if (!b) wb = f->regs[in->b] ? 64 - (uint32_t)__builtin_clzll(f->regs[in->b]) : 1;
    if (!c) wc = f->regs[in->c] ? 64 - (uint32_t)__builtin_clzll(f->regs[in->c]) : 1;
    uint32_t w = wb > wc ? wb : wc;
    /* Concrete widths are not known: round up to what programs use. */
    w = w == 1 ? 1 : w <= 8 ? 8 : w <= 16 ? 16 : w <= 32 ? 32 : 64;
    sym_set(x, in->d, expr_ite(pool, cond, sym_slot(x, in->b, w), sym_slot(x, in->c, w)));
    return next(x);
}

static void truncate_to(struct exec *x, const struct insn *in, uint32_t width) {
    sym_set(x, in->d, sym_slot(x, in->a, width));
}

static void extend_sign(struct exec *x, const struct insn *in, uint32_t from, uint32_t to) {
    sym_set(x, in->d, expr_sext(x->sym->pool, sym_slot(x, in->a, from), to));
}

static bool step_convert(struct exec *x, const struct insn *in) {
    switch (in->op) {
    case IR_TRUNC8: truncate_to(x, in, 8); break;
    case IR_TRUNC16: truncate_to(x, in, 16); break;
    case IR_TRUNC32: truncate_to(x, in, 32); break;
    case IR_TRUNCN: truncate_to(x, in, in->aux); break;
    case IR_SEXT8_32: extend_sign(x, in, 8, 32); break;
    case IR_SEXT16_32: extend_sign(x, in, 16, 32); break;
    case IR_SEXT8_64: extend_sign(x, in, 8, 64); break;
    case IR_SEXT16_64: extend_sign(x, in, 16, 64); break;
    case IR_SEXT32_64: extend_sign(x, in, 32, 64); break;
    default: extend_sign(x, in, in->aux & 255, in->aux >> 8); break;
    }
    return next(x);
}

static bool step_mov(struct exec *x, const struct insn *in) {
    frame_set(x->now->top, in->d, x->now->top->regs[in->a], frame_sym(x->now->top, in->a));
    return next(x);
}

static expr scaled(struct exec *x, const struct insn *in, uint32_t scale, int64_t offset, uint32_t w) {
    struct expr_pool *pool = x->sym->pool;
    expr index = expr_mul(pool, sym_slot(x, in->b, w), expr_const(pool, w, scale));
    expr sum = expr_add(pool, sym_slot(x, in->a, w), index);
    return expr_add(pool, sum, expr_const(pool, w, (uint64_t)offset));
}

static bool step_lea(struct exec *x, const struct insn *in, uint32_t w) {
    sym_set(x, in->d, scaled(x, in, in->c, 0, w));
    return next(x);
}

static bool step_bitop(struct exec *x, const struct insn *in) {
    uint32_t w = in->aux & 255;
    expr a = sym_slot(x, in->a, w), b = sym_slot(x, in->b, w), c = sym_slot(x, in->c, w);
    sym_set(x, in->d, arith_bitop(x->sym->pool, (enum ir_bitop)(in->aux >> 8), a, b, c));
    return next(x);
}

static bool step_overflow(struct exec *x, const struct insn *in) {
    static const enum int_op ops[] = {INT_ADD, INT_ADD, INT_SUB, INT_SUB, INT_MUL, INT_MUL};
    expr a = sym_slot(x, in->a, in->aux), b = sym_slot(x, in->b, in->aux);
    expr flag = arith_overflow(x->sym->pool, (enum ir_overflow)in->c, a, b);
    sym_set(x, in->d, arith_apply(x->sym->pool, ops[in->c], a, b));
    sym_set(x, in->d + 1, flag);
    return next(x);
}

/* ---- memory --------------------------------------------------------------------------------------- */

static uint32_t pointer_bits(const struct exec *x) { return 8 * x->p->ptr_bytes; }

static expr plain_address(struct exec *x, const struct insn *in) {
    uint32_t w = pointer_bits(x);
    return expr_add(x->sym->pool, sym_slot(x, in->a, w),
                    expr_const(x->sym->pool, w, (uint64_t)(int64_t)(int32_t)in->b));
}

static expr indexed_address(struct exec *x, const struct insn *in) {
    return scaled(x, in, in->aux, (int32_t)in->c, pointer_bits(x));
}

static bool load(struct exec *x, const struct insn *in, expr addr, uint32_t width) {
    assert(width);
    expr value;
    if (!sym_load_at(x, addr, (width + 7) / 8, &value)) return false;
    sym_set(x, in->d, expr_resize(x->sym->pool, value, width));
    return next(x);
}

static bool store(struct exec *x, expr addr, uint32_t slot, uint32_t width) {
    assert(width);
    uint32_t bytes = (width + 7) / 8;
    expr value = expr_zext(x->sym->pool, sym_slot(x, slot, width), 8 * bytes);
    return sym_store_at(x, addr, bytes, value) && next(x);
}

static bool step_block(struct exec *x, const struct insn *in) {
    uint32_t w = pointer_bits(x);
    expr to = sym_slot(x, in->a, w), n = sym_slot(x, in->c, w);
    bool ok = in->op != IR_MEMCPY || block_apart(x, to, sym_slot(x, in->b, w), n, n, false);
    ok = ok && (in->op == IR_MEMSET ? block_fill(x, to, sym_slot(x, in->b, 8), n)
                                    : block_copy(x, to, sym_slot(x, in->b, w), n));
    return ok && next(x);
}

static bool step_alloca(struct exec *x, const struct insn *in) {
    return sym_alloca(x, in->d, sym_slot(x, in->a, pointer_bits(x)), 1u << in->aux, &x->now->top->fn->allocas[in->b]) &&
           next(x);
}

/* ---- floating point ---------------------------------------------------------------------------------- */

static bool any_undefined(struct exec *x, uint32_t slot, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (sym_is(x, slot + i) && undefined_maybe(x, sym_slot(x, slot + i, 64))) return true;
    return false;
}

/* A conversion to an integer of more than 64 bits: the operand gets the value of the model. */
static bool settle_cast(struct exec *x, const struct insn *in) {
    struct frame *f = x->now->top;
    uint32_t from = (in->b & 255) == FLOAT_80 ? 2 : 1, to = ((in->c >> 8) + 63) / 64;
    if (undefined_tracked(x) && any_undefined(x, in->a, from)) {
        for (uint32_t i = 0; i < to; i++) sym_set(x, in->d + i, undefined_fresh(x, 64));
        return next(x);
    }
    for (uint32_t i = 0; i < from; i++) sym_settle_slot(x, in->a + i, GAP_FLOAT);
    if (x->stop) return false;
    for (uint32_t i = 0; i < to; i++) f->sym[in->d + i] = 0;
    return exec_float_cast(x, in, f->regs) && next(x);
}

static bool step_float(struct exec *x, const struct insn *in) {
    bool done;
    if (!float_step(x, in, &done)) return false;
    return done ? next(x) : settle_cast(x, in);
}

/* Anything else wants concrete operands: one value each, other values by forks. The
 * loop executes the instruction then. */
static bool step_pinned(struct exec *x, const struct insn *in) {
    uint8_t sig = x->signature[in->op];
    if (sig & READS_A) sym_pin_slot(x, in->a);
    if (sig & READS_B) sym_pin_slot(x, in->b);
    if (sig & READS_C) sym_pin_slot(x, in->c);
    if (sig & READS_D) sym_pin_slot(x, in->d);
    return true;
}

static bool step_call(struct exec *x, const struct insn *in) {
    return pointee_follow_call(x, in->a) && step_pinned(x, in);
}

/* ---- all ----------------------------------------------------------------------------------------------- */

static bool dispatch(struct exec *x, const struct insn *in) {
    if (in->op >= IR_ADD32 && in->op <= IR_CALIGNNI) return step_integer(x, in);
    if (ir_is_fused_branch(in->op)) return step_compare_branch(x, in);
    switch ((enum ir_op)in->op) {
    case IR_BR: return step_branch(x, in);
    case IR_SWITCH: return step_switch(x, in);
    case IR_BACK: return x->decider->on.back(x) && next(x);
    case IR_CALLI: return step_call(x, in);
    case IR_MOV: return step_mov(x, in);
    case IR_SELECT: return step_select(x, in);
    case IR_TRUNC8:
    case IR_TRUNC16:
    case IR_TRUNC32:
    case IR_TRUNCN:
    case IR_SEXT8_32:
    case IR_SEXT16_32:
    case IR_SEXT8_64:
    case IR_SEXT16_64:
    case IR_SEXT32_64:
    case IR_SEXTN: return step_convert(x, in);
    case IR_LEA64: return step_lea(x, in, 64);
    case IR_LEA32: return step_lea(x, in, 32);
    case IR_APART: return sym_apart(x, in) && next(x);
    case IR_BITOP: return step_bitop(x, in);
    case IR_OVERFLOW: return step_overflow(x, in);
    case IR_WIDE: return sym_wide(x, in) && next(x);
    case IR_WIDECAST: return sym_wide_cast(x, in) && next(x);
    case IR_LOAD8: return load(x, in, plain_address(x, in), 8);
    case IR_LOAD16: return load(x, in, plain_address(x, in), 16);
    case IR_LOAD32: return load(x, in, plain_address(x, in), 32);
    case IR_LOAD64: return load(x, in, plain_address(x, in), 64);
    case IR_LOADN: return load(x, in, plain_address(x, in), in->aux);
    case IR_LOAD8X: return load(x, in, indexed_address(x, in), 8);
    case IR_LOAD16X: return load(x, in, indexed_address(x, in), 16);
    case IR_LOAD32X: return load(x, in, indexed_address(x, in), 32);
    case IR_LOAD64X: return load(x, in, indexed_address(x, in), 64);
    case IR_STORE8: return store(x, plain_address(x, in), in->c, 8);
    case IR_STORE16: return store(x, plain_address(x, in), in->c, 16);
    case IR_STORE32: return store(x, plain_address(x, in), in->c, 32);
    case IR_STORE64: return store(x, plain_address(x, in), in->c, 64);
    case IR_STOREN: return store(x, plain_address(x, in), in->c, in->aux);
    case IR_STORE8X: return store(x, indexed_address(x, in), in->d, 8);
    case IR_STORE16X: return store(x, indexed_address(x, in), in->d, 16);
    case IR_STORE32X: return store(x, indexed_address(x, in), in->d, 32);
    case IR_STORE64X: return store(x, indexed_address(x, in), in->d, 64);
    case IR_MEMCPY:
    case IR_MEMMOVE:
    case IR_MEMSET: return step_block(x, in);
    case IR_ALLOCAV: return step_alloca(x, in);
    case IR_FADD32:
    case IR_FSUB32:
    case IR_FMUL32:
    case IR_FDIV32:
    case IR_FADD64:
    case IR_FSUB64:
    case IR_FMUL64:
    case IR_FDIV64:
    case IR_FBIN:
    case IR_FCMP32:
    case IR_FCMP64:
    case IR_FCMP80:
    case IR_FCLASS:
    case IR_FCAST: return step_float(x, in);
    default: return step_pinned(x, in);
    }
}

bool sym_step(struct exec *x) {
    assert(x->now->top->refs == 1 && !x->stop);
    if (decider_at_end(x)) {
        x->stop = STOP_FORKED;
        return false;
    }
    x->sym->fork_pc = x->now->top->pc;
    if (!x->now->model && sym_wants_model(x) && !sym_feasible(x)) return false;
    bool ok = dispatch(x, x->now->top->pc);
    if (x->stop) return false;
    if (!x->sym->forked.len) return ok;
    x->stop = STOP_FORKED;
    return false;
}
