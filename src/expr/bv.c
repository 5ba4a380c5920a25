#include "expr/bv.h"

#include <assert.h>

#include "expr/bv_shift.h"

void bv_set(uint64_t *out, uint64_t value, uint32_t width) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    memset(out, 0, bv_words(width) * sizeof *out);
    out[0] = value;
    bv_cut(out, width);
}

void bv_ones(uint64_t *out, uint32_t width) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    memset(out, 0xff, bv_words(width) * sizeof *out);
    bv_cut(out, width);
}

void bv_power(uint64_t *out, uint32_t i, uint32_t width) {
    assert(i < width);
    bv_set(out, 0, width);
    out[i / 64] = (uint64_t)1 << (i % 64);
}

/* ---- questions ------------------------------------------------------------- */

bool bv_is_zero(const uint64_t *a, uint32_t width) {
    for (uint32_t i = 0; i < bv_words(width); i++)
        if (a[i]) return false;
    return true;
}

bool bv_is_ones(const uint64_t *a, uint32_t width) { return bv_popcount(a, width) == width; }

bool bv_equal(const uint64_t *a, const uint64_t *b, uint32_t width) {
    return memcmp(a, b, bv_words(width) * sizeof *a) == 0;
}

bool bv_ult(const uint64_t *a, const uint64_t *b, uint32_t width) {
    for (uint32_t i = bv_words(width); i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

bool bv_slt(const uint64_t *a, const uint64_t *b, uint32_t width) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    bool a_negative = bv_bit(a, width - 1), b_negative = bv_bit(b, width - 1);
    return a_negative != b_negative ? a_negative : bv_ult(a, b, width);
}

uint32_t bv_leading_zeros(const uint64_t *a, uint32_t width) {
    for (uint32_t i = bv_words(width); i-- > 0;)
        if (a[i]) return width - (i * 64 + 64 - (uint32_t)__builtin_clzll(a[i]));
    return width;
}

uint32_t bv_trailing_zeros(const uint64_t *a, uint32_t width) {
    for (uint32_t i = 0; i < bv_words(width); i++)
        if (a[i]) return i * 64 + (uint32_t)__builtin_ctzll(a[i]);
    return width;
}

uint32_t bv_popcount(const uint64_t *a, uint32_t width) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < bv_words(width); i++) count += (uint32_t)__builtin_popcountll(a[i]);
    return count;
}

/* ---- sums and products ------------------------------------------------------- */

void bv_not(uint64_t *out, const uint64_t *a, uint32_t width) {
    for (uint32_t i = 0; i < bv_words(width); i++) out[i] = ~a[i];
    bv_cut(out, width);
}

void bv_neg(uint64_t *out, const uint64_t *a, uint32_t width) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    uint64_t carry = 1;
    for (uint32_t i = 0; i < bv_words(width); i++) {
        out[i] = ~a[i] + carry;
        carry = carry && !out[i];
    }
    bv_cut(out, width);
}

void bv_add(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    unsigned __int128 sum = 0;
    for (uint32_t i = 0; i < bv_words(width); i++) {
        sum += (unsigned __int128)a[i] + b[i];
        out[i] = (uint64_t)sum;
        sum >>= 64;
    }
    bv_cut(out, width);
}

void bv_mul(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    uint64_t product[BV_MAX_WORDS] = {0};
    uint32_t n = bv_words(width);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t carry = 0;
        for (uint32_t j = 0; i + j < n && a[i]; j++) {
            unsigned __int128 t = (unsigned __int128)a[i] * b[j] + product[i + j] + carry;
            product[i + j] = (uint64_t)t;
            carry = (uint64_t)(t >> 64);
        }
    }
    bv_copy(out, product, width);
    bv_cut(out, width);
}

/* ---- division ------------------------------------------------------------------ */

/* Division works on 32-bit digits, so that a step fits the machine's 64-bit
 * division (Knuth, volume 2, algorithm D). */
enum { BV_MAX_DIGITS = 2 * BV_MAX_WORDS };

static uint32_t to_digits(uint32_t *digits, const uint64_t *a, uint32_t words) {
    for (uint32_t i = 0; i < words; i++) {
        digits[2 * i] = (uint32_t)a[i];
        digits[2 * i + 1] = (uint32_t)(a[i] >> 32);
    }
    uint32_t n = 2 * words;
    while (n && !digits[n - 1]) n--;
    return n;
}

static void from_digits(uint64_t *out, const uint32_t *digits, uint32_t words) {
    for (uint32_t i = 0; i < words; i++) out[i] = digits[2 * i] | (uint64_t)digits[2 * i + 1] << 32;
}

