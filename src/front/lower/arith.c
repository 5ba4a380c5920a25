#include <assert.h>

#include "front/lower/lower.h"

/* ---- integer operators ------------------------------------------------------------ */

/* Variant of an operator for a width, with a slot or an immediate: the table in
 * ops.def lists them in this order. */
static enum ir_op variant(enum ir_op base32, uint32_t width, bool immediate) {
    enum ir_op op = base32 + (width == 32 ? 0 : width == 64 ? 1 : 2) + (immediate ? 3 : 0);
    return op;
}

static enum ir_op base_of(LLVMOpcode op, bool checked) {
    switch (op) {
    case LLVMAdd: return checked ? IR_CADD32 : IR_ADD32;
    case LLVMSub: return checked ? IR_CSUB32 : IR_SUB32;
    case LLVMMul: return checked ? IR_CMUL32 : IR_MUL32;
    case LLVMAnd: return IR_AND32;
    case LLVMOr: return IR_OR32;
    case LLVMXor: return IR_XOR32;
    case LLVMShl: return checked ? IR_CSHL32 : IR_SHL32;
    case LLVMLShr: return IR_LSHR32;
    case LLVMAShr: return IR_ASHR32;
    case LLVMUDiv: return IR_UDIV32;
    case LLVMSDiv: return IR_SDIV32;
    case LLVMURem: return IR_UREM32;
    default: assert(op == LLVMSRem); return IR_SREM32;
    }
}

static enum ir_wide wide_of(LLVMOpcode op, bool checked) {
    switch (op) {
    case LLVMAdd: return checked ? WIDE_CADD : WIDE_ADD;
    case LLVMSub: return checked ? WIDE_CSUB : WIDE_SUB;
    case LLVMMul: return checked ? WIDE_CMUL : WIDE_MUL;
    case LLVMAnd: return WIDE_AND;
    case LLVMOr: return WIDE_OR;
    case LLVMXor: return WIDE_XOR;
    case LLVMShl: return checked ? WIDE_CSHL : WIDE_SHL;
    case LLVMLShr: return WIDE_LSHR;
    case LLVMAShr: return WIDE_ASHR;
    case LLVMUDiv: return WIDE_UDIV;
    case LLVMSDiv: return WIDE_SDIV;
    case LLVMURem: return WIDE_UREM;
    default: assert(op == LLVMSRem); return WIDE_SREM;
    }
}

static int64_t sign_extend(uint64_t v, uint32_t width) {
    return width >= 64 ? (int64_t)v : (int64_t)(v << (64 - width)) >> (64 - width);
}

/* Can the constant be an immediate? Immediates are sign-extended to 64 bits and
 * cut to the width by the operator. */
static bool fits_immediate(const uint64_t *b_const, uint32_t width, uint32_t *imm) {
    if (!b_const) return false;
    int64_t v = sign_extend(*b_const, width);
    if (v != (int32_t)v) return false;
    *imm = (uint32_t)(int32_t)v;
    return true;
}

void emit_int_op(struct lower *lo, LLVMOpcode op, uint32_t width, uint32_t d, uint32_t a, uint32_t b,
                 const uint64_t *b_const, bool checked) {
    uint32_t imm;
    if (width > 64) emit(lo, IR_WIDE, width, d, a, b, wide_of(op, checked));
    else if (fits_immediate(b_const, width, &imm))
        emit(lo, variant(base_of(op, checked), width, true), width, d, a, imm, 0);
    else emit(lo, variant(base_of(op, checked), width, false), width, d, a, b, 0);
}

/* The constant value of operand i if it is a narrow scalar one. */
static const uint64_t *const_operand(LLVMValueRef v, uint64_t *store) { return const_u64(v, store) ? store : NULL; }

static bool is_commutative(LLVMOpcode op) {
    return op == LLVMAdd || op == LLVMMul || op == LLVMAnd || op == LLVMOr || op == LLVMXor;
}

