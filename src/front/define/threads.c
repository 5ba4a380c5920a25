#include "front/define/threads.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/front.h"
#include "front/llvm/emit.h"
#include "front/llvm/escape.h"
#include "front/llvm/marks.h"
#include "ir/access.h"
#include "ir/known.h"

struct threading {
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    LLVMTypeRef nothing, i32, word, ptr;
    bool tso;
    bool weak;   /* schedules order more than the program does (runtime/orders.c), and there are no store buffers */
    bool fences; /* what these order is not known */
};

static const char *name_of(LLVMValueRef v) {
    size_t len;
    return LLVMGetValueName2(v, &len);
}

/* ---- names ------------------------------------------------------------------------------------------- */

static const char *const models[] = {
#define THREADS(name) #name,
#include "front/define/threads.def"
#undef THREADS
};

static bool is_used_declaration(LLVMValueRef fn) { return fn && LLVMIsDeclaration(fn) && LLVMGetFirstUse(fn); }

static bool creates_threads(LLVMModuleRef module) {
    return is_used_declaration(LLVMGetNamedFunction(module, "pthread_create")) ||
           is_used_declaration(LLVMGetNamedFunction(module, "thrd_create"));
}

static void rename_to(LLVMModuleRef module, const char *name, const char *ours) {
    LLVMValueRef fn = LLVMGetNamedFunction(module, name);
    if (fn && LLVMIsDeclaration(fn)) LLVMSetValueName2(fn, ours, strlen(ours));
}

static const char *atomic_begin(const struct threading *t) {
    return t->tso ? "__shrike_tso_atomic_begin" : t->weak ? "__shrike_order_atomic_begin" : "__shrike_atomic_begin";
}
static const char *atomic_end(const struct threading *t) {
    return t->tso ? "__shrike_tso_atomic_end" : t->weak ? "__shrike_order_atomic_end" : "__shrike_atomic_end";
}

static void rename_models(const struct threading *t) {
    LLVMModuleRef module = t->module;
    bool tso = t->tso;
    struct str name = {0};
    if (tso) {
        rename_to(module, "pthread_create", "__shrike_tso_pthread_create");
        rename_to(module, "thrd_create", "__shrike_tso_thrd_create");
    }
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        str_clear(&name);
        str_addf(&name, "__shrike_%s", models[i]);
        rename_to(module, models[i], str_text(&name));
    }
    str_release(&name);
    rename_to(module, "__VERIFIER_atomic_begin", atomic_begin(t));
    rename_to(module, "__VERIFIER_atomic_end", atomic_end(t));
}

/* ---- variables that no other thread can know --------------------------------------------------------- */

enum { MAX_DEPTH = 16 };

static bool leaks(LLVMValueRef pointer, int depth);

static bool is_memory_intrinsic(LLVMValueRef call) {
    return is_intrinsic(call, "llvm.memcpy.") || is_intrinsic(call, "llvm.memmove.") ||
           is_intrinsic(call, "llvm.memset.");
}

/* Sanitizers calculate with an address, compare it, and hand it to functions that report. */
static bool number_leaks(LLVMValueRef number, int depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        size_t len;
        bool reports = LLVMIsACallInst(user) && LLVMIsAFunction(LLVMGetCalledValue(user)) &&
                       str_starts(LLVMGetValueName2(LLVMGetCalledValue(user), &len), "__ubsan_");
        bool bits = LLVMIsABinaryOperator(user);
        if (reports || LLVMIsAICmpInst(user)) continue;
        if (!bits || depth > 2 || number_leaks(user, depth + 1)) return true;
    }
    return false;
}

static bool use_leaks(LLVMValueRef pointer, LLVMValueRef user, int depth) {
    if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user)) return false;
    if (LLVMIsAPtrToIntInst(user)) return number_leaks(user, 0);
    if (LLVMIsAStoreInst(user)) return LLVMGetOperand(user, 0) == pointer;
    if (LLVMIsAAtomicRMWInst(user)) return LLVMGetOperand(user, 1) == pointer;
    if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
        return leaks(user, depth + 1);
    return !is_intrinsic(user, "llvm.lifetime.") && !is_intrinsic(user, "llvm.dbg.") && !is_memory_intrinsic(user);
}

/* Does the address get anywhere but to accesses of its own function? */
static bool leaks(LLVMValueRef pointer, int depth) {
    if (depth > MAX_DEPTH) return true;
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
        if (use_leaks(pointer, LLVMGetUser(use), depth)) return true;
    return false;
}

/* Each thread has its own (exec/core/threads.c). */
static bool is_errno(LLVMValueRef pointer) {
    LLVMValueRef fn = LLVMIsACallInst(pointer) ? LLVMGetCalledValue(pointer) : NULL;
    return fn && LLVMIsAFunction(fn) && strcmp(name_of(fn), "__errno_location") == 0;
}

