/* Bit counting, saturating arithmetic and overflow tests for up to 64 bits. */
#include <assert.h>

#include "exec/core/arith.h"
#include "exec/core/exec.h"

static uint64_t cut(uint64_t v, uint32_t width) { return v & (UINT64_MAX >> (64 - width)); }
static int64_t sign(uint64_t v, uint32_t width) { return (int64_t)(v << (64 - width)) >> (64 - width); }

static uint64_t reverse_bits(uint64_t v, uint32_t width) {
    uint64_t out = 0;
    for (uint32_t i = 0; i < width; i++) out |= (v >> i & 1) << (width - 1 - i);
    return out;
}

static uint64_t saturate(bool is_signed, bool overflow, bool negative, uint32_t width, uint64_t v) {
    if (!overflow) return v;
    if (!is_signed) return negative ? 0 : cut(UINT64_MAX, width);
    uint64_t smallest = UINT64_C(1) << (width - 1);
    return negative ? smallest : smallest - 1;
}

static uint64_t funnel(uint32_t width, uint64_t high, uint64_t low, uint64_t by, bool left) {
    assert(width);
    uint32_t n = (uint32_t)(by % width);
    if (n == 0) return left ? high : low;
    if (!left) n = width - n;
    return cut(high << n, width) | low >> (width - n);
}

static uint64_t shift_saturating(bool is_signed, uint32_t width, uint64_t a, uint64_t by) {
    if (by >= width) by = width - 1;
    uint64_t v = cut(a << by, width);
    bool overflow = is_signed ? sign(v, width) >> by != sign(a, width) : v >> by != a;
    return saturate(is_signed, overflow, is_signed && sign(a, width) < 0, width, v);
}

uint64_t exec_bitop(enum ir_bitop op, uint32_t width, uint64_t a, uint64_t b, uint64_t c) {
    assert(width && width <= 64);
    int64_t sa = sign(a, width), sb = sign(b, width);
    uint64_t v;
    bool over;
    switch (op) {
    case BITOP_CTPOP: return (uint64_t)__builtin_popcountll(a);
    case BITOP_CTLZ: return a ? (uint64_t)__builtin_clzll(a) - (64 - width) : width;
    case BITOP_CTTZ: return a ? (uint64_t)__builtin_ctzll(a) : width;
    case BITOP_BSWAP: return __builtin_bswap64(a) >> (64 - width);
    case BITOP_BITREVERSE: return reverse_bits(a, width);
    case BITOP_FSHL: return funnel(width, a, b, c, true);
    case BITOP_FSHR: return funnel(width, a, b, c, false);
    case BITOP_ABS: return cut(sa < 0 ? -(uint64_t)sa : (uint64_t)sa, width);
    case BITOP_SMIN: return sa < sb ? a : b;
    case BITOP_SMAX: return sa > sb ? a : b;
    case BITOP_UMIN: return a < b ? a : b;
    case BITOP_UMAX: return a > b ? a : b;
    case BITOP_SADD_SAT: over = exec_overflow(OVF_SADD, width, a, b, &v); return saturate(true, over, sa < 0, width, v);
    case BITOP_UADD_SAT: over = exec_overflow(OVF_UADD, width, a, b, &v); return saturate(false, over, false, width, v);
    case BITOP_SSUB_SAT: over = exec_overflow(OVF_SSUB, width, a, b, &v); return saturate(true, over, sa < 0, width, v);
    case BITOP_USUB_SAT: over = exec_overflow(OVF_USUB, width, a, b, &v); return saturate(false, over, true, width, v);
    case BITOP_SSHL_SAT: return shift_saturating(true, width, a, b);
    case BITOP_USHL_SAT: return shift_saturating(false, width, a, b);
    case BITOP_SCMP: return (uint64_t)(int64_t)((sa > sb) - (sa < sb));
    case BITOP_UCMP: return (uint64_t)(int64_t)((a > b) - (a < b));
    }
    return 0;
}

bool exec_overflow(enum ir_overflow op, uint32_t width, uint64_t a, uint64_t b, uint64_t *value) {
    assert(width && width <= 64);
    __int128 sa = sign(a, width), sb = sign(b, width), s = 0;
    unsigned __int128 u = 0;
    switch (op) {
    case OVF_SADD: s = sa + sb; break;
    case OVF_SSUB: s = sa - sb; break;
    case OVF_SMUL: s = sa * sb; break;
    case OVF_UADD: u = (unsigned __int128)a + b; break;
    case OVF_USUB: u = (unsigned __int128)a - b; break;
    case OVF_UMUL: u = (unsigned __int128)a * b; break;
    }
    bool is_signed = op == OVF_SADD || op == OVF_SSUB || op == OVF_SMUL;
    *value = cut(is_signed ? (uint64_t)s : (uint64_t)u, width);
    return is_signed ? s != sign(*value, width) : u != *value;
}
