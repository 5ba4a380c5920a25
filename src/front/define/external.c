#include "front/define/external.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/define/assembly.h"
#include "front/front.h"
#include "front/llvm/emit.h"
#include "front/llvm/marks.h"
#include "front/llvm/outside.h"

/* ---- what debug information says of parameters ------------------------------------------------------- */

/* What C says about the parameters of functions that are only declared: what is const and what a
 * pointer points to, as debug information has it. Bitcode may have none: then nothing is known. */
struct external_type {
    bool is_pointer;
    bool constant; /* nothing is written through it */
    uint32_t size; /* of the struct that it points to; 0: of something else, or unknown */
};

struct external_function {
    uint32_t nparams;
    struct external_type result;
    struct external_type params[];
};

struct external_types {
    struct strmap functions; /* name -> struct external_function */
    struct arena arena;
};

enum {
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_ATOMIC = 0x47
};
/* Where things stand among the operands of debug information. */
enum { OPERAND_BASE = 3, OPERAND_TYPE = 4, MOST_OPERANDS = 32 };

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
    if (!type || LLVMGetMetadataKind(type) != LLVMDIDerivedTypeMetadataKind || LLVMGetDINodeTag(type) != TAG_POINTER)
        return t;
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

static void external_types_init(struct external_types *all, LLVMModuleRef module) {
    strmap_init(&all->functions);
    arena_init(&all->arena);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (LLVMIsDeclaration(fn)) note(all, LLVMGetModuleContext(module), fn);
}

static void external_types_release(struct external_types *all) {
    strmap_release(&all->functions);
    arena_release(&all->arena);
}

/* Structs may be passed in pieces: then parameters of C and bitcode do not correspond. */
static bool fits(const struct external_function *f, LLVMValueRef fn) {
    if (LLVMCountParams(fn) != f->nparams &&
        !(LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)) && f->nparams > LLVMCountParams(fn)))
        return false;
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        if (f->params[i].is_pointer != (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(fn, i))) == LLVMPointerTypeKind))
            return false;
    return true;
}

/* NULL: nothing is known, or it does not fit the function's type. */
static const struct external_function *external_types_find(const struct external_types *all, LLVMValueRef fn) {
    size_t len;
    uint64_t *found = strmap_find(&all->functions, LLVMGetValueName2(fn, &len));
    const struct external_function *f = found ? (const struct external_function *)(uintptr_t)*found : NULL;
    return f && fits(f, fn) ? f : NULL;
}

/* ---- the functions ------------------------------------------------------------------------------------- */

/* Bytes of a block that is returned, where C does not say what is in it. */
enum { BLOCK_BYTES = 64, MOST_TEXT = 400 };

struct externals {
    const struct front_input *input;
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    LLVMTypeRef ptr, i8, i32, word, nothing;
    struct external_types types;
};

static const char *name_of(LLVMValueRef v) {
    size_t len;
    return LLVMGetValueName2(v, &len);
}

static bool is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

static unsigned attribute_kind(const char *name) { return LLVMGetEnumAttributeKindForName(name, strlen(name)); }

bool external_is_made(LLVMValueRef fn) {
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, EXTERNAL_MARK,
                                         (unsigned)strlen(EXTERNAL_MARK)) != NULL;
}

/* ---- which ------------------------------------------------------------------------------------------ */

/* Names that mean something to others: what has no model there is not supported. */
static bool is_reserved(const char *name) {
    static const char *const prefixes[] = {"llvm.",   PROTECT_PREFIX, "__shrike_", "__VERIFIER_", "__CPROVER_",
                                           "klee_",   "shrike_",      "__ubsan_",  "__asan_",     "__msan_",
                                           "__tsan_", "__sanitizer_", "__llvm_",   "LLVMFuzzer"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (str_starts(name, prefixes[i])) return true;
    return false;
}

static bool is_called(LLVMValueRef user, LLVMValueRef fn) {
    return (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) && LLVMGetCalledValue(user) == fn;
}

/* The variable arguments of a call by pointer cannot be found. */
static bool hides_arguments(LLVMValueRef fn) {
    if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn))) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        if (!is_called(LLVMGetUser(u), fn)) return true;
    return false;
}

static bool is_external(const struct externals *e, LLVMValueRef fn) {
    const char *name = name_of(fn);
    if (!LLVMIsDeclaration(fn) || LLVMGetIntrinsicID(fn) || !LLVMGetFirstUse(fn) || is_reserved(name)) return false;
    if (LLVMGetLinkage(fn) == LLVMExternalWeakLinkage || e->input->builtin(name) >= 0) return false;
    if (outside_library_defines(e->input, LLVMPointerSize(e->layout) == 4, name)) return false;
    return e->input->external != FRONT_EXTERNAL_HAVOC || !hides_arguments(fn);
}

