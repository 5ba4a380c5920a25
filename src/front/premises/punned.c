#include "front/premises/promises.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "front/llvm/variable.h"

/* DWARF's numbers, and where nodes have what. */
enum {
    TAG_ARRAY = 0x01,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_BASE = 0x24,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_ATOMIC = 0x47
};
enum { TYPE_OF_VARIABLE = 3, BASE_OF_TYPE = 3, ELEMENTS_OF_TYPE = 4 };

struct punned_search {
    LLVMContextRef llvm;
    struct map seen;
    value_list declares;
    struct map places; /* a variable: which of these */
    bool found;
};

static LLVMMetadataRef part_of(const struct punned_search *s, LLVMMetadataRef node, unsigned i) {
    return variable_operand(LLVMMetadataAsValue(s->llvm, node), i);
}

/* The type behind names and qualifiers; NULL is void. */
static LLVMMetadataRef plain(const struct punned_search *s, LLVMMetadataRef type) {
    for (int depth = 0; type && depth < 100; depth++) {
        unsigned tag = LLVMGetDINodeTag(type);
        if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE && tag != TAG_ATOMIC && tag != TAG_MEMBER)
            return type;
        type = part_of(s, type, BASE_OF_TYPE);
    }
    return type;
}

static unsigned tag_of(LLVMMetadataRef type) { return type ? (unsigned)LLVMGetDINodeTag(type) : 0; }

static unsigned count_of(const struct punned_search *s, LLVMMetadataRef type) {
    LLVMMetadataRef list = part_of(s, type, ELEMENTS_OF_TYPE);
    return list ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(s->llvm, list)) : 0;
}

enum { HOLDS_POINTER = 1, HOLDS_OTHER = 2, MOST_PARTS = 32 };

/* What a value of this type is made of. */
static unsigned holds(const struct punned_search *s, LLVMMetadataRef type, int depth) {
    type = plain(s, type);
    unsigned tag = tag_of(type), all = 0;
    if (!type || depth == 0) return HOLDS_POINTER | HOLDS_OTHER;
    if (tag == TAG_POINTER) return HOLDS_POINTER;
    if (tag == TAG_ARRAY) return holds(s, part_of(s, type, BASE_OF_TYPE), depth - 1);
    if (tag != TAG_STRUCT && tag != TAG_UNION) return HOLDS_OTHER;
    LLVMMetadataRef list = part_of(s, type, ELEMENTS_OF_TYPE);
    unsigned n = count_of(s, type);
    if (n > MOST_PARTS) return HOLDS_POINTER | HOLDS_OTHER;
    for (unsigned i = 0; i < n; i++) {
        LLVMMetadataRef member = part_of(s, list, i);
        if (tag_of(member) == TAG_MEMBER) all |= holds(s, member, depth - 1);
    }
    return all;
}

/* The library's own, as in pthread_mutex_t, are its own affair. */
static bool is_of_library(LLVMMetadataRef type) {
    unsigned len = 0;
    LLVMMetadataRef file = LLVMDIScopeGetFile(type);
    const char *name = file ? LLVMDIFileGetFilename(file, &len) : NULL;
    return name && len > 5 && memcmp(name, "/usr/", 5) == 0;
}

/* One member has a pointer, another something else. */
static bool is_punned(const struct punned_search *s, LLVMMetadataRef type) {
    if (is_of_library(type)) return false;
    LLVMMetadataRef list = part_of(s, type, ELEMENTS_OF_TYPE);
    unsigned n = count_of(s, type);
    bool pointer = false, other = false, mixed = n > MOST_PARTS;
    for (unsigned i = 0; i < n && !mixed; i++) {
        unsigned what = holds(s, part_of(s, list, i), 5);
        mixed = n > 1 && what == (HOLDS_POINTER | HOLDS_OTHER);
        pointer |= what == HOLDS_POINTER;
        other |= what == HOLDS_OTHER;
    }
    return mixed || (pointer && other);
}

static void look(struct punned_search *s, LLVMMetadataRef type, int depth) {
    type = plain(s, type);
    uint64_t key = (uint64_t)(uintptr_t)type;
    if (!type || s->found || depth == 0 || map_find(&s->seen, key)) return;
    map_put(&s->seen, key, 1);
    unsigned tag = tag_of(type);
    if (tag == TAG_POINTER || tag == TAG_ARRAY) look(s, part_of(s, type, BASE_OF_TYPE), depth - 1);
    if (tag != TAG_STRUCT && tag != TAG_UNION) return;
    s->found = tag == TAG_UNION && is_punned(s, type);
    LLVMMetadataRef list = part_of(s, type, ELEMENTS_OF_TYPE);
    for (unsigned i = 0, n = count_of(s, type); i < n && i < MOST_PARTS; i++) look(s, part_of(s, list, i), depth - 1);
}

static void look_at_global(struct punned_search *s, LLVMValueRef global) {
    size_t n;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);
    for (unsigned i = 0; i < n; i++) {
        LLVMMetadataRef variable = part_of(s, LLVMValueMetadataEntriesGetMetadata(all, i), 0);
        if (variable) look(s, part_of(s, variable, TYPE_OF_VARIABLE), 50);
    }
    LLVMDisposeValueMetadataEntries(all);
}

/* ---- bytes ------------------------------------------------------------------------------------------- */

