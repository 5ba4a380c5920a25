#include "front/native/instrument.h"

#include <assert.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/context.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/checks/bools.h"
#include "front/checks/lifetimes.h"
#include "front/compile/module.h"
#include "front/llvm/emit.h"
#include "front/llvm/escape.h"
#include "front/llvm/outside.h"
#include "front/llvm/variable.h"
#include "front/native/instrumenter.h"
#include "front/passes.h"

static const char *name_of(LLVMValueRef v) {
    size_t len;
    return LLVMGetValueName2(v, &len);
}

static void rename_value(LLVMValueRef v, const char *name) { LLVMSetValueName2(v, name, strlen(name)); }

/* Of a function of the replay library. */
LLVMValueRef instrument_call(struct instrumenter *in, const char *name, LLVMTypeRef result, LLVMValueRef *args,
                             unsigned n) {
    return emit_call(in->module, in->builder, name, result, args, n);
}

void instrument_at(struct instrumenter *in, LLVMValueRef before, LLVMMetadataRef place) {
    assert(LLVMIsAInstruction(before));
    LLVMPositionBuilderBefore(in->builder, before);
    if (!place) {
        LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(before));
        LLVMMetadataRef sub = LLVMGetSubprogram(fn);
        if (sub) place = LLVMDIBuilderCreateDebugLocation(in->llvm, LLVMDISubprogramGetLine(sub), 0, sub, NULL);
    }
    LLVMSetCurrentDebugLocation2(in->builder, place);
}

/* ---- sites: struct { name, line, instances }, one for each place ------------------------ */

static LLVMValueRef make_site(struct instrumenter *in, const char *name, unsigned line) {
    LLVMValueRef text = LLVMConstStringInContext2(in->llvm, name, strlen(name), 0);
    LLVMValueRef held = LLVMAddGlobal(in->module, LLVMTypeOf(text), "__shrike_name");
    LLVMSetInitializer(held, text);
    LLVMValueRef fields[3] = {held, LLVMConstInt(in->i32, line, 0), LLVMConstInt(in->i32, 0, 0)};
    LLVMValueRef value = LLVMConstStructInContext(in->llvm, fields, 3, 0);
    LLVMValueRef site = LLVMAddGlobal(in->module, LLVMTypeOf(value), "__shrike_site");
    LLVMSetInitializer(site, value);
    LLVMSetLinkage(held, LLVMInternalLinkage);
    LLVMSetLinkage(site, LLVMInternalLinkage);
    return site;
}

/* ---- local variables ------------------------------------------------------------------------ */

static LLVMValueRef alloca_site(struct instrumenter *in, const value_list *declares, LLVMValueRef inst) {
    struct str name = {0};
    unsigned line = variable_describe(declares, inst, &name);
    LLVMValueRef site = make_site(in, str_text(&name), line);
    str_release(&name);
    return site;
}

static void call_fill(struct instrumenter *in, LLVMValueRef inst, LLVMValueRef site) {
    LLVMTypeRef type = LLVMGetAllocatedType(inst);
    LLVMValueRef one = LLVMConstInt(in->word, LLVMABISizeOfType(in->layout, type), 0);
    LLVMValueRef count = LLVMBuildZExtOrBitCast(in->builder, LLVMGetOperand(inst, 0), in->word, "");
    LLVMValueRef args[3] = {inst, LLVMBuildMul(in->builder, one, count, ""), site};
    instrument_call(in, "__shrike_fill", in->nothing, args, 3);
}

/* The first instruction of the entry block that is not an alloca. */
static LLVMValueRef after_allocas(LLVMValueRef inst) {
    while (LLVMIsAAllocaInst(inst)) inst = LLVMGetNextInstruction(inst);
    return inst;
}

/* Where the variable's life begins: at each marker, else when it is made. */
static void fill_alloca(struct instrumenter *in, const value_list *declares, LLVMValueRef inst) {
    LLVMTypeRef count_type = LLVMTypeOf(LLVMGetOperand(inst, 0));
    if (LLVMGetIntTypeWidth(count_type) > LLVMGetIntTypeWidth(in->word)) return;
    LLVMValueRef site = alloca_site(in, declares, inst);
    value_list starts = {0};
    variable_starts(inst, &starts);
    for (uint32_t i = 0; i < starts.len; i++) {
        instrument_at(in, LLVMGetNextInstruction(starts.data[i]), LLVMInstructionGetDebugLoc(starts.data[i]));
        call_fill(in, inst, site);
    }
    if (starts.len == 0) {
        instrument_at(in, after_allocas(inst), LLVMInstructionGetDebugLoc(inst));
        call_fill(in, inst, site);
    }
    vec_release(&starts);
}

