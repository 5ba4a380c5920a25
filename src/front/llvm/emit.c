#include "front/llvm/emit.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "front/front.h"
#include "front/llvm/variable.h"

LLVMValueRef emit_function(LLVMModuleRef module, const char *name, LLVMTypeRef type) {
    LLVMValueRef fn = LLVMGetNamedFunction(module, name);
    return fn ? fn : LLVMAddFunction(module, name, type);
}

LLVMValueRef emit_call(LLVMModuleRef module, LLVMBuilderRef builder, const char *name, LLVMTypeRef result,
                       LLVMValueRef *args, unsigned n) {
    LLVMTypeRef params[EMIT_ARGS];
    assert(n <= EMIT_ARGS && LLVMGetInsertBlock(builder));
    for (unsigned i = 0; i < n; i++) params[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, params, n, 0);
    return LLVMBuildCall2(builder, type, emit_function(module, name, type), args, n, "");
}

bool emit_first_time(LLVMModuleRef module, const char *pass) {
    assert(*pass);
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    if (LLVMGetNamedMetadata(module, pass, strlen(pass))) return false;
    LLVMMetadataRef none = LLVMMDNodeInContext2(llvm, NULL, 0);
    LLVMAddNamedMetadataOperand(module, pass, LLVMMetadataAsValue(llvm, none));
    return true;
}

LLVMValueRef emit_text(LLVMModuleRef module, const char *text) {
    LLVMValueRef value = LLVMConstStringInContext2(LLVMGetModuleContext(module), text, strlen(text), 0);
    LLVMValueRef held = LLVMAddGlobal(module, LLVMTypeOf(value), "__shrike_text");
    LLVMSetInitializer(held, value);
    LLVMSetLinkage(held, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(held, 1);
    return held;
}

void emit_suppose_here(LLVMModuleRef module, LLVMBuilderRef builder, const char *what) {
    assert(*what && LLVMGetInsertBlock(builder));
    LLVMValueRef text = emit_text(module, what);
    emit_call(module, builder, "__shrike_suppose", LLVMVoidTypeInContext(LLVMGetModuleContext(module)), &text, 1);
}

void emit_suppose(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef before, const char *what) {
    assert(LLVMIsAInstruction(before));
    LLVMPositionBuilderBefore(builder, before);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(before));
    emit_suppose_here(module, builder, what);
}

void emit_suppose_at_entry(const struct front_input *input, LLVMModuleRef module, const char *what) {
    LLVMValueRef fn = LLVMGetNamedFunction(module, input->entry ? input->entry : "main");
    if (!fn) fn = LLVMGetNamedFunction(module, "LLVMFuzzerTestOneInput");
    if (!fn || LLVMIsDeclaration(fn)) return;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
    while (LLVMIsAPHINode(at) || LLVMIsAAllocaInst(at)) at = LLVMGetNextInstruction(at);
    emit_suppose(module, builder, at, what);
    LLVMDisposeBuilder(builder);
}

void emit_mark_all(LLVMModuleRef module, bool (*wanted)(LLVMValueRef inst),
                   void (*mark)(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef inst)) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    value_list found = {0};
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (wanted(i)) vec_push(&found, i);
    for (uint32_t i = 0; i < found.len; i++) mark(module, builder, found.data[i]);
    vec_release(&found);
    LLVMDisposeBuilder(builder);
}

char format_letter(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind: return 'f';
    case LLVMDoubleTypeKind: return 'd';
    case LLVMX86_FP80TypeKind: return 'l';
    default: return 0;
    }
}

bool format_lists(const char *const *names, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++) {
        size_t len = strlen(names[i]);
        if (strncmp(name, names[i], len) == 0 &&
            (!name[len] || ((name[len] == 'f' || name[len] == 'l') && !name[len + 1])))
            return true;
    }
    return false;
}
