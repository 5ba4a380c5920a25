/* Calls of the C library, and the program's variables, as native replay observes them. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/emit.h"
#include "front/native/instrumenter.h"
#include "ir/known.h"

static const char *name_of(LLVMValueRef v) {
    size_t len;
    return LLVMGetValueName2(v, &len);
}

LLVMValueRef instrument_base(LLVMValueRef pointer) {
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

/* ---- the table ------------------------------------------------------------------------ */

/* As in replay/format.c. */
enum format_kind { FORMAT_PRINT, FORMAT_WPRINT, FORMAT_SCAN, FORMAT_VPRINT, FORMAT_VWPRINT, FORMAT_VSCAN };

static const struct native_check {
    const char *name;
    enum { ENTRY_ARGUMENTS, ENTRY_STREAM, ENTRY_STANDARD, ENTRY_FORMAT, ENTRY_WRITES } what;
    const char *types;
    unsigned argument;
    enum format_kind format;
} entries[] = {
#define ARGUMENTS(name, types) {#name, ENTRY_ARGUMENTS, types, 0, 0},
#define STREAM(name, n) {#name, ENTRY_STREAM, "", n, 0},
#define STANDARD(name, n) {#name, ENTRY_STANDARD, "", n, 0},
#define FORMAT(name, n, kind) {#name, ENTRY_FORMAT, "", n, FORMAT_##kind},
#define WRITES(name, n) {#name, ENTRY_WRITES, "", n, 0},
#include "front/native/native_checks.def"
};

/* ---- what is added ---------------------------------------------------------------------- */

static bool is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

static bool fits(struct instrumenter *in, LLVMValueRef arg, char type) {
    if (type == 'p') return is_pointer(arg);
    return LLVMTypeOf(arg) == (type == 'w' ? in->word : in->i32);
}

static void check_arguments(struct instrumenter *in, LLVMValueRef call, const struct native_check *e) {
    LLVMValueRef args[EMIT_ARGS];
    unsigned n = (unsigned)strlen(e->types);
    if (LLVMGetNumArgOperands(call) != n) return;
    for (unsigned i = 0; i < n; i++) {
        args[i] = LLVMGetOperand(call, i);
        if (!fits(in, args[i], e->types[i])) return;
    }
    struct str name = {0};
    str_addf(&name, "__shrike_before_%s", e->name);
    instrument_call(in, str_text(&name), in->nothing, args, n);
    str_release(&name);
}

/* The format with the arguments behind it, and their number, which is known at the call only. */
static void check_variable(struct instrumenter *in, LLVMValueRef call, const struct native_check *e) {
    unsigned n = LLVMGetNumArgOperands(call);
    value_list args = {0};
    vec_push(&args, LLVMConstInt(in->i32, e->format, 0));
    vec_push(&args, LLVMConstInt(in->i32, n - e->argument - 1, 0));
    for (unsigned i = e->argument; i < n; i++) vec_push(&args, LLVMGetOperand(call, i));
    LLVMTypeRef params[3] = {in->i32, in->i32, in->ptr};
    LLVMTypeRef type = LLVMFunctionType(in->nothing, params, 3, 1);
    LLVMValueRef fn = LLVMGetNamedFunction(in->module, "__shrike_format");
    if (!fn) fn = LLVMAddFunction(in->module, "__shrike_format", type);
    LLVMBuildCall2(in->builder, type, fn, args.data, args.len, "");
    vec_release(&args);
}

static void watch_end(struct instrumenter *in, LLVMValueRef call) {
    LLVMValueRef next = LLVMGetNextInstruction(call);
    if (next) instrument_at(in, next, LLVMInstructionGetDebugLoc(call));
    if (next) instrument_call(in, "__shrike_watched", in->nothing, NULL, 0);
}

