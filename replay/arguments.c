/* Library functions that no sanitizer watches: what they must read and write, by their
 * arguments, is looked at before they are called (front/native/native_checks.def). Only what
 * every implementation accesses counts. */
#include "replay_rt.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

__attribute__((weak)) void *__asan_region_is_poisoned(void *start, size_t size);

enum { ZERO_PAGE = 4096 };

void need(const void *p, size_t n) {
    if (!n || !__asan_region_is_poisoned) return;
    if ((uintptr_t)p < ZERO_PAGE) stop("null-access", "a library function accesses a null pointer");
    if (n > PTRDIFF_MAX /* no object is so large */ || __asan_region_is_poisoned((void *)(uintptr_t)p, n))
        stop("bad-access", "a library function accesses memory that does not exist");
}

size_t text_length(const char *s, size_t most) {
    size_t n = 0;
    for (; n < most; n++) {
        need(s + n, 1);
        if (!s[n]) break;
    }
    return n;
}

size_t wide_length(const wchar_t *s, size_t most) {
    size_t n = 0;
    for (; n < most; n++) {
        need(s + n, sizeof *s);
        if (!s[n]) break;
    }
    return n;
}

/* All of the string with its end, or as much as there may be. */
static void need_text(const char *s) { text_length(s, SIZE_MAX); }
static void need_wide(const wchar_t *s) { wide_length(s, SIZE_MAX); }
static void need_wides(const wchar_t *s, size_t n) {
    if (n <= SIZE_MAX / sizeof *s) need(s, n * sizeof *s);
}

/* ---- pieces of memory -------------------------------------------------------------------- */

void __shrike_before_mempcpy(void *to, const void *from, size_t n) { need(from, n), need(to, n); }
void __shrike_before_bcopy(const void *from, void *to, size_t n) { need(from, n), need(to, n); }
void __shrike_before_bzero(void *to, size_t n) { need(to, n); }
void __shrike_before_explicit_bzero(void *to, size_t n) { need(to, n); }

void __shrike_before_memccpy(void *to, const void *from, int c, size_t n) {
    size_t k = 0;
    while (k < n) {
        need((const char *)from + k, 1);
        if (((const unsigned char *)from)[k++] == (unsigned char)c) break;
    }
    need(to, k);
}

void __shrike_before_rawmemchr(const void *s, int c) {
    for (const unsigned char *p = s;; p++) {
        need(p, 1);
        if (*p == (unsigned char)c) return;
    }
}

void __shrike_before_wmemcpy(wchar_t *to, const wchar_t *from, size_t n) { need_wides(from, n), need_wides(to, n); }
void __shrike_before_wmempcpy(wchar_t *to, const wchar_t *from, size_t n) { need_wides(from, n), need_wides(to, n); }
void __shrike_before_wmemmove(wchar_t *to, const wchar_t *from, size_t n) { need_wides(from, n), need_wides(to, n); }
void __shrike_before_wmemset(wchar_t *to, wchar_t c, size_t n) { (void)c, need_wides(to, n); }

void __shrike_before_wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        need_wides(a + i, 1), need_wides(b + i, 1);
        if (a[i] != b[i]) return;
    }
}

void __shrike_before_wmemchr(const wchar_t *s, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++) {
        need_wides(s + i, 1);
        if (s[i] == c) return;
    }
}

/* ---- strings -------------------------------------------------------------------------------- */

void __shrike_before_stpcpy(char *to, const char *from) { need(to, text_length(from, SIZE_MAX) + 1); }
void __shrike_before_stpncpy(char *to, const char *from, size_t n) { text_length(from, n), need(to, n); }

void __shrike_before_strchrnul(const char *s, int c) {
    for (;; s++) {
        need(s, 1);
        if (!*s || *s == (char)c) return;
    }
}

/* Up to the first difference, or the end of both. */
static void compare(const char *a, const char *b) {
    for (;; a++, b++) {
        need(a, 1), need(b, 1);
        if (!*a || *a != *b) return;
    }
}

