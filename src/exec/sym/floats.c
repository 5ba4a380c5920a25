#include "exec/sym/floats.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "exec/sym/decider.h"
#include "expr/arith.h"
#include "expr/float.h"
#include "expr/relate.h"

uint32_t float_kind_width(enum ir_float kind) {
    switch (kind) {
    case FLOAT_16: return 16;
    case FLOAT_32: return 32;
    case FLOAT_64: return 64;
    default: return 80;
    }
}

/* The float in a slot (x87: two slots) as one expression, and back. */
static expr float_slot(struct exec *x, enum ir_float kind, uint32_t slot) {
    if (kind != FLOAT_80) return sym_slot(x, slot, float_kind_width(kind));
    expr high = sym_slot(x, slot + 1, 16), low = sym_slot(x, slot, 64);
    return expr_concat(x->sym->pool, high, low);
}

void float_set_slot(struct exec *x, enum ir_float kind, uint32_t slot, expr e) {
    struct expr_pool *pool = x->sym->pool;
    assert(expr_width(pool, e) == float_kind_width(kind));
    if (kind != FLOAT_80) {
        sym_set(x, slot, e);
        return;
    }
    sym_set(x, slot, expr_extract(pool, e, 0, 64));
    sym_set(x, slot + 1, expr_extract(pool, e, 64, 16));
}

/* ---- operators -------------------------------------------------------------------------------- */

static enum float_round mode_of(const struct insn *in) {
    if (in->op != IR_FBIN && in->op != IR_FCAST) return ROUND_EVEN;
    return (enum float_round)IR_FLOAT_MODE(in->aux);
}

static expr binary(struct expr_pool *pool, enum ir_fbin op, enum float_round mode, expr a, expr b) {
    switch (op) {
    case FBIN_ADD: return expr_fadd(pool, mode, a, b);
    case FBIN_SUB: return expr_fsub(pool, mode, a, b);
    case FBIN_MUL: return expr_fmul(pool, mode, a, b);
    case FBIN_DIV: return expr_fdiv(pool, mode, a, b);
    case FBIN_REM: return expr_frem(pool, a, b);
    case FBIN_COPYSIGN: return expr_fcopysign(pool, a, b);
    case FBIN_MINNUM: return expr_fmin(pool, a, b);
    default: assert(op == FBIN_MAXNUM); return expr_fmax(pool, a, b);
    }
}

static expr operator_value(struct exec *x, const struct insn *in, enum ir_fbin op, enum ir_float kind) {
    struct expr_pool *pool = x->sym->pool;
    expr a = float_slot(x, kind, in->a);
    if (op == FBIN_NEG) return expr_fneg(pool, a);
    if (op == FBIN_ABS) return expr_fabs(pool, a);
    if (op == FBIN_OPEN) return expr_fopen(pool, FLOAT_OPEN_CONSTANT, a, a);
    if (op == FBIN_SQRT) return expr_fsqrt(pool, mode_of(in), a);
    if (op == FBIN_RINT) return expr_frint(pool, mode_of(in), a);
    return binary(pool, op, mode_of(in), a, float_slot(x, kind, in->b));
}

static void step_operator(struct exec *x, const struct insn *in, enum ir_fbin op, enum ir_float kind) {
    float_set_slot(x, kind, in->d, operator_value(x, in, op, kind));
}

/* Operator and format of an instruction. */
static enum ir_fbin operator_of(const struct insn *in, enum ir_float *kind) {
    *kind = in->op == IR_FBIN ? (enum ir_float)in->c : in->op < IR_FADD64 ? FLOAT_32 : FLOAT_64;
    if (in->op == IR_FBIN) return (enum ir_fbin)IR_FLOAT_OP(in->aux);
    return (enum ir_fbin)(FBIN_ADD + (in->op - (in->op < IR_FADD64 ? IR_FADD32 : IR_FADD64)));
}

