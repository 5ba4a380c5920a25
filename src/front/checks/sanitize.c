#include "front/checks/sanitize.h"

#include <assert.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "front/llvm/emit.h"
#include "front/llvm/escape.h"
#include "front/llvm/marks.h"
#include "front/llvm/variable.h"

#define HANDLER "__ubsan_handle_"

typedef VEC(LLVMBasicBlockRef) block_list;

struct sanitize {
    LLVMModuleRef module;
    LLVMContextRef llvm;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    const struct front_checks *checks;
    unsigned mark;      /* kind of the metadata of what sanitizers put in */
    block_list joins;   /* blocks that were begun behind a check */
    value_list scratch; /* allocas for the operands of handlers */
    value_list data;    /* globals for the handlers */
};

void sanitize_option(const struct front_checks *checks, struct str *out) {
    const struct {
        bool on;
        const char *name;
    } all[] = {{checks->index, "array-bounds"},
               {checks->cast, "float-cast-overflow"},
               {checks->div, "integer-divide-by-zero"},
               {checks->shift, "shift-exponent"},
               {checks->overflow, "shift-base"},
               {checks->overflow, "signed-integer-overflow"},
               {checks->align, "alignment"},
               {checks->length, "vla-bound"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].on) str_addf(out, "%s%s", out->len ? "," : "-fsanitize=", all[i].name);
}

/* ---- small things ------------------------------------------------------------------------ */

static bool is_marked(const struct sanitize *s, LLVMValueRef inst) { return LLVMGetMetadata(inst, s->mark) != NULL; }

static const char *name_of(LLVMValueRef value) {
    size_t len;
    return LLVMGetValueName2(value, &len);
}

/* The name of the function that is called directly, or "". */
static const char *callee_name(LLVMValueRef inst) {
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return callee && LLVMIsAFunction(callee) ? name_of(callee) : "";
}

static LLVMTypeRef int_type(const struct sanitize *s, unsigned width) { return LLVMIntTypeInContext(s->llvm, width); }

/* A call of shrike.OP.TYPE(args) before `at`, with the position of `like`. */
static LLVMValueRef call_check(struct sanitize *s, const char *op, LLVMTypeRef result, LLVMValueRef *args, unsigned n,
                               LLVMValueRef at, LLVMValueRef like) {
    LLVMTypeRef params[2];
    for (unsigned i = 0; i < n; i++) params[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, params, n, 0);
    struct str name = {0};
    str_addf(&name, PROTECT_PREFIX "%s", op);
    for (unsigned i = 0; i < n; i++) {
        char *text = LLVMPrintTypeToString(params[i]);
        str_addf(&name, ".%s", text);
        LLVMDisposeMessage(text);
        if (params[0] == result) break; /* as protection names them: one type says it all */
    }
    if (params[0] != result && LLVMGetTypeKind(result) == LLVMIntegerTypeKind)
        str_addf(&name, ".i%u", LLVMGetIntTypeWidth(result));
    LLVMValueRef fn = LLVMGetNamedFunction(s->module, name.data);
    if (!fn) fn = LLVMAddFunction(s->module, name.data, type);
    LLVMPositionBuilderBefore(s->builder, at);
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(like));
    str_release(&name);
    return LLVMBuildCall2(s->builder, type, fn, args, n, "");
}

/* ---- what a handler gets --------------------------------------------------------------------- */

/* One check: `if (!fine) handler(...)`, then `join`. */
struct instance {
    const char *kind;          /* the handler's name behind the prefix */
    LLVMValueRef call, branch; /* of the handler, and to its block */
    LLVMValueRef fine;
    LLVMBasicBlockRef block, join;
};

/* How the handler's data describe a type. */
struct described {
    bool is_int, is_float, is_signed;
    unsigned width;
    const char *text;
    size_t len;
};

static LLVMValueRef initial_part(LLVMValueRef global, unsigned i) {
    LLVMValueRef init = global && LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
    return init && (int)i < LLVMGetNumOperands(init) ? LLVMGetOperand(init, i) : NULL;
}

