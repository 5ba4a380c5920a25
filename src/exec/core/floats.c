/* Floating point beyond the four operations of float and double. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "exec/core/arith.h"
#include "exec/core/exec.h"
#include "expr/float.h"
#include "expr/float_value.h"

/* Any kind as a long double, which holds each of them exactly. */
static long double get(enum ir_float kind, const uint64_t *slot) {
    float f;
    double d;
    long double l = 0;
    _Float16 h;
    switch (kind) {
    case FLOAT_32: memcpy(&f, slot, 4); return f;
    case FLOAT_64: memcpy(&d, slot, 8); return d;
    case FLOAT_16: memcpy(&h, slot, 2); return h;
    default: memcpy(&l, slot, 10); return l;
    }
}

static void put(enum ir_float kind, uint64_t *slot, long double v) {
    float f = (float)v;
    double d = (double)v;
    _Float16 h = (_Float16)v;
    switch (kind) {
    case FLOAT_32:
        slot[0] = 0;
        memcpy(slot, &f, 4);
        break;
    case FLOAT_64: memcpy(slot, &d, 8); break;
    case FLOAT_16:
        slot[0] = 0;
        memcpy(slot, &h, 2);
        break;
    default:
        slot[1] = 0;
        memcpy(slot, &v, 10);
        break;
    }
}

/* Sign operations work on the bits: they must not touch the payload of a NaN. */
static void sign_op(enum ir_fbin op, enum ir_float kind, uint64_t *d, const uint64_t *a, const uint64_t *b) {
    int word = kind == FLOAT_80;
    uint64_t bit = kind == FLOAT_16   ? UINT64_C(1) << 15
                   : kind == FLOAT_32 ? UINT64_C(1) << 31
                   : kind == FLOAT_64 ? UINT64_C(1) << 63
                                      : UINT64_C(1) << 15;
    uint64_t top = a[word];
    if (op == FBIN_NEG) top ^= bit;
    if (op == FBIN_ABS) top &= ~bit;
    if (op == FBIN_COPYSIGN) top = (top & ~bit) | (b[word] & bit);
    uint64_t low = a[0];
    if (word) d[0] = low;
    d[word] = top;
}

static long double remainder_of(enum ir_float kind, long double a, long double b) {
    if (kind == FLOAT_32) return fmodf((float)a, (float)b);
    return kind == FLOAT_64 ? fmod((double)a, (double)b) : fmodl(a, b);
}

/* ---- in a rounding mode --------------------------------------------------------------------------- */

static uint32_t width_of(enum ir_float kind) {
    return kind == FLOAT_16 ? 16 : kind == FLOAT_32 ? 32 : kind == FLOAT_64 ? 64 : 80;
}

static enum expr_op expr_op_of(enum ir_fbin op) {
    switch (op) {
    case FBIN_ADD:
    case FBIN_SUB: return EXPR_FADD;
    case FBIN_MUL: return EXPR_FMUL;
    case FBIN_DIV: return EXPR_FDIV;
    case FBIN_SQRT: return EXPR_FSQRT;
    default: return EXPR_FRINT;
    }
}

static bool has_mode(const struct insn *in) {
    enum ir_fbin op = IR_FLOAT_OP(in->aux);
    return op == FBIN_SQRT || op == FBIN_RINT || (IR_FLOAT_MODE(in->aux) && op <= FBIN_DIV);
}

static void rounded_op(const struct insn *in, uint64_t *regs) {
    enum ir_float kind = in->c;
    enum ir_fbin op = IR_FLOAT_OP(in->aux);
    uint32_t width = width_of(kind), widths[] = {width, width};
    uint64_t a[2] = {regs[in->a], 0}, b[2] = {regs[in->b], 0}, out[2] = {0, 0};
    const uint64_t *kids[] = {a, b};
    if (kind == FLOAT_80) a[1] = regs[in->a + 1], b[1] = regs[in->b + 1];
    if (op == FBIN_SUB) b[(width - 1) / 64] ^= UINT64_C(1) << (width - 1) % 64;
    bool done = float_apply(expr_op_of(op), IR_FLOAT_MODE(in->aux), width, widths, kids, out);
    (void)done;
    assert(done);
    regs[in->d] = out[0];
    if (kind == FLOAT_80) regs[in->d + 1] = out[1];
}