/* a[0..n) by one digit: quotient in place of a, remainder returned. */
static uint32_t divide_by_digit(uint32_t *a, uint32_t n, uint32_t digit) {
    assert(digit != 0);
    uint64_t rest = 0;
    for (uint32_t i = n; i-- > 0;) {
        rest = rest << 32 | a[i];
        a[i] = (uint32_t)(rest / digit);
        rest %= digit;
    }
    return (uint32_t)rest;
}

static void shift_digits_left(uint32_t *a, uint32_t n, uint32_t by) {
    for (uint32_t i = n; by && i-- > 0;) a[i] = a[i] << by | (i ? (uint32_t)((uint64_t)a[i - 1] >> (32 - by)) : 0);
}

static void shift_digits_right(uint32_t *a, uint32_t n, uint32_t by) {
    for (uint32_t i = 0; by && i < n; i++)
        a[i] = a[i] >> by | (i + 1 < n ? (uint32_t)((uint64_t)a[i + 1] << (32 - by)) : 0);
}

/* rest[at .. at+n] -= q * b[0..n); if that went below zero, b is added back
 * once. Returns the corrected digit. */
static uint32_t subtract_multiple(uint32_t *rest, const uint32_t *b, uint32_t n, uint64_t q) {
    int64_t borrow = 0;
    uint64_t carry = 0;
    for (uint32_t i = 0; i <= n; i++) {
        uint64_t product = (i < n ? q * b[i] : 0) + carry;
        carry = product >> 32;
        int64_t digit = (int64_t)rest[i] - (uint32_t)product + borrow;
        rest[i] = (uint32_t)digit;
        borrow = digit >> 32;
    }
    if (!borrow) return (uint32_t)q;
    uint64_t sum = 0;
    for (uint32_t i = 0; i <= n; i++) {
        sum += (uint64_t)rest[i] + (i < n ? b[i] : 0);
        rest[i] = (uint32_t)sum;
        sum >>= 32;
    }
    return (uint32_t)(q - 1);
}

/* a[0..an] (room for one digit more) by b[0..bn), bn >= 2 and b normalised
 * (highest bit set): quotient digits to q, remainder in a. */
static void divide_normalised(uint32_t *a, uint32_t an, const uint32_t *b, uint32_t bn, uint32_t *q) {
    assert(bn >= 2 && an >= bn && b[bn - 1] >> 31);
    for (uint32_t at = an - bn + 1; at-- > 0;) {
        uint64_t top = (uint64_t)a[at + bn] << 32 | a[at + bn - 1];
        uint64_t guess = top / b[bn - 1], rest = top % b[bn - 1];
        while (guess >> 32 || guess * b[bn - 2] > (rest << 32 | a[at + bn - 2])) {
            guess--;
            rest += b[bn - 1];
            if (rest >> 32) break;
        }
        q[at] = subtract_multiple(a + at, b, bn, guess);
    }
}

/* Both results at once; b is not zero. */
static void divide(uint64_t *quotient, uint64_t *remainder, const uint64_t *a, const uint64_t *b, uint32_t width) {
    uint32_t da[BV_MAX_DIGITS + 1] = {0}, db[BV_MAX_DIGITS], q[BV_MAX_DIGITS] = {0};
    uint32_t words = bv_words(width);
    uint32_t an = to_digits(da, a, words), bn = to_digits(db, b, words);
    assert(bn > 0);
    if (bn == 1) {
        uint32_t rest = divide_by_digit(da, an, db[0]);
        from_digits(quotient, da, words);
        bv_set(remainder, rest, width);
        return;
    }
    if (an >= bn) {
        uint32_t by = (uint32_t)__builtin_clz(db[bn - 1]);
        da[an] = 0;
        shift_digits_left(da, an + 1, by);
        shift_digits_left(db, bn, by);
        divide_normalised(da, an, db, bn, q);
        shift_digits_right(da, an + 1, by);
    }
    from_digits(quotient, q, words);
    from_digits(remainder, da, words);
}

void bv_udiv(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    uint64_t quotient[BV_MAX_WORDS], remainder[BV_MAX_WORDS];
    if (bv_is_zero(b, width)) {
        bv_ones(out, width);
        return;
    }
    divide(quotient, remainder, a, b, width);
    bv_copy(out, quotient, width);
}

void bv_urem(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    uint64_t quotient[BV_MAX_WORDS], remainder[BV_MAX_WORDS];
    if (bv_is_zero(b, width)) {
        bv_copy(out, a, width);
        return;
    }
    divide(quotient, remainder, a, b, width);
    bv_copy(out, remainder, width);
}

