/* LLVM's intrinsics, and the calls that protection has put in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "front/llvm/marks.h"
#include "front/lower/lower.h"

static LLVMValueRef arg(LLVMValueRef inst, unsigned i) { return LLVMGetOperand(inst, i); }

/* ---- integer functions ---------------------------------------------------------------- */

struct int_function {
    const char *prefix;
    enum ir_bitop op;
    int wide; /* enum ir_wide, -1: none */
    int nargs;
};

static const struct int_function int_functions[] = {
    {"llvm.ctpop.", BITOP_CTPOP, WIDE_CTPOP, 1},
    {"llvm.ctlz.", BITOP_CTLZ, WIDE_CTLZ, 1},
    {"llvm.cttz.", BITOP_CTTZ, WIDE_CTTZ, 1},
    {"llvm.bswap.", BITOP_BSWAP, WIDE_BSWAP, 1},
    {"llvm.bitreverse.", BITOP_BITREVERSE, WIDE_BITREVERSE, 1},
    {"llvm.fshl.", BITOP_FSHL, -1, 3},
    {"llvm.fshr.", BITOP_FSHR, -1, 3},
    {"llvm.abs.", BITOP_ABS, WIDE_ABS, 1},
    {"llvm.smin.", BITOP_SMIN, WIDE_SMIN, 2},
    {"llvm.smax.", BITOP_SMAX, WIDE_SMAX, 2},
    {"llvm.umin.", BITOP_UMIN, WIDE_UMIN, 2},
    {"llvm.umax.", BITOP_UMAX, WIDE_UMAX, 2},
    {"llvm.sadd.sat.", BITOP_SADD_SAT, -1, 2},
    {"llvm.uadd.sat.", BITOP_UADD_SAT, -1, 2},
    {"llvm.ssub.sat.", BITOP_SSUB_SAT, -1, 2},
    {"llvm.usub.sat.", BITOP_USUB_SAT, -1, 2},
    {"llvm.sshl.sat.", BITOP_SSHL_SAT, -1, 2},
    {"llvm.ushl.sat.", BITOP_USHL_SAT, -1, 2},
    {"llvm.scmp.", BITOP_SCMP, -1, 2},
    {"llvm.ucmp.", BITOP_UCMP, -1, 2},
};

static bool lower_int_function(struct lower *lo, LLVMValueRef inst, const struct int_function *f) {
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(arg(inst, 0)));
    if (!leaves->ok) return false;
    uint32_t ops[3] = {0, 0, 0};
    for (int i = 0; i < f->nargs; i++) ops[i] = operand(lo, arg(inst, (unsigned)i));
    uint32_t d = result(lo, inst);
    for (uint32_t i = 0, s = 0; i < leaves->len; s += leaves->at[i].nslots, i++) {
        uint32_t w = leaves->at[i].width;
        if (w > 64 && f->wide < 0) return false;
        if (w > 64) emit(lo, IR_WIDE, w, d + s, ops[0] + s, ops[1] + s, (uint32_t)f->wide);
        else emit(lo, IR_BITOP, w | (uint32_t)f->op << 8, d + s, ops[0] + s, ops[1] + s, ops[2] + s);
    }
    return true;
}

static bool lower_overflow(struct lower *lo, LLVMValueRef inst, const char *name) {
    static const struct {
        const char *prefix;
        enum ir_overflow op;
        enum ir_wide wide;
    } table[] = {{"llvm.sadd.with.", OVF_SADD, WIDE_SADD_O}, {"llvm.uadd.with.", OVF_UADD, WIDE_UADD_O},
                 {"llvm.ssub.with.", OVF_SSUB, WIDE_SSUB_O}, {"llvm.usub.with.", OVF_USUB, WIDE_USUB_O},
                 {"llvm.smul.with.", OVF_SMUL, WIDE_SMUL_O}, {"llvm.umul.with.", OVF_UMUL, WIDE_UMUL_O}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (!str_starts(name, table[i].prefix)) continue;
        const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(arg(inst, 0)));
        if (!leaves->ok || leaves->len != 1) return false;
        uint32_t w = leaves->at[0].width;
        uint32_t a = operand(lo, arg(inst, 0)), b = operand(lo, arg(inst, 1)), d = result(lo, inst);
        if (w > 64) emit(lo, IR_WIDE, w, d, a, b, table[i].wide);
        else emit(lo, IR_OVERFLOW, w, d, a, b, table[i].op);
        return true;
    }
    return false;
}

