#include "front/zeros.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>

#include "front/emit.h"
#include "front/escape.h"

static bool promises_more(LLVMValueRef inst) {
    if (!LLVMIsACallInst(inst) || (!is_intrinsic(inst, "llvm.ctlz.i") && !is_intrinsic(inst, "llvm.cttz.i"))) return false;
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

static bool is_count(LLVMValueRef inst) { return promises_more(inst) && !is_replaced_for_zero(inst, LLVMGetOperand(inst, 0)); }

static void mark(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
    LLVMValueRef value = LLVMGetOperand(call, 0);
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef zero = LLVMBuildICmp(builder, LLVMIntEQ, value, LLVMConstNull(LLVMTypeOf(value)), "");
    LLVMValueRef wrong = LLVMBuildZExt(builder, zero, i32, "");
    emit_call(module, builder, "__shrike_argument", LLVMVoidTypeInContext(LLVMGetModuleContext(module)), &wrong, 1);
}

void zeros_mark(LLVMModuleRef module) { emit_mark_all(module, is_count, mark); }
