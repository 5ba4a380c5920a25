#include "front/compile/compile.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"

static bool lists(const struct front_module *library, int n, const char *name, size_t len) {
    for (int i = 0; i < n; i++)
        for (const char *p = library[i].symbols; *p;) {
            size_t line = strcspn(p, "\n");
            if (line == len && memcmp(p, name, len) == 0) return true;
            p += line + (p[line] == '\n');
        }
    return false;
}

/* Is there an implementation of ours? */
static bool is_ours(const struct front_input *input, LLVMValueRef fn) {
    size_t len;
    const char *name = LLVMGetValueName2(fn, &len);
    return input->builtin(name) >= 0 || lists(input->library64, input->nlibrary64, name, len);
}

static bool calls_itself(LLVMValueRef fn) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user) && LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == fn) return true;
    }
    return false;
}

/* A body in front of a library function: it means that function where it seems to call itself. */
static bool is_wrapper(const struct front_input *input, LLVMValueRef fn) {
    return calls_itself(fn) && is_ours(input, fn);
}

/* _Bool is 0 or 1: a claim that other bytes would turn into undefined behaviour of LLVM's. */
static void remove_claims(LLVMValueRef fn, unsigned range, unsigned noundef) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef in = LLVMGetFirstInstruction(b); in; in = LLVMGetNextInstruction(in)) {
            if (LLVMGetInstructionOpcode(in) != LLVMLoad) continue;
            LLVMSetMetadata(in, range, NULL);
            LLVMSetMetadata(in, noundef, NULL);
        }
}

/* Hints for optimisers: what is expected is just the value. */
static void remove_hints(LLVMModuleRef module) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        size_t len;
        const char *name = LLVMGetValueName2(fn, &len);
        bool expect = str_starts(name, "llvm.expect.");
        for (LLVMUseRef use; expect && (use = LLVMGetFirstUse(fn));) {
            LLVMValueRef call = LLVMGetUser(use);
            LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
            LLVMInstructionEraseFromParent(call);
        }
    }
}

/* A declaration of the same name takes its place; the body is gone. */
static void forget_body(LLVMModuleRef module, LLVMValueRef fn) {
    size_t len;
    LLVMValueRef plain = LLVMAddFunction(module, "", LLVMGlobalGetValueType(fn));
    LLVMSetFunctionCallConv(plain, LLVMGetFunctionCallConv(fn));
    const char *name = LLVMGetValueName2(fn, &len);
    char *copy = mem_strdup(name);
    LLVMReplaceAllUsesWith(fn, plain);
    LLVMDeleteFunction(fn);
    LLVMSetValueName2(plain, copy, len);
    mem_free(copy);
}

void inline_keep(LLVMModuleRef module, const struct front_input *input) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(module), next; fn; fn = next) {
        next = LLVMGetNextFunction(fn);
        if (LLVMGetLinkage(fn) != LLVMAvailableExternallyLinkage) continue;
        if (is_wrapper(input, fn)) forget_body(module, fn);
        else LLVMSetLinkage(fn, LLVMLinkOnceODRLinkage);
    }
}

void inline_remove_claims(LLVMModuleRef module) {
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    unsigned range = LLVMGetMDKindIDInContext(llvm, "range", 5);
    unsigned noundef = LLVMGetMDKindIDInContext(llvm, "noundef", 7);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        remove_claims(fn, range, noundef);
    remove_hints(module);
}
