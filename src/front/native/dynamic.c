/* Arrays of variable length and alloca in the native program: AddressSanitizer forgets them where the stack is set
 * back. So each is a block of the replay library's, which ends there or where its function returns; on the stack it
 * only takes its place. */
#include <llvm-c/DebugInfo.h>

#include "front/llvm/escape.h"
#include "front/llvm/variable.h"
#include "front/native/instrumenter.h"

static void collect(LLVMValueRef fn, value_list *made, value_list *ends) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsAAllocaInst(i) && alloca_is_dynamic(i)) vec_push(made, i);
            else if (LLVMIsAReturnInst(i) || is_intrinsic(i, "llvm.stackrestore")) vec_push(ends, i);
        }
}

static void replace(struct instrumenter *in, LLVMValueRef old, LLVMValueRef frame) {
    LLVMValueRef count = LLVMGetOperand(old, 0);
    if (LLVMGetIntTypeWidth(LLVMTypeOf(count)) > LLVMGetIntTypeWidth(in->word)) return;
    instrument_at(in, LLVMGetNextInstruction(old), LLVMInstructionGetDebugLoc(old));
    LLVMValueRef one = LLVMConstInt(in->word, LLVMABISizeOfType(in->layout, LLVMGetAllocatedType(old)), 0);
    LLVMValueRef size = LLVMBuildMul(in->builder, one, LLVMBuildZExtOrBitCast(in->builder, count, in->word, ""), "");
    LLVMValueRef align = LLVMConstInt(in->word, LLVMGetAlignment(old), 0);
    LLVMValueRef args[4] = {LLVMConstNull(in->ptr), size, align, frame};
    LLVMValueRef block = instrument_call(in, "__shrike_dynamic", in->ptr, args, 4);
    LLVMReplaceAllUsesWith(old, block);
    LLVMSetOperand(block, 0, old);
}

/* All of the frame that lie below a place of the stack; NULL: all. */
static void end_at(struct instrumenter *in, LLVMValueRef inst, LLVMValueRef frame) {
    bool restores = LLVMIsACallInst(inst);
    LLVMValueRef args[2] = {frame, restores ? LLVMGetOperand(inst, 0) : LLVMConstNull(in->ptr)};
    instrument_at(in, inst, LLVMInstructionGetDebugLoc(inst));
    instrument_call(in, "__shrike_dynamic_over", in->nothing, args, 2);
}

void instrument_dynamic(struct instrumenter *in, LLVMValueRef fn) {
    value_list made = {0}, ends = {0};
    collect(fn, &made, &ends);
    if (made.len) {
        instrument_at(in, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)), NULL);
        LLVMValueRef frame = LLVMBuildAlloca(
            in->builder, in->i32, ""); /* its address is the frame's name, also of a function that is inlined */
        for (uint32_t i = 0; i < made.len; i++) replace(in, made.data[i], frame);
        for (uint32_t i = 0; i < ends.len; i++) end_at(in, ends.data[i], frame);
    }
    vec_release(&made);
    vec_release(&ends);
}
