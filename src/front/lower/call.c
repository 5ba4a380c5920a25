#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "front/define/assembly.h"
#include "front/llvm/marks.h"
#include "front/llvm/signature.h"
#include "front/lower/lower.h"

typedef VEC(struct ir_arg) arg_vec;

/* Type of a byval argument, or NULL. Index 1 is the first argument. */
static LLVMTypeRef byval_type(LLVMValueRef call, unsigned index) {
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef attr = LLVMGetCallSiteEnumAttribute(call, index, kind);
    return attr ? LLVMGetTypeAttributeValue(attr) : NULL;
}

static uint32_t byval_align(LLVMValueRef call, unsigned index) {
    unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef attr = LLVMGetCallSiteEnumAttribute(call, index, kind);
    return attr ? (uint32_t)LLVMGetEnumAttributeValue(attr) : 0;
}

/* Size and alignment of a scalar among variable arguments. */
static struct ir_arg scalar_arg(struct lower *lo, const struct leaf *leaf, uint32_t slot) {
    struct ir_arg arg = {.slot = slot, .nslots = leaf->nslots, .fkind = leaf->fkind};
    arg.reg = leaf->fkind == FLOAT_NONE ? REG_GENERAL : leaf->fkind == FLOAT_80 ? REG_MEMORY : REG_VECTOR;
    if (leaf->fkind == FLOAT_80) {
        arg.size = lo->p->is32 ? 12 : 16;
        arg.align = lo->p->is32 ? 4 : 16;
    } else {
        arg.size = (leaf->width + 7u) / 8;
        arg.align = (uint16_t)(lo->p->is32 ? 4 : leaf->width > 64 ? 16 : 8);
    }
    return arg;
}

/* A vector among variable arguments lies in memory as a whole: as 64-bit words. */
static void vector_arg(struct lower *lo, LLVMValueRef v, arg_vec *args) {
    uint64_t bits = LLVMSizeOfTypeInBits(lo->layout, LLVMTypeOf(v));
    LLVMTypeRef i64 = LLVMInt64TypeInContext(lo->llvm);
    uint32_t words = (uint32_t)((bits + 63) / 64);
    uint32_t base = new_slots(lo, words);
    lower_bitcast(lo, LLVMTypeOf(v), LLVMVectorType(i64, words), base, operand(lo, v));
    for (uint32_t i = 0; i < words; i++) {
        uint8_t reg = words > 2 ? REG_MEMORY : i == 0 ? REG_VECTOR : REG_REST;
        uint16_t align = (uint16_t)(i == 0 && !lo->p->is32 && words >= 2 ? 8 * words : 8);
        vec_push(args, (struct ir_arg){.slot = base + i, .size = 8, .align = align, .nslots = 1, .reg = reg});
    }
}

static bool add_arg(struct lower *lo, LLVMValueRef call, unsigned i, bool variable, arg_vec *args) {
    LLVMValueRef v = LLVMGetOperand(call, i);
    LLVMTypeRef copied = byval_type(call, i + 1);
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(v));
    if (!leaves->ok) return false;
    if (copied) {
        uint32_t align = byval_align(call, i + 1);
        if (align == 0) align = LLVMABIAlignmentOfType(lo->layout, copied);
        vec_push(args, (struct ir_arg){.slot = operand(lo, v),
                                       .size = (uint32_t)LLVMABISizeOfType(lo->layout, copied),
                                       .align = (uint16_t)align,
                                       .nslots = 1,
                                       .byval = true,
                                       .reg = REG_MEMORY});
        return true;
    }
    if (variable && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind) {
        vector_arg(lo, v, args);
        return true;
    }
    uint32_t slot = operand(lo, v);
    bool vector = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
    for (uint32_t k = 0; k < leaves->len; k++) {
        struct ir_arg arg = scalar_arg(lo, &leaves->at[k], slot);
        if (vector) arg.reg = k == 0 ? REG_VECTOR : REG_REST;
        vec_push(args, arg);
        slot += leaves->at[k].nslots;
    }
    return true;
}

static bool make_call_record(struct lower *lo, LLVMValueRef call, uint32_t *record) {
    arg_vec args = {0};
    unsigned n = LLVMGetNumArgOperands(call);
    unsigned fixed = LLVMCountParamTypes(LLVMGetCalledFunctionType(call));
    bool ok = true;
    for (unsigned i = 0; i < n && ok; i++) ok = add_arg(lo, call, i, i >= fixed, &args);
    const struct leaves *ret = type_leaves(lo, LLVMTypeOf(call));
    ok = ok && ret->ok;
    if (ok) {
        struct ir_call rec = {args.len,
                              ARENA_ARRAY(&lo->p->arena, struct ir_arg, args.len + 1),
                              ret->nslots,
                              0,
                              0,
                              0,
                              !LLVMGetFirstUse(call),
                              NULL};
        if (ret->len == 1) {
            rec.ret_width = ret->at[0].width;
            rec.ret_fkind = ret->at[0].fkind;
        }
        if (args.len) memcpy(rec.args, args.data, args.len * sizeof *args.data);
        *record = lo->calls.len;
        vec_push(&lo->calls, rec);
    }
    vec_release(&args);
    return ok;
}

