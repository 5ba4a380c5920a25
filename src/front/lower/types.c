#include "front/lower/lower.h"

#include <assert.h>

enum { MAX_LEAVES = 1 << 16, MAX_WIDTH = 2048 };

typedef VEC(struct leaf) leaf_vec;

uint32_t ptr_width(const struct lower *lo) { return lo->p->ptr_bytes * 8; }

uint32_t int_width(LLVMTypeRef type) {
    assert(LLVMGetTypeKind(type) == LLVMIntegerTypeKind);
    return LLVMGetIntTypeWidth(type);
}

uint32_t scalar_width(const struct lower *lo, LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
    case LLVMPointerTypeKind: return ptr_width(lo);
    default: return 0;
    }
}

enum ir_float float_kind(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind: return FLOAT_32;
    case LLVMDoubleTypeKind: return FLOAT_64;
    case LLVMX86_FP80TypeKind: return FLOAT_80;
    case LLVMHalfTypeKind: return FLOAT_16;
    default: return FLOAT_NONE;
    }
}

uint32_t word_width(uint32_t width, uint32_t k) {
    assert(64 * k < width);
    uint32_t left = width - 64 * k;
    return left < 64 ? left : 64;
}

uint32_t float_slots(enum ir_float kind) { return kind == FLOAT_80 ? 2 : 1; }

static bool add_scalar(struct lower *lo, LLVMTypeRef type, uint64_t offset, leaf_vec *out) {
    static const uint16_t float_widths[] = {0, 32, 64, 80, 16};
    enum ir_float fkind = float_kind(type);
    uint32_t width = fkind ? float_widths[fkind] : scalar_width(lo, type);
    if (width == 0 || width > MAX_WIDTH || out->len >= MAX_LEAVES) return false;
    vec_push(out, (struct leaf){offset, (uint16_t)width, (uint8_t)fkind, (uint8_t)((width + 63) / 64)});
    return true;
}

static bool add_leaves(struct lower *lo, LLVMTypeRef type, uint64_t offset, leaf_vec *out) {
    uint64_t n;
    LLVMTypeRef elem;
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind: return true;
    case LLVMStructTypeKind:
        if (LLVMIsOpaqueStruct(type)) return false;
        n = LLVMCountStructElementTypes(type);
        for (unsigned i = 0; i < n; i++)
            if (!add_leaves(lo, LLVMStructGetTypeAtIndex(type, i), offset + LLVMOffsetOfElement(lo->layout, type, i),
                            out))
                return false;
        return true;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
        elem = LLVMGetElementType(type);
        n = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength2(type) : LLVMGetVectorSize(type);
        if (n > MAX_LEAVES) return false;
        for (uint64_t i = 0; i < n; i++)
            if (!add_leaves(lo, elem, offset + i * LLVMABISizeOfType(lo->layout, elem), out)) return false;
        return true;
    default: return add_scalar(lo, type, offset, out);
    }
}

const struct leaves *type_leaves(struct lower *lo, LLVMTypeRef type) {
    uint64_t key = (uint64_t)(uintptr_t)type;
    uint64_t *known = map_find(&lo->types, key);
    if (known) return (const struct leaves *)(uintptr_t)*known;
    leaf_vec found = {0};
    struct leaves *leaves = ARENA_NEW(&lo->arena, struct leaves);
    leaves->ok = add_leaves(lo, type, 0, &found);
    leaves->len = found.len;
    leaves->at = ARENA_ARRAY(&lo->arena, struct leaf, found.len + 1);
    for (uint32_t i = 0; i < found.len; i++) {
        assert(!i || found.data[i].offset >= found.data[i - 1].offset);
        leaves->at[i] = found.data[i];
        leaves->nslots += found.data[i].nslots;
    }
    vec_release(&found);
    map_put(&lo->types, key, (uint64_t)(uintptr_t)leaves);
    return leaves;
}