static void check_format(struct instrumenter *in, LLVMValueRef call, const struct native_check *e) {
    if (e->format >= FORMAT_VPRINT) {
        if (LLVMGetNumArgOperands(call) != e->argument + 2 || !is_pointer(LLVMGetOperand(call, e->argument + 1)))
            return;
        LLVMValueRef args[3] = {LLVMConstInt(in->i32, e->format, 0), LLVMGetOperand(call, e->argument),
                                LLVMGetOperand(call, e->argument + 1)};
        instrument_call(in, "__shrike_vformat", in->nothing, args, 3);
        if (e->format == FORMAT_VSCAN) watch_end(in, call);
        return;
    }
    check_variable(in, call, e);
    if (e->format == FORMAT_SCAN) watch_end(in, call);
}

static void apply_entry(struct instrumenter *in, LLVMValueRef call, const struct native_check *e) {
    LLVMValueRef arg = e->argument < LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, e->argument) : NULL;
    instrument_at(in, call, LLVMInstructionGetDebugLoc(call));
    if (e->what == ENTRY_ARGUMENTS) {
        check_arguments(in, call, e);
        return;
    }
    if (e->what == ENTRY_STANDARD) {
        LLVMValueRef which = LLVMConstInt(in->i32, e->argument, 0);
        instrument_call(in, "__shrike_standard", in->nothing, &which, 1);
        return;
    }
    if (!arg || !is_pointer(arg)) return;
    if (e->what == ENTRY_STREAM) instrument_call(in, "__shrike_stream", in->nothing, &arg, 1);
    if (e->what == ENTRY_FORMAT) check_format(in, call, e);
    if (e->what == ENTRY_WRITES) {
        instrument_call(in, "__shrike_watch", in->nothing, &arg, 1);
        watch_end(in, call);
    }
}

/* ---- jumps -------------------------------------------------------------------------------- */

/* With the frame of the calling function, which tells whether it is still there. */
static void hook_jump(struct instrumenter *in, LLVMValueRef call, const char *name) {
    bool set = known_by_name(name) & KNOWN_SETS_JUMP, jump = known_by_name(name) & KNOWN_JUMPS;
    if ((!set && !jump) || !LLVMGetNumArgOperands(call)) return;
    unsigned id = LLVMLookupIntrinsicID("llvm.frameaddress", strlen("llvm.frameaddress"));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(in->module, id, &in->ptr, 1), zero = LLVMConstInt(in->i32, 0, 0);
    instrument_at(in, call, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef frame = LLVMBuildCall2(in->builder, LLVMIntrinsicGetType(in->llvm, id, &in->ptr, 1), fn, &zero, 1, "");
    LLVMValueRef args[2] = {LLVMGetOperand(call, 0), frame};
    instrument_call(in, set ? "__shrike_set_jump" : "__shrike_jump", in->nothing, args, 2);
}

/* ---- calls ---------------------------------------------------------------------------------- */

/* Does the function access what its arguments point to, whatever happens? */
static bool accesses(const char *name) {
    static const char *const starts[] = {
        "llvm.mem", "mem",     "str", "stp",  "wcs",   "wmem", "bcopy", "bzero", "fget",    "fput", "fread",   "fwrite",
        "puts",     "sprintf", "ato", "read", "write", "recv", "send",  "qsort", "bsearch", "free", "realloc", NULL};
    for (const char *const *s = starts; *s; s++)
        if (str_starts(name, *s)) return true;
    return false;
}

/* A library function only looks at its own range, wherever that is. What is behind an
 * ellipsis may be a number to it. */
static void check_pointers(struct instrumenter *in, LLVMValueRef call, const char *name) {
    unsigned n = LLVMCountParamTypes(LLVMGetCalledFunctionType(call));
    if (!accesses(name)) return;
    for (unsigned i = 0; i < n && i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef arg = LLVMGetOperand(call, i);
        if (!is_pointer(arg) || instrument_base(arg) == arg) continue;
        LLVMValueRef args[3] = {instrument_base(arg), arg, LLVMConstInt(in->word, 0, 0)};
        instrument_at(in, call, LLVMInstructionGetDebugLoc(call));
        instrument_call(in, "__shrike_access", in->nothing, args, 3);
    }
}

/* Of the intrinsics, only those that stand for library functions access memory. */
static bool may_access(LLVMValueRef callee) {
    const char *name = name_of(callee);
    return !str_starts(name, "llvm.") || str_starts(name, "llvm.mem");
}

void instrument_library_call(struct instrumenter *in, LLVMValueRef call, LLVMValueRef callee) {
    if (!LLVMIsDeclaration(callee) || !LLVMIsACallInst(call) || !may_access(callee)) return;
    const char *name = name_of(callee);
    if (str_starts(name, "__shrike_") || str_starts(name, "__ubsan_")) return;
    check_pointers(in, call, name);
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (strcmp(entries[i].name, name) == 0) apply_entry(in, call, &entries[i]);
    hook_jump(in, call, name);
}

/* ---- variable arguments --------------------------------------------------------------------- */

void instrument_passing(struct instrumenter *in, LLVMValueRef call) {
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsFunctionVarArg(type) || (LLVMIsAFunction(callee) && LLVMIsDeclaration(callee))) return;
    LLVMValueRef n = LLVMConstInt(in->i32, LLVMGetNumArgOperands(call) - LLVMCountParamTypes(type), 0);
    instrument_at(in, call, LLVMInstructionGetDebugLoc(call));
    instrument_call(in, "__shrike_pass", in->nothing, &n, 1);
}

