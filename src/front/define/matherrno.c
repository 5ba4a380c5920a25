#include "front/define/matherrno.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

#include "base/vec.h"
#include "front/llvm/emit.h"

/* What glibc's functions set errno for, besides results that are a NaN or infinite; the others never set it. */
static const struct {
    const char *name;
    bool underflows;
} functions[] = {
    {"sin", true},     {"cos", false},   {"tan", true},       {"asin", true},       {"acos", false},
    {"atan", true},    {"sinh", true},   {"cosh", false},     {"tanh", true},       {"asinh", true},
    {"acosh", false},  {"atanh", true},  {"exp", true},       {"exp2", true},       {"exp10", true},
    {"pow10", true},   {"expm1", true},  {"log", false},      {"log2", false},      {"log10", false},
    {"log1p", true},   {"sqrt", false},  {"erf", true},       {"erfc", true},       {"lgamma", false},
    {"gamma", false},  {"tgamma", true}, {"j0", true},        {"j1", true},         {"y0", true},
    {"y1", true},      {"pow", true},    {"atan2", true},     {"fmod", false},      {"remainder", false},
    {"drem", false},   {"hypot", true},  {"fdim", false},     {"ldexp", true},      {"scalbn", true},
    {"scalbln", true}, {"scalb", true},  {"nextafter", true}, {"nexttoward", true}, {"remquo", false},
};

/* The number of the library's function, or -1. */
static int number_of(LLVMValueRef fn) {
    size_t len;
    if (!fn || !LLVMIsAFunction(fn) || !LLVMIsDeclaration(fn) ||
        !format_letter(LLVMGetReturnType(LLVMGlobalGetValueType(fn))))
        return -1;
    const char *name = LLVMGetValueName2(fn, &len);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        size_t known = strlen(functions[i].name);
        if (strncmp(name, functions[i].name, known) != 0) continue;
        if (!name[known] || ((name[known] == 'f' || name[known] == 'l') && !name[known + 1])) return (int)i;
    }
    return -1;
}

static void mark(LLVMModuleRef module, LLVMBuilderRef b, LLVMValueRef call, int number) {
    LLVMTypeRef type = LLVMTypeOf(call), word = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
    LLVMValueRef args[4] = {call, LLVMGetOperand(call, 0), LLVMGetOperand(call, 0),
                            LLVMConstInt(word, functions[number].underflows, 0)};
    if (LLVMTypeOf(args[1]) != type) return;
    if (LLVMGetNumArgOperands(call) > 1 && LLVMTypeOf(LLVMGetOperand(call, 1)) == type)
        args[2] = LLVMGetOperand(call, 1);
    char name[] = "__shrike_math_errno_?";
    name[sizeof name - 2] = format_letter(type);
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    emit_call(module, b, name, LLVMVoidTypeInContext(LLVMGetModuleContext(module)), args, 4);
}

static void mark_calls(LLVMModuleRef module, LLVMBuilderRef b, LLVMValueRef fn) {
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef inst = LLVMGetFirstInstruction(block), next; inst; inst = next) {
            next = LLVMGetNextInstruction(inst);
            int number = LLVMIsACallInst(inst) ? number_of(LLVMGetCalledValue(inst)) : -1;
            if (number >= 0) mark(module, b, inst, number);
        }
}

/* ---- functions that are called through pointers ------------------------------------------------------ */

static bool is_passed_on(LLVMValueRef fn) {
    for (LLVMUseRef use = LLVMGetFirstUse(fn); use; use = LLVMGetNextUse(use))
        if (!LLVMIsACallInst(LLVMGetUser(use)) || LLVMGetCalledValue(LLVMGetUser(use)) != fn) return true;
    return false;
}

static void wrap(LLVMModuleRef module, LLVMBuilderRef b, LLVMValueRef fn) {
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    if (LLVMCountParamTypes(type) > 4) return;
    LLVMValueRef args[4], outer = LLVMAddFunction(module, "__shrike_with_errno", type);
    LLVMSetLinkage(outer, LLVMInternalLinkage);
    LLVMReplaceAllUsesWith(fn, outer);
    LLVMGetParams(outer, args);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(LLVMGetModuleContext(module), outer, ""));
    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMBuildRet(b, LLVMBuildCall2(b, type, fn, args, LLVMCountParams(outer), ""));
}

static void wrap_functions(LLVMModuleRef module, LLVMBuilderRef b) {
    value_list found = {0};
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (number_of(fn) >= 0 && is_passed_on(fn)) vec_push(&found, fn);
    for (uint32_t i = 0; i < found.len; i++) wrap(module, b, found.data[i]);
    vec_release(&found);
}

void matherrno_mark(LLVMModuleRef module) {
    LLVMValueRef looks = LLVMGetNamedFunction(module, "__errno_location");
    if (!looks || !LLVMGetFirstUse(looks)) return;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    wrap_functions(module, b);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) mark_calls(module, b, fn);
    LLVMDisposeBuilder(b);
}
