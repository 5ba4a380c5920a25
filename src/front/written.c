#include "front/written.h"

enum { MAX_CHAIN = 8, MAX_USES = 4096 };

static bool is_step(LLVMValueRef v) {
    if (LLVMIsAConstantExpr(v)) return LLVMGetConstOpcode(v) == LLVMGetElementPtr;
    return LLVMIsAGetElementPtrInst(v);
}

/* May anything be written through this pointer? */
static bool pointer_writes(LLVMValueRef pointer, int chain) {
    int uses = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (++uses > MAX_USES) return true;
        if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user)) continue;
        bool step = is_step(user) && LLVMGetOperand(user, 0) == pointer && chain < MAX_CHAIN;
        if (!step || pointer_writes(user, chain + 1)) return true;
    }
    return false;
}

bool global_may_be_written(LLVMValueRef global) { return pointer_writes(global, 0); }
