#include "front/protect/floats.h"

#include <llvm-c/DebugInfo.h>
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "front/front.h"
#include "front/llvm/emit.h"
#include "front/llvm/escape.h"
#include "front/llvm/marks.h"
#include "front/llvm/variable.h"

struct hider {
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMBuilderRef builder;
    bool modes;         /* the program looks at rounding modes or exceptions */
    bool flags;         /* at exceptions */
    struct flags_of of; /* the operation at hand */
};

/* ---- opaque functions ------------------------------------------------------------------------ */

static void add_attribute(const struct hider *h, LLVMValueRef fn, const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(h->llvm, kind, 0));
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

/* ---- rounding modes -------------------------------------------------------------------------------- */

/* As fenv.h and expr/float.h number them. */
static const struct { unsigned value, mode; } modes[] = {{0x400, 3}, {0x800, 2}, {0xc00, 4}};
enum { MODES = sizeof modes / sizeof *modes };

/* The variable of runtime/fenv.c: what depends on the mode depends on memory, for every engine. */
static LLVMValueRef mode_before(struct hider *h, LLVMValueRef at) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(h->llvm);
    LLVMValueRef held = LLVMGetNamedGlobal(h->module, "__shrike_rounding");
    if (!held) held = LLVMAddGlobal(h->module, i32, "__shrike_rounding");
    LLVMPositionBuilderBefore(h->builder, at);
    LLVMSetCurrentDebugLocation2(h->builder, LLVMInstructionGetDebugLoc(at));
    LLVMValueRef load = LLVMBuildLoad2(h->builder, i32, held, "");
    LLVMSetVolatile(load, 1);
    return load;
}

/* The value in the present mode: op@MODE.TYPES of the arguments, or what it is to nearest. */
static LLVMValueRef in_mode(struct hider *h, LLVMValueRef at, const char *op, const char *types, LLVMValueRef nearest,
                            LLVMValueRef *args, unsigned n) {
    LLVMValueRef mode = mode_before(h, at), value = nearest;
    for (int i = 0; i < MODES; i++) {
        struct str name = {0};
        str_addf(&name, PROTECT_PREFIX "%s@%u%s", op, modes[i].mode, types);
        LLVMValueRef here = call_before(h, at, str_text(&name), LLVMTypeOf(nearest), args, n);
        LLVMValueRef is =
            LLVMBuildICmp(h->builder, LLVMIntEQ, mode, LLVMConstInt(LLVMTypeOf(mode), modes[i].value, 0), "");
        value = LLVMBuildSelect(h->builder, is, here, value, "");
        if (modes[i].mode == 2) h->of.up = here;
        if (modes[i].mode == 3) h->of.down = here;
        str_release(&name);
    }
    return value;
}

/* Calls `op` with the first n operands in the place of inst; rounds: the mode matters to it; raises: what it is by its
 * exceptions, NULL if that is said elsewhere. */
static void replace(struct hider *h, LLVMValueRef inst, const char *op, const char *types, unsigned n, bool rounds,
                    const char *raises) {
    LLVMValueRef *args = h->of.args;
    struct str name = {0};
    str_addf(&name, PROTECT_PREFIX "%s%s", op, types);
    for (unsigned i = 0; i < n; i++) args[i] = LLVMGetOperand(inst, i);
    LLVMValueRef value = call_before(h, inst, str_text(&name), LLVMTypeOf(inst), args, n);
    if (h->modes && rounds) value = in_mode(h, inst, op, types, value, args, n);
    h->of.result = value;
    if (h->flags && raises) flags_operation(h->module, h->builder, raises, &h->of);
    LLVMReplaceAllUsesWith(inst, value);
    LLVMInstructionEraseFromParent(inst);
    str_release(&name);
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

static bool holds_nan(LLVMValueRef constant, int depth) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(constant));
    if (is_nan(constant)) return true;
    if (depth == 0 || LLVMIsAGlobalValue(constant) || LLVMIsNull(constant)) return false;
    if (kind == LLVMVectorTypeKind || kind == LLVMArrayTypeKind) {
        LLVMTypeRef type = LLVMTypeOf(constant);
        unsigned n = kind == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : LLVMGetArrayLength(type);
        LLVMTypeKind of = LLVMGetTypeKind(LLVMGetElementType(type));
        if (of == LLVMIntegerTypeKind || of == LLVMPointerTypeKind) return false;
        for (unsigned i = 0; i < n; i++) {
            LLVMValueRef element = LLVMGetAggregateElement(constant, i);
            if (element && holds_nan(element, depth - 1)) return true;
        }
        return false;
    }
    for (int i = 0; kind == LLVMStructTypeKind && i < LLVMGetNumOperands(constant); i++)
        if (holds_nan(LLVMGetOperand(constant, (unsigned)i), depth - 1)) return true;
    return false;
}