/* Type `i` of the handler's data: behind the position. */
static struct described type_of(const struct instance *in, unsigned i) {
    struct described d = {0};
    LLVMValueRef type = initial_part(LLVMGetOperand(in->call, 0), 1 + i);
    LLVMValueRef kind = initial_part(type, 0), info = initial_part(type, 1), text = initial_part(type, 2);
    if (!kind || !info || !LLVMIsAConstantInt(kind) || !LLVMIsAConstantInt(info)) return d;
    unsigned bits = (unsigned)LLVMConstIntGetZExtValue(info);
    d.is_int = LLVMConstIntGetZExtValue(kind) == 0;
    d.is_float = LLVMConstIntGetZExtValue(kind) == 1;
    d.is_signed = bits & 1;
    d.width = d.is_int ? 1u << (bits >> 1) : bits;
    if (text && LLVMIsConstantString(text)) d.text = LLVMGetAsString(text, &d.len);
    return d;
}

/* A value that does not fit a word is handed over in memory. */
static LLVMValueRef stored_value(const struct instance *in, LLVMValueRef pointer) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(in->block); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == pointer) return LLVMGetOperand(i, 0);
    return NULL;
}

/* What the handler gets as its operand `i`, or NULL. */
static LLVMValueRef handed_value(const struct instance *in, unsigned i) {
    LLVMValueRef v = LLVMGetOperand(in->call, 1 + i);
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind) return stored_value(in, v);
    return LLVMIsAPtrToIntInst(v) ? stored_value(in, LLVMGetOperand(v, 0)) : v;
}

/* Operand `i` of the handler if it is a constant integer, cut or widened to a type; what does not fit has all bits set.
 */
static LLVMValueRef constant_operand(const struct sanitize *s, const struct instance *in, unsigned i, unsigned width) {
    LLVMValueRef v = handed_value(in, i);
    if (!v || !LLVMIsAConstantInt(v)) return NULL;
    unsigned own = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    if (own == width) return v;
    bool wide = i && type_of(in, i).width > width;
    if (wide && (own > 64 || LLVMConstIntGetZExtValue(v) >> (width < 64 ? width : 63)))
        return LLVMConstAllOnes(int_type(s, width));
    return width <= 64 ? LLVMConstInt(int_type(s, width), LLVMConstIntGetZExtValue(v), 0) : NULL;
}

static bool is_constant(LLVMValueRef cond, bool value) {
    return LLVMIsAConstantInt(cond) && (LLVMConstIntGetZExtValue(cond) != 0) == value;
}

/* ---- indexes ------------------------------------------------------------------------------------ */

/* Is this the whole of a variable of that type? */
static bool is_whole(LLVMValueRef base, LLVMTypeRef type) {
    if (LLVMIsAAllocaInst(base)) return LLVMGetAllocatedType(base) == type;
    return LLVMIsAGlobalVariable(base) && LLVMGlobalGetValueType(base) == type;
}

static bool is_gep(LLVMValueRef value) {
    if (LLVMIsAGetElementPtrInst(value)) return true;
    return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr;
}

/* The array whose first element has this address; *type is the element's, then its own. */
static LLVMValueRef undecayed(LLVMValueRef pointer, LLVMTypeRef *type) {
    if (LLVMIsAGlobalVariable(pointer)) { /* the address of its first element is its own */
        LLVMTypeRef whole = LLVMGlobalGetValueType(pointer);
        if (LLVMGetTypeKind(whole) == LLVMArrayTypeKind && LLVMGetElementType(whole) == *type) *type = whole;
        return pointer;
    }
    if (!is_gep(pointer) || LLVMGetNumOperands(pointer) != 3) return pointer;
    LLVMTypeRef array = LLVMGetGEPSourceElementType(pointer);
    if (LLVMGetTypeKind(array) != LLVMArrayTypeKind || LLVMGetElementType(array) != *type) return pointer;
    if (!LLVMIsNull(LLVMGetOperand(pointer, 1)) || !LLVMIsNull(LLVMGetOperand(pointer, 2))) return pointer;
    *type = array;
    return LLVMGetOperand(pointer, 0);
}

static bool indexes_object(LLVMValueRef gep) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    LLVMValueRef base = LLVMGetOperand(gep, 0);
    if (LLVMGetNumOperands(gep) == 2 && !is_whole(base, type)) base = undecayed(base, &type);
    return is_whole(base, type);
}

