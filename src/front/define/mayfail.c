#include "front/define/mayfail.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/vec.h"
#include "front/define/external.h"
#include "front/llvm/emit.h"

struct mayfail {
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMBuilderRef builder;
    LLVMTypeRef ptr, word, i8, nothing;
};

/* A function of ours that takes an input; then two blocks, where it is not 0 and where it is. */
static LLVMValueRef begin(struct mayfail *m, const char *name, LLVMTypeRef type, LLVMBasicBlockRef *works,
                          LLVMBasicBlockRef *fails) {
    LLVMValueRef fn = LLVMAddFunction(m->module, name, type);
    LLVMAttributeRef mark = LLVMCreateStringAttribute(m->llvm, EXTERNAL_MARK, (unsigned)strlen(EXTERNAL_MARK), "", 0);
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(m->builder, LLVMAppendBasicBlockInContext(m->llvm, fn, "entry"));
    LLVMSetCurrentDebugLocation2(m->builder, NULL);
    *works = LLVMAppendBasicBlockInContext(m->llvm, fn, "works");
    *fails = LLVMAppendBasicBlockInContext(m->llvm, fn, "fails");
    LLVMValueRef room = LLVMBuildAlloca(m->builder, m->i8, ""), zero = LLVMConstInt(m->i8, 0, 0);
    LLVMValueRef args[3] = {room, LLVMConstInt(m->word, 1, 0), emit_text(m->module, "allocation succeeds")};
    emit_call(m->module, m->builder, "shrike_make_symbolic", m->nothing, args, 3);
    LLVMValueRef ok = LLVMBuildICmp(m->builder, LLVMIntNE, LLVMBuildLoad2(m->builder, m->i8, room, ""), zero, "");
    LLVMBuildCondBr(m->builder, ok, *works, *fails);
    return fn;
}

/* void *give(void *p): p, or NULL after freeing it */
static LLVMValueRef make_give(struct mayfail *m, LLVMTypeRef type) {
    LLVMBasicBlockRef works, fails;
    LLVMValueRef fn = begin(m, "__shrike_may_fail", type, &works, &fails), p = LLVMGetParam(fn, 0);
    LLVMPositionBuilderAtEnd(m->builder, works);
    LLVMBuildRet(m->builder, p);
    LLVMPositionBuilderAtEnd(m->builder, fails);
    emit_call(m->module, m->builder, "free", m->nothing, &p, 1);
    LLVMBuildRet(m->builder, LLVMConstNull(m->ptr));
    return fn;
}

/* void *again(void *p, size_t n): realloc(p, n), or NULL */
static LLVMValueRef make_again(struct mayfail *m, LLVMTypeRef type) {
    LLVMBasicBlockRef works, fails;
    LLVMValueRef real = LLVMGetNamedFunction(m->module, "realloc"),
                 fn = begin(m, "__shrike_may_fail_realloc", type, &works, &fails);
    LLVMValueRef args[2] = {LLVMGetParam(fn, 0), LLVMGetParam(fn, 1)};
    LLVMPositionBuilderAtEnd(m->builder, works);
    LLVMBuildRet(m->builder, LLVMBuildCall2(m->builder, type, real, args, 2, ""));
    LLVMPositionBuilderAtEnd(m->builder, fails);
    LLVMBuildRet(m->builder, LLVMConstNull(m->ptr));
    return fn;
}

/* Its calls, if the library has it. */
static void find_calls(struct mayfail *m, const char *name, value_list *calls) {
    LLVMValueRef fn = LLVMGetNamedFunction(m->module, name);
    vec_clear(calls);
    for (LLVMUseRef u = fn && LLVMIsDeclaration(fn) ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool call = LLVMIsACallInst(user) && LLVMGetCalledValue(user) == fn;
        if (call && LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind) vec_push(calls, user);
    }
}

/* What the call returns goes through `give`. */
static void pass_on(struct mayfail *m, LLVMValueRef call, LLVMValueRef give, LLVMTypeRef type) {
    LLVMPositionBuilderBefore(m->builder, LLVMGetNextInstruction(call));
    LLVMSetCurrentDebugLocation2(m->builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef none = LLVMConstNull(m->ptr), given = LLVMBuildCall2(m->builder, type, give, &none, 1, "");
    LLVMReplaceAllUsesWith(call, given);
    LLVMSetOperand(given, 0, call);
}

void mayfail_define(LLVMModuleRef module) {
    static const char *const makers[] = {"malloc",  "calloc", "aligned_alloc", "memalign", "valloc",
                                         "pvalloc", "strdup", "strndup",       "wcsdup"};
    if (!emit_first_time(module, "shrike.mayfail")) return;
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    struct mayfail m = {module,
                        llvm,
                        LLVMCreateBuilderInContext(llvm),
                        LLVMPointerTypeInContext(llvm, 0),
                        LLVMIntPtrTypeInContext(llvm, LLVMGetModuleDataLayout(module)),
                        LLVMInt8TypeInContext(llvm),
                        LLVMVoidTypeInContext(llvm)};
    LLVMTypeRef pair[2] = {m.ptr, m.word}, give_type = LLVMFunctionType(m.ptr, &m.ptr, 1, 0),
                again_type = LLVMFunctionType(m.ptr, pair, 2, 0);
    value_list calls = {0};
    find_calls(&m, "realloc", &calls);
    LLVMValueRef again = calls.len ? make_again(&m, again_type) : NULL, give = make_give(&m, give_type);
    for (uint32_t i = 0; i < calls.len; i++)
        if (LLVMGetNumArgOperands(calls.data[i]) == 2) LLVMSetOperand(calls.data[i], 2, again);
    for (size_t k = 0; k < sizeof makers / sizeof *makers; k++) {
        find_calls(&m, makers[k], &calls);
        for (uint32_t i = 0; i < calls.len; i++) pass_on(&m, calls.data[i], give, give_type);
    }
    vec_release(&calls);
    LLVMDisposeBuilder(m.builder);
}
