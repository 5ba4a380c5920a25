#include "front/protect/protect.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/front.h"
#include "front/llvm/escape.h"
#include "front/llvm/marks.h"
#include "front/llvm/variable.h"
#include "ir/known.h"

enum {
    MAX_INIT_LEAVES = 64, /* larger aggregates keep their uninitialised memory */
};

struct protect {
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    bool check_overflow;
    unsigned sites;      /* numbers the calls of shrike.undef */
    unsigned variables;  /* numbers those that they belong to */
    value_list declares; /* of the function */
    struct map safe;     /* allocas that passes may promote */
};

/* ---- the opaque functions ---------------------------------------------------------- */

static void add_enum_attribute(struct protect *p, LLVMValueRef fn, const char *name, uint64_t value) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAttributeRef attr = LLVMCreateEnumAttribute(p->llvm, kind, value);
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attr);
}

/* shrike.OP.TYPE, declared on first use. */
static LLVMValueRef opaque(struct protect *p, const char *op, LLVMTypeRef type, LLVMTypeRef fn_type) {
    struct str name = {0};
    char *type_text = LLVMPrintTypeToString(type);
    str_addf(&name, PROTECT_PREFIX "%s.%s", op, type_text);
    LLVMDisposeMessage(type_text);
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name.data);
    if (!fn) {
        fn = LLVMAddFunction(p->module, name.data, fn_type);
        if (strcmp(op, "undef") == 0) { /* the site keeps calls apart; without
                                           willreturn none is moved to where it is executed less often */
            add_enum_attribute(p, fn, "memory", 0);
            add_enum_attribute(p, fn, "nounwind", 0);
        }
    }
    str_release(&name);
    return fn;
}

static LLVMValueRef call_undef(struct protect *p, LLVMTypeRef type) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(p->llvm);
    LLVMTypeRef fn_type = LLVMFunctionType(type, &i32, 1, 0);
    LLVMValueRef site = LLVMConstInt(i32, p->sites++, 0);
    return LLVMBuildCall2(p->builder, fn_type, opaque(p, "undef", type, fn_type), &site, 1, "");
}

static LLVMValueRef call_poison(struct protect *p, LLVMTypeRef type) {
    LLVMTypeRef fn_type = LLVMFunctionType(type, NULL, 0, 0);
    return LLVMBuildCall2(p->builder, fn_type, opaque(p, "poison", type, fn_type), NULL, 0, "");
}

static void replace_by_call(struct protect *p, LLVMValueRef inst, const char *op) {
    LLVMTypeRef type = LLVMTypeOf(inst);
    LLVMTypeRef params[2] = {type, type};
    LLVMTypeRef fn_type = LLVMFunctionType(type, params, 2, 0);
    LLVMValueRef args[2] = {LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1)};
    LLVMPositionBuilderBefore(p->builder, inst);
    LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(inst));
    LLVMValueRef call = LLVMBuildCall2(p->builder, fn_type, opaque(p, op, type, fn_type), args, 2, "");
    LLVMReplaceAllUsesWith(inst, call);
    LLVMInstructionEraseFromParent(inst);
}

/* A conversion to an integer out of range would become poison; what it gives is
 * the interpreter's to say. */
static void replace_conversion(struct protect *p, LLVMValueRef inst, const char *op) {
    LLVMValueRef from = LLVMGetOperand(inst, 0);
    LLVMTypeRef type = LLVMTypeOf(from);
    LLVMTypeRef fn_type = LLVMFunctionType(LLVMTypeOf(inst), &type, 1, 0);
    char *from_text = LLVMPrintTypeToString(type);
    struct str name = {0};
    str_addf(&name, "%s.%s", op, from_text);
    LLVMDisposeMessage(from_text);
    LLVMPositionBuilderBefore(p->builder, inst);
    LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(inst));
    LLVMValueRef fn = opaque(p, name.data, LLVMTypeOf(inst), fn_type);
    LLVMReplaceAllUsesWith(inst, LLVMBuildCall2(p->builder, fn_type, fn, &from, 1, ""));
    LLVMInstructionEraseFromParent(inst);
    str_release(&name);
}