static bool uses_nan_vector(LLVMValueRef inst) {
    for (int i = 0, n = LLVMGetNumOperands(inst); i < n; i++) {
        LLVMValueRef v = LLVMGetOperand(inst, (unsigned)i);
        if (LLVMIsConstant(v) && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind && holds_nan(v, 1)) return true;
    }
    return false;
}

bool floats_have_fixed_nans(LLVMModuleRef module) {
    enum { DEPTH = 20 };
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        LLVMValueRef init = LLVMGetInitializer(g);
        if (init && holds_nan(init, DEPTH)) return true;
    }
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst))
                if (uses_nan_vector(inst)) return true;
    return false;
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
    struct str types = {0};
    add_type(&types, LLVMTypeOf(inst));
    replace(h, inst, op, str_text(&types), 2, strcmp(op, "frem") != 0, op);
    str_release(&types);
}

static void hide_cast(struct hider *h, LLVMValueRef inst, const char *op) {
    struct str types = {0};
    add_type(&types, LLVMTypeOf(LLVMGetOperand(inst, 0)));
    add_type(&types, LLVMTypeOf(inst));
    replace(h, inst, op, str_text(&types), 1, strcmp(op, "fpext") != 0, op);
    str_release(&types);
}

static bool computes(LLVMValueRef call) {
    static const char *const bits[] = {"llvm.fabs.", "llvm.copysign.", "llvm.is.fpclass.", "llvm.vector.",
                                       "llvm.experimental."};
    LLVMValueRef fn = LLVMGetCalledValue(call);
    if (!fn || !LLVMIsAFunction(fn) || !LLVMGetIntrinsicID(fn) || LLVMGetNumArgOperands(call) == 0) return false;
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (is_intrinsic(call, bits[i])) return false;
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, 0));
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
    return is_float(type) && LLVMGetNumArgOperands(call) <= 3;
}

static void nearest_only(struct hider *h, LLVMValueRef call) {
    LLVMValueRef mode = mode_before(h, call);
    emit_call(h->module, h->builder, "__shrike_nearest_only", LLVMVoidTypeInContext(h->llvm), &mode, 1);
}

/* Intrinsics that round can be executed to nearest only. */
static void hide_intrinsic(struct hider *h, LLVMValueRef call) {
    static const char *const exact[] = {"llvm.floor.",  "llvm.ceil.",      "llvm.trunc.",
                                        "llvm.round.",  "llvm.roundeven.", "llvm.minnum.",
                                        "llvm.maxnum.", "llvm.lround.",    "llvm.llround."};
    bool rounds = h->modes;
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) rounds = rounds && !is_intrinsic(call, exact[i]);
    if (rounds) nearest_only(h, call);
    size_t len;
    replace(h, call, LLVMGetValueName2(LLVMGetCalledValue(call), &len), "", LLVMGetNumArgOperands(call), false,
            "anything");
}

/* ---- functions of the library, where modes are set ------------------------------------------------ */

/* Does the function handle floats? Functions that read numbers in text round them, too. */
static bool has_floats(LLVMValueRef call) {
    size_t len;
    bool any = strstr(LLVMGetValueName2(LLVMGetCalledValue(call), &len), "scanf") || is_float(LLVMTypeOf(call)) ||
               LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVectorTypeKind ||
               LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMStructTypeKind;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) any |= is_float(LLVMTypeOf(LLVMGetOperand(call, i)));
    return any;
}