static bool lower_reduce(struct lower *lo, LLVMValueRef inst, const char *name) {
    static const struct {
        const char *name;
        LLVMOpcode op;
    } plain[] = {{"add", LLVMAdd}, {"mul", LLVMMul}, {"and", LLVMAnd}, {"or", LLVMOr}, {"xor", LLVMXor}};
    static const struct {
        const char *name;
        enum ir_bitop op;
    } pick[] = {{"smax", BITOP_SMAX}, {"smin", BITOP_SMIN}, {"umax", BITOP_UMAX}, {"umin", BITOP_UMIN}};
    if (!str_starts(name, "llvm.vector.reduce.")) return false;
    name += strlen("llvm.vector.reduce.");
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(arg(inst, 0)));
    if (!leaves->ok || leaves->len == 0 || leaves->at[0].nslots != 1) return false;
    uint32_t w = leaves->at[0].width;
    uint32_t a = operand(lo, arg(inst, 0)), d = result(lo, inst);
    for (size_t k = 0; k < sizeof plain / sizeof *plain; k++) {
        if (!str_starts(name, plain[k].name) || name[strlen(plain[k].name)] != '.') continue;
        emit_mov(lo, d, a, 1);
        for (uint32_t i = 1; i < leaves->len; i++) emit_int_op(lo, plain[k].op, w, d, d, a + i, NULL, false);
        return true;
    }
    for (size_t k = 0; k < sizeof pick / sizeof *pick; k++) {
        if (!str_starts(name, pick[k].name)) continue;
        emit_mov(lo, d, a, 1);
        for (uint32_t i = 1; i < leaves->len; i++) emit(lo, IR_BITOP, w | (uint32_t)pick[k].op << 8, d, d, a + i, 0);
        return true;
    }
    return false;
}

/* ---- floating point ----------------------------------------------------------------------- */

static bool lower_float_function(struct lower *lo, LLVMValueRef inst, const char *name) {
    static const struct {
        const char *prefix;
        enum ir_fbin op;
        int nargs;
    } table[] = {{"llvm.fabs.", FBIN_ABS, 1},
                 {"llvm.copysign.", FBIN_COPYSIGN, 2},
                 {"llvm.minnum.", FBIN_MINNUM, 2},
                 {"llvm.maxnum.", FBIN_MAXNUM, 2}};
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(inst));
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        if (!str_starts(name, table[k].prefix) || !leaves->ok) continue;
        uint32_t a = operand(lo, arg(inst, 0));
        uint32_t b = table[k].nargs == 2 ? operand(lo, arg(inst, 1)) : a;
        uint32_t d = result(lo, inst);
        for (uint32_t i = 0, s = 0; i < leaves->len; s += leaves->at[i].nslots, i++)
            emit_float_op(lo, table[k].op, leaves->at[i].fkind, d + s, a + s, b + s);
        return true;
    }
    return false;
}

/* llvm.is.fpclass: a mask of LLVM's ten classes. */
static bool lower_fpclass(struct lower *lo, LLVMValueRef inst, const char *name) {
    if (!str_starts(name, "llvm.is.fpclass.")) return false;
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(arg(inst, 0)));
    uint64_t mask;
    if (!leaves->ok || !const_u64(arg(inst, 1), &mask)) return false;
    uint32_t a = operand(lo, arg(inst, 0)), d = result(lo, inst);
    for (uint32_t i = 0; i < leaves->len; i++) {
        emit(lo, IR_FCLASS, leaves->at[i].fkind, d + i, a, (uint32_t)mask, 0);
        a += leaves->at[i].nslots;
    }
    return true;
}

