#include "front/llvm/variable.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>

#include "base/str.h"
#include "front/llvm/escape.h"
#include "front/llvm/marks.h"

void variable_declares(LLVMValueRef fn, value_list *declares) {
    assert(!LLVMIsNewDbgInfoFormat(LLVMGetGlobalParent(fn)));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) && is_intrinsic(i, "llvm.dbg.declare")) vec_push(declares, i);
}

/* Does a llvm.dbg.declare describe this alloca? Then with which name and line. */
static bool describes(LLVMValueRef call, LLVMValueRef alloca_inst, struct str *name, unsigned *line) {
    LLVMValueRef wrapped = LLVMGetOperand(call, 0), inner = NULL, ops[32];
    if (!LLVMIsAValueAsMetadata(wrapped) || LLVMGetMDNodeNumOperands(wrapped) != 1) return false;
    LLVMGetMDNodeOperands(wrapped, &inner);
    LLVMValueRef var = LLVMGetOperand(call, 1);
    if (inner != alloca_inst || !LLVMIsAMDNode(var)) return false;
    unsigned n = LLVMGetMDNodeNumOperands(var), len;
    if (n < 2 || n > 32) return false;
    LLVMGetMDNodeOperands(var, ops); /* the name is operand 1 of a DILocalVariable */
    const char *text = ops[1] ? LLVMGetMDString(ops[1], &len) : NULL;
    if (!text) return false;
    str_add_len(name, text, len);
    *line = LLVMDIVariableGetLine(LLVMValueAsMetadata(var));
    return true;
}

unsigned variable_describe(const value_list *declares, LLVMValueRef alloca_inst, struct str *name) {
    assert(LLVMIsAAllocaInst(alloca_inst));
    unsigned line = 0;
    for (uint32_t i = 0; i < declares->len; i++)
        if (describes(declares->data[i], alloca_inst, name, &line)) return line;
    size_t len;
    const char *text = LLVMGetValueName2(alloca_inst, &len);
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(alloca_inst);
    str_add(name, len ? text : "alloca");
    return place ? LLVMDILocationGetLine(place) : 0;
}

/* ---- scopes ------------------------------------------------------------------------------------------ */

LLVMMetadataRef variable_operand(LLVMValueRef node, unsigned i) {
    LLVMValueRef ops[32];
    unsigned n = LLVMIsAMDNode(node) ? (unsigned)LLVMGetMDNodeNumOperands(node) : 0;
    if (i >= n || n > 32) return NULL;
    LLVMGetMDNodeOperands(node, ops);
    return ops[i] ? LLVMValueAsMetadata(ops[i]) : NULL;
}

LLVMValueRef variable_declared(LLVMValueRef declare) {
    assert(LLVMIsACallInst(declare));
    LLVMValueRef wrapped = LLVMGetOperand(declare, 0), inner = NULL;
    if (!LLVMIsAValueAsMetadata(wrapped) || LLVMGetMDNodeNumOperands(wrapped) != 1) return NULL;
    LLVMGetMDNodeOperands(wrapped, &inner);
    return inner;
}

LLVMMetadataRef variable_scope(const value_list *declares, LLVMValueRef alloca_inst) {
    for (uint32_t i = 0; i < declares->len; i++)
        if (variable_declared(declares->data[i]) == alloca_inst)
            return variable_operand(LLVMGetOperand(declares->data[i], 1), 0);
    return NULL;
}

LLVMMetadataRef variable_outer_scope(LLVMContextRef llvm, LLVMMetadataRef scope) {
    LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
    bool block = kind == LLVMDILexicalBlockMetadataKind || kind == LLVMDILexicalBlockFileMetadataKind;
    return block ? variable_operand(LLVMMetadataAsValue(llvm, scope), 1) : NULL; /* operand 0 is the file */
}

bool variable_scope_is_in(LLVMContextRef llvm, LLVMMetadataRef scope, LLVMMetadataRef outer) {
    while (scope && scope != outer) scope = variable_outer_scope(llvm, scope);
    return scope == outer;
}

void variable_starts(LLVMValueRef alloca_inst, value_list *starts) {
    assert(LLVMIsAAllocaInst(alloca_inst));
    for (LLVMUseRef use = LLVMGetFirstUse(alloca_inst); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsACallInst(user) &&
            (is_intrinsic(user, "llvm.lifetime.start") || is_intrinsic(user, PROTECT_PREFIX LIFE_START)))
            vec_push(starts, user);
    }
}
