/* Calls whose arguments C restricts and the sanitizers do not look at, or would end the run
 * for: copies that overlap, characters that are neither unsigned char nor EOF. */
#include "replay_rt.h"

#include <ctype.h>
#include <printf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void check(const void *d, size_t written, const void *s, size_t read) {
    uintptr_t to = (uintptr_t)d, from = (uintptr_t)s;
    if (to - from < read || from - to < written) remark("overlapping-copy", "source and destination of a copy overlap");
}

void *__shrike_memcpy(void *d, const void *s, size_t n) {
    if (d != s) check(d, n, s, n);
    return memmove(d, s, n); /* the sanitizer would end the run */
}

void *__shrike_mempcpy(void *d, const void *s, size_t n) { return (char *)__shrike_memcpy(d, s, n) + n; }

char *__shrike_strcpy(char *d, const char *s) {
    size_t n = strlen(s) + 1;
    check(d, n, s, n);
    return strcpy(d, s);
}

char *__shrike_stpcpy(char *d, const char *s) {
    size_t n = strlen(s) + 1;
    check(d, n, s, n);
    return stpcpy(d, s);
}

char *__shrike_strncpy(char *d, const char *s, size_t n) {
    check(d, n, s, strnlen(s, n));
    return strncpy(d, s, n);
}

char *__shrike_stpncpy(char *d, const char *s, size_t n) {
    check(d, n, s, strnlen(s, n));
    return stpncpy(d, s, n);
}

char *__shrike_strcat(char *d, const char *s) {
    size_t n = strlen(s) + 1;
    check(d + strlen(d), n, s, n);
    return strcat(d, s);
}

char *__shrike_strncat(char *d, const char *s, size_t n) {
    size_t len = strnlen(s, n);
    check(d + strlen(d), len + 1, s, len);
    return strncat(d, s, n);
}

/* ---- sprintf: texts must not lie where the output goes --------------------------------------- */

enum { MOST_ARGS = 64 };

/* The next argument of this type of glibc's; its text if it is one. */
static const char *next_text(va_list *ap, int type) {
    switch (type & ~PA_FLAG_MASK) {
    case PA_STRING: return va_arg(*ap, const char *);
    case PA_WSTRING:
    case PA_POINTER: va_arg(*ap, void *); return NULL;
    case PA_DOUBLE:
    case PA_FLOAT:
        if (type & PA_FLAG_LONG_DOUBLE)
            va_arg(*ap, long double);
        else
            va_arg(*ap, double);
        return NULL;
    default: break;
    }
    if (type & PA_FLAG_PTR)
        va_arg(*ap, void *);
    else if (type & PA_FLAG_LONG_LONG)
        va_arg(*ap, long long);
    else if (type & PA_FLAG_LONG)
        va_arg(*ap, long);
    else
        va_arg(*ap, int);
    return NULL;
}

static void check_texts(const char *buf, size_t written, const char *format, va_list args) {
    int types[MOST_ARGS];
    size_t n = parse_printf_format(format, MOST_ARGS, types);
    va_list ap;
    va_copy(ap, args);
    for (size_t i = 0; i < n && i < MOST_ARGS; i++) {
        const char *text = next_text(&ap, types[i]);
        if (text && (uintptr_t)text - (uintptr_t)buf < written)
            remark("overlapping-copy", "source and destination of a copy overlap");
        else if (text && (uintptr_t)buf - (uintptr_t)text < (1u << 20))
            check(buf, written, text, strnlen(text, (size_t)(buf - text) + 1));
    }
    va_end(ap);
}

int __shrike_vsnprintf(char *buf, size_t n, const char *format, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t all = len < 0 ? 0 : (size_t)len + 1;
    if (n && all) check_texts(buf, all < n ? all : n, format, ap);
    return vsnprintf(buf, n, format, ap);
}

int __shrike_vsprintf(char *buf, const char *format, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (len >= 0) check_texts(buf, (size_t)len + 1, format, ap);
    return vsprintf(buf, format, ap);
}

int __shrike_snprintf(char *buf, size_t n, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int len = __shrike_vsnprintf(buf, n, format, ap);
    va_end(ap);
    return len;
}

int __shrike_sprintf(char *buf, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int len = __shrike_vsprintf(buf, format, ap);
    va_end(ap);
    return len;
}

/* ---- ctype.h -------------------------------------------------------------------------------------- */

static int checked(int c) {
    if (c < -1 || c > 255) remark("character-out-of-range", "a character is neither an unsigned char nor EOF");
    return c < -128 || c > 255 ? 0 : c; /* the tables have no more */
}

#define CHARACTER(name) \
    int __shrike_##name(int c) { return (name)(checked(c)); }
CHARACTER(isalpha)
CHARACTER(isdigit)
CHARACTER(isalnum)
CHARACTER(isupper)
CHARACTER(islower)
CHARACTER(isxdigit)
CHARACTER(isspace)
CHARACTER(isblank)
CHARACTER(isprint)
CHARACTER(isgraph)
CHARACTER(ispunct)
CHARACTER(iscntrl)
CHARACTER(tolower)
CHARACTER(toupper)
