#include "front/define/failing.h"

#include <assert.h>
#include <errno.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/define/external.h"
#include "front/front.h"
#include "front/llvm/emit.h"

/* ---- the table ----------------------------------------------------------------------------------------- */

enum { NONE = -1, OUT = -2, IN = -3 }; /* instead of the number of an argument */
enum when { BEFORE, AFTER, REFILL };

#define ERRORS(set, ...) static const int errors_##set[] = {__VA_ARGS__};
#define FAILS(name, result, stream, when, set)
#include "front/define/failing.def"
#undef ERRORS
#undef FAILS

struct failure {
    const char *name;
    int result, stream;
    enum when when;
    const int *errors;
    unsigned nerrors;
};

static const struct failure failures[] = {
#define ERRORS(set, ...)
#define FAILS(name, result, stream, when, set) \
    {#name, result, stream, when, errors_##set, sizeof errors_##set / sizeof(int)},
#include "front/define/failing.def"
#undef ERRORS
#undef FAILS
};

/* Functions that transfer as many bytes as an argument says, or fewer. */
static const struct transfer {
    const char *name;
    unsigned count; /* the argument */
} transfers[] = {{"read", 2}, {"write", 2}, {"pread", 2}, {"pread64", 2}, {"pwrite", 2}, {"pwrite64", 2}};

/* ---- bodies ------------------------------------------------------------------------------------------ */

struct failing {
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMBuilderRef builder;
    LLVMTypeRef ptr, i32, word;
};

/* A function of ours, with nothing but its first block. */
static LLVMValueRef begin(struct failing *f, const char *prefix, const char *name, LLVMTypeRef type) {
    struct str text = {0};
    str_addf(&text, "%s%s", prefix, name);
    LLVMValueRef fn = LLVMAddFunction(f->module, str_text(&text), type);
    str_release(&text);
    LLVMAttributeRef mark = LLVMCreateStringAttribute(f->llvm, EXTERNAL_MARK, (unsigned)strlen(EXTERNAL_MARK), "", 0);
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(f->builder, LLVMAppendBasicBlockInContext(f->llvm, fn, "entry"));
    LLVMSetCurrentDebugLocation2(f->builder, NULL);
    return fn;
}

static LLVMValueRef number(struct failing *f, int n) { return LLVMConstInt(f->i32, (unsigned long long)n, 1); }

/* The numbers that errno may have, as a table of the program. */
static LLVMValueRef errors_of(struct failing *f, const struct failure *e) {
    value_list all = {0};
    for (unsigned i = 0; i < e->nerrors; i++) vec_push(&all, number(f, e->errors[i]));
    LLVMValueRef table = LLVMConstArray2(f->i32, all.data, all.len),
                 held = LLVMAddGlobal(f->module, LLVMTypeOf(table), "__shrike_errors");
    LLVMSetInitializer(held, table);
    LLVMSetLinkage(held, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(held, 1);
    vec_release(&all);
    return held;
}

/* Does it fail? Streams note it, and those that are read from are looked at. */
static LLVMValueRef ask(struct failing *f, LLVMValueRef fn, const struct failure *e) {
    struct str name = {0};
    str_addf(&name, "%s fails", e->name);
    LLVMValueRef what[3] = {emit_text(f->module, str_text(&name)), errors_of(f, e), number(f, (int)e->nerrors)};
    str_release(&name);
    if (e->stream == NONE) return emit_call(f->module, f->builder, "__shrike_fails", f->i32, what, 3);
    assert(e->stream < 0 || (unsigned)e->stream < LLVMCountParams(fn));
    LLVMValueRef stream = e->stream >= 0 ? LLVMGetParam(fn, (unsigned)e->stream) : LLVMConstNull(f->ptr);
    LLVMValueRef args[5] = {stream, number(f, e->when == REFILL), what[0], what[1], what[2]};
    return emit_call(f->module, f->builder, "__shrike_stream_fails", f->i32, args, 5);
}

/* The real function with the arguments of ours. */
static LLVMValueRef call_real(struct failing *f, LLVMValueRef fn, LLVMValueRef real) {
    value_list args = {0};
    for (unsigned i = 0; i < LLVMCountParams(fn); i++) vec_push(&args, LLVMGetParam(fn, i));
    LLVMValueRef made = LLVMBuildCall2(f->builder, LLVMGlobalGetValueType(real), real, args.data, args.len, "");
    vec_release(&args);
    return made;
}

static LLVMValueRef failed_result(LLVMTypeRef type, LLVMTypeRef word, int result) {
    LLVMTypeRef as = LLVMGetTypeKind(type) == LLVMPointerTypeKind ? word : type;
    LLVMValueRef value = LLVMConstInt(as, (unsigned long long)result, 1);
    return as == type ? value : LLVMConstIntToPtr(value, type);
}

static LLVMValueRef make_body(struct failing *f, LLVMValueRef real, LLVMTypeRef type, const struct failure *e) {
    LLVMValueRef fn = begin(f, "__shrike_may_fail_", e->name, type), result = NULL;
    LLVMBasicBlockRef works = LLVMAppendBasicBlockInContext(f->llvm, fn, "works"),
                      fails = LLVMAppendBasicBlockInContext(f->llvm, fn, "fails");
    if (e->when == AFTER) result = call_real(f, fn, real);
    LLVMValueRef asked = LLVMBuildICmp(f->builder, LLVMIntNE, ask(f, fn, e), number(f, 0), "");
    LLVMBuildCondBr(f->builder, asked, fails, works);
    LLVMPositionBuilderAtEnd(f->builder, works);
    LLVMBuildRet(f->builder, result ? result : call_real(f, fn, real));
    LLVMPositionBuilderAtEnd(f->builder, fails);
    LLVMBuildRet(f->builder, failed_result(LLVMGetReturnType(type), f->word, e->result));
    return fn;
}

/* The real function is asked for as many bytes as __shrike_short says. */
static LLVMValueRef make_short(struct failing *f, LLVMValueRef real, LLVMTypeRef type, const struct transfer *t) {
    LLVMValueRef fn = begin(f, "__shrike_short_", t->name, type);
    struct str name = {0};
    str_addf(&name, "%s transfers", t->name);
    LLVMValueRef args[2] = {emit_text(f->module, str_text(&name)), LLVMGetParam(fn, t->count)};
    str_release(&name);
    LLVMValueRef count = emit_call(f->module, f->builder, "__shrike_short", f->word, args, 2),
                 call = call_real(f, fn, real);
    LLVMSetOperand(call, t->count, count);
    LLVMBuildRet(f->builder, call);
    return fn;
}

/* ---- uses -------------------------------------------------------------------------------------------- */

static bool is_direct(LLVMValueRef user, LLVMValueRef fn) {
    return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == fn;
}

static bool is_ignored(LLVMValueRef user, LLVMValueRef fn) { return is_direct(user, fn) && !LLVMGetFirstUse(user); }

/* Does the call fit what is declared? Others are left alone. */
static bool fits(LLVMValueRef user, LLVMValueRef fn) {
    return LLVMGetCalledFunctionType(user) == LLVMGlobalGetValueType(fn);
}

static void find_users(LLVMValueRef fn, value_list *users) {
    vec_clear(users);
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) vec_push(users, LLVMGetUser(u));
}

static void set_callee(LLVMValueRef call, LLVMValueRef fn) { LLVMSetOperand(call, LLVMGetNumArgOperands(call), fn); }

/* The type of the function with the arguments that this call has, and no others. */
static LLVMTypeRef type_of_call(LLVMValueRef call) {
    VEC(LLVMTypeRef) params = {0};
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) vec_push(&params, LLVMTypeOf(LLVMGetOperand(call, i)));
    LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(call), params.data, params.len, 0);
    vec_release(&params);
    return type;
}

