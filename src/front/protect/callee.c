#include "front/protect/protect.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdbool.h>

#include "base/map.h"
#include "front/llvm/signature.h"
#include "front/llvm/variable.h"

/* The value without casts from pointer to integer and back. */
static LLVMValueRef uncast(LLVMValueRef v) {
    for (;;) {
        bool constant = LLVMIsAConstantExpr(v);
        LLVMOpcode op = constant                ? LLVMGetConstOpcode(v)
                        : LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v)
                                                : LLVMRet;
        if (op != LLVMIntToPtr && op != LLVMPtrToInt && op != LLVMBitCast) return v;
        v = LLVMGetOperand(v, 0);
    }
}

/* May the callee become a function that the call does not fit? */
static bool may_misfit(LLVMTargetDataRef layout, LLVMValueRef call, LLVMValueRef callee, struct map *seen) {
    callee = uncast(callee);
    while (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
    if (LLVMIsAFunction(callee)) return signature_call_misfits(layout, call, callee, false);
    bool select = LLVMIsASelectInst(callee);
    if ((!select && !LLVMIsAPHINode(callee)) || !map_put(seen, (uint64_t)(uintptr_t)callee, 1)) return false;
    for (int i = select; i < LLVMGetNumOperands(callee); i++)
        if (may_misfit(layout, call, LLVMGetOperand(callee, (unsigned)i), seen)) return true;
    return false;
}

static void hide(LLVMBuilderRef builder, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    LLVMTypeRef pointer = LLVMTypeOf(callee);
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    LLVMSetCurrentDebugLocation2(builder, NULL);
    LLVMValueRef variable = LLVMBuildAlloca(builder, pointer, "");
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    LLVMSetVolatile(LLVMBuildStore(builder, callee, variable), 1);
    LLVMValueRef hidden = LLVMBuildLoad2(builder, pointer, variable, "");
    LLVMSetVolatile(hidden, 1);
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, hidden);
}

void callee_hide(LLVMModuleRef module) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    value_list wrong = {0};
    struct map seen;
    map_init(&seen);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                map_clear(&seen);
                if (LLVMIsACallInst(i) && may_misfit(layout, i, LLVMGetCalledValue(i), &seen)) vec_push(&wrong, i);
            }
    for (uint32_t i = 0; i < wrong.len; i++) hide(builder, wrong.data[i]);
    map_release(&seen);
    vec_release(&wrong);
    LLVMDisposeBuilder(builder);
}
