/* stdlib.h and inttypes.h: text to numbers. */
#include "floattext.h"

#include <inttypes.h>
#include <math.h>
#include <float.h>
#include <stdlib.h>
#include <locale.h>

/* Skips what base 0 and 16 allow before the digits, and settles base 0. The prefix counts only
 * when a digit follows: in "0x" the number is the 0. */
static const char *skip_prefix(const char *s, int *base) {
    bool zero = *s == '0';
    if ((*base == 0 || *base == 16) && zero && (s[1] | 32) == 'x' &&
        rt_digit((unsigned char)s[2]) < 16) {
        *base = 16;
        return s + 2;
    }
    if (*base == 0) *base = zero ? 8 : 10;
    return s;
}

struct rt_number rt_parse_integer(const char *s, int base) {
    struct rt_number r = {0, s, false, false};
    while (rt_isspace((unsigned char)*s)) s++;
    if (*s == '-' || *s == '+') r.negative = *s++ == '-';
    s = skip_prefix(s, &base);
    for (unsigned d; (d = rt_digit((unsigned char)*s)) < (unsigned)base; r.end = ++s) {
        uintmax_t next = r.magnitude * (unsigned)base + d;
        r.overflow |= r.magnitude > (UINTMAX_MAX - d) / (unsigned)base;
        r.magnitude = next;
    }
    return r;
}

static bool base_valid(int base) {
    if (base != 1 && base >= 0 && base <= 36) return true;
    rt_errno = EINVAL;
    return false;
}

/* Clamps to the limits of a signed type with this maximum. */
static intmax_t parse_signed(const char *s, char **end, int base, intmax_t max) {
    if (!base_valid(base)) return 0;
    struct rt_number r = rt_parse_integer(s, base);
    if (end) *end = (char *)r.end;
    uintmax_t limit = (uintmax_t)max + r.negative;
    if (r.overflow || r.magnitude > limit) {
        rt_errno = ERANGE;
        return r.negative ? -max - 1 : max;
    }
    if (r.negative) return r.magnitude > (uintmax_t)max ? -max - 1 : -(intmax_t)r.magnitude;
    return (intmax_t)r.magnitude;
}

static uintmax_t parse_unsigned(const char *s, char **end, int base, uintmax_t max) {
    if (!base_valid(base)) return 0;
    struct rt_number r = rt_parse_integer(s, base);
    if (end) *end = (char *)r.end;
    if (r.overflow || r.magnitude > max) {
        rt_errno = ERANGE;
        return max;
    }
    return r.negative ? 0 - r.magnitude : r.magnitude;
}

#define SIGNED(type, name, max)                                        \
    type name(const char *restrict s, char **restrict end, int base) { \
        return (type)parse_signed(s, end, base, max);                  \
    }
#define UNSIGNED(type, name, max)                                      \
    type name(const char *restrict s, char **restrict end, int base) { \
        return (type)parse_unsigned(s, end, base, max);                \
    }

long __isoc23_strtol(const char *restrict, char **restrict, int);
long long __isoc23_strtoll(const char *restrict, char **restrict, int);
intmax_t __isoc23_strtoimax(const char *restrict, char **restrict, int);
unsigned long __isoc23_strtoul(const char *restrict, char **restrict, int);
unsigned long long __isoc23_strtoull(const char *restrict, char **restrict, int);
uintmax_t __isoc23_strtoumax(const char *restrict, char **restrict, int);

SIGNED(long, strtol, LONG_MAX)
SIGNED(long long, strtoll, LLONG_MAX)
SIGNED(long long, strtoq, LLONG_MAX)
SIGNED(intmax_t, strtoimax, INTMAX_MAX)
SIGNED(long, __isoc23_strtol, LONG_MAX)
SIGNED(long long, __isoc23_strtoll, LLONG_MAX)
SIGNED(intmax_t, __isoc23_strtoimax, INTMAX_MAX)
UNSIGNED(unsigned long, strtoul, ULONG_MAX)
UNSIGNED(unsigned long long, strtoull, ULLONG_MAX)
UNSIGNED(unsigned long long, strtouq, ULLONG_MAX)
UNSIGNED(uintmax_t, strtoumax, UINTMAX_MAX)
UNSIGNED(unsigned long, __isoc23_strtoul, ULONG_MAX)
UNSIGNED(unsigned long long, __isoc23_strtoull, ULLONG_MAX)
UNSIGNED(uintmax_t, __isoc23_strtoumax, UINTMAX_MAX)

int atoi(const char *s) { return (int)parse_signed(s, NULL, 10, LONG_MAX); }
long atol(const char *s) { return (long)parse_signed(s, NULL, 10, LONG_MAX); }
long long atoll(const char *s) { return parse_signed(s, NULL, 10, LLONG_MAX); }

/* Does the number in [s, end) have a digit other than 0 before its exponent? Infinity does not. */
static bool is_nonzero(const char *s, const char *end, bool *hex) {
    while (rt_isspace((unsigned char)*s)) s++;
    if (*s == '-' || *s == '+') s++;
    *hex = *s == '0' && (s[1] | 32) == 'x';
    if (*hex) s += 2;
    while (s < end && (*s == '0' || *s == '.')) s++;
    return s < end && rt_digit((unsigned char)*s) < (*hex ? 16u : 10u);
}

