#include "front/checks/lifetimes.h"

#include <string.h>

#include "base/map.h"
#include "front/llvm/escape.h"

enum { MAX_DEPTH = 1000 };

struct kept {
    LLVMTargetDataRef layout;
    const value_list *declares; /* NULL in a callee: all its variables are gone when it returns */
    LLVMMetadataRef scope;
    int depth;
    struct map *seen; /* values and variables that hold the address */
};

static bool is_kept(struct kept k, LLVMValueRef address);

/* Is this the first time? One is in the outer function or in a callee. */
static bool see(struct kept *k, LLVMValueRef value) {
    uint64_t key = (uint64_t)(uintptr_t)value | !k->declares;
    if (map_find(k->seen, key)) return false;
    map_put(k->seen, key, 1);
    return true;
}

/* Library functions that keep none of their arguments (but may return one). */
static bool forgets(const char *name) {
    /* clang-format off */
    static const char *const names[] = {
        "memcpy", "memmove", "memset", "memcmp", "memchr", "bcmp", "bzero", "strlen", "strnlen", "strcpy",
        "strncpy", "strcat", "strncat", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strchr", "strrchr",
        "strstr", "strspn", "strcspn", "strpbrk", "strdup", "strndup", "printf", "fprintf", "sprintf", "snprintf",
        "vprintf", "vfprintf", "vsprintf", "vsnprintf", "dprintf", "scanf", "fscanf", "sscanf", "__isoc99_scanf",
        "__isoc99_fscanf", "__isoc99_sscanf", "puts", "fputs", "fgets", "fread", "fwrite", "read", "write",
        "getline", "atoi", "atol", "atoll", "atof", "time", "gettimeofday", "clock_gettime", "stat", "fstat",
        "perror", "free", "modf", "frexp", "sincos", "remquo", "klee_make_symbolic", "shrike_make_symbolic",
        "__VERIFIER_nondet_memory", "setjmp", "_setjmp", "__sigsetjmp"
    };
    /* clang-format on */
    if (strncmp(name, "__shrike_", 9) == 0) return true; /* hooks of native replay */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static bool returns_pointer(LLVMValueRef call) { return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind; }

/* Does a function of the program keep what its parameter points to? */
static bool parameter_is_kept(struct kept k, LLVMValueRef fn, unsigned i) {
    if (i >= LLVMCountParams(fn)) return true;
    return is_kept((struct kept){k.layout, NULL, NULL, k.depth, k.seen}, LLVMGetParam(fn, i));
}

static bool call_keeps(struct kept k, LLVMValueRef call, LLVMValueRef address) {
    LLVMValueRef fn = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(fn)) return true;
    if (is_intrinsic(call, "llvm.")) return false; /* copies of blocks, markers, lists of arguments */
    size_t len;
    if (LLVMIsDeclaration(fn))
        return !forgets(LLVMGetValueName2(fn, &len)) || (returns_pointer(call) && is_kept(k, call));
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetOperand(call, i) == address && parameter_is_kept(k, fn, i)) return true;
    return false;
}

/* Does the variable end with the block, or before? */
static bool ends_in_time(const struct kept *k, LLVMValueRef variable) {
    if (!LLVMIsAAllocaInst(variable) || alloca_escapes(k->layout, variable)) return false;
    if (!k->declares) return true;
    LLVMMetadataRef scope = variable_scope(k->declares, variable);
    LLVMContextRef llvm =
        LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(variable))));
    return scope && k->scope && variable_scope_is_in(llvm, scope, k->scope);
}

/* What is read from a variable that holds the address. */
static bool copies_are_kept(struct kept k, LLVMValueRef variable) {
    if (!see(&k, variable)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool other = !LLVMIsALoadInst(user) && !LLVMIsAStoreInst(user) && !is_intrinsic(user, "llvm.lifetime.") &&
                     !is_intrinsic(user, "llvm.dbg.");
        if (other || (LLVMIsALoadInst(user) && is_kept(k, user))) return true;
    }
    return false;
}

static bool store_keeps(struct kept k, LLVMValueRef store, LLVMValueRef address) {
    if (LLVMGetOperand(store, 0) != address) return false;
    LLVMValueRef to = LLVMGetOperand(store, 1);
    return !ends_in_time(&k, to) || copies_are_kept(k, to);
}

/* An address as a number: distances and comparisons only. */
static bool number_is_kept(LLVMValueRef number) {
    for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAICmpInst(user) && !(LLVMIsAInstruction(user) && LLVMGetInstructionOpcode(user) == LLVMSub))
            return true;
    }
    return false;
}

static bool use_keeps(struct kept k, LLVMValueRef user, LLVMValueRef address) {
    if (!LLVMIsAInstruction(user)) return true;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
    case LLVMICmp: return false;
    case LLVMStore: return store_keeps(k, user, address);
    case LLVMGetElementPtr:
    case LLVMBitCast:
    case LLVMPHI:
    case LLVMSelect: return is_kept(k, user);
    case LLVMPtrToInt: return number_is_kept(user);
    case LLVMCall: return call_keeps(k, user, address);
    default: return true;
    }
}

static bool is_kept(struct kept k, LLVMValueRef address) {
    if (++k.depth > MAX_DEPTH) return true;
    if (!see(&k, address)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use))
        if (use_keeps(k, LLVMGetUser(use), address)) return true;
    return false;
}

bool kept_address(LLVMTargetDataRef layout, const value_list *declares, LLVMValueRef alloca_inst,
                  LLVMMetadataRef scope) {
    struct map seen;
    map_init(&seen);
    bool kept = is_kept((struct kept){layout, declares, scope, 0, &seen}, alloca_inst);
    map_release(&seen);
    return kept;
}
