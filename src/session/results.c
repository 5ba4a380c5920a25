#include "session/results.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/str.h"
#include "base/watchdog.h"
#include "report/formats.h"
#include "report/outcome.h"
#include "session/command.h"

enum { MOST_OUTPUTS = 16 };

/* Every file that an option names to be written. */
static int outputs(const struct options *opt, const char *paths[MOST_OUTPUTS]) {
    const char *const all[] = {
        opt->json,       opt->sarif,     opt->witness,          opt->junit,       opt->lcov,   opt->html,
        opt->reproducer, opt->show_fcfg, opt->show_abstraction, opt->certificate, opt->depends};
    int n = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]) paths[n++] = all[i];
    return n;
}

static bool is_standard(const char *path) { return path && strcmp(path, "-") == 0; }

/* ---- before ------------------------------------------------------------------------------------------ */

/* Could the file be written? Nothing is changed. */
static bool can_write(struct context *ctx, const char *path) {
    if (!path || is_standard(path)) return true;
    struct str folder = {0};
    const char *slash = strrchr(path, '/');
    if (slash) str_add_len(&folder, path, slash == path ? 1 : (size_t)(slash - path));
    else str_add_char(&folder, '.');
    bool exists = access(path, F_OK) == 0;
    bool ok = access(exists ? path : folder.data, W_OK) == 0;
    if (!ok) log_error(&ctx->log, "cannot write %s: %s", path, strerror(errno));
    str_release(&folder);
    return ok;
}

static bool is_same(const struct stat *a, const char *path) {
    struct stat b;
    return path && stat(path, &b) == 0 && a->st_dev == b.st_dev && a->st_ino == b.st_ino;
}

/* False after a message: the run reads the file. */
static bool may_replace(struct context *ctx, const struct command_line *line, const char *path, const struct stat *st) {
    bool ok = true;
    for (uint32_t i = 0; i < line->files.len; i++) ok &= !is_same(st, line->files.data[i]);
    ok &= !is_same(st, ctx->opt.property);
    if (!ok) log_error(&ctx->log, "%s is an input; cannot write to it", path);
    return ok;
}

/* A baseline may be renewed by the run that reads it; it is replaced when the results are written. */
static bool remove_old(struct context *ctx, const struct command_line *line, const char *path) {
    struct stat st;
    if (is_standard(path) || stat(path, &st) != 0 || !S_ISREG(st.st_mode)) return true;
    if (!may_replace(ctx, line, path, &st)) return false;
    if (is_same(&st, ctx->opt.baseline) || unlink(path) == 0) return true;
    log_error(&ctx->log, "cannot remove %s: %s", path, strerror(errno));
    return false;
}

bool results_prepare(struct context *ctx, const struct command_line *line) {
    const char *paths[MOST_OUTPUTS];
    int n = outputs(&ctx->opt, paths);
    bool ok = can_write(ctx, ctx->opt.verify_output);
    for (int i = 0; i < n; i++) ok = can_write(ctx, paths[i]) && ok;
    for (int i = 0; i < n && ok; i++) ok = remove_old(ctx, line, paths[i]);
    return ok;
}

bool results_take_standard_output(struct context *ctx) {
    const char *paths[MOST_OUTPUTS];
    int n = 0;
    for (int i = outputs(&ctx->opt, paths); i-- > 0;) n += is_standard(paths[i]);
    if (n > 1) log_error(&ctx->log, "only one output can go to - (standard output)");
    if (n != 1) return n == 0;
    fflush(stdout);
    ctx->results = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (ctx->results >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0) return true;
    log_error(&ctx->log, "cannot write to standard output: %s", strerror(errno));
    return false;
}

/* ---- writing ----------------------------------------------------------------------------------------- */

static bool write_all(int fd, const char *data, size_t len) {
    while (len) {
        ssize_t n = write(fd, data, len);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        data += n;
        len -= (size_t)n;
    }
    return true;
}

bool results_write(struct context *ctx, const char *path, const struct str *text) {
    assert(*path);
    if (is_standard(path) && ctx->watchdog) atomic_store(&ctx->watchdog->written, true);
    if (is_standard(path) ? write_all(ctx->results, str_text(text), text->len)
                          : str_write_file(path, str_text(text), text->len))
        return true;
    log_error(&ctx->log, "cannot write %s: %s", path, strerror(errno));
    return false;
}

/* ---- when the run itself has not written ------------------------------------------------------------- */

static void least_json(const struct outcome *o, struct str *out) { report_json_outcome(o, NULL, out); }

static void least_html(const struct outcome *o, struct str *out) {
    str_addf(out,
             "<!DOCTYPE html>\n<html lang=\"en\"><head><meta "
             "charset=\"utf-8\"><title>%s</title></head>\n<body><h1>%s</h1><p>%s</p></body></html>\n",
             o->verdict, o->verdict, o->gaps[0]);
}

