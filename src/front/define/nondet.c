#include "front/define/nondet.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/emit.h"

#define PREFIX "__VERIFIER_nondet_"

static const struct {
    const char *name;
    unsigned width; /* 0: a pointer's */
} table[] = {
#define NONDET(name, width, type) {name, width},
#include "ir/nondet.def"
#undef NONDET
};

/* -1: it is not listed. */
static int listed_width(const char *name, unsigned pointer) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0) return (int)(table[i].width ? table[i].width : pointer);
    return -1;
}

/* Does the listed name mean this type? `bool` may be an int, and char one without a prototype; what
 * ends in _t is what the program says it is. */
static bool agrees(const char *name, int listed, unsigned width) {
    return listed == (int)width || (width && !str_ends(name, "_t"));
}

/* Bits of a number or pointer; 0: it is neither. */
static unsigned scalar_width(LLVMTargetDataRef layout, LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
    case LLVMPointerTypeKind: return 8 * LLVMPointerSize(layout);
    case LLVMFloatTypeKind: return 32;
    case LLVMDoubleTypeKind: return 64;
    default: return 0;
    }
}

/* The listed input that returns this type; NULL: none. u: the name says that it has no sign. */
static const char *listed_for(LLVMTypeRef type, bool u) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind: return PREFIX "pointer";
    case LLVMFloatTypeKind: return PREFIX "float";
    case LLVMDoubleTypeKind: return PREFIX "double";
    case LLVMIntegerTypeKind: break;
    default: return NULL;
    }
    switch (LLVMGetIntTypeWidth(type)) {
    case 1: return PREFIX "bool";
    case 8: return u ? PREFIX "uchar" : PREFIX "schar";
    case 16: return u ? PREFIX "ushort" : PREFIX "short";
    case 32: return u ? PREFIX "uint" : PREFIX "int";
    case 64: return u ? PREFIX "ulonglong" : PREFIX "longlong";
    case 128: return u ? PREFIX "uint128" : PREFIX "int128";
    default: return NULL;
    }
}

/* The type that is returned through the first argument; NULL: none is. */
static LLVMTypeRef returned_in_memory(LLVMValueRef call) {
    static const char name[] = "sret";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    LLVMAttributeRef found = LLVMGetCallSiteEnumAttribute(call, 1, kind);
    return found ? LLVMGetTypeAttributeValue(found) : NULL;
}

/* Storage in the function's first block, so that a loop does not take more of it each time. */
static LLVMValueRef storage_before(LLVMValueRef call, LLVMTypeRef type) {
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    LLVMValueRef place = LLVMBuildAlloca(b, type, "");
    LLVMDisposeBuilder(b);
    return place;
}

static void make_symbolic(LLVMModuleRef module, LLVMBuilderRef b, LLVMValueRef place, LLVMTypeRef type,
                          const char *name) {
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    if (LLVMABISizeOfType(layout, type) == 0) return;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(llvm, 0), size = LLVMIntPtrTypeInContext(llvm, layout);
    LLVMTypeRef params[] = {pointer, size, pointer};
    LLVMTypeRef fn_type = LLVMFunctionType(LLVMVoidTypeInContext(llvm), params, 3, 0);
    LLVMValueRef args[] = {place, LLVMConstInt(size, LLVMABISizeOfType(layout, type), 0),
                           LLVMBuildGlobalStringPtr(b, name, "")};
    LLVMBuildCall2(b, fn_type, emit_function(module, "shrike_make_symbolic", fn_type), args, 3, "");
}

/* A value of a type that is no number: bytes. */
static void replace_by_bytes(LLVMModuleRef module, LLVMValueRef call, const char *name) {
    LLVMTypeRef type = LLVMTypeOf(call), in_memory = returned_in_memory(call);
    bool plain = LLVMGetTypeKind(type) != LLVMVoidTypeKind;
    if (!plain && !in_memory) { /* an empty struct */
        LLVMInstructionEraseFromParent(call);
        return;
    }
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMValueRef place = plain ? storage_before(call, type) : LLVMGetOperand(call, 0);
    LLVMPositionBuilderBefore(b, call);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    make_symbolic(module, b, place, plain ? type : in_memory, name);
    if (plain) LLVMReplaceAllUsesWith(call, LLVMBuildLoad2(b, type, place, ""));
    LLVMInstructionEraseFromParent(call);
    LLVMDisposeBuilder(b);
}