/* ---- attributes and metadata -------------------------------------------------------- */

static bool keep_attribute(LLVMAttributeRef attr) {
    static const char *const keep[] = {"byval",    "elementtype", "null_pointer_is_valid",
                                       "noinline", "sret",        "returns_twice"};
    unsigned kind = LLVMIsTypeAttribute(attr) || LLVMIsEnumAttribute(attr) ? LLVMGetEnumAttributeKind(attr) : 0;
    for (size_t i = 0; i < sizeof keep / sizeof *keep; i++)
        if (kind == LLVMGetEnumAttributeKindForName(keep[i], strlen(keep[i]))) return true;
    return false;
}

static void strip_function_attributes(struct protect *p, LLVMValueRef fn) {
    unsigned n = LLVMCountParams(fn);
    for (unsigned i = 0; i < n + 2; i++) {
        LLVMAttributeIndex index = i == n + 1 ? (LLVMAttributeIndex)LLVMAttributeFunctionIndex : i;
        unsigned count = LLVMGetAttributeCountAtIndex(fn, index);
        LLVMAttributeRef attrs[64];
        if (count > 64) continue;
        LLVMGetAttributesAtIndex(fn, index, attrs);
        for (unsigned k = 0; k < count; k++)
            if (!LLVMIsStringAttribute(attrs[k]) && !keep_attribute(attrs[k]))
                LLVMRemoveEnumAttributeAtIndex(fn, index, LLVMGetEnumAttributeKind(attrs[k]));
    }
    add_enum_attribute(p, fn, "null_pointer_is_valid", 0);
    static const char no_builtins[] = "no-builtins";
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(p->llvm, no_builtins, 11, "", 0));
}

/* How the copy of an object passed by value is aligned is no promise. */
static bool aligns_copy(LLVMValueRef call, LLVMAttributeIndex index, LLVMAttributeRef attr) {
    if (!LLVMIsEnumAttribute(attr) || LLVMGetEnumAttributeKind(attr) != LLVMGetEnumAttributeKindForName("align", 5))
        return false;
    return LLVMGetCallSiteEnumAttribute(call, index, LLVMGetEnumAttributeKindForName("byval", 5)) != NULL;
}

static void strip_call_attributes(LLVMValueRef call) {
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < n + 2; i++) {
        LLVMAttributeIndex index = i == n + 1 ? (LLVMAttributeIndex)LLVMAttributeFunctionIndex : i;
        unsigned count = LLVMGetCallSiteAttributeCount(call, index);
        LLVMAttributeRef attrs[64];
        if (count > 64) continue;
        LLVMGetCallSiteAttributes(call, index, attrs);
        for (unsigned k = 0; k < count; k++)
            if (!LLVMIsStringAttribute(attrs[k]) && !keep_attribute(attrs[k]) && !aligns_copy(call, index, attrs[k]))
                LLVMRemoveCallSiteEnumAttribute(call, index, LLVMGetEnumAttributeKind(attrs[k]));
    }
}

static void strip_metadata(LLVMValueRef inst) {
    size_t n;
    LLVMValueMetadataEntry *all = LLVMInstructionGetAllMetadataOtherThanDebugLoc(inst, &n);
    LLVMContextRef llvm = LLVMGetTypeContext(LLVMTypeOf(inst));
    unsigned dbg = LLVMGetMDKindIDInContext(llvm, "dbg", 3);
    unsigned mark = LLVMGetMDKindIDInContext(llvm, VARIABLE_MARK, (unsigned)strlen(VARIABLE_MARK));
    for (size_t i = 0; i < n; i++) {
        unsigned kind = LLVMValueMetadataEntriesGetKind(all, (unsigned)i);
        if (kind != dbg && kind != mark) LLVMSetMetadata(inst, kind, NULL); /* the list holds it, despite its name */
    }
    LLVMDisposeValueMetadataEntries(all);
}