static bool is_missing(const struct context *ctx, const char *path) {
    if (is_standard(path)) return !atomic_load(&ctx->watchdog->written);
    return path && access(path, F_OK) != 0;
}

static bool write_least(struct context *ctx, const char *path, const struct outcome *o,
                        void (*write)(const struct outcome *, struct str *)) {
    if (!is_missing(ctx, path)) return true;
    struct str text = {0};
    write(o, &text);
    bool ok = results_write(ctx, path, &text);
    str_release(&text);
    return ok;
}

/* The verdict, and that there is no more to tell. */
static bool write_missing(struct context *ctx, const struct command_line *line, int status, const char *why) {
    const struct options *opt = &ctx->opt;
    const char *verdict = atomic_load(&ctx->watchdog->line);
    struct outcome o = {.command = line->name,
                        .version = SHRIKE_VERSION,
                        .verdict = verdict ? verdict : "UNKNOWN",
                        .status = status,
                        .engine = "auto",
                        .entry = opt->entry,
                        .root = "",
                        .scope = "",
                        .words = line->name,
                        .files = line->files.data,
                        .nfiles = line->files.len,
                        .gaps = &why,
                        .ngaps = 1,
                        .stats = &ctx->stats,
                        .time = (long long)time(NULL)};
    bool ok = true;
    if (!command_checks(ctx, line, &o.checks, &o.wanted)) return false;
    o.seconds = (double)(clock_ns() - ctx->stats.t_total.started) / 1e9;
    ok &= write_least(ctx, opt->json, &o, least_json);
    ok &= write_least(ctx, opt->sarif, &o, sarif_write);
    ok &= write_least(ctx, opt->junit, &o, junit_write);
    ok &= write_least(ctx, opt->html, &o, least_html);
    return ok;
}

/* ---- the process above ------------------------------------------------------------------------------- */

static const uint64_t PATIENCE_NS = 300000000; /* beyond the watchdog's own end */

static void collect_signals(sigset_t *set) {
    static const int passed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD};
    sigemptyset(set);
    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++) sigaddset(set, passed_on[i]);
}

/* How long until the child has to be ended; NULL: for ever. */
static const struct timespec *time_left(const struct context *ctx, struct timespec *out) {
    uint64_t end = ctx->watchdog->end_ns, now = clock_ns();
    if (!end) return NULL;
    uint64_t left = end + PATIENCE_NS > now ? end + PATIENCE_NS - now : 0;
    *out = (struct timespec){(time_t)(left / 1000000000u), (long)(left % 1000000000u)};
    return out;
}

/* Waits for the child and hands on the signals that ask for an end. Its wait status. */
static int attend(const struct context *ctx, pid_t pid, const sigset_t *signals) {
    int status = 0;
    struct timespec left;
    while (waitpid(pid, &status, WNOHANG) == 0) {
        int got = sigtimedwait(signals, NULL, time_left(ctx, &left));
        if (got > 0 && got != SIGCHLD) kill(pid, got);
        if (got < 0 && errno == EAGAIN) kill(pid, SIGKILL);
    }
    return status;
}

/* The child's exit status, or what follows from its death. */
static int conclude(struct context *ctx, const struct command_line *line, int how) {
    bool told = atomic_load(&ctx->watchdog->told);
    const char *why = "the time limit ended the run before it wrote its results";
    int status = WIFEXITED(how) ? WEXITSTATUS(how) : EXIT_UNKNOWN;
    if (!WIFEXITED(how)) {
        why = "the working process died before it wrote its results";
        log_error(&ctx->log, "signal %d (%s) ended the working process", WTERMSIG(how), strsignal(WTERMSIG(how)));
        status = told ? atomic_load(&ctx->watchdog->status) : watchdog_tell_expected(ctx);
    }
    if (status == EXIT_WRONG || status == EXIT_INTERNAL) return status;
    return write_missing(ctx, line, status, why) ? status : EXIT_WRONG;
}

static bool is_guarded(const struct options *opt) { return opt->json || opt->sarif || opt->junit || opt->html; }

int results_guard(struct context *ctx, struct command_line *line, int (*run)(struct context *, struct command_line *),
                  bool *parent) {
    *parent = false;
    bool shared = is_guarded(&ctx->opt) && watchdog_share(ctx);
    sigset_t signals, old;
    pid_t pid = -1;
    collect_signals(&signals);
    if (shared) {
        sigprocmask(SIG_BLOCK, &signals, &old);
        pid = child_fork(SIGKILL, false);
    }
    if (pid > 0) {
        *parent = true;
        int how = attend(ctx, pid, &signals);
        sigprocmask(SIG_SETMASK, &old, NULL);
        return conclude(ctx, line, how);
    }
    if (shared) sigprocmask(SIG_SETMASK, &old, NULL);
    watchdog_start(ctx);
    return run(ctx, line);
}
