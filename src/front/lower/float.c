#include "front/lower/lower.h"

#include <string.h>

void emit_float_op(struct lower *lo, uint32_t op, enum ir_float kind, uint32_t d, uint32_t a, uint32_t b) {
    if ((kind == FLOAT_32 || kind == FLOAT_64) && op <= FBIN_DIV)
        emit(lo, (kind == FLOAT_32 ? IR_FADD32 : IR_FADD64) + op, op, d, a, b, 0);
    else emit(lo, IR_FBIN, op, d, a, b, kind);
}

static bool all_float(const struct leaves *leaves) {
    if (!leaves->ok) return false;
    for (uint32_t i = 0; i < leaves->len; i++)
        if (!leaves->at[i].fkind) return false;
    return true;
}

enum ir_fbin float_op_of(LLVMOpcode op) {
    switch (op) {
    case LLVMFAdd: return FBIN_ADD;
    case LLVMFSub: return FBIN_SUB;
    case LLVMFMul: return FBIN_MUL;
    case LLVMFDiv: return FBIN_DIV;
    default: return FBIN_REM;
    }
}

void lower_float_binary(struct lower *lo, LLVMValueRef inst, uint32_t op) {
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(inst));
    if (!all_float(leaves)) {
        emit_unsupported(lo, "this floating-point type (only float, double and long double)");
        return;
    }
    uint32_t a = operand(lo, LLVMGetOperand(inst, 0)), b = operand(lo, LLVMGetOperand(inst, 1));
    uint32_t d = result(lo, inst);
    for (uint32_t i = 0, s = 0; i < leaves->len; s += leaves->at[i].nslots, i++)
        emit_float_op(lo, op, leaves->at[i].fkind, d + s, a + s, b + s);
}

static void lower_float_unary(struct lower *lo, LLVMValueRef inst, uint32_t op) {
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(inst));
    if (!all_float(leaves)) {
        emit_unsupported(lo, "this floating-point type (only float, double and long double)");
        return;
    }
    uint32_t a = operand(lo, LLVMGetOperand(inst, 0)), d = result(lo, inst);
    for (uint32_t i = 0, s = 0; i < leaves->len; s += leaves->at[i].nslots, i++)
        emit_float_op(lo, op, leaves->at[i].fkind, d + s, a + s, a + s);
}

void lower_fneg(struct lower *lo, LLVMValueRef inst) { lower_float_unary(lo, inst, FBIN_NEG); }

/* An operator with its mode: "fadd.double", or "fadd@2.double". */
static bool is_operator(const char *name, const char *op, uint32_t *mode) {
    size_t len = strlen(op);
    *mode = 0;
    if (strncmp(name, op, len) != 0) return false;
    if (name[len] != '@') return name[len] == '.';
    *mode = (uint32_t)(name[len + 1] - '0');
    return *mode < IR_MODES && name[len + 2] == '.';
}

bool lower_hidden_float(struct lower *lo, LLVMValueRef inst, const char *name) {
    static const struct {
        const char *name;
        enum ir_fbin op;
    } ops[] = {{"fadd", FBIN_ADD}, {"fsub", FBIN_SUB}, {"fmul", FBIN_MUL},  {"fdiv", FBIN_DIV},
               {"frem", FBIN_REM}, {"nan", FBIN_OPEN}, {"sqrt", FBIN_SQRT}, {"rint", FBIN_RINT}};
    static const struct {
        const char *name;
        enum ir_cast cast;
    } casts[] = {{"fptosi", CAST_FPTOSI}, {"fptoui", CAST_FPTOUI}, {"sitofp", CAST_SITOFP},
                 {"uitofp", CAST_UITOFP}, {"fpext", CAST_FP},      {"fptrunc", CAST_FP}};
    uint32_t mode;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (!is_operator(name, ops[i].name, &mode)) continue;
        if (ops[i].op >= FBIN_OPEN) lower_float_unary(lo, inst, ops[i].op | mode << IR_MODE_SHIFT);
        else lower_float_binary(lo, inst, ops[i].op | mode << IR_MODE_SHIFT);
        return true;
    }
    for (size_t i = 0; i < sizeof casts / sizeof *casts; i++)
        if (is_operator(name, casts[i].name, &mode))
            return lower_float_cast(lo, inst, casts[i].cast | mode << IR_MODE_SHIFT), true;
    return str_starts(name, "llvm.") && lower_intrinsic(lo, inst, name);
}

/* Halves are compared as floats, which hold them. */
static uint32_t widened_half(struct lower *lo, uint32_t slot) {
    uint32_t d = new_slots(lo, 1);
    emit(lo, IR_FCAST, CAST_FP, d, slot, FLOAT_16 | 16 << 8, FLOAT_32 | 32 << 8);
    return d;
}

static void emit_fcmp(struct lower *lo, enum ir_float kind, uint32_t predicate, uint32_t d, uint32_t a, uint32_t b) {
    if (kind == FLOAT_16) {
        a = widened_half(lo, a);
        b = widened_half(lo, b);
        kind = FLOAT_32;
    }
    emit(lo, IR_FCMP32 + kind - FLOAT_32, predicate, d, a, b, 0);
}

void lower_fcmp(struct lower *lo, LLVMValueRef inst) {
    LLVMValueRef left = LLVMGetOperand(inst, 0);
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(left));
    if (!all_float(leaves)) {
        emit_unsupported(lo, "this floating-point type (only float, double and long double)");
        return;
    }
    uint32_t a = operand(lo, left), b = operand(lo, LLVMGetOperand(inst, 1));
    uint32_t d = result(lo, inst);
    for (uint32_t i = 0, s = 0; i < leaves->len; s += leaves->at[i].nslots, i++)
        emit_fcmp(lo, leaves->at[i].fkind, LLVMGetFCmpPredicate(inst), d + i, a + s, b + s);
}

enum ir_cast float_cast_of(LLVMOpcode op) {
    switch (op) {
    case LLVMFPToUI: return CAST_FPTOUI;
    case LLVMFPToSI: return CAST_FPTOSI;
    case LLVMUIToFP: return CAST_UITOFP;
    case LLVMSIToFP: return CAST_SITOFP;
    default: return CAST_FP;
    }
}

void lower_float_cast(struct lower *lo, LLVMValueRef inst, uint32_t cast) {
    LLVMValueRef from = LLVMGetOperand(inst, 0);
    const struct leaves *in = type_leaves(lo, LLVMTypeOf(from));
    const struct leaves *out = type_leaves(lo, LLVMTypeOf(inst));
    if (!in->ok || !out->ok || in->at[0].width > 128 || out->at[0].width > 128) {
        emit_unsupported(lo, "this floating-point type (only float, double and long double)");
        return;
    }
    if (cast >> IR_MODE_SHIFT && in->at[0].width > 64 && !in->at[0].fkind) {
        emit_unsupported(lo, "a conversion of so wide an integer where rounding modes are set");
        return;
    }
    uint32_t a = operand(lo, from), d = result(lo, inst);
    for (uint32_t i = 0; i < in->len; i++) {
        emit(lo, IR_FCAST, cast, d, a, (uint32_t)(in->at[i].fkind | in->at[i].width << 8),
             (uint32_t)(out->at[i].fkind | out->at[i].width << 8));
        a += in->at[i].nslots;
        d += out->at[i].nslots;
    }
}
