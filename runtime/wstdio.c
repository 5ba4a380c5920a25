/* wchar.h: wide characters on streams. They travel as the bytes of the locale, so that this file is
 * a layer above stdio: formats are narrowed, results widened. (Widths count bytes, which matters
 * beyond ASCII only.) */
#include "scanf.h"
#include "stream.h"

#include <stdlib.h>
#include <wchar.h>

/* A stream is bytes or wide characters for good after its first use. The functions for bytes do not
 * say so: their use shows in the buffer. */
static void settle(struct rt_file *f, int wanted) {
    if (f->wide != 0) return;
    f->wide = f->phase != RT_IDLE ? -1 : wanted > 0 ? 1 : wanted < 0 ? -1 : 0;
}

static bool make_wide(struct rt_file *f) {
    settle(f, 1);
    return f->wide > 0;
}

int fwide(FILE *f, int mode) {
    settle(rt_stream(f), mode);
    return rt_stream(f)->wide;
}

/* ---- characters ---- */
static wint_t put_wide(wchar_t c, struct rt_file *f) {
    char bytes[6];
    if (!make_wide(f)) return WEOF;
    int n = rt_encode(bytes, (uint32_t)c);
    if (n < 0) {
        f->glibc._flags |= _IO_ERR_SEEN;
        return rt_errno = EILSEQ, WEOF;
    }
    return rt_stream_write(f, bytes, (size_t)n) == (size_t)n ? (wint_t)c : WEOF;
}

static wint_t get_wide(struct rt_file *f) {
    char bytes[6];
    uint32_t c = 0;
    if (!make_wide(f)) return WEOF;
    for (size_t n = 0; n < sizeof bytes;) {
        int byte = rt_getc(f);
        if (byte == EOF && n == 0) return WEOF;
        if (byte == EOF) break;
        bytes[n++] = (char)byte;
        int length = rt_decode(&c, bytes, n);
        if (length > 0) return (wint_t)c;
        if (length == -1) break;
    }
    f->glibc._flags |= _IO_ERR_SEEN;
    return rt_errno = EILSEQ, WEOF;
}

static wint_t unget_wide(wint_t c, struct rt_file *f) {
    char bytes[6];
    int n = c == WEOF ? -1 : rt_encode(bytes, c);
    if (n < 0) return WEOF;
    while (n > 0)
        if (rt_ungetc((unsigned char)bytes[--n], f) == EOF) return WEOF;
    return c;
}

wint_t fputwc(wchar_t c, FILE *f) { return put_wide(c, rt_stream(f)); }
wint_t putwc(wchar_t c, FILE *f) { return put_wide(c, rt_stream(f)); }
wint_t putwchar(wchar_t c) { return put_wide(c, rt_stream(stdout)); }
wint_t fgetwc(FILE *f) { return get_wide(rt_stream(f)); }
wint_t getwc(FILE *f) { return get_wide(rt_stream(f)); }
wint_t getwchar(void) { return get_wide(rt_stream(stdin)); }
wint_t fputwc_unlocked(wchar_t c, FILE *f) { return put_wide(c, rt_stream(f)); }
wint_t putwc_unlocked(wchar_t c, FILE *f) { return put_wide(c, rt_stream(f)); }
wint_t putwchar_unlocked(wchar_t c) { return put_wide(c, rt_stream(stdout)); }
wint_t fgetwc_unlocked(FILE *f) { return get_wide(rt_stream(f)); }
wint_t getwc_unlocked(FILE *f) { return get_wide(rt_stream(f)); }
wint_t getwchar_unlocked(void) { return get_wide(rt_stream(stdin)); }
wint_t ungetwc(wint_t c, FILE *f) { return unget_wide(c, rt_stream(f)); }

static int put_line(const wchar_t *s, FILE *f) {
    for (; *s; s++)
        if (put_wide(*s, rt_stream(f)) == WEOF) return -1;
    return 1;
}

static wchar_t *get_line(wchar_t *s, int n, FILE *f) {
    int i = 0;
    while (i < n - 1) {
        wint_t c = get_wide(rt_stream(f));
        if (c == WEOF) break;
        s[i++] = (wchar_t)c;
        if (c == '\n') break;
    }
    if (n <= 0 || (i == 0 && n > 1)) return NULL;
    s[i] = 0;
    return s;
}

int fputws(const wchar_t *restrict s, FILE *restrict f) { return put_line(s, f); }
int fputws_unlocked(const wchar_t *restrict s, FILE *restrict f) { return put_line(s, f); }
wchar_t *fgetws(wchar_t *restrict s, int n, FILE *restrict f) { return get_line(s, n, f); }
wchar_t *fgetws_unlocked(wchar_t *restrict s, int n, FILE *restrict f) { return get_line(s, n, f); }

/* ---- formatted output ---- */
/* The format as bytes, to be freed; NULL with errno. */
static char *narrow_format(const wchar_t *fmt) {
    size_t n = 0, length = 0;
    while (fmt[n]) n++;
    char *text = malloc(6 * n + 1);
    if (!text) return rt_null(ENOMEM);
    for (size_t i = 0; i < n; i++) {
        int k = rt_encode(text + length, (uint32_t)fmt[i]);
        if (k < 0) return free(text), rt_null(EILSEQ);
        length += (size_t)k;
    }
    text[length] = 0;
    return text;
}

