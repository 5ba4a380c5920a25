/* stdio.h: the scanf family on top of the engine in scanf.c. Headers redirect it to __isoc99_ (or
 * __isoc23_) names unless the program asked for GNU's old meaning of %a. */
#include "scanf.h"
#include "stream.h"

static int scan(struct rt_file *file, const char *text, bool gnu_a, const char *fmt, va_list ap) {
    struct rt_in in = {.file = file, .text = text, .gnu_a = gnu_a};
    va_copy(in.ap, ap);
    va_copy(in.ap_start, ap);
    int result = rt_scan(&in, fmt);
    va_end(in.ap);
    va_end(in.ap_start);
    return result;
}

#define FAMILY(prefix, gnu_a)                                                           \
    int prefix##vfscanf(FILE *restrict f, const char *restrict fmt, va_list ap) {       \
        return scan(rt_stream(f), NULL, gnu_a, fmt, ap);                                \
    }                                                                                   \
    int prefix##vscanf(const char *restrict fmt, va_list ap) {                          \
        return scan(rt_stream(stdin), NULL, gnu_a, fmt, ap);                            \
    }                                                                                   \
    int prefix##vsscanf(const char *restrict s, const char *restrict fmt, va_list ap) { \
        return scan(NULL, s, gnu_a, fmt, ap);                                           \
    }                                                                                   \
    int prefix##fscanf(FILE *restrict f, const char *restrict fmt, ...) {               \
        va_list ap;                                                                     \
        va_start(ap, fmt);                                                              \
        int result = scan(rt_stream(f), NULL, gnu_a, fmt, ap);                          \
        va_end(ap);                                                                     \
        return result;                                                                  \
    }                                                                                   \
    int prefix##scanf(const char *restrict fmt, ...) {                                  \
        va_list ap;                                                                     \
        va_start(ap, fmt);                                                              \
        int result = scan(rt_stream(stdin), NULL, gnu_a, fmt, ap);                      \
        va_end(ap);                                                                     \
        return result;                                                                  \
    }                                                                                   \
    int prefix##sscanf(const char *restrict s, const char *restrict fmt, ...) {         \
        va_list ap;                                                                     \
        va_start(ap, fmt);                                                              \
        int result = scan(NULL, s, gnu_a, fmt, ap);                                     \
        va_end(ap);                                                                     \
        return result;                                                                  \
    }

#define DECLARE(prefix)                                       \
    int prefix##vfscanf(FILE *, const char *, va_list);       \
    int prefix##vscanf(const char *, va_list);                \
    int prefix##vsscanf(const char *, const char *, va_list); \
    int prefix##fscanf(FILE *, const char *, ...);            \
    int prefix##scanf(const char *, ...);                     \
    int prefix##sscanf(const char *, const char *, ...);

/* The headers rename scanf itself when we include them, too: the plain symbols need labels. */
int plain_vfscanf(FILE *, const char *, va_list) __asm__("vfscanf");
int plain_vscanf(const char *, va_list) __asm__("vscanf");
int plain_vsscanf(const char *, const char *, va_list) __asm__("vsscanf");
int plain_fscanf(FILE *, const char *, ...) __asm__("fscanf");
int plain_scanf(const char *, ...) __asm__("scanf");
int plain_sscanf(const char *, const char *, ...) __asm__("sscanf");

DECLARE(__isoc99_)
DECLARE(__isoc23_)
FAMILY(plain_, true)
FAMILY(__isoc99_, false)
FAMILY(__isoc23_, false)