/* What is exact, or a class, a sign or an input, or printed; all others are known to nearest only. */
static bool ignores_mode(const char *name) {
    static const char *const names[] = {"fabs",       "copysign", "fmin",      "fmax",     "floor",     "ceil",
                                        "trunc",      "round",    "roundeven", "fmod",     "remainder", "drem",
                                        "remquo",     "frexp",    "modf",      "logb",     "ilogb",     "nextafter",
                                        "nexttoward", "lround",   "llround",   "nan",      "isnan",     "isinf",
                                        "finite",     "__isnan",  "__isinf",   "__finite", "__signbit", "__fpclassify"};
    return FORMAT_LISTS(names, name) || strncmp(name, "__VERIFIER_", 11) == 0 || strncmp(name, "klee_", 5) == 0 ||
           strstr(name, "printf") || strncmp(name, "__shrike", 8) == 0;
}

static void hide_rounding(struct hider *h, LLVMValueRef call, const char *op, const char *raises) {
    struct str types = {0};
    add_type(&types, LLVMTypeOf(LLVMGetOperand(call, 0)));
    replace(h, call, op, str_text(&types), 1, true, raises);
    str_release(&types);
}

/* lrint: an integral value is itself in any mode. */
static void hide_whole(struct hider *h, LLVMValueRef call) {
    struct str types = {0}, name = {0};
    LLVMValueRef arg = LLVMGetOperand(call, 0);
    add_type(&types, LLVMTypeOf(arg));
    str_addf(&name, PROTECT_PREFIX "rint%s", str_text(&types));
    LLVMValueRef nearest = call_before(h, call, str_text(&name), LLVMTypeOf(arg), &arg, 1);
    LLVMValueRef value = in_mode(h, call, "rint", str_text(&types), nearest, &arg, 1);
    if (h->flags) flags_whole(h->module, h->builder, arg, value, LLVMTypeOf(call));
    LLVMSetOperand(call, 0, value);
    str_release(&name);
    str_release(&types);
}

static void hide_library_call(struct hider *h, LLVMValueRef call) {
    static const char *const integral[] = {"rint", "nearbyint"}, *const whole[] = {"lrint", "llrint"},
                             *const roots[] = {"sqrt"};
    LLVMValueRef fn = LLVMGetCalledValue(call);
    size_t len;
    if (!LLVMIsAFunction(fn) || !LLVMIsDeclaration(fn) || LLVMGetIntrinsicID(fn) || !has_floats(call)) return;
    const char *name = LLVMGetValueName2(fn, &len);
    if (strncmp(name, PROTECT_PREFIX, strlen(PROTECT_PREFIX)) == 0) return;
    bool fits = LLVMGetNumArgOperands(call) == 1 && is_float(LLVMTypeOf(LLVMGetOperand(call, 0)));
    if (fits && FORMAT_LISTS(whole, name)) return hide_whole(h, call);
    if (fits && FORMAT_LISTS(integral, name))
        return hide_rounding(h, call, "rint", name[0] == 'r' ? "rint" : "nearbyint");
    if (fits && FORMAT_LISTS(roots, name)) return hide_rounding(h, call, "sqrt", "sqrt");
    if (!ignores_mode(name)) nearest_only(h, call);
    if (!h->flags || LLVMIsATerminatorInst(call)) return;
    LLVMPositionBuilderBefore(h->builder, LLVMGetNextInstruction(call));
    LLVMSetCurrentDebugLocation2(h->builder, LLVMInstructionGetDebugLoc(call));
    flags_library_call(h->module, h->builder, name, call);
}

/* ---- #pragma STDC FENV_ACCESS ON ---------------------------------------------------------------------- */

#define CONSTRAINED "llvm.experimental.constrained."

static unsigned values_of(LLVMValueRef call) {
    unsigned n = 0, all = LLVMGetNumArgOperands(call);
    while (n < all && LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, n))) != LLVMMetadataTypeKind) n++;
    return n;
}

