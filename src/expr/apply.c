#include "expr/apply.h"

#include <assert.h>

#include "expr/bv_shift.h"

static bool compare(enum expr_op op, uint32_t width, const uint64_t *a, const uint64_t *b) {
    switch (op) {
    case EXPR_EQ: return bv_equal(a, b, width);
    case EXPR_ULT: return bv_ult(a, b, width);
    case EXPR_ULE: return !bv_ult(b, a, width);
    case EXPR_SLT: return bv_slt(a, b, width);
    default: assert(op == EXPR_SLE); return !bv_slt(b, a, width);
    }
}

void apply_wide(enum expr_op op, uint32_t width, uint32_t kid_width, uint32_t low, const uint64_t *a, const uint64_t *b,
                uint64_t *out) {
    switch (op) {
    case EXPR_NOT: bv_not(out, a, width); break;
    case EXPR_NEG: bv_neg(out, a, width); break;
    case EXPR_ADD: bv_add(out, a, b, width); break;
    case EXPR_MUL: bv_mul(out, a, b, width); break;
    case EXPR_UDIV: bv_udiv(out, a, b, width); break;
    case EXPR_SDIV: bv_sdiv(out, a, b, width); break;
    case EXPR_UREM: bv_urem(out, a, b, width); break;
    case EXPR_SREM: bv_srem(out, a, b, width); break;
    case EXPR_AND: bv_and(out, a, b, width); break;
    case EXPR_OR: bv_or(out, a, b, width); break;
    case EXPR_XOR: bv_xor(out, a, b, width); break;
    case EXPR_SHL: bv_shl(out, a, bv_shift_amount(b, width), width); break;
    case EXPR_LSHR: bv_lshr(out, a, bv_shift_amount(b, width), width); break;
    case EXPR_ASHR: bv_ashr(out, a, bv_shift_amount(b, width), width); break;
    case EXPR_CONCAT: bv_concat(out, a, kid_width, b, width - kid_width); break;
    case EXPR_EXTRACT: bv_extract(out, a, kid_width, low, width); break;
    case EXPR_ZEXT: bv_zext(out, a, kid_width, width); break;
    case EXPR_SEXT: bv_sext(out, a, kid_width, width); break;
    case EXPR_GUARD: bv_copy(out, b, width); break;
    default: out[0] = compare(op, kid_width, a, b); break;
    }
}
