#include "text/ctype.h"

#include <assert.h>
#include <ctype.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "text/quote.h"

typedef unsigned __int128 u128;

/* x87's, which is the host's long double too. */
enum { EXTENDED_BYTES = 10 };
static_assert(LDBL_MANT_DIG == 64, "long double has 80 bits");

/* Names that are one word. Size 0: that of a pointer. */
static const struct {
    const char *name;
    enum ctype_class class;
    uint32_t size;
} typedefs[] = {
    {"bool", CTYPE_BOOL, 1},         {"_Bool", CTYPE_BOOL, 1},         {"float", CTYPE_FLOAT, 4},
    {"double", CTYPE_FLOAT, 8},      {"int8_t", CTYPE_SIGNED, 1},      {"uint8_t", CTYPE_UNSIGNED, 1},
    {"int16_t", CTYPE_SIGNED, 2},    {"uint16_t", CTYPE_UNSIGNED, 2},  {"int32_t", CTYPE_SIGNED, 4},
    {"uint32_t", CTYPE_UNSIGNED, 4}, {"int64_t", CTYPE_SIGNED, 8},     {"uint64_t", CTYPE_UNSIGNED, 8},
    {"s8", CTYPE_SIGNED, 1},         {"u8", CTYPE_UNSIGNED, 1},        {"s16", CTYPE_SIGNED, 2},
    {"u16", CTYPE_UNSIGNED, 2},      {"s32", CTYPE_SIGNED, 4},         {"u32", CTYPE_UNSIGNED, 4},
    {"s64", CTYPE_SIGNED, 8},        {"u64", CTYPE_UNSIGNED, 8},       {"uint", CTYPE_UNSIGNED, 4},
    {"ushort", CTYPE_UNSIGNED, 2},   {"longlong", CTYPE_SIGNED, 8},    {"ulonglong", CTYPE_UNSIGNED, 8},
    {"loff_t", CTYPE_SIGNED, 8},     {"size_t", CTYPE_UNSIGNED, 0},    {"ulong", CTYPE_UNSIGNED, 0},
    {"ssize_t", CTYPE_SIGNED, 0},    {"ptrdiff_t", CTYPE_SIGNED, 0},   {"off_t", CTYPE_SIGNED, 0},
    {"intptr_t", CTYPE_SIGNED, 0},   {"uintptr_t", CTYPE_UNSIGNED, 0}, {"uint128", CTYPE_UNSIGNED, 16},
    {"int128", CTYPE_SIGNED, 16},
};

/* C's keywords, each counted. */
enum word { W_SIGNED, W_UNSIGNED, W_CHAR, W_SHORT, W_INT, W_LONG, W_DOUBLE, W_INT128, W_QUALIFIER, WORDS };
static const char *const words[][2] = {
    {"signed", "__signed__"}, {"unsigned", NULL}, {"char", "uchar"},          {"short", NULL},       {"int", NULL},
    {"long", NULL},           {"double", NULL},   {"__int128", "__int128_t"}, {"const", "volatile"},
};

static int find_word(const char *text, size_t n) {
    for (int w = 0; w < WORDS; w++)
        for (int i = 0; i < 2; i++)
            if (words[w][i] && strlen(words[w][i]) == n && !memcmp(words[w][i], text, n)) return w;
    return -1;
}

static bool count_words(const char *name, unsigned count[WORDS]) {
    while (*name) {
        size_t n = strcspn(name, " \t");
        int w = n ? find_word(name, n) : -1;
        if (n && w < 0) return false;
        if (n) count[w]++;
        if (w == W_CHAR && *name == 'u') count[W_UNSIGNED]++;
        name += n ? n : 1;
    }
    return true;
}

static struct ctype from_words(const unsigned n[WORDS], uint32_t pointer) {
    enum ctype_class class = n[W_UNSIGNED] ? CTYPE_UNSIGNED : CTYPE_SIGNED;
    if (n[W_DOUBLE] && n[W_LONG]) return (struct ctype){CTYPE_FLOAT, pointer == 4 ? 12 : 16, false};
    if (n[W_DOUBLE]) return (struct ctype){CTYPE_FLOAT, 8, false};
    if (n[W_CHAR]) return (struct ctype){class, 1, true};
    if (n[W_SHORT]) return (struct ctype){class, 2, false};
    if (n[W_INT128]) return (struct ctype){class, 16, false};
    if (n[W_LONG]) return (struct ctype){class, n[W_LONG] > 1 ? 8 : pointer, false};
    if (n[W_INT] || n[W_SIGNED] || n[W_UNSIGNED]) return (struct ctype){class, 4, false};
    return (struct ctype){CTYPE_UNKNOWN, 0, false};
}

struct ctype ctype_find(const char *name, bool is32) {
    const struct ctype none = {CTYPE_UNKNOWN, 0, false};
    uint32_t pointer = is32 ? 4 : 8;
    if (!name) return none;
    if (str_ends(name, "*") || !strcmp(name, "pointer")) return (struct ctype){CTYPE_POINTER, pointer, false};
    for (size_t i = 0; i < sizeof typedefs / sizeof *typedefs; i++)
        if (!strcmp(typedefs[i].name, name))
            return (struct ctype){typedefs[i].class, typedefs[i].size ? typedefs[i].size : pointer, false};
    unsigned count[WORDS] = {0};
    return count_words(name, count) ? from_words(count, pointer) : none;
}

