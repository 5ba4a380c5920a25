#include "front/punned.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/map.h"
#include "front/variable.h"

/* DWARF's numbers, and where nodes have what. */
enum { TAG_ARRAY = 0x01, TAG_MEMBER = 0x0d, TAG_POINTER = 0x0f, TAG_STRUCT = 0x13, TAG_TYPEDEF = 0x16, TAG_UNION = 0x17, TAG_CONST = 0x26,
       TAG_VOLATILE = 0x35, TAG_ATOMIC = 0x47 };
enum { TYPE_OF_VARIABLE = 3, BASE_OF_TYPE = 3, ELEMENTS_OF_TYPE = 4 };

struct punned_search {
    LLVMContextRef llvm;
    struct map seen;
    bool found;
};

static LLVMMetadataRef part_of(const struct punned_search *s, LLVMMetadataRef node, unsigned i) {
    return variable_operand(LLVMMetadataAsValue(s->llvm, node), i);
}

/* The type behind names and qualifiers; NULL is void. */
static LLVMMetadataRef plain(const struct punned_search *s, LLVMMetadataRef type) {
    for (int depth = 0; type && depth < 100; depth++) {
        unsigned tag = LLVMGetDINodeTag(type);
        if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE && tag != TAG_ATOMIC && tag != TAG_MEMBER) return type;
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

bool punned_pointers(LLVMModuleRef module) {
    struct punned_search s = {.llvm = LLVMGetModuleContext(module)};
    value_list declares = {0};
    map_init(&s.seen);
    LLVMSetIsNewDbgInfoFormat(module, 0);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g && !s.found; g = LLVMGetNextGlobal(g)) look_at_global(&s, g);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn && !s.found; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn)) variable_declares(fn, &declares);
    for (uint32_t i = 0; i < declares.len && !s.found; i++)
        look(&s, variable_operand(LLVMGetOperand(declares.data[i], 1), TYPE_OF_VARIABLE), 50);
    vec_release(&declares);
    map_release(&s.seen);
    return s.found;
}
