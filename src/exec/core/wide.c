/* Integers of 65 to 128 bits: two slots each, low part first. */
#include <assert.h>

#include "exec/core/arith.h"
#include "exec/core/exec.h"

typedef unsigned __int128 u128;
typedef __int128 i128;

static u128 get(const uint64_t *r, uint32_t slot) { return r[slot] | (u128)r[slot + 1] << 64; }
static void put(uint64_t *r, uint32_t slot, u128 v) {
    r[slot] = (uint64_t)v;
    r[slot + 1] = (uint64_t)(v >> 64);
}
static u128 cut(u128 v, uint32_t width) { return v << (128 - width) >> (128 - width); }
static i128 sign(u128 v, uint32_t width) { return (i128)(v << (128 - width)) >> (128 - width); }

static bool divide(struct exec *x, const struct insn *in, u128 a, u128 b, u128 *v) {
    uint32_t w = in->aux;
    assert(w && w <= 128);
    bool is_signed = in->c == WIDE_SDIV || in->c == WIDE_SREM;
    if (b == 0) return exec_error(x, BUG_DIVISION, "division by zero");
    if (is_signed && a == (u128)1 << (w - 1) && sign(b, w) == -1) {
        if (exec_quotient_fails(x, w))
            return exec_error(x, BUG_QUOTIENT, "quotient of signed division does not fit its type");
        *v = in->c == WIDE_SDIV ? a : 0;
        return true;
    }
    switch (in->c) {
    case WIDE_UDIV: *v = a / b; break;
    case WIDE_UREM: *v = a % b; break;
    case WIDE_SDIV: *v = (u128)(sign(a, w) / sign(b, w)); break;
    default: *v = (u128)(sign(a, w) % sign(b, w)); break;
    }
    return true;
}

static bool shift(struct exec *x, const struct insn *in, u128 a, u128 b, u128 *v) {
    uint32_t w = in->aux;
    if (b >= w) {
        if (check_has(x->checks, CHECK_SHIFT))
            return exec_error(x, BUG_SHIFT, "shift of a %u-bit value by %llu", w, (unsigned long long)b);
        b %= w;
    }
    assert(b < w);
    *v = in->c == WIDE_SHL || in->c == WIDE_CSHL ? a << b : in->c == WIDE_LSHR ? a >> b : (u128)(sign(a, w) >> b);
    return true;
}

static bool left_shift(struct exec *x, const struct insn *in, u128 a, u128 b, u128 *v) {
    uint32_t w = in->aux;
    if (!shift(x, in, a, b, v) || b >= w) return !x->stop;
    if (sign(*v, w) >> b != sign(a, w))
        return exec_error(x, BUG_OVERFLOW, "signed overflow of a %u-bit left shift by %u", w, (unsigned)b);
    if (sign(a, w) >= 0 || !bug_has(x->wanted, BUG_NEGATIVE_SHIFT)) return true;
    return exec_error(x, BUG_NEGATIVE_SHIFT, "left shift of a negative value of %u bits by %u", w, (unsigned)b);
}

static bool compare(enum ir_wide op, u128 a, u128 b, uint32_t w) {
    i128 sa = sign(a, w), sb = sign(b, w);
    switch (op) {
    case WIDE_EQ: return a == b;
    case WIDE_NE: return a != b;
    case WIDE_ULT: return a < b;
    case WIDE_ULE: return a <= b;
    case WIDE_UGT: return a > b;
    case WIDE_UGE: return a >= b;
    case WIDE_SLT: return sa < sb;
    case WIDE_SLE: return sa <= sb;
    case WIDE_SGT: return sa > sb;
    default: return sa >= sb;
    }
}

/* The sum, difference or product and whether it overflows. */
static bool overflow(enum ir_wide op, u128 a, u128 b, uint32_t w, u128 *v) {
    i128 sa = sign(a, w), sb = sign(b, w), s = 0;
    u128 u = 0;
    bool over;
    switch (op) {
    case WIDE_SADD_O:
    case WIDE_CADD: over = __builtin_add_overflow(sa, sb, &s); break;
    case WIDE_SSUB_O:
    case WIDE_CSUB: over = __builtin_sub_overflow(sa, sb, &s); break;
    case WIDE_SMUL_O:
    case WIDE_CMUL: over = __builtin_mul_overflow(sa, sb, &s); break;
    case WIDE_UADD_O:
        over = __builtin_add_overflow(a, b, &u) || cut(u, w) != u;
        *v = cut(u, w);
        return over;
    case WIDE_USUB_O:
        over = a < b;
        *v = cut(a - b, w);
        return over;
    default:
        over = __builtin_mul_overflow(a, b, &u) || cut(u, w) != u;
        *v = cut(u, w);
        return over;
    }
    *v = cut((u128)s, w);
    return over || sign((u128)s, w) != s;
}

