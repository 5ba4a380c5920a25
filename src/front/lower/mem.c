#include <assert.h>

#include "front/llvm/escape.h"
#include "front/lower/lower.h"

/* ---- addresses -------------------------------------------------------------------- */

/* base + index * scale + offset. */
struct address {
    LLVMValueRef base;
    LLVMValueRef index; /* NULL: none */
    uint64_t scale;
    int64_t offset;
};

/* Adds one getelementptr to the address; false if it needs a second index. */
static bool add_gep(struct lower *lo, LLVMValueRef gep, struct address *at) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    unsigned n = (unsigned)LLVMGetNumOperands(gep);
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            at->offset += (int64_t)LLVMOffsetOfElement(lo->layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        if (i > 1) type = LLVMGetElementType(type);
        uint64_t size = LLVMABISizeOfType(lo->layout, type);
        if (LLVMIsAConstantInt(index)) {
            at->offset += LLVMConstIntGetSExtValue(index) * (int64_t)size;
            continue;
        }
        if (at->index) return false;
        at->index = index;
        at->scale = size;
    }
    return true;
}

static bool is_vector(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind; }

bool gep_const_offset(struct lower *lo, LLVMValueRef gep, int64_t *offset) {
    struct address at = {0};
    if (is_vector(gep) || !add_gep(lo, gep, &at) || at.index) return false;
    *offset = at.offset;
    return true;
}

/* The address that a getelementptr computes, looking through those below it. */
static bool decompose(struct lower *lo, LLVMValueRef gep, struct address *at) {
    *at = (struct address){.base = gep};
    for (int depth = 0; depth < 8 && LLVMIsAGetElementPtrInst(at->base); depth++) {
        struct address next = *at;
        if (is_vector(at->base) || !add_gep(lo, at->base, &next)) return depth > 0;
        next.base = LLVMGetOperand(at->base, 0);
        *at = next;
    }
    return true;
}

static bool fits32(int64_t v) { return v == (int32_t)v; }

static bool is_simple_access(struct lower *lo, LLVMTypeRef type) {
    const struct leaves *leaves = type_leaves(lo, type);
    if (!leaves->ok || leaves->len != 1) return false;
    uint32_t w = leaves->at[0].width;
    return w == 8 || w == 16 || w == 32 || w == 64;
}

/* Can every user compute this address itself, in a load or store? */
static bool is_foldable(struct lower *lo, LLVMValueRef gep, const struct address *at) {
    if (!fits32(at->offset) || at->scale > UINT16_MAX) return false;
    if (at->index && scalar_width(lo, LLVMTypeOf(at->index)) != ptr_width(lo)) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(gep); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMTypeRef type;
        if (LLVMIsALoadInst(user)) type = LLVMTypeOf(user);
        else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != gep) type = LLVMTypeOf(LLVMGetOperand(user, 0));
        else return false;
        if (at->index ? !is_simple_access(lo, type) : !type_leaves(lo, type)->ok) return false;
    }
    return true;
}

bool gep_is_folded(struct lower *lo, LLVMValueRef gep) {
    struct address at;
    return !is_vector(gep) && decompose(lo, gep, &at) && is_foldable(lo, gep, &at);
}

/* Index extended to the width of a pointer. */
static uint32_t index_slot(struct lower *lo, LLVMValueRef index) {
    uint32_t from = scalar_width(lo, LLVMTypeOf(index)), to = ptr_width(lo);
    uint32_t slot = operand(lo, index);
    if (from == to) return slot;
    uint32_t wide = new_slots(lo, 1);
    emit_int_cast(lo, from < to ? CAST_SEXT : CAST_TRUNC, from, to, wide, slot);
    return wide;
}

static void add_offset(struct lower *lo, uint32_t d, uint32_t a, int64_t offset) {
    uint64_t value = (uint64_t)offset;
    uint32_t b = fits32(offset) ? 0 : const_slot(lo, lo->p->is32 ? (uint32_t)value : value);
    emit_int_op(lo, LLVMAdd, ptr_width(lo), d, a, b, &value, false);
}

/* d = a + index * scale */
static void add_index(struct lower *lo, uint32_t d, uint32_t a, uint32_t index, uint64_t scale) {
    if (scale <= INT32_MAX) {
        emit(lo, lo->p->is32 ? IR_LEA32 : IR_LEA64, 0, d, a, index, (uint32_t)scale);
        return;
    }
    uint32_t product = new_slots(lo, 1);
    emit_int_op(lo, LLVMMul, ptr_width(lo), product, index, const_slot(lo, scale), NULL, false);
    emit_int_op(lo, LLVMAdd, ptr_width(lo), d, a, product, NULL, false);
}

