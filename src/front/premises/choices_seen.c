#include "front/premises/choices.h"

#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "front/llvm/escape.h"

struct look {
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    enum promised promised;
    struct map seen;  /* values and functions that are looked at, or were */
    struct map types; /* of functions that are called by address: likewise */
};

static bool shows(struct look *l, LLVMValueRef value);

static const char *name_of(LLVMValueRef v) {
    size_t len;
    return LLVMGetValueName2(v, &len);
}

/* ---- comparisons -------------------------------------------------------------------------------------- */

/* Two constants between which no value but 0 lies: both sides of 0 are told apart from it, and nothing else. */
static bool tells_sign(LLVMIntPredicate p, long long c) {
    switch (p) {
    case LLVMIntEQ:
    case LLVMIntNE: return c == 0;
    case LLVMIntSLT:
    case LLVMIntSGE: return c == 0 || c == 1;
    case LLVMIntSGT:
    case LLVMIntSLE: return c == 0 || c == -1;
    default: return false;
    }
}

static bool comparison_shows(const struct look *l, LLVMValueRef inst, LLVMValueRef value) {
    LLVMIntPredicate p = LLVMGetICmpPredicate(inst);
    bool left = LLVMGetOperand(inst, 0) == value;
    LLVMValueRef other = LLVMGetOperand(inst, left);
    if (l->promised == PROMISED_VALUE || !LLVMIsAConstantInt(other)) return true;
    if (l->promised == PROMISED_NONZERO && p != LLVMIntEQ && p != LLVMIntNE) return true;
    if (!left)
        p = p == LLVMIntSLT   ? LLVMIntSGT
            : p == LLVMIntSGT ? LLVMIntSLT
            : p == LLVMIntSLE ? LLVMIntSGE
            : p == LLVMIntSGE ? LLVMIntSLE
                              : p;
    return !tells_sign(p, LLVMConstIntGetSExtValue(other));
}

/* `switch` with no case but 0. */
static bool switch_shows(LLVMValueRef inst) {
    for (int i = 2; i < LLVMGetNumOperands(inst); i += 2)
        if (!LLVMIsNull(LLVMGetOperand(inst, (unsigned)i))) return true;
    return false;
}

/* ---- where the value goes ---------------------------------------------------------------------------- */

static bool variable_shows(struct look *l, LLVMValueRef address) {
    if (!LLVMIsAAllocaInst(address) || alloca_escapes(l->layout, address)) return true;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user) && shows(l, user)) return true;
        if (LLVMIsAGetElementPtrInst(user) || is_intrinsic(user, "llvm.mem")) return true;
    }
    return false;
}

static bool is_called_by(LLVMValueRef fn, LLVMValueRef user) {
    return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == fn;
}

/* Results of all calls by address of functions of this type. */
static bool indirect_calls_show(struct look *l, LLVMTypeRef type) {
    if (!map_put(&l->types, (uintptr_t)type, 1)) return false;
    for (LLVMValueRef fn = LLVMGetFirstFunction(l->module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                if (!LLVMIsACallInst(i) || LLVMIsAFunction(LLVMGetCalledValue(i)) ||
                    LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
                    continue;
                if (LLVMTypeOf(i) == LLVMGetReturnType(type) && shows(l, i)) return true;
            }
    return false;
}

/* qsort and its like look at no more than is promised. */
static bool is_handed_to_library(LLVMValueRef user) {
    return LLVMIsACallInst(user) && LLVMIsAFunction(LLVMGetCalledValue(user)) &&
           LLVMIsDeclaration(LLVMGetCalledValue(user));
}

static bool function_shows(struct look *l, LLVMValueRef fn) {
    if (strcmp(name_of(fn), "main") == 0) return true;
    if (!map_put(&l->seen, (uintptr_t)fn, 1)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(fn); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool called = is_called_by(fn, user);
        if (called && shows(l, user)) return true;
        if (!called && !is_handed_to_library(user) && indirect_calls_show(l, LLVMGlobalGetValueType(fn))) return true;
    }
    return false;
}

static bool argument_shows(struct look *l, LLVMValueRef call, LLVMValueRef value) {
    LLVMValueRef fn = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(fn)) return true;
    if (is_intrinsic(call, "llvm.expect.") || is_intrinsic(call, "llvm.minnum.") || is_intrinsic(call, "llvm.maxnum."))
        return shows(l, call);
    if (is_intrinsic(call, "llvm.is.constant.") || is_intrinsic(call, "llvm.dbg.")) return false;
    if (LLVMIsDeclaration(fn)) return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetOperand(call, i) == value && (i >= LLVMCountParams(fn) || shows(l, LLVMGetParam(fn, i))))
            return true;
    return false;
}

static bool use_shows(struct look *l, LLVMValueRef user, LLVMValueRef value) {
    if (!LLVMIsAInstruction(user)) return true;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMICmp: return comparison_shows(l, user, value);
    case LLVMFCmp: return false;
    case LLVMSwitch: return switch_shows(user);
    case LLVMPHI:
    case LLVMSelect:
    case LLVMSExt:
    case LLVMFreeze:
    case LLVMFNeg:
    case LLVMFPExt:
    case LLVMFPTrunc: return shows(l, user);
    case LLVMSub: return !LLVMIsNull(LLVMGetOperand(user, 0)) || shows(l, user); /* -strcmp(a, b) */
    case LLVMStore: return LLVMGetOperand(user, 0) != value || variable_shows(l, LLVMGetOperand(user, 1));
    case LLVMRet: return function_shows(l, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
    case LLVMCall: return argument_shows(l, user, value);
    default: return true;
    }
}

static bool shows(struct look *l, LLVMValueRef value) {
    if (!map_put(&l->seen, (uintptr_t)value, 1)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (use_shows(l, LLVMGetUser(use), value)) return true;
    return false;
}

bool choice_seen(LLVMModuleRef module, LLVMValueRef value, enum promised promised) {
    struct look l = {.module = module, .layout = LLVMGetModuleDataLayout(module), .promised = promised};
    map_init(&l.seen);
    map_init(&l.types);
    bool seen = shows(&l, value);
    map_release(&l.seen);
    map_release(&l.types);
    return seen;
}
