#include "front/premises/promises.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

#include "base/map.h"
#include "front/compile/module.h"
#include "front/front.h"
#include "front/llvm/emit.h"
#include "front/llvm/escape.h"
#include "front/llvm/variable.h"
#include "front/protect/floats.h"

/* DWARF's numbers. */
enum { TAG_ARRAY = 0x01, TAG_TYPEDEF = 0x16, TAG_CONST = 0x26, TAG_VOLATILE = 0x35, TAG_RESTRICT = 0x37 };
enum { MAX_DEPTH = 200, TYPE_OF_VARIABLE = 3, BASE_OF_TYPE = 3 };

/* ---- what a type promises ------------------------------------------------------------------------ */

static bool promises(LLVMContextRef llvm, LLVMMetadataRef type, unsigned wanted) {
    for (int depth = 0; type && depth < MAX_DEPTH; depth++) {
        unsigned tag = LLVMGetDINodeTag(type);
        if (tag == wanted) return true;
        bool same = tag == TAG_TYPEDEF || tag == TAG_VOLATILE || tag == TAG_CONST || tag == TAG_RESTRICT;
        if (!same && !(tag == TAG_ARRAY && wanted == TAG_CONST)) return false;
        type = variable_operand(LLVMMetadataAsValue(llvm, type), BASE_OF_TYPE);
    }
    return false;
}

/* ---- may it be written? --------------------------------------------------------------------------- */

struct promise_search {
    LLVMTargetDataRef layout;
    LLVMMetadataRef declared; /* position of the declaration, which its initialiser has */
    bool part;                /* it is initialised part by part, each in its own position */
    bool direct;              /* the address at hand is still that of the variable, or of a part of it */
    int depth;
    struct map *seen;
};

static bool is_written(struct promise_search s, LLVMValueRef address);

/* Library functions that write to none of their arguments; what they return may lead there. */
static bool only_reads(const char *name) {
    static const char *const names[] = {
        "memcmp",      "memchr", "bcmp",    "strlen",  "strnlen", "strcmp",  "strncmp", "strcasecmp",
        "strncasecmp", "strchr", "strrchr", "strstr",  "strspn",  "strcspn", "strpbrk", "strdup",
        "strndup",     "printf", "fprintf", "dprintf", "puts",    "fputs",   "fwrite",  "write",
        "atoi",        "atol",   "atoll",   "atof",    "perror",  "getenv",  "fopen",   "open"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static bool is_result(LLVMValueRef call, unsigned i) {
    unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
    return LLVMGetCallSiteEnumAttribute(call, i + 1, kind) != NULL;
}

static bool parameter_is_written(struct promise_search s, LLVMValueRef call, LLVMValueRef fn, unsigned i) {
    if (s.direct && is_result(call, i)) return false; /* it is initialised so */
    if (LLVMIsDeclaration(fn) || i >= LLVMCountParams(fn)) return true;
    s.direct = false;
    return is_written(s, LLVMGetParam(fn, i));
}

/* It may be the address, or lead to what is near it. */
static bool result_is_written(struct promise_search s, LLVMValueRef call) {
    s.direct = false;
    return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind && is_written(s, call);
}

static bool call_writes(struct promise_search s, LLVMValueRef call, LLVMValueRef address) {
    LLVMValueRef fn = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(fn)) return true;
    if (is_intrinsic(call, "llvm.mem")) return !s.direct && LLVMGetOperand(call, 0) == address;
    if (is_intrinsic(call, "llvm.")) return false;
    size_t len;
    if (LLVMIsDeclaration(fn) && only_reads(LLVMGetValueName2(fn, &len))) return result_is_written(s, call);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetOperand(call, i) == address && parameter_is_written(s, call, fn, i)) return true;
    return false;
}

static bool is_elsewhere(const struct promise_search *s, LLVMValueRef store) {
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(store);
    if (!at || s->part) return false;
    return LLVMDILocationGetLine(at) != LLVMDILocationGetLine(s->declared) ||
           LLVMDILocationGetColumn(at) != LLVMDILocationGetColumn(s->declared);
}

/* A pointer that only ever is in this variable comes out of it again. */
static bool holder_is_written(struct promise_search s, LLVMValueRef holder) {
    if (!LLVMIsAAllocaInst(holder) || alloca_escapes(s.layout, holder)) return true;
    s.direct = false;
    for (LLVMUseRef use = LLVMGetFirstUse(holder); use; use = LLVMGetNextUse(use))
        if (LLVMIsALoadInst(LLVMGetUser(use)) && is_written(s, LLVMGetUser(use))) return true;
    return false;
}