/* ---- calls -------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *ours;
    unsigned nargs;
} allocators[] = {
    {"malloc", "__shrike_malloc", 1},          {"calloc", "__shrike_calloc", 2},
    {"realloc", "__shrike_realloc", 2},        {"aligned_alloc", "__shrike_aligned_alloc", 2},
    {"memalign", "__shrike_aligned_alloc", 2},
};

/* Blocks made on one line are counted together, as the engine does. */
static LLVMValueRef block_site(struct instrumenter *in, const char *name, unsigned line) {
    struct str key = {0};
    str_addf(&key, "%s@%u", name, line);
    uint64_t *found = strmap_find(&in->block_sites, str_text(&key));
    LLVMValueRef site = found ? (LLVMValueRef)(uintptr_t)*found : make_site(in, name, line);
    if (!found) strmap_put(&in->block_sites, str_text(&key), (uint64_t)(uintptr_t)site);
    str_release(&key);
    return site;
}

/* A direct call of an allocator tells the library where it is. */
static void replace_allocation(struct instrumenter *in, LLVMValueRef call, LLVMValueRef callee) {
    if (!LLVMIsDeclaration(callee) || LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind) return;
    for (size_t i = 0; i < sizeof allocators / sizeof *allocators; i++) {
        unsigned n = allocators[i].nargs;
        if (strcmp(name_of(callee), allocators[i].name) != 0 || LLVMGetNumArgOperands(call) != n) continue;
        LLVMMetadataRef place = LLVMInstructionGetDebugLoc(call);
        LLVMValueRef args[3];
        instrument_at(in, call, place);
        for (unsigned k = 0; k < n; k++) {
            LLVMValueRef arg = LLVMGetOperand(call, k);
            bool number = LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMIntegerTypeKind;
            args[k] = number ? LLVMBuildIntCast2(in->builder, arg, in->word, 0, "") : arg;
        }
        args[n] = block_site(in, allocators[i].name, place ? LLVMDILocationGetLine(place) : 0);
        LLVMValueRef made = instrument_call(in, allocators[i].ours, in->ptr, args, n + 1);
        LLVMReplaceAllUsesWith(call, made);
        LLVMInstructionEraseFromParent(call);
        return;
    }
}

/* A call whose result is not used is left out even without optimisation, if it is said to have no effect: but it may be
 * an error. */
static const char *const effects[] = {"memory", "willreturn"};
enum { EFFECTS = sizeof effects / sizeof *effects };

static void keep_calls_of(LLVMValueRef fn) {
    for (size_t i = 0; i < EFFECTS; i++)
        LLVMRemoveEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                       LLVMGetEnumAttributeKindForName(effects[i], strlen(effects[i])));
}

static void keep_call(LLVMValueRef call) {
    for (size_t i = 0; i < EFFECTS; i++)
        LLVMRemoveCallSiteEnumAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                        LLVMGetEnumAttributeKindForName(effects[i], strlen(effects[i])));
}

static void hook_call(struct instrumenter *in, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    keep_call(call);
    if (in->what & INSTRUMENT_ADDRESS) instrument_passing(in, call);
    if (in->what & INSTRUMENT_ADDRESS && in->input->checks.call) instrument_call_type(in, call, callee);
    if (LLVMIsAFunction(callee)) {
        if (in->what & INSTRUMENT_ADDRESS) instrument_library_call(in, call, callee);
        if (LLVMIsACallInst(call)) replace_allocation(in, call, callee);
    } else if (!LLVMIsAInlineAsm(callee) && LLVMGetTypeKind(LLVMTypeOf(callee)) == LLVMPointerTypeKind) {
        instrument_at(in, call, LLVMInstructionGetDebugLoc(call));
        instrument_call(in, "__shrike_call", in->nothing, &callee, 1);
    }
}