/* The address that the instruction computes or, if that was folded, has as an operand. */
static LLVMValueRef address_in(LLVMValueRef inst) {
    if (is_gep(inst)) return inst;
    for (int i = 0; i < LLVMGetNumOperands(inst); i++)
        if (is_gep(LLVMGetOperand(inst, (unsigned)i)) && LLVMIsConstant(LLVMGetOperand(inst, (unsigned)i)))
            return LLVMGetOperand(inst, (unsigned)i);
    return NULL;
}

/* An array all of which is accessible needs no check of its own. Its use follows the check. */
static bool is_object(const struct instance *in) {
    LLVMValueRef i = LLVMGetFirstInstruction(in->join);
    for (int steps = 0; i && steps < 4; steps++, i = LLVMGetNextInstruction(i)) {
        LLVMValueRef address = address_in(i);
        if (address) return indexes_object(address);
    }
    return false;
}

/* The length in the array's name: 'int[4]'. For the report only. */
static uint64_t told_length(const struct described *array) {
    const char *bracket = array->text ? memchr(array->text, '[', array->len) : NULL;
    return bracket ? strtoull(bracket + 1, NULL, 10) : 0;
}

static bool check_index(struct sanitize *s, const struct instance *in) {
    if (is_constant(in->fine, true) || is_object(in)) return true;
    LLVMTypeRef word = LLVMIntPtrTypeInContext(s->llvm, s->layout);
    LLVMValueRef args[2];
    if (LLVMIsAICmpInst(in->fine)) {
        args[0] = LLVMGetOperand(in->fine, 0);
        args[1] = LLVMGetOperand(in->fine, 1);
        if (LLVMTypeOf(args[0]) != word) return false;
        LLVMPositionBuilderBefore(s->builder, in->branch);
        LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(in->call));
        if (LLVMGetICmpPredicate(in->fine) == LLVMIntULE) /* its address may be that of the end */
            args[1] = LLVMBuildAdd(s->builder, args[1], LLVMConstInt(word, 1, 0), "");
        else if (LLVMGetICmpPredicate(in->fine) != LLVMIntULT) return false;
    } else {
        struct described array = type_of(in, 0);
        LLVMValueRef index = LLVMGetOperand(in->call, 1);
        if (!is_constant(in->fine, false) || !LLVMIsAConstantInt(index)) return false;
        uint64_t length = told_length(&array), at = LLVMConstIntGetZExtValue(index);
        args[0] = LLVMConstInt(word, at, 0);
        args[1] = LLVMConstInt(word, length < at ? length : at, 0);
    }
    call_check(s, "index", LLVMVoidTypeInContext(s->llvm), args, 2, in->branch, in->call);
    return true;
}

/* ---- arithmetic ------------------------------------------------------------------------------------ */

static bool check_constants(struct sanitize *s, const struct instance *in, const char *op) {
    struct described type = type_of(in, 0);
    if (!type.is_int) return true;
    LLVMValueRef args[2] = {constant_operand(s, in, 0, type.width), constant_operand(s, in, 1, type.width)};
    if (args[0] && args[1]) call_check(s, op, LLVMTypeOf(args[0]), args, 2, in->branch, in->call);
    return true;
}

/* An amount of a wider type than what is shifted has been cut, so that it may look fine: it gets the largest that is
 * not. */
static void widen_amount(struct sanitize *s, const struct instance *in, LLVMValueRef inst) {
    LLVMTypeRef type = LLVMTypeOf(inst);
    LLVMValueRef amount = handed_value(in, 1);
    if (!amount || LLVMGetTypeKind(LLVMTypeOf(amount)) != LLVMIntegerTypeKind ||
        LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
        return;
    unsigned width = LLVMGetIntTypeWidth(type);
    if (type_of(in, 1).width <= width || LLVMGetIntTypeWidth(LLVMTypeOf(amount)) <= width) return;
    LLVMPositionBuilderBefore(s->builder, inst);
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(inst));
    LLVMValueRef most = LLVMConstInt(LLVMTypeOf(amount), width, 0);
    LLVMValueRef fine = LLVMBuildICmp(s->builder, LLVMIntULT, amount, most, "");
    LLVMValueRef least = LLVMBuildSelect(s->builder, fine, amount, most, "");
    LLVMSetOperand(inst, 1, LLVMBuildTrunc(s->builder, least, type, ""));
}