/* ---- instructions --------------------------------------------------------------------- */

static bool is_scalar(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
    case LLVMPointerTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind: return true;
    default: return false;
    }
}

/* A constant divisor that can never be wrong. */
static bool safe_divisor(LLVMValueRef inst) {
    LLVMValueRef by = LLVMGetOperand(inst, 1);
    if (!LLVMIsAConstantInt(by) || LLVMGetIntTypeWidth(LLVMTypeOf(by)) > 64) return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    bool is_signed = op == LLVMSDiv || op == LLVMSRem;
    return LLVMConstIntGetZExtValue(by) != 0 && !(is_signed && LLVMConstIntGetSExtValue(by) == -1);
}

static bool safe_shift(LLVMValueRef inst) {
    LLVMValueRef by = LLVMGetOperand(inst, 1);
    if (!LLVMIsAConstantInt(by) || LLVMGetIntTypeWidth(LLVMTypeOf(by)) > 64) return false;
    return LLVMConstIntGetZExtValue(by) < LLVMGetIntTypeWidth(LLVMTypeOf(inst));
}

static void protect_arithmetic(struct protect *p, LLVMValueRef inst, const char *checked) {
    if (p->check_overflow && LLVMGetNSW(inst)) {
        replace_by_call(p, inst, checked);
        return;
    }
    LLVMSetNSW(inst, 0);
    LLVMSetNUW(inst, 0);
}

static void protect_division(struct protect *p, LLVMValueRef inst, const char *op) {
    if (!safe_divisor(inst)) replace_by_call(p, inst, op);
    else if (LLVMGetInstructionOpcode(inst) == LLVMSDiv || LLVMGetInstructionOpcode(inst) == LLVMUDiv)
        LLVMSetExact(inst, 0);
}

static void protect_shift(struct protect *p, LLVMValueRef inst, const char *op) {
    if (!safe_shift(inst)) {
        replace_by_call(p, inst, op);
    } else if (LLVMGetInstructionOpcode(inst) == LLVMShl) {
        LLVMSetNSW(inst, 0);
        LLVMSetNUW(inst, 0);
    } else {
        LLVMSetExact(inst, 0);
    }
}

static void protect_access(struct protect *p, LLVMValueRef inst, LLVMValueRef pointer) {
    LLVMValueRef base = direct_alloca(p->layout, pointer);
    if (!base || !map_find(&p->safe, (uint64_t)(uintptr_t)base)) LLVMSetVolatile(inst, 1);
}

static bool is_safe_pointer(struct protect *p, LLVMValueRef pointer) {
    LLVMValueRef base = direct_alloca(p->layout, pointer);
    return base && map_find(&p->safe, (uint64_t)(uintptr_t)base);
}

static void protect_call(struct protect *p, LLVMValueRef inst) {
    strip_call_attributes(inst);
    if (is_intrinsic(inst, "llvm.ctlz.") || is_intrinsic(inst, "llvm.cttz.") ||
        is_intrinsic(inst, "llvm.abs.")) /* no argument is a promise */
        LLVMSetOperand(inst, 1, LLVMConstInt(LLVMInt1TypeInContext(p->llvm), 0, 0));
    bool copies = is_intrinsic(inst, "llvm.memcpy.") || is_intrinsic(inst, "llvm.memmove.");
    if (!copies && !is_intrinsic(inst, "llvm.memset.")) return;
    if (is_safe_pointer(p, LLVMGetOperand(inst, 0)) && (!copies || is_safe_pointer(p, LLVMGetOperand(inst, 1)))) return;
    LLVMSetOperand(inst, 3, LLVMConstInt(LLVMInt1TypeInContext(p->llvm), 1, 0)); /* volatile */
}

/* Where a life begins and ends: passes drop markers with no access between them, and what gives room on the stack back
 * shortly before something else does. `nomerge`: each stays with the variable that it is about. */