/* A whole variable of this function or the program: nothing can be wrong. */
static bool is_variable(struct instrumenter *in, LLVMValueRef pointer, uint64_t size) {
    LLVMTypeRef type = NULL;
    if (LLVMIsAAllocaInst(pointer) && LLVMIsConstant(LLVMGetOperand(pointer, 0))) type = LLVMGetAllocatedType(pointer);
    if (LLVMIsAGlobalVariable(pointer)) type = LLVMGlobalGetValueType(pointer);
    return type && LLVMTypeIsSized(type) && size <= LLVMABISizeOfType(in->layout, type);
}

/* AddressSanitizer does not see when an access far out of an object hits another, and
 * takes addresses for aligned without a check. */
static void hook_access(struct instrumenter *in, LLVMValueRef inst, LLVMValueRef pointer, LLVMTypeRef type) {
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != 0) return;
    uint64_t size = LLVMStoreSizeOfType(in->layout, type);
    if (is_variable(in, pointer, size)) return;
    if (LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic) LLVMSetAlignment(inst, 1);
    LLVMValueRef args[3] = {instrument_base(pointer), pointer, LLVMConstInt(in->word, size, 0)};
    instrument_at(in, inst, LLVMInstructionGetDebugLoc(inst));
    instrument_call(in, "__shrike_access", in->nothing, args, 3);
}

/* Copies of blocks and atomic operations, which UBSan does not look at. */
static void hook_alignment(struct instrumenter *in, LLVMValueRef inst, LLVMValueRef pointer, unsigned align) {
    if (align <= 1) return;
    instrument_at(in, inst, LLVMInstructionGetDebugLoc(inst));
    LLVMValueRef args[2] = {pointer, LLVMConstInt(in->word, align - 1, 0)};
    instrument_call(in, "__shrike_align", in->nothing, args, 2);
}

static void hook_copy(struct instrumenter *in, LLVMValueRef call) {
    unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
    for (unsigned i = 0; i < 2; i++) {
        LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
        if (align) hook_alignment(in, call, LLVMGetOperand(call, i), (unsigned)LLVMGetEnumAttributeValue(align));
    }
}

static void hook_atomic(struct instrumenter *in, LLVMValueRef inst) {
    bool store = LLVMIsAStoreInst(inst) != NULL, plain = store || LLVMIsALoadInst(inst);
    if (plain && LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic) return;
    if (in->input->checks.align) hook_alignment(in, inst, LLVMGetOperand(inst, store), LLVMGetAlignment(inst));
    if (!in->input->checks.boolean || !bools_is_atomic(inst)) return;
    instrument_at(in, LLVMGetNextInstruction(inst), LLVMInstructionGetDebugLoc(inst));
    LLVMValueRef value = LLVMBuildZExt(in->builder, inst, in->i32, "");
    instrument_call(in, "__shrike_bool", in->nothing, &value, 1);
}

static void hook_unseen(struct instrumenter *in, LLVMValueRef inst) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    if (op == LLVMLoad || op == LLVMStore || op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg) hook_atomic(in, inst);
    bool copy = is_intrinsic(inst, "llvm.memcpy.") || is_intrinsic(inst, "llvm.memmove.");
    if (copy && in->input->checks.align) hook_copy(in, inst);
}

/* ---- uses of undefined values that MemorySanitizer does not look at ------------------------ */

static bool is_scalar(LLVMValueRef value) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    return kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
           kind == LLVMX86_FP80TypeKind || kind == LLVMPointerTypeKind;
}

/* The value must be defined before `inst`. */
static void check_defined(struct instrumenter *in, LLVMValueRef inst, LLVMValueRef value) {
    if (LLVMIsConstant(value) || !is_scalar(value)) return;
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
    instrument_at(in, first, LLVMInstructionGetDebugLoc(first));
    LLVMValueRef room = LLVMBuildAlloca(in->builder, LLVMTypeOf(value), "");
    instrument_at(in, inst, LLVMInstructionGetDebugLoc(inst));
    LLVMBuildStore(in->builder, value, room);
    uint64_t size = LLVMStoreSizeOfType(in->layout, LLVMTypeOf(value));
    LLVMValueRef args[2] = {room, LLVMConstInt(in->word, size, 0)};
    instrument_call(in, "__msan_check_mem_is_initialized", in->nothing, args, 2);
}

/* Addresses and length of a block; of a fill, not the byte. */
static bool is_block(const char *name, bool *fill) {
    *fill = str_starts(name, "llvm.memset.");
    return *fill || str_starts(name, "llvm.memcpy.") || str_starts(name, "llvm.memmove.");
}