/* The shift follows its check, unless it was folded: then the check of what is shifted is no constant. */
static bool check_shift(struct sanitize *s, const struct instance *in) {
    bool base = s->checks->overflow && type_of(in, 0).is_signed;
    LLVMValueRef inst = LLVMGetFirstInstruction(in->join);
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    bool shifts = op == LLVMAShr || op == LLVMLShr || op == LLVMShl;
    if (shifts && s->checks->shift) widen_amount(s, in, inst);
    if (op == LLVMAShr || op == LLVMLShr) return true;
    if (op != LLVMShl)
        return is_constant(in->fine, true) ||
               check_constants(s, in, base && !LLVMIsConstant(in->fine) ? "cshl" : "shl");
    if (!base) return true;
    LLVMValueRef args[2] = {LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1)};
    LLVMValueRef call = call_check(s, "cshl", LLVMTypeOf(inst), args, 2, inst, inst);
    LLVMReplaceAllUsesWith(inst, call);
    LLVMInstructionEraseFromParent(inst);
    return true;
}

/* Divisions check themselves, unless they were folded. Without overflow checks clang does not
 * say that the quotient overflows, but it passes the operands. */
static bool check_division(struct sanitize *s, const struct instance *in) {
    struct described type = type_of(in, 0);
    LLVMValueRef by = type.is_int ? constant_operand(s, in, 1, type.width) : NULL;
    if (!by || (is_constant(in->fine, true) && by != LLVMConstAllOnes(LLVMTypeOf(by)))) return true;
    return check_constants(s, in, type.is_signed ? "sdiv" : "udiv");
}

/* The constant that a conversion was folded with, or NULL. */
static LLVMValueRef converted_constant(struct sanitize *s, const struct instance *in, unsigned width) {
    LLVMValueRef v = LLVMGetOperand(in->call, 1);
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind) v = stored_value(in, v);
    if (v && LLVMIsAPtrToIntInst(v)) v = stored_value(in, LLVMGetOperand(v, 0));
    if (!v || !LLVMIsConstant(v)) return NULL;
    if (!LLVMIsAConstantInt(v)) return v;
    LLVMTypeRef type = width == 32 ? LLVMFloatTypeInContext(s->llvm) : LLVMDoubleTypeInContext(s->llvm);
    if (width != 32 && width != 64) return NULL;
    LLVMValueRef bits = LLVMConstInt(int_type(s, width), LLVMConstIntGetZExtValue(v), 0);
    return LLVMConstBitCast(bits, type);
}

static bool check_conversion(struct sanitize *s, const struct instance *in) {
    if (!is_constant(in->fine, false)) return true;
    struct described from = type_of(in, 0), to = type_of(in, 1);
    LLVMValueRef value = converted_constant(s, in, from.width);
    if (!value || !to.is_int) return true;
    const char *op = to.is_signed ? "fptosi" : "fptoui";
    call_check(s, op, int_type(s, to.width), &value, 1, in->branch, in->call);
    return true;
}

/* Arithmetic with a flag: as it is without, or a check if it would be folded. */
static void restore_arithmetic(struct sanitize *s, LLVMValueRef call) {
    static const struct {
        const char *intrinsic, *op;
        LLVMValueRef (*build)(LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *);
    } table[] = {{"llvm.sadd.with.overflow", "cadd", LLVMBuildNSWAdd},
                 {"llvm.ssub.with.overflow", "csub", LLVMBuildNSWSub},
                 {"llvm.smul.with.overflow", "cmul", LLVMBuildNSWMul}};
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        if (!is_intrinsic(call, table[k].intrinsic)) continue;
        LLVMValueRef args[2] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)};
        bool folded = s->checks->overflow && LLVMIsConstant(args[0]) && LLVMIsConstant(args[1]);
        LLVMPositionBuilderBefore(s->builder, call);
        LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(call));
        LLVMValueRef plain = folded ? call_check(s, table[k].op, LLVMTypeOf(args[0]), args, 2, call, call)
                                    : table[k].build(s->builder, args[0], args[1], "");
        for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (LLVMIsAExtractValueInst(user) && LLVMGetIndices(user)[0] == 0) LLVMReplaceAllUsesWith(user, plain);
        }
    }
}

