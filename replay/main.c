/* The start: limits are set by the parent; arguments become heap blocks, so that
 * the sanitizers know their bounds. */
#include "replay_rt.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

/* The program's main, or its fuzz target, under the names that the front end gave them. */
__attribute__((weak)) int __shrike_entry(int argc, char **argv, char **envp);
__attribute__((weak)) int __shrike_fuzz_entry(const uint8_t *data, size_t size);
__attribute__((weak)) void __msan_unpoison(const volatile void *p, size_t n);
__attribute__((weak)) void __msan_unpoison_param(size_t n);
__attribute__((weak)) int __lsan_do_recoverable_leak_check(void);

static char **arguments; /* reachable: no leak */

static char *block(const void *bytes, size_t n, size_t room) {
    char *p = malloc(room);
    memcpy(p, bytes, n);
    memset(p + n, 0, room - n);
    if (__msan_unpoison) __msan_unpoison(p, room);
    return p;
}

static int collect_arguments(const char *name) {
    int n = 1;
    for (const struct record *r = record_next(NULL, IN_ARG); r; r = record_next(r, IN_ARG)) n++;
    arguments = (char **)block("", 0, (size_t)(n + 1) * sizeof *arguments);
    arguments[0] = block(name, strlen(name) + 1, strlen(name) + 1);
    n = 1;
    for (const struct record *r = record_next(NULL, IN_ARG); r; r = record_next(r, IN_ARG)) {
        size_t len = strnlen((const char *)record_bytes(r), r->size); /* what follows the first NUL is not part of it */
        arguments[n++] = block(record_bytes(r), len, len + 1);
    }
    return n;
}

/* The program may put blocks of its own in their places. */
static uintptr_t *given;
static int ngiven;

static void remember_arguments(int n) {
    given = calloc((size_t)n + 1, sizeof *given);
    for (int i = 0; given && i < n; i++) given[ngiven++] = (uintptr_t)arguments[i];
    if (given) given[ngiven++] = (uintptr_t)arguments;
}

int is_argument(const void *p) {
    for (int i = 0; p && i < ngiven; i++)
        if (given[i] == (uintptr_t)p) return 1;
    return 0;
}

/* Takes the next input if it is called "size". */
static int take_size(uint64_t *size) {
    const struct record *r = peek();
    if (!r || strcmp(record_name(r), "size") != 0 || r->size > sizeof *size) return 0;
    *size = 0;
    memcpy(size, record_bytes(r), r->size);
    skip();
    return 1;
}

/* The data, and a size below its own if the test says so, in either order. */
static int fuzz(void) {
    uint64_t size = 0;
    int limited = take_size(&size);
    const struct record *r = peek();
    if (!r) stop("diverged", "the test has no data for the fuzz target");
    skip();
    if (!limited) limited = take_size(&size);
    if (!limited || size > r->size) size = r->size;
    uint8_t *data = (uint8_t *)block(record_bytes(r), size, size);
    refuse_empty(data, size);
    __shrike_fuzz_entry(data, size);
    free(data);
    return 0;
}

/* Leaks count at abort, too, where LeakSanitizer does not look by itself. */
void replay_on_abort(int number) {
    __lsan_do_recoverable_leak_check();
    signal(number, SIG_DFL);
    raise(number);
}

/* What calls left on the stack is not the program's any more, but the search for leaks
 * would take it for pointers. */
enum { WIPED = 256 << 10 };
__attribute__((noinline)) static void wipe_stack(void) {
    volatile char dead[WIPED];
    for (size_t i = 0; i < WIPED; i++) dead[i] = 0;
}

void __shrike_leave(int status) {
    if ((uintptr_t)&status > stack_low() + 4 * WIPED) wipe_stack();
    exit(status);
}

/* Nothing of ours is in the environment of the program, but what the test puts there. */
static void make_environment(char **envp) {
    extern char **environ;
    envp[0] = NULL;
    environ = envp;
    for (const struct record *r; (r = peek()) && strncmp(record_name(r), "env ", 4) == 0; skip()) {
        char *value = strndup((const char *)record_bytes(r), r->size);
        if (value) setenv(record_name(r) + 4, value, 1);
        free(value);
    }
}

int main(int argc, char **argv, char **envp) {
    extern char **environ;
    (void)argc;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* whoever wanted to know is gone */
    if (__lsan_do_recoverable_leak_check) signal(SIGABRT, replay_on_abort);
    replay_start();
    int n = collect_arguments(argv[0]);
    remember_arguments(n);
    if (__msan_unpoison_param) __msan_unpoison_param(8);
    make_environment(envp);
    if (__shrike_entry) __shrike_leave(__shrike_entry(n, arguments, environ));
    if (__shrike_fuzz_entry) __shrike_leave(fuzz());
    stop("diverged", "there is no function to start in");
}