static void protect_life(struct protect *p, LLVMValueRef inst, const char *op) {
    bool any = LLVMGetNumArgOperands(inst) > 0;
    LLVMValueRef fn, about = any ? LLVMGetOperand(inst, LLVMGetNumArgOperands(inst) - 1) : NULL;
    LLVMTypeRef pointer = any ? LLVMTypeOf(about) : LLVMTypeOf(inst);
    LLVMTypeRef fn_type = LLVMFunctionType(LLVMTypeOf(inst), &pointer, any, 0);
    LLVMPositionBuilderBefore(p->builder, inst);
    LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(inst));
    fn = opaque(p, op, pointer, fn_type);
    add_enum_attribute(p, fn, "nomerge", 0);
    LLVMValueRef call = LLVMBuildCall2(p->builder, fn_type, fn, &about, any, "");
    LLVMReplaceAllUsesWith(inst, call);
    LLVMInstructionEraseFromParent(inst);
}

/* True if the call was one of these. Variables that passes promote have no place that could be left. */
static bool protect_lives(struct protect *p, LLVMValueRef inst) {
    static const struct {
        const char *name, *op;
    } table[] = {{"llvm.lifetime.start", LIFE_START},
                 {"llvm.lifetime.end", LIFE_END},
                 {"llvm.stacksave", LIFE_SAVE},
                 {"llvm.stackrestore", LIFE_RESTORE}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (!is_intrinsic(inst, table[i].name)) continue;
        bool promoted = i < 2 && map_find(&p->safe, (uint64_t)(uintptr_t)LLVMGetOperand(inst, 1));
        if (!promoted) protect_life(p, inst, table[i].op);
        return true;
    }
    return false;
}

static void protect_unreachable(struct protect *p, LLVMValueRef inst) {
    LLVMTypeRef type = LLVMVoidTypeInContext(p->llvm);
    LLVMTypeRef fn_type = LLVMFunctionType(type, NULL, 0, 0);
    LLVMPositionBuilderBefore(p->builder, inst);
    LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(inst));
    LLVMBuildCall2(p->builder, fn_type, opaque(p, "unreachable", type, fn_type), NULL, 0, "");
}

static LLVMBasicBlockRef only_successor(LLVMValueRef jump) {
    LLVMBasicBlockRef only = LLVMGetNumSuccessors(jump) ? LLVMGetSuccessor(jump, 0) : NULL;
    for (unsigned i = 1; i < LLVMGetNumSuccessors(jump); i++)
        if (LLVMGetSuccessor(jump, i) != only) return NULL;
    return only;
}

/* With one label to go to, passes take it that a computed goto goes there. */
static void protect_goto(struct protect *p, LLVMValueRef inst) {
    LLVMBasicBlockRef only = only_successor(inst), wrong;
    if (!only) return;
    LLVMValueRef fn = LLVMGetBasicBlockParent(only);
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(inst);
    wrong = LLVMAppendBasicBlockInContext(p->llvm, fn, "");
    LLVMPositionBuilderBefore(p->builder, inst);
    LLVMSetCurrentDebugLocation2(p->builder, at);
    LLVMValueRef right = LLVMBuildICmp(p->builder, LLVMIntEQ, LLVMGetOperand(inst, 0), LLVMBlockAddress(fn, only), "");
    LLVMBuildCondBr(p->builder, right, only, wrong);
    LLVMInstructionEraseFromParent(inst);
    LLVMPositionBuilderAtEnd(p->builder, wrong);
    LLVMSetCurrentDebugLocation2(p->builder, at);
    LLVMBuildUnreachable(p->builder); /* protected itself, as it is the last block */
}

/* An array of variable length ends where the stack is set back. Passes that learn its length make a variable of it,
 * which has no end. */