/* ---- addresses and lengths --------------------------------------------------------------------------- */

/* Is the address that the handler gets a multiple of this power of two? */
static void check_multiple(struct sanitize *s, const struct instance *in, uint64_t align) {
    LLVMValueRef at = LLVMGetOperand(in->call, 1);
    if (LLVMIsAPtrToIntInst(at) || (LLVMIsAConstantExpr(at) && LLVMGetConstOpcode(at) == LLVMPtrToInt))
        at = LLVMGetOperand(at, 0);
    LLVMTypeRef word = LLVMIntPtrTypeInContext(s->llvm, s->layout);
    LLVMPositionBuilderBefore(s->builder, in->branch);
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(in->call));
    if (LLVMGetTypeKind(LLVMTypeOf(at)) == LLVMPointerTypeKind) at = LLVMBuildPtrToInt(s->builder, at, word, "");
    LLVMValueRef args[2] = {at, LLVMConstInt(word, align - 1, 0)};
    call_check(s, "align", LLVMVoidTypeInContext(s->llvm), args, 2, in->branch, in->call);
}

/* Where clang looks at an address without an access: members. */
static bool check_type(struct sanitize *s, const struct instance *in) {
    LLVMValueRef log = initial_part(LLVMGetOperand(in->call, 0), 2);
    if (!is_constant(in->fine, true) && log && LLVMIsAConstantInt(log))
        check_multiple(s, in, UINT64_C(1) << LLVMConstIntGetZExtValue(log));
    return true;
}

/* What the program promises. */
static bool check_assumption(struct sanitize *s, const struct instance *in) {
    LLVMValueRef align = handed_value(in, 1), offset = handed_value(in, 2);
    if (is_constant(in->fine, true)) return true;
    uint64_t n = align && LLVMIsAConstantInt(align) ? LLVMConstIntGetZExtValue(align) : 0;
    if (!n || (n & (n - 1)) || !offset || !LLVMIsAConstantInt(offset) || LLVMConstIntGetZExtValue(offset)) return false;
    check_multiple(s, in, n);
    return true;
}

static bool check_length(struct sanitize *s, const struct instance *in) {
    if (is_constant(in->fine, true)) return true;
    LLVMPositionBuilderBefore(s->builder, in->branch);
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(in->call));
    LLVMValueRef wrong = LLVMBuildZExt(s->builder, LLVMBuildNot(s->builder, in->fine, ""), int_type(s, 32), "");
    emit_call(s->module, s->builder, "__shrike_length", LLVMVoidTypeInContext(s->llvm), &wrong, 1);
    return true;
}

/* ---- taking the branches out ------------------------------------------------------------------------- */

/* The only branch to a block, or NULL. */
static LLVMValueRef branch_to(LLVMBasicBlockRef block) {
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    if (!use || LLVMGetNextUse(use)) return NULL;
    LLVMValueRef user = LLVMGetUser(use);
    return LLVMIsABranchInst(user) ? user : NULL;
}

/* Is the call a handler's, in a block of its own? */
static bool find_instance(LLVMValueRef call, struct instance *in) {
    const char *name = callee_name(call);
    if (!str_starts(name, HANDLER)) return false;
    *in = (struct instance){.kind = name + strlen(HANDLER), .call = call, .block = LLVMGetInstructionParent(call)};
    in->branch = branch_to(in->block);
    LLVMValueRef back = LLVMGetBasicBlockTerminator(in->block);
    if (!in->branch || !LLVMIsConditional(in->branch) || LLVMGetSuccessor(in->branch, 1) != in->block) return false;
    if (!LLVMIsABranchInst(back) || LLVMIsConditional(back)) return false;
    in->fine = LLVMGetCondition(in->branch);
    in->join = LLVMGetSuccessor(back, 0);
    return in->join == LLVMGetSuccessor(in->branch, 0) && !LLVMIsAPHINode(LLVMGetFirstInstruction(in->join));
}

