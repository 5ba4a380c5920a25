/* Integers of more than 128 bits, as runs of packed bit-fields need them: words in
 * consecutive slots, low word first. */
#include <assert.h>
#include <string.h>

#include "exec/core/arith.h"
#include "exec/core/exec.h"

enum { MAX_WORDS = 32 }; /* 2048 bits: the front end admits no more */

static uint32_t words_of(uint32_t width) { return (width + 63) / 64; }

static bool top_bit(const uint64_t *v, uint32_t width) { return v[(width - 1) / 64] >> ((width - 1) % 64) & 1; }

/* Clears or, with `ones`, sets all bits from width up to the end of `words`. */
static void extend(uint64_t *v, uint32_t width, uint32_t words, bool ones) {
    for (uint32_t i = 0; i < words; i++) {
        uint64_t keep = (i + 1) * 64 <= width ? UINT64_MAX : i * 64 >= width ? 0 : (UINT64_C(1) << (width % 64)) - 1;
        v[i] = (v[i] & keep) | (ones ? ~keep : 0);
    }
}

static void add(uint64_t *d, const uint64_t *a, const uint64_t *b, uint32_t n, bool subtract) {
    unsigned carry = subtract;
    for (uint32_t i = 0; i < n; i++) {
        unsigned __int128 sum = (unsigned __int128)a[i] + (subtract ? ~b[i] : b[i]) + carry;
        d[i] = (uint64_t)sum;
        carry = (unsigned)(sum >> 64);
    }
}

static void multiply(uint64_t *d, const uint64_t *a, const uint64_t *b, uint32_t n) {
    assert(d != a && d != b);
    memset(d, 0, n * sizeof *d);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t carry = 0;
        for (uint32_t k = 0; i + k < n; k++) {
            unsigned __int128 t = (unsigned __int128)a[i] * b[k] + d[i + k] + carry;
            d[i + k] = (uint64_t)t;
            carry = (uint64_t)(t >> 64);
        }
    }
}

static uint64_t word_or(const uint64_t *v, int64_t i, uint32_t n, uint64_t outside) {
    return i >= 0 && i < (int64_t)n ? v[i] : outside;
}

static void shift_left(uint64_t *d, const uint64_t *a, uint32_t n, uint32_t by) {
    int64_t words = by / 64;
    uint32_t bits = by % 64;
    for (int64_t i = 0; i < (int64_t)n; i++) {
        uint64_t high = word_or(a, i - words, n, 0), low = word_or(a, i - words - 1, n, 0);
        d[i] = bits ? high << bits | low >> (64 - bits) : high;
    }
}

static void shift_right(uint64_t *d, const uint64_t *a, uint32_t n, uint32_t by, uint64_t fill) {
    int64_t words = by / 64;
    uint32_t bits = by % 64;
    for (int64_t i = 0; i < (int64_t)n; i++) {
        uint64_t low = word_or(a, i + words, n, fill), high = word_or(a, i + words + 1, n, fill);
        d[i] = bits ? low >> bits | high << (64 - bits) : low;
    }
}

static bool shift(struct exec *x, const struct insn *in, uint64_t *d, uint64_t *a, const uint64_t *b) {
    uint32_t w = in->aux, n = words_of(w);
    bool oversized = b[0] >= w;
    for (uint32_t i = 1; i < n; i++) oversized |= b[i] != 0;
    if (oversized && check_has(x->checks, CHECK_SHIFT))
        return exec_error(x, BUG_SHIFT, "shift of a %u-bit value by its width or more", w);
    uint32_t by = (uint32_t)(b[0] % w);
    bool negative = in->c == WIDE_ASHR && top_bit(a, w);
    extend(a, w, n, negative);
    if (in->c == WIDE_SHL) shift_left(d, a, n, by);
    else shift_right(d, a, n, by, negative ? UINT64_MAX : 0);
    return true;
}

/* -1, 0, 1; both sides extended to whole words. */
static int compare(uint64_t *a, uint64_t *b, uint32_t w, bool is_signed) {
    uint32_t n = words_of(w);
    bool na = is_signed && top_bit(a, w), nb = is_signed && top_bit(b, w);
    if (na != nb) return na ? -1 : 1;
    for (uint32_t i = n; i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

static bool holds(enum ir_wide op, uint64_t *a, uint64_t *b, uint32_t w) {
    int c = compare(a, b, w, op >= WIDE_SLT);
    switch (op) {
    case WIDE_EQ: return c == 0;
    case WIDE_NE: return c != 0;
    case WIDE_ULT:
    case WIDE_SLT: return c < 0;
    case WIDE_ULE:
    case WIDE_SLE: return c <= 0;
    case WIDE_UGT:
    case WIDE_SGT: return c > 0;
    default: return c >= 0;
    }
}

bool exec_big(struct exec *x, const struct insn *in, uint64_t *regs) {
    uint32_t w = in->aux, n = words_of(w);
    uint64_t a[MAX_WORDS], b[MAX_WORDS], d[MAX_WORDS];
    memcpy(a, &regs[in->a], n * sizeof *a);
    memcpy(b, &regs[in->b], n * sizeof *b);
    switch ((enum ir_wide)in->c) {
    case WIDE_ADD: add(d, a, b, n, false); break;
    case WIDE_SUB: add(d, a, b, n, true); break;
    case WIDE_MUL: multiply(d, a, b, n); break;
    case WIDE_AND:
        for (uint32_t i = 0; i < n; i++) d[i] = a[i] & b[i];
        break;
    case WIDE_OR:
        for (uint32_t i = 0; i < n; i++) d[i] = a[i] | b[i];
        break;
    case WIDE_XOR:
        for (uint32_t i = 0; i < n; i++) d[i] = a[i] ^ b[i];
        break;
    case WIDE_SHL:
    case WIDE_LSHR:
    case WIDE_ASHR:
        if (!shift(x, in, d, a, b)) return false;
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
    case WIDE_SGE: regs[in->d] = holds(in->c, a, b, w); return true;
    default: return exec_error(x, BUG_UNSUPPORTED, "not supported: this operation on %u-bit integers", w);
    }
    extend(d, w, n, false);
    memcpy(&regs[in->d], d, n * sizeof *d);
    return true;
}

void exec_big_cast(const struct insn *in, uint64_t *regs) {
    uint32_t from = in->b, to = in->c, n = words_of(from), m = words_of(to);
    uint64_t v[MAX_WORDS] = {0};
    memcpy(v, &regs[in->a], n * sizeof *v);
    extend(v, from, MAX_WORDS, in->aux == CAST_SEXT && top_bit(v, from));
    extend(v, to, MAX_WORDS, false);
    memcpy(&regs[in->d], v, m * sizeof *v);
}