void __shrike_before_strcoll(const char *a, const char *b) { compare(a, b); }
void __shrike_before_strverscmp(const char *a, const char *b) { compare(a, b); }
void __shrike_before_strxfrm(char *to, const char *from, size_t n) { (void)to, (void)n, need_text(from); }

/* Reads up to the first separator behind a token. */
static void next_token(const char *s, const char *ends) {
    int inside = 0;
    need_text(ends);
    for (;; s++) {
        need(s, 1);
        if (!*s || (inside && strchr(ends, *s))) return;
        inside |= !strchr(ends, *s);
    }
}

void __shrike_before_strtok(const char *s, const char *ends) {
    if (s) next_token(s, ends);
}

void __shrike_before_strtok_r(const char *s, const char *ends, char **rest) {
    need(rest, sizeof *rest);
    if (s || *rest) next_token(s ? s : *rest, ends);
}

void __shrike_before_strsep(char **rest, const char *ends) {
    need(rest, sizeof *rest);
    need_text(ends);
    for (const char *s = *rest; s; s++) {
        need(s, 1);
        if (!*s || strchr(ends, *s)) return;
    }
}

/* ---- numbers: what was read, and the character behind it that ended it -------------------- */

#define NUMBER(name, call)                                                    \
    void __shrike_before_##name(const char *s, char **rest) {                 \
        char *end = (char *)(uintptr_t)s;                                     \
        int error = errno;                                                    \
        need(s, 1);                                                           \
        (void)call(s, &end);                                                  \
        errno = error;                                                        \
        need(s, (size_t)(end - s) + 1);                                       \
        if (rest) need(rest, sizeof *rest);                                   \
    }
NUMBER(strtod, strtod)
NUMBER(strtof, strtof)
NUMBER(strtold, strtold)
void __shrike_before_atof(const char *s) { __shrike_before_strtod(s, NULL); }

static void need_wide_number(const wchar_t *s, const wchar_t *end, wchar_t **rest) {
    need_wides(s, (size_t)(end - s) + 1);
    if (rest) need(rest, sizeof *rest);
}

#define WIDE_NUMBER(name, call)                                               \
    void __shrike_before_##name(const wchar_t *s, wchar_t **rest) {           \
        wchar_t *end = (wchar_t *)(uintptr_t)s;                               \
        int error = errno;                                                    \
        need_wides(s, 1);                                                     \
        (void)call(s, &end);                                                  \
        errno = error;                                                        \
        need_wide_number(s, end, rest);                                       \
    }
WIDE_NUMBER(wcstod, wcstod)
WIDE_NUMBER(wcstof, wcstof)
WIDE_NUMBER(wcstold, wcstold)

static void need_wide_integer(const wchar_t *s, wchar_t **rest, int base) {
    wchar_t *end = (wchar_t *)(uintptr_t)s;
    int error = errno;
    need_wides(s, 1);
    (void)wcstoull(s, &end, base);
    errno = error;
    need_wide_number(s, end, rest);
}

#define WIDE_INTEGER(name) \
    void __shrike_before_##name(const wchar_t *s, wchar_t **rest, int base) { need_wide_integer(s, rest, base); }
WIDE_INTEGER(wcstol)
WIDE_INTEGER(wcstoul)
WIDE_INTEGER(wcstoll)
WIDE_INTEGER(wcstoull)
WIDE_INTEGER(__isoc23_wcstol)
WIDE_INTEGER(__isoc23_wcstoul)
WIDE_INTEGER(__isoc23_wcstoll)
WIDE_INTEGER(__isoc23_wcstoull)

static void need_integer(const char *s, char **rest, int base) {
    char *end = (char *)(uintptr_t)s;
    int error = errno;
    need(s, 1);
    (void)strtoull(s, &end, base);
    errno = error;
    need(s, (size_t)(end - s) + 1);
    if (rest) need(rest, sizeof *rest);
}

#define INTEGER(name) \
    void __shrike_before_##name(const char *s, char **rest, int base) { need_integer(s, rest, base); }
INTEGER(strtoul)
INTEGER(strtoull)
INTEGER(__isoc23_strtoul)
INTEGER(__isoc23_strtoull)

/* ---- wide strings ---------------------------------------------------------------------------- */