/* A body for this call alone, with its arguments. */
static void replace_variable(struct failing *f, LLVMValueRef call, LLVMValueRef real, const struct failure *e) {
    value_list args = {0};
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) vec_push(&args, LLVMGetOperand(call, i));
    LLVMTypeRef type = type_of_call(call);
    LLVMValueRef fn = make_body(f, real, type, e);
    LLVMPositionBuilderBefore(f->builder, call);
    LLVMSetCurrentDebugLocation2(f->builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef made = LLVMBuildCall2(f->builder, type, fn, args.data, args.len, "");
    LLVMReplaceAllUsesWith(call, made);
    LLVMInstructionEraseFromParent(call);
    vec_release(&args);
}

static void replace_variables(struct failing *f, LLVMValueRef real, const struct failure *e) {
    value_list users = {0};
    find_users(real, &users);
    for (uint32_t i = 0; i < users.len; i++)
        if (is_direct(users.data[i], real) && !is_ignored(users.data[i], real) && fits(users.data[i], real))
            replace_variable(f, users.data[i], real, e);
    vec_release(&users);
}

/* All that uses `real` uses ours, but for calls that ignore the result or do not fit. */
static bool is_left(LLVMValueRef user, LLVMValueRef real) {
    return is_direct(user, real) && (is_ignored(user, real) || !fits(user, real));
}

