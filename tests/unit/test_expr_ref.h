/* A slow reference for bit vectors: one byte for each bit, schoolbook methods
 * written from SMT-LIB's definitions. Shares no code with the library. */
#ifndef TEST_EXPR_REF_H
#define TEST_EXPR_REF_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "expr/expr.h"

enum { REF_BITS = 640 };

struct ref {
    uint32_t width;
    uint8_t bit[REF_BITS];
};

static inline struct ref ref_zero(uint32_t width) {
    struct ref r = {.width = width};
    return r;
}
static inline struct ref ref_number(uint32_t width, uint64_t value) {
    struct ref r = ref_zero(width);
    for (uint32_t i = 0; i < width && i < 64; i++) r.bit[i] = value >> i & 1;
    return r;
}
static inline struct ref ref_words(uint32_t width, const uint64_t *words) {
    struct ref r = ref_zero(width);
    for (uint32_t i = 0; i < width; i++) r.bit[i] = words[i / 64] >> (i % 64) & 1;
    return r;
}
static inline bool ref_equal(const struct ref *a, const struct ref *b) {
    return a->width == b->width && memcmp(a->bit, b->bit, a->width) == 0;
}
/* Low bits as a number; UINT64_MAX if it does not fit. */
static inline uint64_t ref_small(const struct ref *a) {
    uint64_t v = 0;
    for (uint32_t i = a->width; i-- > 0;) {
        if (i >= 63 && a->bit[i]) return UINT64_MAX;
        if (i < 63) v |= (uint64_t)a->bit[i] << i;
    }
    return v;
}
static inline struct ref ref_not(struct ref a) {
    for (uint32_t i = 0; i < a.width; i++) a.bit[i] ^= 1;
    return a;
}
static inline struct ref ref_add(struct ref a, const struct ref *b) {
    uint8_t carry = 0;
    for (uint32_t i = 0; i < a.width; i++) {
        uint8_t sum = a.bit[i] + b->bit[i] + carry;
        a.bit[i] = sum & 1;
        carry = sum >> 1;
    }
    return a;
}
static inline struct ref ref_neg(struct ref a) {
    struct ref one = ref_number(a.width, 1);
    return ref_add(ref_not(a), &one);
}
static inline struct ref ref_shift_up(const struct ref *a, uint64_t by) {
    struct ref r = ref_zero(a->width);
    for (uint32_t i = 0; i < a->width; i++) r.bit[i] = i >= by ? a->bit[i - by] : 0;
    return r;
}
static inline struct ref ref_shift_down(const struct ref *a, uint64_t by, uint8_t fill) {
    struct ref r = ref_zero(a->width);
    for (uint32_t i = 0; i < a->width; i++)
        r.bit[i] = by < a->width && i + by < a->width ? a->bit[i + by] : fill;
    return r;
}
static inline struct ref ref_mul(const struct ref *a, const struct ref *b) {
    struct ref r = ref_zero(a->width);
    for (uint32_t i = 0; i < a->width; i++) {
        struct ref shifted = ref_shift_up(a, i);
        if (b->bit[i]) r = ref_add(r, &shifted);
    }
    return r;
}
static inline bool ref_ult(const struct ref *a, const struct ref *b) {
    for (uint32_t i = a->width; i-- > 0;)
        if (a->bit[i] != b->bit[i]) return b->bit[i];
    return false;
}
static inline bool ref_negative(const struct ref *a) { return a->bit[a->width - 1]; }
static inline bool ref_slt(const struct ref *a, const struct ref *b) {
    if (ref_negative(a) != ref_negative(b)) return ref_negative(a);
    return ref_ult(a, b);
}
static inline void ref_divide(const struct ref *a, const struct ref *b, struct ref *q,
                              struct ref *r) {
    struct ref zero = ref_zero(a->width);
    *q = ref_not(zero);
    *r = *a;
    if (ref_equal(b, &zero)) return;
    struct ref minus = ref_neg(*b);
    *q = zero;
    *r = zero;
    for (uint32_t i = a->width; i-- > 0;) {
        bool overflow = ref_negative(r);
        *r = ref_shift_up(r, 1);
        r->bit[0] = a->bit[i];
        if (!overflow && ref_ult(r, b)) continue;
        *r = ref_add(*r, &minus);
        q->bit[i] = 1;
    }
}
static inline struct ref ref_divrem(enum expr_op op, const struct ref *a, const struct ref *b) {
    bool is_signed = op == EXPR_SDIV || op == EXPR_SREM;
    struct ref q, r, x = *a, y = *b;
    if (is_signed && ref_negative(a)) x = ref_neg(x);
    if (is_signed && ref_negative(b)) y = ref_neg(y);
    ref_divide(&x, &y, &q, &r);
    if (op == EXPR_SDIV && ref_negative(a) != ref_negative(b)) q = ref_neg(q);
    if (op == EXPR_SREM && ref_negative(a)) r = ref_neg(r);
    return op == EXPR_UDIV || op == EXPR_SDIV ? q : r;
}
static inline struct ref ref_bitwise(enum expr_op op, struct ref a, const struct ref *b) {
    for (uint32_t i = 0; i < a.width; i++) {
        if (op == EXPR_AND)
            a.bit[i] &= b->bit[i];
        else if (op == EXPR_OR)
            a.bit[i] |= b->bit[i];
        else
            a.bit[i] ^= b->bit[i];
    }
    return a;
}
static inline struct ref ref_slice(const struct ref *a, uint32_t low, uint32_t width) {
    struct ref r = ref_zero(width);
    memcpy(r.bit, a->bit + low, width);
    return r;
}
static inline struct ref ref_extend(const struct ref *a, uint32_t width, bool is_signed) {
    struct ref r = ref_zero(width);
    for (uint32_t i = 0; i < width; i++)
        r.bit[i] = i < a->width ? a->bit[i] : is_signed && ref_negative(a);
    return r;
}
static inline struct ref ref_concat(const struct ref *high, const struct ref *low) {
    struct ref r = ref_zero(high->width + low->width);
    memcpy(r.bit, low->bit, low->width);
    memcpy(r.bit + low->width, high->bit, high->width);
    return r;
}