void lower_int_binary(struct lower *lo, LLVMValueRef inst, LLVMOpcode op, bool checked) {
    LLVMValueRef left = LLVMGetOperand(inst, 0), right = LLVMGetOperand(inst, 1);
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(inst));
    if (!leaves->ok) {
        emit_unsupported(lo, "integer arithmetic of this width");
        return;
    }
    mark_arithmetic(lo, inst);
    uint64_t store;
    if (is_commutative(op) && const_u64(left, &store) && !const_u64(right, &store)) {
        LLVMValueRef swap = left;
        left = right;
        right = swap;
    }
    const uint64_t *constant = leaves->len == 1 ? const_operand(right, &store) : NULL;
    uint32_t a = operand(lo, left);
    uint32_t imm;
    bool needs_slot = leaves->at[0].width > 64 || !fits_immediate(constant, leaves->at[0].width, &imm);
    uint32_t b = needs_slot ? operand(lo, right) : 0;
    uint32_t d = result(lo, inst);
    for (uint32_t i = 0, s = 0; i < leaves->len; s += leaves->at[i].nslots, i++)
        emit_int_op(lo, op, leaves->at[i].width, d + s, a + s, b + s, constant, checked);
}

void lower_word_check(struct lower *lo, LLVMValueRef inst, enum ir_op base32) {
    LLVMValueRef limit = LLVMGetOperand(inst, 1);
    uint32_t width = int_width(LLVMTypeOf(limit)), a = operand(lo, LLVMGetOperand(inst, 0)), imm;
    uint64_t store;
    bool small = fits_immediate(const_operand(limit, &store), width, &imm);
    uint32_t b = small ? imm : operand(lo, limit);
    emit(lo, variant(base32, width, small), width, new_slots(lo, 1), a, b, 0);
}

/* ---- comparisons ---------------------------------------------------------------------- */

struct predicate {
    enum ir_op compare, branch;
    enum ir_wide wide;
};

static struct predicate predicate_of(LLVMIntPredicate pred) {
    switch (pred) {
    case LLVMIntEQ: return (struct predicate){IR_EQ32, IR_BEQ32, WIDE_EQ};
    case LLVMIntNE: return (struct predicate){IR_NE32, IR_BNE32, WIDE_NE};
    case LLVMIntULT: return (struct predicate){IR_ULT32, IR_BULT32, WIDE_ULT};
    case LLVMIntULE: return (struct predicate){IR_ULE32, IR_BULE32, WIDE_ULE};
    case LLVMIntUGT: return (struct predicate){IR_UGT32, IR_BUGT32, WIDE_UGT};
    case LLVMIntUGE: return (struct predicate){IR_UGE32, IR_BUGE32, WIDE_UGE};
    case LLVMIntSLT: return (struct predicate){IR_SLT32, IR_BSLT32, WIDE_SLT};
    case LLVMIntSLE: return (struct predicate){IR_SLE32, IR_BSLE32, WIDE_SLE};
    case LLVMIntSGT: return (struct predicate){IR_SGT32, IR_BSGT32, WIDE_SGT};
    default: return (struct predicate){IR_SGE32, IR_BSGE32, WIDE_SGE};
    }
}

void emit_icmp(struct lower *lo, LLVMIntPredicate pred, uint32_t width, uint32_t d, uint32_t a, uint32_t b,
               const uint64_t *b_const) {
    struct predicate p = predicate_of(pred);
    uint32_t imm;
    if (width > 64) emit(lo, IR_WIDE, width, d, a, b, p.wide);
    else if (fits_immediate(b_const, width, &imm)) emit(lo, variant(p.compare, width, true), width, d, a, imm, 0);
    else emit(lo, variant(p.compare, width, false), width, d, a, b, 0);
}

static LLVMIntPredicate swapped(LLVMIntPredicate pred) {
    switch (pred) {
    case LLVMIntULT: return LLVMIntUGT;
    case LLVMIntULE: return LLVMIntUGE;
    case LLVMIntUGT: return LLVMIntULT;
    case LLVMIntUGE: return LLVMIntULE;
    case LLVMIntSLT: return LLVMIntSGT;
    case LLVMIntSLE: return LLVMIntSGE;
    case LLVMIntSGT: return LLVMIntSLT;
    case LLVMIntSGE: return LLVMIntSLE;
    default: return pred;
    }
}

struct int_comparison {
    LLVMIntPredicate pred;
    LLVMValueRef left, right;
    const uint64_t *constant; /* of right */
    uint64_t store;
};