/* What leaves the program, and what decides where and how much it reads and writes. */
static void hook_uses(struct instrumenter *in, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    bool direct = LLVMIsAFunction(callee), fill = false;
    if (LLVMIsAInlineAsm(callee) || (direct && !LLVMIsDeclaration(callee))) return;
    if (!direct) {
        check_defined(in, call, callee);
        return;
    }
    bool block = is_block(name_of(callee), &fill);
    if (str_starts(name_of(callee), "llvm.") && !block) return;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (!fill || i != 1) check_defined(in, call, LLVMGetOperand(call, i));
}

static bool is_entry(const struct instrumenter *in, LLVMValueRef fn) {
    return strcmp(name_of(fn), in->input->entry ? in->input->entry : "main") == 0;
}

static void hook_undefined(struct instrumenter *in, LLVMValueRef fn, LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMCall:
    case LLVMInvoke: hook_uses(in, inst); break;
    case LLVMAlloca:
    case LLVMSwitch: check_defined(in, inst, LLVMGetOperand(inst, 0)); break;
    case LLVMRet:
        if (LLVMGetNumOperands(inst) && is_entry(in, fn)) check_defined(in, inst, LLVMGetOperand(inst, 0));
        break;
    default: break;
    }
}

/* ---- arithmetic: numbers as in replay/arithmetic.c ----------------------------------------- */

enum { CHECK_SHIFT_AMOUNT, CHECK_SIGNED_OVERFLOW };

static void call_check(struct instrumenter *in, LLVMValueRef wrong, unsigned kind) {
    LLVMValueRef args[2] = {LLVMBuildZExt(in->builder, wrong, in->i32, ""), LLVMConstInt(in->i32, kind, 0)};
    instrument_call(in, "__shrike_check", in->nothing, args, 2);
}

static void hook_shift(struct instrumenter *in, LLVMValueRef inst) {
    LLVMTypeRef type = LLVMTypeOf(inst);
    LLVMValueRef width = LLVMConstInt(type, LLVMGetIntTypeWidth(type), 0);
    instrument_at(in, inst, LLVMInstructionGetDebugLoc(inst));
    call_check(in, LLVMBuildICmp(in->builder, LLVMIntUGE, LLVMGetOperand(inst, 1), width, ""), CHECK_SHIFT_AMOUNT);
}

static void hook_overflow(struct instrumenter *in, LLVMValueRef inst, const char *intrinsic) {
    if (!LLVMGetNSW(inst)) return;
    LLVMTypeRef type = LLVMTypeOf(inst);
    unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(in->module, id, &type, 1);
    LLVMValueRef args[2] = {LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1)};
    instrument_at(in, inst, LLVMInstructionGetDebugLoc(inst));
    LLVMValueRef both = LLVMBuildCall2(in->builder, LLVMIntrinsicGetType(in->llvm, id, &type, 1), fn, args, 2, "");
    call_check(in, LLVMBuildExtractValue(in->builder, both, 1, ""), CHECK_SIGNED_OVERFLOW);
}

static void hook_arithmetic(struct instrumenter *in, LLVMValueRef inst) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    if (op == LLVMUnreachable) {
        instrument_at(in, inst, LLVMInstructionGetDebugLoc(inst));
        instrument_call(in, "__shrike_unreachable", in->nothing, NULL, 0);
        return;
    }
    if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMIntegerTypeKind) return;
    switch (op) {
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: hook_shift(in, inst); break;
    case LLVMAdd: hook_overflow(in, inst, "llvm.sadd.with.overflow"); break;
    case LLVMSub: hook_overflow(in, inst, "llvm.ssub.with.overflow"); break;
    case LLVMMul: hook_overflow(in, inst, "llvm.smul.with.overflow"); break;
    default: break;
    }
}

/* A computed goto to no label of the function. */
static void hook_goto(struct instrumenter *in, LLVMValueRef inst) {
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)), address = LLVMGetOperand(inst, 0);
    instrument_at(in, inst, LLVMInstructionGetDebugLoc(inst));
    LLVMValueRef wrong = LLVMConstInt(in->i32, 1, 0);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(inst); i++) {
        LLVMValueRef other =
            LLVMBuildICmp(in->builder, LLVMIntNE, address, LLVMBlockAddress(fn, LLVMGetSuccessor(inst, i)), "");
        wrong = LLVMBuildAnd(in->builder, wrong, LLVMBuildZExt(in->builder, other, in->i32, ""), "");
    }
    instrument_call(in, "__shrike_goto", in->nothing, &wrong, 1);
}

