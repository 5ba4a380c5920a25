#include "front/define/assembly.h"

#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/define/assembly_operands.h"
#include "front/front.h"
#include "front/llvm/emit.h"

enum { MOST_NAME = 80, MOST_TEXT = 4 * MOST_NAME };

#define ASSEMBLY_MARK "shrike-assembly" /* its value: the text */

struct assembly {
    const struct front_input *input;
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMBuilderRef builder;
    LLVMTypeRef word;
    LLVMValueRef inst;
    struct asm_operands operands;
};

typedef VEC(LLVMTypeRef) type_list;

const char *assembly_text(LLVMValueRef fn) {
    unsigned len;
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                                       ASSEMBLY_MARK, (unsigned)strlen(ASSEMBLY_MARK));
    return a ? LLVMGetStringAttributeValue(a, &len) : NULL;
}

bool assembly_is_blank(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '#') {
            while (i < len && text[i] != '\n') i++;
        } else if (!isspace((unsigned char)text[i])) {
            return false;
        }
    }
    return true;
}

/* The text with one space between words and none at its ends: "bswapl $0". */
static void plain_text(const char *text, size_t len, char *out, size_t room) {
    size_t n = 0;
    for (size_t i = 0; i < len && n + 1 < room; i++) {
        bool space = isspace((unsigned char)text[i]);
        if (!space) out[n++] = text[i];
        else if (n && out[n - 1] != ' ') out[n++] = ' ';
    }
    while (n && (out[n - 1] == ' ' || out[n - 1] == ';')) n--;
    out[n] = 0;
}

/* ---- those that we do not know ----------------------------------------------------------------------- */

/* As inputs are named after it: by its first word, "asm.bsrl". No function of C has such a name. */
static void name_it(const char *text, char *name, size_t room) {
    size_t n = (size_t)snprintf(name, room, "%s", FRONT_ASSEMBLY);
    while (*text && !isalpha((unsigned char)*text)) text++;
    while (isalnum((unsigned char)*text) && n + 1 < room) name[n++] = *text++;
    name[n] = 0;
}

/* As C has it: $$ is $, ${0:q} is %q0, and $0 is %0. */
static void write_as_c(const char *text, struct str *out) {
    for (const char *p = text; *p; p++) {
        const char *colon = *p == '$' && p[1] == '{' ? strchr(p, ':') : NULL,
                   *close = colon ? strchr(colon, '}') : NULL;
        if (close) {
            str_addf(out, "%%%.*s%.*s", (int)(close - colon - 1), colon + 1, (int)(colon - p - 2), p + 2);
            p = close;
        } else if (*p == '$') {
            str_add_char(out, p[1] == '$' ? '$' : '%');
            p += p[1] == '$';
        } else {
            str_add_char(out, isprint((unsigned char)*p) ? *p : ' ');
        }
    }
}

/* As the assumption shows it. */
static LLVMAttributeRef mark(struct assembly *a, const char *text) {
    char words[MOST_NAME];
    struct str c = {0};
    write_as_c(text, &c);
    snprintf(words, sizeof words, "%.*s", MOST_NAME - 1, str_text(&c));
    str_release(&c);
    return LLVMCreateStringAttribute(a->llvm, ASSEMBLY_MARK, (unsigned)strlen(ASSEMBLY_MARK), words,
                                     (unsigned)strlen(words));
}

/* An address, if the value is one or may be one: C's assembly is often given numbers. */
static LLVMValueRef address(const struct assembly *a, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return v;
    if (type != a->word || LLVMIsAConstantInt(v)) return NULL;
    return LLVMBuildIntToPtr(a->builder, v, LLVMPointerTypeInContext(a->llvm, 0), "");
}

/* What it may write through: all that it is given, if it says that it writes memory. */
static void pointers(const struct assembly *a, value_list *args, type_list *types) {
    for (uint32_t i = 0; i < a->operands.list.len && a->operands.clobbers_memory; i++) {
        LLVMValueRef v = a->operands.list.data[i].value, p = v ? address(a, v) : NULL;
        if (!p) continue;
        vec_push(args, p);
        vec_push(types, LLVMTypeOf(p));
    }
}

static LLVMTypeRef all_outputs(const struct assembly *a, unsigned *n) {
    type_list types = {0};
    for (uint32_t i = 0; i < a->operands.list.len; i++)
        if (a->operands.list.data[i].output) vec_push(&types, a->operands.list.data[i].type);
    *n = types.len;
    LLVMTypeRef all = types.len == 0   ? LLVMVoidTypeInContext(a->llvm)
                      : types.len == 1 ? types.data[0]
                                       : LLVMStructTypeInContext(a->llvm, types.data, types.len, 0);
    vec_release(&types);
    return all;
}

