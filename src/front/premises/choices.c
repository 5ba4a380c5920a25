#include "front/premises/choices.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/str.h"
#include "front/front.h"
#include "front/llvm/emit.h"
#include "front/llvm/marks.h"
#include "front/llvm/variable.h"

static const struct left_open {
    const char *name; /* ends in '*': what begins so */
    enum promised promised;
} functions[] = {
    {"memcmp", PROMISED_SIGN},         {"bcmp", PROMISED_NONZERO},     {"strcmp", PROMISED_SIGN},
    {"strncmp", PROMISED_SIGN},        {"strcasecmp", PROMISED_SIGN},  {"strncasecmp", PROMISED_SIGN},
    {"strcoll", PROMISED_SIGN},        {"strcoll_l", PROMISED_SIGN},   {"strcasecmp_l", PROMISED_SIGN},
    {"strncasecmp_l", PROMISED_SIGN},  {"strverscmp", PROMISED_SIGN},  {"wcscmp", PROMISED_SIGN},
    {"wcsncmp", PROMISED_SIGN},        {"wmemcmp", PROMISED_SIGN},     {"wcscoll", PROMISED_SIGN},
    {"wcscasecmp", PROMISED_SIGN},     {"wcsncasecmp", PROMISED_SIGN}, {"fmin", PROMISED_VALUE},
    {"fminf", PROMISED_VALUE},         {"fminl", PROMISED_VALUE},      {"fmax", PROMISED_VALUE},
    {"fmaxf", PROMISED_VALUE},         {"fmaxl", PROMISED_VALUE},      {"llvm.minnum.*", PROMISED_VALUE},
    {"llvm.maxnum.*", PROMISED_VALUE},
};

struct choices {
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMBuilderRef builder;
    bool open;
    value_list taken; /* such functions whose address is taken */
};

static const char *name_of(LLVMValueRef v) {
    size_t len;
    return LLVMGetValueName2(v, &len);
}

static bool is_named(const char *name, const char *pattern) {
    size_t n = strlen(pattern);
    return pattern[n - 1] == '*' ? strncmp(name, pattern, n - 1) == 0 : strcmp(name, pattern) == 0;
}

static bool has_type(LLVMValueRef fn, enum promised promised) {
    LLVMTypeRef type = LLVMGlobalGetValueType(fn), result = LLVMGetReturnType(type);
    if (promised != PROMISED_VALUE)
        return LLVMGetTypeKind(result) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(result) == 32;
    LLVMTypeRef params[2];
    if (LLVMCountParamTypes(type) != 2) return false;
    LLVMGetParamTypes(type, params);
    return params[0] == result && params[1] == result;
}

/* NULL: C says what it returns. */
static const struct left_open *find(LLVMValueRef fn) {
    if (!LLVMIsAFunction(fn) || !LLVMIsDeclaration(fn)) return NULL;
    const char *name = name_of(fn);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (is_named(name, functions[i].name)) return has_type(fn, functions[i].promised) ? &functions[i] : NULL;
    return NULL;
}

/* ---- code that is added ------------------------------------------------------------------------------ */

static LLVMValueRef choose(struct choices *c, LLVMTypeRef type, const char *fn) {
    struct str name = {0};
    str_addf(&name, PROTECT_PREFIX CHOICE_NAME "%s()", fn);
    LLVMValueRef call = emit_call(c->module, c->builder, str_text(&name), type, NULL, 0);
    str_release(&name);
    return call;
}

/* 0, or any other value; of the sign of `result` if that is promised: INT_MIN has no counterpart. */
static LLVMValueRef any_of_sign(struct choices *c, LLVMValueRef result, enum promised promised, const char *fn) {
    LLVMTypeRef i32 = LLVMTypeOf(result);
    LLVMBuilderRef b = c->builder;
    LLVMValueRef zero = LLVMConstNull(i32), any = choose(c, i32, fn);
    bool sign = promised == PROMISED_SIGN;
    if (sign) any = LLVMBuildAnd(b, any, LLVMConstInt(i32, INT32_MAX, 0), "");
    LLVMValueRef none = LLVMBuildZExt(b, LLVMBuildICmp(b, LLVMIntEQ, any, zero, ""), i32, ""),
                 size = LLVMBuildAdd(b, any, none, "");
    LLVMValueRef less = LLVMBuildICmp(b, LLVMIntSLT, result, zero, "");
    if (sign) size = LLVMBuildSelect(b, less, LLVMBuildSub(b, zero, size, ""), size, "");
    return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntEQ, result, zero, ""), zero, size, "");
}

static LLVMValueRef any_zero(struct choices *c, LLVMValueRef result, LLVMValueRef call, const char *fn) {
    LLVMBuilderRef b = c->builder;
    LLVMValueRef x = LLVMGetOperand(call, 0), y = LLVMGetOperand(call, 1), zero = LLVMConstNull(LLVMTypeOf(result));
    LLVMValueRef zeros =
        LLVMBuildAnd(b, LLVMBuildFCmp(b, LLVMRealOEQ, x, zero, ""), LLVMBuildFCmp(b, LLVMRealOEQ, y, zero, ""), "");
    LLVMTypeRef i32 = LLVMInt32TypeInContext(c->llvm);
    LLVMValueRef first = LLVMBuildICmp(b, LLVMIntSLT, choose(c, i32, fn), LLVMConstNull(i32), "");
    return LLVMBuildSelect(b, zeros, LLVMBuildSelect(b, first, x, y, ""), result, "");
}

