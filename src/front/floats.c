#include "front/floats.h"

#include <llvm-c/DebugInfo.h>
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "front/escape.h"
#include "front/protect.h"
#include "front/variable.h"

struct hider {
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMBuilderRef builder;
    bool modes; /* the program looks at rounding modes or exceptions */
};

/* ---- opaque functions ------------------------------------------------------------------------ */

static void add_attribute(const struct hider *h, LLVMValueRef fn, const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(h->llvm, kind, 0));
}

/* A function that only its arguments matter to; with modes, whatever else happened. */
static LLVMValueRef opaque(const struct hider *h, const char *name, LLVMTypeRef type) {
    LLVMValueRef fn = LLVMGetNamedFunction(h->module, name);
    if (fn) return fn;
    fn = LLVMAddFunction(h->module, name, type);
    add_attribute(h, fn, "nounwind");
    add_attribute(h, fn, "willreturn");
    if (h->modes) return fn;
    add_attribute(h, fn, "memory");
    add_attribute(h, fn, "speculatable");
    return fn;
}

static void add_type(struct str *name, LLVMTypeRef type) {
    char *text = LLVMPrintTypeToString(type);
    str_addf(name, ".%s", text);
    LLVMDisposeMessage(text);
}

static LLVMValueRef call_before(struct hider *h, LLVMValueRef at, const char *name, LLVMTypeRef result,
                                LLVMValueRef *args, unsigned n) {
    LLVMTypeRef params[3];
    for (unsigned i = 0; i < n; i++) params[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, params, n, 0);
    LLVMPositionBuilderBefore(h->builder, at);
    LLVMSetCurrentDebugLocation2(h->builder, LLVMInstructionGetDebugLoc(at));
    return LLVMBuildCall2(h->builder, type, opaque(h, name, type), args, n, "");
}

static void replace(struct hider *h, LLVMValueRef inst, const char *name, unsigned n) {
    LLVMValueRef args[3];
    for (unsigned i = 0; i < n; i++) args[i] = LLVMGetOperand(inst, i);
    LLVMReplaceAllUsesWith(inst, call_before(h, inst, name, LLVMTypeOf(inst), args, n));
    LLVMInstructionEraseFromParent(inst);
}

/* ---- NaN constants ------------------------------------------------------------------------------ */

static bool is_float(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind: return true;
    default: return false;
    }
}

static bool is_nan(LLVMValueRef v) {
    LLVMBool inexact;
    return LLVMIsAConstantFP(v) && is_float(LLVMTypeOf(v)) && isnan(LLVMConstRealGetDouble(v, &inexact));
}

static LLVMValueRef opened(struct hider *h, LLVMValueRef at, LLVMValueRef nan) {
    struct str name = {0};
    str_addf(&name, PROTECT_PREFIX "nan");
    add_type(&name, LLVMTypeOf(nan));
    LLVMValueRef call = call_before(h, at, str_text(&name), LLVMTypeOf(nan), &nan, 1);
    str_release(&name);
    return call;
}

/* A phi has one value for a block that it has several edges from. */
static void open_phi(struct hider *h, LLVMValueRef phi) {
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, i);
        if (!is_nan(v)) continue;
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef call = opened(h, LLVMGetBasicBlockTerminator(from), v);
        for (unsigned k = i; k < n; k++)
            if (LLVMGetIncomingBlock(phi, k) == from) LLVMSetOperand(phi, k, call);
    }
}

static void open_operands(struct hider *h, LLVMValueRef inst) {
    if (LLVMIsAPHINode(inst)) {
        open_phi(h, inst);
        return;
    }
    if (LLVMIsACallInst(inst) && is_intrinsic(inst, "llvm.dbg.")) return;
    for (int i = 0, n = LLVMGetNumOperands(inst); i < n; i++) {
        LLVMValueRef v = LLVMGetOperand(inst, (unsigned)i);
        if (is_nan(v)) LLVMSetOperand(inst, (unsigned)i, opened(h, inst, v));
    }
}

/* ---- operations ------------------------------------------------------------------------------------ */

static void hide_binary(struct hider *h, LLVMValueRef inst, const char *op) {
    struct str name = {0};
    str_addf(&name, PROTECT_PREFIX "%s", op);
    add_type(&name, LLVMTypeOf(inst));
    replace(h, inst, str_text(&name), 2);
    str_release(&name);
}

static void hide_cast(struct hider *h, LLVMValueRef inst, const char *op) {
    struct str name = {0};
    str_addf(&name, PROTECT_PREFIX "%s", op);
    add_type(&name, LLVMTypeOf(LLVMGetOperand(inst, 0)));
    add_type(&name, LLVMTypeOf(inst));
    replace(h, inst, str_text(&name), 1);
    str_release(&name);
}

static bool computes(LLVMValueRef call) {
    static const char *const bits[] = {"llvm.fabs.", "llvm.copysign.", "llvm.is.fpclass.", "llvm.vector.", "llvm.experimental."};
    LLVMValueRef fn = LLVMGetCalledValue(call);
    if (!fn || !LLVMIsAFunction(fn) || !LLVMGetIntrinsicID(fn) || LLVMGetNumArgOperands(call) == 0) return false;
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (is_intrinsic(call, bits[i])) return false;
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, 0));
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
    return is_float(type) && LLVMGetNumArgOperands(call) <= 3;
}

static void hide_intrinsic(struct hider *h, LLVMValueRef call) {
    struct str name = {0};
    size_t len;
    str_addf(&name, PROTECT_PREFIX "%s", LLVMGetValueName2(LLVMGetCalledValue(call), &len));
    replace(h, call, str_text(&name), LLVMGetNumArgOperands(call));
    str_release(&name);
}

static void hide(struct hider *h, LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMFAdd: hide_binary(h, inst, "fadd"); break;
    case LLVMFSub: hide_binary(h, inst, "fsub"); break;
    case LLVMFMul: hide_binary(h, inst, "fmul"); break;
    case LLVMFDiv: hide_binary(h, inst, "fdiv"); break;
    case LLVMFRem: hide_binary(h, inst, "frem"); break;
    case LLVMFPExt: hide_cast(h, inst, "fpext"); break;
    case LLVMFPTrunc: hide_cast(h, inst, "fptrunc"); break;
    case LLVMSIToFP: if (h->modes) hide_cast(h, inst, "sitofp"); break;
    case LLVMUIToFP: if (h->modes) hide_cast(h, inst, "uitofp"); break;
    case LLVMCall: if (computes(inst)) hide_intrinsic(h, inst); break;
    default: break;
    }
}

/* ---- all ---------------------------------------------------------------------------------------------- */

static bool looks_at_modes(LLVMModuleRef module) {
    static const char *const names[] = {"fesetround", "fesetenv", "feupdateenv", "feholdexcept", "fetestexcept",
                                        "fegetexceptflag", "fesetexceptflag", "fesetmode"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(module, names[i]);
        if (fn && LLVMGetFirstUse(fn)) return true;
    }
    return false;
}

static void hide_in(struct hider *h, LLVMValueRef fn, bool operations) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b), next; inst; inst = next) {
            next = LLVMGetNextInstruction(inst);
            open_operands(h, inst);
            if (operations) hide(h, inst);
        }
}

void floats_hide(LLVMModuleRef module, bool operations) {
    struct hider h = {.module = module, .llvm = LLVMGetModuleContext(module), .modes = looks_at_modes(module)};
    h.builder = LLVMCreateBuilderInContext(h.llvm);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) hide_in(&h, fn, operations);
    LLVMDisposeBuilder(h.builder);
}
