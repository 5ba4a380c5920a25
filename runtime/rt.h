/*
 * What the models share. Public C names may be redefined by the program under test, so models call
 * each other through rt_ names only; the build makes those internal to the linked bitcode.
 */
#ifndef RT_H
#define RT_H

#include "shrike_rt.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#include <sys/types.h>

/* ---- errno ---- */
extern int rt_errno;

/* Sets errno and returns -1, the way most calls fail. */
static inline int rt_fail(int err) {
    rt_errno = err;
    return -1;
}

/* Like rt_fail for calls that return a pointer. */
static inline void *rt_null(int err) {
    rt_errno = err;
    return NULL;
}

/* ---- memory: LLVM intrinsics, which no program can redefine ---- */
#define rt_memcpy(d, s, n) __builtin_memcpy(d, s, n)
#define rt_memmove(d, s, n) __builtin_memmove(d, s, n)
#define rt_memset(d, c, n) __builtin_memset(d, c, n)

void *malloc(size_t n);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t n);
void free(void *p);
_Noreturn void abort(void);

/* ---- string.c ---- */
/* Pointers that are this far apart are not into one object. */
#define RT_FAR ((size_t)0xe0000000)

size_t rt_strlen(const char *s);
size_t rt_strnlen(const char *s, size_t n);
int rt_strcmp(const char *a, const char *b);
int rt_strncmp(const char *a, const char *b, size_t n);
int rt_strcasecmp(const char *a, const char *b);
int rt_memcmp(const void *a, const void *b, size_t n);
char *rt_strchr(const char *s, int c);
char *rt_strrchr(const char *s, int c);
char *rt_stpcpy(char *d, const char *s);
/* Fresh copies, or NULL with ENOMEM. */
char *rt_strdup(const char *s);
char *rt_strndup(const char *s, size_t n);

/* ---- errors.c ---- */
/* The text for an errno value, NULL for an unknown one. */
const char *rt_error_text(int err);
/* The text for a signal, NULL for an unknown one. */
const char *rt_signal_text(int sig);
/* As strerror: never NULL; unknown numbers are formatted into a static buffer. */
char *rt_strerror(int err);

/* The same for a message on standard error: any text if nobody sees it, since err may be any of many (err.c). */
const char *rt_shown_error(int err);

/* ---- ctype.c (bytes in the C locale) ---- */
static inline bool rt_isdigit(int c) { return (unsigned)c - '0' < 10; }
static inline bool rt_isupper(int c) { return (unsigned)c - 'A' < 26; }
static inline bool rt_islower(int c) { return (unsigned)c - 'a' < 26; }
static inline bool rt_isalpha(int c) { return ((unsigned)c | 32) - 'a' < 26; }
static inline bool rt_isalnum(int c) { return rt_isalpha(c) | rt_isdigit(c); }
static inline bool rt_isspace(int c) { return (c == ' ') | ((unsigned)c - '\t' < 5); }
static inline int rt_tolower(int c) { return c + (rt_isupper(c) ? 32 : 0); }
static inline int rt_toupper(int c) { return c - (rt_islower(c) ? 32 : 0); }

/* The value of a digit in bases up to 36; 99 for any other character. */
static inline unsigned rt_digit(int c) {
    if (rt_isdigit(c)) return (unsigned)c - '0';
    return rt_isalpha(c) ? ((unsigned)c | 32) - 'a' + 10 : 99;
}

/* ---- convert.c ---- */
/* What strtoul does before it clamps: magnitude, sign, where it ended, whether it overflowed. */
struct rt_number {
    uintmax_t magnitude;
    const char *end;
    bool negative, overflow;
};

/* Parses an integer at s in a base that is 0 or 2..36. end == s when there is none. */
struct rt_number rt_parse_integer(const char *s, int base);
/* strtod and siblings, with errno and end pointer. */
double rt_strtod(const char *s, char **end);
float rt_strtof(const char *s, char **end);
long double rt_strtold(const char *s, char **end);

/* Writes v in the base backwards, ending before `end`; returns where it starts. v == 0 gives no
 * digit at all. The caller has room for 64 digits. */
char *rt_format_unsigned(char *end, uintmax_t v, unsigned base, bool upper);

/* ---- printf.c, stdio.c ---- */
struct rt_file;

/* Where formatted output goes: a stream, or a buffer of cap bytes of which the last is kept for
 * the terminator. count is what was produced, written or not; it may exceed cap. */
struct rt_out {
    struct rt_file *file;
    char *buf;
    size_t cap, count;
    bool failed;
    bool dry; /* only count: nobody sees the text */
};

void rt_out_write(struct rt_out *o, const char *s, size_t n);
void rt_out_pad(struct rt_out *o, char c, long n);
/* The printf engine: the number of bytes produced, or -1 with errno. A list that is an array (x86-64) has
 * moved on behind what was taken, as with glibc; scanf never moves its caller's. */
int rt_format(struct rt_out *o, const char *fmt, va_list ap);
int rt_vsnprintf(char *buf, size_t n, const char *fmt, va_list ap);
int rt_snprintf(char *buf, size_t n, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Message on standard error, past any redirection of the program's names. */
void rt_complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void rt_vcomplain(const char *fmt, va_list ap);

/* ---- locale.c, wide.c ---- */
/* LC_CTYPE is C.UTF-8 (else the C locale: ASCII). */
bool rt_locale_utf8(void);
/* Encodes c for the locale into s (room for 6): its length, or -1 when it has none. */
int rt_encode(char *s, uint32_t c);
/* Decodes one character of at most n bytes (n > 0): its length, -1 when malformed, -2 when the n
 * bytes are only a beginning. A zero byte has length 1 here. */
int rt_decode(uint32_t *c, const char *s, size_t n);

/* ---- env.c, exit.c, signal.c ---- */
extern const char *rt_program;       /* argv[0] */
extern const char *rt_program_short; /* its last component */
char *rt_getenv(const char *name);
_Noreturn void rt_exit(int status);
int rt_atexit(void (*handler)(int, void *), void *arg);
int rt_raise(int sig);

/* ---- fnmatch.c ---- */
int rt_fnmatch(const char *pattern, const char *s, int flags);

/* ---- sort.c ---- */
typedef int rt_compare(const void *a, const void *b, void *arg);
void rt_sort(void *base, size_t n, size_t size, rt_compare *compare, void *arg);

#endif