/* Outputs through pointers are stored, the others make the result. */
static void give_outputs(struct assembly *a, LLVMValueRef all, unsigned n) {
    unsigned of_result = 0, k = 0;
    bool several = LLVMGetTypeKind(LLVMTypeOf(a->inst)) == LLVMStructTypeKind;
    LLVMValueRef result = several ? LLVMGetUndef(LLVMTypeOf(a->inst)) : NULL;
    for (uint32_t i = 0; i < a->operands.list.len; i++) {
        const struct asm_operand *o = &a->operands.list.data[i];
        if (!o->output) continue;
        LLVMValueRef v = n == 1 ? all : LLVMBuildExtractValue(a->builder, all, k, "");
        k++;
        if (o->flag && LLVMGetTypeKind(o->type) == LLVMIntegerTypeKind)
            v = LLVMBuildAnd(a->builder, v, LLVMConstInt(o->type, 1, 0), "");
        if (o->value)
            LLVMSetAlignment(LLVMBuildStore(a->builder, v, o->value), 1); /* the processor's, wherever it is */
        else if (several) result = LLVMBuildInsertValue(a->builder, result, v, of_result++, "");
        else result = v;
    }
    if (result) LLVMReplaceAllUsesWith(a->inst, result);
}

static bool gives_pointer(const struct assembly *a) {
    for (uint32_t i = 0; i < a->operands.list.len; i++) {
        const struct asm_operand *o = &a->operands.list.data[i];
        if (o->output && LLVMGetTypeKind(o->type) == LLVMPointerTypeKind) return true;
    }
    return false;
}

/* May its operands be all that it has to do with? A pointer that it gives may be one of the program's own, which
 * only a run that follows any pointer takes into account. */
static bool may_be_anything(const struct assembly *a, const char *words, size_t len) {
    if (a->input->external == FRONT_EXTERNAL_NONE || (gives_pointer(a) && !a->input->pointees)) return false;
    if (LLVMGetInlineAsmDialect(LLVMGetCalledValue(a->inst)) != LLVMInlineAsmDialectATT) return false;
    return !operands_miss(&a->operands, a->module, words, len);
}

/* Does it read from or write to a device? Only the device says what comes of it, and a native run may not do it. */
static bool is_port(const char *text) {
    bool in = str_starts(text, "in"), out = str_starts(text, "out");
    const char *size = text + (out ? 3 : 2);
    return (in || out) && *size && strchr("bwl", *size) && size[1] == ' ' && !strpbrk(size, ";\n");
}

/* Are its outputs those of the call, and not what the processor gives? */
static bool is_replaced(const struct assembly *a, const char *text) { return !a->input->native || is_port(text); }

static void make_call(struct assembly *a, const char *text) {
    char name[MOST_NAME];
    value_list args = {0};
    type_list types = {0};
    unsigned n;
    LLVMTypeRef outputs = all_outputs(a, &n);
    name_it(text, name, sizeof name);
    pointers(a, &args, &types);
    LLVMTypeRef type = LLVMFunctionType(outputs, types.data, types.len, 0);
    LLVMValueRef fn = LLVMAddFunction(a->module, name, type);
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark(a, text));
    LLVMValueRef all = LLVMBuildCall2(a->builder, type, fn, args.data, args.len, "");
    if (is_replaced(a, text)) give_outputs(a, all, n);
    vec_release(&args);
    vec_release(&types);
}

/* ---- the module ---------------------------------------------------------------------------------------- */

static void rewrite(struct assembly *a, LLVMValueRef inst) {
    size_t len;
    const char *words = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(inst), &len);
    char text[MOST_TEXT] = "";
    if (assembly_is_blank(words, len) || !operands_read(&a->operands, inst)) return; /* a barrier, or not understood */
    a->inst = inst;
    plain_text(words, len, text, sizeof text);
    LLVMPositionBuilderBefore(a->builder, inst);
    LLVMSetCurrentDebugLocation2(a->builder, LLVMInstructionGetDebugLoc(inst));
    bool known = len < sizeof text && assembly_known(a->builder, inst, &a->operands, text);
    if (!known && !may_be_anything(a, words, len)) return;
    a->operands.clobbers_memory |= assembly_writes_bits(text);
    if (!known) make_call(a, text);
    if (known || is_replaced(a, text)) LLVMInstructionEraseFromParent(inst);
}

static void find_in(LLVMValueRef fn, value_list *found) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i))) vec_push(found, i);
}

void assembly_define(const struct front_input *input, LLVMModuleRef module) {
    value_list found = {0};
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    struct assembly a = {.input = input,
                         .module = module,
                         .llvm = llvm,
                         .builder = LLVMCreateBuilderInContext(llvm),
                         .word = LLVMIntPtrTypeInContext(llvm, LLVMGetModuleDataLayout(module))};
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) find_in(fn, &found);
    for (uint32_t i = 0; i < found.len; i++) rewrite(&a, found.data[i]);
    operands_release(&a.operands);
    vec_release(&found);
    LLVMDisposeBuilder(a.builder);
}