static bool has_pointer(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMArrayTypeKind) return has_pointer(LLVMGetElementType(type));
    if (kind != LLVMStructTypeKind) return kind == LLVMPointerTypeKind;
    bool any = false;
    for (unsigned i = 0, n = LLVMCountStructElementTypes(type); i < n; i++)
        any |= has_pointer(LLVMStructGetTypeAtIndex(type, i));
    return any;
}

static LLVMTypeRef without_arrays(LLVMTypeRef type) {
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind) type = LLVMGetElementType(type);
    return type;
}

/* The type of the variable that an address is in, as far as the instructions say. */
static LLVMTypeRef storage_of(LLVMValueRef address) {
    while (LLVMIsAGetElementPtrInst(address)) address = LLVMGetOperand(address, 0);
    if (LLVMIsAAllocaInst(address)) return LLVMGetAllocatedType(address);
    return LLVMIsAGlobalVariable(address) ? LLVMGlobalGetValueType(address) : NULL;
}

static bool is_pointers(LLVMValueRef address) {
    LLVMTypeRef type = storage_of(address);
    return type && has_pointer(type);
}

/* The declared type of a local variable. */
static LLVMMetadataRef declared(const struct punned_search *s, LLVMValueRef storage) {
    uint64_t i = map_get(&s->places, (uint64_t)(uintptr_t)storage, UINT64_MAX);
    return i == UINT64_MAX ? NULL : variable_operand(LLVMGetOperand(s->declares.data[i], 1), TYPE_OF_VARIABLE);
}

/* char *, unsigned *, and so on: what it points to is a number. */
static bool points_to_numbers(const struct punned_search *s, LLVMMetadataRef type) {
    type = plain(s, type);
    return tag_of(type) == TAG_POINTER && tag_of(plain(s, part_of(s, type, BASE_OF_TYPE))) == TAG_BASE;
}

/* The variable that clang keeps a parameter in. */
static LLVMValueRef home_of(LLVMValueRef parameter) {
    LLVMUseRef use = LLVMGetFirstUse(parameter);
    LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
    return user && LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 1) : NULL;
}

/* Numbers are where the pointers go: a copy into a variable that has none, a comparison of bytes, a parameter that
 * points to numbers. */
static bool call_shows(const struct punned_search *s, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t len;
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
    if (str_starts(name, "llvm.mem") || strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0) {
        bool copies = !str_starts(name, "llvm.memset");
        LLVMTypeRef to = copies ? storage_of(LLVMGetOperand(call, 0)) : NULL;
        return to && !has_pointer(to) && is_pointers(LLVMGetOperand(call, 1));
    }
    if (strcmp(name, "memcmp") == 0 || strcmp(name, "bcmp") == 0)
        return is_pointers(LLVMGetOperand(call, 0)) || is_pointers(LLVMGetOperand(call, 1));
    if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee)) return false;
    for (unsigned i = 0, n = LLVMCountParams(callee); i < n && i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef home = is_pointers(LLVMGetOperand(call, i)) ? home_of(LLVMGetParam(callee, i)) : NULL;
        if (home && points_to_numbers(s, declared(s, home))) return true;
    }
    return false;
}

/* A variable that is a pointer, or an array of them, is read as a number. */
static bool load_shows(LLVMValueRef load) {
    LLVMTypeRef type = storage_of(LLVMGetOperand(load, 0));
    return type && LLVMGetTypeKind(without_arrays(type)) == LLVMPointerTypeKind &&
           LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMPointerTypeKind;
}

static bool store_shows(const struct punned_search *s, LLVMValueRef store) {
    return is_pointers(LLVMGetOperand(store, 0)) && points_to_numbers(s, declared(s, LLVMGetOperand(store, 1)));
}

static bool shows(const struct punned_search *s, LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad: return load_shows(i);
    case LLVMStore: return store_shows(s, i);
    case LLVMCall: return !LLVMIsADbgInfoIntrinsic(i) && call_shows(s, i);
    default: return false;
    }
}

static void look_at_code(struct punned_search *s, LLVMValueRef fn) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b && !s->found; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !s->found; i = LLVMGetNextInstruction(i))
            s->found = shows(s, i);
}

/* ---- all --------------------------------------------------------------------------------------------- */

static void find_unions(struct punned_search *s, LLVMModuleRef module) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g && !s->found; g = LLVMGetNextGlobal(g)) look_at_global(s, g);
    for (uint32_t i = 0; i < s->declares.len && !s->found; i++)
        look(s, variable_operand(LLVMGetOperand(s->declares.data[i], 1), TYPE_OF_VARIABLE), 50);
}

static void find_bytes(struct punned_search *s, LLVMModuleRef module) {
    for (uint32_t i = 0; i < s->declares.len; i++)
        map_put(&s->places, (uint64_t)(uintptr_t)variable_declared(s->declares.data[i]), i);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn && !s->found; fn = LLVMGetNextFunction(fn))
        look_at_code(s, fn);
}

struct punned punned_find(LLVMModuleRef module) {
    struct punned_search s = {.llvm = LLVMGetModuleContext(module)};
    struct punned all;
    map_init(&s.seen);
    map_init(&s.places);
    LLVMSetIsNewDbgInfoFormat(module, 0);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn)) variable_declares(fn, &s.declares);
    find_unions(&s, module);
    all.by_union = s.found;
    s.found = false;
    find_bytes(&s, module);
    all.by_bytes = s.found;
    vec_release(&s.declares);
    map_release(&s.seen);
    map_release(&s.places);
    return all;
}