/* The text of argument i, which is metadata. */
static bool says(LLVMValueRef call, unsigned i, const char *text) {
    unsigned len = 0;
    const char *is = i < LLVMGetNumArgOperands(call) ? LLVMGetMDString(LLVMGetOperand(call, i), &len) : NULL;
    return is && len == strlen(text) && memcmp(is, text, len) == 0;
}

static void plain_compare(struct hider *h, LLVMValueRef call) {
    static const char *const names[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                        "uno",   "ueq", "ugt", "uge", "ult", "ule", "une"};
    unsigned predicate = 0;
    while (predicate < sizeof names / sizeof *names && !says(call, 2, names[predicate])) predicate++;
    LLVMPositionBuilderBefore(h->builder, call);
    LLVMSetCurrentDebugLocation2(h->builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef value =
        LLVMBuildFCmp(h->builder, (LLVMRealPredicate)predicate, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), "");
    if (h->flags)
        flags_compare(h->module, h->builder, (LLVMRealPredicate)predicate, LLVMGetOperand(call, 0),
                      LLVMGetOperand(call, 1), true, is_intrinsic(call, CONSTRAINED "fcmps"));
    LLVMReplaceAllUsesWith(call, value);
    LLVMInstructionEraseFromParent(call);
}

/* The operation `op` with the call's operands is hidden as the instruction would be. */
static bool plain_operation(struct hider *h, LLVMValueRef call, const char *op) {
    static const char *const binary[] = {"fadd", "fsub", "fmul", "fdiv", "frem"};
    static const char *const casts[] = {"fpext", "fptrunc", "sitofp", "uitofp"}, *const wholes[] = {"fptosi", "fptoui"};
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
        if (strcmp(op, binary[i]) == 0) return hide_binary(h, call, op), true;
    for (size_t i = 0; i < sizeof casts / sizeof *casts; i++)
        if (strcmp(op, casts[i]) == 0) return hide_cast(h, call, op), true;
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        if (strcmp(op, wholes[i]) != 0) continue;
        struct str types = {0};
        add_type(&types, LLVMTypeOf(LLVMGetOperand(call, 0)));
        add_type(&types, LLVMTypeOf(call));
        replace(h, call, op, str_text(&types), 1, false, op);
        return str_release(&types), true;
    }
    if (strcmp(op, "sqrt") == 0) return hide_rounding(h, call, "sqrt", op), true;
    if (strcmp(op, "rint") == 0 || strcmp(op, "nearbyint") == 0) return hide_rounding(h, call, "rint", op), true;
    return false;
}

/* clang's own forms of all this; a mode that is fixed in them is not supported, and lowering says so. */
static void plain(struct hider *h, LLVMValueRef call) {
    size_t len;
    const char *rest = LLVMGetValueName2(LLVMGetCalledValue(call), &len) + strlen(CONSTRAINED),
               *end = strchr(rest, '.');
    struct str op = {0}, name = {0};
    unsigned n = values_of(call);
    bool fixed =
        LLVMGetNumArgOperands(call) == n + 2 && !says(call, n, "round.dynamic") && !says(call, n, "round.tonearest");
    str_addf(&op, "%.*s", end ? (int)(end - rest) : 0, rest);
    str_addf(&name, "llvm.%s", rest);
    bool compares = strcmp(str_text(&op), "fcmp") == 0 || strcmp(str_text(&op), "fcmps") == 0;
    if (compares) plain_compare(h, call);
    else if (!fixed && !plain_operation(h, call, str_text(&op)) && n <= 3) {
        if (LLVMGetNumArgOperands(call) == n + 2) nearest_only(h, call);
        replace(h, call, str_text(&name), "", n, false, "anything");
    }
    str_release(&op);
    str_release(&name);
}

/* ---- one instruction ------------------------------------------------------------------------------- */

/* Conversions to integers and comparisons are looked at and stay what they are. */
static void flag_whole(struct hider *h, LLVMValueRef inst) {
    LLVMPositionBuilderBefore(h->builder, inst);
    LLVMSetCurrentDebugLocation2(h->builder, LLVMInstructionGetDebugLoc(inst));
    h->of.args[0] = LLVMGetOperand(inst, 0);
    h->of.result = inst;
    flags_operation(h->module, h->builder, LLVMGetInstructionOpcode(inst) == LLVMFPToSI ? "fptosi" : "fptoui", &h->of);
}

