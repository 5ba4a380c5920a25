/* The value of one operator from the values of its operands: shared by constant
 * folding and evaluation, so that both can only agree.
 *
 * Covers every operator between bit vectors except ITE; SMT-LIB's meaning in
 * all corner cases.
 */
#ifndef SHRIKE_EXPR_APPLY_H
#define SHRIKE_EXPR_APPLY_H

#include "expr/bv.h"

static inline uint64_t apply_sdiv(uint32_t width, uint64_t a, uint64_t b) {
    if (b == 0) return bv_signed(a, width) < 0 ? 1 : ~(uint64_t)0;
    if (b == bv_mask(width)) return 0 - a; /* also keeps INT64_MIN / -1 away from the machine */
    return (uint64_t)(bv_signed(a, width) / bv_signed(b, width));
}

static inline uint64_t apply_srem(uint32_t width, uint64_t a, uint64_t b) {
    if (b == 0) return a;
    if (b == bv_mask(width)) return 0;
    return (uint64_t)(bv_signed(a, width) % bv_signed(b, width));
}

/* Result and operands of at most 64 bits. kid_width is the width of the first
 * operand; `low` is the lowest bit of an EXTRACT. */
static inline uint64_t apply_narrow(enum expr_op op, uint32_t width, uint32_t kid_width, uint64_t low, uint64_t a,
                                    uint64_t b) {
    uint64_t v = 0;
    switch (op) {
    case EXPR_NOT: v = ~a; break;
    case EXPR_NEG: v = 0 - a; break;
    case EXPR_ADD: v = a + b; break;
    case EXPR_MUL: v = a * b; break;
    case EXPR_UDIV: v = b ? a / b : ~(uint64_t)0; break;
    case EXPR_UREM: v = b ? a % b : a; break;
    case EXPR_SDIV: v = apply_sdiv(width, a, b); break;
    case EXPR_SREM: v = apply_srem(width, a, b); break;
    case EXPR_AND: return a & b;
    case EXPR_OR: return a | b;
    case EXPR_XOR: return a ^ b;
    case EXPR_SHL: v = b < width ? a << b : 0; break;
    case EXPR_LSHR: return b < width ? a >> b : 0;
    case EXPR_ASHR: v = (uint64_t)(bv_signed(a, width) >> (b < width ? b : width - 1)); break;
    case EXPR_EQ: return a == b;
    case EXPR_ULT: return a < b;
    case EXPR_ULE: return a <= b;
    case EXPR_SLT: return bv_signed(a, kid_width) < bv_signed(b, kid_width);
    case EXPR_SLE: return bv_signed(a, kid_width) <= bv_signed(b, kid_width);
    case EXPR_CONCAT: return a << (width - kid_width) | b;
    case EXPR_EXTRACT: v = a >> low; break;
    case EXPR_ZEXT: return a;
    case EXPR_SEXT: v = (uint64_t)bv_signed(a, kid_width); break;
    case EXPR_GUARD: return b;
    default: __builtin_unreachable();
    }
    return v & bv_mask(width);
}

/* Any widths; out has room for bv_words(width) words and may be an operand. */
void apply_wide(enum expr_op op, uint32_t width, uint32_t kid_width, uint32_t low, const uint64_t *a, const uint64_t *b,
                uint64_t *out);

#endif
