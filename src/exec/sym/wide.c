
#include <assert.h>

#include "exec/core/arith.h"
#include "exec/sym/arith.h"
#include "expr/relate.h"

static uint32_t words_of(uint32_t width) { return (width + 63) / 64; }

static bool any_symbolic(const struct exec *x, uint32_t slot, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (sym_is(x, slot + i)) return true;
    return false;
}

static void clear(struct exec *x, uint32_t slot, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) x->now->top->sym[slot + i] = 0;
}

/* Consecutive slots, low part first, as one expression. */
static expr gather(struct exec *x, uint32_t slot, uint32_t width) {
    assert(width);
    expr e = sym_slot(x, slot, width < 64 ? width : 64);
    for (uint32_t at = 64; at < width; at += 64) {
        uint32_t w = width - at < 64 ? width - at : 64;
        e = expr_concat(x->sym->pool, sym_slot(x, slot + at / 64, w), e);
    }
    return e;
}

static void scatter(struct exec *x, uint32_t slot, expr e) {
    assert(expr_is(e));
    uint32_t width = expr_width(x->sym->pool, e);
    for (uint32_t at = 0; at < width; at += 64) {
        uint32_t w = width - at < 64 ? width - at : 64;
        sym_set(x, slot + at / 64, expr_extract(x->sym->pool, e, at, w));
    }
}

static bool is_unary(enum ir_wide op) {
    return op == WIDE_CTPOP || op == WIDE_CTLZ || op == WIDE_CTTZ || op == WIDE_BSWAP || op == WIDE_BITREVERSE ||
           op == WIDE_ABS;
}

static bool is_comparison(enum ir_wide op) { return op >= WIDE_EQ && op <= WIDE_SGE; }

static enum ir_bitop bitop_of(enum ir_wide op) {
    switch (op) {
    case WIDE_CTPOP: return BITOP_CTPOP;
    case WIDE_CTLZ: return BITOP_CTLZ;
    case WIDE_CTTZ: return BITOP_CTTZ;
    case WIDE_BSWAP: return BITOP_BSWAP;
    case WIDE_BITREVERSE: return BITOP_BITREVERSE;
    case WIDE_ABS: return BITOP_ABS;
    case WIDE_SMIN: return BITOP_SMIN;
    case WIDE_SMAX: return BITOP_SMAX;
    case WIDE_UMIN: return BITOP_UMIN;
    default: return BITOP_UMAX;
    }
}

/* WIDE_ADD to WIDE_CSHL are in the order of enum int_op. */
static bool compute(struct exec *x, const struct insn *in, expr a, expr b) {
    enum ir_wide op = (enum ir_wide)in->c;
    uint32_t n = words_of(in->aux);
    if (op <= WIDE_CSHL) {
        expr result;
        if (!arith_checked(x, (enum int_op)op, a, b, &result)) return false;
        if (is_comparison(op)) sym_set(x, in->d, result);
        else scatter(x, in->d, result);
        return true;
    }
    if (op >= WIDE_SADD_O) {
        static const enum ir_overflow kinds[] = {OVF_SADD, OVF_UADD, OVF_SSUB, OVF_USUB, OVF_SMUL, OVF_UMUL};
        static const enum int_op ops[] = {INT_ADD, INT_ADD, INT_SUB, INT_SUB, INT_MUL, INT_MUL};
        expr flag = arith_overflow(x->sym->pool, kinds[op - WIDE_SADD_O], a, b);
        scatter(x, in->d, arith_apply(x->sym->pool, ops[op - WIDE_SADD_O], a, b));
        sym_set(x, in->d + n, flag);
        return true;
    }
    scatter(x, in->d, arith_bitop(x->sym->pool, bitop_of(op), a, b, b));
    return true;
}

bool sym_wide(struct exec *x, const struct insn *in) {
    enum ir_wide op = (enum ir_wide)in->c;
    uint32_t n = words_of(in->aux);
    if (any_symbolic(x, in->a, n) || (!is_unary(op) && any_symbolic(x, in->b, n))) {
        expr a = gather(x, in->a, in->aux);
        return compute(x, in, a, is_unary(op) ? a : gather(x, in->b, in->aux));
    }
    clear(x, in->d, is_comparison(op) ? 1 : n + (op >= WIDE_SADD_O));
    return exec_wide(x, in, x->now->top->regs);
}

bool sym_wide_cast(struct exec *x, const struct insn *in) {
    uint32_t from = in->b, to = in->c;
    if (!any_symbolic(x, in->a, words_of(from))) {
        clear(x, in->d, words_of(to));
        exec_wide_cast(in, x->now->top->regs);
        return true;
    }
    expr e = gather(x, in->a, from);
    e = in->aux == CAST_SEXT && to > from ? expr_sext(x->sym->pool, e, to) : expr_resize(x->sym->pool, e, to);
    scatter(x, in->d, e);
    return true;
}