/* False: this is left as it is, and a path that gets there calls an external function. */
static bool place_check(struct sanitize *s, const struct instance *in) {
    static const struct {
        const char *kind;
        bool (*check)(struct sanitize *, const struct instance *);
    } table[] = {{"out_of_bounds", check_index},
                 {"shift_out_of_bounds", check_shift},
                 {"divrem_overflow", check_division},
                 {"float_cast_overflow", check_conversion},
                 {"add_overflow", NULL},
                 {"sub_overflow", NULL},
                 {"mul_overflow", NULL},
                 {"negate_overflow", NULL},
                 {"type_mismatch_v1", check_type},
                 {"alignment_assumption", check_assumption},
                 {"vla_bound_not_positive", check_length}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(in->kind, table[i].kind) == 0) return !table[i].check || table[i].check(s, in);
    return false;
}

static void go_straight(struct sanitize *s, LLVMValueRef branch, LLVMBasicBlockRef to) {
    LLVMPositionBuilderBefore(s->builder, branch);
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(branch));
    LLVMBuildBr(s->builder, to);
    LLVMInstructionEraseFromParent(branch);
    vec_push(&s->joins, to);
}

static void remove_handler(struct sanitize *s, const struct instance *in) {
    vec_push(&s->data, LLVMGetOperand(in->call, 0));
    for (LLVMValueRef i = LLVMGetFirstInstruction(in->block); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAStoreInst(i)) vec_push(&s->scratch, LLVMGetOperand(i, 1));
    go_straight(s, in->branch, in->join);
    LLVMDeleteBasicBlock(in->block);
}

static bool is_dead(const struct sanitize *s, LLVMValueRef inst) {
    if (LLVMGetFirstUse(inst) || !is_marked(s, inst) || LLVMIsATerminatorInst(inst) || LLVMIsAStoreInst(inst))
        return false;
    return !LLVMIsACallInst(inst) || is_intrinsic(inst, "llvm.s"); /* those with a flag */
}

/* What only the checks have computed. From the end, so that users go first. */
static void remove_dead(struct sanitize *s, LLVMValueRef fn) {
    for (bool again = true; again;) {
        again = false;
        for (LLVMBasicBlockRef b = LLVMGetLastBasicBlock(fn); b; b = LLVMGetPreviousBasicBlock(b)) {
            LLVMValueRef before;
            for (LLVMValueRef i = LLVMGetLastInstruction(b); i; i = before) {
                before = LLVMGetPreviousInstruction(i);
                if (!is_dead(s, i)) continue;
                LLVMInstructionEraseFromParent(i);
                again = true;
            }
        }
    }
    for (uint32_t i = 0; i < s->scratch.len; i++)
        if (LLVMIsAAllocaInst(s->scratch.data[i]) && !LLVMGetFirstUse(s->scratch.data[i]))
            LLVMInstructionEraseFromParent(s->scratch.data[i]);
    vec_clear(&s->scratch);
}

/* A block that only goes on to where its branch goes otherwise: was the amount of a shift fine? */
static void remove_empty_way(struct sanitize *s, LLVMValueRef branch) {
    LLVMBasicBlockRef way = LLVMGetSuccessor(branch, 0), join = LLVMGetSuccessor(branch, 1);
    LLVMValueRef only = LLVMGetFirstInstruction(way);
    if (branch_to(way) != branch || !LLVMIsABranchInst(only) || LLVMIsConditional(only)) return;
    if (LLVMGetSuccessor(only, 0) != join || LLVMIsAPHINode(LLVMGetFirstInstruction(join))) return;
    go_straight(s, branch, join);
    LLVMDeleteBasicBlock(way);
}

/* ---- joining what was one block ------------------------------------------------------------------------ */