/* ... and the call in ours. */
static void use_ours(LLVMValueRef ours, LLVMValueRef real, const value_list *left) {
    LLVMReplaceAllUsesWith(real, ours);
    for (uint32_t i = 0; i < left->len; i++) set_callee(left->data[i], real);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(ours); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef in = LLVMGetFirstInstruction(b); in; in = LLVMGetNextInstruction(in))
            if (is_direct(in, ours)) set_callee(in, real);
}

/* Adds the users of `real` that stay as they are; true: there are others. */
static bool find_left(LLVMValueRef real, value_list *left) {
    value_list users = {0};
    find_users(real, &users);
    vec_clear(left);
    for (uint32_t i = 0; i < users.len; i++)
        if (is_left(users.data[i], real)) vec_push(left, users.data[i]);
    bool others = left->len < users.len;
    vec_release(&users);
    return others;
}

/* The library's function of this name, if the program uses it as C declares it. */
static LLVMValueRef find_real(struct failing *f, const char *name, int last_argument) {
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, name);
    if (!fn || !LLVMIsDeclaration(fn)) return NULL;
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetReturnType(type));
    bool known = kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind;
    return known && last_argument < (int)LLVMCountParamTypes(type) ? fn : NULL;
}

static void let_fail(struct failing *f, const struct failure *e) {
    LLVMValueRef real = find_real(f, e->name, e->stream);
    value_list left = {0};
    if (!real) return;
    LLVMTypeRef type = LLVMGlobalGetValueType(real);
    if (LLVMIsFunctionVarArg(type)) replace_variables(f, real, e);
    else if (find_left(real, &left)) use_ours(make_body(f, real, type, e), real, &left);
    vec_release(&left);
}

static void let_transfer_less(struct failing *f, const struct transfer *t) {
    LLVMValueRef real = find_real(f, t->name, (int)t->count);
    value_list left = {0};
    LLVMTypeRef type = real ? LLVMGlobalGetValueType(real) : NULL;
    bool sized = real && !LLVMIsFunctionVarArg(type) && LLVMTypeOf(LLVMGetParam(real, t->count)) == f->word;
    if (sized && find_left(real, &left)) use_ours(make_short(f, real, type, t), real, &left);
    vec_release(&left);
}

void failing_define(const struct front_input *input, LLVMModuleRef module) {
    if ((!input->fail && !input->short_io) || !emit_first_time(module, "shrike.failing")) return;
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    struct failing f = {module,
                        llvm,
                        LLVMCreateBuilderInContext(llvm),
                        LLVMPointerTypeInContext(llvm, 0),
                        LLVMInt32TypeInContext(llvm),
                        LLVMIntPtrTypeInContext(llvm, LLVMGetModuleDataLayout(module))};
    for (size_t i = 0; input->fail && i < sizeof failures / sizeof *failures; i++) let_fail(&f, &failures[i]);
    /* In what may fail by now, if it does not: what fails transfers nothing. */
    for (size_t i = 0; input->short_io && i < sizeof transfers / sizeof *transfers; i++)
        let_transfer_less(&f, &transfers[i]);
    LLVMDisposeBuilder(f.builder);
}