/* Overflow gives infinity; a result below the normal range is inexact in decimal always (for all
 * that programs write), in hexadecimal only when nothing is left of it. */
static void check_range(const char *s, const char *end, bool infinite, bool tiny, bool zero) {
    bool hex;
    if (!infinite && !tiny) return;
    if (is_nonzero(s, end, &hex) && (infinite || !hex || zero)) rt_errno = ERANGE;
}

/* In exploring runs: is the number one that we compute? Else `copy` has its text if that is known, which may
 * end where unknown text begins. */
enum { RT_COPIED = 64 };
static bool is_input(const char *s, struct rt_float_text *t, char *copy) {
    rt_read_float(s, t);
    size_t n = (size_t)(t->end - s);
    if (n == 0) return true;
    if (__shrike_symbolic(s, n)) return t->kind != RT_BEYOND;
    if (n < RT_COPIED && (t->kind != RT_BEYOND || t->count)) rt_memcpy(copy, s, n);
    return false;
}

#define PARSE_FLOAT(type, suffix, name, primitive, least)                                        \
    type name(const char *s, char **end) {                                                       \
        char copy[RT_COPIED] = "";                                                               \
        size_t consumed = 0;                                                                     \
        struct rt_float_text t;                                                                  \
        if (__shrike_exploring() && is_input(s, &t, copy)) {                                     \
            if (end) *end = (char *)t.end;                                                       \
            return rt_float_value##suffix(&t);                                                   \
        }                                                                                        \
        type v = primitive(copy[0] ? copy : s, &consumed);                                       \
        if (end) *end = (char *)s + consumed;                                         \
        if (consumed)                                                                            \
            check_range(s, s + consumed, v - v != 0 && v == v, v > -least && v < least, v == 0); \
        return v;                                                                                \
    }

PARSE_FLOAT(double, _d, rt_strtod, __shrike_strtod, DBL_MIN)
PARSE_FLOAT(float, _f, rt_strtof, __shrike_strtof, FLT_MIN)
PARSE_FLOAT(long double, _l, rt_strtold, __shrike_strtold, LDBL_MIN)

double strtod(const char *restrict s, char **restrict end) { return rt_strtod(s, end); }
float strtof(const char *restrict s, char **restrict end) { return rt_strtof(s, end); }
long double strtold(const char *restrict s, char **restrict end) { return rt_strtold(s, end); }

/* The locales that there are agree about numbers. */
double strtod_l(const char *restrict s, char **restrict end, locale_t l) { return (void)l, rt_strtod(s, end); }
float strtof_l(const char *restrict s, char **restrict end, locale_t l) { return (void)l, rt_strtof(s, end); }
long double strtold_l(const char *restrict s, char **restrict end, locale_t l) { return (void)l, rt_strtold(s, end); }
long strtol_l(const char *restrict s, char **restrict end, int base, locale_t l) { return (void)l, (long)parse_signed(s, end, base, LONG_MAX); }
long long strtoll_l(const char *restrict s, char **restrict end, int base, locale_t l) { return (void)l, parse_signed(s, end, base, LLONG_MAX); }
unsigned long strtoul_l(const char *restrict s, char **restrict end, int base, locale_t l) {
    return (void)l, (unsigned long)parse_unsigned(s, end, base, ULONG_MAX);
}
unsigned long long strtoull_l(const char *restrict s, char **restrict end, int base, locale_t l) {
    return (void)l, parse_unsigned(s, end, base, ULLONG_MAX);
}

double atof(const char *s) { return rt_strtod(s, NULL); }

char *rt_format_unsigned(char *end, uintmax_t v, unsigned base, bool upper) {
    unsigned letter = (upper ? 'A' : 'a') - 10u;
    for (; v; v /= base) {
        unsigned d = (unsigned)(v % base);
        *--end = (char)(d + (d < 10 ? '0' : letter));
    }
    return end;
}

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
imaxdiv_t imaxdiv(intmax_t a, intmax_t b) { return (imaxdiv_t){a / b, a % b}; }

/* Radix 64 of POSIX: least significant digit first, at most six. */
long a64l(const char *s) {
    uint32_t v = 0;
    for (unsigned shift = 0; shift < 36 && s[0]; shift += 6, s++) {
        int c = (unsigned char)*s;
        uint32_t d = c == '.' || c == '/' ? (uint32_t)c - '.'
                     : rt_isdigit(c)      ? (uint32_t)c - '0' + 2
                     : rt_isupper(c)      ? (uint32_t)c - 'A' + 12
                     : rt_islower(c)      ? (uint32_t)c - 'a' + 38
                                          : 64;
        if (d == 64) break;
        v |= (uint32_t)((uint64_t)d << shift);
    }
    return (long)v;
}

char *l64a(long n) {
    static char text[7];
    int i = 0;
    for (uint32_t v = (uint32_t)n; v; v >>= 6) {
        unsigned d = v & 63;
        text[i++] = (char)(d < 2    ? '.' + d
                           : d < 12 ? '0' + d - 2
                           : d < 38 ? 'A' + d - 12
                                    : 'a' + d - 38);
    }
    text[i] = 0;
    return text;
}