/* llvm.sqrt.f64 and the like: the library function of that name. */
static bool lower_math(struct lower *lo, LLVMValueRef inst, const char *name) {
    static const char *const functions[] = {"sqrt",  "ceil",      "floor",  "trunc",   "rint",  "nearbyint",
                                            "round", "roundeven", "pow",    "exp",     "exp2",  "log",
                                            "log2",  "log10",     "sin",    "cos",     "tan",   "fma",
                                            "lrint", "llrint",    "lround", "llround", "ldexp", "powi"};
    const struct leaves *from = type_leaves(lo, LLVMTypeOf(arg(inst, 0)));
    const struct leaves *to = type_leaves(lo, LLVMTypeOf(inst));
    if (!from->ok || from->len != 1 || to->len != 1 || from->at[0].fkind == FLOAT_16) return false;
    static const char *const suffix[] = {"", "f", "", "l"};
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        size_t len = strlen(functions[k]);
        if (strncmp(name + 5, functions[k], len) != 0 || name[5 + len] != '.') continue;
        char full[32];
        snprintf(full, sizeof full, "%s%s", functions[k], suffix[from->at[0].fkind]);
        LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetCalledValue(inst));
        LLVMValueRef fn = LLVMGetNamedFunction(module, full);
        if (!fn) fn = LLVMAddFunction(module, full, LLVMGetCalledFunctionType(inst));
        unsigned n = LLVMGetNumArgOperands(inst);
        struct ir_call rec = {n,
                              ARENA_ARRAY(&lo->p->arena, struct ir_arg, n + 1),
                              to->nslots,
                              to->at[0].width,
                              to->at[0].fkind,
                              0,
                              false,
                              NULL};
        for (unsigned i = 0; i < n; i++) {
            const struct leaves *l = type_leaves(lo, LLVMTypeOf(arg(inst, i)));
            rec.args[i] = (struct ir_arg){
                .slot = operand(lo, arg(inst, i)), .size = l->at[0].width / 8u, .align = 8, .nslots = l->at[0].nslots};
        }
        vec_push(&lo->calls, rec);
        emit(lo, IR_CALL, 0, result(lo, inst), function_ref(lo, fn), lo->calls.len - 1, 0);
        return true;
    }
    return false;
}

/* ---- memory, variable arguments ------------------------------------------------------------ */

/* Where variables begin and end, in LLVM's words or in those that protection has put in their place. */
static bool lower_life(struct lower *lo, LLVMValueRef inst, const char *name) {
    static const struct {
        const char *theirs, *ours;
        enum ir_op op;
    } table[] = {{"llvm.lifetime.start", PROTECT_PREFIX LIFE_START, IR_LIFE_START},
                 {"llvm.lifetime.end", PROTECT_PREFIX LIFE_END, IR_LIFE_END},
                 {"llvm.stacksave", PROTECT_PREFIX LIFE_SAVE, IR_STACKSAVE},
                 {"llvm.stackrestore", PROTECT_PREFIX LIFE_RESTORE, IR_STACKRESTORE}};
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        if (!str_starts(name, table[k].theirs) && !str_starts(name, table[k].ours)) continue;
        unsigned n = LLVMGetNumArgOperands(inst);
        emit(lo, table[k].op, 0, n ? 0 : result(lo, inst), n ? operand(lo, arg(inst, n - 1)) : 0, 0, 0);
        return true;
    }
    return false;
}

static bool lower_memory(struct lower *lo, LLVMValueRef inst, const char *name) {
    static const struct {
        const char *prefix;
        enum ir_op op;
    } table[] = {{"llvm.memcpy.", IR_MEMCPY}, {"llvm.memmove.", IR_MEMMOVE}, {"llvm.memset.", IR_MEMSET}};
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        if (!str_starts(name, table[k].prefix)) continue;
        uint32_t to = operand(lo, arg(inst, 0)), from = operand(lo, arg(inst, 1));
        emit(lo, table[k].op, 0, 0, to, from, operand(lo, arg(inst, 2)));
        return true;
    }
    if (lower_life(lo, inst, name)) return true;
    if (str_starts(name, "llvm.va_start")) return emit(lo, IR_VASTART, 0, 0, operand(lo, arg(inst, 0)), 0, 0), true;
    if (str_starts(name, "llvm.va_copy")) {
        uint32_t to = operand(lo, arg(inst, 0)), from = operand(lo, arg(inst, 1));
        return emit(lo, IR_VACOPY, 0, 0, to, from, 0), true;
    }
    return false;
}

/* ---- the rest --------------------------------------------------------------------------------- */

