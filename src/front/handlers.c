#include "front/handlers.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"

#define PREFIX "__ubsan_handle_"
#define ABORT "_abort" /* of those that do not return */

struct handler {
    const char *name, *kind, *text;
};
static const struct handler table[] = {
#define HANDLER(name, kind, text) {name, kind, text},
#include "front/handlers.def"
#undef HANDLER
};
/* What a newer compiler may come with. */
static const struct handler unknown = {"", "undefined-value", "something undefined happens"};

/* NULL: the function is none. */
static const struct handler *handler_of(LLVMValueRef fn, bool *ends) {
    size_t len;
    const char *name = LLVMGetValueName2(fn, &len);
    if (!str_starts(name, PREFIX) || !LLVMIsDeclaration(fn)) return NULL;
    name += strlen(PREFIX);
    *ends = str_ends(name, ABORT);
    size_t n = strlen(name) - (*ends ? strlen(ABORT) : 0);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strlen(table[i].name) == n && strncmp(table[i].name, name, n) == 0) return &table[i];
    return &unknown;
}

static void call(LLVMModuleRef module, LLVMBuilderRef builder, const char *name, LLVMValueRef *args, unsigned n) {
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    LLVMTypeRef params[2] = {LLVMPointerTypeInContext(llvm, 0), LLVMPointerTypeInContext(llvm, 0)};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(llvm), params, n, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(module, name);
    if (!fn) fn = LLVMAddFunction(module, name, type);
    LLVMBuildCall2(builder, type, fn, args, n, "");
}

/* One that does not return is followed by the program's end, for those who do not look for the error. */
static void replace(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef inst, const struct handler *h, bool ends) {
    LLVMPositionBuilderBefore(builder, inst);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(inst));
    LLVMValueRef args[2] = {LLVMBuildGlobalStringPtr(builder, h->kind, "__shrike_kind"),
                            LLVMBuildGlobalStringPtr(builder, h->text, "__shrike_text")};
    call(module, builder, "__shrike_undefined", args, 2);
    if (ends) call(module, builder, "abort", NULL, 0);
    LLVMInstructionEraseFromParent(inst);
}

void handlers_replace(LLVMModuleRef module) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        bool ends;
        const struct handler *h = handler_of(fn, &ends);
        LLVMUseRef next;
        for (LLVMUseRef use = h ? LLVMGetFirstUse(fn) : NULL; use; use = next) {
            next = LLVMGetNextUse(use);
            LLVMValueRef user = LLVMGetUser(use);
            if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == fn) replace(module, builder, user, h, ends);
        }
    }
    LLVMDisposeBuilder(builder);
}