void __shrike_before_wcscpy(wchar_t *to, const wchar_t *from) { need_wides(to, wide_length(from, SIZE_MAX) + 1); }
void __shrike_before_wcpcpy(wchar_t *to, const wchar_t *from) { need_wides(to, wide_length(from, SIZE_MAX) + 1); }
void __shrike_before_wcsncpy(wchar_t *to, const wchar_t *from, size_t n) { wide_length(from, n), need_wides(to, n); }
void __shrike_before_wcpncpy(wchar_t *to, const wchar_t *from, size_t n) { wide_length(from, n), need_wides(to, n); }

static wint_t same_case(wchar_t c) { return towlower((wint_t)c); }

static void compare_wide(const wchar_t *a, const wchar_t *b, size_t n, int any_case) {
    for (; n; a++, b++, n--) {
        need_wides(a, 1), need_wides(b, 1);
        if (!*a || (*a != *b && (!any_case || same_case(*a) != same_case(*b)))) return;
    }
}

void __shrike_before_wcscmp(const wchar_t *a, const wchar_t *b) { compare_wide(a, b, SIZE_MAX, 0); }
void __shrike_before_wcscoll(const wchar_t *a, const wchar_t *b) { compare_wide(a, b, SIZE_MAX, 0); }
void __shrike_before_wcscasecmp(const wchar_t *a, const wchar_t *b) { compare_wide(a, b, SIZE_MAX, 1); }
void __shrike_before_wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) { compare_wide(a, b, n, 0); }
void __shrike_before_wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) { compare_wide(a, b, n, 1); }

/* Up to the first character that is in the set (or is not); NUL ends both. */
static void need_span(const wchar_t *s, const wchar_t *set, int in) {
    need_wide(set);
    for (;; s++) {
        need_wides(s, 1);
        if (!*s || (wcschr(set, *s) != NULL) != in) return;
    }
}

void __shrike_before_wcschr(const wchar_t *s, wchar_t c) {
    for (;; s++) {
        need_wides(s, 1);
        if (!*s || *s == c) return;
    }
}
void __shrike_before_wcsrchr(const wchar_t *s, wchar_t c) { (void)c, need_wide(s); }
void __shrike_before_wcsspn(const wchar_t *s, const wchar_t *set) { need_span(s, set, 1); }
void __shrike_before_wcscspn(const wchar_t *s, const wchar_t *set) { need_span(s, set, 0); }
void __shrike_before_wcspbrk(const wchar_t *s, const wchar_t *set) { need_span(s, set, 0); }

/* Without a match all of it is read. */
void __shrike_before_wcsstr(const wchar_t *s, const wchar_t *what) {
    size_t n = wide_length(what, SIZE_MAX);
    for (;; s++) {
        size_t k = 0;
        for (; k < n; k++) {
            need_wides(s + k, 1);
            if (s[k] != what[k]) break;
        }
        if (k == n || !s[k]) return;
    }
}

void __shrike_before_wcstok(const wchar_t *s, const wchar_t *ends, wchar_t **rest) {
    need_wide(ends);
    need(rest, sizeof *rest);
    if (!s) s = *rest;
    for (int inside = 0; s; s++) {
        need_wides(s, 1);
        if (!*s || (inside && wcschr(ends, *s))) return;
        inside |= !wcschr(ends, *s);
    }
}

void __shrike_before_fputws(const wchar_t *s, void *stream) { (void)stream, need_wide(s); }

void __shrike_before_swab(const void *from, void *to, size_t n) {
    if ((ptrdiff_t)n > 1) need(from, n & ~(size_t)1), need(to, n & ~(size_t)1);
}

void __shrike_before_mbtowc(wchar_t *to, const char *s, size_t n) {
    if (!s || !n) return;
    need(s, 1);
    if (to && *s > 0) need(to, sizeof *to); /* a character of one byte in every encoding */
}
void __shrike_before_mbrtowc(wchar_t *to, const char *s, size_t n, void *state) {
    if (!state) __shrike_before_mbtowc(to, s, n); /* else it depends on what was read before */
}

/* ---- names ------------------------------------------------------------------------------------- */