/* A getelementptr in general, one index after the other. */
static void gep_by_steps(struct lower *lo, LLVMValueRef gep, uint32_t d, unsigned lane) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    unsigned n = (unsigned)LLVMGetNumOperands(gep);
    LLVMValueRef base = LLVMGetOperand(gep, 0);
    uint32_t at = operand(lo, base) + (is_vector(base) ? lane : 0);
    int64_t offset = 0;
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        LLVMValueRef one = is_vector(index) && LLVMIsConstant(index) ? LLVMGetAggregateElement(index, lane) : index;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(one);
            offset += (int64_t)LLVMOffsetOfElement(lo->layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        if (i > 1) type = LLVMGetElementType(type);
        uint64_t size = LLVMABISizeOfType(lo->layout, type);
        if (LLVMIsAConstantInt(one)) {
            offset += LLVMConstIntGetSExtValue(one) * (int64_t)size;
            continue;
        }
        uint32_t step = is_vector(one) ? operand(lo, one) + lane : index_slot(lo, one);
        add_index(lo, d, at, step, size);
        at = d;
    }
    if (offset) add_offset(lo, d, at, offset);
    else if (at != d) emit_mov(lo, d, at, 1);
}

void lower_gep(struct lower *lo, LLVMValueRef inst) {
    if (is_vector(inst)) {
        uint32_t d = result(lo, inst), lanes = LLVMGetVectorSize(LLVMTypeOf(inst));
        for (uint32_t i = 0; i < lanes; i++) gep_by_steps(lo, inst, d + i, i);
        return;
    }
    gep_by_steps(lo, inst, result(lo, inst), 0);
}

/* ---- loads and stores --------------------------------------------------------------- */

/* Where an access goes: slots and constants of base + index * scale + offset. */
struct access_place {
    uint32_t base;
    uint32_t index;
    uint32_t scale; /* 0: no index */
    int64_t offset;
};

static struct access_place place_of(struct lower *lo, LLVMValueRef pointer) {
    struct address at;
    if (!map_find(&lo->folded, (uint64_t)(uintptr_t)pointer))
        return (struct access_place){operand(lo, pointer), 0, 0, 0};
    bool ok = decompose(lo, pointer, &at);
    assert(ok);
    (void)ok;
    struct access_place place = {operand(lo, at.base), 0, 0, at.offset};
    if (at.index) {
        place.index = operand(lo, at.index);
        place.scale = (uint32_t)at.scale;
    }
    return place;
}

static int size_class(uint32_t width) {
    return width == 8 ? 0 : width == 16 ? 1 : width == 32 ? 2 : width == 64 ? 3 : 4;
}

/* Base and immediate of an access `more` bytes further on; an offset that fits no
 * immediate is added to the base first. */
static uint32_t split_place(struct lower *lo, const struct access_place *at, uint64_t more, uint32_t *imm) {
    int64_t sum = at->offset + (int64_t)more;
    *imm = (uint32_t)(int32_t)sum;
    if (fits32(sum)) return at->base;
    uint32_t moved = new_slots(lo, 1);
    add_offset(lo, moved, at->base, sum);
    *imm = 0;
    return moved;
}

static void emit_load(struct lower *lo, uint32_t d, const struct access_place *at, uint64_t offset, uint32_t width) {
    uint32_t imm, base = split_place(lo, at, offset, &imm);
    int size = size_class(width);
    assert(!at->scale || size < 4);
    if (at->scale) emit(lo, IR_LOAD8X + size, at->scale, d, base, at->index, imm);
    else emit(lo, IR_LOAD8 + size, width, d, base, imm, 0);
}

static void emit_store(struct lower *lo, uint32_t value, const struct access_place *at, uint64_t offset,
                       uint32_t width) {
    uint32_t imm, base = split_place(lo, at, offset, &imm);
    int size = size_class(width);
    assert(!at->scale || size < 4);
    if (at->scale) emit(lo, IR_STORE8X + size, at->scale, value, base, at->index, imm);
    else emit(lo, IR_STORE8 + size, width, 0, base, imm, value);
}

static void load_leaf(struct lower *lo, uint32_t d, const struct access_place *at, const struct leaf *leaf) {
    for (uint32_t k = 0; k < leaf->nslots; k++)
        emit_load(lo, d + k, at, leaf->offset + 8 * k, word_width(leaf->width, k));
}

static void store_leaf(struct lower *lo, uint32_t value, const struct access_place *at, const struct leaf *leaf) {
    for (uint32_t k = 0; k < leaf->nslots; k++)
        emit_store(lo, value + k, at, leaf->offset + 8 * k, word_width(leaf->width, k));
}