/* A conversion between formats, too. */
static expr result_of(struct exec *x, const struct insn *in, enum ir_float *kind) {
    if (in->op != IR_FCAST) {
        enum ir_fbin op = operator_of(in, kind);
        return operator_value(x, in, op, *kind);
    }
    *kind = (enum ir_float)(in->c & 255);
    return expr_fcvt(x->sym->pool, mode_of(in), float_slot(x, (enum ir_float)(in->b & 255), in->a),
                     float_kind_width(*kind));
}

bool float_opens_nan(struct exec *x, const struct insn *in) {
    enum ir_float kind;
    if (x->decider->props.plain) return false;
    expr r = result_of(x, in, &kind);
    if (expr_is_const(x->sym->pool, r)) return false;
    float_set_slot(x, kind, in->d, r);
    return true;
}

/* ---- results of built-in functions -------------------------------------------------------------- */

static bool is_nan_value(enum ir_float kind, const uint64_t *slot) {
    float f;
    double d;
    long double l = 0;
    switch (kind) {
    case FLOAT_32: memcpy(&f, slot, 4); return isnan(f);
    case FLOAT_64: memcpy(&d, slot, 8); return isnan(d);
    case FLOAT_80: memcpy(&l, slot, 10); return isnan(l);
    default: return false;
    }
}

/* An argument's bits in the format: numbers of another kind are what they are as integers. */
static expr given(struct exec *x, const struct ir_arg *arg, enum ir_float kind) {
    if (arg->fkind == kind) return float_slot(x, kind, arg->slot);
    return expr_resize(x->sym->pool, expr_const(x->sym->pool, 64, x->now->top->regs[arg->slot]),
                       float_kind_width(kind));
}

/* Complex results have no format. */
static void opens_parts(struct exec *x, const struct function *fn, const uint64_t *slots) {
    for (int i = 0; i < 2; i++)
        if (is_nan_value(FLOAT_64, &slots[i]) || is_nan_value(FLOAT_32, &slots[i])) sym_gap(x, GAP_NAN, fn->name);
}

void float_opens_result(struct exec *x, const struct function *fn, const struct insn *in, const struct ir_call *call,
                        bool function) {
    struct expr_pool *pool = x->sym->pool;
    enum ir_float kind = (enum ir_float)call->ret_fkind;
    const uint64_t *slots = &x->now->top->regs[in->d];
    if (x->decider->props.plain) return;
    if (!kind && call->nret == 2) opens_parts(x, fn, slots);
    if (!is_nan_value(kind, slots)) return;
    expr when = expr_resize(pool, expr_const(pool, 64, function ? 0 : x->instructions), float_kind_width(kind));
    expr nan = expr_fopen(pool, FLOAT_OPEN_LIBRARY + (uint32_t)fn->builtin, when, when);
    for (uint32_t i = 0; i < call->nargs; i++) nan = expr_fadd(pool, ROUND_EVEN, nan, given(x, &call->args[i], kind));
    float_set_slot(x, kind, in->d, nan);
}

static void step_compare(struct exec *x, const struct insn *in, enum ir_float kind) {
    expr a = float_slot(x, kind, in->a), b = float_slot(x, kind, in->b);
    sym_set(x, in->d, expr_fcmp(x->sym->pool, in->aux, a, b));
}

/* ---- conversions --------------------------------------------------------------------------------- */

struct cast_report {
    expr a;
    uint32_t width;
    bool is_signed;
};

static long double value_under_model(struct exec *x, expr a) {
    uint64_t words[2] = {0};
    uint32_t width = expr_width(x->sym->pool, a);
    _Float16 h;
    float f;
    double d;
    long double l = 0;
    model_eval_wide(x->now->model, x->sym->pool, a, words);
    switch (width) {
    case 16: memcpy(&h, words, 2); return h;
    case 32: memcpy(&f, words, 4); return f;
    case 64: memcpy(&d, words, 8); return d;
    default: memcpy(&l, words, 10); return l;
    }
}

static void report_cast(struct exec *x, void *data) {
    const struct cast_report *r = data;
    exec_error(x, BUG_CAST, "%.12Lg does not fit %s integer of %u bits", value_under_model(x, r->a),
               r->is_signed ? "a signed" : "an unsigned", r->width);
}