/* ---- bodies ------------------------------------------------------------------------------------------- */

static LLVMValueRef text(struct externals *e, const char *s) { return emit_text(e->module, s); }

static LLVMValueRef call(struct externals *e, const char *name, LLVMTypeRef result, LLVMValueRef *args, unsigned n) {
    return emit_call(e->module, e->builder, name, result, args, n);
}

/* The `size` bytes at p are an input. */
static void take(struct externals *e, LLVMValueRef p, uint64_t size, const char *name) {
    LLVMValueRef args[3] = {p, LLVMConstInt(e->word, size, 0), text(e, name)};
    call(e, "shrike_make_symbolic", e->nothing, args, 3);
}

/* So is what p points to: `size` bytes, or (0) all of that object. */
static void write_through(struct externals *e, LLVMValueRef p, uint32_t size, LLVMValueRef fn, unsigned number) {
    char name[MOST_TEXT];
    bool executed = e->input->native && assembly_text(fn); /* by itself: the test's bytes are only passed over */
    snprintf(name, sizeof name, "argument %u of %s()", number + 1, name_of(fn));
    LLVMValueRef args[3] = {p, LLVMConstInt(e->word, size, 0), text(e, name)};
    call(e, executed ? "__shrike_external_skip" : "__shrike_external_bytes", e->nothing, args, 3);
}

static bool is_by_value(LLVMValueRef fn, unsigned param) {
    return LLVMGetEnumAttributeAtIndex(fn, param + 1, attribute_kind("byval")) != NULL;
}

static void write_arguments(struct externals *e, LLVMValueRef fn, const struct external_function *f) {
    for (unsigned i = 0; i < LLVMCountParams(fn); i++) {
        LLVMValueRef p = LLVMGetParam(fn, i);
        if (!is_pointer(p) || is_by_value(fn, i) || (f && f->params[i].constant)) continue;
        write_through(e, p, f ? f->params[i].size : 0, fn, i);
    }
}

/* Of C's type, an alloca that holds the next input. */
static LLVMValueRef input(struct externals *e, LLVMTypeRef type, const char *name) {
    LLVMValueRef room = LLVMBuildAlloca(e->builder, type, "");
    take(e, room, LLVMABISizeOfType(e->layout, type), name);
    return LLVMBuildLoad2(e->builder, type, room, "");
}

/* if (input) { p = new block of inputs; return p; } return NULL */
static void return_pointer(struct externals *e, LLVMValueRef fn, uint32_t size, LLVMTypeRef type) {
    char name[MOST_TEXT];
    LLVMBasicBlockRef some = LLVMAppendBasicBlockInContext(e->llvm, fn, "some"),
                      none = LLVMAppendBasicBlockInContext(e->llvm, fn, "none");
    snprintf(name, sizeof name, "%s() is not NULL", name_of(fn));
    LLVMValueRef given = input(e, e->i8, name);
    LLVMBuildCondBr(e->builder, LLVMBuildICmp(e->builder, LLVMIntNE, given, LLVMConstInt(e->i8, 0, 0), ""), some, none);
    LLVMPositionBuilderAtEnd(e->builder, none);
    LLVMBuildRet(e->builder, LLVMConstNull(type));
    LLVMPositionBuilderAtEnd(e->builder, some);
    LLVMValueRef bytes = LLVMConstInt(e->word, size, 0), block = call(e, "__shrike_external_block", e->ptr, &bytes, 1);
    snprintf(name, sizeof name, "*%s()", name_of(fn));
    take(e, block, size, name);
    LLVMBuildRet(e->builder, block);
}

static void return_value(struct externals *e, LLVMValueRef fn, uint32_t block) {
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    char name[MOST_TEXT];
    snprintf(name, sizeof name, "%s()", name_of(fn));
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) LLVMBuildRetVoid(e->builder);
    else if (block) return_pointer(e, fn, block, type);
    else LLVMBuildRet(e->builder, input(e, type, name));
}

static bool never_returns(LLVMValueRef fn) {
    return LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                       attribute_kind("noreturn")) != NULL;
}

static bool returns_nothing(LLVMValueRef fn) {
    return LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(fn))) == LLVMVoidTypeKind;
}

static void describe_assembly(LLVMValueRef fn, struct str *words) {
    bool gives = !returns_nothing(fn), writes = LLVMCountParams(fn) > 0;
    str_addf(words, "the assembly \"%s\" ", assembly_text(fn));
    if (gives) str_add(words, writes ? "gives any values, " : "gives any values ");
    if (writes) str_add(words, "writes anything where its operands point ");
    str_add(words, gives || writes ? "and does nothing else to the program" : "does nothing to the program");
    str_add(words, ": it writes no other memory and calls none of its functions");
}

