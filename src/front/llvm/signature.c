#include "front/llvm/signature.h"

#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "ir/signature.h"

typedef LLVMAttributeRef (*attribute_of)(LLVMValueRef, LLVMAttributeIndex, unsigned);

static LLVMTypeRef type_attribute(attribute_of of, LLVMValueRef v, unsigned i, const char *name) {
    LLVMAttributeRef attr = of(v, i + 1, LLVMGetEnumAttributeKindForName(name, strlen(name)));
    return attr ? LLVMGetTypeAttributeValue(attr) : NULL;
}

static void add_type(LLVMTargetDataRef layout, LLVMTypeRef type, struct str *out) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind: str_add(out, "v,"); break;
    case LLVMIntegerTypeKind: str_addf(out, "i%u,", LLVMGetIntTypeWidth(type)); break;
    case LLVMPointerTypeKind: str_addf(out, "i%u,", 8 * LLVMPointerSize(layout)); break;
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind: str_addf(out, "f%llu,", LLVMSizeOfTypeInBits(layout, type)); break;
    default: str_add(out, "m0,"); break;
    }
}

static void add_part(LLVMTargetDataRef layout, LLVMTypeRef type, LLVMTypeRef copied, struct str *out) {
    if (copied) str_addf(out, "b%llu,", LLVMABISizeOfType(layout, copied));
    else add_type(layout, type, out);
}

void signature_of_function(LLVMTargetDataRef layout, LLVMValueRef fn, struct str *out) {
    assert(LLVMIsAFunction(fn));
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    unsigned n = LLVMCountParams(fn);
    if (n && type_attribute(LLVMGetEnumAttributeAtIndex, fn, 0, "sret")) str_add(out, "s");
    add_type(layout, LLVMGetReturnType(type), out);
    str_add(out, "(");
    for (unsigned i = 0; i < n; i++)
        add_part(layout, LLVMTypeOf(LLVMGetParam(fn, i)), type_attribute(LLVMGetEnumAttributeAtIndex, fn, i, "byval"),
                 out);
    str_add(out, LLVMIsFunctionVarArg(type) ? ".)" : ")");
}

void signature_of_call(LLVMTargetDataRef layout, LLVMValueRef call, struct str *out) {
    assert(LLVMIsACallInst(call));
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    unsigned n = LLVMGetNumArgOperands(call), fixed = LLVMCountParamTypes(type);
    if (n && type_attribute(LLVMGetCallSiteEnumAttribute, call, 0, "sret")) str_add(out, "s");
    add_type(layout, LLVMTypeOf(call), out);
    str_add(out, "(");
    for (unsigned i = 0; i < n; i++) {
        if (i == fixed) str_add(out, ".");
        add_part(layout, LLVMTypeOf(LLVMGetOperand(call, i)),
                 type_attribute(LLVMGetCallSiteEnumAttribute, call, i, "byval"), out);
    }
    if (n == fixed && LLVMIsFunctionVarArg(type)) str_add(out, ".");
    str_add(out, ")");
}

/* Objects passed and returned in memory are pointers in the type. */
static bool hands_objects(LLVMValueRef fn) {
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        if (type_attribute(LLVMGetEnumAttributeAtIndex, fn, i, "byval") ||
            type_attribute(LLVMGetEnumAttributeAtIndex, fn, i, "sret"))
            return true;
    return false;
}

static bool hands_objects_over(LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (type_attribute(LLVMGetCallSiteEnumAttribute, call, i, "byval") ||
            type_attribute(LLVMGetCallSiteEnumAttribute, call, i, "sret"))
            return true;
    return false;
}

bool signature_call_misfits(LLVMTargetDataRef layout, LLVMValueRef call, LLVMValueRef fn, bool ignored) {
    bool same = LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(fn);
    if (LLVMIsDeclaration(fn) || (same && !hands_objects(fn) && !hands_objects_over(call))) return false;
    struct str used = {0}, own = {0};
    signature_of_call(layout, call, &used);
    signature_of_function(layout, fn, &own);
    bool wrong = signature_misfit(str_text(&used), str_text(&own), ignored, LLVMPointerSize(layout) == 4);
    str_release(&used);
    str_release(&own);
    return wrong;
}