/* What the processor gives for a value that does not fit, as the loop has it (core/floats.c): the
 * smallest value of the next native width. */
static expr misfit(struct expr_pool *pool, expr a, bool is_signed, uint32_t width) {
    if (is_signed && width == 32) return expr_const(pool, 32, UINT64_C(1) << 31);
    expr smallest = expr_const(pool, 64, UINT64_C(1) << 63), value = smallest;
    if (!is_signed) {
        expr fits = expr_fits_int(pool, false, a, 64), v = expr_to_int(pool, false, a, 64);
        value = expr_ite(pool, fits, v, value);
    }
    expr fits = expr_fits_int(pool, true, a, 64), v = expr_to_int(pool, true, a, 64);
    return expr_resize(pool, expr_ite(pool, fits, v, value), width);
}

static bool step_to_int(struct exec *x, const struct insn *in) {
    struct expr_pool *pool = x->sym->pool;
    bool is_signed = in->aux == CAST_FPTOSI;
    uint32_t width = in->c >> 8;
    expr a = float_slot(x, (enum ir_float)(in->b & 255), in->a);
    expr fits = expr_fits_int(pool, is_signed, a, width);
    struct cast_report r = {a, width, is_signed};
    bool checked = check_has(x->checks, CHECK_CAST) && !x->now->top->fn->runtime;
    if (checked && !sym_check(x, expr_not(pool, fits), report_cast, &r)) return false;
    expr v = expr_to_int(pool, is_signed, a, width);
    if (!checked) v = expr_ite(pool, fits, v, misfit(pool, a, is_signed, width));
    sym_set(x, in->d, v);
    return true;
}

static expr integer_slot(struct exec *x, uint32_t slot, uint32_t width) {
    if (width <= 64) return sym_slot(x, slot, width);
    expr high = sym_slot(x, slot + 1, width - 64), low = sym_slot(x, slot, 64);
    return expr_concat(x->sym->pool, high, low);
}

static void step_from_int(struct exec *x, const struct insn *in) {
    enum ir_float kind = (enum ir_float)(in->c & 255);
    expr a = integer_slot(x, in->a, in->b >> 8);
    expr v = expr_from_int(x->sym->pool, mode_of(in), IR_FLOAT_OP(in->aux) == CAST_SITOFP, a, float_kind_width(kind));
    float_set_slot(x, kind, in->d, v);
}

static bool step_cast(struct exec *x, const struct insn *in, bool *done) {
    enum ir_float from = (enum ir_float)(in->b & 255), to = (enum ir_float)(in->c & 255);
    switch ((enum ir_cast)IR_FLOAT_OP(in->aux)) {
    case CAST_FPTOUI:
    case CAST_FPTOSI:
        if (in->c >> 8 > 64) *done = false;
        return !*done || step_to_int(x, in);
    case CAST_UITOFP:
    case CAST_SITOFP: step_from_int(x, in); return true;
    default:
        float_set_slot(x, to, in->d,
                       expr_fcvt(x->sym->pool, mode_of(in), float_slot(x, from, in->a), float_kind_width(to)));
        return true;
    }
}

bool float_step(struct exec *x, const struct insn *in, bool *done) {
    *done = true;
    switch (in->op) {
    case IR_FADD32:
    case IR_FSUB32:
    case IR_FMUL32:
    case IR_FDIV32:
    case IR_FADD64:
    case IR_FSUB64:
    case IR_FMUL64:
    case IR_FDIV64:
    case IR_FBIN: {
        enum ir_float kind;
        enum ir_fbin op = operator_of(in, &kind);
        step_operator(x, in, op, kind);
        return true;
    }
    case IR_FCMP32: step_compare(x, in, FLOAT_32); return true;
    case IR_FCMP64: step_compare(x, in, FLOAT_64); return true;
    case IR_FCMP80: step_compare(x, in, FLOAT_80); return true;
    case IR_FCLASS:
        sym_set(x, in->d, expr_fclass(x->sym->pool, in->b, float_slot(x, (enum ir_float)in->aux, in->a)));
        return true;
    default: assert(in->op == IR_FCAST); return step_cast(x, in, done);
    }
}