static void flag_compare(struct hider *h, LLVMValueRef inst) {
    LLVMPositionBuilderBefore(h->builder, inst);
    LLVMSetCurrentDebugLocation2(h->builder, LLVMInstructionGetDebugLoc(inst));
    flags_compare(h->module, h->builder, LLVMGetFCmpPredicate(inst), LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1),
                  false, false);
}

/* FLT_ROUNDS. */
static void hide_query(struct hider *h, LLVMValueRef call) {
    if (!h->modes) return;
    LLVMPositionBuilderBefore(h->builder, call);
    LLVMSetCurrentDebugLocation2(h->builder, LLVMInstructionGetDebugLoc(call));
    LLVMReplaceAllUsesWith(call, emit_call(h->module, h->builder, "__shrike_flt_rounds", LLVMTypeOf(call), NULL, 0));
    LLVMInstructionEraseFromParent(call);
}

/* Each thread has modes and flags of its own, and the library has one variable for all. */
static void refuse_thread(struct hider *h, LLVMValueRef call) {
    size_t len;
    const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &len);
    if (!h->modes || (!strstr(name, "pthread_create") && !strstr(name, "thrd_create")))
        return; /* ours have a prefix (threads.c) */
    LLVMPositionBuilderBefore(h->builder, call);
    LLVMSetCurrentDebugLocation2(h->builder, LLVMInstructionGetDebugLoc(call));
    emit_call(h->module, h->builder, "__shrike_fenv_threads", LLVMVoidTypeInContext(h->llvm), NULL, 0);
}

/* A word of memory that is added to at once is known to nearest only. */
static void hide_atomic(struct hider *h, LLVMValueRef inst) {
    if (!is_float(LLVMTypeOf(inst)) || LLVMGetAtomicRMWBinOp(inst) == LLVMAtomicRMWBinOpXchg) return;
    nearest_only(h, inst);
    LLVMPositionBuilderBefore(h->builder, LLVMGetNextInstruction(inst));
    if (h->flags)
        flags_operation(h->module, h->builder, "anything", &(struct flags_of){.args = {inst}, .result = inst});
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
    case LLVMSIToFP:
        if (h->modes) hide_cast(h, inst, "sitofp");
        break;
    case LLVMUIToFP:
        if (h->modes) hide_cast(h, inst, "uitofp");
        break;
    case LLVMFPToSI:
    case LLVMFPToUI:
        if (h->flags) flag_whole(h, inst);
        break;
    case LLVMFCmp:
        if (h->flags) flag_compare(h, inst);
        break;
    case LLVMAtomicRMW:
        if (h->modes) hide_atomic(h, inst);
        break;
    case LLVMCall:
        refuse_thread(h, inst);
        if (is_intrinsic(inst, "llvm.get.rounding")) hide_query(h, inst);
        else if (computes(inst)) hide_intrinsic(h, inst);
        else if (h->modes) hide_library_call(h, inst);
        break;
    default: break;
    }
}

/* ---- all ---------------------------------------------------------------------------------------------- */

static bool looks_at_modes(LLVMModuleRef module) {
    static const char *const names[] = {"fesetround",   "fesetenv",        "feupdateenv", "feholdexcept",
                                        "fetestexcept", "fegetexceptflag", "fegetenv",    "fesetmode"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(module, names[i]);
        if (fn && LLVMGetFirstUse(fn)) return true;
    }
    return false;
}

/* ---- functions that are not called by name, where modes are set ---------------------------------------- */

static bool is_passed_on(LLVMValueRef fn) {
    for (LLVMUseRef use = LLVMGetFirstUse(fn); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != fn) return true;
        for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
            if (LLVMGetOperand(user, i) == fn) return true;
    }
    return false;
}

enum { MOST_PARAMS = 16 };

/* Complex numbers are vectors or structs. */
static bool may_hold_floats(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return is_float(type) || kind == LLVMVectorTypeKind || kind == LLVMStructTypeKind;
}