static bool is_no_op(const char *name) {
    static const char *const prefixes[] = {"llvm.dbg.",       "llvm.assume",
                                           "llvm.donothing",  "llvm.prefetch",
                                           "llvm.va_end",     "llvm.experimental.noalias.scope.decl",
                                           "llvm.invariant.", "llvm.var.annotation",
                                           "llvm.sideeffect", "llvm.fake.use"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (str_starts(name, prefixes[i])) return true;
    return false;
}

/* Intrinsics whose value is that of their first argument. */
static bool is_identity(const char *name) {
    static const char *const prefixes[] = {"llvm.expect.",
                                           "llvm.launder.invariant.group",
                                           "llvm.strip.invariant.group",
                                           "llvm.threadlocal.address",
                                           "llvm.ptr.annotation",
                                           "llvm.annotation",
                                           "llvm.arithmetic.fence",
                                           "llvm.ssa.copy"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (str_starts(name, prefixes[i])) return true;
    return false;
}

/* Intrinsics that an interpreter answers with a constant. */
static bool lower_constant(struct lower *lo, LLVMValueRef inst, const char *name) {
    uint64_t value = 0;
    if (str_starts(name, "llvm.objectsize.")) {
        uint64_t minimum;
        value = const_u64(arg(inst, 1), &minimum) && minimum ? 0 : UINT64_MAX;
        if (scalar_width(lo, LLVMTypeOf(inst)) == 32) value = (uint32_t)value;
    } else if (str_starts(name, "llvm.get.rounding")) {
        value = 1; /* to nearest */
    } else if (!str_starts(name, "llvm.is.constant.")) {
        return false;
    }
    emit_mov(lo, result(lo, inst), const_slot(lo, value), 1);
    return true;
}

static void call_named(struct lower *lo, LLVMValueRef inst, const char *name) {
    LLVMModuleRef module = LLVMGetGlobalParent(lo->llvm_fn);
    LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(inst), NULL, 0, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(module, name);
    if (!fn) fn = LLVMAddFunction(module, name, type);
    uint32_t nret = type_leaves(lo, LLVMTypeOf(inst))->nslots;
    vec_push(&lo->calls, (struct ir_call){0, NULL, nret, 0, 0, 0, false, NULL});
    emit(lo, IR_CALL, 0, nret ? result(lo, inst) : 0, function_ref(lo, fn), lo->calls.len - 1, 0);
}

bool lower_intrinsic(struct lower *lo, LLVMValueRef inst, const char *name) {
    if (str_starts(name, "llvm.dbg.")) return note_debug_call(lo, inst), true;
    if (is_no_op(name)) return true;
    /* Whatever we answered, variables would lie on the wrong side of it. */
    if (str_starts(name, "llvm.frameaddress")) return emit_unsupported(lo, "__builtin_frame_address"), true;
    if (is_identity(name)) {
        uint32_t n = type_leaves(lo, LLVMTypeOf(inst))->nslots;
        return emit_mov(lo, result(lo, inst), operand(lo, arg(inst, 0)), n), true;
    }
    if (str_starts(name, "llvm.trap") || str_starts(name, "llvm.debugtrap") || str_starts(name, "llvm.ubsantrap"))
        return call_named(lo, inst, "__shrike_trap"), true;
    if (str_starts(name, "llvm.readcyclecounter") || str_starts(name, "llvm.readsteadycounter"))
        return call_named(lo, inst, "__shrike_cycles"), true;
    if (str_starts(name, "llvm.returnaddress")) return call_named(lo, inst, "__shrike_return_address"), true;
    if (str_starts(name, "llvm.ptrmask.")) {
        uint32_t a = operand(lo, arg(inst, 0)), b = operand(lo, arg(inst, 1));
        return emit_int_op(lo, LLVMAnd, ptr_width(lo), result(lo, inst), a, b, NULL, false), true;
    }
    if (str_starts(name, "llvm.fmuladd.")) {
        enum ir_float kind = float_kind(LLVMTypeOf(inst));
        if (!kind) return false;
        uint32_t d = result(lo, inst), a = operand(lo, arg(inst, 0)), b = operand(lo, arg(inst, 1));
        uint32_t c = operand(lo, arg(inst, 2)), product = new_slots(lo, float_slots(kind));
        emit_float_op(lo, FBIN_MUL, kind, product, a, b);
        return emit_float_op(lo, FBIN_ADD, kind, d, product, c), true;
    }
    for (size_t i = 0; i < sizeof int_functions / sizeof *int_functions; i++)
        if (str_starts(name, int_functions[i].prefix)) return lower_int_function(lo, inst, &int_functions[i]);
    return lower_memory(lo, inst, name) || lower_overflow(lo, inst, name) || lower_float_function(lo, inst, name) ||
           lower_constant(lo, inst, name) || lower_fpclass(lo, inst, name) || lower_reduce(lo, inst, name) ||
           lower_math(lo, inst, name);
}

/* ---- what protection has put in ------------------------------------------------------------ */

/* shrike.target.ID() announces that execution is here. */
static bool lower_target(struct lower *lo, LLVMValueRef inst, const char *number) {
    char *end;
    unsigned long id = strtoul(number, &end, 10);
    if (!*number || *end || id >= (unsigned long)lo->input->ntargets) return false;
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetCalledValue(inst));
    LLVMValueRef fn = LLVMGetNamedFunction(module, TARGET_BUILTIN);
    if (!fn) {
        LLVMTypeRef i32 = LLVMInt32TypeInContext(lo->llvm);
        LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(lo->llvm), &i32, 1, 0);
        fn = LLVMAddFunction(module, TARGET_BUILTIN, type);
    }
    struct ir_call rec = {.nargs = 1, .args = ARENA_ARRAY(&lo->p->arena, struct ir_arg, 1)};
    rec.args[0] = (struct ir_arg){.slot = const_slot(lo, id), .size = 4, .align = 4, .nslots = 1};
    uint32_t record = lo->calls.len;
    vec_push(&lo->calls, rec);
    emit(lo, IR_CALL, 0, 0, function_ref(lo, fn), record, 0);
    return true;
}