static void replace_calls(LLVMModuleRef module, LLVMValueRef fn, const char *name) {
    value_list calls = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == fn) vec_push(&calls, user);
    }
    for (uint32_t i = 0; i < calls.len; i++) replace_by_bytes(module, calls.data[i], name);
    vec_release(&calls);
}

/* __VERIFIER_nondet_memory(p, n): the bytes are an input. */
static void replace_memory_calls(LLVMModuleRef module, LLVMValueRef fn) {
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(llvm, 0),
                size = LLVMIntPtrTypeInContext(llvm, LLVMGetModuleDataLayout(module));
    LLVMTypeRef params[] = {pointer, size, pointer},
                fn_type = LLVMFunctionType(LLVMVoidTypeInContext(llvm), params, 3, 0);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(llvm);
    for (LLVMUseRef u = LLVMGetFirstUse(fn), next; u; u = next) {
        LLVMValueRef call = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != fn || LLVMGetNumArgOperands(call) != 2) continue;
        LLVMPositionBuilderBefore(b, call);
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
        LLVMValueRef args[] = {LLVMGetOperand(call, 0), LLVMBuildIntCast2(b, LLVMGetOperand(call, 1), size, 0, ""),
                               LLVMBuildGlobalStringPtr(b, "memory", "")};
        LLVMBuildCall2(b, fn_type, emit_function(module, "shrike_make_symbolic", fn_type), args, 3, "");
        LLVMInstructionEraseFromParent(call);
    }
    LLVMDisposeBuilder(b);
}

/* Where it is called through a pointer: a function that does the same. */
static void define_body(LLVMModuleRef module, LLVMValueRef fn, const char *name) {
    static const char sret[] = "sret";
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    LLVMTypeRef fn_type = LLVMGlobalGetValueType(fn), type = LLVMGetReturnType(fn_type);
    unsigned kind = LLVMGetEnumAttributeKindForName(sret, sizeof sret - 1);
    LLVMAttributeRef memory = LLVMCountParamTypes(fn_type) ? LLVMGetEnumAttributeAtIndex(fn, 1, kind) : NULL;
    bool plain = LLVMGetTypeKind(type) != LLVMVoidTypeKind;
    if ((LLVMCountParamTypes(fn_type) && !memory) || LLVMIsFunctionVarArg(fn_type)) return;
    LLVMGlobalEraseMetadata(fn, LLVMGetMDKindIDInContext(llvm, "dbg", 3)); /* a declaration's, not good for a body */
    LLVMBuilderRef b = LLVMCreateBuilderInContext(llvm);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(llvm, fn, ""));
    LLVMValueRef place = plain ? LLVMBuildAlloca(b, type, "") : memory ? LLVMGetParam(fn, 0) : NULL;
    if (place) make_symbolic(module, b, place, plain ? type : LLVMGetTypeAttributeValue(memory), name);
    if (plain) LLVMBuildRet(b, LLVMBuildLoad2(b, type, place, ""));
    else LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
}

static void complete(LLVMModuleRef module, LLVMValueRef fn, const struct front_input *input) {
    size_t len;
    const char *name = LLVMGetValueName2(fn, &len);
    if (!str_starts(name, PREFIX) || !LLVMIsDeclaration(fn)) return;
    if (strcmp(name, PREFIX "memory") == 0 && LLVMCountParams(fn) == 2) {
        replace_memory_calls(module, fn);
        return;
    }
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    LLVMTypeRef fn_type = LLVMGlobalGetValueType(fn), type = LLVMGetReturnType(fn_type);
    int listed = listed_width(name, 8 * LLVMPointerSize(layout));
    unsigned width = scalar_width(layout, type), params = LLVMCountParamTypes(fn_type);
    if (listed < 0 && input->builtin(name) >= 0) return;
    if (listed > 0 && agrees(name, listed, width)) return;
    const char *same = params ? NULL : listed_for(type, name[strlen(PREFIX)] == 'u');
    if (same) LLVMReplaceAllUsesWith(fn, emit_function(module, same, fn_type));
    else if (params <= 1) replace_calls(module, fn, name + strlen(PREFIX));
    if (!same && LLVMGetFirstUse(fn)) define_body(module, fn, name + strlen(PREFIX));
}

void nondet_complete(const struct front_input *input, LLVMModuleRef module) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(module), next; fn; fn = next) {
        next = LLVMGetNextFunction(fn);
        complete(module, fn, input);
    }
}
