/* wchar.h: strings of wide characters. */
#include "rt.h"

#include <inttypes.h>
#include <stdlib.h>
#include <wchar.h>

static size_t length(const wchar_t *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n]) n++;
    return n;
}

static int compare(const wchar_t *a, const wchar_t *b, size_t n, bool stop_at_zero) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
        if (stop_at_zero && !a[i]) break;
    }
    return 0;
}

static wchar_t *copy(wchar_t *d, const wchar_t *s, size_t n) {
    rt_memmove(d, s, n * sizeof *s);
    return d;
}

static wchar_t *find(const wchar_t *s, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == c) return (wchar_t *)(s + i);
    return NULL;
}

static wint_t lower(wchar_t c) { return (wint_t)(c < 128 ? rt_tolower(c) : c); }

static int compare_case(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (lower(a[i]) != lower(b[i])) return lower(a[i]) < lower(b[i]) ? -1 : 1;
        if (!a[i]) break;
    }
    return 0;
}

size_t wcslen(const wchar_t *s) { return length(s, SIZE_MAX); }
size_t wcsnlen(const wchar_t *s, size_t n) { return length(s, n); }
int wcscmp(const wchar_t *a, const wchar_t *b) { return compare(a, b, SIZE_MAX, true); }
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) { return compare(a, b, n, true); }
int wcscoll(const wchar_t *a, const wchar_t *b) { return compare(a, b, SIZE_MAX, true); }
int wcscasecmp(const wchar_t *a, const wchar_t *b) { return compare_case(a, b, SIZE_MAX); }
int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) { return compare_case(a, b, n); }
int wcscasecmp_l(const wchar_t *a, const wchar_t *b, locale_t l) { return (void)l, compare_case(a, b, SIZE_MAX); }
int wcsncasecmp_l(const wchar_t *a, const wchar_t *b, size_t n, locale_t l) { return (void)l, compare_case(a, b, n); }
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) { return compare(a, b, n, false); }
wchar_t *wmemcpy(wchar_t *restrict d, const wchar_t *restrict s, size_t n) { return copy(d, s, n); }
wchar_t *wmemmove(wchar_t *d, const wchar_t *s, size_t n) { return copy(d, s, n); }
wchar_t *wmempcpy(wchar_t *restrict d, const wchar_t *restrict s, size_t n) {
    return copy(d, s, n) + n;
}
wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) { return find(s, c, n); }
wchar_t *wcschr(const wchar_t *s, wchar_t c) { return find(s, c, length(s, SIZE_MAX) + 1); }
wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
    while (*s && *s != c) s++;
    return (wchar_t *)s;
}

wchar_t *wmemset(wchar_t *s, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++) s[i] = c;
    return s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    for (size_t n = length(s, SIZE_MAX) + 1; n-- > 0;)
        if (s[n] == c) return (wchar_t *)(s + n);
    return NULL;
}

wchar_t *wcscpy(wchar_t *restrict d, const wchar_t *restrict s) {
    return copy(d, s, length(s, SIZE_MAX) + 1);
}

wchar_t *wcpcpy(wchar_t *restrict d, const wchar_t *restrict s) {
    size_t n = length(s, SIZE_MAX);
    return copy(d, s, n + 1) + n;
}

static wchar_t *copy_padded(wchar_t *d, const wchar_t *s, size_t n) {
    size_t len = length(s, n);
    copy(d, s, len);
    for (size_t i = len; i < n; i++) d[i] = 0;
    return d + len;
}

wchar_t *wcsncpy(wchar_t *restrict d, const wchar_t *restrict s, size_t n) {
    copy_padded(d, s, n);
    return d;
}

wchar_t *wcpncpy(wchar_t *restrict d, const wchar_t *restrict s, size_t n) {
    return copy_padded(d, s, n);
}

static wchar_t *append(wchar_t *d, const wchar_t *s, size_t n) {
    wchar_t *end = d + length(d, SIZE_MAX);
    size_t len = length(s, n);
    copy(end, s, len);
    end[len] = 0;
    return d;
}

