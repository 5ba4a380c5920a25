/* Literals of bit vectors. */
#include <stdlib.h>
#include <string.h>

#include "expr/arith.h"
#include "solver/smtlib/apply.h"
#include "solver/smtlib/script.h"

enum { WORDS = EXPR_MAX_WIDTH / 64 };

static bool make(struct script *sc, const struct sexpr *at, size_t width, const uint64_t *words,
                 struct sorted_term *term) {
    if (width > EXPR_MAX_WIDTH)
        return script_fail(sc, at, "bit vectors of more than %d bits are not supported", EXPR_MAX_WIDTH);
    term->sort = (struct sort){.kind = SORT_VECTOR, .width = (uint32_t)width};
    term->e = expr_const_wide(sc->pool, (uint32_t)width, words);
    return true;
}

static unsigned digit_value(char c) {
    if (c <= '9') return (unsigned)(c - '0');
    return (unsigned)((c | 32) - 'a') + 10;
}

/* Digits of `bits` bits each, the first one highest. */
static bool read_digits(struct script *sc, const struct sexpr *e, unsigned bits, struct sorted_term *term) {
    uint64_t words[WORDS] = {0};
    size_t len = strlen(e->text), width = len * bits;
    for (size_t i = 0; i < len && width <= EXPR_MAX_WIDTH; i++) {
        size_t at = (len - 1 - i) * bits;
        words[at / 64] |= (uint64_t)digit_value(e->text[i]) << at % 64;
    }
    return make(sc, e, width, words, term);
}

/* words = words * 10 + digit; false if that needs more than EXPR_MAX_WIDTH bits. */
static bool times_ten_plus(uint64_t *words, unsigned digit) {
    unsigned __int128 carry = digit;
    for (int i = 0; i < WORDS; i++) {
        carry += (unsigned __int128)words[i] * 10;
        words[i] = (uint64_t)carry;
        carry >>= 64;
    }
    return carry == 0;
}

static bool fits(const uint64_t *words, size_t width) {
    for (size_t i = 0; i < WORDS; i++) {
        size_t low = i * 64;
        if (words[i] && (low >= width || (width - low < 64 && words[i] >> (width - low)))) return false;
    }
    return true;
}

static bool read_decimal(struct script *sc, const struct sexpr *e, struct sorted_term *term) {
    const struct sexpr *number = e->first->next, *width = number->next;
    uint64_t words[WORDS] = {0};
    unsigned long w = strlen(width->text) > 9 ? 1000000000 : strtoul(width->text, NULL, 10);
    if (!w) return script_fail(sc, width, "a bit vector has at least one bit");
    for (const char *p = number->text + 2; *p; p++)
        if (!times_ten_plus(words, (unsigned)(*p - '0'))) return script_fail(sc, number, "the number is too large");
    if (w <= EXPR_MAX_WIDTH && !fits(words, w))
        return script_fail(sc, number, "the number does not fit in %lu bits", w);
    return make(sc, e, w, words, term);
}

/* (_ bvN w) */
static bool is_decimal(const struct sexpr *e) {
    if (e->kind != SEXPR_LIST || e->kids != 3 || !sexpr_is(e->first, "_")) return false;
    const struct sexpr *number = e->first->next;
    return number->kind == SEXPR_SYMBOL && number->next->kind == SEXPR_NUMERAL && !strncmp(number->text, "bv", 2) &&
           number->text[2] && strspn(number->text + 2, "0123456789") == strlen(number->text + 2);
}

bool script_literal(struct script *sc, const struct sexpr *e, struct sorted_term *term) {
    if (e->kind == SEXPR_HEX) return read_digits(sc, e, 4, term);
    if (e->kind == SEXPR_BINARY) return read_digits(sc, e, 1, term);
    if (is_decimal(e)) return read_decimal(sc, e, term);
    bool real = e->kind == SEXPR_DECIMAL || e->kind == SEXPR_NUMERAL;
    if (real || (e->kind == SEXPR_LIST && e->kids > 1 && script_is_float(e->first->next)))
        return script_float_literal(sc, e, term);
    return script_fail(sc, e, "not a term of bit vectors and arrays");
}
