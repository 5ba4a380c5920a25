#include <assert.h>

#include "solver/parti/arith.h"

static uint64_t divide_signed(uint32_t width, uint64_t a, uint64_t b, bool remainder) {
    uint64_t mask = mask_of(width), sign = sign_of(width);
    bool na = a & sign, nb = b & sign;
    uint64_t x = na ? -a & mask : a, y = nb ? -b & mask : b;
    if (remainder) {
        uint64_t r = y ? x % y : x;
        return (na ? -r : r) & mask;
    }
    uint64_t q = y ? x / y : mask;
    return (na != nb ? -q : q) & mask;
}

static uint64_t shift(enum expr_op op, uint32_t width, uint64_t a, uint64_t by) {
    if (op == EXPR_ASHR) {
        uint64_t n = by >= width ? width - 1 : by;
        return (uint64_t)(to_signed(a, width) >> n) & mask_of(width);
    }
    if (by >= width) return 0;
    return op == EXPR_SHL ? a << by & mask_of(width) : a >> by;
}

uint64_t concrete_binary(enum expr_op op, uint32_t width, uint64_t a, uint64_t b) {
    uint64_t mask = mask_of(width);
    switch (op) {
    case EXPR_ADD: return (a + b) & mask;
    case EXPR_MUL: return a * b & mask;
    case EXPR_UDIV: return b ? a / b : mask;
    case EXPR_UREM: return b ? a % b : a;
    case EXPR_SDIV: return divide_signed(width, a, b, false);
    case EXPR_SREM: return divide_signed(width, a, b, true);
    case EXPR_AND: return a & b;
    case EXPR_OR: return a | b;
    case EXPR_XOR: return a ^ b;
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR: return shift(op, width, a, b);
    case EXPR_EQ: return a == b;
    case EXPR_ULT: return a < b;
    case EXPR_ULE: return a <= b;
    case EXPR_SLT: return to_signed(a, width) < to_signed(b, width);
    case EXPR_SLE: return to_signed(a, width) <= to_signed(b, width);
    default: assert(!"a binary operator"); return 0;
    }
}
