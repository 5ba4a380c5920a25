#include "front/lengths.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>

#include "base/str.h"
#include "front/emit.h"

/* By the name that clang gives it: what alloca() makes may be empty. */
static bool is_array(LLVMValueRef inst) {
    size_t len;
    return LLVMIsAAllocaInst(inst) && !LLVMIsAConstant(LLVMGetOperand(inst, 0)) &&
           str_starts(LLVMGetValueName2(inst, &len), "vla");
}

/* A negative int has become a large number by now, which no stack bears. */
static void mark(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef array) {
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    LLVMValueRef length = LLVMGetOperand(array, 0);
    LLVMPositionBuilderBefore(builder, array);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(array));
    LLVMValueRef none = LLVMBuildICmp(builder, LLVMIntSLE, length, LLVMConstNull(LLVMTypeOf(length)), "");
    LLVMValueRef wrong = LLVMBuildZExt(builder, none, LLVMInt32TypeInContext(llvm), "");
    emit_call(module, builder, "__shrike_length", LLVMVoidTypeInContext(llvm), &wrong, 1);
}

void lengths_mark(LLVMModuleRef module) { emit_mark_all(module, is_array, mark); }