static LLVMValueRef any_that_is_allowed(struct choices *c, LLVMValueRef call, LLVMValueRef fn,
                                        const struct left_open *f) {
    if (!c->open) {
        emit_suppose_here(c->module, c->builder,
                          f->promised == PROMISED_VALUE
                              ? "fmin and fmax of zeros of both signs return the zero that shrike chose"
                              : "strcmp, memcmp and similar functions return the values that shrike chose (C promises "
                                "only the sign)");
        return call;
    }
    if (f->promised == PROMISED_VALUE) return any_zero(c, call, call, name_of(fn));
    if (f->promised == PROMISED_SIGN)
        emit_suppose_here(c->module, c->builder, "strcmp, memcmp and similar functions do not return INT_MIN");
    return any_of_sign(c, call, f->promised, name_of(fn));
}

static bool is_other_than_zero(LLVMValueRef v) {
    LLVMBool loses; /* what is too small for a double becomes 0 */
    return LLVMIsAConstantFP(v) && LLVMConstRealGetDouble(v, &loses) != 0;
}

static bool cannot_be_zeros(LLVMValueRef call) {
    return is_other_than_zero(LLVMGetOperand(call, 0)) || is_other_than_zero(LLVMGetOperand(call, 1));
}

static bool is_left_open(struct choices *c, LLVMValueRef call, const struct left_open *f) {
    if (f->promised == PROMISED_VALUE && cannot_be_zeros(call)) return false;
    return choice_seen(c->module, call, f->promised);
}

static void begin_behind(struct choices *c, LLVMValueRef call) {
    LLVMPositionBuilderBefore(c->builder, LLVMGetNextInstruction(call));
    LLVMSetCurrentDebugLocation2(c->builder, LLVMInstructionGetDebugLoc(call));
}

static void list_users(LLVMValueRef value, value_list *out) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) vec_push(out, LLVMGetUser(use));
}

static void replace_in(const value_list *users, LLVMValueRef value, LLVMValueRef by) {
    for (uint32_t i = 0; i < users->len; i++)
        for (int k = 0; k < LLVMGetNumOperands(users->data[i]); k++)
            if (LLVMGetOperand(users->data[i], (unsigned)k) == value) LLVMSetOperand(users->data[i], (unsigned)k, by);
}

/* Calls `fn`, surely or if the address is that of `fn`. */
static void mark_call(struct choices *c, LLVMValueRef call, LLVMValueRef fn) {
    const struct left_open *f = find(fn);
    if (!f || !is_left_open(c, call, f)) return;
    value_list users = {0};
    list_users(call, &users);
    begin_behind(c, call);
    LLVMValueRef any = any_that_is_allowed(c, call, fn, f);
    if (any != call && LLVMGetCalledValue(call) != fn) {
        LLVMValueRef same = LLVMBuildICmp(c->builder, LLVMIntEQ, LLVMGetCalledValue(call), fn, "");
        any = LLVMBuildSelect(c->builder, same, any, call, "");
    }
    if (any != call) replace_in(&users, call, any);
    vec_release(&users);
}

static void mark_indirect(struct choices *c, LLVMValueRef call) {
    for (uint32_t i = 0; i < c->taken.len; i++)
        if (LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(c->taken.data[i]))
            mark_call(c, call, c->taken.data[i]);
}

static void mark_exchange(struct choices *c, LLVMValueRef inst) {
    emit_suppose(c->module, c->builder, inst, "a weak compare-exchange fails only where the values differ");
}

/* ---- all --------------------------------------------------------------------------------------------- */

static bool is_exchange(LLVMValueRef inst) { return LLVMIsAAtomicCmpXchgInst(inst) && LLVMGetWeak(inst); }
static bool is_address_of(LLVMValueRef user, LLVMValueRef fn) {
    return !LLVMIsACallInst(user) || LLVMGetCalledValue(user) != fn;
}

static bool is_taken(LLVMValueRef fn) {
    for (LLVMUseRef use = LLVMGetFirstUse(fn); use; use = LLVMGetNextUse(use))
        if (is_address_of(LLVMGetUser(use), fn)) return true;
    return false;
}

static void collect(struct choices *c, value_list *out) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(c->module); fn; fn = LLVMGetNextFunction(fn)) {
        if (find(fn) && is_taken(fn)) vec_push(&c->taken, fn);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsACallInst(i) || is_exchange(i)) vec_push(out, i);
    }
}

void choices_mark(const struct front_input *input, LLVMModuleRef module) {
    if (!emit_first_time(module, "shrike.choices")) return;
    struct choices c = {.module = module, .llvm = LLVMGetModuleContext(module), .open = input->open};
    value_list found = {0};
    c.builder = LLVMCreateBuilderInContext(c.llvm);
    collect(&c, &found);
    for (uint32_t i = 0; i < found.len; i++) {
        LLVMValueRef inst = found.data[i];
        if (is_exchange(inst)) mark_exchange(&c, inst);
        else if (LLVMIsAFunction(LLVMGetCalledValue(inst))) mark_call(&c, inst, LLVMGetCalledValue(inst));
        else if (!LLVMIsAInlineAsm(LLVMGetCalledValue(inst))) mark_indirect(&c, inst);
    }
    LLVMDisposeBuilder(c.builder);
    vec_release(&found);
    vec_release(&c.taken);
}