/* ---- functions ------------------------------------------------------------------------------------ */

static void collect(LLVMValueRef fn, value_list *insts) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) vec_push(insts, i);
}

static void hook_function(struct instrumenter *in, LLVMValueRef fn) {
    value_list insts = {0}, declares = {0};
    collect(fn, &insts);
    variable_declares(fn, &declares);
    for (uint32_t i = 0; i < insts.len; i++) {
        LLVMValueRef inst = insts.data[i];
        LLVMOpcode op = LLVMGetInstructionOpcode(inst);
        if (in->what & INSTRUMENT_MEMORY) hook_undefined(in, fn, inst);
        if (in->what & INSTRUMENT_ADDRESS) hook_unseen(in, inst);
        if (op == LLVMAlloca) fill_alloca(in, &declares, inst);
        else if (op == LLVMCall || op == LLVMInvoke) hook_call(in, inst);
        else if (op == LLVMLoad && (in->what & INSTRUMENT_ADDRESS))
            hook_access(in, inst, LLVMGetOperand(inst, 0), LLVMTypeOf(inst));
        else if (op == LLVMStore && (in->what & INSTRUMENT_ADDRESS))
            hook_access(in, inst, LLVMGetOperand(inst, 1), LLVMTypeOf(LLVMGetOperand(inst, 0)));
        else if (op == LLVMIndirectBr && (in->what & INSTRUMENT_ADDRESS)) hook_goto(in, inst);
        else if (in->what & INSTRUMENT_ARITHMETIC) hook_arithmetic(in, inst);
    }
    if (in->what & INSTRUMENT_ADDRESS) instrument_lists(in, fn), instrument_dynamic(in, fn);
    vec_release(&insts);
    vec_release(&declares);
}

static LLVMValueRef first_place(LLVMBasicBlockRef block) {
    LLVMValueRef inst = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(inst) || LLVMIsAAllocaInst(inst) || LLVMIsALandingPadInst(inst))
        inst = LLVMGetNextInstruction(inst);
    return inst;
}

/* Where the processor passed a variable argument, which is nothing of the program's. */
static bool is_vaarg(LLVMBasicBlockRef block) { return str_starts(LLVMGetBasicBlockName(block), "vaarg.in_"); }

static void trace_function(struct instrumenter *in, LLVMValueRef fn) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef number = LLVMConstInt(in->i32, in->blocks++, 0);
        if (is_vaarg(b)) continue;
        LLVMValueRef before = first_place(b);
        instrument_at(in, before, LLVMInstructionGetDebugLoc(before));
        instrument_call(in, "__shrike_trace", in->nothing, &number, 1);
    }
}

static bool has_attribute(LLVMValueRef fn, unsigned kind) {
    return LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) != NULL;
}

static void sanitize_function(struct instrumenter *in, LLVMValueRef fn) {
    const char *name = in->what & INSTRUMENT_ADDRESS ? "sanitize_address" : "sanitize_memory";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    if (has_attribute(fn, kind)) return;
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(in->llvm, kind, 0));
}

static bool is_naked(LLVMValueRef fn) { return has_attribute(fn, LLVMGetEnumAttributeKindForName("naked", 5)); }

/* ---- names ------------------------------------------------------------------------------------------ */

/* A call of an error function is an error whatever its body does. */
static void cut_error_function(struct instrumenter *in, LLVMValueRef fn) {
    struct str name = {0};
    str_add(&name, name_of(fn));
    rename_value(fn, "__shrike_unused");
    LLVMValueRef ours = LLVMAddFunction(in->module, name.data, LLVMGlobalGetValueType(fn));
    LLVMReplaceAllUsesWith(fn, ours);
    str_release(&name);
}