void __shrike_before_getenv(const char *name) { need_text(name); }
void __shrike_before_unsetenv(const char *name) { need_text(name); }
void __shrike_before_setenv(const char *name, const char *value, int replace) {
    (void)replace, need_text(name), need_text(value);
}
void __shrike_before_fopen(const char *path, const char *mode) { need_text(path), need(mode, 1); }
void __shrike_before_fopen64(const char *path, const char *mode) { need_text(path), need(mode, 1); }
void __shrike_before_remove(const char *path) { need_text(path); }
void __shrike_before_unlink(const char *path) { need_text(path); }
void __shrike_before_rename(const char *from, const char *to) { need_text(from), need_text(to); }
void __shrike_before_access(const char *path, int mode) { (void)mode, need_text(path); }
void __shrike_before_perror(const char *text) {
    if (text) need_text(text);
}

void __shrike_before_chdir(const char *path) { need_text(path); }
void __shrike_before_rmdir(const char *path) { need_text(path); }
void __shrike_before_mkdir(const char *path, int mode) { (void)mode, need_text(path); }
void __shrike_before_chmod(const char *path, int mode) { (void)mode, need_text(path); }
/* The result is the sanitizer's to check. */
void __shrike_before_stat(const char *path, void *to) { (void)to, need_text(path); }
void __shrike_before_lstat(const char *path, void *to) { (void)to, need_text(path); }
void __shrike_before_stat64(const char *path, void *to) { (void)to, need_text(path); }
void __shrike_before_lstat64(const char *path, void *to) { (void)to, need_text(path); }

/* ---- streams: see streams.c ------------------------------------------------------------------------ */

void __shrike_before_fclose(void *stream);
/* The sanitizer knows those that lock. */
void __shrike_before_fputs_unlocked(const char *text, void *stream) { (void)stream, need_text(text); }
void __shrike_before_fwrite_unlocked(const void *from, size_t size, size_t n, void *stream) {
    (void)stream;
    if (size) need(from, n > SIZE_MAX / size ? SIZE_MAX : size * n);
}

/* ---- what the system fills in ------------------------------------------------------------------- */

/* Nothing is said of calls that fail before they look. */
static void may_need(const void *p, size_t n) {
    if (p) need(p, n);
}

void __shrike_before_time(time_t *t) { may_need(t, sizeof *t); }
void __shrike_before_times(struct tms *t) { may_need(t, sizeof *t); }
void __shrike_before_gettimeofday(struct timeval *t, void *zone) { may_need(t, sizeof *t), may_need(zone, sizeof(struct timezone)); }
void __shrike_before_getrusage(int who, struct rusage *u) { need(u, who >= -1 && who <= 1 ? sizeof *u : 0); }
void __shrike_before_clock_gettime(clockid_t id, struct timespec *t) { need(t, clock_getres(id, NULL) == 0 ? sizeof *t : 0); }
void __shrike_before_clock_getres(clockid_t id, struct timespec *t) { may_need(t, clock_getres(id, NULL) == 0 ? sizeof *t : 0); }
void __shrike_before_timespec_get(struct timespec *t, int base) { need(t, base == TIME_UTC ? sizeof *t : 0); }
void __shrike_before_getrandom(void *to, size_t n, unsigned flags) { need(to, flags ? 0 : n); }
void __shrike_before_getentropy(void *to, size_t n) { need(to, n <= 256 ? n : 0); }
void __shrike_before_arc4random_buf(void *to, size_t n) { need(to, n); }
void __shrike_before_uname(struct utsname *u) { need(u, sizeof *u); }
void __shrike_before_getitimer(int which, struct itimerval *t) { need(t, which >= 0 && which <= 2 ? sizeof *t : 0); }
void __shrike_before_localtime_r(const time_t *t, struct tm *to) { need(t, sizeof *t), need(to, sizeof *to); }
void __shrike_before_gmtime_r(const time_t *t, struct tm *to) { need(t, sizeof *t), need(to, sizeof *to); }
void __shrike_before_localtime(const time_t *t) { need(t, sizeof *t); }
void __shrike_before_gmtime(const time_t *t) { need(t, sizeof *t); }
void __shrike_before_ctime(const time_t *t) { need(t, sizeof *t); }
void __shrike_before_mktime(struct tm *t) { need(t, sizeof *t); }
void __shrike_before_timegm(struct tm *t) { need(t, sizeof *t); }
void __shrike_before_asctime(const struct tm *t) { need(t, sizeof *t); }
void __shrike_before_sigemptyset(sigset_t *s) { need(s, sizeof *s); }
void __shrike_before_sigfillset(sigset_t *s) { need(s, sizeof *s); }
void __shrike_before_sigaddset(sigset_t *s, int n) { need(s, n > 0 && n < NSIG ? sizeof *s : 0); }
void __shrike_before_sigdelset(sigset_t *s, int n) { need(s, n > 0 && n < NSIG ? sizeof *s : 0); }
void __shrike_before_sigprocmask(int how, const sigset_t *s, sigset_t *old) {
    if (how == SIG_BLOCK || how == SIG_UNBLOCK || how == SIG_SETMASK) may_need(s, sizeof *s), may_need(old, sizeof *old);
}