/* The phi with `now` in place of the block `was`. */
static void rename_incoming(struct sanitize *s, LLVMValueRef phi, LLVMBasicBlockRef was, LLVMBasicBlockRef now) {
    struct str name = {0};
    str_add(&name, name_of(phi));
    LLVMPositionBuilderBefore(s->builder, phi);
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(phi));
    LLVMValueRef fresh = LLVMBuildPhi(s->builder, LLVMTypeOf(phi), "");
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        if (value == phi) value = fresh;
        if (from == was) from = now;
        LLVMAddIncoming(fresh, &value, &from, 1);
    }
    LLVMReplaceAllUsesWith(phi, fresh);
    LLVMInstructionEraseFromParent(phi);
    LLVMSetValueName2(fresh, str_text(&name), name.len);
    str_release(&name);
}

static void rename_in_successors(struct sanitize *s, LLVMValueRef last, LLVMBasicBlockRef was, LLVMBasicBlockRef now) {
    for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++) {
        LLVMValueRef next;
        for (LLVMValueRef phi = LLVMGetFirstInstruction(LLVMGetSuccessor(last, i)); phi && LLVMIsAPHINode(phi);
             phi = next) {
            next = LLVMGetNextInstruction(phi);
            for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
                if (LLVMGetIncomingBlock(phi, k) == was) {
                    rename_incoming(s, phi, was, now);
                    break;
                }
        }
    }
}

/* Moves all instructions of a block behind those of another, with name and position. */
static void move_instructions(struct sanitize *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    struct str name = {0};
    LLVMPositionBuilderAtEnd(s->builder, to);
    LLVMSetCurrentDebugLocation2(s->builder, NULL);
    for (LLVMValueRef i; (i = LLVMGetFirstInstruction(from));) {
        str_clear(&name);
        str_add(&name, name_of(i));
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilderWithName(s->builder, i, str_text(&name));
    }
    str_release(&name);
}

static void join_block(struct sanitize *s, LLVMBasicBlockRef block) {
    LLVMValueRef branch = branch_to(block);
    if (!branch || LLVMIsConditional(branch)) return; /* something else leads there, too */
    LLVMBasicBlockRef before = LLVMGetInstructionParent(branch);
    rename_in_successors(s, LLVMGetBasicBlockTerminator(block), block, before);
    LLVMInstructionEraseFromParent(branch);
    move_instructions(s, block, before);
    LLVMDeleteBasicBlock(block);
}

/* ---- alignment --------------------------------------------------------------------------------------- */

/* Variables are where they should be, and so are their parts. */
static bool is_aligned_by_itself(struct sanitize *s, LLVMValueRef pointer, unsigned align) {
    if (LLVMIsAGlobalVariable(pointer)) return LLVMGetAlignment(pointer) >= align;
    int64_t offset;
    LLVMValueRef variable = direct_alloca_at(s->layout, pointer, &offset);
    return variable && offset % (int64_t)align == 0 && LLVMGetAlignment(variable) >= align;
}

static void check_alignment(struct sanitize *s, LLVMValueRef inst, LLVMValueRef pointer, unsigned align) {
    if (align <= 1 || is_aligned_by_itself(s, pointer, align)) return;
    LLVMTypeRef word = LLVMIntPtrTypeInContext(s->llvm, s->layout);
    LLVMPositionBuilderBefore(s->builder, inst);
    LLVMSetCurrentDebugLocation2(s->builder, LLVMInstructionGetDebugLoc(inst));
    LLVMValueRef args[2] = {LLVMBuildPtrToInt(s->builder, pointer, word, ""), LLVMConstInt(word, align - 1, 0)};
    call_check(s, "align", LLVMVoidTypeInContext(s->llvm), args, 2, inst, inst);
}

/* Clang says of blocks that are copied how they are aligned. */
static void check_copy(struct sanitize *s, LLVMValueRef call) {
    unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
    for (unsigned i = 0; i < 2; i++) {
        LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
        if (align) check_alignment(s, call, LLVMGetOperand(call, i), (unsigned)LLVMGetEnumAttributeValue(align));
    }
}

static void check_access(struct sanitize *s, LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: check_alignment(s, i, LLVMGetOperand(i, 0), LLVMGetAlignment(i)); break;
    case LLVMStore: check_alignment(s, i, LLVMGetOperand(i, 1), LLVMGetAlignment(i)); break;
    case LLVMCall:
        if (is_intrinsic(i, "llvm.memcpy.") || is_intrinsic(i, "llvm.memmove.")) check_copy(s, i);
        break;
    default: break;
    }
}