static bool is_private(LLVMValueRef pointer) {
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
    if (LLVMIsAAllocaInst(pointer) || is_errno(pointer)) return !leaks(pointer, 0);
    return LLVMIsAGlobalVariable(pointer) && LLVMIsGlobalConstant(pointer);
}

/* ---- what atomic operations order (runtime/orders.c) ------------------------------------------------- */

static bool is_atomic(LLVMValueRef inst) {
    if (LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst) || LLVMIsAFenceInst(inst)) return true;
    return (LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst)) && LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic;
}

static bool acquires(LLVMAtomicOrdering order) {
    return order == LLVMAtomicOrderingAcquire || order == LLVMAtomicOrderingAcquireRelease ||
           order == LLVMAtomicOrderingSequentiallyConsistent;
}

static bool releases(LLVMAtomicOrdering order) {
    return order == LLVMAtomicOrderingRelease || order == LLVMAtomicOrderingAcquireRelease ||
           order == LLVMAtomicOrderingSequentiallyConsistent;
}

static uint32_t order_bits(const struct threading *t, LLVMAtomicOrdering order) {
    if (t->fences) return ORDER_ACQUIRE | ORDER_RELEASE;
    return (acquires(order) ? ORDER_ACQUIRE : 0) | (releases(order) ? ORDER_RELEASE : 0);
}

static bool is_weak(LLVMValueRef inst) {
    const LLVMAtomicOrdering all = LLVMAtomicOrderingSequentiallyConsistent;
    if (LLVMIsAAtomicCmpXchgInst(inst))
        return LLVMGetCmpXchgSuccessOrdering(inst) != all || LLVMGetCmpXchgFailureOrdering(inst) != all;
    return LLVMIsAFenceInst(inst) || LLVMGetOrdering(inst) != all;
}

/* Does it order less than an acquire or a release? */
static bool is_relaxed(LLVMValueRef inst) {
    if (LLVMIsAAtomicCmpXchgInst(inst)) return is_weak(inst);
    LLVMAtomicOrdering order = LLVMGetOrdering(inst);
    return !(LLVMIsAStoreInst(inst) || acquires(order)) || !(LLVMIsALoadInst(inst) || releases(order));
}

/* A thread that hears that a lock is taken is not ordered by that. */
static bool hears_of_locks(LLVMModuleRef module) {
    static const char *const names[] = {"pthread_mutex_trylock",
                                        "pthread_spin_trylock",
                                        "pthread_rwlock_tryrdlock",
                                        "pthread_rwlock_trywrlock",
                                        "mtx_trylock",
                                        "sem_trywait",
                                        "sem_getvalue"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_used_declaration(LLVMGetNamedFunction(module, names[i]))) return true;
    return false;
}

static void find_orders(struct threading *t) {
    bool weak = hears_of_locks(t->module);
    for (LLVMValueRef fn = LLVMGetFirstFunction(t->module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef in = LLVMGetFirstInstruction(b); in; in = LLVMGetNextInstruction(in)) {
                if (!is_atomic(in)) continue;
                weak |= is_weak(in);
                t->fences |= LLVMIsAFenceInst(in) != NULL;
            }
    t->weak = weak && !t->tso;
}

/* ---- points ------------------------------------------------------------------------------------------ */

static void at(struct threading *t, LLVMValueRef inst) {
    LLVMPositionBuilderBefore(t->builder, inst);
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(inst);
    LLVMMetadataRef sub = place ? NULL : LLVMGetSubprogram(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)));
    if (sub) place = LLVMDIBuilderCreateDebugLocation(t->llvm, LLVMDISubprogramGetLine(sub), 0, sub, NULL);
    LLVMSetCurrentDebugLocation2(t->builder, place);
}

static void call_point(struct threading *t, const char *what, LLVMValueRef pointer, LLVMValueRef size, uint32_t kind) {
    LLVMValueRef args[3] = {pointer, size, LLVMConstInt(t->i32, kind, 0)};
    emit_call(t->module, t->builder, what, t->nothing, args, 3);
}

static void call_plain(struct threading *t, LLVMValueRef inst, const char *what) {
    at(t, inst);
    emit_call(t->module, t->builder, what, t->nothing, NULL, 0);
}

/* Where the thread sees what is at the pointer. */
static LLVMValueRef call_load(struct threading *t, LLVMValueRef pointer, LLVMValueRef size, uint32_t kind) {
    LLVMValueRef args[3] = {pointer, size, LLVMConstInt(t->i32, kind, 0)};
    return emit_call(t->module, t->builder, "__shrike_load", t->ptr, args, 3);
}

static void call_stored(struct threading *t, LLVMValueRef inst, LLVMValueRef pointer, LLVMValueRef size, bool copied) {
    at(t, LLVMGetNextInstruction(inst));
    call_point(t, "__shrike_stored", pointer, size, copied);
}

