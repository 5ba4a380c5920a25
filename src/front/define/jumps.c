#include "front/define/jumps.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "front/llvm/emit.h"
#include "front/llvm/escape.h"
#include "front/llvm/variable.h"
#include "ir/known.h"

/* A store to a part of a variable. */
struct jump_change {
    LLVMValueRef store, variable;
    int64_t offset;
    uint64_t size;
    LLVMValueRef flag; /* the first one to the same part has made it; for the setjmp at hand */
};

struct jumps {
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    LLVMTypeRef i32, word;
    value_list declares, calls; /* of the function: its variables, and where it calls setjmp */
    VEC(struct jump_change) changes;
    bool escaping; /* there is a variable whose address goes away */
};

static LLVMMetadataRef scope_of(LLVMValueRef inst) {
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(inst);
    return at ? LLVMDILocationGetScope(at) : NULL;
}

static bool sets_jump(LLVMValueRef inst) {
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    size_t len;
    return callee && LLVMIsAFunction(callee) && known_by_name(LLVMGetValueName2(callee, &len)) & KNOWN_SETS_JUMP;
}

static LLVMValueRef root_of(LLVMValueRef pointer) {
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

/* ---- what changes ------------------------------------------------------------------------------------ */

static bool is_buffer(const struct jumps *j, LLVMValueRef variable) {
    for (uint32_t i = 0; i < j->calls.len; i++)
        if (root_of(LLVMGetOperand(j->calls.data[i], 0)) == variable) return true;
    return false;
}

/* A store or an intrinsic that writes a known number of bytes. */
static bool writes(const struct jumps *j, LLVMValueRef inst, LLVMValueRef *to, uint64_t *size) {
    if (LLVMIsAStoreInst(inst)) {
        *to = LLVMGetOperand(inst, 1);
        *size = LLVMStoreSizeOfType(j->layout, LLVMTypeOf(LLVMGetOperand(inst, 0)));
        return !LLVMGetVolatile(inst);
    }
    bool block =
        is_intrinsic(inst, "llvm.memcpy.") || is_intrinsic(inst, "llvm.memmove.") || is_intrinsic(inst, "llvm.memset.");
    if (!block || !LLVMIsAConstantInt(LLVMGetOperand(inst, 2))) return false;
    *to = LLVMGetOperand(inst, 0);
    *size = LLVMConstIntGetZExtValue(LLVMGetOperand(inst, 2));
    return *size && LLVMIsNull(LLVMGetOperand(inst, 3));
}

static void note_change(struct jumps *j, LLVMValueRef inst) {
    struct jump_change c = {.store = inst};
    LLVMValueRef to;
    if (!writes(j, inst, &to, &c.size)) return;
    c.variable = direct_alloca_at(j->layout, to, &c.offset);
    if (c.variable && variable_scope(&j->declares, c.variable) && !alloca_escapes(j->layout, c.variable))
        vec_push(&j->changes, c);
}

static bool is_volatile(LLVMValueRef variable) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if ((LLVMIsAStoreInst(user) || LLVMIsALoadInst(user)) && LLVMGetVolatile(user)) return true;
    }
    return false;
}

static void look_at(struct jumps *j, LLVMValueRef fn) {
    vec_clear(&j->changes);
    j->escaping = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            note_change(j, i);
            if (LLVMIsAAllocaInst(i) && variable_scope(&j->declares, i) && alloca_escapes(j->layout, i) &&
                !is_buffer(j, i))
                j->escaping |= !is_volatile(i);
        }
}

/* ---- what becomes of it ------------------------------------------------------------------------------ */

static void build_before(const struct jumps *j, LLVMValueRef inst) {
    LLVMPositionBuilderBefore(j->builder, inst);
    LLVMSetCurrentDebugLocation2(j->builder, LLVMInstructionGetDebugLoc(inst));
}

/* A variable of ours in the function of the call. */
static LLVMValueRef make_variable(const struct jumps *j, LLVMValueRef call, LLVMTypeRef type, const char *name) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    LLVMPositionBuilderBefore(j->builder, LLVMGetFirstInstruction(entry));
    LLVMSetCurrentDebugLocation2(j->builder, NULL);
    return LLVMBuildAlloca(j->builder, type, name);
}

static LLVMValueRef make_flag(const struct jumps *j, LLVMValueRef call) {
    LLVMValueRef flag = make_variable(j, call, j->i32, "");
    build_before(j, call);
    LLVMBuildStore(j->builder, LLVMConstInt(j->i32, 0, 0), flag);
    return flag;
}