static void rounded_cast(const struct insn *in, uint64_t *regs) {
    bool whole = IR_FLOAT_OP(in->aux) != CAST_FP;
    uint64_t aux = IR_FLOAT_MODE(in->aux) | (IR_FLOAT_OP(in->aux) == CAST_SITOFP ? 8 : 0);
    uint32_t from = whole ? in->b >> 8 : width_of(in->b & 255), to = width_of(in->c & 255);
    uint64_t a[2] = {regs[in->a], from > 64 ? regs[in->a + 1] : 0}, out[2] = {0, 0};
    const uint64_t *kids[] = {a};
    bool done = float_apply(whole ? EXPR_FROMI : EXPR_FCVT, aux, to, &from, kids, out);
    (void)done;
    assert(done);
    regs[in->d] = out[0];
    if (to == 80) regs[in->d + 1] = out[1];
}

/* ---- to nearest ------------------------------------------------------------------------------------- */

void exec_float_op(const struct insn *in, uint64_t *regs) {
    enum ir_float kind = in->c;
    enum ir_fbin op = IR_FLOAT_OP(in->aux);
    if (has_mode(in)) {
        rounded_op(in, regs);
        return;
    }
    if (op == FBIN_NEG || op == FBIN_ABS || op == FBIN_COPYSIGN || op == FBIN_OPEN) {
        sign_op(op, kind, &regs[in->d], &regs[in->a], &regs[in->b]);
        return;
    }
    long double a = get(kind, &regs[in->a]), b = get(kind, &regs[in->b]), v = 0;
    switch (op) { /* the four operations come here for long double only */
    case FBIN_ADD: v = a + b; break;
    case FBIN_SUB: v = a - b; break;
    case FBIN_MUL: v = a * b; break;
    case FBIN_DIV: v = a / b; break;
    case FBIN_REM: v = remainder_of(kind, a, b); break;
    case FBIN_MINNUM: v = fminl(a, b); break;
    case FBIN_MAXNUM: v = fmaxl(a, b); break;
    default: break;
    }
    put(kind, &regs[in->d], v);
}

/* LLVM's predicates: bit 0 equal, 1 greater, 2 less, 3 unordered. */
bool exec_float_compare(enum ir_float kind, uint32_t predicate, const uint64_t *a, const uint64_t *b) {
    long double x = get(kind, a), y = get(kind, b);
    uint32_t is = isnan(x) || isnan(y) ? 8 : x == y ? 1 : x > y ? 2 : 4;
    return (predicate & is) != 0;
}

bool exec_float_class(enum ir_float kind, uint32_t mask, const uint64_t *a) {
    enum {
        IS_SNAN = 1,
        IS_QNAN = 2,
        IS_NEG_INF = 4,
        IS_NEG_NORMAL = 8,
        IS_NEG_SUB = 16,
        IS_NEG_ZERO = 32,
        IS_POS_ZERO = 64,
        IS_POS_SUB = 128,
        IS_POS_NORMAL = 256,
        IS_POS_INF = 512
    };
    long double v = get(kind, a);
    bool negative = signbit(v);
    static const struct {
        int quiet_bit;
        long double smallest;
    } formats[] = {[FLOAT_32] = {22, 0x1p-126L},
                   [FLOAT_64] = {51, 0x1p-1022L},
                   [FLOAT_80] = {62, 0x1p-16382L},
                   [FLOAT_16] = {9, 0x1p-14L}};
    uint64_t quiet_bit = UINT64_C(1) << formats[kind].quiet_bit;
    long double smallest = formats[kind].smallest;
    if (isnan(v)) return mask & (a[0] & quiet_bit ? IS_QNAN : IS_SNAN);
    if (isinf(v)) return mask & (negative ? IS_NEG_INF : IS_POS_INF);
    if (v == 0) return mask & (negative ? IS_NEG_ZERO : IS_POS_ZERO);
    if (fabsl(v) < smallest) return mask & (negative ? IS_NEG_SUB : IS_POS_SUB);
    return mask & (negative ? IS_NEG_NORMAL : IS_POS_NORMAL);
}

static uint64_t cut(uint64_t v, uint32_t width) { return v & (UINT64_MAX >> (64 - width)); }

