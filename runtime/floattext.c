/* Text to floating point where the text is an input: exact, by one rounded operation.
 *
 * Which characters are digits, point and sign is decided character by character (a fork each); what the digits are
 * stays open. Up to 19 digits are an integer m below 2^64 and an exponent e from -27 to 19, where all types have room;
 * the value is m * 10^e or m / 10^-e.
 * Where both operands are exact in the type, the operation rounds once, and that is strtod's result. Else it is
 * done in x87's, down and up, and that interval tells. What is longer is the host's, for one value. */
#include "floattext.h"

#include <math.h>

long double rt_quotient_up(long double, long double) __asm__("shrike.fdiv@2.x86_fp80");
long double rt_quotient_down(long double, long double) __asm__("shrike.fdiv@3.x86_fp80");
long double rt_product_up(long double, long double) __asm__("shrike.fmul@2.x86_fp80");
long double rt_product_down(long double, long double) __asm__("shrike.fmul@3.x86_fp80");
double rt_text_nan(double) __asm__("shrike.nan.double");

/* ---- the form ---- */

enum { MOST_DIGITS = 19, MOST_HEX = 16, LEAST_TENS = -27, MOST_TENS = 19, MOST_TWOS = 60, MOST_EXPONENT = 100000 };

static unsigned rt_decimal(char c) { return (unsigned)(unsigned char)c - '0'; }

static const char *take_digits(struct rt_float_text *t, const char *s, unsigned base, bool fraction) {
    for (unsigned d; (d = base == 10 ? rt_decimal(*s) : rt_digit((unsigned char)*s)) < base; s++) {
        t->digits = t->digits * base + d;
        t->count++;
        t->scale -= fraction;
    }
    return s;
}

/* Of e or p; the text ends before it if no digit follows. */
static const char *take_exponent(const char *s, int letter, int *value) {
    const char *at = s + 1;
    bool minus = false;
    *value = 0;
    if ((*s | 32) != letter) return s;
    if (*at == '-' || *at == '+') minus = *at++ == '-';
    if (rt_decimal(*at) > 9) return s;
    for (; rt_decimal(*at) <= 9; at++)
        if (*value < MOST_EXPONENT) *value = *value * 10 + (int)rt_decimal(*at);
    if (minus) *value = -*value;
    return at;
}

static bool spells(const char *s, const char *word) {
    for (; *word; s++, word++)
        if ((*s | 32) != *word) return false;
    return true;
}

static bool starts_hex(const char *s) {
    if (s[0] != '0' || (s[1] | 32) != 'x') return false;
    return rt_digit((unsigned char)s[2]) < 16 || (s[2] == '.' && rt_digit((unsigned char)s[3]) < 16);
}

static const char *take_number(struct rt_float_text *t, const char *s) {
    int exponent;
    bool hex = starts_hex(s);
    unsigned base = hex ? 16 : 10;
    s = take_digits(t, hex ? s + 2 : s, base, false);
    if (*s == '.') s = take_digits(t, s + 1, base, true);
    if (!t->count) return NULL;
    s = take_exponent(s, hex ? 'p' : 'e', &exponent);
    t->kind = hex ? RT_HEXADECIMAL : RT_DECIMAL;
    t->scale = t->scale * (hex ? 4 : 1) + exponent;
    return s;
}

/* The exponent is one number in each path. */
static void settle_scale(struct rt_float_text *t) {
    bool hex = t->kind == RT_HEXADECIMAL;
    for (int k = hex ? -MOST_TWOS : LEAST_TENS; k <= (hex ? MOST_TWOS : MOST_TENS); k++)
        if (t->scale == k) {
            t->scale = k;
            return;
        }
    t->kind = RT_BEYOND;
}

void rt_read_float(const char *s, struct rt_float_text *t) {
    *t = (struct rt_float_text){.kind = RT_NO_NUMBER, .end = s};
    while (rt_isspace((unsigned char)*s)) s++;
    if (*s == '-' || *s == '+') t->negative = *s++ == '-';
    if (spells(s, "inf")) {
        t->kind = RT_INFINITE;
        t->end = s + (spells(s + 3, "inity") ? 8 : 3);
    } else if (spells(s, "nan")) {
        t->kind = s[3] == '(' ? RT_BEYOND : RT_NAN;
        t->end = s + 3;
    } else {
        const char *end = take_number(t, s);
        if (!end) return;
        t->end = end;
        if (t->count > (t->kind == RT_HEXADECIMAL ? MOST_HEX : MOST_DIGITS)) t->kind = RT_BEYOND;
        else settle_scale(t);
    }
}

/* ---- the value ---- */

static const long double tens[-LEAST_TENS + 1] = {
    1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L,
    1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};

/* 10^|e| and the digits are exact in a type of this many decimal digits and powers. */
static bool fits(const struct rt_float_text *t, int digits, int powers) {
    return t->count <= digits && t->scale >= -powers && t->scale <= powers;
}

#define DECIMAL(T, s)                                                                       \
    static T rt_decimal##s(const struct rt_float_text *t) {                                 \
        T m = (T)t->digits;                                                                 \
        return t->scale < 0 ? m / (T)tens[-t->scale] : m * (T)tens[t->scale];               \
    }
DECIMAL(float, _f)
DECIMAL(double, _d)
DECIMAL(long double, _l)

/* From an interval of x87 neighbours, or one number, that holds the exact value. Where both ends round to one number,
 * so does the value. Else what lies half way between two numbers of T, being one of x87, is an end, which is not exact:
 * the value is on the other end's side. */
#define NARROWED(T, s)                                                                      \
    static T rt_narrowed##s(long double down, long double up) {                             \
        T a = (T)down, b = (T)up;                                                           \
        long double middle = ((long double)a + (long double)b) / 2;                         \
        return a == b || down != middle ? a : b;                                            \
    }                                                                                       \
    static T rt_wide##s(const struct rt_float_text *t) {                                    \
        long double m = (long double)t->digits, ten = tens[t->scale < 0 ? -t->scale : t->scale]; \
        if (t->scale < 0) return rt_narrowed##s(rt_quotient_down(m, ten), rt_quotient_up(m, ten)); \
        return rt_narrowed##s(rt_product_down(m, ten), rt_product_up(m, ten));              \
    }
NARROWED(float, _f)
NARROWED(double, _d)

static long double rt_two_to(int n) {
    long double v = 1;
    for (; n > 0; n--) v *= 2;
    for (; n < 0; n++) v /= 2;
    return v;
}

#define VALUE(T, s, precise)                                                                \
    T rt_float_value##s(const struct rt_float_text *t) {                                    \
        T v = 0;                                                                            \
        if (t->kind == RT_INFINITE) v = (T)INFINITY;                                        \
        if (t->kind == RT_NAN) v = (T)rt_text_nan(NAN);                                     \
        if (t->kind == RT_HEXADECIMAL) v = (T)t->digits * (T)rt_two_to(t->scale);           \
        if (t->kind == RT_DECIMAL) v = precise ? rt_decimal##s(t) : rt_wide##s(t);           \
        return t->negative && t->kind != RT_NO_NUMBER ? -v : v;                             \
    }
VALUE(float, _f, fits(t, 7, 10))
VALUE(double, _d, fits(t, 15, 22))
#define rt_wide_l rt_decimal_l
VALUE(long double, _l, true)