wchar_t *wcscat(wchar_t *restrict d, const wchar_t *restrict s) { return append(d, s, SIZE_MAX); }
wchar_t *wcsncat(wchar_t *restrict d, const wchar_t *restrict s, size_t n) {
    return append(d, s, n);
}

wchar_t *wcsdup(const wchar_t *s) {
    size_t n = length(s, SIZE_MAX) + 1;
    wchar_t *p = malloc(n * sizeof *p);
    return p ? copy(p, s, n) : rt_null(ENOMEM);
}

static size_t span(const wchar_t *s, const wchar_t *set, bool member) {
    size_t n = 0, m = length(set, SIZE_MAX);
    while (s[n] && (find(set, s[n], m) != NULL) == member) n++;
    return n;
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) { return span(s, set, true); }
size_t wcscspn(const wchar_t *s, const wchar_t *set) { return span(s, set, false); }

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
    s += span(s, set, false);
    return *s ? (wchar_t *)s : NULL;
}

wchar_t *wcsstr(const wchar_t *hay, const wchar_t *needle) {
    size_t n = length(needle, SIZE_MAX);
    for (; compare(hay, needle, n, true) != 0; hay++)
        if (!*hay) return NULL;
    return (wchar_t *)hay;
}

wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict delimiters, wchar_t **restrict rest) {
    if (!s) s = *rest;
    if (!s) return NULL;
    s += span(s, delimiters, true);
    wchar_t *end = s + span(s, delimiters, false);
    *rest = *end ? end + 1 : NULL;
    if (end == s) return *rest = NULL;
    *end = 0;
    return s;
}

/* ---- numbers: the start of the string as bytes; anything beyond ASCII ends a number ---- */
static char *narrow(const wchar_t *s) {
    size_t n = 0;
    while (s[n] > 0 && s[n] < 128) n++;
    char *text = malloc(n + 1);
    if (!text) __shrike_unsupported("wide numbers without memory");
    for (size_t i = 0; i < n; i++) text[i] = (char)s[i];
    text[n] = 0;
    return text;
}

/* The parsed value modulo 2^64, clamped to [-max-negative, max]. */
static uintmax_t parse(const wchar_t *s, wchar_t **end, int base, uintmax_t max, bool is_signed) {
    char *text = narrow(s);
    struct rt_number r = rt_parse_integer(text, base);
    if (end) *end = (wchar_t *)(s + (r.end - text));
    free(text);
    uintmax_t limit = max + (is_signed && r.negative);
    if (r.overflow || r.magnitude > limit) {
        rt_errno = ERANGE;
        if (!is_signed) return max;
        r.magnitude = limit;
    }
    return r.negative ? 0 - r.magnitude : r.magnitude;
}

#define INTEGER(type, name, max, is_signed)                                  \
    type name(const wchar_t *restrict s, wchar_t **restrict end, int base) { \
        return (type)parse(s, end, base, max, is_signed);                    \
    }
INTEGER(long, wcstol, LONG_MAX, true)
INTEGER(long long, wcstoll, LLONG_MAX, true)
INTEGER(unsigned long, wcstoul, ULONG_MAX, false)
INTEGER(unsigned long long, wcstoull, ULLONG_MAX, false)
INTEGER(long long, wcstoq, LLONG_MAX, true)
INTEGER(unsigned long long, wcstouq, ULLONG_MAX, false)
INTEGER(intmax_t, wcstoimax, INTMAX_MAX, true)
INTEGER(uintmax_t, wcstoumax, UINTMAX_MAX, false)

#define FLOATING(type, name, narrow_function)                      \
    type name(const wchar_t *restrict s, wchar_t **restrict end) { \
        char *text = narrow(s), *stop;                             \
        type v = narrow_function(text, &stop);                     \
        if (end) *end = (wchar_t *)(s + (stop - text)); \
        free(text);                                                \
        return v;                                                  \
    }
FLOATING(float, wcstof, rt_strtof)
FLOATING(double, wcstod, rt_strtod)
FLOATING(long double, wcstold, rt_strtold)
