/* The names that _FORTIFY_SOURCE puts in place of string and stdio functions: the same with a check
 * against the size that the compiler knew. (Those of printf are in printf_api.c.) */
#include "stream.h"
#include "files.h"

_Noreturn void __chk_fail(void);

static void check(size_t known, size_t need) {
    if (need > known) __chk_fail();
}

/* Declares and defines. */
#define CHECKED(type, name, parameters) \
    type name parameters;               \
    type name parameters

CHECKED(void *, __memcpy_chk, (void *d, const void *s, size_t n, size_t known)) {
    check(known, n);
    return rt_memcpy(d, s, n);
}
CHECKED(void *, __memmove_chk, (void *d, const void *s, size_t n, size_t known)) {
    check(known, n);
    return rt_memmove(d, s, n);
}
CHECKED(void *, __mempcpy_chk, (void *d, const void *s, size_t n, size_t known)) {
    check(known, n);
    return (char *)rt_memcpy(d, s, n) + n;
}
CHECKED(void *, __memset_chk, (void *d, int c, size_t n, size_t known)) {
    check(known, n);
    return rt_memset(d, c, n);
}
CHECKED(void, __explicit_bzero_chk, (void *d, size_t n, size_t known)) {
    check(known, n);
    rt_memset(d, 0, n);
}
CHECKED(char *, __strcpy_chk, (char *d, const char *s, size_t known)) {
    check(known, rt_strlen(s) + 1);
    rt_stpcpy(d, s);
    return d;
}
CHECKED(char *, __stpcpy_chk, (char *d, const char *s, size_t known)) {
    check(known, rt_strlen(s) + 1);
    return rt_stpcpy(d, s);
}

static char *copy_padded(char *d, const char *s, size_t n) {
    size_t len = rt_strnlen(s, n);
    rt_memcpy(d, s, len);
    rt_memset(d + len, 0, n - len);
    return d + len;
}

CHECKED(char *, __strncpy_chk, (char *d, const char *s, size_t n, size_t known)) {
    check(known, n);
    copy_padded(d, s, n);
    return d;
}
CHECKED(char *, __stpncpy_chk, (char *d, const char *s, size_t n, size_t known)) {
    check(known, n);
    return copy_padded(d, s, n);
}
CHECKED(char *, __strcat_chk, (char *d, const char *s, size_t known)) {
    size_t len = rt_strlen(d);
    check(known, len + rt_strlen(s) + 1);
    rt_stpcpy(d + len, s);
    return d;
}
CHECKED(char *, __strncat_chk, (char *d, const char *s, size_t n, size_t known)) {
    size_t len = rt_strlen(d), add = rt_strnlen(s, n);
    check(known, len + add + 1);
    rt_memcpy(d + len, s, add);
    d[len + add] = 0;
    return d;
}

CHECKED(char *, __fgets_chk, (char *s, size_t known, int n, FILE *f)) {
    check(known, n > 0 ? (size_t)n : 0);
    return rt_get_line(s, n, rt_stream(f));
}
CHECKED(size_t, __fread_chk, (void *p, size_t known, size_t size, size_t n, FILE *f)) {
    check(known, size * n);
    return size * n ? rt_stream_read(rt_stream(f), p, size * n) / size : 0;
}
CHECKED(ssize_t, __read_chk, (int fd, void *p, size_t n, size_t known)) {
    check(known, n);
    return rt_read(fd, p, n);
}
CHECKED(char *, __getcwd_chk, (char *p, size_t n, size_t known)) {
    check(known, n);
    size_t need = rt_strlen(rt_cwd()) + 1;
    if (need > n) return rt_null(ERANGE);
    return rt_memcpy(p, rt_cwd(), need);
}
CHECKED(size_t, __fdelt_chk, (size_t d)) {
    check(1023, d);
    return d / (8 * sizeof(long));
}
CHECKED(void, __longjmp_chk, (void *env, int value)) {
    (void)env, (void)value;
    __shrike_unsupported("longjmp compiled with _FORTIFY_SOURCE");
}
