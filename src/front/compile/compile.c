#include "front/compile/compile.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"
#include "base/context.h"
#include "base/str.h"
#include "base/tempfolder.h"

/* A job with the names that it points to. */
struct compilation {
    struct clang_job job;
    struct str output, errors, depends;
};

static void name_file(const struct compiler *c, int number, const char *ending, struct str *out) {
    str_clear(out);
    str_addf(out, "%s/%d%s", str_text(&c->folder), number, ending);
}

static void work_init(const struct compiler *c, struct compilation *w, int number) {
    memset(w, 0, sizeof *w);
    name_file(c, number, ".bc", &w->output);
    name_file(c, number, ".err", &w->errors);
    name_file(c, number, ".d", &w->depends);
    w->job.number = number;
    w->job.output = w->output.data;
    w->job.errors = w->errors.data;
    if (c->cache.folder || c->input->reads) w->job.depends = w->depends.data;
}

static void work_release(struct compilation *w) {
    clang_job_release(&w->job);
    str_release(&w->output);
    str_release(&w->errors);
    str_release(&w->depends);
}

static const char *folder_of(const struct compiler *c, int number) {
    return c->input->units ? c->input->units[number].folder : NULL;
}

static bool take_output(struct compiler *c, const struct compilation *w) {
    struct str *bytes = &c->kept->bitcode.data[w->job.number], said = {0};
    str_clear(bytes);
    str_read_file(&said, w->job.errors);
    bool ok = str_read_file(bytes, w->job.output) && folded_mark(str_text(&said), &c->input->checks, bytes);
    str_release(&said);
    if (!ok) log_error(&c->ctx->log, "%s: cannot read what clang wrote", c->input->files[w->job.number]);
    unlink(w->job.output);
    if (ok && c->input->reads && w->job.depends)
        cache_add_depends(folder_of(c, w->job.number), w->job.depends, c->input->reads);
    c->fresh.data[w->job.number] = ok;
    return ok;
}

/* After clang has ended; true if there is nothing more to wait for, *ok says how it went. */
static bool finish(struct compiler *c, struct compilation *w, int status, bool *ok) {
    enum clang_result result = clang_end(c->ctx, c->input, &w->job, status);
    if (result == CLANG_AGAIN && clang_start(c->ctx, c->input, &w->job)) return false;
    *ok = result == CLANG_DONE && take_output(c, w);
    return true;
}

/* Until clang has ended, or is ended because the run is over: then *status is that of an end by SIGKILL. */
static enum child_end wait_for(struct compiler *c, pid_t pid, int *status) {
    enum child_end end = child_await(&c->ctx->limits, pid, UINT64_MAX, 0, status);
    if (end == CHILD_STOPPED) {
        kill(pid, SIGKILL);
        *status = child_reap(pid);
    }
    return end;
}

static void tell_limit(struct compiler *c, const struct compilation *w) {
    enum limit hit = limits_look(&c->ctx->limits);
    log_warning(&c->ctx->log, "%s: clang was stopped: %s", c->input->files[w->job.number], limit_name(hit));
}

/* ---- all files ----------------------------------------------------------------------------- */

static bool is_kept(const struct compiler *c, int number) {
    return c->cache.folder && !(c->input->units && c->input->units[number].once);
}

/* Is there anything to be compiled for this file? */
static bool is_open(struct compiler *c, int number) {
    struct str *bytes = &c->kept->bitcode.data[number], key = {0};
    bool open = !bytes->len && front_kind_of(c->input->files[number]) == FRONT_C;
    if (open && is_kept(c, number)) {
        cache_key(c->ctx, c->input, number, &key);
        open = !cache_find(&c->cache, str_text(&key), bytes);
        if (!open && c->input->reads) cache_add_reads(&c->cache, str_text(&key), c->input->reads);
        if (!open) log_info(&c->ctx->log, "%s: not compiled again", c->input->files[number]);
    }
    str_release(&key);
    return open;
}

static bool start(struct compiler *c, struct compilation *w, int number) {
    const char *file = c->input->files[number];
    bool ok = access(file, R_OK) == 0;
    if (!ok) log_error(&c->ctx->log, "%s: %s", file, strerror(errno));
    work_init(c, w, number);
    if (ok && clang_start(c->ctx, c->input, &w->job)) return true;
    work_release(w);
    return false;
}

/* Waits for the eldest of the running jobs: they take about as long as one another. */
static bool wait_first(struct compiler *c, struct compilation *running, int *n) {
    bool ok = false, over = false;
    while (!over) {
        int status = -1;
        enum child_end end = wait_for(c, running[0].job.pid, &status);
        over = end == CHILD_STOPPED || finish(c, &running[0], status, &ok);
        if (end == CHILD_STOPPED) tell_limit(c, &running[0]);
    }
    work_release(&running[0]);
    memmove(running, running + 1, (size_t)-- * n * sizeof *running);
    return ok;
}

static bool compile_all(struct compiler *c) {
    enum { MOST = 64 };
    struct compilation running[MOST];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int n = 0, room = processors < 1 ? 1 : processors > MOST ? MOST : (int)processors;
    bool ok = true;
    for (int i = 0; i < c->input->nfiles && ok; i++) {
        if (!is_open(c, i)) continue;
        if (n == room) ok = wait_first(c, running, &n);
        if (ok) ok = start(c, &running[n], i);
        n += ok;
    }
    while (n) ok &= wait_first(c, running, &n);
    return ok;
}

bool compiler_begin(struct compiler *c, struct context *ctx, const struct front_input *input, struct front_kept *kept) {
    memset(c, 0, sizeof *c);
    c->ctx = ctx;
    c->input = input;
    c->kept = kept;
    cache_init(&c->cache, input->cache);
    while (kept->bitcode.len < (uint32_t)input->nfiles) vec_push(&kept->bitcode, (struct str){0});
    for (int i = 0; i < input->nfiles; i++) vec_push(&c->fresh, false);
    if (folder_make(&c->folder)) return compile_all(c);
    log_error(&ctx->log, "cannot make a temporary folder: %s", strerror(errno));
    return false;
}

bool compiler_again(struct compiler *c, int number, const struct str *prelude) {
    assert(number >= 0 && number < c->input->nfiles);
    struct compilation w;
    struct str header = {0};
    int status = -1;
    work_init(c, &w, number);
    name_file(c, number, ".h", &header);
    w.job.prelude = header.data;
    w.job.depends = NULL; /* the header is not there for long, and the files are those of the first time */
    bool ok = str_write_file(header.data, str_text(prelude), prelude->len) && clang_start(c->ctx, c->input, &w.job) &&
              wait_for(c, w.job.pid, &status) < CHILD_TIMEOUT &&
              clang_end(c->ctx, c->input, &w.job, status) == CLANG_DONE && take_output(c, &w);
    work_release(&w);
    str_release(&header);
    return ok;
}

void compiler_settle(struct compiler *c, int number) {
    assert(number >= 0 && number < c->input->nfiles);
    if (!c->fresh.data[number] || !is_kept(c, number)) return;
    struct str key = {0}, depends = {0};
    cache_key(c->ctx, c->input, number, &key);
    name_file(c, number, ".d", &depends);
    cache_keep(&c->cache, str_text(&key), folder_of(c, number), depends.data, &c->kept->bitcode.data[number]);
    str_release(&key);
    str_release(&depends);
}

void compiler_end(struct compiler *c) {
    if (c->folder.len) folder_remove(str_text(&c->folder));
    str_release(&c->folder);
    vec_release(&c->fresh);
    cache_release(&c->cache);
}