/* `block`: the size of the block that it returns, 0: it returns none. */
static void describe_function(struct externals *e, LLVMValueRef fn, uint32_t block, struct str *words) {
    bool havoc = e->input->external == FRONT_EXTERNAL_HAVOC;
    str_addf(words, "'%.200s', which has no body, ", name_of(fn));
    if (never_returns(fn)) str_add(words, "does not return");
    else if (block) str_addf(words, "returns NULL or a new block of %u bytes with any contents", block);
    else str_add(words, returns_nothing(fn) ? "returns" : "returns any value");
    if (havoc && !never_returns(fn))
        str_add(words, ", writes anything where its arguments point (not where they are const)");
    str_add(words, " and does nothing else to the program");
}

/* The assumption, in words. */
static void suppose(struct externals *e, LLVMValueRef fn, uint32_t block) {
    struct str words = {0};
    if (assembly_text(fn)) describe_assembly(fn, &words);
    else describe_function(e, fn, block, &words);
    LLVMValueRef args[1] = {text(e, str_text(&words))};
    call(e, "__shrike_external", e->nothing, args, 1);
    str_release(&words);
}

/* Ends the program, as far as we can see. */
static void end(struct externals *e) {
    LLVMValueRef status = LLVMConstInt(e->i32, 0, 0);
    call(e, "_exit", e->nothing, &status, 1);
    LLVMBuildUnreachable(e->builder);
}

static void define(struct externals *e, LLVMValueRef fn) {
    const struct external_function *f = external_types_find(&e->types, fn);
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    bool pointer = LLVMGetTypeKind(result) == LLVMPointerTypeKind;
    uint32_t block = !pointer || e->input->pointees ? 0 : f && f->result.size ? f->result.size : BLOCK_BYTES;
    LLVMPositionBuilderAtEnd(e->builder, LLVMAppendBasicBlockInContext(e->llvm, fn, "entry"));
    LLVMSetCurrentDebugLocation2(e->builder, NULL);
    suppose(e, fn, block);
    if (never_returns(fn)) {
        end(e);
    } else {
        if (e->input->external == FRONT_EXTERNAL_HAVOC || assembly_text(fn)) write_arguments(e, fn, f);
        return_value(e, fn, block);
    }
    LLVMAttributeRef mark = LLVMCreateStringAttribute(e->llvm, EXTERNAL_MARK, (unsigned)strlen(EXTERNAL_MARK), "", 0);
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark);
    LLVMGlobalEraseMetadata(fn, LLVMGetMDKindIDInContext(e->llvm, "dbg", 3)); /* that of a declaration */
    LLVMSetLinkage(fn, LLVMInternalLinkage); /* the C library's own, if it has one, is not to call ours */
}

/* ---- variable arguments ------------------------------------------------------------------------------ */

/* Pointers that a body cannot see are dealt with before the call. */
static void write_variable_arguments(struct externals *e, LLVMValueRef fn, LLVMValueRef user) {
    LLVMPositionBuilderBefore(e->builder, user);
    LLVMSetCurrentDebugLocation2(e->builder, LLVMInstructionGetDebugLoc(user));
    for (unsigned i = LLVMCountParams(fn); i < LLVMGetNumArgOperands(user); i++)
        if (is_pointer(LLVMGetOperand(user, i))) write_through(e, LLVMGetOperand(user, i), 0, fn, i);
}

static void find_variable_arguments(struct externals *e, LLVMValueRef fn) {
    value_list calls = {0};
    if (e->input->external != FRONT_EXTERNAL_HAVOC || !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)) ||
        never_returns(fn))
        return;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) vec_push(&calls, LLVMGetUser(u));
    for (uint32_t i = 0; i < calls.len; i++) write_variable_arguments(e, fn, calls.data[i]);
    vec_release(&calls);
}

/* ---- the module -------------------------------------------------------------------------------------- */

void external_define(const struct front_input *input, LLVMModuleRef module) {
    if (input->external == FRONT_EXTERNAL_NONE) return;
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    struct externals e = {.input = input,
                          .module = module,
                          .llvm = llvm,
                          .layout = layout,
                          .builder = LLVMCreateBuilderInContext(llvm),
                          .ptr = LLVMPointerTypeInContext(llvm, 0),
                          .i8 = LLVMInt8TypeInContext(llvm),
                          .i32 = LLVMInt32TypeInContext(llvm),
                          .word = LLVMIntPtrTypeInContext(llvm, layout),
                          .nothing = LLVMVoidTypeInContext(llvm)};
    value_list found = {0};
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (is_external(&e, fn)) vec_push(&found, fn);
    external_types_init(&e.types, module);
    for (uint32_t i = 0; i < found.len; i++) {
        find_variable_arguments(&e, found.data[i]);
        define(&e, found.data[i]);
    }
    external_types_release(&e.types);
    vec_release(&found);
    LLVMDisposeBuilder(e.builder);
}