static bool drains(LLVMValueRef inst) {
    if (LLVMIsALoadInst(inst)) return false;
    return !LLVMIsAStoreInst(inst) || LLVMGetOrdering(inst) == LLVMAtomicOrderingSequentiallyConsistent;
}

/* What a machine does in several steps, unless it is lucky. */
static bool is_torn(const struct threading *t, uint64_t size, uint64_t align) {
    return size > LLVMStoreSizeOfType(t->layout, t->word) || size > align || (size & (size - 1));
}

static bool is_torn_copy(const struct threading *t, LLVMValueRef size) {
    return !LLVMIsAConstantInt(size) || is_torn(t, LLVMConstIntGetZExtValue(size), UINT64_MAX);
}

static void call_ordered(struct threading *t, LLVMValueRef pointer, LLVMValueRef size, LLVMValueRef kind,
                         LLVMValueRef order) {
    LLVMValueRef args[4] = {pointer, size, kind, order};
    emit_call(t->module, t->builder, "__shrike_ordered", t->nothing, args, 4);
}

/* Whether it writes, and what it orders, is known behind it. */
static void order_exchange(struct threading *t, LLVMValueRef inst, LLVMValueRef pointer, LLVMValueRef size) {
    uint32_t yes = order_bits(t, LLVMGetCmpXchgSuccessOrdering(inst)) | ORDER_BOTH,
             no = order_bits(t, LLVMGetCmpXchgFailureOrdering(inst));
    at(t, LLVMGetNextInstruction(inst));
    LLVMValueRef done = LLVMBuildExtractValue(t->builder, inst, 1, "");
    LLVMValueRef kind = LLVMBuildSelect(t->builder, done, LLVMConstInt(t->i32, ACCESS_WRITE, 0),
                                        LLVMConstInt(t->i32, ACCESS_READ, 0), "");
    LLVMValueRef order =
        LLVMBuildSelect(t->builder, done, LLVMConstInt(t->i32, yes, 0), LLVMConstInt(t->i32, no, 0), "");
    call_ordered(t, pointer, size, kind, order);
}

/* What the access behind a point does to the order of things. */
static void order_access(struct threading *t, LLVMValueRef inst, LLVMValueRef pointer, LLVMValueRef size,
                         uint32_t kind) {
    if (!t->weak) return;
    if (t->fences && is_atomic(inst) && is_relaxed(inst))
        emit_call(t->module, t->builder, "__shrike_suppose_ordered", t->nothing, NULL, 0);
    if (LLVMIsAAtomicCmpXchgInst(inst)) return order_exchange(t, inst, pointer, size);
    if (!is_atomic(inst)) return call_point(t, "__shrike_plain", pointer, size, kind & ACCESS_WRITE);
    uint32_t order = order_bits(t, LLVMGetOrdering(inst)) | (LLVMIsAAtomicRMWInst(inst) ? ORDER_BOTH : 0);
    call_ordered(t, pointer, size, LLVMConstInt(t->i32, kind & ACCESS_WRITE, 0), LLVMConstInt(t->i32, order, 0));
}

static uint32_t kind_of_access(const struct threading *t, LLVMValueRef inst, LLVMTypeRef type) {
    if (!LLVMIsALoadInst(inst) && !LLVMIsAStoreInst(inst)) return 0;
    if (LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic) return ACCESS_ATOMIC;
    return is_torn(t, LLVMStoreSizeOfType(t->layout, type), LLVMGetAlignment(inst)) ? ACCESS_WIDE : 0;
}

static void add_point(struct threading *t, LLVMValueRef inst, LLVMValueRef pointer, LLVMTypeRef type, uint32_t kind) {
    bool load = LLVMIsALoadInst(inst);
    if (t->tso && is_atomic(inst) && is_relaxed(inst)) call_plain(t, inst, "__shrike_suppose_ordered");
    if (t->tso && drains(inst)) call_plain(t, inst, "__shrike_fence");
    if (is_private(pointer)) return;
    at(t, inst);
    LLVMValueRef size = LLVMConstInt(t->word, LLVMStoreSizeOfType(t->layout, type), 0);
    kind |= kind_of_access(t, inst, type);
    if (t->tso && load) {
        LLVMSetOperand(inst, 0, call_load(t, pointer, size, kind));
    } else if (t->tso && !drains(inst)) {
        call_point(t, "__shrike_store", pointer, size, kind);
        call_stored(t, inst, pointer, size, false);
    } else {
        call_point(t, "__shrike_point", pointer, size, kind);
        order_access(t, inst, pointer, size, kind);
    }
}

