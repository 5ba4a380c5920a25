/* The test, and how a run ends. */
#include "replay_rt.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of the sanitizer in use; the trace build has none. */
__attribute__((weak)) void __sanitizer_set_report_fd(void *fd);
__attribute__((weak)) void __sanitizer_print_stack_trace(void);
__attribute__((weak)) void __msan_unpoison(const volatile void *p, size_t n);

/* Variables that the program only declares get their values; made by the front end. */
__attribute__((weak)) void __shrike_outside(void);

static struct {
    const char *data, *end;
    const struct record *current; /* the input taken last */
    const struct record *first[IN_KINDS], *last[IN_KINDS]; /* of each kind: tests have 100,000 records */
    int started;
} test;

static size_t pad(size_t n) { return (n + 3) & ~(size_t)3; }

const char *record_name(const struct record *r) { return (const char *)(r + 1); }

const unsigned char *record_bytes(const struct record *r) {
    return (const unsigned char *)(r + 1) + pad(r->name_len);
}

static const struct record *after(const struct record *r) {
    const char *at = r ? (const char *)record_bytes(r) + pad(r->size) : test.data;
    return at < test.end ? (const struct record *)(const void *)at : NULL;
}

const struct record *record_next(const struct record *last, uint32_t kind) {
    if (!last) return test.first[kind];
    if (last == test.last[kind]) return NULL;
    const struct record *r = after(last);
    while (r && r->kind != kind) r = after(r);
    return r;
}

/* Memory that inputs point to is where they say. */
static void map_outside(const struct record *r) {
    static const char prefix[] = "memory at 0x";
    if (strncmp(record_name(r), prefix, sizeof prefix - 1) != 0) return;
    char *base = (char *)(uintptr_t)strtoull(record_name(r) + sizeof prefix - 1, NULL, 16);
    int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    char *at = mmap(base, OUTSIDE_SIZE, PROT_READ | PROT_WRITE, how, -1, 0);
    if (at == base && r->offset <= OUTSIDE_SIZE && r->size <= OUTSIDE_SIZE - r->offset)
        memcpy(base + r->offset, record_bytes(r), r->size);
}

/* ---- functions that inputs point to ------------------------------------------------------------------ */

static const char call_prefix[] = "call of 0x";

static int is_call(const struct record *r) { return r->kind == IN_WORD && strncmp(record_name(r), call_prefix, sizeof call_prefix - 1) == 0; }

/* What the test says that they return. */
static uint64_t take_result(void) {
    uint64_t result = 0;
    const struct record *r = peek();
    if (!r || !is_call(r)) stop("diverged", "the program calls a function that an input points to");
    take(&result, sizeof result, record_name(r));
    return result;
}

#ifdef __x86_64__
struct results { uint64_t number; double real; }; /* a register of either kind */

static struct results outside_call(void) {
    struct results both = {.number = take_result()};
    memcpy(&both.real, &both.number, sizeof both.real);
    return both;
}

static const unsigned char load[] = {0x48, 0xb8}; /* movabs $target, %rax */
#else
static uint64_t outside_call(void) { return take_result(); }

static const unsigned char load[] = {0xb8}; /* mov $target, %eax */
#endif
static const unsigned char jump[] = {0xff, 0xe0}; /* jmp *%rax */

static char *called_place(const struct record *r) { return (char *)(uintptr_t)strtoull(record_name(r) + sizeof call_prefix - 1, NULL, 16); }

int is_outside_function(const void *p) {
    for (const struct record *r = after(NULL); r; r = after(r))
        if (is_call(r) && called_place(r) == p) return 1;
    return 0;
}

