#include "front/checks/operations.h"

#include <llvm-c/DebugInfo.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "front/llvm/emit.h"
#include "front/llvm/escape.h"

enum { ZERO_DIVISOR = 1, IS_NAN, IS_INFINITE };

static bool is_float(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind;
}

/* Functions that give something finite for every finite argument are not listed. */
static bool has_domain(LLVMValueRef call) {
    static const char *const names[] = {"sqrt",   "log",  "log2", "log10",     "log1p", "exp",    "exp2",   "exp10",
                                        "expm1",  "pow",  "fmod", "remainder", "drem",  "asin",   "acos",   "acosh",
                                        "atanh",  "sinh", "cosh", "tan",       "hypot", "tgamma", "lgamma", "ldexp",
                                        "scalbn", "fma",  "fdim", "y0",        "y1"};
    LLVMValueRef fn = LLVMGetCalledValue(call);
    size_t len, known;
    if (!LLVMIsAFunction(fn) || !LLVMIsDeclaration(fn) || !is_float(LLVMTypeOf(call))) return false;
    const char *name = LLVMGetValueName2(fn, &len);
    if (strncmp(name, "llvm.", 5) == 0) name += 5;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        known = strlen(names[i]);
        if (strncmp(name, names[i], known) != 0) continue;
        if (!name[known] || name[known] == '.' || ((name[known] == 'f' || name[known] == 'l') && !name[known + 1]))
            return true;
    }
    return false;
}

static bool may_leave(LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMFPTrunc: return is_float(LLVMTypeOf(inst));
    case LLVMCall: return has_domain(inst);
    default: return false;
    }
}

/* |v| < infinity, which is false for a NaN. */
static LLVMValueRef is_finite(LLVMBuilderRef b, LLVMValueRef v) {
    LLVMValueRef inf = LLVMConstReal(LLVMTypeOf(v), INFINITY), minus = LLVMConstReal(LLVMTypeOf(v), -INFINITY);
    LLVMValueRef below = LLVMBuildFCmp(b, LLVMRealOLT, v, inf, ""), above = LLVMBuildFCmp(b, LLVMRealOGT, v, minus, "");
    return LLVMBuildAnd(b, below, above, "");
}

static LLVMValueRef what_is_wrong(LLVMBuilderRef b, LLVMValueRef inst, LLVMTypeRef i32) {
    LLVMValueRef nan = LLVMBuildFCmp(b, LLVMRealUNO, inst, inst, "");
    LLVMValueRef what = LLVMBuildSelect(b, nan, LLVMConstInt(i32, IS_NAN, 0), LLVMConstInt(i32, IS_INFINITE, 0), "");
    if (LLVMGetInstructionOpcode(inst) != LLVMFDiv) return what;
    LLVMValueRef by = LLVMGetOperand(inst, 1),
                 zero = LLVMBuildFCmp(b, LLVMRealOEQ, by, LLVMConstNull(LLVMTypeOf(by)), "");
    return LLVMBuildSelect(b, zero, LLVMConstInt(i32, ZERO_DIVISOR, 0), what, "");
}

static void mark_result(LLVMModuleRef module, LLVMBuilderRef b, LLVMValueRef inst) {
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(llvm);
    unsigned n = LLVMIsACallInst(inst) ? LLVMGetNumArgOperands(inst) : (unsigned)LLVMGetNumOperands(inst);
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(inst));
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(inst));
    LLVMValueRef bad = LLVMBuildNot(b, is_finite(b, inst), "");
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef v = LLVMGetOperand(inst, i);
        if (is_float(LLVMTypeOf(v))) bad = LLVMBuildAnd(b, bad, is_finite(b, v), "");
    }
    LLVMValueRef code = LLVMBuildSelect(b, bad, what_is_wrong(b, inst, i32), LLVMConstNull(i32), "");
    emit_call(module, b, "__shrike_float", LLVMVoidTypeInContext(llvm), &code, 1);
}

void notfinite_mark(LLVMModuleRef module) { emit_mark_all(module, may_leave, mark_result); }

/* ---- zeros of 0 ---------------------------------------------------------------------------------------- */

static bool promises_more(LLVMValueRef inst) {
    if (!LLVMIsACallInst(inst) || (!is_intrinsic(inst, "llvm.ctlz.i") && !is_intrinsic(inst, "llvm.cttz.i")))
        return false;
    LLVMValueRef promise = LLVMGetOperand(inst, 1); /* that the argument is not 0 */
    return LLVMIsAConstantInt(promise) && LLVMConstIntGetZExtValue(promise);
}

static bool asks_for_zero(LLVMValueRef cond, LLVMValueRef value) {
    return LLVMIsAICmpInst(cond) && LLVMGetOperand(cond, 0) == value && LLVMIsNull(LLVMGetOperand(cond, 1));
}

/* clang's ffs and clzg count first, and choose something else for 0 then. */
static bool is_replaced_for_zero(LLVMValueRef counted, LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(counted); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool chosen = LLVMIsASelectInst(user) && asks_for_zero(LLVMGetOperand(user, 0), value);
        bool passed = LLVMIsABinaryOperator(user) || LLVMIsACastInst(user);
        if (!chosen && !(passed && is_replaced_for_zero(user, value))) return false;
    }
    return LLVMGetFirstUse(counted);
}

static bool is_count(LLVMValueRef inst) {
    return promises_more(inst) && !is_replaced_for_zero(inst, LLVMGetOperand(inst, 0));
}

static void mark_count(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
    LLVMValueRef value = LLVMGetOperand(call, 0);
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef zero = LLVMBuildICmp(builder, LLVMIntEQ, value, LLVMConstNull(LLVMTypeOf(value)), "");
    LLVMValueRef wrong = LLVMBuildZExt(builder, zero, i32, "");
    emit_call(module, builder, "__shrike_argument", LLVMVoidTypeInContext(LLVMGetModuleContext(module)), &wrong, 1);
}

void zeros_mark(LLVMModuleRef module) { emit_mark_all(module, is_count, mark_count); }

/* ---- lengths of arrays ------------------------------------------------------------------------------- */

/* By the name that clang gives it: what alloca() makes may be empty. */
static bool is_array(LLVMValueRef inst) {
    size_t len;
    return LLVMIsAAllocaInst(inst) && !LLVMIsAConstant(LLVMGetOperand(inst, 0)) &&
           str_starts(LLVMGetValueName2(inst, &len), "vla");
}

/* A negative int has become a large number by now, which no stack bears. */
static void mark_length(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef array) {
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    LLVMValueRef length = LLVMGetOperand(array, 0);
    LLVMPositionBuilderBefore(builder, array);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(array));
    LLVMValueRef none = LLVMBuildICmp(builder, LLVMIntSLE, length, LLVMConstNull(LLVMTypeOf(length)), "");
    LLVMValueRef wrong = LLVMBuildZExt(builder, none, LLVMInt32TypeInContext(llvm), "");
    emit_call(module, builder, "__shrike_length", LLVMVoidTypeInContext(llvm), &wrong, 1);
}

void lengths_mark(LLVMModuleRef module) { emit_mark_all(module, is_array, mark_length); }
