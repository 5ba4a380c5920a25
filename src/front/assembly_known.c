#include "front/assembly_known.h"

#include <string.h>

#include "base/str.h"
#include "front/assembly_operands.h"

static LLVMValueRef call_intrinsic(LLVMBuilderRef b, LLVMValueRef inst, const char *name, LLVMTypeRef type, LLVMValueRef arg) {
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)));
    unsigned n = arg ? 1 : 0;
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(module, LLVMLookupIntrinsicID(name, strlen(name)), &type, n);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, &arg, n, "");
}

/* ---- hints -------------------------------------------------------------------------------------------- */

/* Nothing that a sequential program sees. */
static bool is_hint(const char *text) {
    static const char *const hints[] = {"nop", "pause", "rep nop", "rep; nop", "rep;nop", "mfence", "lfence", "sfence",
                                        "lock; addl $$0,0(%esp)", "lock; addl $$0,0(%rsp)"};
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (!strcmp(text, hints[i])) return true;
    return false;
}

/* ---- byte swaps --------------------------------------------------------------------------------------- */

/* The width in bits that "bswap $0" with that ending swaps; 0: it is none. */
static unsigned swaps(const char *text, unsigned width) {
    if (!strcmp(text, "bswapl $0")) return 32;
    if (!strcmp(text, "bswapq $0") || !strcmp(text, "bswap ${0:q}")) return 64;
    return !strcmp(text, "bswap $0") && (width == 32 || width == 64) ? width : 0;
}

/* What it swaps lies in the place of its output. */
static bool make_swap(LLVMBuilderRef b, LLVMValueRef inst, const struct asm_operands *o, const char *text) {
    LLVMTypeRef type = LLVMTypeOf(inst);
    if (o->list.len != 2 || LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return false;
    const struct asm_operand *out = &o->list.data[0], *in = &o->list.data[1];
    if (!out->output || out->indirect || in->tied != 0 || LLVMTypeOf(in->value) != type) return false;
    if (swaps(text, LLVMGetIntTypeWidth(type)) != LLVMGetIntTypeWidth(type)) return false;
    LLVMReplaceAllUsesWith(inst, call_intrinsic(b, inst, "llvm.bswap", type, in->value));
    return true;
}

/* ---- traps -------------------------------------------------------------------------------------------- */

/* Does control stay in this block for good? */
static bool is_endless(LLVMBasicBlockRef block) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    return last == LLVMGetFirstInstruction(block) && LLVMIsABranchInst(last) && !LLVMIsConditional(last) && LLVMGetSuccessor(last, 0) == block;
}

static bool ends_here(LLVMValueRef inst) {
    LLVMValueRef next = LLVMGetNextInstruction(inst);
    if (LLVMIsAUnreachableInst(next)) return true;
    return LLVMIsABranchInst(next) && !LLVMIsConditional(next) && is_endless(LLVMGetSuccessor(next, 0));
}

static bool is_trap(LLVMValueRef inst, const char *text) {
    if (str_starts(text, "1: ")) text += strlen("1: ");
    return !strcmp(text, "ud2") || (str_starts(text, "ud2 .pushsection __bug_table") && ends_here(inst));
}

bool assembly_known(LLVMBuilderRef b, LLVMValueRef inst, const struct asm_operands *o, const char *text) {
    bool nothing = LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMVoidTypeKind;
    if (nothing && is_trap(inst, text)) return call_intrinsic(b, inst, "llvm.trap", NULL, NULL), true;
    return (nothing && !o->list.len && is_hint(text)) || make_swap(b, inst, o, text);
}