static void protect_length(struct protect *p, LLVMValueRef alloca_inst) {
    LLVMValueRef count = LLVMGetOperand(alloca_inst, 0);
    if (!alloca_is_dynamic(alloca_inst)) return;
    LLVMTypeRef type = LLVMTypeOf(count), fn_type = LLVMFunctionType(type, &type, 1, 0);
    LLVMPositionBuilderBefore(p->builder, alloca_inst);
    LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(alloca_inst));
    LLVMSetOperand(alloca_inst, 0,
                   LLVMBuildCall2(p->builder, fn_type, opaque(p, "expose", type, fn_type), &count, 1, ""));
}

static void protect_inst(struct protect *p, LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMAdd: protect_arithmetic(p, inst, "cadd"); break;
    case LLVMSub: protect_arithmetic(p, inst, "csub"); break;
    case LLVMMul: protect_arithmetic(p, inst, "cmul"); break;
    case LLVMUDiv: protect_division(p, inst, "udiv"); break;
    case LLVMSDiv: protect_division(p, inst, "sdiv"); break;
    case LLVMURem: protect_division(p, inst, "urem"); break;
    case LLVMSRem: protect_division(p, inst, "srem"); break;
    case LLVMShl: protect_shift(p, inst, "shl"); break;
    case LLVMLShr: protect_shift(p, inst, "lshr"); break;
    case LLVMAShr: protect_shift(p, inst, "ashr"); break;
    case LLVMAlloca: protect_length(p, inst); break;
    case LLVMOr: LLVMSetIsDisjoint(inst, 0); break;
    case LLVMZExt:
    case LLVMUIToFP: LLVMSetNNeg(inst, 0); break;
    case LLVMGetElementPtr: LLVMGEPSetNoWrapFlags(inst, 0); break;
    case LLVMFPToSI: replace_conversion(p, inst, "fptosi"); break;
    case LLVMFPToUI: replace_conversion(p, inst, "fptoui"); break;
    case LLVMLoad: protect_access(p, inst, LLVMGetOperand(inst, 0)); break;
    case LLVMStore: protect_access(p, inst, LLVMGetOperand(inst, 1)); break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: LLVMSetVolatile(inst, 1); break;
    case LLVMCall:
        if (is_intrinsic(inst, "llvm.assume")) LLVMInstructionEraseFromParent(inst);
        else if (!protect_lives(p, inst)) protect_call(p, inst);
        break;
    case LLVMUnreachable: protect_unreachable(p, inst); break;
    case LLVMIndirectBr: protect_goto(p, inst); break;
    default: break;
    }
}

/* Replaces scalar undef and poison operands by calls, so that no pass sees them. */
static void protect_operands(struct protect *p, LLVMValueRef inst) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    if (op == LLVMInsertValue || op == LLVMInsertElement || op == LLVMShuffleVector) return;
    bool phi = op == LLVMPHI;
    int n = LLVMGetNumOperands(inst);
    for (int i = 0; i < n; i++) {
        LLVMValueRef v = LLVMGetOperand(inst, (unsigned)i);
        if (!LLVMIsUndef(v) || !is_scalar(LLVMTypeOf(v))) continue;
        LLVMValueRef before = phi ? LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(inst, (unsigned)i)) : inst;
        LLVMPositionBuilderBefore(p->builder, before);
        LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(before));
        LLVMTypeRef type = LLVMTypeOf(v);
        LLVMSetOperand(inst, (unsigned)i, LLVMIsPoison(v) ? call_poison(p, type) : call_undef(p, type));
    }
}

/* ---- uninitialised variables ------------------------------------------------------------ */

struct leaf_at {
    LLVMTypeRef type;
    uint64_t offset;
};
typedef VEC(struct leaf_at) leaf_list;

/* Scalars of a type with their offsets; false if it is too large or has parts
 * that are neither scalar nor aggregate. */