/* Vectors of bits are packed in memory, which we do not model. */
static bool is_packed(LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return false;
    LLVMTypeRef elem = LLVMGetElementType(type);
    return LLVMGetTypeKind(elem) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(elem) % 8 != 0;
}

void lower_load(struct lower *lo, LLVMValueRef inst) {
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(inst));
    if (!leaves->ok || is_packed(LLVMTypeOf(inst))) {
        emit_unsupported(lo, "load of this type");
        return;
    }
    struct access_place at = place_of(lo, LLVMGetOperand(inst, 0));
    uint32_t d = result(lo, inst);
    for (uint32_t i = 0; i < leaves->len; i++) {
        load_leaf(lo, d, &at, &leaves->at[i]);
        d += leaves->at[i].nslots;
    }
}

void lower_store(struct lower *lo, LLVMValueRef inst) {
    LLVMValueRef value = LLVMGetOperand(inst, 0);
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(value));
    if (!leaves->ok || is_packed(LLVMTypeOf(value))) {
        emit_unsupported(lo, "store of this type");
        return;
    }
    uint32_t from = operand(lo, value);
    struct access_place at = place_of(lo, LLVMGetOperand(inst, 1));
    for (uint32_t i = 0; i < leaves->len; i++) {
        store_leaf(lo, from, &at, &leaves->at[i]);
        from += leaves->at[i].nslots;
    }
}

/* ---- local variables ------------------------------------------------------------------ */

static void note_alloca(struct lower *lo, LLVMValueRef inst, uint64_t size, uint32_t align) {
    value_list starts = {0};
    variable_starts(inst, &starts);
    struct ir_alloca info = {.size = size,
                             .align = align,
                             .escapes = alloca_escapes(lo->layout, inst),
                             .marked = starts.len > 0,
                             .site = alloca_site(lo, inst)};
    vec_push(&lo->alloca_infos, info);
    map_put(&lo->allocas, (uint64_t)(uintptr_t)inst, lo->alloca_infos.len);
    vec_release(&starts);
}

/* What does not fit a pointer is the most that does, for which there is no room anywhere. */
static uint64_t most_bytes(const struct lower *lo) { return LLVMPointerSize(lo->layout) == 4 ? UINT32_MAX : INT64_MAX; }

static uint64_t product(const struct lower *lo, uint64_t n, uint64_t size) {
    uint64_t bytes, most = most_bytes(lo);
    return __builtin_mul_overflow(n, size, &bytes) || bytes > most ? most : bytes;
}

/* An array may be one of constant, but absurd length, whose size LLVM does not check. */
static uint64_t type_bytes(const struct lower *lo, LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) != LLVMArrayTypeKind) return LLVMABISizeOfType(lo->layout, type);
    return product(lo, LLVMGetArrayLength2(type), type_bytes(lo, LLVMGetElementType(type)));
}

/* The same for a variable number of elements. */
static uint32_t bytes_of(struct lower *lo, LLVMValueRef count, uint64_t size) {
    uint32_t bytes = new_slots(lo, 1), flag = new_slots(lo, 1), width = scalar_width(lo, LLVMTypeOf(count));
    uint64_t most = most_bytes(lo);
    emit_int_cast(lo, width > 64 ? CAST_TRUNC : CAST_ZEXT, width, 64, bytes, operand(lo, count));
    emit_icmp(lo, LLVMIntUGT, 64, flag, bytes, const_slot(lo, size ? most / size : UINT64_MAX), NULL);
    emit_int_op(lo, LLVMMul, 64, bytes, bytes, const_slot(lo, size), NULL, false);
    emit(lo, IR_SELECT, 0, bytes, flag, const_slot(lo, most), bytes);
    return bytes;
}

void lower_alloca(struct lower *lo, LLVMValueRef inst) {
    LLVMValueRef count = LLVMGetOperand(inst, 0);
    LLVMTypeRef type = LLVMGetAllocatedType(inst);
    uint64_t size = type_bytes(lo, type);
    uint32_t align = LLVMGetAlignment(inst), d = result(lo, inst);
    uint64_t n;
    if (const_u64(count, &n) && LLVMGetInstructionParent(inst) == LLVMGetEntryBasicBlock(lo->llvm_fn)) {
        emit(lo, IR_ALLOCA, 0, d, lo->alloca_infos.len, 0, 0);
        note_alloca(lo, inst, product(lo, n, size), align);
        return;
    }
    uint32_t bytes = bytes_of(lo, count, size);
    emit(lo, IR_ALLOCAV, (uint32_t)__builtin_ctz(align ? align : 1), d, bytes, lo->alloca_infos.len, 0);
    note_alloca(lo, inst, 0, align ? align : 1);
}

/* ---- atomics: one thread, so plain sequences ---------------------------------------------- */

