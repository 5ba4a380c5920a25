/* Aggregates and vectors: flattened to slots, so taking parts is copying. */
#include "front/lower/lower.h"

/* First slot and type of the part of an aggregate that the indexes name. */
static uint32_t part_offset(struct lower *lo, LLVMTypeRef *type, const unsigned *indexes, unsigned n) {
    uint32_t slot = 0;
    for (unsigned i = 0; i < n; i++) {
        if (LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
            for (unsigned k = 0; k < indexes[i]; k++)
                slot += type_leaves(lo, LLVMStructGetTypeAtIndex(*type, k))->nslots;
            *type = LLVMStructGetTypeAtIndex(*type, indexes[i]);
        } else {
            *type = LLVMGetElementType(*type);
            slot += indexes[i] * type_leaves(lo, *type)->nslots;
        }
    }
    return slot;
}

static bool supported(struct lower *lo, LLVMTypeRef type) {
    if (type_leaves(lo, type)->ok) return true;
    emit_unsupported(lo, "value of this aggregate or vector type");
    return false;
}

void lower_extract_value(struct lower *lo, LLVMValueRef inst) {
    LLVMValueRef from = LLVMGetOperand(inst, 0);
    LLVMTypeRef type = LLVMTypeOf(from);
    if (!supported(lo, type)) return;
    uint32_t offset = part_offset(lo, &type, LLVMGetIndices(inst), LLVMGetNumIndices(inst));
    emit_mov(lo, result(lo, inst), operand(lo, from) + offset, type_leaves(lo, type)->nslots);
}

void lower_insert_value(struct lower *lo, LLVMValueRef inst) {
    LLVMValueRef into = LLVMGetOperand(inst, 0), part = LLVMGetOperand(inst, 1);
    LLVMTypeRef type = LLVMTypeOf(inst);
    if (!supported(lo, type)) return;
    uint32_t d = result(lo, inst);
    if (!LLVMIsUndef(into)) emit_mov(lo, d, operand(lo, into), type_leaves(lo, type)->nslots);
    uint32_t offset = part_offset(lo, &type, LLVMGetIndices(inst), LLVMGetNumIndices(inst));
    emit_mov(lo, d + offset, operand(lo, part), type_leaves(lo, type)->nslots);
}

/* Picks lane `index` of n lanes by a chain of selects: d = index == i ? lane i : d. */
static void pick_lane(struct lower *lo, uint32_t d, uint32_t from, uint32_t lanes, uint32_t per, uint32_t index,
                      uint32_t index_width) {
    uint32_t hit = new_slots(lo, 1);
    emit_mov(lo, d, from, per);
    for (uint32_t i = 1; i < lanes; i++) {
        uint64_t lane = i;
        emit_icmp(lo, LLVMIntEQ, index_width, hit, index, 0, &lane);
        for (uint32_t k = 0; k < per; k++) emit(lo, IR_SELECT, 0, d + k, hit, from + i * per + k, d + k);
    }
}

void lower_extract_element(struct lower *lo, LLVMValueRef inst) {
    LLVMValueRef from = LLVMGetOperand(inst, 0), at = LLVMGetOperand(inst, 1);
    LLVMTypeRef type = LLVMTypeOf(from);
    if (!supported(lo, type)) return;
    uint32_t per = type_leaves(lo, LLVMTypeOf(inst))->nslots, lanes = LLVMGetVectorSize(type);
    uint32_t a = operand(lo, from), d = result(lo, inst);
    uint64_t index;
    if (const_u64(at, &index)) {
        if (index < lanes) emit_mov(lo, d, a + (uint32_t)index * per, per);
        return;
    }
    pick_lane(lo, d, a, lanes, per, operand(lo, at), scalar_width(lo, LLVMTypeOf(at)));
}

void lower_insert_element(struct lower *lo, LLVMValueRef inst) {
    LLVMValueRef into = LLVMGetOperand(inst, 0), part = LLVMGetOperand(inst, 1);
    LLVMValueRef at = LLVMGetOperand(inst, 2);
    LLVMTypeRef type = LLVMTypeOf(inst);
    if (!supported(lo, type)) return;
    uint32_t per = type_leaves(lo, LLVMTypeOf(part))->nslots, lanes = LLVMGetVectorSize(type);
    uint32_t d = result(lo, inst), v = operand(lo, part);
    if (!LLVMIsUndef(into)) emit_mov(lo, d, operand(lo, into), lanes * per);
    uint64_t index;
    if (const_u64(at, &index)) {
        if (index < lanes) emit_mov(lo, d + (uint32_t)index * per, v, per);
        return;
    }
    uint32_t slot = operand(lo, at), width = scalar_width(lo, LLVMTypeOf(at));
    uint32_t hit = new_slots(lo, 1);
    for (uint32_t i = 0; i < lanes; i++) {
        uint64_t lane = i;
        emit_icmp(lo, LLVMIntEQ, width, hit, slot, 0, &lane);
        for (uint32_t k = 0; k < per; k++) emit(lo, IR_SELECT, 0, d + i * per + k, hit, v + k, d + i * per + k);
    }
}

void lower_shuffle(struct lower *lo, LLVMValueRef inst) {
    LLVMValueRef left = LLVMGetOperand(inst, 0), right = LLVMGetOperand(inst, 1);
    LLVMTypeRef type = LLVMTypeOf(left);
    if (!supported(lo, type)) return;
    uint32_t per = type_leaves(lo, LLVMGetElementType(type))->nslots;
    int lanes = (int)LLVMGetVectorSize(type);
    unsigned n = LLVMGetNumMaskElements(inst);
    uint32_t a = operand(lo, left), d = result(lo, inst);
    uint32_t b = LLVMIsUndef(right) ? a : operand(lo, right);
    for (unsigned i = 0; i < n; i++) {
        int lane = LLVMGetMaskValue(inst, i);
        if (lane < 0) continue; /* any value will do */
        uint32_t from = lane < lanes ? a + (uint32_t)lane * per : b + (uint32_t)(lane - lanes) * per;
        emit_mov(lo, d + i * per, from, per);
    }
}
