/* stdio.h: the printf family on top of the engine in printf.c. */
#include "stream.h"
#include "files.h"

void rt_out_write(struct rt_out *o, const char *s, size_t n) {
    if (o->dry) {
        /* counted below */
    } else if (o->file) {
        o->failed |= rt_stream_write(o->file, s, n) != n;
    } else if (o->count + 1 < o->cap) {
        size_t room = o->cap - 1 - o->count;
        rt_memcpy(o->buf + o->count, s, n < room ? n : room);
    }
    o->count += n;
}

void rt_out_pad(struct rt_out *o, char c, long n) {
    char block[32];
    if (o->dry) {
        o->count += n > 0 ? (size_t)n : 0;
        return;
    }
    rt_memset(block, c, sizeof block);
    for (; n > 0 && o->file; n -= (long)sizeof block)
        rt_out_write(o, block, n < (long)sizeof block ? (size_t)n : sizeof block);
    if (n <= 0) return;
    if (o->count + 1 < o->cap) {
        size_t room = o->cap - 1 - o->count;
        rt_memset(o->buf + o->count, c, (size_t)n < room ? (size_t)n : room);
    }
    o->count += (size_t)n;
}

/* An unbuffered stream gets the whole text in one piece, as from glibc. */
static int print_unbuffered(struct rt_file *f, const char *fmt, va_list ap) {
    unsigned char *buf = malloc(RT_BLOCK);
    if (!buf) return rt_fail(ENOMEM);
    f->buf = buf;
    f->cap = RT_BLOCK;
    f->buffering = _IOFBF;
    f->phase = RT_IDLE;
    struct rt_out o = {.file = f};
    int n = rt_format(&o, fmt, ap);
    if (rt_flush(f) == EOF) n = -1;
    f->buffering = _IONBF;
    f->buf = NULL;
    f->cap = f->pos = 0;
    f->phase = RT_IDLE;
    free(buf);
    return n;
}

int rt_print(struct rt_file *f, const char *fmt, va_list ap) {
    if (!f->writable) {
        f->glibc._flags |= _IO_ERR_SEEN;
        return rt_fail(EBADF);
    }
    struct rt_out o = {.file = f, .dry = rt_dropped(f)};
    if (f->buffering == _IONBF && !o.dry) return print_unbuffered(f, fmt, ap);
    int n = rt_format(&o, fmt, ap);
    if (o.dry) rt_drop(f, fmt, rt_strlen(fmt)); /* its end is the format's, mostly */
    return n;
}

int rt_vsnprintf(char *buf, size_t n, const char *fmt, va_list ap) {
    struct rt_out o = {.buf = buf, .cap = n};
    int result = rt_format(&o, fmt, ap);
    if (n > 0) buf[o.count < n ? o.count : n - 1] = 0;
    return result;
}

int rt_snprintf(char *buf, size_t n, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int result = rt_vsnprintf(buf, n, fmt, ap);
    va_end(ap);
    return result;
}

void rt_vcomplain(const char *fmt, va_list ap) { rt_print(&rt_stderr, fmt, ap); }

void rt_complain(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    rt_vcomplain(fmt, ap);
    va_end(ap);
}

static int print_allocated(char **result, const char *fmt, va_list ap) {
    va_list first;
    va_copy(first, ap);
    int n = rt_vsnprintf(NULL, 0, fmt, first);
    va_end(first);
    if (n < 0) return -1;
    char *text = malloc((size_t)n + 1);
    if (!text) return rt_fail(ENOMEM);
    *result = text;
    return rt_vsnprintf(text, (size_t)n + 1, fmt, ap);
}

static int print_descriptor(int fd, const char *fmt, va_list ap) {
    if (!rt_descriptor(fd)) return -1;
    struct rt_file f = {.glibc = {._fileno = fd}, .writable = true, .buffering = _IONBF};
    struct rt_out o = {.file = &f, .dry = rt_dropped(&f)};
    return o.dry ? rt_format(&o, fmt, ap) : print_unbuffered(&f, fmt, ap);
}

/* Each member of the family in its three forms: variadic, v..., and with the leading flag of
 * _FORTIFY_SOURCE. The buffer forms are checked against the size that the compiler knew. */
#define FORWARD(call)  \
    va_list ap;        \
    va_start(ap, fmt); \
    int result = call; \
    va_end(ap);        \
    return result

int __printf_chk(int, const char *, ...);
int __fprintf_chk(FILE *, int, const char *, ...);
int __vprintf_chk(int, const char *, va_list);
int __vfprintf_chk(FILE *, int, const char *, va_list);
int __dprintf_chk(int, int, const char *, ...);
int __vdprintf_chk(int, int, const char *, va_list);
int __asprintf_chk(char **, int, const char *, ...);
int __vasprintf_chk(char **, int, const char *, va_list);
int __sprintf_chk(char *, int, size_t, const char *, ...);
int __vsprintf_chk(char *, int, size_t, const char *, va_list);
int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
_Noreturn void __chk_fail(void);