/* With store buffers it reads first. */
static void copy_buffered(struct threading *t, LLVMValueRef call, LLVMValueRef size, bool reads, bool writes) {
    LLVMValueRef to = LLVMGetOperand(call, 0);
    uint32_t wide = is_torn_copy(t, size) ? ACCESS_WIDE : 0;
    if (reads) LLVMSetOperand(call, 1, call_load(t, LLVMGetOperand(call, 1), size, ACCESS_READ | wide));
    if (!writes) return;
    call_point(t, "__shrike_store", to, size, ACCESS_WRITE | wide);
    call_stored(t, call, to, size, true);
}

/* A copy reads and writes in one step. */
static void add_copy(struct threading *t, LLVMValueRef call) {
    LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
    bool reads = !is_intrinsic(call, "llvm.memset.") && !is_private(from), writes = !is_private(to);
    if (!reads && !writes) return;
    at(t, call);
    LLVMValueRef size = LLVMBuildZExtOrBitCast(t->builder, LLVMGetOperand(call, 2), t->word, "");
    if (t->tso) return copy_buffered(t, call, size, reads, writes);
    uint32_t wide = is_torn_copy(t, size) ? ACCESS_WIDE : 0;
    call_point(t, "__shrike_point", writes ? to : from, size, wide | (writes ? ACCESS_WRITE : ACCESS_READ));
    if (reads && writes) call_point(t, "__shrike_touch", from, size, ACCESS_READ | wide);
    if (t->weak && reads) call_point(t, "__shrike_plain", from, size, ACCESS_READ);
    if (t->weak && writes) call_point(t, "__shrike_plain", to, size, ACCESS_WRITE);
}

/* Calls that only native programs have (replay/build.c), or that protection and we have put in. */
static bool is_instrumentation(const char *name) {
    static const char *const prefixes[] = {PROTECT_PREFIX, "__shrike_", "__ubsan_",
                                           "__asan_",      "__msan_",   "__sanitizer_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (str_starts(name, prefixes[i])) return true;
    return false;
}

/* Those, and what has points of its own. */
static bool is_ours(const char *name) { return is_instrumentation(name) || str_starts(name, "__VERIFIER_"); }

static bool is_among(const char *name, const char *const *names, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

/* Functions of the library whose effects other threads cannot see: what they allocate is new. */
static bool is_unseen(const char *name) {
    static const char *const names[] = {"malloc", "calloc", "aligned_alloc", "memalign", "alloca",
                                        "sleep",  "usleep", "abs",           "labs"};
    return is_among(name, names, sizeof names / sizeof *names) || str_starts(name, "__VERIFIER_nondet_") ||
           known_only(known_by_name(name), KNOWN_PURE);
}

/* Does the library function call functions of the program? */
static bool calls_back(LLVMValueRef call, const char *name) {
    static const char *const names[] = {"qsort",   "qsort_r", "bsearch", "lfind",  "lsearch",
                                        "tsearch", "tfind",   "twalk",   "tdelete"};
    if (is_among(name, names, sizeof names / sizeof *names)) return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMIsAFunction(LLVMGetOperand(call, i))) return true;
    return false;
}

/* The execution goes on only if the argument is not zero: others may do something before it does not. */
static void add_assume(struct threading *t, LLVMValueRef call) {
    LLVMValueRef cond = LLVMGetOperand(call, 0);
    if (LLVMGetTypeKind(LLVMTypeOf(cond)) != LLVMIntegerTypeKind) return;
    at(t, call);
    LLVMValueRef holds = LLVMBuildICmp(t->builder, LLVMIntNE, cond, LLVMConstNull(LLVMTypeOf(cond)), "");
    call_point(t, "__shrike_point", LLVMConstNull(t->ptr), LLVMBuildZExt(t->builder, holds, t->word, ""),
               ACCESS_ASSUME);
}

static void add_anything(struct threading *t, LLVMValueRef inst, uint32_t more) {
    at(t, inst);
    call_point(t, "__shrike_point", LLVMConstNull(t->ptr), LLVMConstInt(t->word, 0, 0), ACCESS_ANYTHING | more);
    if (t->weak && !(more & ACCESS_LOCK))
        emit_call(t->module, t->builder, "__shrike_order_library", t->nothing, NULL, 0);
}

/* Does the call have no memory of the program to look at? Streams have locks. */
static bool is_apart(LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef arg = LLVMGetOperand(call, i);
        bool text = LLVMIsAGlobalVariable(arg) && LLVMIsGlobalConstant(arg);
        if (LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMPointerTypeKind && !text) return false;
    }
    return true;
}

/* What the program's functions do meanwhile is part of the step. */
static void add_atomic(struct threading *t, LLVMValueRef call) {
    add_anything(t, call, 0); /* a thread that stands before an atomic section is not looked at for races */
    emit_call(t->module, t->builder, atomic_begin(t), t->nothing, NULL, 0);
    call_point(t, "__shrike_point", LLVMConstNull(t->ptr), LLVMConstInt(t->word, 0, 0), ACCESS_ANYTHING);
    if (t->weak) emit_call(t->module, t->builder, "__shrike_order_library", t->nothing, NULL, 0);
    at(t, LLVMGetNextInstruction(call));
    emit_call(t->module, t->builder, atomic_end(t), t->nothing, NULL, 0);
}