/* There is a jump to outside_call. */
static void map_call(const struct record *r) {
    char *at = called_place(r);
    uintptr_t target = (uintptr_t)outside_call, page = (uintptr_t)at & ~(uintptr_t)4095;
    if (mprotect((void *)page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return;
    memcpy(at, load, sizeof load);
    memcpy(at + sizeof load, &target, sizeof target);
    memcpy(at + sizeof load + sizeof target, jump, sizeof jump);
}

static void index_test(void) {
    for (const struct record *r = after(NULL); r; r = after(r)) {
        if (r->kind >= IN_KINDS) continue;
        if (!test.first[r->kind]) test.first[r->kind] = r;
        test.last[r->kind] = r;
        if (r->kind == IN_UNINIT) map_outside(r);
    }
    for (const struct record *r = after(NULL); r; r = after(r))
        if (is_call(r)) map_call(r);
}

static char **settings; /* the environment that the process was started with */

static uintptr_t above_stack;

uintptr_t stack_top(void) { return above_stack; }

static void keep_settings(void) {
    extern char **environ;
    size_t n = 0;
    above_stack = (uintptr_t)environ;
    while (environ && environ[n]) n++;
    settings = calloc(n + 1, sizeof *settings);
    for (size_t i = 0; settings && i < n; i++) settings[i] = environ[i];
}

const char *setting(const char *name) {
    size_t n = strlen(name);
    if (!settings) keep_settings();
    for (size_t i = 0; settings && settings[i]; i++)
        if (strncmp(settings[i], name, n) == 0 && settings[i][n] == '=') return settings[i] + n + 1;
    return NULL;
}

static void open_test(void) {
    const char *path = setting("SHRIKE_REPLAY");
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    struct stat info;
    if (fd < 0 || fstat(fd, &info) != 0) return;
    if (info.st_size > 0) {
        void *data = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (data != MAP_FAILED) {
            test.data = data;
            test.end = test.data + info.st_size;
            index_test();
        }
    }
    close(fd);
}

static void say(const char *text) {
    int fd = fcntl(REPORT_FD, F_GETFD) >= 0 ? REPORT_FD : STDERR_FILENO;
    size_t n = strlen(text);
    while (n) {
        ssize_t w = write(fd, text, n);
        if (w <= 0) return;
        text += w;
        n -= (size_t)w;
    }
}

/* Before the program's own constructors. The parent wants to hear of it: without,
 * nothing that follows counts. */
__attribute__((constructor(101))) void replay_start(void) {
    if (test.started) return;
    test.started = 1;
    keep_settings();
    open_test();
    if (__sanitizer_set_report_fd && fcntl(REPORT_FD, F_GETFD) >= 0)
        __sanitizer_set_report_fd((void *)(intptr_t)REPORT_FD);
    say("SHRIKE started\n");
    if (__shrike_outside) __shrike_outside();
}

void remark(const char *what, const char *text) {
    say("SHRIKE: ");
    say(what);
    say(": ");
    say(text);
    say("\n");
    if (__sanitizer_print_stack_trace) __sanitizer_print_stack_trace();
}

void remark_place(const char *file, unsigned line) {
    char text[40];
    if (!file || __sanitizer_print_stack_trace) return; /* frames say more */
    snprintf(text, sizeof text, "|%u\n", line);
    say("SHRIKE at ");
    say(file);
    say(text);
}

void stop(const char *what, const char *text) {
    fflush(NULL);
    remark(what, text);
    _exit(99);
}

/* What KLEE's tests hold besides inputs. */
static int is_noise(const char *name) {
    size_t n = strlen(name);
    return strcmp(name, "model_version") == 0 || (n > 5 && strcmp(name + n - 5, "-stat") == 0);
}

const struct record *peek(void) {
    replay_start();
    const struct record *r = after(test.current);
    while (r && ((r->kind != IN_WORD && r->kind != IN_BYTES) || is_noise(record_name(r)))) {
        test.current = r;
        r = after(r);
    }
    return r;
}

void skip(void) { test.current = peek(); }

void take(void *to, size_t n, const char *name) {
    const struct record *r = peek();
    char text[400];
    if (!r) {
        snprintf(text, sizeof text, "the program takes one more input, '%.100s' of %zu bytes", name, n);
        stop("diverged", text);
    }
    if (r->size != n) {
        snprintf(text, sizeof text, "the program takes '%.100s' of %zu bytes, the test has '%.100s' of %u",
                 name, n, record_name(r), r->size);
        stop("diverged", text);
    }
    memcpy(to, record_bytes(r), n);
    if (__msan_unpoison) __msan_unpoison(to, n);
    test.current = r;
}
