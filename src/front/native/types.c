#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/front.h"
#include "front/llvm/emit.h"
#include "front/llvm/signature.h"
#include "front/native/instrumenter.h"

static LLVMValueRef held_text(struct instrumenter *in, struct str *text) {
    LLVMValueRef value = LLVMConstStringInContext2(in->llvm, str_text(text), text->len, 0);
    LLVMValueRef held = LLVMAddGlobal(in->module, LLVMTypeOf(value), "__shrike_signature");
    LLVMSetInitializer(held, value);
    LLVMSetLinkage(held, LLVMInternalLinkage);
    str_release(text);
    return held;
}

void instrument_call_type(struct instrumenter *in, LLVMValueRef call, LLVMValueRef callee) {
    if (LLVMIsAInlineAsm(callee)) return;
    if (LLVMIsAFunction(callee) && !signature_call_misfits(in->layout, call, callee, false)) return;
    struct str text = {0};
    signature_of_call(in->layout, call, &text);
    LLVMValueRef ignored = LLVMConstInt(in->i32, !LLVMGetFirstUse(call), 0);
    instrument_at(in, call, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef args[3] = {callee, held_text(in, &text), ignored};
    instrument_call(in, "__shrike_call_type", in->nothing, args, 3);
}

void instrument_functions(struct instrumenter *in) {
    value_list all = {0};
    for (LLVMValueRef fn = LLVMGetFirstFunction(in->module); fn; fn = LLVMGetNextFunction(fn)) {
        if (LLVMIsDeclaration(fn)) continue;
        struct str text = {0};
        signature_of_function(in->layout, fn, &text);
        LLVMValueRef parts[2] = {fn, held_text(in, &text)};
        vec_push(&all, LLVMConstStructInContext(in->llvm, parts, 2, 0));
    }
    LLVMValueRef none[2] = {LLVMConstNull(in->ptr), LLVMConstNull(in->ptr)};
    vec_push(&all, LLVMConstStructInContext(in->llvm, none, 2, 0));
    LLVMValueRef table = LLVMConstArray2(LLVMTypeOf(all.data[0]), all.data, all.len);
    LLVMSetInitializer(LLVMAddGlobal(in->module, LLVMTypeOf(table), "__shrike_functions"), table);
    vec_release(&all);
}
