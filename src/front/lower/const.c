#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "front/lower/lower.h"

/* words = words * by + plus */
static void scale_words(uint64_t *words, uint32_t n, uint64_t by, uint64_t plus) {
    for (uint32_t i = 0; i < n; i++) {
        unsigned __int128 t = (unsigned __int128)words[i] * by + plus;
        words[i] = (uint64_t)t;
        plus = (uint64_t)(t >> 64);
    }
}

/* LLVM's C interface shows only 64 bits of an integer constant; wider ones are
 * read from their text, "i128 -5". */
void const_int_words(LLVMValueRef v, uint64_t *words, uint32_t n) {
    memset(words, 0, n * sizeof *words);
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    if (width <= 64) {
        words[0] = LLVMConstIntGetZExtValue(v);
        return;
    }
    char *text = LLVMPrintValueToString(v);
    const char *digits = strchr(text, ' ') ? strchr(text, ' ') + 1 : text;
    bool negative = *digits == '-';
    if (negative) digits++;
    for (; isdigit((unsigned char)*digits); digits++) scale_words(words, n, 10, (uint64_t)(*digits - '0'));
    LLVMDisposeMessage(text);
    for (uint32_t i = 0; negative && i < n; i++) words[i] = ~words[i];
    if (negative) scale_words(words, n, 1, 1);
    if (width < 64 * n) words[width / 64] &= (UINT64_C(1) << (width % 64)) - 1;
}

static bool float_words(struct lower *lo, LLVMValueRef v, uint64_t words[2]) {
    static const unsigned widths[] = {0, 32, 64, 80, 16};
    LLVMTypeRef as_int = LLVMIntTypeInContext(lo->llvm, widths[float_kind(LLVMTypeOf(v))]);
    LLVMValueRef bits = LLVMConstBitCast(v, as_int);
    if (!LLVMIsAConstantInt(bits)) return false;
    const_int_words(bits, words, 2);
    return true;
}

static uint64_t mask_of(uint32_t width) { return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1; }

/* Address of a block: an offset into its function's object, never a valid one. */
static bool block_address(struct lower *lo, LLVMValueRef v, uint64_t *out) {
    LLVMValueRef fn = LLVMGetBlockAddressFunction(v);
    LLVMBasicBlockRef wanted = LLVMGetBlockAddressBasicBlock(v);
    uint64_t n = 1;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb), n++)
        if (bb == wanted) {
            *out = function_address(lo, fn) + n;
            return true;
        }
    return false;
}

static bool expr_value(struct lower *lo, LLVMValueRef v, uint64_t *out);

static bool scalar_value(struct lower *lo, LLVMValueRef v, uint64_t *out) {
    uint64_t words[2] = {0, 0};
    if (LLVMIsAConstantInt(v)) {
        const_int_words(v, words, 2);
        *out = words[0];
        return true;
    }
    if (LLVMIsAConstantFP(v)) {
        bool ok = float_words(lo, v, words);
        *out = words[0];
        return ok;
    }
    *out = 0;
    if (LLVMIsAConstantPointerNull(v) || LLVMIsUndef(v)) return true;
    if (LLVMIsAFunction(v)) return *out = function_address(lo, v), true;
    if (LLVMIsAGlobalVariable(v)) return *out = global_address(lo, v), true;
    if (LLVMIsAGlobalAlias(v)) return scalar_value(lo, LLVMAliasGetAliasee(v), out);
    if (LLVMIsABlockAddress(v)) return block_address(lo, v, out);
    if (LLVMIsAConstantExpr(v)) return expr_value(lo, v, out);
    return false;
}

static bool two_operands(struct lower *lo, LLVMValueRef v, uint64_t *a, uint64_t *b) {
    return scalar_value(lo, LLVMGetOperand(v, 0), a) && scalar_value(lo, LLVMGetOperand(v, 1), b);
}