static bool takes_floats(const char *name, LLVMTypeRef type) {
    LLVMTypeRef params[MOST_PARAMS];
    unsigned n = LLVMCountParamTypes(type);
    bool any = may_hold_floats(LLVMGetReturnType(type)) || strstr(name, "scanf");
    if (n > MOST_PARAMS) return false;
    LLVMGetParamTypes(type, params);
    for (unsigned i = 0; i < n; i++) any |= may_hold_floats(params[i]);
    return any;
}

/* What is behind `...` cannot be passed on. */
static void build_refusal(struct hider *h) {
    emit_call(h->module, h->builder, "__shrike_fenv_address", LLVMVoidTypeInContext(h->llvm), NULL, 0);
    LLVMBuildUnreachable(h->builder);
}

/* Calls of fn by its name still go to fn. */
static void keep_direct_calls(LLVMValueRef fn, LLVMValueRef outer) {
    value_list calls = {0};
    for (LLVMUseRef use = LLVMGetFirstUse(outer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == outer) vec_push(&calls, user);
    }
    for (uint32_t i = 0; i < calls.len; i++)
        LLVMSetOperand(calls.data[i], (unsigned)LLVMGetNumOperands(calls.data[i]) - 1, fn);
    vec_release(&calls);
}

/* Uses of fn become uses of a function of ours that calls it: there, the mode is looked at. */
static void wrap(struct hider *h, LLVMValueRef fn) {
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    LLVMValueRef args[MOST_PARAMS], outer = LLVMAddFunction(h->module, "__shrike_in_mode", type);
    LLVMSetLinkage(outer, LLVMInternalLinkage);
    LLVMReplaceAllUsesWith(fn, outer);
    if (LLVMIsFunctionVarArg(type)) keep_direct_calls(fn, outer);
    LLVMGetParams(outer, args);
    LLVMPositionBuilderAtEnd(h->builder, LLVMAppendBasicBlockInContext(h->llvm, outer, ""));
    LLVMSetCurrentDebugLocation2(h->builder, NULL);
    if (LLVMIsFunctionVarArg(type)) return build_refusal(h);
    LLVMValueRef value = LLVMBuildCall2(h->builder, type, fn, args, LLVMCountParams(outer), "");
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind) LLVMBuildRetVoid(h->builder);
    else LLVMBuildRet(h->builder, value);
}

static void wrap_functions(struct hider *h) {
    value_list found = {0};
    for (LLVMValueRef fn = LLVMGetFirstFunction(h->module); fn; fn = LLVMGetNextFunction(fn)) {
        size_t len;
        const char *name = LLVMGetValueName2(fn, &len);
        bool ours = LLVMGetIntrinsicID(fn) || strncmp(name, PROTECT_PREFIX, strlen(PROTECT_PREFIX)) == 0 ||
                    (!h->flags && ignores_mode(name));
        if (!ours && LLVMIsDeclaration(fn) && takes_floats(name, LLVMGlobalGetValueType(fn)) && is_passed_on(fn))
            vec_push(&found, fn);
    }
    for (uint32_t i = 0; i < found.len; i++) wrap(h, found.data[i]);
    vec_release(&found);
}

static void hide_in(struct hider *h, LLVMValueRef fn, bool operations) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b), next; inst; inst = next) {
            next = LLVMGetNextInstruction(inst);
            open_operands(h, inst);
            if (LLVMIsACallInst(inst) && is_intrinsic(inst, CONSTRAINED)) plain(h, inst);
            else if (operations || h->modes) hide(h, inst);
        }
}

void floats_hide(const struct front_input *input, LLVMModuleRef module) {
    struct hider h = {.module = module,
                      .llvm = LLVMGetModuleContext(module),
                      .modes = looks_at_modes(module),
                      .flags = flags_are_looked_at(module)};
    h.builder = LLVMCreateBuilderInContext(h.llvm);
    if (h.modes) wrap_functions(&h);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        hide_in(&h, fn, input->simplify);
    LLVMDisposeBuilder(h.builder);
}