static bool list_leaves(struct protect *p, LLVMTypeRef type, uint64_t offset, leaf_list *out) {
    if (out->len > MAX_INIT_LEAVES) return false;
    if (is_scalar(type)) {
        vec_push(out, (struct leaf_at){type, offset});
        return true;
    }
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        unsigned n = LLVMCountStructElementTypes(type);
        for (unsigned i = 0; i < n; i++)
            if (!list_leaves(p, LLVMStructGetTypeAtIndex(type, i), offset + LLVMOffsetOfElement(p->layout, type, i),
                             out))
                return false;
        return true;
    }
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
        uint64_t n = LLVMGetArrayLength2(type);
        LLVMTypeRef elem = LLVMGetElementType(type);
        if (n > MAX_INIT_LEAVES) return false;
        for (uint64_t i = 0; i < n; i++)
            if (!list_leaves(p, elem, offset + i * LLVMABISizeOfType(p->layout, elem), out)) return false;
        return true;
    }
    return false;
}

/* Leaves that cover every byte of the variable, else none of it is promoted. */
static bool covering_leaves(struct protect *p, LLVMValueRef alloca_inst, leaf_list *out) {
    LLVMTypeRef type = LLVMGetAllocatedType(alloca_inst);
    LLVMValueRef count = LLVMGetOperand(alloca_inst, 0);
    if (!LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1) return false;
    if (!list_leaves(p, type, 0, out) || out->len > MAX_INIT_LEAVES) return false;
    uint64_t covered = 0;
    for (uint32_t i = 0; i < out->len; i++) covered += LLVMStoreSizeOfType(p->layout, out->data[i].type);
    return covered == LLVMABISizeOfType(p->layout, type) ||
           (out->len == 1 && out->data[0].offset == 0); /* long double: padding at the end only */
}

static LLVMMetadataRef number_mark(struct protect *p, uint64_t number) {
    return LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(p->llvm), number, 0));
}

/* Fills in all of the variable's mark but the offset. */
static void make_mark(struct protect *p, LLVMValueRef alloca_inst, LLVMMetadataRef mark[VARIABLE_MARK_PARTS]) {
    struct str name = {0};
    unsigned line = variable_describe(&p->declares, alloca_inst, &name);
    mark[0] = LLVMMDStringInContext2(p->llvm, str_text(&name), name.len);
    mark[1] = number_mark(p, line);
    mark[3] = number_mark(p, p->variables++);
    str_release(&name);
}

/* Notes which part of which variable the value is. */
static void set_mark(struct protect *p, LLVMValueRef inst, LLVMMetadataRef *mark, uint64_t offset) {
    unsigned kind = LLVMGetMDKindIDInContext(p->llvm, VARIABLE_MARK, (unsigned)strlen(VARIABLE_MARK));
    mark[2] = number_mark(p, offset);
    LLVMMetadataRef node = LLVMMDNodeInContext2(p->llvm, mark, VARIABLE_MARK_PARTS);
    LLVMSetMetadata(inst, kind, LLVMMetadataAsValue(p->llvm, node));
}

static void store_undefs(struct protect *p, LLVMValueRef alloca_inst, LLVMMetadataRef *mark, const leaf_list *leaves) {
    LLVMTypeRef i8 = LLVMInt8TypeInContext(p->llvm);
    LLVMTypeRef i64 = LLVMInt64TypeInContext(p->llvm);
    for (uint32_t i = 0; i < leaves->len; i++) {
        LLVMValueRef at = alloca_inst;
        if (leaves->data[i].offset) {
            LLVMValueRef offset = LLVMConstInt(i64, leaves->data[i].offset, 0);
            at = LLVMBuildGEP2(p->builder, i8, alloca_inst, &offset, 1, "");
        }
        LLVMValueRef value = call_undef(p, leaves->data[i].type);
        set_mark(p, value, mark, leaves->data[i].offset);
        LLVMBuildStore(p->builder, value, at);
    }
}

/* Initialises at each start of the lifetime, or at the allocation if that is not
 * marked. */
