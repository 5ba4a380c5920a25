#include "front/checks/handlers.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/emit.h"

#define PREFIX "__ubsan_handle_"
#define ABORT "_abort" /* of those that do not return */

struct handler {
    const char *name, *kind, *text;
};
static const struct handler table[] = {
#define HANDLER(name, kind, text) {name, kind, text},
#include "front/checks/handlers.def"
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

/* Behind a handler that does not return the program ends, where the user does not ask for the error. */
static void replace(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef inst, const struct handler *h,
                    bool ends) {
    LLVMPositionBuilderBefore(builder, inst);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(inst));
    LLVMTypeRef nothing = LLVMVoidTypeInContext(LLVMGetModuleContext(module));
    LLVMValueRef args[2] = {emit_text(module, h->kind), emit_text(module, h->text)};
    emit_call(module, builder, "__shrike_undefined", nothing, args, 2);
    if (ends) emit_call(module, builder, "abort", nothing, NULL, 0);
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
