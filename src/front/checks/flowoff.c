#include "front/checks/flowoff.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "front/llvm/emit.h"
#include "front/llvm/escape.h"
#include "front/llvm/variable.h"

struct flowoff {
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMBuilderRef builder;
    LLVMTypeRef i32;
    LLVMValueRef said;    /* 1: the last function to say it gave no value */
    struct map functions; /* that say it */
    value_list declares;  /* of the function at hand */
    bool any_pointer;     /* one of them may be called through a pointer */
};

static uint64_t key(const void *p) { return (uint64_t)(uintptr_t)p; }

/* ---- where a function's value is made -------------------------------------------------------------- */

static bool has_attribute(LLVMValueRef fn, unsigned index, const char *name) {
    return LLVMGetEnumAttributeAtIndex(fn, index, LLVMGetEnumAttributeKindForName(name, strlen(name))) != NULL;
}

/* Where the caller wants a struct to be put, or clang collects the value; NULL: every path has a value. */
static LLVMValueRef value_place(LLVMValueRef fn) {
    if (LLVMCountParams(fn) && has_attribute(fn, 1, "sret")) return LLVMGetParam(fn, 0);
    if (LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(fn))) == LLVMVoidTypeKind) return NULL;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)); i; i = LLVMGetNextInstruction(i)) {
        size_t len;
        const char *name = LLVMGetValueName2(i, &len);
        if (LLVMIsAAllocaInst(i) && len == 6 && memcmp(name, "retval", 6) == 0) return i;
    }
    return NULL;
}

static bool is_read(LLVMValueRef user, LLVMValueRef pointer) {
    if (LLVMIsALoadInst(user)) return true;
    if (is_intrinsic(user, "llvm.lifetime.") || is_intrinsic(user, "llvm.dbg.")) return true;
    if (LLVMIsAStoreInst(user)) return LLVMGetOperand(user, 0) == pointer; /* kept to be returned (32 bit) */
    return is_intrinsic(user, "llvm.memcpy") && LLVMGetOperand(user, 0) != pointer;
}

/* Appends what may give the place a value. */
static void find_writes(LLVMValueRef pointer, value_list *out) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAGetElementPtrInst(user)) find_writes(user, out);
        else if (LLVMIsAInstruction(user) && !is_read(user, pointer)) vec_push(out, user);
    }
}

/* Is there a way from the start to a return that passes none of them? */
static bool can_avoid(LLVMValueRef fn, const value_list *writes) {
    struct map seen;
    VEC(LLVMBasicBlockRef) work = {0};
    map_init(&seen);
    for (uint32_t i = 0; i < writes->len; i++) map_put(&seen, key(LLVMGetInstructionParent(writes->data[i])), 1);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
    if (map_put(&seen, key(entry), 1)) vec_push(&work, entry);
    bool found = false;
    while (work.len && !found) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(vec_pop(&work));
        found = LLVMIsAReturnInst(last);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
            if (map_put(&seen, key(LLVMGetSuccessor(last, k)), 1)) vec_push(&work, LLVMGetSuccessor(last, k));
    }
    vec_release(&work);
    map_release(&seen);
    return found;
}

/* ---- saying it --------------------------------------------------------------------------------------- */

static void build_before(struct flowoff *f, LLVMValueRef inst) {
    LLVMPositionBuilderBefore(f->builder, inst);
    LLVMSetCurrentDebugLocation2(f->builder, LLVMInstructionGetDebugLoc(inst));
}

static LLVMValueRef constant(const struct flowoff *f, int value) { return LLVMConstInt(f->i32, (unsigned)value, 0); }

static void say_at_returns(struct flowoff *f, LLVMValueRef fn, LLVMValueRef missing) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (!LLVMIsAReturnInst(last)) continue;
        build_before(f, last);
        LLVMBuildStore(f->builder, LLVMBuildLoad2(f->builder, f->i32, missing, ""), f->said);
    }
}

static void mark_callee(struct flowoff *f, LLVMValueRef fn, const value_list *writes) {
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
    LLVMPositionBuilderBefore(f->builder, first);
    LLVMSetCurrentDebugLocation2(f->builder, NULL);
    LLVMValueRef missing = LLVMBuildAlloca(f->builder, f->i32, "");
    while (LLVMIsAAllocaInst(first)) first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(f->builder, first);
    LLVMBuildStore(f->builder, constant(f, 1), missing);
    for (uint32_t i = 0; i < writes->len; i++) {
        build_before(f, writes->data[i]);
        LLVMBuildStore(f->builder, constant(f, 0), missing);
    }
    say_at_returns(f, fn, missing);
    map_put(&f->functions, key(fn), 1);
    for (LLVMUseRef use = LLVMGetFirstUse(fn); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        f->any_pointer |= !LLVMIsACallInst(user) || LLVMGetCalledValue(user) != fn;
    }
}