static void read_comparison(LLVMValueRef inst, struct int_comparison *out) {
    out->pred = LLVMGetICmpPredicate(inst);
    out->left = LLVMGetOperand(inst, 0);
    out->right = LLVMGetOperand(inst, 1);
    if (const_u64(out->left, &out->store) && !const_u64(out->right, &out->store)) {
        LLVMValueRef swap = out->left;
        out->left = out->right;
        out->right = swap;
        out->pred = swapped(out->pred);
    }
    out->constant = const_operand(out->right, &out->store);
}

void lower_icmp(struct lower *lo, LLVMValueRef inst) {
    mark_comparison(lo, inst);
    if (icmp_is_fused(lo, inst)) return;
    struct int_comparison cmp;
    read_comparison(inst, &cmp);
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(cmp.left));
    if (!leaves->ok) {
        emit_unsupported(lo, "comparison of integers of this width");
        return;
    }
    if (leaves->len != 1) cmp.constant = NULL;
    uint32_t a = operand(lo, cmp.left), imm;
    bool imm_ok = leaves->at[0].width <= 64 && fits_immediate(cmp.constant, leaves->at[0].width, &imm);
    uint32_t b = imm_ok ? 0 : operand(lo, cmp.right);
    uint32_t d = result(lo, inst);
    for (uint32_t i = 0, s = 0; i < leaves->len; s += leaves->at[i].nslots, i++)
        emit_icmp(lo, cmp.pred, leaves->at[i].width, d + i, a + s, b + s, cmp.constant);
}

/* A comparison whose only use is the branch at the end of its block. */
bool icmp_is_fused(struct lower *lo, LLVMValueRef icmp) {
    if (!LLVMIsAICmpInst(icmp)) return false;
    uint32_t width = scalar_width(lo, LLVMTypeOf(LLVMGetOperand(icmp, 0)));
    if (width == 0 || width > 64) return false;
    LLVMUseRef use = LLVMGetFirstUse(icmp);
    if (!use || LLVMGetNextUse(use)) return false;
    LLVMValueRef user = LLVMGetUser(use);
    return LLVMIsABranchInst(user) && LLVMGetInstructionParent(user) == LLVMGetInstructionParent(icmp);
}

void emit_fused_branch(struct lower *lo, LLVMValueRef icmp, uint32_t yes, uint32_t no) {
    struct int_comparison cmp;
    read_comparison(icmp, &cmp);
    uint32_t width = scalar_width(lo, LLVMTypeOf(cmp.left));
    struct predicate p = predicate_of(cmp.pred);
    uint32_t a = operand(lo, cmp.left), imm;
    uint32_t insns = lo->block_insns > 255 ? 255 : lo->block_insns;
    uint32_t aux = width << 8 | insns;
    if (fits_immediate(cmp.constant, width, &imm)) emit(lo, variant(p.branch, width, true), aux, no, a, imm, yes);
    else emit(lo, variant(p.branch, width, false), aux, no, a, operand(lo, cmp.right), yes);
}

/* ---- casts ------------------------------------------------------------------------------ */

static void emit_narrow_sext(struct lower *lo, uint32_t from, uint32_t to, uint32_t d, uint32_t a) {
    enum ir_op op = IR_SEXTN;
    if (from == 8 && to == 32) op = IR_SEXT8_32;
    if (from == 16 && to == 32) op = IR_SEXT16_32;
    if (from == 8 && to == 64) op = IR_SEXT8_64;
    if (from == 16 && to == 64) op = IR_SEXT16_64;
    if (from == 32 && to == 64) op = IR_SEXT32_64;
    emit(lo, op, from | to << 8, d, a, 0, 0);
}

static void emit_narrow_trunc(struct lower *lo, uint32_t to, uint32_t d, uint32_t a) {
    enum ir_op op = to == 8 ? IR_TRUNC8 : to == 16 ? IR_TRUNC16 : to == 32 ? IR_TRUNC32 : IR_TRUNCN;
    emit(lo, to == 64 ? IR_MOV : op, to, d, a, 0, 0);
}