/* ---- libatomic ------------------------------------------------------------------------------------- */

void __shrike_before___atomic_load(size_t n, void *m, void *to, int order) { (void)order, need(m, n), need(to, n); }
void __shrike_before___atomic_store(size_t n, void *m, void *from, int order) { (void)order, need(m, n), need(from, n); }
void __shrike_before___atomic_exchange(size_t n, void *m, void *from, void *to, int order) {
    (void)order, need(m, n), need(from, n), need(to, n);
}
void __shrike_before___atomic_compare_exchange(size_t n, void *m, void *expected, void *from, int order, int other) {
    (void)order, (void)other, need(m, n), need(expected, n), need(from, n);
}

/* ---- locks of programs without threads (the models of the others look themselves) ------------------- */

#pragma clang diagnostic ignored "-Wunused-parameter"
#define LOCK(name, type, ...) \
    void __shrike_before_##name(type *lock, ##__VA_ARGS__) { need((const void *)lock, sizeof *lock); }
LOCK(pthread_mutex_init, pthread_mutex_t, const void *a)
LOCK(pthread_mutex_destroy, pthread_mutex_t)
LOCK(pthread_mutex_lock, pthread_mutex_t)
LOCK(pthread_mutex_trylock, pthread_mutex_t)
LOCK(pthread_mutex_unlock, pthread_mutex_t)
LOCK(pthread_rwlock_init, pthread_rwlock_t, const void *a)
LOCK(pthread_rwlock_destroy, pthread_rwlock_t)
LOCK(pthread_rwlock_rdlock, pthread_rwlock_t)
LOCK(pthread_rwlock_wrlock, pthread_rwlock_t)
LOCK(pthread_rwlock_unlock, pthread_rwlock_t)
LOCK(pthread_rwlock_tryrdlock, pthread_rwlock_t)
LOCK(pthread_rwlock_trywrlock, pthread_rwlock_t)
LOCK(pthread_spin_init, pthread_spinlock_t, int a)
LOCK(pthread_spin_destroy, pthread_spinlock_t)
LOCK(pthread_spin_lock, pthread_spinlock_t)
LOCK(pthread_spin_trylock, pthread_spinlock_t)
LOCK(pthread_spin_unlock, pthread_spinlock_t)
LOCK(pthread_cond_init, pthread_cond_t, const void *a)
LOCK(pthread_cond_destroy, pthread_cond_t)
LOCK(pthread_cond_signal, pthread_cond_t)
LOCK(pthread_cond_broadcast, pthread_cond_t)
LOCK(sem_init, sem_t, int a, unsigned b)
LOCK(sem_destroy, sem_t)
LOCK(sem_post, sem_t)
LOCK(sem_wait, sem_t)
LOCK(sem_trywait, sem_t)

/* Every name of the table has its function here. */
#define ARGUMENTS(name, types) __attribute__((used)) static const void *const known_##name = (void *)__shrike_before_##name;
#define STREAM(name, n)
#define STANDARD(name, n)
#define FORMAT(name, n, kind)
#define WRITES(name, n)
#include "../src/front/native/native_checks.def"