/* Arguments that are passed by value are read. */
static void add_passed(struct threading *t, LLVMValueRef call) {
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMAttributeRef how = LLVMGetCallSiteEnumAttribute(call, i + 1, byval);
        if (!how || is_private(LLVMGetOperand(call, i))) continue;
        at(t, call);
        LLVMValueRef size = LLVMConstInt(t->word, LLVMABISizeOfType(t->layout, LLVMGetTypeAttributeValue(how)), 0);
        uint32_t kind = ACCESS_READ | (is_torn_copy(t, size) ? ACCESS_WIDE : 0);
        if (t->tso) LLVMSetOperand(call, i, call_load(t, LLVMGetOperand(call, i), size, kind));
        else call_point(t, "__shrike_point", LLVMGetOperand(call, i), size, kind);
        if (t->weak) call_point(t, "__shrike_plain", LLVMGetOperand(call, i), size, ACCESS_READ);
    }
}

static const char *text_of(LLVMValueRef assembly) {
    size_t len = 0;
    const char *text = LLVMGetInlineAsmAsmString(assembly, &len);
    return len ? text : NULL;
}

/* Does it surely wait for the thread's stores? What else it may do to memory, it finds them there (a premise). */
static bool is_locked(const char *text) {
    return str_starts(text, "mfence") || str_starts(text, "lock ") || str_starts(text, "lock;") ||
           str_starts(text, "lock\n") || str_starts(text, "lock\t");
}

static void add_assembly(struct threading *t, LLVMValueRef call, const char *text) {
    bool locked = is_locked(text);
    if (t->tso) call_plain(t, call, locked ? "__shrike_fence" : "__shrike_buffer_library");
    add_anything(t, call, 0);
}

static void add_free(struct threading *t, LLVMValueRef call) {
    LLVMValueRef block = LLVMGetOperand(call, 0);
    at(t, call);
    call_point(t, "__shrike_point", block, LLVMConstInt(t->word, 0, 0), ACCESS_WRITE | ACCESS_WHOLE);
    if (t->tso) emit_call(t->module, t->builder, "__shrike_forget_block", t->nothing, &block, 1);
    if (t->weak) emit_call(t->module, t->builder, "__shrike_order_free", t->nothing, &block, 1);
}

static void call_forget(struct threading *t, LLVMValueRef before, LLVMValueRef pointer, LLVMValueRef size) {
    LLVMValueRef args[2] = {pointer, size};
    at(t, before);
    emit_call(t->module, t->builder, t->tso ? "__shrike_forget" : "__shrike_order_forget", t->nothing, args, 2);
}

/* A variable comes to its end. */
static void add_forget(struct threading *t, LLVMValueRef before, LLVMValueRef pointer) {
    while (LLVMIsABitCastInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
    if (!LLVMIsAAllocaInst(pointer) || is_private(pointer)) return;
    at(t, before);
    LLVMValueRef one = LLVMConstInt(t->word, LLVMABISizeOfType(t->layout, LLVMGetAllocatedType(pointer)), 0);
    LLVMValueRef count = LLVMBuildZExtOrBitCast(t->builder, LLVMGetOperand(pointer, 0), t->word, "");
    call_forget(t, before, pointer, LLVMBuildMul(t->builder, one, count, ""));
}

/* What functions of the library do to memory, they do not know of stores that are held back. */
static void settle_library(struct threading *t, LLVMValueRef call, const char *name) {
    if (t->tso && !is_instrumentation(name) && !is_apart(call)) call_plain(t, call, "__shrike_buffer_library");
}

/* ---- functions of the library whose accesses are known ----------------------------------------------- */

/* A state that threads share, as a variable of one byte that has its name. */
static void add_hidden(struct threading *t, LLVMValueRef call, const char *name) {
    static const struct {
        const char *name, *state;
        uint32_t kind;
    } hidden[] = {
#define HIDDEN(name, group, kind) {#name, ACCESS_STATE_OF #group, kind},
#include "front/define/hidden.def"
#undef HIDDEN
    };
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        if (strcmp(hidden[i].name, name) != 0) continue;
        LLVMTypeRef byte = LLVMInt8TypeInContext(t->llvm);
        LLVMValueRef state = LLVMGetNamedGlobal(t->module, hidden[i].state), one = LLVMConstInt(t->word, 1, 0);
        if (!state) {
            state = LLVMAddGlobal(t->module, byte, hidden[i].state);
            LLVMSetInitializer(state, LLVMConstNull(byte));
            LLVMSetLinkage(state, LLVMInternalLinkage);
        }
        at(t, call);
        call_point(t, "__shrike_point", state, one, hidden[i].kind);
        if (t->weak) call_point(t, "__shrike_plain", state, one, hidden[i].kind);
    }
}

