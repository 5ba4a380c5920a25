#include "front/lower/literals.h"

#include <stdbool.h>
#include <string.h>

#include "base/str.h"

#define LITERAL_MARK "shrike.literal"

static const char *name_of(LLVMValueRef v) {
    size_t len;
    return LLVMGetValueName2(v, &len);
}

/* Unnamed, or a constant compound literal, which may share storage as well. */
static bool is_literal(LLVMValueRef g) {
    if (!LLVMIsGlobalConstant(g) || !LLVMGetInitializer(g) || !LLVMGetFirstUse(g)) return false;
    LLVMLinkage linkage = LLVMGetLinkage(g);
    if (linkage != LLVMPrivateLinkage && linkage != LLVMInternalLinkage) return false;
    if (str_starts(name_of(g), ".compoundliteral")) return true;
    return LLVMGetUnnamedAddress(g) == LLVMGlobalUnnamedAddr &&
           LLVMGetTypeKind(LLVMGlobalGetValueType(g)) == LLVMArrayTypeKind;
}

/* Functions of the library that neither keep nor return what they are given: a literal for one of them is compared with
 * no other. */
static bool only_looks(LLVMValueRef user) {
    /* clang-format off */
    static const char *const names[] = {
        "__assert_fail", "printf", "fprintf", "sprintf", "snprintf", "dprintf", "puts", "fputs", "perror", "scanf",
        "sscanf", "fscanf", "__isoc99_scanf", "__isoc99_sscanf", "__isoc99_fscanf", "strcmp", "strncmp", "memcmp",
        "strlen", "memcpy", "strcpy", "strncpy", "strcat", "fopen", "open", "strcasecmp", "llvm.memcpy.p0.p0.i64",
        "llvm.memcpy.p0.p0.i32", "__shrike_suppose"
    };
    /* clang-format on */
    LLVMValueRef fn = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    if (!fn || !LLVMIsAFunction(fn) || !LLVMIsDeclaration(fn)) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name_of(fn), names[i]) == 0) return true;
    return false;
}

/* In how many places is its address taken? clang writes each literal of the source once. */
static unsigned places(LLVMValueRef v) {
    unsigned n = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(v); use && n < 2; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        n += LLVMIsAConstantExpr(user) ? places(user) : !only_looks(user);
    }
    return n;
}

void literals_mark(LLVMModuleRef module) {
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    unsigned kind = LLVMGetMDKindIDInContext(llvm, LITERAL_MARK, (unsigned)strlen(LITERAL_MARK));
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        if (!is_literal(g)) continue;
        bool several = places(g) > 1;
        LLVMMetadataRef what =
            LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(llvm), several ? LITERAL_SEVERAL : LITERAL_ONE, 0));
        LLVMGlobalSetMetadata(g, kind, LLVMMDNodeInContext2(llvm, &what, 1));
    }
}

enum ir_literal literal_of(LLVMValueRef global) {
    LLVMContextRef llvm = LLVMGetModuleContext(LLVMGetGlobalParent(global));
    unsigned kind = LLVMGetMDKindIDInContext(llvm, LITERAL_MARK, (unsigned)strlen(LITERAL_MARK));
    size_t n;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
    enum ir_literal found = LITERAL_NONE;
    for (unsigned i = 0; i < n; i++) {
        if (LLVMValueMetadataEntriesGetKind(entries, i) != kind) continue;
        LLVMValueRef node = LLVMMetadataAsValue(llvm, LLVMValueMetadataEntriesGetMetadata(entries, i)), part;
        if (LLVMGetMDNodeNumOperands(node) != 1) continue; /* the user's own */
        LLVMGetMDNodeOperands(node, &part);
        found = part && LLVMIsAConstantInt(part) && LLVMConstIntGetZExtValue(part) == LITERAL_SEVERAL ? LITERAL_SEVERAL
                                                                                                      : LITERAL_ONE;
    }
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}