/* The text of a format, to be freed, and its number of characters; NULL with errno. */
static wchar_t *format_wide(const wchar_t *fmt, va_list ap, size_t *count) {
    char *narrow = narrow_format(fmt);
    if (!narrow) return NULL;
    va_list first;
    va_copy(first, ap);
    int n = rt_vsnprintf(NULL, 0, narrow, first);
    va_end(first);
    char *bytes = n < 0 ? NULL : malloc((size_t)n + 1);
    wchar_t *text = n < 0 ? NULL : malloc(((size_t)n + 1) * sizeof *text);
    if (bytes) rt_vsnprintf(bytes, (size_t)n + 1, narrow, ap);
    *count = 0;
    for (int i = 0; bytes && text && i < n; ++*count) {
        uint32_t c = 0;
        int k = rt_decode(&c, bytes + i, (size_t)(n - i));
        text[*count] = (wchar_t)c;
        i += k > 0 ? k : 1;
    }
    if (text) text[*count] = 0;
    free(bytes);
    free(narrow);
    return text;
}

static int print_wide(struct rt_file *f, const wchar_t *fmt, va_list ap) {
    size_t n;
    if (!make_wide(f)) return -1;
    wchar_t *text = format_wide(fmt, ap, &n);
    if (!text) return -1;
    int result = (int)n;
    for (size_t i = 0; i < n; i++)
        if (put_wide(text[i], f) == WEOF) result = -1;
    free(text);
    return result;
}

static int print_buffer(wchar_t *s, size_t n, const wchar_t *fmt, va_list ap) {
    size_t count;
    wchar_t *text = format_wide(fmt, ap, &count);
    if (!text) return -1;
    size_t copied = count < n ? count : n ? n - 1 : 0;
    if (n > 0) {
        rt_memcpy(s, text, copied * sizeof *s);
        s[copied] = 0;
    }
    free(text);
    return count < n ? (int)count : -1;
}

#define FORWARD(call)  \
    va_list ap;        \
    va_start(ap, fmt); \
    int result = call; \
    va_end(ap);        \
    return result

int wprintf(const wchar_t *restrict fmt, ...) { FORWARD(print_wide(rt_stream(stdout), fmt, ap)); }
int fwprintf(FILE *restrict f, const wchar_t *restrict fmt, ...) {
    FORWARD(print_wide(rt_stream(f), fmt, ap));
}
int swprintf(wchar_t *restrict s, size_t n, const wchar_t *restrict fmt, ...) {
    FORWARD(print_buffer(s, n, fmt, ap));
}
int vwprintf(const wchar_t *restrict fmt, va_list ap) {
    return print_wide(rt_stream(stdout), fmt, ap);
}
int vfwprintf(FILE *restrict f, const wchar_t *restrict fmt, va_list ap) {
    return print_wide(rt_stream(f), fmt, ap);
}
int vswprintf(wchar_t *restrict s, size_t n, const wchar_t *restrict fmt, va_list ap) {
    return print_buffer(s, n, fmt, ap);
}

/* ---- formatted input: the engine of scanf on the bytes ---- */
static int scan(struct rt_file *file, const wchar_t *text, const wchar_t *fmt, va_list ap) {
    char *narrow = narrow_format(fmt), *bytes = text ? narrow_format(text) : NULL;
    struct rt_in in = {.file = file, .text = bytes};
    int result = EOF;
    if (narrow && (bytes || make_wide(file))) {
        va_copy(in.ap, ap);
        va_copy(in.ap_start, ap);
        result = rt_scan(&in, narrow);
        va_end(in.ap);
        va_end(in.ap_start);
    }
    free(bytes);
    free(narrow);
    return result;
}

#define WIDE_FAMILY(prefix)                                                                    \
    int prefix##vwscanf(const wchar_t *restrict fmt, va_list ap) {                             \
        return scan(rt_stream(stdin), NULL, fmt, ap);                                          \
    }                                                                                          \
    int prefix##vfwscanf(FILE *restrict f, const wchar_t *restrict fmt, va_list ap) {          \
        return scan(rt_stream(f), NULL, fmt, ap);                                              \
    }                                                                                          \
    int prefix##vswscanf(const wchar_t *restrict s, const wchar_t *restrict fmt, va_list ap) { \
        return scan(NULL, s, fmt, ap);                                                         \
    }                                                                                          \
    int prefix##wscanf(const wchar_t *restrict fmt, ...) {                                     \
        FORWARD(scan(rt_stream(stdin), NULL, fmt, ap));                                        \
    }                                                                                          \
    int prefix##fwscanf(FILE *restrict f, const wchar_t *restrict fmt, ...) {                  \
        FORWARD(scan(rt_stream(f), NULL, fmt, ap));                                            \
    }                                                                                          \
    int prefix##swscanf(const wchar_t *restrict s, const wchar_t *restrict fmt, ...) {         \
        FORWARD(scan(NULL, s, fmt, ap));                                                       \
    }

#define WIDE_DECLARE(prefix)                                       \
    int prefix##vwscanf(const wchar_t *, va_list);                 \
    int prefix##vfwscanf(FILE *, const wchar_t *, va_list);        \
    int prefix##vswscanf(const wchar_t *, const wchar_t *, va_list);

/* The headers rename the plain names, as those of scanf. */
int plain_vwscanf(const wchar_t *, va_list) __asm__("vwscanf");
int plain_vfwscanf(FILE *, const wchar_t *, va_list) __asm__("vfwscanf");
int plain_vswscanf(const wchar_t *, const wchar_t *, va_list) __asm__("vswscanf");
int plain_wscanf(const wchar_t *, ...) __asm__("wscanf");
int plain_fwscanf(FILE *, const wchar_t *, ...) __asm__("fwscanf");
int plain_swscanf(const wchar_t *, const wchar_t *, ...) __asm__("swscanf");
int __isoc99_wscanf(const wchar_t *, ...);
int __isoc99_fwscanf(FILE *, const wchar_t *, ...);
int __isoc99_swscanf(const wchar_t *, const wchar_t *, ...);
WIDE_DECLARE(__isoc99_)
WIDE_FAMILY(plain_)
WIDE_FAMILY(__isoc99_)