/* C lets them be unsafe, and glibc has them safe. */
static void suppose_locks(struct threading *t, LLVMValueRef call, const char *name) {
    static const char *const names[] = {"rand", "srand", "random", "srandom", "strerror", "strsignal"};
    if (is_among(name, names, sizeof names / sizeof *names)) call_plain(t, call, "__shrike_suppose_locks");
}

/* Functions that read or write this many bytes, and nothing else: -1 is no argument. */
struct block_function {
    const char *name;
    int to, from, other, size;
};

static const struct block_function *block_function(LLVMValueRef call, const char *name) {
    static const struct block_function all[] = {
        {"memset", 0, -1, -1, 2}, {"bzero", 0, -1, -1, 1}, {"memcpy", 0, 1, -1, 2}, {"memmove", 0, 1, -1, 2},
        {"mempcpy", 0, 1, -1, 2}, {"bcopy", 1, 0, -1, 2},  {"memcmp", -1, 0, 1, 2}, {"bcmp", -1, 0, 1, 2},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0 && LLVMGetNumArgOperands(call) == (unsigned)all[i].size + 1) return &all[i];
    return NULL;
}

/* Where two places are read, either may be constant, and no point. */
static void add_block(struct threading *t, LLVMValueRef call, const struct block_function *f) {
    int reads_at = f->to >= 0 ? f->from : f->other;
    LLVMValueRef first = LLVMGetOperand(call, (unsigned)(f->to >= 0 ? f->to : f->from));
    LLVMValueRef second = reads_at >= 0 ? LLVMGetOperand(call, (unsigned)reads_at) : NULL;
    at(t, call);
    LLVMValueRef size = LLVMBuildZExtOrBitCast(t->builder, LLVMGetOperand(call, (unsigned)f->size), t->word, "");
    uint32_t reads = ACCESS_READ | (is_torn_copy(t, size) ? ACCESS_WIDE : 0),
             kind = reads | (f->to >= 0 ? ACCESS_WRITE : ACCESS_READ);
    call_point(t, "__shrike_point", first, size, kind);
    if (f->other >= 0) call_point(t, "__shrike_point", second, size, reads);
    if (f->other >= 0) call_point(t, "__shrike_touch", first, size, kind);
    else if (second) call_point(t, "__shrike_touch", second, size, reads);
    if (t->weak && second) call_point(t, "__shrike_plain", second, size, ACCESS_READ);
    if (t->weak) call_point(t, "__shrike_plain", first, size, kind & ACCESS_WRITE);
}

/* Functions that surely write a text where an argument points, or read one; what else they do is not known. */
static int text_written(LLVMValueRef call, const char *name) {
    static const char *const names[] = {"strcpy", "stpcpy", "sprintf", "vsprintf"};
    if (is_among(name, names, sizeof names / sizeof *names)) return 0;
    LLVMValueRef size = LLVMGetNumArgOperands(call) > 1 ? LLVMGetOperand(call, 1) : NULL;
    bool sized = strcmp(name, "snprintf") == 0 || strcmp(name, "vsnprintf") == 0;
    return sized && size && LLVMIsAConstantInt(size) && !LLVMIsNull(size) ? 0 : -1;
}

static int text_read(const char *name) {
    if (strcmp(name, "strlen") == 0 || strcmp(name, "strdup") == 0) return 0;
    return strcmp(name, "strcpy") == 0 || strcmp(name, "stpcpy") == 0 ? 1 : -1;
}

static void touch_text(struct threading *t, LLVMValueRef text, uint32_t kind) {
    LLVMValueRef args[2] = {text, LLVMConstInt(t->i32, kind, 0)};
    emit_call(t->module, t->builder, "__shrike_touch_text", t->nothing, args, 2);
}

/* False: it is no such function. */
static bool add_text(struct threading *t, LLVMValueRef call, const char *name) {
    int to = text_written(call, name), from = text_read(name), first = to >= 0 ? to : from;
    if (first < 0) return false;
    at(t, call);
    call_point(t, "__shrike_point", LLVMGetOperand(call, (unsigned)first), LLVMConstInt(t->word, 1, 0),
               to >= 0 ? ACCESS_WRITE : ACCESS_READ);
    call_point(t, "__shrike_touch", LLVMConstNull(t->ptr), LLVMConstInt(t->word, 0, 0), ACCESS_ANYTHING);
    if (from >= 0) touch_text(t, LLVMGetOperand(call, (unsigned)from), ACCESS_READ);
    if (t->weak) emit_call(t->module, t->builder, "__shrike_order_library", t->nothing, NULL, 0);
    at(t, LLVMGetNextInstruction(call));
    if (to >= 0) touch_text(t, LLVMGetOperand(call, (unsigned)to), ACCESS_WRITE);
    return true;
}