static bool store_writes(struct promise_search s, LLVMValueRef store, LLVMValueRef address) {
    if (LLVMGetOperand(store, 0) == address) return holder_is_written(s, LLVMGetOperand(store, 1));
    return !s.direct || is_elsewhere(&s, store);
}

static bool use_writes(struct promise_search s, LLVMValueRef user, LLVMValueRef address) {
    if (!LLVMIsAInstruction(user)) return true;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
    case LLVMICmp: return false;
    case LLVMStore: return store_writes(s, user, address);
    case LLVMGetElementPtr:
    case LLVMBitCast:
    case LLVMPHI:
    case LLVMSelect: return is_written(s, user);
    case LLVMCall: return call_writes(s, user, address);
    default: return true;
    }
}

static bool is_written(struct promise_search s, LLVMValueRef address) {
    if (++s.depth > MAX_DEPTH) return true;
    uint64_t key = (uint64_t)(uintptr_t)address | s.direct;
    if (map_find(s.seen, key)) return false;
    map_put(s.seen, key, 1);
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use))
        if (use_writes(s, LLVMGetUser(use), address)) return true;
    return false;
}

static bool has_parts(LLVMValueRef alloca_inst) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(alloca_inst));
    return kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind;
}

static bool may_be_written(LLVMTargetDataRef layout, LLVMValueRef declare, LLVMValueRef alloca_inst) {
    struct map seen;
    map_init(&seen);
    struct promise_search s = {.layout = layout,
                               .declared = LLVMInstructionGetDebugLoc(declare),
                               .part = has_parts(alloca_inst),
                               .direct = true,
                               .seen = &seen};
    bool written = !s.declared || is_written(s, alloca_inst);
    map_release(&seen);
    return written;
}

/* ---- all -------------------------------------------------------------------------------------------- */

static void suppose(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef declare, const char *what) {
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(declare));
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(declare));
    emit_suppose_here(module, builder, what);
}

static void mark_variable(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef declare) {
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    LLVMValueRef place = variable_declared(declare);
    LLVMMetadataRef type = variable_operand(LLVMGetOperand(declare, 1), TYPE_OF_VARIABLE);
    if (!place || !LLVMIsAAllocaInst(place)) return;
    if (promises(llvm, type, TAG_RESTRICT))
        suppose(module, builder, declare, "memory behind a pointer declared restrict is accessed only through it");
    if (promises(llvm, type, TAG_CONST) && may_be_written(LLVMGetModuleDataLayout(module), declare, place))
        suppose(module, builder, declare, "a local object declared const is not written to");
}

/* How much a compiler knows is up to it. (Of constants: front/checks/artefacts.h.) */
static bool asks_compiler(LLVMValueRef inst) { return is_intrinsic(inst, "llvm.objectsize."); }

static void mark_question(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef inst) {
    emit_suppose(module, builder, inst,
                 "the compiler knows the same object sizes as clang here (__builtin_object_size)");
}

void promises_mark(LLVMModuleRef module) {
    emit_mark_all(module, asks_compiler, mark_question);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMSetIsNewDbgInfoFormat(module, 0);
    value_list declares = {0};
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn)) variable_declares(fn, &declares);
    for (uint32_t i = 0; i < declares.len; i++) mark_variable(module, builder, declares.data[i]);
    vec_release(&declares);
    LLVMDisposeBuilder(builder);
}

/* ---- for all of the program ------------------------------------------------------------------------- */

void promises_of_nans(const struct front_input *input, LLVMModuleRef module) {
    if (floats_have_fixed_nans(module))
        emit_suppose_at_entry(input, module,
                              "a NaN in an initialiser or a constant vector has the bits that clang gives it");
}

void promises_of_unions(const struct front_input *input, LLVMModuleRef module) {
    struct punned punned = punned_find(module);
    if (punned.by_union)
        emit_suppose_at_entry(input, module,
                              "addresses have the values that shrike chose: a union shows a pointer as another type");
    if (punned.by_bytes)
        emit_suppose_at_entry(input, module,
                              "addresses have the values that shrike chose: the program looks at bytes of a pointer");
}

void promises_of_bitcode(const struct front_input *input, LLVMModuleRef module) {
    const struct front_checks *c = &input->checks;
    bool plain = false;
    for (int i = 0; i < input->nfiles && !input->units; i++) plain |= module_kind(input, i) != FRONT_C;
    if (plain && (c->index || c->boolean || c->overflow))
        emit_suppose_at_entry(input, module,
                              "bitcode has no index beyond an array inside an object, no left shift that overflows "
                              "and no _Bool but 0 and 1: it does not record them");
}

