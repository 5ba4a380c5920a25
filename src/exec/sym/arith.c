#include "exec/sym/arith.h"

#include <assert.h>

#include "exec/sym/decide.h"
#include "exec/sym/undefined.h"
#include "expr/arith.h"
#include "expr/relate.h"

expr arith_apply(struct expr_pool *pool, enum int_op op, expr a, expr b) {
    switch (op) {
    case INT_ADD:
    case INT_CADD: return expr_add(pool, a, b);
    case INT_SUB:
    case INT_CSUB: return expr_sub(pool, a, b);
    case INT_MUL:
    case INT_CMUL: return expr_mul(pool, a, b);
    case INT_AND: return expr_and(pool, a, b);
    case INT_OR: return expr_or(pool, a, b);
    case INT_XOR: return expr_xor(pool, a, b);
    case INT_SHL:
    case INT_CSHL: return expr_shl(pool, a, b);
    case INT_LSHR: return expr_lshr(pool, a, b);
    case INT_ASHR: return expr_ashr(pool, a, b);
    case INT_UDIV: return expr_udiv(pool, a, b);
    case INT_SDIV: return expr_sdiv(pool, a, b);
    case INT_UREM: return expr_urem(pool, a, b);
    case INT_SREM: return expr_srem(pool, a, b);
    case INT_EQ: return expr_eq(pool, a, b);
    case INT_NE: return expr_ne(pool, a, b);
    case INT_ULT: return expr_ult(pool, a, b);
    case INT_ULE: return expr_ule(pool, a, b);
    case INT_UGT: return expr_ugt(pool, a, b);
    case INT_UGE: return expr_uge(pool, a, b);
    case INT_SLT: return expr_slt(pool, a, b);
    case INT_SLE: return expr_sle(pool, a, b);
    case INT_SGT: return expr_sgt(pool, a, b);
    case INT_SGE: return expr_sge(pool, a, b);
    case INT_CINDEX:
    case INT_CBOOL:
    case INT_CALIGN: return a;
    }
    return EXPR_NONE;
}

/* ---- overflow -------------------------------------------------------------------------------- */

/* The exact result has w + 1 bits (sums) or 2 w bits (products); it overflows if
 * cutting it to w bits and extending again changes it. */
expr arith_overflow(struct expr_pool *pool, enum ir_overflow op, expr a, expr b) {
    bool is_signed = op == OVF_SADD || op == OVF_SSUB || op == OVF_SMUL;
    bool product = op == OVF_SMUL || op == OVF_UMUL;
    uint32_t w = expr_width(pool, a), wide = product ? 2 * w : w + 1;
    expr (*extend)(struct expr_pool *, expr, uint32_t) = is_signed ? expr_sext : expr_zext;
    expr x = extend(pool, a, wide), y = extend(pool, b, wide);
    expr exact = product                            ? expr_mul(pool, x, y)
                 : op == OVF_SADD || op == OVF_UADD ? expr_add(pool, x, y)
                                                    : expr_sub(pool, x, y);
    return expr_ne(pool, extend(pool, expr_extract(pool, exact, 0, w), wide), exact);
}

static expr saturated(struct expr_pool *pool, enum ir_overflow op, expr a, expr b) {
    uint32_t w = expr_width(pool, a);
    expr zero = expr_const(pool, w, 0), ones = expr_not(pool, zero);
    expr smallest = expr_shl(pool, expr_const(pool, w, 1), expr_const(pool, w, w - 1));
    bool add = op == OVF_SADD || op == OVF_UADD;
    expr v = add ? expr_add(pool, a, b) : expr_sub(pool, a, b);
    expr limit = op == OVF_UADD   ? ones
                 : op == OVF_USUB ? zero
                                  : expr_ite(pool, expr_slt(pool, a, zero), smallest, expr_not(pool, smallest));
    return expr_ite(pool, arith_overflow(pool, op, a, b), limit, v);
}

static expr shift_saturated(struct expr_pool *pool, bool is_signed, expr a, expr by) {
    uint32_t w = expr_width(pool, a);
    expr last = expr_const(pool, w, w - 1), zero = expr_const(pool, w, 0);
    by = expr_ite(pool, expr_ult(pool, last, by), last, by);
    expr v = expr_shl(pool, a, by);
    expr back = is_signed ? expr_ashr(pool, v, by) : expr_lshr(pool, v, by);
    expr smallest = expr_shl(pool, expr_const(pool, w, 1), last);
    expr limit =
        is_signed ? expr_ite(pool, expr_slt(pool, a, zero), smallest, expr_not(pool, smallest)) : expr_not(pool, zero);
    return expr_ite(pool, expr_eq(pool, back, a), v, limit);
}

/* ---- bits ------------------------------------------------------------------------------------- */

static expr count_ones(struct expr_pool *pool, expr a) {
    uint32_t w = expr_width(pool, a);
    expr sum = expr_const(pool, w, 0);
    for (uint32_t i = 0; i < w; i++) sum = expr_add(pool, sum, expr_zext(pool, expr_extract(pool, a, i, 1), w));
    return sum;
}