static bool starts_list(LLVMValueRef inst) {
    if (!LLVMIsACallInst(inst)) return false;
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    return LLVMIsAFunction(callee) && str_starts(name_of(callee), "llvm.va_start");
}

void instrument_lists(struct instrumenter *in, LLVMValueRef fn) {
    if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn))) return;
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
    instrument_at(in, first, NULL);
    LLVMValueRef count = instrument_call(in, "__shrike_passed", in->i32, NULL, 0);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!starts_list(i)) continue;
            LLVMValueRef args[2] = {LLVMGetOperand(i, 0), count};
            instrument_at(in, next, LLVMInstructionGetDebugLoc(i));
            instrument_call(in, "__shrike_start_list", in->nothing, args, 2);
        }
}

/* ---- variables -------------------------------------------------------------------------------- */

static LLVMValueRef describe_global(struct instrumenter *in, LLVMValueRef global) {
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    unsigned long long size = LLVMTypeIsSized(type) ? LLVMABISizeOfType(in->layout, type) : 0;
    LLVMValueRef fields[2] = {global, LLVMConstInt(in->word, size, 0)};
    return LLVMConstStructInContext(in->llvm, fields, 2, 0);
}

/* A definition without size is nowhere, and no code accesses it. */
static bool is_placed(struct instrumenter *in, LLVMValueRef global) {
    if (str_starts(name_of(global), "llvm.") || LLVMIsThreadLocal(global)) return false;
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(global)) != 0) return false;
    return LLVMIsDeclaration(global) || LLVMABISizeOfType(in->layout, LLVMGlobalGetValueType(global)) != 0;
}

void instrument_globals(struct instrumenter *in) {
    value_list all = {0};
    for (LLVMValueRef g = LLVMGetFirstGlobal(in->module); g; g = LLVMGetNextGlobal(g))
        if (is_placed(in, g)) vec_push(&all, describe_global(in, g));
    if (all.len) {
        LLVMValueRef table = LLVMConstArray2(LLVMTypeOf(all.data[0]), all.data, all.len);
        LLVMValueRef held = LLVMAddGlobal(in->module, LLVMTypeOf(table), "__shrike_globals");
        LLVMSetInitializer(held, table);
        LLVMValueRef count = LLVMAddGlobal(in->module, in->i32, "__shrike_global_count");
        LLVMSetInitializer(count, LLVMConstInt(in->i32, all.len, 0));
    }
    vec_release(&all);
}