static void initialise(struct protect *p, LLVMValueRef alloca_inst, const leaf_list *leaves) {
    value_list starts = {0};
    LLVMMetadataRef mark[VARIABLE_MARK_PARTS];
    make_mark(p, alloca_inst, mark);
    variable_starts(alloca_inst, &starts);
    if (starts.len == 0) vec_push(&starts, alloca_inst);
    for (uint32_t i = 0; i < starts.len; i++) {
        LLVMValueRef after = LLVMGetNextInstruction(starts.data[i]);
        while (LLVMIsAAllocaInst(after)) after = LLVMGetNextInstruction(after);
        LLVMPositionBuilderBefore(p->builder, after);
        LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(starts.data[i]));
        store_undefs(p, alloca_inst, mark, leaves);
    }
    vec_release(&starts);
}

/* Is this use of a variable's address one that must see the variable itself? */
static bool wants_alloca(LLVMValueRef user) {
    return is_intrinsic(user, "llvm.lifetime.") || is_intrinsic(user, "llvm.dbg.");
}

/* The address goes through an opaque call, so that passes do not know what it points
 * to: they would delete accesses outside its bounds, or move them inside. */
static void expose(struct protect *p, LLVMValueRef alloca_inst) {
    LLVMMetadataRef mark[VARIABLE_MARK_PARTS];
    make_mark(p, alloca_inst, mark); /* passes do not keep its declaration */
    set_mark(p, alloca_inst, mark, 0);
    LLVMTypeRef pointer = LLVMTypeOf(alloca_inst);
    LLVMTypeRef fn_type = LLVMFunctionType(pointer, &pointer, 1, 0);
    LLVMValueRef after = LLVMGetNextInstruction(alloca_inst);
    while (LLVMIsAAllocaInst(after)) after = LLVMGetNextInstruction(after);
    LLVMPositionBuilderBefore(p->builder, after);
    LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(after));
    LLVMValueRef hidden =
        LLVMBuildCall2(p->builder, fn_type, opaque(p, "expose", pointer, fn_type), &alloca_inst, 1, "");
    for (LLVMUseRef use = LLVMGetFirstUse(alloca_inst), next; use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (user == hidden || wants_alloca(user)) continue;
        for (int i = 0; i < LLVMGetNumOperands(user); i++)
            if (LLVMGetOperand(user, (unsigned)i) == alloca_inst) LLVMSetOperand(user, (unsigned)i, hidden);
        next = LLVMGetFirstUse(alloca_inst); /* several uses of one user may have gone */
    }
}

/* Passes believe that a constant is only read in its bounds: none is one for them.
 * `front/lower/link.c` reads the mark. */
static void hide_constants(struct protect *p) {
    unsigned kind = LLVMGetMDKindIDInContext(p->llvm, CONSTANT_MARK, (unsigned)strlen(CONSTANT_MARK));
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->module); g; g = LLVMGetNextGlobal(g)) {
        if (!LLVMIsGlobalConstant(g)) continue;
        LLVMGlobalSetMetadata(g, kind, LLVMMDNodeInContext2(p->llvm, NULL, 0));
        LLVMSetGlobalConstant(g, 0);
    }
}

/* Variables that passes may promote are initialised, the others are kept whole. */
static void protect_allocas(struct protect *p, LLVMValueRef fn, bool promote) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst; inst = LLVMGetNextInstruction(inst)) {
            if (!LLVMIsAAllocaInst(inst)) continue;
            leaf_list leaves = {0};
            if (promote && bb == LLVMGetEntryBasicBlock(fn) && !alloca_escapes(p->layout, inst) &&
                covering_leaves(p, inst, &leaves)) {
                map_put(&p->safe, (uint64_t)(uintptr_t)inst, 1);
                initialise(p, inst, &leaves);
            } else {
                expose(p, inst);
            }
            vec_release(&leaves);
        }
}

static bool sets_jump(LLVMValueRef inst) {
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    size_t len;
    return callee && LLVMIsAFunction(callee) && known_by_name(LLVMGetValueName2(callee, &len)) & KNOWN_SETS_JUMP;
}

