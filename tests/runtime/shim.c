/*
 * The engine's side of runtime/shrike_rt.h on the host, so that the models can be tested before and
 * without the interpreter. The models' public names carry the prefix shk_ here, and the test
 * program's main is called program_main.
 */
#define _GNU_SOURCE
#include "../../runtime/shrike_rt.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int program_main(int argc, char **argv, char **envp);
void model_start(int argc, char **argv) __asm__("shk___shrike_start");
_Noreturn void model_exit(int status) __asm__("shk_exit");

/* Operators with a rounding mode (tests/runtime/operators). */
#define IN_MODE(mode, compute)          \
    {                                   \
        int before = fegetround();      \
        fesetround(mode);               \
        compute;                        \
        fesetround(before);             \
        return r;                       \
    }
#define ROUNDED(T, name, op, mode) \
    T name(T a, T b) { volatile T x = a, y = b, r; IN_MODE(mode, r = x op y) }
#define NARROWED(T, S, name, mode) \
    T name(S a) { volatile S x = a; volatile T r; IN_MODE(mode, r = (T)x) }
#define IN_ALL_MODES(what, name, ...) \
    what(__VA_ARGS__, name##_near, FE_TONEAREST) what(__VA_ARGS__, name##_up, FE_UPWARD) what(__VA_ARGS__, name##_down, FE_DOWNWARD) what(__VA_ARGS__, name##_zero, FE_TOWARDZERO)
#define PRODUCT(T, name, mode) ROUNDED(T, name, *, mode)
#define QUOTIENT(T, name, mode) ROUNDED(T, name, /, mode)
#define OPERATORS(T, t)                                                           \
    IN_ALL_MODES(PRODUCT, shim_product_##t, T) IN_ALL_MODES(QUOTIENT, shim_quotient_##t, T) \
    ROUNDED(T, shim_sum_##t##_zero, +, FE_TOWARDZERO)
OPERATORS(float, float)
OPERATORS(double, double)
OPERATORS(long double, x86_fp80)
IN_ALL_MODES(NARROWED, shim_narrow_double_float, float, double)
IN_ALL_MODES(NARROWED, shim_narrow_x86_fp80_float, float, long double)
IN_ALL_MODES(NARROWED, shim_narrow_x86_fp80_double, double, long double)

int __shrike_exploring(void) { return 0; }
void __shrike_environment(void) {}
int __shrike_symbolic(const void *p, size_t n) { return (void)p, (void)n, 0; }
long long __shrike_word(const char *name, long long low, long long high) {
    return (void)name, (void)high, low;
}
int __shrike_clock_is_input(void) { return 0; }
char *__shrike_host_list(const char *path, size_t *size) {
    DIR *d = opendir(path);
    char *all = NULL;
    if (!d) return NULL;
    for (struct dirent *e; (e = readdir(d));) {
        size_t n = strlen(e->d_name) + 1;
        all = realloc(all, *size + n);
        memcpy(all + *size, e->d_name, n);
        *size += n;
    }
    closedir(d);
    return all;
}
int __shrike_symbolic_files(void) { return 0; }
int __shrike_failures(void) { return 0; }
int __shrike_stat_is_input(void) { return 0; }
int __shrike_stdin_is_pipe(void) { return 0; }
void __shrike_own(const void *block) { (void)block; }
void shrike_assume(int condition);
void shrike_assume(int condition) { (void)condition; }
long long __shrike_fixed(const char *name, long long value) { return (void)name, value; }
int __shrike_unknown(int low, int high) { return (void)high, low; }
void __shrike_approximate(const char *what) { (void)what; }
void __shrike_suppose(const char *what) { (void)what; }
void __shrike_suppose_result(const char *what) { (void)what; }
void __shrike_suppose_works(const char *what) { (void)what; }
void __shrike_shown(const void *p, size_t n) {
    (void)p;
    (void)n;
}

size_t __shrike_input(void *buf, size_t n, size_t from) {
    (void)from;
    ssize_t k = read(0, buf, n);
    return k > 0 ? (size_t)k : 0;
}

void __shrike_output(int fd, const void *buf, size_t n) {
    for (const char *p = buf; n > 0;) {
        ssize_t k = write(fd, p, n);
        if (k <= 0) _exit(126);
        p += k;
        n -= (size_t)k;
    }
}

void *__shrike_host_load(const char *path, size_t *size, int *err) {
    struct stat s;
    int fd = open(path, O_RDONLY);
    if (fd < 0) return *err = errno, NULL;
    fstat(fd, &s);
    if (!S_ISREG(s.st_mode)) {
        close(fd);
        return *err = S_ISDIR(s.st_mode) ? EISDIR : EACCES, NULL;
    }
    char *data = malloc((size_t)s.st_size + 1);
    ssize_t n = read(fd, data, (size_t)s.st_size);
    *size = n > 0 ? (size_t)n : 0;
    close(fd);
    return data;
}

int __shrike_host_save(const char *path, const void *buf, size_t n, int append) {
    (void)path, (void)buf, (void)n, (void)append;
    return -1;
}

int __shrike_format_double(char *buf, size_t n, const char *spec, double v) {
    return snprintf(buf, n, spec, v);
}
int __shrike_format_long_double(char *buf, size_t n, const char *spec, long double v) {
    return snprintf(buf, n, spec, v);
}

double __shrike_strtod(const char *s, size_t *consumed) {
    char *end;
    double v = strtod(s, &end);
    *consumed = (size_t)(end - s);
    return v;
}
float __shrike_strtof(const char *s, size_t *consumed) {
    char *end;
    float v = strtof(s, &end);
    *consumed = (size_t)(end - s);
    return v;
}
long double __shrike_strtold(const char *s, size_t *consumed) {
    char *end;
    long double v = strtold(s, &end);
    *consumed = (size_t)(end - s);
    return v;
}

long long __shrike_clock_ns(int clock) {
    struct timespec t;
    if (clock_gettime(clock, &t) < 0) return 0;
    return (long long)t.tv_sec * 1000000000 + t.tv_nsec;
}

void __shrike_random(void *buf, size_t n) {
    if (getrandom(buf, n, 0) != (ssize_t)n) _exit(126);
}

char *__shrike_getenv(const char *name) { return getenv(name); }
/* The programs here have no destructors. */
void __shrike_run_destructors(void) {}
void __shrike_exit(int status) { _exit(status); }

void __shrike_killed(int sig) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(sig, SIG_DFL);
    raise(sig);
    _exit(128 + sig);
}

/* What nobody looks for here. */
void __shrike_overlap(void) {}
void __shrike_character(int c) { (void)c; }
void __shrike_no_stream(int closed) {
    (void)closed;
    abort();
}

void __shrike_unsupported(const char *what) {
    dprintf(2, "no model: %s\n", what);
    _exit(125);
}

/* The programs here have one thread, which waits for nobody. */
void __shrike_point(const volatile void *p, size_t n, int kind) { (void)p, (void)n, (void)kind; }
void __shrike_touch(const volatile void *p, size_t n, int kind) { (void)p, (void)n, (void)kind; }
void __shrike_wait(const int *word, int value, int differs, int timed) { (void)word, (void)value, (void)differs, (void)timed; }
int __shrike_thread_start(void (*run)(int)) { return (void)run, -1; }
int __shrike_thread_self(void) { return 0; }
void __shrike_thread_end(void) { abort(); }
int __shrike_helper_start(void (*run)(int)) { return (void)run, -1; }
int __shrike_thread_alone(void) { return 1; }
int __shrike_is_there(const void *p, size_t n) { return (void)n, p != NULL; }
size_t __shrike_extent(const void *p) { return (void)p, 0; }
int __shrike_has_result(void *(*start)(void *));
int __shrike_has_result(void *(*start)(void *)) { return start != NULL; }
void __shrike_start_fits(void (*start)(void), int c11);
void __shrike_start_fits(void (*start)(void), int c11) { (void)start, (void)c11; }
void __shrike_atomic_begin(void) {}
void __shrike_atomic_end(void) {}
void __shrike_misuse(const char *what) { __shrike_unsupported(what); }

int main(int argc, char **argv, char **envp) {
    signal(SIGABRT, SIG_DFL);
    model_start(argc, argv);
    model_exit(program_main(argc, argv, envp));
}
int __shrike_races_wanted(void);
int __shrike_races_wanted(void) { return 0; }
void __shrike_race(const void *p, int kind, int thread, int other_kind);
void __shrike_race(const void *p, int kind, int thread, int other_kind) { (void)p, (void)kind, (void)thread, (void)other_kind; }
void __shrike_suppose_ordered(void);
void __shrike_suppose_ordered(void) {}