/* |a| into out; returns whether a was negative. */
static bool magnitude(uint64_t *out, const uint64_t *a, uint32_t width) {
    bool negative = bv_bit(a, width - 1);
    if (negative) bv_neg(out, a, width);
    else bv_copy(out, a, width);
    return negative;
}

void bv_sdiv(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width) {
    uint64_t ma[BV_MAX_WORDS], mb[BV_MAX_WORDS];
    bool negative = magnitude(ma, a, width) != magnitude(mb, b, width);
    bv_udiv(out, ma, mb, width);
    if (negative) bv_neg(out, out, width);
}

void bv_srem(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width) {
    uint64_t ma[BV_MAX_WORDS], mb[BV_MAX_WORDS];
    bool negative = magnitude(ma, a, width);
    magnitude(mb, b, width);
    bv_urem(out, ma, mb, width);
    if (negative) bv_neg(out, out, width);
}

/* ---- bits ------------------------------------------------------------------------ */

void bv_and(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width) {
    for (uint32_t i = 0; i < bv_words(width); i++) out[i] = a[i] & b[i];
}

void bv_or(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width) {
    for (uint32_t i = 0; i < bv_words(width); i++) out[i] = a[i] | b[i];
}

void bv_xor(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t width) {
    for (uint32_t i = 0; i < bv_words(width); i++) out[i] = a[i] ^ b[i];
}

uint32_t bv_shift_amount(const uint64_t *b, uint32_t width) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    for (uint32_t i = 1; i < bv_words(width); i++)
        if (b[i]) return width;
    return b[0] < width ? (uint32_t)b[0] : width;
}

void bv_shl(uint64_t *out, const uint64_t *a, uint32_t amount, uint32_t width) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    uint32_t skip = amount / 64, by = amount % 64;
    for (uint32_t i = bv_words(width); i-- > 0;) {
        uint64_t word = i >= skip ? a[i - skip] << by : 0;
        if (by && i > skip) word |= a[i - skip - 1] >> (64 - by);
        out[i] = word;
    }
    bv_cut(out, width);
}

void bv_lshr(uint64_t *out, const uint64_t *a, uint32_t amount, uint32_t width) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    uint32_t n = bv_words(width), skip = amount / 64, by = amount % 64;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t word = i + skip < n ? a[i + skip] >> by : 0;
        if (by && i + skip + 1 < n) word |= a[i + skip + 1] << (64 - by);
        out[i] = word;
    }
}

void bv_ashr(uint64_t *out, const uint64_t *a, uint32_t amount, uint32_t width) {
    if (!bv_bit(a, width - 1)) {
        bv_lshr(out, a, amount, width);
        return;
    }
    bv_not(out, a, width);
    bv_lshr(out, out, amount, width);
    bv_not(out, out, width);
}

/* ---- widths ------------------------------------------------------------------------ */

void bv_extract(uint64_t *out, const uint64_t *a, uint32_t a_width, uint32_t low, uint32_t width) {
    assert(width > 0 && low + width <= a_width);
    uint32_t n = bv_words(a_width), skip = low / 64, by = low % 64;
    for (uint32_t i = 0; i < bv_words(width); i++) {
        uint64_t word = a[i + skip] >> by;
        if (by && i + skip + 1 < n) word |= a[i + skip + 1] << (64 - by);
        out[i] = word;
    }
    bv_cut(out, width);
}

void bv_concat(uint64_t *out, const uint64_t *high, uint32_t high_width, const uint64_t *low, uint32_t low_width) {
    assert(high_width > 0 && low_width > 0 && high_width + low_width <= EXPR_MAX_WIDTH);
    uint64_t shifted[BV_MAX_WORDS], below[BV_MAX_WORDS];
    uint32_t width = high_width + low_width;
    bv_zext(shifted, high, high_width, width);
    bv_shl(shifted, shifted, low_width, width);
    bv_zext(below, low, low_width, width);
    bv_or(out, shifted, below, width);
}

void bv_zext(uint64_t *out, const uint64_t *a, uint32_t a_width, uint32_t width) {
    assert(a_width <= width);
    uint32_t from = bv_words(a_width), to = bv_words(width);
    memmove(out, a, from * sizeof *out);
    memset(out + from, 0, (to - from) * sizeof *out);
}

void bv_sext(uint64_t *out, const uint64_t *a, uint32_t a_width, uint32_t width) {
    assert(a_width >= 1 && a_width <= width);
    bool negative = bv_bit(a, a_width - 1);
    bv_zext(out, a, a_width, width);
    if (!negative) return;
    for (uint32_t i = bv_words(width); i-- > bv_words(a_width);) out[i] = ~(uint64_t)0;
    if (a_width % 64) out[a_width / 64] |= ~bv_mask(a_width % 64);
    bv_cut(out, width);
}