static void check_accesses(struct sanitize *s, LLVMValueRef fn) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) check_access(s, i);
}

/* ---- all --------------------------------------------------------------------------------------------- */

static void sanitize_function(struct sanitize *s, LLVMValueRef fn) {
    value_list marked = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) && is_marked(s, i)) vec_push(&marked, i);
    value_list branches = {0};
    for (uint32_t i = 0; i < marked.len; i++) {
        struct instance in;
        restore_arithmetic(s, marked.data[i]);
        if (find_instance(marked.data[i], &in) && place_check(s, &in)) remove_handler(s, &in);
    }
    remove_dead(s, fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (LLVMIsABranchInst(last) && LLVMIsConditional(last) && is_marked(s, last)) vec_push(&branches, last);
    }
    for (uint32_t i = 0; i < branches.len; i++) remove_empty_way(s, branches.data[i]);
    for (uint32_t i = 0; i < s->joins.len; i++) join_block(s, s->joins.data[i]);
    vec_clear(&s->joins);
    vec_release(&marked);
    vec_release(&branches);
}

/* Constants that no code uses are still there. */
static bool is_used(LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAConstant(user) || LLVMIsAGlobalValue(user) || is_used(user)) return true;
    }
    return false;
}

/* The global and what only it refers to: descriptions of types, names of files. */
static void remove_global(LLVMValueRef global) {
    if (!LLVMIsAGlobalVariable(global) || is_used(global)) return;
    value_list parts = {0};
    LLVMValueRef init = LLVMGetInitializer(global);
    for (int i = 0; init && i < LLVMGetNumOperands(init); i++) {
        LLVMValueRef part = LLVMGetOperand(init, (unsigned)i);
        if (LLVMIsAGlobalVariable(part)) vec_push(&parts, part);
        if (LLVMIsAConstantStruct(part) && LLVMGetNumOperands(part)) vec_push(&parts, LLVMGetOperand(part, 0));
    }
    LLVMDeleteGlobal(global);
    for (uint32_t i = 0; i < parts.len; i++) {
        bool again = false;
        for (uint32_t k = 0; k < i; k++) again |= parts.data[k] == parts.data[i];
        if (!again) remove_global(parts.data[i]);
    }
    vec_release(&parts);
}

/* Calls may share their data, which is removed once. */
static void remove_data(const value_list *data) {
    struct map seen = {0};
    for (uint32_t i = 0; i < data->len; i++) {
        uint64_t key = (uint64_t)(uintptr_t)data->data[i];
        if (map_get(&seen, key, 0)) continue;
        map_put(&seen, key, 1);
        remove_global(data->data[i]);
    }
    map_release(&seen);
}

static bool any_check(const struct front_checks *c) {
    return c->overflow || c->index || c->align || c->div || c->shift || c->cast || c->length;
}

void sanitize_module(const struct front_input *input, LLVMModuleRef module) {
    const struct front_checks *checks = &input->checks;
    if (!any_check(checks)) return; /* instrumentation is the user's own */
    LLVMContextRef llvm = LLVMGetModuleContext(module);
    struct sanitize s = {.module = module,
                         .llvm = llvm,
                         .layout = LLVMGetModuleDataLayout(module),
                         .builder = LLVMCreateBuilderInContext(llvm),
                         .checks = checks,
                         .mark = LLVMGetMDKindIDInContext(llvm, "nosanitize", 10)};
    LLVMSetIsNewDbgInfoFormat(module, 0);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        if (LLVMIsDeclaration(fn)) continue;
        sanitize_function(&s, fn);
        if (checks->align) check_accesses(&s, fn);
    }
    remove_data(&s.data);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module), next; fn; fn = next) {
        next = LLVMGetNextFunction(fn);
        if (LLVMIsDeclaration(fn) && !LLVMGetFirstUse(fn) && str_starts(name_of(fn), HANDLER)) LLVMDeleteFunction(fn);
    }
    assert(!LLVMVerifyModule(module, LLVMReturnStatusAction, NULL));
    LLVMDisposeBuilder(s.builder);
    vec_release(&s.joins);
    vec_release(&s.scratch);
    vec_release(&s.data);
}