/* A function of ours, or one without a definition, may do anything, in one step. */
static void add_library(struct threading *t, LLVMValueRef call, const char *name) {
    known_set effects = known_by_name(name);
    const struct block_function *block = block_function(call, name);
    add_hidden(t, call, name);
    suppose_locks(t, call, name);
    if (effects & (KNOWN_ASSUMES | KNOWN_ASSERTS) && LLVMGetNumArgOperands(call)) add_assume(t, call);
    else if (effects & (KNOWN_ENDS | KNOWN_ERROR | KNOWN_FAILS | KNOWN_ABORTS)) add_anything(t, call, ACCESS_LOCK);
    else if (is_ours(name) || is_unseen(name)) return;
    else if (calls_back(call, name)) add_atomic(t, call);
    else if (block) add_block(t, call, block);
    else if (add_text(t, call, name)) return;
    else add_anything(t, call, is_apart(call) ? ACCESS_LOCK : 0);
}

static void add_call(struct threading *t, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    add_passed(t, call);
    if (LLVMIsAInlineAsm(callee) && text_of(callee)) add_assembly(t, call, text_of(callee));
    if (!LLVMIsAFunction(callee)) return;
    const char *name = name_of(callee);
    if (is_memory_intrinsic(call)) {
        add_copy(t, call);
    } else if (strcmp(name, "free") == 0 && LLVMGetNumArgOperands(call) == 1) {
        add_free(t, call);
    } else if (is_intrinsic(call, "llvm.va_") || is_intrinsic(call, "llvm.stackrestore")) {
        if (t->tso) call_plain(t, call, "__shrike_buffer_library");
    } else if (is_intrinsic(call, "llvm.lifetime.end")) {
        if (t->tso || t->weak) add_forget(t, call, LLVMGetOperand(call, 1));
    } else if (!str_starts(name, "llvm.") && (LLVMIsDeclaration(callee) || known_by_name(name) & KNOWN_OWN)) {
        settle_library(t, call, name);
        add_library(t, call, name);
    }
}

/* Its parameters that are objects, and its variables, end with a function. */
static void forget_all(struct threading *t, LLVMValueRef ret) {
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(ret));
    for (unsigned i = 0; i < LLVMCountParams(fn); i++) {
        LLVMAttributeRef how = LLVMGetEnumAttributeAtIndex(fn, i + 1, byval);
        if (how)
            call_forget(t, ret, LLVMGetParam(fn, i),
                        LLVMConstInt(t->word, LLVMABISizeOfType(t->layout, LLVMGetTypeAttributeValue(how)), 0));
    }
    for (LLVMValueRef in = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)); in; in = LLVMGetNextInstruction(in))
        if (LLVMIsAAllocaInst(in)) add_forget(t, ret, in);
}

/* The program ends where main does, whatever other threads do. */
static void add_return(struct threading *t, LLVMValueRef inst) {
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
    if (strcmp(name_of(fn), "main") == 0) add_anything(t, inst, ACCESS_LOCK);
}

static void add_fence(struct threading *t, LLVMValueRef inst) {
    char *text = LLVMPrintValueToString(inst);
    if (t->tso && strstr(text, "seq_cst") && !strstr(text, "singlethread")) call_plain(t, inst, "__shrike_fence");
    LLVMDisposeMessage(text);
}

static void add_at(struct threading *t, LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad: add_point(t, inst, LLVMGetOperand(inst, 0), LLVMTypeOf(inst), ACCESS_READ); break;
    case LLVMStore:
        add_point(t, inst, LLVMGetOperand(inst, 1), LLVMTypeOf(LLVMGetOperand(inst, 0)), ACCESS_WRITE);
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        add_point(t, inst, LLVMGetOperand(inst, 0), LLVMTypeOf(LLVMGetOperand(inst, 1)), ACCESS_WRITE | ACCESS_ATOMIC);
        break;
    case LLVMCall: add_call(t, inst); break;
    case LLVMFence: add_fence(t, inst); break;
    case LLVMRet:
        if (t->tso || t->weak) forget_all(t, inst);
        add_return(t, inst);
        break;
    default: break;
    }
}

/* Nothing that is added is looked at. */
static void add_points(struct threading *t, LLVMValueRef fn) {
    value_list all = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef in = LLVMGetFirstInstruction(b); in; in = LLVMGetNextInstruction(in)) vec_push(&all, in);
    for (uint32_t i = 0; i < all.len; i++) add_at(t, all.data[i]);
    vec_release(&all);
}

/* ---- thread-local variables -------------------------------------------------------------------------- */