/* A function that setjmp may return into twice keeps its variables in memory. */
static bool returns_twice(LLVMValueRef fn) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst; inst = LLVMGetNextInstruction(inst))
            if (sets_jump(inst)) return true;
    return false;
}

static void protect_function(struct protect *p, LLVMValueRef fn) {
    strip_function_attributes(p, fn);
    map_clear(&p->safe);
    vec_clear(&p->declares);
    variable_declares(fn, &p->declares);
    protect_allocas(p, fn, !returns_twice(fn));
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        LLVMValueRef next;
        for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst; inst = next) {
            next = LLVMGetNextInstruction(inst);
            strip_metadata(inst);
            if (LLVMCanValueUseFastMathFlags(inst)) LLVMSetFastMathFlags(inst, LLVMFastMathNone);
            protect_operands(p, inst);
            protect_inst(p, inst);
        }
    }
}

void protect_module(const struct front_input *input, LLVMModuleRef module) {
    struct protect p = {.module = module,
                        .llvm = LLVMGetModuleContext(module),
                        .layout = LLVMGetModuleDataLayout(module),
                        .check_overflow = input->checks.overflow};
    p.builder = LLVMCreateBuilderInContext(p.llvm);
    map_init(&p.safe);
    LLVMSetIsNewDbgInfoFormat(module, 0);
    hide_constants(&p);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        if (LLVMGetIntrinsicID(fn)) continue;
        size_t len;
        if (strncmp(LLVMGetValueName2(fn, &len), PROTECT_PREFIX, strlen(PROTECT_PREFIX)) == 0) continue;
        if (LLVMIsDeclaration(fn)) strip_function_attributes(&p, fn);
        else protect_function(&p, fn);
    }
    map_release(&p.safe);
    vec_release(&p.declares);
    LLVMDisposeBuilder(p.builder);
}

/* Deletes the calls whose values are not used: passes may not delete them. */
static void drop_unused_undefs(LLVMModuleRef module) {
    const char *prefix = PROTECT_PREFIX "undef.";
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        size_t len;
        if (strncmp(LLVMGetValueName2(fn, &len), prefix, strlen(prefix)) != 0) continue;
        for (LLVMUseRef use = LLVMGetFirstUse(fn), next; use; use = next) {
            LLVMValueRef call = LLVMGetUser(use);
            next = LLVMGetNextUse(use);
            if (!LLVMGetFirstUse(call)) LLVMInstructionEraseFromParent(call);
        }
    }
}

static char *run_passes(LLVMModuleRef module, const char *passes) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    drop_unused_undefs(module);
    return error ? LLVMGetErrorMessage(error) : NULL;
}

#define SIMPLIFY(CFG) "function(" CFG ",instcombine<no-verify-fixpoint;max-iterations=1>,early-cse," CFG ",dce)"

/* Merging a block into one that very many lead to takes time for each of them, so passes would take their number
 * squared. */
static bool has_wide_join(LLVMValueRef fn) {
    enum { MOST = 4096 };
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        uint32_t n = 0;
        for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); use && n <= MOST; use = LLVMGetNextUse(use))
            n++;
        if (n > MOST) return true;
    }
    return false;
}

/* Passes leave these functions as they are. */
static void exclude(LLVMModuleRef module) {
    static const char *const names[] = {"optnone", "noinline"};
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        for (size_t i = 0; has_wide_join(fn) && i < sizeof names / sizeof *names; i++) {
            unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
            LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(llvm, kind, 0));
        }
}

char *simplify_module(LLVMModuleRef module, bool keep_branches) {
    exclude(module);
    char *error = run_passes(module, "function(sroa,early-cse)");
    if (error) return error;
    callee_hide(module);
    return run_passes(module, keep_branches ? SIMPLIFY("simplifycfg<no-speculate-blocks>") : SIMPLIFY("simplifycfg"));
}