static void rename_functions(struct instrumenter *in) {
    static const char *const names[][2] = {{"fopen", "__shrike_fopen"},
                                           {"fopen64", "__shrike_fopen"},
                                           {"open", "__shrike_open"},
                                           {"open64", "__shrike_open"},
                                           {"freopen", "__shrike_freopen"},
                                           {"freopen64", "__shrike_freopen"},
                                           {"creat", "__shrike_creat"},
                                           {"unlink", "__shrike_unlink"},
                                           {"remove", "__shrike_unlink"},
                                           {"rename", "__shrike_rename"},
                                           {"stat", "__shrike_stat"},
                                           {"lstat", "__shrike_lstat"},
                                           {"fstat", "__shrike_fstat"},
                                           {"stat64", "__shrike_stat64"},
                                           {"lstat64", "__shrike_lstat64"},
                                           {"fstat64", "__shrike_fstat64"},
                                           /* The run's processes stay in its group, where they can be ended. */
                                           {"setsid", "__shrike_setsid"},
                                           {"setpgid", "__shrike_setpgid"},
                                           {"setpgrp", "__shrike_setpgrp"},
                                           {"daemon", "__shrike_daemon"},
                                           {"fork", "__shrike_fork"},
                                           {"vfork", "__shrike_fork"},
                                           /* The report needs its descriptor, even if the program closes all. */
                                           {"close", "__shrike_close"},
                                           /* What the outside decides comes from the test. */
                                           {"time", "__shrike_time"},
                                           {"clock", "__shrike_clock"},
                                           {"times", "__shrike_times"},
                                           {"clock_gettime", "__shrike_clock_gettime"},
                                           {"timespec_get", "__shrike_timespec_get"},
                                           {"gettimeofday", "__shrike_gettimeofday"},
                                           {"getrusage", "__shrike_getrusage"},
                                           {"llvm.readcyclecounter", "__shrike_cycles"},
                                           {"llvm.readsteadycounter", "__shrike_cycles"},
                                           {"settimeofday", "__shrike_settimeofday"},
                                           {"clock_settime", "__shrike_clock_settime"},
                                           {"adjtime", "__shrike_adjtime"},
                                           {"reboot", "__shrike_reboot"},
                                           {"sleep", "__shrike_sleep"},
                                           {"usleep", "__shrike_usleep"},
                                           {"nanosleep", "__shrike_nanosleep"},
                                           {"clock_nanosleep", "__shrike_clock_nanosleep"},
                                           {"rand", "__shrike_rand"},
                                           {"random", "__shrike_random"},
                                           {"getrandom", "__shrike_getrandom"},
                                           {"getentropy", "__shrike_getentropy"},
                                           {"arc4random", "__shrike_arc4random"},
                                           {"arc4random_buf", "__shrike_arc4random_buf"},
                                           {"arc4random_uniform", "__shrike_arc4random_uniform"},
                                           /* A program that ends itself by a signal reports that before. */
                                           {"abort", "__shrike_abort"},
                                           {"raise", "__shrike_raise"},
                                           {"kill", "__shrike_kill"},
                                           {"llvm.trap", "__shrike_trap"},
                                           {"llvm.debugtrap", "__shrike_trap"},
                                           /* What the sanitizers do not look at in calls. */
                                           {"memcpy", "__shrike_memcpy"},
                                           {"mempcpy", "__shrike_mempcpy"},
                                           {"strcpy", "__shrike_strcpy"},
                                           {"stpcpy", "__shrike_stpcpy"},
                                           {"strncpy", "__shrike_strncpy"},
                                           {"stpncpy", "__shrike_stpncpy"},
                                           {"strcat", "__shrike_strcat"},
                                           {"strncat", "__shrike_strncat"},
                                           {"sprintf", "__shrike_sprintf"},
                                           {"snprintf", "__shrike_snprintf"},
                                           {"vsprintf", "__shrike_vsprintf"},
                                           {"vsnprintf", "__shrike_vsnprintf"},
                                           {"isalpha", "__shrike_isalpha"},
                                           {"isdigit", "__shrike_isdigit"},
                                           {"isalnum", "__shrike_isalnum"},
                                           {"isupper", "__shrike_isupper"},
                                           {"islower", "__shrike_islower"},
                                           {"isxdigit", "__shrike_isxdigit"},
                                           {"isspace", "__shrike_isspace"},
                                           {"isblank", "__shrike_isblank"},
                                           {"isprint", "__shrike_isprint"},
                                           {"isgraph", "__shrike_isgraph"},
                                           {"ispunct", "__shrike_ispunct"},
                                           {"iscntrl", "__shrike_iscntrl"},
                                           {"tolower", "__shrike_tolower"},
                                           {"toupper", "__shrike_toupper"},
                                           {"free", "__shrike_free"},
                                           {"cfree", "__shrike_free"},
                                           {"exit", "__shrike_leave"},
                                           {"abs", "__shrike_abs"},
                                           {"labs", "__shrike_labs"},
                                           {"llabs", "__shrike_llabs"},
                                           {"imaxabs", "__shrike_imaxabs"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(in->module, names[i][0]);
        if (!fn || !LLVMIsDeclaration(fn)) continue;
        LLVMValueRef ours = LLVMGetNamedFunction(in->module, names[i][1]);
        if (ours) LLVMReplaceAllUsesWith(fn, ours);
        else rename_value(fn, names[i][1]);
    }
}

/* The library's main calls the entry under a name of its own. */
static bool rename_entry(struct instrumenter *in) {
    const char *entry = in->input->entry ? in->input->entry : "main", *ours = "__shrike_entry";
    LLVMValueRef fn = LLVMGetNamedFunction(in->module, entry);
    if ((!fn || LLVMIsDeclaration(fn)) && strcmp(entry, "main") == 0) {
        fn = LLVMGetNamedFunction(in->module, "LLVMFuzzerTestOneInput");
        ours = "__shrike_fuzz_entry";
    }
    if (!fn || LLVMIsDeclaration(fn)) return false;
    rename_value(fn, ours);
    LLVMSetLinkage(fn, LLVMExternalLinkage);
    LLVMValueRef other = LLVMGetNamedFunction(in->module, "main");
    if (other && !LLVMIsDeclaration(other)) rename_value(other, "__shrike_other_main");
    return true;
}

/* A library function of the program's own is for the program alone: sanitizer and C library start before it can, and
 * the replay library means the real one. */
static void keep_own(struct instrumenter *in) {
    static const char *const names[] = {
        "malloc",        "calloc",    "realloc",   "free",           "cfree",         "memalign",
        "aligned_alloc", "valloc",    "pvalloc",   "posix_memalign", "reallocarray",  "malloc_usable_size",
        "abort",         "access",    "atexit",    "clock",          "clock_gettime", "close",
        "fclose",        "fcntl",     "fflush",    "fopen",          "freopen",       "fstat",
        "getc",          "getenv",    "getpid",    "getrandom",      "getrlimit",     "getrusage",
        "gettimeofday",  "kill",      "memchr",    "memcmp",         "memcpy",        "memmove",
        "memset",        "mmap",      "mprotect",  "open",           "prctl",         "putc",
        "qsort",         "raise",     "rand",      "random",         "read",          "rename",
        "setenv",        "setrlimit", "sigaction", "signal",         "sigprocmask",   "snprintf",
        "stpcpy",        "stpncpy",   "strcat",    "strchr",         "strcmp",        "strcpy",
        "strlen",        "strncat",   "strncmp",   "strncpy",        "strndup",       "strnlen",
        "strpbrk",       "strrchr",   "strtod",    "strtol",         "strtold",       "strtoul",
        "strtoull",      "time",      "times",     "unlink",         "vsnprintf",     "vsprintf",
        "wcslen",        "write"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(in->module, names[i]);
        if (fn && !LLVMIsDeclaration(fn)) LLVMSetLinkage(fn, LLVMInternalLinkage);
    }
}

/* ---- variables without a definition ------------------------------------------------------------------- */

static void define_outside(struct instrumenter *in, LLVMValueRef v) {
    struct str name = {0};
    LLVMTypeRef type = LLVMGlobalGetValueType(v);
    str_addf(&name, "extern %s", name_of(v));
    LLVMSetInitializer(v, LLVMConstNull(type));
    LLVMSetLinkage(v, LLVMWeakAnyLinkage);
    LLVMSetGlobalConstant(v, 0);
    LLVMValueRef args[3] = {v, LLVMConstInt(in->word, LLVMABISizeOfType(in->layout, type), 0),
                            make_site(in, str_text(&name), 0)};
    instrument_call(in, "__shrike_fill", in->nothing, args, 3);
    str_release(&name);
}

/* __shrike_outside() gives them the values of the test. */
static void define_all_outside(struct instrumenter *in) {
    value_list found = {0};
    for (LLVMValueRef v = LLVMGetFirstGlobal(in->module); v; v = LLVMGetNextGlobal(v))
        if (outside_kind(in->input, in->layout, v) == OUTSIDE_INPUT) vec_push(&found, v);
    if (found.len) {
        LLVMValueRef fn = LLVMAddFunction(in->module, "__shrike_outside", LLVMFunctionType(in->nothing, NULL, 0, 0));
        LLVMPositionBuilderAtEnd(in->builder, LLVMAppendBasicBlockInContext(in->llvm, fn, "entry"));
        LLVMSetCurrentDebugLocation2(in->builder, NULL);
        for (uint32_t i = 0; i < found.len; i++) define_outside(in, found.data[i]);
        LLVMBuildRetVoid(in->builder);
    }
    vec_release(&found);
}

/* ---- the module ---------------------------------------------------------------------------------------- */

static void list_functions(const value_list *functions, struct str *out) {
    for (uint32_t i = 0; i < functions->len; i++) str_addf(out, "%s\n", name_of(functions->data[i]));
}

static bool apply(struct context *ctx, struct instrumenter *in, struct str *names) {
    value_list functions = {0};
    for (LLVMValueRef fn = LLVMGetFirstFunction(in->module); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn) && !is_naked(fn)) vec_push(&functions, fn);
    if (names) list_functions(&functions, names);
    bool ok = true;
    for (uint32_t i = 0; i < functions.len && (in->what & INSTRUMENT_TRACE); i++) trace_function(in, functions.data[i]);
    if (in->what & INSTRUMENT_REPLAY) {
        for (LLVMValueRef fn = LLVMGetFirstFunction(in->module); fn; fn = LLVMGetNextFunction(fn))
            if (!LLVMGetIntrinsicID(fn)) keep_calls_of(fn);
        define_all_outside(in); /* before the table of variables is made */
        if (in->what & INSTRUMENT_ADDRESS) instrument_globals(in);
        if (in->what & INSTRUMENT_ADDRESS && in->input->checks.call) instrument_functions(in);
        for (uint32_t i = 0; i < functions.len; i++) {
            LLVMValueRef fn = functions.data[i];
            if (in->what & (INSTRUMENT_ADDRESS | INSTRUMENT_MEMORY)) sanitize_function(in, fn);
            hook_function(in, fn);
        }
        for (uint32_t i = 0; i < functions.len; i++)
            if (in->input->is_error && in->input->is_error(name_of(functions.data[i])))
                cut_error_function(in, functions.data[i]);
        if (in->what & INSTRUMENT_ADDRESS) scopes_renew(in->module, true);
        rename_functions(in);
        keep_own(in);
        ok = rename_entry(in);
        if (!ok) log_error(&ctx->log, "no function '%s' is defined", in->input->entry ? in->input->entry : "main");
    }
    vec_release(&functions);
    return ok;
}