/* Does the program say so, by a packed struct? */
static bool is_in_packed(LLVMValueRef pointer) {
    for (; LLVMIsAGetElementPtrInst(pointer) ||
           (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr);
         pointer = LLVMGetOperand(pointer, 0)) {
        LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMIsPackedStruct(type)) return true;
    }
    LLVMTypeRef whole = LLVMIsAAllocaInst(pointer)       ? LLVMGetAllocatedType(pointer)
                        : LLVMIsAGlobalVariable(pointer) ? LLVMGlobalGetValueType(pointer)
                                                         : NULL;
    return whole && LLVMGetTypeKind(whole) == LLVMStructTypeKind && LLVMIsPackedStruct(whole);
}

/* An access that clang takes to be less aligned than its type, from what it knows of the variable: a premise. */
static bool is_lax(LLVMTargetDataRef layout, LLVMValueRef inst) {
    bool store = LLVMIsAStoreInst(inst) != NULL;
    if (!store && !LLVMIsALoadInst(inst)) return false;
    LLVMTypeRef type = LLVMTypeOf(store ? LLVMGetOperand(inst, 0) : inst);
    return LLVMGetAlignment(inst) < LLVMABIAlignmentOfType(layout, type) && !is_in_packed(LLVMGetOperand(inst, store));
}

void promises_of_alignment(const struct front_input *input, LLVMModuleRef module) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    bool lax = false;
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn && input->checks.align; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                lax |= is_lax(layout, i);
    if (lax)
        emit_suppose_at_entry(input, module,
                              "where clang gives a variable less alignment than an access needs, "
                              "the program intends it");
}

/* Arithmetic whose sign bitcode does not show. The names of results are clang's. */
static bool may_overflow_unseen(LLVMValueRef inst) {
    static const char *const parts[] = {"add.r", "add.i", "sub.r", "sub.i", "mul.r",
                                        "mul.i", "neg.r", "neg.i", "conj.i"};
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    if (op != LLVMAdd && op != LLVMSub && op != LLVMMul && op != LLVMShl) return false;
    if (LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMVectorTypeKind) return true;
    size_t len;
    const char *name = LLVMGetValueName2(inst, &len);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (str_starts(name, parts[i])) return !LLVMGetNSW(inst);
    return false;
}

void promises_of_parts(const struct front_input *input, LLVMModuleRef module) {
    if (!input->checks.overflow) return;
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (may_overflow_unseen(i)) {
                    emit_suppose_at_entry(input, module,
                                          "integers wrap around in vectors and in _Complex numbers: clang does not "
                                          "record their signs");
                    return;
                }
}

/* ---- threads ------------------------------------------------------------------------------------------ */

static bool is_called(LLVMModuleRef module, const char *name) {
    LLVMValueRef fn = LLVMGetNamedFunction(module, name);
    return fn && LLVMGetFirstUse(fn);
}

/* Is the address used for more than accesses? */
static bool address_goes_away(LLVMValueRef address) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool access = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address);
        bool same = is_intrinsic(user, "llvm.threadlocal.address") || LLVMIsAGetElementPtrInst(user);
        if (!access && !(same && !address_goes_away(user)) && !is_intrinsic(user, "llvm.mem")) return true;
    }
    return false;
}

static bool has_escaping_local(LLVMValueRef fn, LLVMTargetDataRef layout) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i) && alloca_escapes(layout, i)) return true;
    return false;
}

void promises_of_threads(const struct front_input *input, LLVMModuleRef module) {
    if (!is_called(module, "pthread_create") && !is_called(module, "thrd_create")) return;
    bool given = false;
    for (LLVMValueRef v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
        given |= LLVMIsThreadLocal(v) && !LLVMIsDeclaration(v) && address_goes_away(v);
    if (given) emit_suppose_at_entry(input, module, "a thread's own variables are used no longer than the thread runs");
    LLVMValueRef fn = LLVMGetNamedFunction(module, input->entry ? input->entry : "main");
    bool leaves = is_called(module, "pthread_exit") || is_called(module, "thrd_exit");
    if (leaves && fn && !LLVMIsDeclaration(fn) && has_escaping_local(fn, LLVMGetModuleDataLayout(module)))
        emit_suppose_at_entry(
            input, module,
            "local variables of the first thread are used no longer than it runs, if pthread_exit ends it");
}