static bool expr_value(struct lower *lo, LLVMValueRef v, uint64_t *out) {
    uint32_t width = scalar_width(lo, LLVMTypeOf(v));
    uint64_t a, b;
    int64_t offset;
    if (width == 0 || width > 64) return false;
    switch (LLVMGetConstOpcode(v)) {
    case LLVMGetElementPtr:
        if (!gep_const_offset(lo, v, &offset) || !scalar_value(lo, LLVMGetOperand(v, 0), &a)) return false;
        *out = a + (uint64_t)offset;
        break;
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMTrunc:
    case LLVMAddrSpaceCast:
        if (!scalar_value(lo, LLVMGetOperand(v, 0), out)) return false;
        break;
    case LLVMAdd:
        if (!two_operands(lo, v, &a, &b)) return false;
        *out = a + b;
        break;
    case LLVMSub:
        if (!two_operands(lo, v, &a, &b)) return false;
        *out = a - b;
        break;
    case LLVMXor:
        if (!two_operands(lo, v, &a, &b)) return false;
        *out = a ^ b;
        break;
    default: return false;
    }
    *out &= mask_of(width);
    return true;
}

static bool wide_values(struct lower *lo, LLVMValueRef v, uint32_t n, vec_u64 *out) {
    uint32_t first = out->len;
    vec_resize(out, first + n);
    if (LLVMIsAConstantInt(v)) const_int_words(v, out->data + first, n);
    else if (LLVMIsAConstantFP(v)) return float_words(lo, v, out->data + first);
    else return LLVMIsNull(v) || LLVMIsUndef(v);
    return true;
}

static bool is_composite(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind;
}

static uint64_t element_count(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind: return LLVMCountStructElementTypes(type);
    case LLVMArrayTypeKind: return LLVMGetArrayLength2(type);
    default: return LLVMGetVectorSize(type);
    }
}

bool const_values(struct lower *lo, LLVMValueRef v, vec_u64 *out) {
    LLVMTypeRef type = LLVMTypeOf(v);
    const struct leaves *leaves = type_leaves(lo, type);
    if (!leaves->ok) return false;
    if (is_composite(type)) {
        if (LLVMIsUndef(v) || LLVMIsNull(v)) {
            for (uint32_t i = 0; i < leaves->nslots; i++) vec_push(out, 0);
            return true;
        }
        uint64_t n = element_count(type);
        for (uint64_t i = 0; i < n; i++) {
            LLVMValueRef elem = LLVMGetAggregateElement(v, (unsigned)i);
            if (!elem || !const_values(lo, elem, out)) return false;
        }
        return true;
    }
    if (leaves->nslots > 1) return wide_values(lo, v, leaves->nslots, out);
    uint64_t value;
    bool ok = scalar_value(lo, v, &value);
    vec_push(out, ok ? value : 0);
    return ok;
}

static bool composite_bytes(struct lower *lo, LLVMValueRef v, LLVMTypeRef type, uint8_t *out) {
    uint64_t n = element_count(type);
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    LLVMTypeRef elem_type = is_struct ? NULL : LLVMGetElementType(type);
    for (uint64_t i = 0; i < n; i++) {
        LLVMTypeRef t = is_struct ? LLVMStructGetTypeAtIndex(type, (unsigned)i) : elem_type;
        uint64_t size = LLVMABISizeOfType(lo->layout, t);
        uint64_t offset = is_struct ? LLVMOffsetOfElement(lo->layout, type, (unsigned)i) : i * size;
        LLVMValueRef elem = LLVMGetAggregateElement(v, (unsigned)i);
        if (!elem || !const_bytes(lo, elem, out + offset, size)) return false;
    }
    return true;
}

bool const_bytes(struct lower *lo, LLVMValueRef v, uint8_t *out, uint64_t size) {
    LLVMTypeRef type = LLVMTypeOf(v);
    if (LLVMIsUndef(v) || LLVMIsNull(v)) return true; /* already zero */
    if (LLVMIsAConstantDataSequential(v) && LLVMIsConstantString(v)) {
        size_t len;
        const char *text = LLVMGetAsString(v, &len);
        memcpy(out, text, len < size ? len : size);
        return true;
    }
    if (is_composite(type)) return composite_bytes(lo, v, type, out);
    vec_u64 words = {0};
    bool ok = const_values(lo, v, &words);
    uint64_t store = LLVMStoreSizeOfType(lo->layout, type);
    if (ok && store <= words.len * 8 && store <= size) memcpy(out, words.data, store);
    vec_release(&words);
    return ok;
}