void emit_int_cast(struct lower *lo, enum ir_cast cast, uint32_t from, uint32_t to, uint32_t d, uint32_t a) {
    if (from > 64 || to > 64) emit(lo, IR_WIDECAST, cast, d, a, from, to);
    else if (cast == CAST_TRUNC) emit_narrow_trunc(lo, to, d, a);
    else if (cast == CAST_SEXT) emit_narrow_sext(lo, from, to, d, a);
    else emit(lo, IR_MOV, 0, d, a, 0, 0);
}

static enum ir_cast cast_of(LLVMValueRef inst, uint32_t from, uint32_t to) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMTrunc: return CAST_TRUNC;
    case LLVMSExt: return CAST_SEXT;
    default: return from > to ? CAST_TRUNC : CAST_ZEXT; /* zext, ptrtoint, inttoptr */
    }
}

void lower_cast(struct lower *lo, LLVMValueRef inst) {
    LLVMValueRef from = LLVMGetOperand(inst, 0);
    const struct leaves *in = type_leaves(lo, LLVMTypeOf(from));
    const struct leaves *out = type_leaves(lo, LLVMTypeOf(inst));
    if (!in->ok || !out->ok || in->len != out->len) {
        emit_unsupported(lo, "cast to or from integers of this width");
        return;
    }
    if (LLVMIsAPtrToIntInst(inst)) mark_cast(lo, inst);
    uint32_t a = operand(lo, from), d = result(lo, inst);
    if (d == a) return; /* shares its operand's slot */
    for (uint32_t i = 0; i < in->len; i++) {
        uint32_t fw = in->at[i].width, tw = out->at[i].width;
        emit_int_cast(lo, cast_of(inst, fw, tw), fw, tw, d, a);
        a += in->at[i].nslots;
        d += out->at[i].nslots;
    }
}

/* Leaf by leaf where the leaves agree; else through the bits: the parts of a wide
 * leaf are cut out of it, or narrow parts are put together to one. */
void lower_bitcast(struct lower *lo, LLVMTypeRef from, LLVMTypeRef to, uint32_t d, uint32_t a) {
    const struct leaves *in = type_leaves(lo, from), *out = type_leaves(lo, to);
    if (!in->ok || !out->ok) {
        emit_unsupported(lo, "bitcast of this type");
        return;
    }
    if (in->len == out->len) {
        emit_mov(lo, d, a, out->nslots);
        return;
    }
    /* All source bits in 64-bit chunks, little endian; widths divide 64 or are 128. */
    uint32_t total = 0;
    for (uint32_t i = 0; i < in->len; i++) total += in->at[i].width;
    uint32_t chunks = (total + 63) / 64, base = new_slots(lo, chunks), tmp = new_slots(lo, 1);
    uint32_t zero = const_slot(lo, 0);
    for (uint32_t i = 0; i < chunks; i++) emit(lo, IR_MOV, 0, base + i, zero, 0, 0);
    for (uint32_t i = 0, bit = 0, s = a; i < in->len; i++) {
        uint32_t w = in->at[i].width;
        if ((w > 64 && w != 128) || (w < 64 && bit / 64 != (bit + w - 1) / 64)) {
            emit_unsupported(lo, "bitcast of this vector type");
            return;
        }
        for (uint32_t k = 0; k < in->at[i].nslots; k++, s++) {
            emit(lo, IR_SHL64I, 64, tmp, s, bit % 64, 0);
            emit(lo, IR_OR64, 64, base + bit / 64, base + bit / 64, tmp, 0);
            bit += w > 64 ? 64 : w;
        }
    }
    for (uint32_t i = 0, bit = 0, s = d; i < out->len; i++) {
        uint32_t w = out->at[i].width;
        if ((w > 64 && w != 128) || (w < 64 && bit / 64 != (bit + w - 1) / 64)) {
            emit_unsupported(lo, "bitcast of this vector type");
            return;
        }
        for (uint32_t k = 0; k < out->at[i].nslots; k++, s++) {
            emit(lo, IR_LSHR64I, 64, s, base + bit / 64, bit % 64, 0);
            if (w < 64) emit(lo, IR_TRUNCN, w, s, s, 0, 0);
            bit += w > 64 ? 64 : w;
        }
    }
}