bool lower_protected(struct lower *lo, LLVMValueRef inst, const char *name) {
    static const struct {
        const char *name;
        LLVMOpcode op;
        bool checked;
    } ops[] = {{"cadd.", LLVMAdd, true},   {"csub.", LLVMSub, true},   {"cmul.", LLVMMul, true},
               {"udiv.", LLVMUDiv, false}, {"sdiv.", LLVMSDiv, false}, {"urem.", LLVMURem, false},
               {"srem.", LLVMSRem, false}, {"cshl.", LLVMShl, true},   {"shl.", LLVMShl, false},
               {"lshr.", LLVMLShr, false}, {"ashr.", LLVMAShr, false}};
    if (lower_life(lo, inst, name)) return true;
    name += strlen(PROTECT_PREFIX);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (str_starts(name, ops[i].name)) return lower_int_binary(lo, inst, ops[i].op, ops[i].checked), true;
    bool is_bool = str_starts(name, "bool.");
    if ((is_bool || str_starts(name, "index.")) &&
        index_is_within(LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1), LLVMGetInstructionParent(inst))) {
        lo->block_insns--; /* nothing is executed */
        return true;
    }
    if (str_starts(name, "index.")) return lower_word_check(lo, inst, IR_CINDEX32), true;
    if (is_bool) return lower_word_check(lo, inst, IR_CBOOL32), true;
    if (str_starts(name, "align.")) return mark_arithmetic(lo, inst), lower_word_check(lo, inst, IR_CALIGN32), true;
    if (lower_hidden_float(lo, inst, name)) return true;
    if (str_starts(name, "target.")) return lower_target(lo, inst, name + strlen("target."));
    if (str_starts(name, FOLDED_NAME)) return emit_unsupported(lo, "%s", name + strlen(FOLDED_NAME)), true;
    if (str_starts(name, "unreachable.")) return true; /* the instruction itself follows */
    if (str_starts(name, "expose.")) {
        uint32_t from = operand(lo, LLVMGetOperand(inst, 0));
        emit_mov(lo, result(lo, inst), from, 1);
        return true;
    }
    if (str_starts(name, CHOICE_NAME)) {
        emit(lo, IR_UNDEF, 32, result(lo, inst), choice_site(lo, inst, name + strlen(CHOICE_NAME)), 0, 0);
        return true;
    }
    bool undef = str_starts(name, "undef."), poison = str_starts(name, "poison.");
    if (!undef && !poison) return false;
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(inst));
    uint32_t d = result(lo, inst), offset, site = undef ? undef_site(lo, inst, &offset) : 0;
    for (uint32_t i = 0, s = 0; i < leaves->len; i++)
        for (uint32_t k = 0; k < leaves->at[i].nslots; k++, s++)
            emit(lo, undef ? IR_UNDEF : IR_POISON, word_width(leaves->at[i].width, k), d + s, site,
                 site ? offset + 8 * s : 0, 0);
    return true;
}
