#include "front/define/assembly_operands.h"

#include <string.h>

#include "base/str.h"

static LLVMValueRef call_intrinsic(LLVMBuilderRef b, LLVMValueRef inst, const char *name, LLVMTypeRef type,
                                   LLVMValueRef arg) {
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)));
    unsigned n = arg ? 1 : 0;
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(module, LLVMLookupIntrinsicID(name, strlen(name)), &type, n);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, &arg, n, "");
}

/* ---- hints -------------------------------------------------------------------------------------------- */

/* Nothing that a sequential program sees. */
static bool is_hint(const char *text) {
    /* clang-format off */
    static const char *const hints[] = {
        "nop", "pause", "rep nop", "rep; nop", "rep;nop", "mfence", "lfence", "sfence", "lock; addl $$0,0(%esp)",
        "lock; addl $$0,0(%rsp)"
    };
    /* clang-format on */
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

/* ---- bits -------------------------------------------------------------------------------------------- */

/* Behind the table of Linux in which it notes where locks are. */
static const char *behind_lock(const char *text) {
    static const char *const tables[] = {".section .smp_locks,\"a\" .balign 4 .long 671f - . .previous 671: ",
                                         ".pushsection .smp_locks,\"a\" .balign 4 .long 671f - . .popsection 671: "};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (str_starts(text, tables[i])) text += strlen(tables[i]);
    return str_starts(text, "lock; ") ? text + strlen("lock; ") : text;
}

static LLVMValueRef change_bit(LLVMBuilderRef b, char how, LLVMValueRef byte, LLVMValueRef bit) {
    if (how == 's') return LLVMBuildOr(b, byte, bit, "");
    return how == 'c' ? LLVMBuildXor(b, byte, bit, "") : LLVMBuildAnd(b, byte, LLVMBuildNot(b, bit, ""), "");
}

/* p[nr >> 3] has bit nr & 7 set, reset or complemented; nr has a sign. Only one byte is read and written, where the
 * processor takes a word: more accesses are right than with it. */
static void build_bit(LLVMBuilderRef b, char how, LLVMValueRef p, LLVMValueRef nr) {
    LLVMTypeRef type = LLVMTypeOf(nr), i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(type));
    LLVMValueRef at = LLVMBuildAShr(b, nr, LLVMConstInt(type, 3, 0), "");
    LLVMValueRef place = LLVMBuildGEP2(b, i8, p, &at, 1, "");
    LLVMValueRef low = LLVMBuildTrunc(b, LLVMBuildAnd(b, nr, LLVMConstInt(type, 7, 0), ""), i8, "");
    LLVMValueRef bit = LLVMBuildShl(b, LLVMConstInt(i8, 1, 0), low, "");
    LLVMValueRef byte = LLVMBuildLoad2(b, i8, place, "");
    LLVMSetVolatile(byte, 1);
    LLVMSetVolatile(LLVMBuildStore(b, change_bit(b, how, byte, bit), place), 1);
}

/* In a register; or a constant below 32, for which that and the form with a constant are the same. */
static bool is_bit_number(const struct asm_operand *o) {
    if (o->output || o->indirect || o->tied != OPERAND_FREE) return false;
    LLVMTypeRef type = LLVMTypeOf(o->value);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
        (LLVMGetIntTypeWidth(type) != 32 && LLVMGetIntTypeWidth(type) != 64))
        return false;
    return !LLVMIsAConstantInt(o->value) || LLVMConstIntGetZExtValue(o->value) < 32;
}

/* "bts $1,$0", of an operand in memory. */
static bool make_bit(LLVMBuilderRef b, const struct asm_operands *o, const char *text) {
    text = behind_lock(text);
    bool is_bit = str_starts(text, "bts ") || str_starts(text, "btr ") || str_starts(text, "btc ");
    if (!is_bit || (strcmp(text + 4, "$1,$0") != 0 && strcmp(text + 4, "$1, $0") != 0) || o->list.len < 2) return false;
    const struct asm_operand *word = &o->list.data[0], *nr = &o->list.data[1];
    if (!word->output || !word->indirect || !is_bit_number(nr)) return false;
    build_bit(b, text[2], word->value, nr->value);
    return true;
}

bool assembly_writes_bits(const char *text) {
    for (const char *p = strstr(text, "bt"); p; p = strstr(p + 1, "bt"))
        if (p[2] == 's' || p[2] == 'r' || p[2] == 'c') return true;
    return false;
}

/* ---- traps -------------------------------------------------------------------------------------------- */

/* Does control stay in this block for good? */
static bool is_endless(LLVMBasicBlockRef block) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    return last == LLVMGetFirstInstruction(block) && LLVMIsABranchInst(last) && !LLVMIsConditional(last) &&
           LLVMGetSuccessor(last, 0) == block;
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
    return (nothing && !o->list.len && is_hint(text)) || (nothing && make_bit(b, o, text)) ||
           make_swap(b, inst, o, text);
}