static void visit_callee(struct flowoff *f, LLVMValueRef fn) {
    value_list writes = {0};
    LLVMValueRef place = value_place(fn);
    if (place) find_writes(place, &writes);
    if (place && can_avoid(fn, &writes)) mark_callee(f, fn, &writes);
    vec_release(&writes);
}

/* ---- using it ---------------------------------------------------------------------------------------- */

/* A place of clang's own that is written and never read: a struct that no code looks at. */
static bool is_dropped(const struct flowoff *f, LLVMValueRef place, LLVMValueRef call) {
    if (LLVMIsAAllocaInst(place) ? variable_scope(&f->declares, place) != NULL : !LLVMIsAGetElementPtrInst(place))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(place); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool written = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == place;
        bool part = LLVMIsAGetElementPtrInst(user) && is_dropped(f, user, call);
        if (user != call && !written && !part && !is_intrinsic(user, "llvm.lifetime.")) return false;
    }
    return true;
}

static LLVMValueRef whole(LLVMValueRef place) {
    while (LLVMIsAGetElementPtrInst(place)) place = LLVMGetOperand(place, 0);
    return place;
}

/* The choice between two results uses none if no code looks at it. */
static bool is_looked_at(const struct flowoff *f, LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool passed = LLVMIsAPHINode(user) || LLVMIsAExtractValueInst(user);
        if (LLVMIsAStoreInst(user) && is_dropped(f, whole(LLVMGetOperand(user, 1)), NULL)) continue;
        if (!passed || is_looked_at(f, user)) return true;
    }
    return false;
}

static bool takes_struct(LLVMValueRef call) {
    unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
    return LLVMGetNumArgOperands(call) && LLVMGetCallSiteEnumAttribute(call, 1, kind);
}

static bool is_used(const struct flowoff *f, LLVMValueRef call) {
    return takes_struct(call) ? !is_dropped(f, LLVMGetOperand(call, 0), call) : is_looked_at(f, call);
}

/* 0: no; 1: a function that says it; 2: a function that may say nothing. */
static int may_miss(const struct flowoff *f, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    while (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
    if (LLVMIsAFunction(callee)) return map_find(&f->functions, key(callee)) ? 1 : 0;
    return LLVMIsAInlineAsm(callee) || !f->any_pointer ? 0 : 2;
}

static void mark_call(struct flowoff *f, LLVMValueRef call) {
    int miss = may_miss(f, call);
    if (!miss || !is_used(f, call)) return;
    if (miss == 2) {
        build_before(f, call);
        LLVMBuildStore(f->builder, constant(f, 0), f->said);
    }
    LLVMPositionBuilderBefore(f->builder, LLVMGetNextInstruction(call));
    LLVMSetCurrentDebugLocation2(f->builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef said = LLVMBuildLoad2(f->builder, f->i32, f->said, "");
    emit_call(f->module, f->builder, "__shrike_value", LLVMVoidTypeInContext(f->llvm), &said, 1);
}

static void visit_caller(struct flowoff *f, LLVMValueRef fn) {
    value_list calls = {0};
    vec_clear(&f->declares);
    variable_declares(fn, &f->declares);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i)) vec_push(&calls, i);
    for (uint32_t i = 0; i < calls.len; i++) mark_call(f, calls.data[i]);
    vec_release(&calls);
}

/* ---- all --------------------------------------------------------------------------------------------- */

static void each_function(struct flowoff *f, void (*visit)(struct flowoff *, LLVMValueRef)) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(f->module); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn)) visit(f, fn);
}

void flowoff_mark(LLVMModuleRef module) {
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    struct flowoff f = {.module = module,
                        .llvm = llvm,
                        .builder = LLVMCreateBuilderInContext(llvm),
                        .i32 = LLVMInt32TypeInContext(llvm)};
    LLVMSetIsNewDbgInfoFormat(module, 0);
    map_init(&f.functions);
    f.said = LLVMAddGlobal(module, f.i32, "__shrike_said");
    LLVMSetInitializer(f.said, LLVMConstInt(f.i32, 0, 0));
    LLVMSetLinkage(f.said, LLVMInternalLinkage);
    each_function(&f, visit_callee);
    if (f.functions.len) each_function(&f, visit_caller);
    else LLVMDeleteGlobal(f.said);
    vec_release(&f.declares);
    map_release(&f.functions);
    LLVMDisposeBuilder(f.builder);
}
