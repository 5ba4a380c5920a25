#include "front/checks/artefacts.h"

#include <llvm-c/DebugInfo.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/emit.h"

/* Is it there for its value alone? */
static bool has_no_effect(LLVMValueRef v) {
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMLoad: return !LLVMGetVolatile(v);
    case LLVMGetElementPtr:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMSelect:
    case LLVMFNeg:
    case LLVMExtractValue: return true;
    default: return LLVMIsABinaryOperator(v) || LLVMIsACastInst(v);
    }
}

/* Adds what the value is computed from, itself first, each once. */
static void list_computation(LLVMValueRef v, value_list *out) {
    if (!LLVMIsAInstruction(v) || !has_no_effect(v)) return;
    for (uint32_t i = 0; i < out->len; i++)
        if (out->data[i] == v) return;
    vec_push(out, v);
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(v); i++) list_computation(LLVMGetOperand(v, i), out);
}

/* Removes the computation of a value, as far as no other code uses it. */
static void remove_unused(LLVMValueRef v) {
    value_list all = {0};
    list_computation(v, &all);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < all.len; i++) {
            if (!all.data[i] || LLVMGetFirstUse(all.data[i])) continue;
            LLVMInstructionEraseFromParent(all.data[i]);
            all.data[i] = NULL;
            changed = true;
        }
    }
    vec_release(&all);
}

/* The operand of a call of llvm.is.constant that is computed; else NULL. */
static LLVMValueRef computed_operand(LLVMValueRef inst) {
    if (!LLVMIsACallInst(inst)) return NULL;
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    size_t len;
    if (!LLVMIsAFunction(callee) || !str_starts(LLVMGetValueName2(callee, &len), "llvm.is.constant.")) return NULL;
    LLVMValueRef operand = LLVMGetOperand(inst, 0);
    return LLVMIsAInstruction(operand);
}

static void remove_in(LLVMModuleRef module, LLVMBuilderRef builder, LLVMBasicBlockRef block) {
    for (LLVMValueRef inst = LLVMGetFirstInstruction(block), next; inst; inst = next) {
        next = LLVMGetNextInstruction(inst);
        LLVMValueRef operand = computed_operand(inst);
        if (!operand) continue;
        emit_suppose(module, builder, inst,
                     "the compiler knows no more constants than clang here (__builtin_constant_p)");
        LLVMReplaceAllUsesWith(inst, LLVMConstNull(LLVMTypeOf(inst)));
        LLVMInstructionEraseFromParent(inst);
        remove_unused(operand);
    }
}

void unevaluated_remove(LLVMModuleRef module) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            remove_in(module, builder, b);
    LLVMDisposeBuilder(builder);
}

/* ---- computed gotos ------------------------------------------------------------------------------------ */

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
