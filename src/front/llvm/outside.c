#include "front/llvm/outside.h"

#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "front/front.h"

/* Of variables whose type is not known. */
enum { UNKNOWN_BYTES = 4096, UNKNOWN_ALIGN = 16 };

static const char *name_of(LLVMValueRef v) {
    size_t len;
    return LLVMGetValueName2(v, &len);
}

/* Is the name a line of the list? */
static bool lists(const char *lines, const char *name) {
    size_t n = strlen(name);
    for (const char *at = lines; (at = strstr(at, name)); at += n)
        if ((at == lines || at[-1] == '\n') && at[n] == '\n') return true;
    return false;
}

bool outside_library_defines(const struct front_input *input, bool is32, const char *name) {
    const struct front_module *modules = is32 ? input->library32 : input->library64;
    int n = is32 ? input->nlibrary32 : input->nlibrary64;
    for (int i = 0; i < n; i++)
        if (lists(modules[i].symbols, name)) return true;
    return false;
}

/* Numbers only, or (if they are no error) pointers? */
static bool is_plain(const struct front_input *input, LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind: return input->pointees;
    case LLVMIntegerTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind: return true;
    case LLVMArrayTypeKind: return LLVMGetArrayLength2(type) && is_plain(input, LLVMGetElementType(type));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (!is_plain(input, LLVMStructGetTypeAtIndex(type, i))) return false;
        return LLVMCountStructElementTypes(type);
    default: return false;
    }
}

enum outside outside_kind(const struct front_input *input, LLVMTargetDataRef layout, LLVMValueRef global) {
    assert(LLVMIsAGlobalVariable(global));
    const char *name = name_of(global);
    if (LLVMGetInitializer(global) || str_starts(name, "llvm.")) return OUTSIDE_NOT;
    if (LLVMGetLinkage(global) == LLVMExternalWeakLinkage) return OUTSIDE_NOT;
    if (outside_library_defines(input, LLVMPointerSize(layout) == 4, name)) return OUTSIDE_NOT;
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    return LLVMTypeIsSized(type) && is_plain(input, type) ? OUTSIDE_INPUT : OUTSIDE_OPAQUE;
}

static bool has_no_size(LLVMTypeRef type) {
    return !LLVMTypeIsSized(type) || (LLVMGetTypeKind(type) == LLVMArrayTypeKind && !LLVMGetArrayLength2(type));
}

/* The same variable as an array of bytes. */
static void replace_by_bytes(LLVMModuleRef module, LLVMValueRef old) {
    struct str name = {0};
    size_t n;
    LLVMTypeRef bytes = LLVMArrayType2(LLVMInt8TypeInContext(LLVMGetModuleContext(module)), UNKNOWN_BYTES);
    LLVMValueRef new = LLVMAddGlobal(module, bytes, "");
    LLVMSetAlignment(new, UNKNOWN_ALIGN);
    LLVMSetGlobalConstant(new, LLVMIsGlobalConstant(old));
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(old, &n);
    for (unsigned i = 0; i < n; i++)
        LLVMGlobalSetMetadata(new, LLVMValueMetadataEntriesGetKind(entries, i),
                              LLVMValueMetadataEntriesGetMetadata(entries, i));
    LLVMDisposeValueMetadataEntries(entries);
    LLVMReplaceAllUsesWith(old, new);
    str_add(&name, name_of(old));
    LLVMDeleteGlobal(old);
    LLVMSetValueName2(new, name.data, name.len);
    str_release(&name);
}

void outside_give_size(const struct front_input *input, LLVMModuleRef module) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    for (LLVMValueRef v = LLVMGetFirstGlobal(module), next; input->pointees && v; v = next) {
        next = LLVMGetNextGlobal(v);
        if (outside_kind(input, layout, v) == OUTSIDE_OPAQUE && has_no_size(LLVMGlobalGetValueType(v)))
            replace_by_bytes(module, v);
    }
}

static LLVMValueRef variable_in(LLVMValueRef v) {
    while (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr) v = LLVMGetOperand(v, 0);
    return LLVMIsAGlobalVariable(v);
}

LLVMValueRef outside_opaque(const struct front_input *input, LLVMTargetDataRef layout, LLVMValueRef inst) {
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(inst); i++) {
        LLVMValueRef v = variable_in(LLVMGetOperand(inst, i));
        if (v && outside_kind(input, layout, v) == OUTSIDE_OPAQUE) return v;
    }
    return NULL;
}
