#include "front/gotos.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <stddef.h>

#include "front/emit.h"

static bool has_no_place(LLVMValueRef inst) { return LLVMIsAIndirectBrInst(inst) && !LLVMInstructionGetDebugLoc(inst); }

/* The first in the function's order of those that jump to the block. */
static void place(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef inst) {
    (void)module;
    (void)builder;
    LLVMBasicBlockRef home = LLVMGetInstructionParent(inst);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(LLVMGetBasicBlockParent(home)); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        LLVMMetadataRef at = last ? LLVMInstructionGetDebugLoc(last) : NULL;
        for (unsigned i = 0; at && i < LLVMGetNumSuccessors(last); i++)
            if (LLVMGetSuccessor(last, i) == home) {
                LLVMInstructionSetDebugLoc(inst, at);
                return;
            }
    }
}

void gotos_place(LLVMModuleRef module) { emit_mark_all(module, has_no_place, place); }