static void set_flag(const struct jumps *j, LLVMValueRef inst, LLVMValueRef flag) {
    build_before(j, LLVMGetNextInstruction(inst));
    LLVMBuildStore(j->builder, LLVMConstInt(j->i32, 1, 0), flag);
}

/* Something of that size without a value. */
static LLVMValueRef make_nothing(const struct jumps *j, LLVMValueRef call, const struct jump_change *c) {
    struct str name = {0};
    variable_describe(&j->declares, c->variable, &name);
    LLVMValueRef none =
        make_variable(j, call, LLVMArrayType2(LLVMInt8TypeInContext(j->llvm), c->size), str_text(&name));
    str_release(&name);
    return none;
}

static void take_value(const struct jumps *j, LLVMValueRef call, const struct jump_change *c) {
    LLVMValueRef none = make_nothing(j, call, c), offset = LLVMConstInt(j->word, (uint64_t)c->offset, 0);
    build_before(j, LLVMGetNextInstruction(call));
    LLVMValueRef to = LLVMBuildGEP2(j->builder, LLVMInt8TypeInContext(j->llvm), c->variable, &offset, 1, "");
    LLVMValueRef args[] = {LLVMBuildLoad2(j->builder, j->i32, c->flag, ""), to, none,
                           LLVMConstInt(j->word, c->size, 0)};
    emit_call(j->module, j->builder, "__shrike_jumped", LLVMVoidTypeInContext(j->llvm), args, 4);
}

/* The flag of what is the same part, or NULL. */
static LLVMValueRef flag_of(const struct jumps *j, uint32_t n) {
    const struct jump_change *c = &j->changes.data[n];
    for (uint32_t i = 0; i < n; i++) {
        const struct jump_change *other = &j->changes.data[i];
        if (other->variable == c->variable && other->offset == c->offset && other->size == c->size) return other->flag;
    }
    return NULL;
}

static void mark_change(struct jumps *j, LLVMValueRef call, uint32_t n) {
    struct jump_change *c = &j->changes.data[n];
    c->flag = flag_of(j, n);
    if (!c->flag) {
        c->flag = make_flag(j, call);
        take_value(j, call, c);
    }
    set_flag(j, c->store, c->flag);
}

static bool is_around(const struct jumps *j, LLVMValueRef variable, LLVMValueRef call) {
    LLVMMetadataRef scope = scope_of(call);
    return scope && variable_scope_is_in(j->llvm, scope, variable_scope(&j->declares, variable));
}

/* The second time that the call returns, the flag is set. */
static void suppose_kept(const struct jumps *j, LLVMValueRef call) {
    LLVMValueRef flag = make_flag(j, call);
    build_before(j, LLVMGetNextInstruction(call));
    LLVMValueRef again = LLVMBuildLoad2(j->builder, j->i32, flag, "");
    emit_call(j->module, j->builder, "__shrike_jumped_kept", LLVMVoidTypeInContext(j->llvm), &again, 1);
    LLVMBuildStore(j->builder, LLVMConstInt(j->i32, 1, 0), flag);
}

static void mark_function(struct jumps *j, LLVMValueRef fn) {
    vec_clear(&j->calls);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (sets_jump(i)) vec_push(&j->calls, i);
    if (!j->calls.len) return;
    vec_clear(&j->declares);
    variable_declares(fn, &j->declares);
    look_at(j, fn); /* before the variables are handed to the library */
    for (uint32_t k = 0; k < j->calls.len; k++) {
        for (uint32_t i = 0; i < j->changes.len; i++) {
            j->changes.data[i].flag = NULL;
            if (is_around(j, j->changes.data[i].variable, j->calls.data[k])) mark_change(j, j->calls.data[k], i);
        }
        if (j->escaping) suppose_kept(j, j->calls.data[k]);
    }
}

void jumps_mark(LLVMModuleRef module) {
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    struct jumps j = {.module = module,
                      .llvm = llvm,
                      .layout = layout,
                      .builder = LLVMCreateBuilderInContext(llvm),
                      .i32 = LLVMInt32TypeInContext(llvm),
                      .word = LLVMIntPtrTypeInContext(llvm, layout)};
    LLVMSetIsNewDbgInfoFormat(module, 0);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn)) mark_function(&j, fn);
    LLVMDisposeBuilder(j.builder);
    vec_release(&j.declares);
    vec_release(&j.calls);
    vec_release(&j.changes);
}
