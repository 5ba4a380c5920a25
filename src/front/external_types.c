#include "front/external_types.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/vec.h"

enum {
    TAG_POINTER = 0x0f, TAG_STRUCT = 0x13, TAG_TYPEDEF = 0x16, TAG_UNION = 0x17, TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35, TAG_RESTRICT = 0x37, TAG_ATOMIC = 0x47
};
/* Where things stand among the operands of debug information. */
enum { OPERAND_BASE = 3, OPERAND_TYPE = 4, MOST_OPERANDS = 32 };

/* ---- debug information -------------------------------------------------------------------------- */

static unsigned operands(LLVMContextRef llvm, LLVMMetadataRef node, LLVMValueRef *ops) {
    LLVMValueRef value = node ? LLVMMetadataAsValue(llvm, node) : NULL;
    unsigned n = value ? LLVMGetMDNodeNumOperands(value) : 0;
    if (n > MOST_OPERANDS) return 0;
    if (n) LLVMGetMDNodeOperands(value, ops);
    return n;
}

static LLVMMetadataRef operand(LLVMContextRef llvm, LLVMMetadataRef node, unsigned i) {
    LLVMValueRef ops[MOST_OPERANDS];
    return i < operands(llvm, node, ops) && ops[i] ? LLVMValueAsMetadata(ops[i]) : NULL;
}

static bool is_qualifier(uint16_t tag) {
    return tag == TAG_TYPEDEF || tag == TAG_CONST || tag == TAG_VOLATILE || tag == TAG_RESTRICT || tag == TAG_ATOMIC;
}

/* The type without names and qualifiers; was one of these const? */
static LLVMMetadataRef strip(LLVMContextRef llvm, LLVMMetadataRef type, bool *constant) {
    *constant = false;
    while (type && LLVMGetMetadataKind(type) == LLVMDIDerivedTypeMetadataKind && is_qualifier(LLVMGetDINodeTag(type))) {
        *constant |= LLVMGetDINodeTag(type) == TAG_CONST;
        type = operand(llvm, type, OPERAND_BASE);
    }
    return type;
}

static struct external_type type_of(LLVMContextRef llvm, LLVMMetadataRef type) {
    struct external_type t = {0};
    bool constant;
    type = strip(llvm, type, &constant);
    if (!type || LLVMGetMetadataKind(type) != LLVMDIDerivedTypeMetadataKind || LLVMGetDINodeTag(type) != TAG_POINTER) return t;
    t.is_pointer = true;
    LLVMMetadataRef to = strip(llvm, operand(llvm, type, OPERAND_BASE), &t.constant);
    if (!to) return t;
    LLVMMetadataKind kind = LLVMGetMetadataKind(to);
    if (kind == LLVMDISubroutineTypeMetadataKind) t.constant = true;
    if (kind != LLVMDICompositeTypeMetadataKind) return t;
    uint16_t tag = LLVMGetDINodeTag(to);
    if (tag == TAG_STRUCT || tag == TAG_UNION) t.size = (uint32_t)(LLVMDITypeGetSizeInBits(to) / 8);
    return t;
}

static void note(struct external_types *all, LLVMContextRef llvm, LLVMValueRef fn) {
    LLVMMetadataRef sub = LLVMGetSubprogram(fn);
    size_t len;
    const char *name = LLVMGetValueName2(fn, &len);
    LLVMValueRef ops[MOST_OPERANDS];
    LLVMMetadataRef list = sub ? operand(llvm, operand(llvm, sub, OPERAND_TYPE), OPERAND_BASE) : NULL;
    unsigned n = operands(llvm, list, ops);
    if (!n || strmap_find(&all->functions, name)) return;
    struct external_function *f = arena_zalloc(&all->arena, sizeof *f + n * sizeof f->params[0]);
    f->nparams = n - 1;
    for (unsigned i = 0; i < n; i++) {
        struct external_type t = type_of(llvm, ops[i] ? LLVMValueAsMetadata(ops[i]) : NULL);
        if (i) f->params[i - 1] = t;
        else f->result = t;
    }
    strmap_put(&all->functions, name, (uint64_t)(uintptr_t)f);
}

/* ---- the module --------------------------------------------------------------------------------------- */

void external_types_init(struct external_types *all, LLVMModuleRef module) {
    strmap_init(&all->functions);
    arena_init(&all->arena);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (LLVMIsDeclaration(fn)) note(all, LLVMGetModuleContext(module), fn);
}

void external_types_release(struct external_types *all) {
    strmap_release(&all->functions);
    arena_release(&all->arena);
}

/* Structs may be passed in pieces: then parameters of C and bitcode do not correspond. */
static bool fits(const struct external_function *f, LLVMValueRef fn) {
    if (LLVMCountParams(fn) != f->nparams && !(LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)) && f->nparams > LLVMCountParams(fn)))
        return false;
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        if (f->params[i].is_pointer != (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(fn, i))) == LLVMPointerTypeKind)) return false;
    return true;
}

const struct external_function *external_types_find(const struct external_types *all, LLVMValueRef fn) {
    size_t len;
    uint64_t *found = strmap_find(&all->functions, LLVMGetValueName2(fn, &len));
    const struct external_function *f = found ? (const struct external_function *)(uintptr_t)*found : NULL;
    return f && fits(f, fn) ? f : NULL;
}