/* What the variable is in a new thread. */
static LLVMValueRef first_value(struct threading *t, LLVMValueRef global) {
    LLVMValueRef image = LLVMAddGlobal(t->module, LLVMGlobalGetValueType(global), "__shrike_thread_image");
    LLVMSetInitializer(image, LLVMGetInitializer(global));
    LLVMSetLinkage(image, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(image, 1);
    return image;
}

/* The first thread has the variable itself, the others copies (runtime/threads.c). */
static void replace_address(struct threading *t, LLVMValueRef call, LLVMValueRef global, LLVMValueRef image) {
    at(t, call);
    LLVMValueRef size = LLVMConstInt(t->word, LLVMABISizeOfType(t->layout, LLVMGlobalGetValueType(global)), 0);
    LLVMValueRef args[3] = {global, image, size};
    LLVMReplaceAllUsesWith(call, emit_call(t->module, t->builder, "__shrike_thread_local", t->ptr, args, 3));
    LLVMInstructionEraseFromParent(call);
}

static void share_local(struct threading *t, LLVMValueRef global) {
    if (!LLVMIsThreadLocal(global) || !LLVMGetInitializer(global)) return;
    value_list calls = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(global); u; u = LLVMGetNextUse(u))
        if (is_intrinsic(LLVMGetUser(u), "llvm.threadlocal.address")) vec_push(&calls, LLVMGetUser(u));
    LLVMValueRef image = calls.len ? first_value(t, global) : NULL;
    for (uint32_t i = 0; i < calls.len; i++) replace_address(t, calls.data[i], global, image);
    LLVMSetThreadLocal(global, 0);
    vec_release(&calls);
}

/* ---- atomic functions -------------------------------------------------------------------------------- */

static LLVMValueRef first_of(LLVMValueRef fn) {
    LLVMValueRef inst = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
    while (LLVMIsAAllocaInst(inst)) inst = LLVMGetNextInstruction(inst);
    return inst;
}

static void make_atomic(struct threading *t, LLVMValueRef fn) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (!last || !LLVMIsAReturnInst(last)) continue;
        at(t, last);
        emit_call(t->module, t->builder, atomic_end(t), t->nothing, NULL, 0);
    }
    at(t, first_of(fn));
    emit_call(t->module, t->builder, atomic_begin(t), t->nothing, NULL, 0);
}

/* ---- the module -------------------------------------------------------------------------------------- */

/* Is the address of a library function taken? Which calls go to it cannot be seen here. */
static bool is_library_value(LLVMValueRef fn) {
    if (!LLVMIsDeclaration(fn) || str_starts(name_of(fn), "llvm.") || str_starts(name_of(fn), "__shrike_"))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        if (!LLVMIsACallInst(LLVMGetUser(u)) || LLVMGetCalledValue(LLVMGetUser(u)) != fn) return true;
    return false;
}

static void suppose_values(struct threading *t, LLVMValueRef first) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(t->module); fn; fn = LLVMGetNextFunction(fn)) {
        if (!is_library_value(fn)) continue;
        at(t, first);
        emit_suppose_here(t->module, t->builder,
                          "functions of the library that are called through pointers find all stores in memory");
        return;
    }
}

/* Where there is one thread, no other thread comes in between anyhow. */
static void drop_sections(LLVMModuleRef module) {
    static const char *const names[] = {"__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(module, names[i]);
        if (!fn || !LLVMIsDeclaration(fn)) continue;
        for (LLVMUseRef u = LLVMGetFirstUse(fn), next; u; u = next) {
            LLVMValueRef call = LLVMGetUser(u);
            next = LLVMGetNextUse(u);
            bool plain = LLVMIsACallInst(call) && LLVMGetCalledValue(call) == fn &&
                         LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
            if (plain) LLVMInstructionEraseFromParent(call);
        }
    }
}

void threads_define(const struct front_input *input, LLVMModuleRef module) {
    if (!creates_threads(module)) drop_sections(module);
    if (!creates_threads(module) || !emit_first_time(module, "shrike.threads")) return;
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    struct threading t = {module,
                          llvm,
                          LLVMCreateBuilderInContext(llvm),
                          layout,
                          LLVMVoidTypeInContext(llvm),
                          LLVMInt32TypeInContext(llvm),
                          LLVMIntPtrTypeInContext(llvm, layout),
                          LLVMPointerTypeInContext(llvm, 0),
                          input->tso,
                          false,
                          false};
    find_orders(&t);
    value_list defined = {0};
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn)) vec_push(&defined, fn);
    rename_models(&t);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) share_local(&t, g);
    for (uint32_t i = 0; i < defined.len; i++) {
        add_points(&t, defined.data[i]);
        if (str_starts(name_of(defined.data[i]), "__VERIFIER_atomic_")) make_atomic(&t, defined.data[i]);
    }
    LLVMValueRef entry = LLVMGetNamedFunction(module, "main");
    if (t.tso && entry && !LLVMIsDeclaration(entry)) suppose_values(&t, first_of(entry));
    vec_release(&defined);
    LLVMDisposeBuilder(t.builder);
}
