/* Constructors defined by others, and building by operator number. */
#include "expr/build.h"
#include "expr/float.h"

expr expr_ne(struct expr_pool *pool, expr a, expr b) { return expr_not(pool, expr_eq(pool, a, b)); }
expr expr_ugt(struct expr_pool *pool, expr a, expr b) { return expr_ult(pool, b, a); }
expr expr_uge(struct expr_pool *pool, expr a, expr b) { return expr_ule(pool, b, a); }
expr expr_sgt(struct expr_pool *pool, expr a, expr b) { return expr_slt(pool, b, a); }
expr expr_sge(struct expr_pool *pool, expr a, expr b) { return expr_sle(pool, b, a); }

expr expr_implies(struct expr_pool *pool, expr a, expr b) {
    assert(expr_width(pool, a) == 1 && expr_width(pool, b) == 1);
    return expr_or(pool, expr_not(pool, a), b);
}

expr expr_build(struct expr_pool *pool, enum expr_op op, uint32_t width, uint64_t aux,
                const expr *k) {
    if (float_op(op)) return float_build(pool, op, width, aux, k);
    switch (op) {
    case EXPR_NOT: return expr_not(pool, k[0]);
    case EXPR_NEG: return expr_neg(pool, k[0]);
    case EXPR_ADD: return expr_add(pool, k[0], k[1]);
    case EXPR_MUL: return expr_mul(pool, k[0], k[1]);
    case EXPR_UDIV: return expr_udiv(pool, k[0], k[1]);
    case EXPR_SDIV: return expr_sdiv(pool, k[0], k[1]);
    case EXPR_UREM: return expr_urem(pool, k[0], k[1]);
    case EXPR_SREM: return expr_srem(pool, k[0], k[1]);
    case EXPR_AND: return expr_and(pool, k[0], k[1]);
    case EXPR_OR: return expr_or(pool, k[0], k[1]);
    case EXPR_XOR: return expr_xor(pool, k[0], k[1]);
    case EXPR_SHL: return expr_shl(pool, k[0], k[1]);
    case EXPR_LSHR: return expr_lshr(pool, k[0], k[1]);
    case EXPR_ASHR: return expr_ashr(pool, k[0], k[1]);
    case EXPR_EQ: return expr_eq(pool, k[0], k[1]);
    case EXPR_ULT: return expr_ult(pool, k[0], k[1]);
    case EXPR_ULE: return expr_ule(pool, k[0], k[1]);
    case EXPR_SLT: return expr_slt(pool, k[0], k[1]);
    case EXPR_SLE: return expr_sle(pool, k[0], k[1]);
    case EXPR_CONCAT: return expr_concat(pool, k[0], k[1]);
    case EXPR_EXTRACT: return expr_extract(pool, k[0], (uint32_t)aux, width);
    case EXPR_ZEXT: return expr_zext(pool, k[0], width);
    case EXPR_SEXT: return expr_sext(pool, k[0], width);
    case EXPR_ITE: return expr_ite(pool, k[0], k[1], k[2]);
    case EXPR_READ: return expr_read(pool, k[0], k[1]);
    case EXPR_GUARD: return expr_guard(pool, k[0], k[1]);
    case EXPR_STORE: return expr_store(pool, k[0], k[1], k[2]);
    default: assert(!"leaves are not built from operands"); return EXPR_NONE;
    }
}