/* Zeros before the first one, from the top or from the bottom. */
static expr count_zeros(struct expr_pool *pool, expr a, bool from_top) {
    uint32_t w = expr_width(pool, a);
    expr n = expr_const(pool, w, w);
    for (uint32_t i = w; i-- > 0;) {
        expr bit = expr_extract(pool, a, from_top ? w - 1 - i : i, 1);
        n = expr_ite(pool, bit, expr_const(pool, w, i), n);
    }
    return n;
}

/* Pieces of `step` bits in reverse order. */
static expr reversed(struct expr_pool *pool, expr a, uint32_t step) {
    uint32_t w = expr_width(pool, a);
    expr out = expr_extract(pool, a, 0, step);
    for (uint32_t i = step; i < w; i += step) out = expr_concat(pool, out, expr_extract(pool, a, i, step));
    return out;
}

static expr funnel(struct expr_pool *pool, expr high, expr low, expr by, bool left) {
    uint32_t w = expr_width(pool, high);
    expr n = expr_urem(pool, by, expr_const(pool, w, w));
    expr both = expr_concat(pool, high, low), wide = expr_zext(pool, n, 2 * w);
    if (!left) return expr_extract(pool, expr_lshr(pool, both, wide), 0, w);
    return expr_extract(pool, expr_shl(pool, both, wide), w, w);
}

static expr compare_three(struct expr_pool *pool, expr less, expr equal, uint32_t w) {
    expr minus = expr_not(pool, expr_const(pool, w, 0));
    return expr_ite(pool, less, minus, expr_ite(pool, equal, expr_const(pool, w, 0), expr_const(pool, w, 1)));
}

expr arith_bitop(struct expr_pool *pool, enum ir_bitop op, expr a, expr b, expr c) {
    uint32_t w = expr_width(pool, a);
    switch (op) {
    case BITOP_CTPOP: return count_ones(pool, a);
    case BITOP_CTLZ: return count_zeros(pool, a, true);
    case BITOP_CTTZ: return count_zeros(pool, a, false);
    case BITOP_BSWAP: return reversed(pool, a, 8);
    case BITOP_BITREVERSE: return reversed(pool, a, 1);
    case BITOP_FSHL: return funnel(pool, a, b, c, true);
    case BITOP_FSHR: return funnel(pool, a, b, c, false);
    case BITOP_ABS: return expr_ite(pool, expr_slt(pool, a, expr_const(pool, w, 0)), expr_neg(pool, a), a);
    case BITOP_SMIN: return expr_ite(pool, expr_slt(pool, a, b), a, b);
    case BITOP_SMAX: return expr_ite(pool, expr_slt(pool, b, a), a, b);
    case BITOP_UMIN: return expr_ite(pool, expr_ult(pool, a, b), a, b);
    case BITOP_UMAX: return expr_ite(pool, expr_ult(pool, b, a), a, b);
    case BITOP_SADD_SAT: return saturated(pool, OVF_SADD, a, b);
    case BITOP_UADD_SAT: return saturated(pool, OVF_UADD, a, b);
    case BITOP_SSUB_SAT: return saturated(pool, OVF_SSUB, a, b);
    case BITOP_USUB_SAT: return saturated(pool, OVF_USUB, a, b);
    case BITOP_SSHL_SAT: return shift_saturated(pool, true, a, b);
    case BITOP_USHL_SAT: return shift_saturated(pool, false, a, b);
    case BITOP_SCMP:
        return expr_sext(pool, compare_three(pool, expr_slt(pool, a, b), expr_eq(pool, a, b), w < 64 ? w : 64),
                         w < 64 ? 64 : w);
    case BITOP_UCMP:
        return expr_sext(pool, compare_three(pool, expr_ult(pool, a, b), expr_eq(pool, a, b), w < 64 ? w : 64),
                         w < 64 ? 64 : w);
    }
    return EXPR_NONE;
}

/* ---- checks ----------------------------------------------------------------------------------- */

struct operands {
    expr a, b;
    const char *sign;
};

static void report_zero(struct exec *x, void *data) {
    (void)data;
    exec_error(x, BUG_DIVISION, "division by zero");
}

static void report_quotient(struct exec *x, void *data) {
    (void)data;
    exec_error(x, BUG_QUOTIENT, "quotient of signed division does not fit its type");
}

static int64_t signed_value(struct exec *x, expr e) {
    uint32_t w = expr_width(x->sym->pool, e);
    return w > 64 ? 0 : (int64_t)(sym_sample(x, e) << (64 - w)) >> (64 - w);
}

static void report_shift(struct exec *x, void *data) {
    const struct operands *o = data;
    exec_error(x, BUG_SHIFT, "shift of a %u-bit value by %lld", expr_width(x->sym->pool, o->a),
               (long long)signed_value(x, o->b));
}

static void report_overflow(struct exec *x, void *data) {
    const struct operands *o = data;
    uint32_t w = expr_width(x->sym->pool, o->a);
    if (w > 64) {
        exec_error(x, BUG_OVERFLOW, "signed overflow of %u-bit arithmetic", w);
        return;
    }
    exec_error(x, BUG_OVERFLOW, "signed overflow: %lld %s %lld does not fit %u bits", (long long)signed_value(x, o->a),
               o->sign, (long long)signed_value(x, o->b), w);
}