/* Any operator between bit vectors (ITE and arrays aside). */
static inline struct ref ref_apply(enum expr_op op, uint32_t width, uint32_t low,
                                   const struct ref *a, const struct ref *b) {
    switch (op) {
    case EXPR_NOT: return ref_not(*a);
    case EXPR_NEG: return ref_neg(*a);
    case EXPR_ADD: return ref_add(*a, b);
    case EXPR_MUL: return ref_mul(a, b);
    case EXPR_UDIV:
    case EXPR_SDIV:
    case EXPR_UREM:
    case EXPR_SREM: return ref_divrem(op, a, b);
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR: return ref_bitwise(op, *a, b);
    case EXPR_SHL: return ref_shift_up(a, ref_small(b));
    case EXPR_LSHR: return ref_shift_down(a, ref_small(b), 0);
    case EXPR_ASHR: return ref_shift_down(a, ref_small(b), ref_negative(a));
    case EXPR_EQ: return ref_number(1, ref_equal(a, b));
    case EXPR_ULT: return ref_number(1, ref_ult(a, b));
    case EXPR_ULE: return ref_number(1, !ref_ult(b, a));
    case EXPR_SLT: return ref_number(1, ref_slt(a, b));
    case EXPR_SLE: return ref_number(1, !ref_slt(b, a));
    case EXPR_CONCAT: return ref_concat(a, b);
    case EXPR_EXTRACT: return ref_slice(a, low, width);
    case EXPR_ZEXT: return ref_extend(a, width, false);
    case EXPR_SEXT: return ref_extend(a, width, true);
    default: return *b; /* GUARD */
    }
}

#endif