static bool write_module(struct context *ctx, LLVMModuleRef module, const char *output) {
    char *why = NULL;
    bool ok = !LLVMVerifyModule(module, LLVMReturnStatusAction, &why);
    if (!ok) log_error(&ctx->log, "the instrumented program is not valid: %s", why ? why : "?");
    LLVMDisposeMessage(why);
    if (ok && LLVMWriteBitcodeToFile(module, output) != 0) {
        log_error(&ctx->log, "cannot write %s", output);
        ok = false;
    }
    return ok;
}

bool front_instrument(struct context *ctx, const struct front_input *input, unsigned what, const char *output,
                      struct str *functions, bool *is32) {
    LLVMContextRef llvm = LLVMContextCreate();
    LLVMContextSetDiscardValueNames(llvm, 0);
    LLVMModuleRef module = module_load(ctx, input, llvm);
    bool ok = false;
    if (module) {
        passes_run(PASSES_NATIVE, input, module);
        LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
        *is32 = LLVMPointerSize(layout) == 4;
        struct instrumenter in = {.input = input,
                                  .module = module,
                                  .llvm = llvm,
                                  .layout = layout,
                                  .builder = LLVMCreateBuilderInContext(llvm),
                                  .ptr = LLVMPointerTypeInContext(llvm, 0),
                                  .i32 = LLVMInt32TypeInContext(llvm),
                                  .word = LLVMIntPtrTypeInContext(llvm, layout),
                                  .nothing = LLVMVoidTypeInContext(llvm),
                                  .what = what};
        strmap_init(&in.block_sites);
        ok = apply(ctx, &in, functions) && write_module(ctx, module, output);
        strmap_release(&in.block_sites);
        LLVMDisposeBuilder(in.builder);
        LLVMDisposeModule(module);
    }
    LLVMContextDispose(llvm);
    return ok;
}