static void report_negative(struct exec *x, void *data) {
    const struct operands *o = data;
    exec_error(x, BUG_NEGATIVE_SHIFT, "left shift of a negative value: %lld << %lld", (long long)signed_value(x, o->a),
               (long long)signed_value(x, o->b));
}

static void report_index(struct exec *x, void *data) {
    const struct operands *o = data;
    exec_index_error(x, sym_sample(x, o->a), sym_sample(x, o->b), expr_width(x->sym->pool, o->a));
}

static void report_bool(struct exec *x, void *data) {
    const struct operands *o = data;
    assert(expr_width(x->sym->pool, o->a) <= 64);
    exec_bool_error(x, sym_sample(x, o->a));
}

static void report_alignment(struct exec *x, void *data) {
    const struct operands *o = data;
    exec_alignment_error(x, sym_sample(x, o->a), sym_sample(x, o->b));
}

static bool check_division(struct exec *x, bool is_signed, struct operands *o) {
    struct expr_pool *pool = x->sym->pool;
    uint32_t w = expr_width(pool, o->a);
    expr zero = expr_const(pool, w, 0), none = expr_eq(pool, o->b, zero);
    if (!undefined_use(x, none, "whether a division traps") || !sym_check(x, none, report_zero, o)) return false;
    if (!is_signed || !exec_quotient_fails(x, w)) return true;
    expr smallest = expr_shl(pool, expr_const(pool, w, 1), expr_const(pool, w, w - 1));
    expr bad = expr_and(pool, expr_eq(pool, o->a, smallest), expr_eq(pool, o->b, expr_not(pool, zero)));
    return undefined_use(x, bad, "whether a division traps") && sym_check(x, bad, report_quotient, o);
}

static bool check_shift(struct exec *x, struct operands *o) {
    struct expr_pool *pool = x->sym->pool;
    uint32_t w = expr_width(pool, o->b);
    expr limit = expr_const(pool, w, w);
    if (check_has(x->checks, CHECK_SHIFT)) return sym_check(x, expr_uge(pool, o->b, limit), report_shift, o);
    o->b = expr_urem(pool, o->b, limit); /* what the processor does */
    return true;
}

/* Where the amount is too large and that is no error, neither is the rest. */
static bool check_left_shift(struct exec *x, struct operands *o) {
    struct expr_pool *pool = x->sym->pool;
    uint32_t w = expr_width(pool, o->a);
    expr fine = expr_ult(pool, o->b, expr_const(pool, w, w));
    if (!check_shift(x, o)) return false;
    expr back = expr_ashr(pool, expr_shl(pool, o->a, o->b), o->b);
    if (!sym_check(x, expr_and(pool, fine, expr_ne(pool, back, o->a)), report_overflow, o)) return false;
    if (!bug_has(x->wanted, BUG_NEGATIVE_SHIFT)) return true;
    expr negative = expr_slt(pool, o->a, expr_const(pool, w, 0));
    return sym_check(x, expr_and(pool, fine, negative), report_negative, o);
}

static bool check_alignment(struct exec *x, struct operands *o) {
    struct expr_pool *pool = x->sym->pool;
    expr zero = expr_const(pool, expr_width(pool, o->a), 0);
    return sym_check(x, expr_ne(pool, expr_and(pool, o->a, o->b), zero), report_alignment, o);
}

static const char *sign_of(enum int_op op) {
    return op == INT_CADD ? "+" : op == INT_CSUB ? "-" : op == INT_CSHL ? "<<" : "*";
}

bool arith_checked(struct exec *x, enum int_op op, expr a, expr b, expr *result) {
    struct operands o = {a, b, sign_of(op)};
    bool ok = true;
    switch (op) {
    case INT_UDIV:
    case INT_UREM: ok = check_division(x, false, &o); break;
    case INT_SDIV:
    case INT_SREM: ok = check_division(x, true, &o); break;
    case INT_SHL:
    case INT_LSHR:
    case INT_ASHR: ok = check_shift(x, &o); break;
    case INT_CADD: ok = sym_check(x, arith_overflow(x->sym->pool, OVF_SADD, a, b), report_overflow, &o); break;
    case INT_CSUB: ok = sym_check(x, arith_overflow(x->sym->pool, OVF_SSUB, a, b), report_overflow, &o); break;
    case INT_CMUL: ok = sym_check(x, arith_overflow(x->sym->pool, OVF_SMUL, a, b), report_overflow, &o); break;
    case INT_CSHL: ok = check_left_shift(x, &o); break;
    case INT_CINDEX: ok = sym_check(x, expr_uge(x->sym->pool, a, b), report_index, &o); break;
    case INT_CBOOL: ok = sym_check(x, expr_uge(x->sym->pool, a, b), report_bool, &o); break;
    case INT_CALIGN: ok = check_alignment(x, &o); break;
    default: break;
    }
    if (ok) *result = arith_apply(x->sym->pool, op, o.a, o.b);
    return ok;
}
