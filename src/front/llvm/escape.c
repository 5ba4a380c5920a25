#include "front/llvm/escape.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum { MAX_CHAIN = 16 };

bool is_intrinsic(LLVMValueRef inst, const char *prefix) {
    if (!LLVMIsACallInst(inst)) return false;
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    if (!callee || !LLVMIsAFunction(callee)) return false;
    size_t len;
    const char *name = LLVMGetValueName2(callee, &len);
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

static bool const_int(LLVMValueRef v, int64_t *out) {
    if (!LLVMIsAConstantInt(v)) return false;
    *out = LLVMConstIntGetSExtValue(v);
    return true;
}

/* Byte offset of a getelementptr with constant indexes only. */
static bool gep_offset(LLVMTargetDataRef layout, LLVMValueRef gep, int64_t *offset) {
    assert(LLVMIsAGetElementPtrInst(gep));
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    unsigned n = (unsigned)LLVMGetNumOperands(gep);
    int64_t sum = 0;
    for (unsigned i = 1; i < n; i++) {
        int64_t index;
        if (!const_int(LLVMGetOperand(gep, i), &index)) return false;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            sum += (int64_t)LLVMOffsetOfElement(layout, type, (unsigned)index);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)index);
            continue;
        }
        if (i > 1) type = LLVMGetElementType(type);
        sum += index * (int64_t)LLVMABISizeOfType(layout, type);
    }
    *offset = sum;
    return true;
}

static uint64_t alloca_size(LLVMTargetDataRef layout, LLVMValueRef inst) {
    int64_t count;
    if (!const_int(LLVMGetOperand(inst, 0), &count) || count < 0) return 0;
    return (uint64_t)count * LLVMABISizeOfType(layout, LLVMGetAllocatedType(inst));
}

static bool within(LLVMTargetDataRef layout, LLVMValueRef alloca_inst, int64_t offset, uint64_t size) {
    assert(LLVMIsAAllocaInst(alloca_inst));
    uint64_t all = alloca_size(layout, alloca_inst);
    return offset >= 0 && (uint64_t)offset <= all && size <= all - (uint64_t)offset;
}

static bool is_alloca_or_gep(LLVMValueRef v) { return LLVMIsAAllocaInst(v) || LLVMIsAGetElementPtrInst(v); }

LLVMValueRef direct_alloca_at(LLVMTargetDataRef layout, LLVMValueRef pointer, int64_t *offset) {
    *offset = 0;
    for (int i = 0; i < MAX_CHAIN && is_alloca_or_gep(pointer); i++) {
        int64_t more;
        if (LLVMIsAAllocaInst(pointer)) return pointer;
        if (LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind) return NULL;
        if (!gep_offset(layout, pointer, &more)) return NULL;
        *offset += more;
        pointer = LLVMGetOperand(pointer, 0);
    }
    return NULL;
}

LLVMValueRef direct_alloca(LLVMTargetDataRef layout, LLVMValueRef pointer) {
    int64_t offset;
    return direct_alloca_at(layout, pointer, &offset);
}

static bool uses_escape(LLVMTargetDataRef layout, LLVMValueRef base, LLVMValueRef pointer, int64_t offset, int depth);

/* Are n bytes from here inside a variable, at a constant offset? Otherwise a copy
 * may be an error, and no part of it may be dropped. */
static bool certain(LLVMTargetDataRef layout, LLVMValueRef pointer, uint64_t n) {
    int64_t offset = 0, more;
    while (LLVMIsAGetElementPtrInst(pointer)) {
        if (!gep_offset(layout, pointer, &more)) return false;
        offset += more;
        pointer = LLVMGetOperand(pointer, 0);
    }
    if (LLVMIsAAllocaInst(pointer)) return within(layout, pointer, offset, n);
    return LLVMIsAGlobalVariable(pointer) && LLVMGetInitializer(pointer) && offset >= 0 &&
           (uint64_t)offset + n <= LLVMABISizeOfType(layout, LLVMGlobalGetValueType(pointer));
}

static bool copy_escapes(LLVMTargetDataRef layout, LLVMValueRef base, LLVMValueRef copy, int64_t offset) {
    int64_t n;
    if (!const_int(LLVMGetOperand(copy, 2), &n) || n < 0 || !within(layout, base, offset, (uint64_t)n)) return true;
    if (is_intrinsic(copy, "llvm.memset.")) return false;
    return !certain(layout, LLVMGetOperand(copy, 0), (uint64_t)n) ||
           !certain(layout, LLVMGetOperand(copy, 1), (uint64_t)n);
}

static bool use_escapes(LLVMTargetDataRef layout, LLVMValueRef base, LLVMValueRef pointer, LLVMValueRef user,
                        int64_t offset, int depth) {
    if (LLVMIsALoadInst(user)) return !within(layout, base, offset, LLVMStoreSizeOfType(layout, LLVMTypeOf(user)));
    if (LLVMIsAStoreInst(user)) {
        LLVMValueRef value = LLVMGetOperand(user, 0);
        return value == pointer || !within(layout, base, offset, LLVMStoreSizeOfType(layout, LLVMTypeOf(value)));
    }
    if (LLVMIsAGetElementPtrInst(user)) {
        int64_t more;
        if (LLVMGetOperand(user, 0) != pointer || !gep_offset(layout, user, &more)) return true;
        return depth >= MAX_CHAIN || uses_escape(layout, base, user, offset + more, depth + 1);
    }
    if (is_intrinsic(user, "llvm.lifetime.")) return offset != 0;
    if (is_intrinsic(user, "llvm.memcpy.") || is_intrinsic(user, "llvm.memset.") || is_intrinsic(user, "llvm.memmove."))
        return copy_escapes(layout, base, user, offset);
    return true;
}

static bool uses_escape(LLVMTargetDataRef layout, LLVMValueRef base, LLVMValueRef pointer, int64_t offset, int depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
        if (use_escapes(layout, base, pointer, LLVMGetUser(use), offset, depth)) return true;
    return false;
}

bool alloca_escapes(LLVMTargetDataRef layout, LLVMValueRef alloca_inst) {
    assert(LLVMIsAAllocaInst(alloca_inst));
    int64_t count;
    if (!const_int(LLVMGetOperand(alloca_inst, 0), &count)) return true;
    return uses_escape(layout, alloca_inst, alloca_inst, 0, 0);
}

bool alloca_is_dynamic(LLVMValueRef alloca_inst) {
    assert(LLVMIsAAllocaInst(alloca_inst));
    LLVMBasicBlockRef block = LLVMGetInstructionParent(alloca_inst);
    if (!LLVMIsAConstantInt(LLVMGetOperand(alloca_inst, 0)) ||
        block != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)))
        return true;
    for (LLVMValueRef i = LLVMGetPreviousInstruction(alloca_inst); i; i = LLVMGetPreviousInstruction(i))
        if (is_intrinsic(i, "llvm.stacksave")) return true;
    return LLVMConstIntGetZExtValue(LLVMGetOperand(alloca_inst, 0)) != 1;
}
