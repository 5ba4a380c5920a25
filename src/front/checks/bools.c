#include "front/checks/bools.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>

#include "base/str.h"
#include "front/define/external.h"
#include "front/front.h"
#include "front/llvm/emit.h"
#include "front/llvm/marks.h"
#include "front/llvm/outside.h"

static bool is_number(LLVMValueRef v, uint64_t number) {
    return v && LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) == number;
}

/* An atomic one has no range: what is loaded is made a truth value at once. */
bool bools_is_atomic(LLVMValueRef inst) {
    LLVMTypeRef type = LLVMTypeOf(inst);
    bool byte = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
    if (!byte || !LLVMIsALoadInst(inst) || LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(inst); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsATruncInst(user) && LLVMGetIntTypeWidth(LLVMTypeOf(user)) == 1) return true;
    }
    return false;
}

static bool is_bool_load(LLVMValueRef inst) {
    if (bools_is_atomic(inst)) return true;

    unsigned range = LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(inst)), "range", 5);
    LLVMValueRef claim = LLVMIsALoadInst(inst) ? LLVMGetMetadata(inst, range) : NULL, ends[2];
    if (!claim || LLVMGetMDNodeNumOperands(claim) != 2) return false;
    LLVMGetMDNodeOperands(claim, ends);
    return is_number(ends[0], 0) && is_number(ends[1], 2);
}

static void mark(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef load) {
    LLVMTypeRef type = LLVMTypeOf(load);
    LLVMValueRef args[2] = {load, LLVMConstInt(type, 2, 0)};
    struct str name = {0};
    str_addf(&name, PROTECT_PREFIX "bool.i%u", LLVMGetIntTypeWidth(type));
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(load));
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(load));
    emit_call(module, builder, str_text(&name), LLVMVoidTypeInContext(LLVMGetModuleContext(module)), args, 2);
    str_release(&name);
}

void bools_mark(LLVMModuleRef module) { emit_mark_all(module, is_bool_load, mark); }

/* ---- inputs that are bytes -------------------------------------------------------------------------- */

static bool is_used(LLVMModuleRef module, const char *name) {
    LLVMValueRef fn = LLVMGetNamedFunction(module, name);
    return fn && LLVMGetFirstUse(fn);
}

static bool makes_bytes(LLVMModuleRef module) {
    static const char *const names[] = {"klee_make_symbolic", "shrike_make_symbolic", "__VERIFIER_nondet_memory"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_used(module, names[i])) return true;
    return false;
}

static bool has_outside(const struct front_input *input, LLVMModuleRef module) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (external_is_made(fn)) return true;
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
        if (outside_kind(input, LLVMGetModuleDataLayout(module), v) != OUTSIDE_NOT) return true;
    return false;
}

/* True: there was one. */
static bool remove_marks(LLVMModuleRef module) {
    bool found = false;
    for (LLVMValueRef fn = LLVMGetFirstFunction(module), next; fn; fn = next) {
        next = LLVMGetNextFunction(fn);
        size_t len;
        if (!str_starts(LLVMGetValueName2(fn, &len), PROTECT_PREFIX "bool.")) continue;
        for (LLVMUseRef use; (use = LLVMGetFirstUse(fn)); found = true)
            LLVMInstructionEraseFromParent(LLVMGetUser(use));
        LLVMDeleteFunction(fn);
    }
    return found;
}

void bools_settle(const struct front_input *input, LLVMModuleRef module) {
    if (!input->checks.boolean || (!makes_bytes(module) && !has_outside(input, module)) || !remove_marks(module))
        return;
    emit_suppose_at_entry(input, module, "a _Bool is 0 or 1, also where an input writes its bytes");
}