int printf(const char *restrict fmt, ...) { FORWARD(rt_print(rt_stream(stdout), fmt, ap)); }
int fprintf(FILE *restrict f, const char *restrict fmt, ...) {
    FORWARD(rt_print(rt_stream(f), fmt, ap));
}
int vprintf(const char *restrict fmt, va_list ap) {
    return rt_print(rt_stream(stdout), fmt, ap);
}
int vfprintf(FILE *restrict f, const char *restrict fmt, va_list ap) {
    return rt_print(rt_stream(f), fmt, ap);
}
int __printf_chk(int flag, const char *fmt, ...) {
    (void)flag;
    FORWARD(rt_print(rt_stream(stdout), fmt, ap));
}
int __fprintf_chk(FILE *f, int flag, const char *fmt, ...) {
    (void)flag;
    FORWARD(rt_print(rt_stream(f), fmt, ap));
}
int __vprintf_chk(int flag, const char *fmt, va_list ap) {
    return (void)flag, rt_print(rt_stream(stdout), fmt, ap);
}
int __vfprintf_chk(FILE *f, int flag, const char *fmt, va_list ap) {
    return (void)flag, rt_print(rt_stream(f), fmt, ap);
}

int dprintf(int fd, const char *restrict fmt, ...) { FORWARD(print_descriptor(fd, fmt, ap)); }
int vdprintf(int fd, const char *restrict fmt, va_list ap) { return print_descriptor(fd, fmt, ap); }
int __dprintf_chk(int fd, int flag, const char *fmt, ...) {
    (void)flag;
    FORWARD(print_descriptor(fd, fmt, ap));
}
int __vdprintf_chk(int fd, int flag, const char *fmt, va_list ap) {
    return (void)flag, print_descriptor(fd, fmt, ap);
}

int asprintf(char **restrict s, const char *restrict fmt, ...) {
    FORWARD(print_allocated(s, fmt, ap));
}
int __asprintf(char **restrict s, const char *restrict fmt, ...) {
    FORWARD(print_allocated(s, fmt, ap));
}
int vasprintf(char **restrict s, const char *restrict fmt, va_list ap) {
    return print_allocated(s, fmt, ap);
}
int __asprintf_chk(char **s, int flag, const char *fmt, ...) {
    (void)flag;
    FORWARD(print_allocated(s, fmt, ap));
}
int __vasprintf_chk(char **s, int flag, const char *fmt, va_list ap) {
    return (void)flag, print_allocated(s, fmt, ap);
}

/* sprintf has no size: the engine's bounds checks see the overflow, at the byte that makes it. */
static int print_unbounded(char *s, const char *fmt, va_list ap) {
    return rt_vsnprintf(s, PTRDIFF_MAX, fmt, ap);
}

static int print_checked(char *s, size_t n, size_t known, const char *fmt, va_list ap) {
    if (known == SIZE_MAX)
        return n == SIZE_MAX ? print_unbounded(s, fmt, ap) : rt_vsnprintf(s, n, fmt, ap);
    if (n != SIZE_MAX) {
        if (known < n) __chk_fail();
        return rt_vsnprintf(s, n, fmt, ap);
    }
    int result = rt_vsnprintf(s, known, fmt, ap);
    if (result >= 0 && (size_t)result >= known) __chk_fail();
    return result;
}

int sprintf(char *restrict s, const char *restrict fmt, ...) {
    FORWARD(print_unbounded(s, fmt, ap));
}
int vsprintf(char *restrict s, const char *restrict fmt, va_list ap) {
    return print_unbounded(s, fmt, ap);
}
int snprintf(char *restrict s, size_t n, const char *restrict fmt, ...) {
    FORWARD(rt_vsnprintf(s, n, fmt, ap));
}
int vsnprintf(char *restrict s, size_t n, const char *restrict fmt, va_list ap) {
    return rt_vsnprintf(s, n, fmt, ap);
}
int __sprintf_chk(char *s, int flag, size_t known, const char *fmt, ...) {
    (void)flag;
    FORWARD(print_checked(s, SIZE_MAX, known, fmt, ap));
}
int __vsprintf_chk(char *s, int flag, size_t known, const char *fmt, va_list ap) {
    return (void)flag, print_checked(s, SIZE_MAX, known, fmt, ap);
}
int __snprintf_chk(char *s, size_t n, int flag, size_t known, const char *fmt, ...) {
    (void)flag;
    FORWARD(print_checked(s, n, known, fmt, ap));
}
int __vsnprintf_chk(char *s, size_t n, int flag, size_t known, const char *fmt, va_list ap) {
    return (void)flag, print_checked(s, n, known, fmt, ap);
}

void perror(const char *s) {
    bool named = s && *s;
    int err = rt_errno;
    rt_complain("%s%s%s\n", named ? s : "", named ? ": " : "", rt_shown_error(err));
}