/* ---- inline assembly ----------------------------------------------------------------- */

/* Empty assembly is a barrier; outputs tied to inputs ("+r") keep their value, any
 * other output is arbitrary. */
static void lower_asm(struct lower *lo, LLVMValueRef inst, LLVMValueRef callee) {
    size_t len, clen;
    const char *text = LLVMGetInlineAsmAsmString(callee, &len);
    const char *constraints = LLVMGetInlineAsmConstraintString(callee, &clen);
    if (!assembly_is_blank(text, len)) {
        emit_unsupported(lo, "inline asm \"%.*s\"", (int)(len > 60 ? 60 : len), text);
        return;
    }
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(inst));
    uint32_t d = leaves->nslots ? result(lo, inst) : 0;
    for (uint32_t i = 0, s = 0; i < leaves->len; s += leaves->at[i].nslots, i++)
        emit(lo, IR_UNDEF, word_width(leaves->at[i].width, 0), d + s, 0, 0, 0);
    unsigned input = 0;
    for (const char *p = constraints, *end = p + clen; p < end;) {
        const char *comma = memchr(p, ',', (size_t)(end - p));
        const char *stop = comma ? comma : end;
        bool output = *p == '=', clobber = *p == '~';
        if (isdigit((unsigned char)*p) && leaves->ok) {
            unsigned tied = (unsigned)strtoul(p, NULL, 10);
            uint32_t s = 0;
            for (unsigned k = 0; k < tied && k < leaves->len; k++) s += leaves->at[k].nslots;
            if (tied < leaves->len)
                emit_mov(lo, d + s, operand(lo, LLVMGetOperand(inst, input)), leaves->at[tied].nslots);
        }
        bool indirect_output = output && p + 1 < stop && p[1] == '*';
        if ((!output || indirect_output) && !clobber) input++;
        p = stop + 1;
    }
}

/* ---- calls --------------------------------------------------------------------------------- */

const char *lower_signature(struct lower *lo, struct str *text) {
    uint64_t *found = strmap_find(&lo->signatures, str_text(text));
    if (found) return (const char *)(uintptr_t)*found;
    const char *held = arena_strdup(&lo->p->arena, str_text(text));
    strmap_put(&lo->signatures, held, (uint64_t)(uintptr_t)held);
    return held;
}

/* Does a direct call fit? clang knows the function behind a pointer, and old C declares none. */
static bool fits(struct lower *lo, LLVMValueRef inst, LLVMValueRef callee) {
    return !signature_call_misfits(lo->layout, inst, callee, !LLVMGetFirstUse(inst));
}

static const char *call_signature(struct lower *lo, LLVMValueRef inst) {
    struct str text = {0};
    signature_of_call(lo->layout, inst, &text);
    const char *held = lower_signature(lo, &text);
    str_release(&text);
    return held;
}

void lower_call(struct lower *lo, LLVMValueRef inst) {
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    if (LLVMIsAInlineAsm(callee)) {
        lower_asm(lo, inst, callee);
        return;
    }
    while (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
    bool direct = LLVMIsAFunction(callee) != NULL;
    size_t len;
    const char *name = direct ? LLVMGetValueName2(callee, &len) : "";
    if (direct && LLVMGetIntrinsicID(callee)) {
        if (!lower_intrinsic(lo, inst, name)) emit_unsupported(lo, "LLVM intrinsic %s", name);
        return;
    }
    if (direct && str_starts(name, PROTECT_PREFIX) && lower_protected(lo, inst, name)) return;
    uint32_t record;
    if (!make_call_record(lo, inst, &record)) {
        emit_unsupported(lo, "call with an argument or result of unusual type");
        return;
    }
    uint32_t d = lo->calls.data[record].nret ? result(lo, inst) : 0;
    if (direct) lo->calls.data[record].site = call_site(lo, inst, name);
    direct = direct && fits(lo, inst, callee);
    if (!direct) lo->calls.data[record].signature = call_signature(lo, inst);
    if (direct) emit(lo, IR_CALL, 0, d, function_ref(lo, callee), record, 0);
    else emit(lo, IR_CALLI, 0, d, operand(lo, callee), record, 0);
}
