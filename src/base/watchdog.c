#include "base/watchdog.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/context.h"
#include "base/exit.h"

static const uint64_t GRACE_NS = 1400000000; /* for an end in good order; two seconds are promised */

static void sleep_until(uint64_t ns) {
    struct timespec t = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL)) {}
}

static void *watch(void *owner) {
    struct watchdog *w = owner;
    sleep_until(w->end_ns);
    if (atomic_exchange(&w->told, true)) {
        sleep_until(w->end_ns + 50000000); /* it may be on its way to the output */
    } else {
        const char *line = atomic_load(&w->line);
        const char *doing = atomic_load(&w->doing);
        fprintf(stderr, "shrike: warning: time limit: the run was ended%s%s\n", doing ? " while " : "",
                doing ? doing : "");
        if (line) printf("%s\n", line);
    }
    fflush(NULL);
    _exit(atomic_load(&w->status));
}

bool watchdog_share(struct context *ctx) {
    if (ctx->watchdog) return true;
    struct watchdog *w = mmap(NULL, sizeof *w, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (w == MAP_FAILED) return false;
    if (ctx->limits.deadline_ns) w->end_ns = ctx->limits.deadline_ns + GRACE_NS;
    atomic_init(&w->status, EXIT_UNKNOWN);
    ctx->watchdog = w;
    return true;
}

void watchdog_start(struct context *ctx) {
    pthread_t thread;
    sigset_t all, old;
    if (!watchdog_share(ctx) || !ctx->limits.deadline_ns) return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool started = pthread_create(&thread, NULL, watch, ctx->watchdog) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (started) pthread_detach(thread);
}

void watchdog_doing(const struct context *ctx, const char *what) {
    if (ctx->watchdog) atomic_store(&ctx->watchdog->doing, what);
}

void watchdog_expect(const struct context *ctx, const char *line, int status) {
    if (!ctx->watchdog) return;
    atomic_store(&ctx->watchdog->line, line);
    atomic_store(&ctx->watchdog->status, status);
}

void watchdog_claim(const struct context *ctx, int status) {
    if (!ctx->watchdog) return;
    if (atomic_exchange(&ctx->watchdog->told, true))
        for (;;) pause();
    atomic_store(&ctx->watchdog->status, status);
}

void watchdog_tell(const struct context *ctx, const char *line, int status) {
    watchdog_claim(ctx, status);
    printf("%s\n", line);
    if (fflush(stdout) != 0 && ctx->watchdog) atomic_store(&ctx->watchdog->lost, true);
}

int watchdog_tell_expected(const struct context *ctx) {
    const char *line = ctx->watchdog ? atomic_load(&ctx->watchdog->line) : NULL;
    int status = line ? atomic_load(&ctx->watchdog->status) : EXIT_UNKNOWN;
    watchdog_tell(ctx, line ? line : "UNKNOWN", status);
    return status;
}