static void rmw_value(struct lower *lo, LLVMAtomicRMWBinOp op, const struct leaf *leaf, uint32_t d, uint32_t old,
                      uint32_t arg) {
    static const struct {
        LLVMAtomicRMWBinOp op;
        LLVMOpcode as;
    } plain[] = {{LLVMAtomicRMWBinOpAdd, LLVMAdd},
                 {LLVMAtomicRMWBinOpSub, LLVMSub},
                 {LLVMAtomicRMWBinOpAnd, LLVMAnd},
                 {LLVMAtomicRMWBinOpOr, LLVMOr},
                 {LLVMAtomicRMWBinOpXor, LLVMXor}};
    static const struct {
        LLVMAtomicRMWBinOp op;
        LLVMIntPredicate keep;
    } picks[] = {{LLVMAtomicRMWBinOpMax, LLVMIntSGT},
                 {LLVMAtomicRMWBinOpMin, LLVMIntSLT},
                 {LLVMAtomicRMWBinOpUMax, LLVMIntUGT},
                 {LLVMAtomicRMWBinOpUMin, LLVMIntULT}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (plain[i].op == op) {
            emit_int_op(lo, plain[i].as, leaf->width, d, old, arg, NULL, false);
            return;
        }
    for (size_t i = 0; i < sizeof picks / sizeof *picks; i++)
        if (picks[i].op == op && leaf->nslots == 1) {
            emit_icmp(lo, picks[i].keep, leaf->width, d, old, arg, NULL);
            emit(lo, IR_SELECT, 0, d, d, old, arg);
            return;
        }
    if (op == LLVMAtomicRMWBinOpXchg) {
        emit_mov(lo, d, arg, leaf->nslots);
    } else if (op == LLVMAtomicRMWBinOpNand) {
        emit_int_op(lo, LLVMAnd, leaf->width, d, old, arg, NULL, false);
        uint64_t ones = UINT64_MAX;
        uint32_t all = new_slots(lo, 2);
        emit(lo, IR_MOVI, 0, all, 0, UINT32_MAX, UINT32_MAX);
        emit(lo, IR_MOVI, 0, all + 1, 0, UINT32_MAX, UINT32_MAX);
        emit_int_op(lo, LLVMXor, leaf->width, d, d, all, leaf->nslots == 1 ? &ones : NULL, false);
    } else if (op == LLVMAtomicRMWBinOpFAdd || op == LLVMAtomicRMWBinOpFSub) {
        emit_float_op(lo, op == LLVMAtomicRMWBinOpFAdd ? FBIN_ADD : FBIN_SUB, leaf->fkind, d, old, arg);
    } else {
        emit_unsupported(lo, "this atomic operation");
    }
}

static void lower_cmpxchg(struct lower *lo, LLVMValueRef inst) {
    LLVMValueRef expected = LLVMGetOperand(inst, 1), desired = LLVMGetOperand(inst, 2);
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(expected));
    if (!leaves->ok || leaves->len != 1) {
        emit_unsupported(lo, "compare-and-exchange of this type");
        return;
    }
    const struct leaf *leaf = &leaves->at[0];
    struct access_place at = place_of(lo, LLVMGetOperand(inst, 0));
    uint32_t want = operand(lo, expected), put = operand(lo, desired), d = result(lo, inst);
    uint32_t flag = d + leaf->nslots, chosen = new_slots(lo, leaf->nslots);
    load_leaf(lo, d, &at, leaf);
    emit_icmp(lo, LLVMIntEQ, leaf->width, flag, d, want, NULL);
    for (uint32_t i = 0; i < leaf->nslots; i++) emit(lo, IR_SELECT, 0, chosen + i, flag, put + i, d + i);
    store_leaf(lo, chosen, &at, leaf);
}

void lower_atomic(struct lower *lo, LLVMValueRef inst) {
    if (LLVMGetInstructionOpcode(inst) == LLVMAtomicCmpXchg) {
        lower_cmpxchg(lo, inst);
        return;
    }
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(inst));
    if (!leaves->ok || leaves->len != 1) {
        emit_unsupported(lo, "atomic operation on this type");
        return;
    }
    struct access_place at = place_of(lo, LLVMGetOperand(inst, 0));
    uint32_t arg = operand(lo, LLVMGetOperand(inst, 1)), d = result(lo, inst);
    uint32_t next = new_slots(lo, leaves->at[0].nslots);
    load_leaf(lo, d, &at, &leaves->at[0]);
    rmw_value(lo, LLVMGetAtomicRMWBinOp(inst), &leaves->at[0], next, d, arg);
    store_leaf(lo, next, &at, &leaves->at[0]);
}