static u128 count_bits(enum ir_wide op, u128 a, uint32_t w) {
    uint64_t lo = (uint64_t)a, hi = (uint64_t)(a >> 64);
    if (op == WIDE_CTPOP) return (u128)(__builtin_popcountll(lo) + __builtin_popcountll(hi));
    if (a == 0) return w;
    if (op == WIDE_CTTZ) return (u128)(lo ? __builtin_ctzll(lo) : 64 + __builtin_ctzll(hi));
    return (u128)(hi ? __builtin_clzll(hi) : 64 + __builtin_clzll(lo)) - (128 - w);
}

static u128 reorder(enum ir_wide op, u128 a, uint32_t w) {
    u128 out = 0;
    uint32_t unit = op == WIDE_BSWAP ? 8 : 1;
    u128 mask = ((u128)1 << unit) - 1;
    for (uint32_t i = 0; i < w; i += unit) out |= (a >> i & mask) << (w - unit - i);
    return out;
}

static u128 pick(enum ir_wide op, u128 a, u128 b, uint32_t w) {
    switch (op) {
    case WIDE_SMIN: return sign(a, w) < sign(b, w) ? a : b;
    case WIDE_SMAX: return sign(a, w) > sign(b, w) ? a : b;
    case WIDE_UMIN: return a < b ? a : b;
    default: return a > b ? a : b;
    }
}

bool exec_wide(struct exec *x, const struct insn *in, uint64_t *regs) {
    uint32_t w = in->aux;
    if (w > 128) return exec_big(x, in, regs);
    u128 a = get(regs, in->a), b = get(regs, in->b), v = 0;
    switch ((enum ir_wide)in->c) {
    case WIDE_ADD: v = a + b; break;
    case WIDE_SUB: v = a - b; break;
    case WIDE_MUL: v = a * b; break;
    case WIDE_AND: v = a & b; break;
    case WIDE_OR: v = a | b; break;
    case WIDE_XOR: v = a ^ b; break;
    case WIDE_SHL:
    case WIDE_LSHR:
    case WIDE_ASHR:
        if (!shift(x, in, a, b, &v)) return false;
        break;
    case WIDE_CSHL:
        if (!left_shift(x, in, a, b, &v)) return false;
        break;
    case WIDE_UDIV:
    case WIDE_SDIV:
    case WIDE_UREM:
    case WIDE_SREM:
        if (!divide(x, in, a, b, &v)) return false;
        break;
    case WIDE_EQ:
    case WIDE_NE:
    case WIDE_ULT:
    case WIDE_ULE:
    case WIDE_UGT:
    case WIDE_UGE:
    case WIDE_SLT:
    case WIDE_SLE:
    case WIDE_SGT:
    case WIDE_SGE: regs[in->d] = compare(in->c, a, b, w); return true;
    case WIDE_CADD:
    case WIDE_CSUB:
    case WIDE_CMUL:
        if (overflow(in->c, a, b, w, &v)) return exec_error(x, BUG_OVERFLOW, "signed overflow of %u-bit arithmetic", w);
        break;
    case WIDE_CTPOP:
    case WIDE_CTLZ:
    case WIDE_CTTZ: v = count_bits(in->c, a, w); break;
    case WIDE_BSWAP:
    case WIDE_BITREVERSE: v = reorder(in->c, a, w); break;
    case WIDE_ABS: v = sign(a, w) < 0 ? -a : a; break;
    case WIDE_SMIN:
    case WIDE_SMAX:
    case WIDE_UMIN:
    case WIDE_UMAX: v = pick(in->c, a, b, w); break;
    case WIDE_SADD_O:
    case WIDE_UADD_O:
    case WIDE_SSUB_O:
    case WIDE_USUB_O:
    case WIDE_SMUL_O:
    case WIDE_UMUL_O: regs[in->d + 2] = overflow(in->c, a, b, w, &v); break;
    }
    put(regs, in->d, cut(v, w));
    return true;
}

void exec_wide_cast(const struct insn *in, uint64_t *regs) {
    uint32_t from = in->b, to = in->c;
    if (from > 128 || to > 128) {
        exec_big_cast(in, regs);
        return;
    }
    u128 v = from > 64 ? get(regs, in->a) : regs[in->a];
    if (in->aux == CAST_SEXT) v = (u128)sign(v, from);
    v = cut(v, to);
    if (to > 64) put(regs, in->d, v);
    else regs[in->d] = (uint64_t)v;
}