/* Does the value without its fraction fit? A NaN does not. */
static bool fits_int(long double v, uint32_t width, bool is_signed) {
    assert(width && width <= 64);
    long double limit = ldexpl(1, (int)width - is_signed), whole = truncl(v);
    return whole >= (is_signed ? -limit : 0) && whole < limit;
}

/* The library's own conversions are what they are on the processor. */
static bool cast_error(struct exec *x, const struct insn *in, const uint64_t *regs, bool is_signed) {
    long double v = get(in->b & 255, &regs[in->a]);
    uint32_t width = in->c >> 8;
    if (fits_int(v, width, is_signed) || x->now->top->fn->runtime) return false;
    exec_error(x, BUG_CAST, "%.12Lg does not fit %s integer of %u bits", v, is_signed ? "a signed" : "an unsigned",
               width);
    return true;
}

/* Conversion to an integer. Out of range it is undefined in C; unless that is an error, we do
 * what the processor does: the smallest value of the next native width. */
static void to_int(const struct insn *in, uint64_t *regs, bool is_signed) {
    enum ir_float kind = in->b & 255;
    uint32_t width = in->c >> 8;
    long double v = get(kind, &regs[in->a]);
    if (width > 64) {
        unsigned __int128 wide = is_signed || v < 0 ? (unsigned __int128)(__int128)v : (unsigned __int128)v;
        regs[in->d] = (uint64_t)wide;
        regs[in->d + 1] = cut((uint64_t)(wide >> 64), width - 64);
        return;
    }
    bool in_range = v > -9223372036854775809.0L && v < 9223372036854775808.0L;
    uint64_t out = in_range ? (uint64_t)(int64_t)v : UINT64_C(1) << 63;
    if (!is_signed && v >= 9223372036854775808.0L && v < 18446744073709551616.0L) out = (uint64_t)v;
    bool in_range32 = v > -2147483649.0L && v < 2147483648.0L;
    if (is_signed && width == 32 && !in_range32) out = UINT64_C(1) << 31;
    regs[in->d] = cut(out, width);
}

/* An integer as a half: all that do not fit become infinite, all others fit a long double. */
static long double within_half(bool is_signed, __int128 s, unsigned __int128 u) {
    const int beyond = 1 << 17;
    if (!is_signed) return u > (unsigned)beyond ? beyond : (long double)u;
    return s > beyond ? beyond : s < -beyond ? -beyond : (long double)s;
}

/* Each width is converted straight to the target type: going through long double
 * would round twice. */
static void from_int(const struct insn *in, uint64_t *regs, bool is_signed) {
    enum ir_float kind = in->c & 255;
    uint32_t width = in->b >> 8;
    unsigned __int128 u = regs[in->a];
    if (width > 64) u |= (unsigned __int128)regs[in->a + 1] << 64;
    __int128 s = (__int128)(u << (128 - width)) >> (128 - width);
    uint64_t *d = &regs[in->d];
    if (kind == FLOAT_32) {
        float f = is_signed ? (float)s : (float)u;
        d[0] = 0;
        memcpy(d, &f, 4);
    } else if (kind == FLOAT_64) {
        double v = is_signed ? (double)s : (double)u;
        memcpy(d, &v, 8);
    } else if (kind == FLOAT_16) {
        put(FLOAT_16, d, within_half(is_signed, s, u));
    } else {
        put(FLOAT_80, d, is_signed ? (long double)s : (long double)u);
    }
}

bool exec_float_cast(struct exec *x, const struct insn *in, uint64_t *regs) {
    if (IR_FLOAT_MODE(in->aux)) return rounded_cast(in, regs), true;
    bool to_integer = in->aux == CAST_FPTOUI || in->aux == CAST_FPTOSI;
    if (to_integer && check_has(x->checks, CHECK_CAST) && cast_error(x, in, regs, in->aux == CAST_FPTOSI)) return false;
    switch ((enum ir_cast)in->aux) {
    case CAST_FPTOUI: to_int(in, regs, false); break;
    case CAST_FPTOSI: to_int(in, regs, true); break;
    case CAST_UITOFP: from_int(in, regs, false); break;
    case CAST_SITOFP: from_int(in, regs, true); break;
    default: put(in->c & 255, &regs[in->d], get(in->b & 255, &regs[in->a])); break;
    }
    return true;
}