static void add_decimal(struct str *out, u128 value, bool negative) {
    char digits[48];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value);
    if (negative) digits[--at] = '-';
    str_add_len(out, digits + at, sizeof digits - at);
}

static uint64_t bits_of(const void *number, uint32_t size) {
    uint64_t bits = 0;
    memcpy(&bits, number, size);
    return bits;
}

/* Decimal if that reads back as the same bits. */
static void add_float(struct str *out, uint32_t size, const uint8_t *bytes) {
    double wide = 0;
    float narrow = 0;
    bool exact = false;
    struct str text = {0};
    if (size == 4) {
        memcpy(&narrow, bytes, 4);
        str_addf(&text, "%.9g", (double)narrow);
        narrow = strtof(str_text(&text), NULL);
        exact = bits_of(&narrow, 4) == bits_of(bytes, 4);
    } else if (size == 8) {
        memcpy(&wide, bytes, 8);
        str_addf(&text, "%.17g", wide);
        wide = strtod(str_text(&text), NULL);
        exact = bits_of(&wide, 8) == bits_of(bytes, 8);
    }
    if (exact) str_add(out, str_text(&text));
    else quote_add_hex(out, bytes, size);
    str_release(&text);
}

void ctype_add_value(struct str *out, const struct ctype *type, const uint8_t *bytes) {
    u128 value = 0;
    if (type->class == CTYPE_FLOAT) {
        add_float(out, type->size, bytes);
        return;
    }
    if (type->size > CTYPE_MAX_SIZE || !type->size) {
        quote_add_hex(out, bytes, type->size);
        return;
    }
    for (uint32_t i = type->size; i-- > 0;) value = value << 8 | bytes[i];
    bool negative = type->class == CTYPE_SIGNED && bytes[type->size - 1] & 0x80;
    if (negative && type->size < 16) value |= ~(u128)0 << type->size * 8;
    add_decimal(out, negative ? -value : value, negative);
}

static bool store(u128 value, bool negative, uint32_t size, uint8_t *bytes) {
    u128 top = (u128)1 << (size * 8 - 1);
    if (size < 16 && value >> size * 8) return false;
    if (negative && value > top) return false;
    if (negative) value = -value;
    for (uint32_t i = 0; i < size; i++) bytes[i] = (uint8_t)(value >> i * 8);
    return true;
}

static int digit_of(char c) {
    return c >= '0' && c <= '9' ? c - '0' : isxdigit((unsigned char)c) ? tolower(c) - 'a' + 10 : 99;
}

/* Digits up to the end, with C's suffixes; false on anything else or overflow. */
static bool read_digits(const char *text, unsigned base, u128 *value) {
    const char *start = text;
    for (*value = 0; digit_of(*text) < (int)base; text++) {
        u128 next = *value * base + (unsigned)digit_of(*text);
        if (*value > ~(u128)0 / base || next < *value * base) return false;
        *value = next;
    }
    if (text == start) return false;
    return strspn(text, "uUlL") == strlen(text);
}

static bool read_character(const char *text, const struct ctype *type, uint8_t *bytes) {
    struct str quoted = {0}, plain = {0};
    size_t n = strlen(text);
    bool ok = n >= 3 && text[n - 1] == '\'';
    if (ok && !strcmp(text, "'\"'")) str_add_char(&plain, '"');
    else if (ok && !strcmp(text, "'\\''")) str_add_char(&plain, '\'');
    else if (ok) {
        str_add_char(&quoted, '"');
        str_add_len(&quoted, text + 1, n - 2);
        str_add_char(&quoted, '"');
        const char *p = quoted.data;
        ok = quote_read(&p, &plain) && !*p;
    }
    ok = ok && plain.len == 1;
    if (ok) {
        memset(bytes, type->class == CTYPE_SIGNED && plain.data[0] & 0x80 ? 0xff : 0, type->size);
        bytes[0] = (uint8_t)plain.data[0];
    }
    str_release(&quoted);
    str_release(&plain);
    return ok;
}

static bool read_float(const char *text, uint32_t size, uint8_t *bytes) {
    char *end = NULL;
    double wide = size == 8 ? strtod(text, &end) : 0;
    float narrow = size == 4 ? strtof(text, &end) : 0;
    long double extended = size >= EXTENDED_BYTES ? strtold(text, &end) : 0;
    if (!end || end == text || end[strspn(end, "fFlL")]) return false;
    memset(bytes, 0, size);
    if (size == 4) memcpy(bytes, &narrow, 4);
    else if (size == 8) memcpy(bytes, &wide, 8);
    else memcpy(bytes, &extended, EXTENDED_BYTES);
    return true;
}

bool ctype_read(const char *text, const struct ctype *type, uint8_t bytes[CTYPE_MAX_SIZE]) {
    assert(type->size && type->size <= CTYPE_MAX_SIZE);
    const char *digits = text + (*text == '-' || *text == '+');
    bool hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    u128 value;
    if (*text == '\'') return type->class != CTYPE_FLOAT && read_character(text, type, bytes);
    if (hex && read_digits(digits + 2, 16, &value)) return store(value, *text == '-', type->size, bytes);
    if (type->class == CTYPE_FLOAT) return read_float(text, type->size, bytes);
    if (!strcmp(text, "true") || !strcmp(text, "false")) return store(*text == 't', false, type->size, bytes);
    return !hex && read_digits(digits, 10, &value) && store(value, *text == '-', type->size, bytes);
}
