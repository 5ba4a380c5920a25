#include "job/make.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/sha256.h"
#include "front/front.h"
#include "job/searches.h"
#include "session/auto.h"
#include "session/entry.h"

enum { MOST_DATA = 64 << 20 };

/* ---- options ------------------------------------------------------------------------------------------ */

static bool is_dangerous(const char *word) { return strcmp(word, "--external=native") == 0; }

struct refusal {
    struct context *ctx;
    bool refused;
};

static void refuse(void *owner, const char *name, const char *word) {
    struct refusal *r = owner;
    if (option_on(name) != ON_REFUSED && !is_dangerous(word)) return;
    log_error(&r->ctx->log, "not supported: --on with %s", word);
    r->refused = true;
}

/* Each file must become one module. */
static bool is_module(struct context *ctx, const char *file) {
    enum front_kind kind = front_kind_of(file);
    bool ok = kind == FRONT_C || kind == FRONT_BITCODE || kind == FRONT_TEXT;
    if (!ok) log_error(&ctx->log, "not supported: --on with %s, which is neither C nor bitcode", file);
    return ok;
}

static bool is_small(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && (uint64_t)st.st_size <= MOST_DATA;
}

static bool can_travel(struct context *ctx, const char *path) {
    bool ok = is_small(path);
    if (!ok) log_error(&ctx->log, "not supported: --on with %s, which has more than %d MB", path, MOST_DATA >> 20);
    return ok;
}

static bool are_possible(struct context *ctx, const struct command_line *line) {
    bool ok = true;
    for (uint32_t i = 0; i < line->files.len && ok; i++) ok = is_module(ctx, line->files.data[i]);
    for (uint32_t i = 0; i < ctx->opt.stub.len && ok; i++) ok = is_module(ctx, ctx->opt.stub.data[i]);
    for (uint32_t i = 0; i < ctx->opt.give.len && ok; i++) ok = can_travel(ctx, ctx->opt.give.data[i]);
    return ok;
}

bool job_is_possible(struct context *ctx, const struct command_line *line) {
    struct refusal r = {.ctx = ctx};
    options_given(&ctx->opt, line->command, refuse, &r);
    return !r.refused && are_possible(ctx, line);
}

/* ---- from here --------------------------------------------------------------------------------------- */

static void carry(void *owner, const char *name, const char *word) {
    broker_words *words = owner;
    if (option_on(name) == ON_GOES && strcmp(name, "entry") != 0) vec_push(words, mem_strdup(word));
}

/* A file of C has a name in .c or .i in the job, though clang has made bitcode of it: so it still counts as C. */
static char *file_name(const char *path) {
    size_t n = strlen(path);
    struct str name = {0};
    bool told = n > 2 && (strcmp(path + n - 2, ".c") == 0 || strcmp(path + n - 2, ".i") == 0);
    str_addf(&name, "%s%s", path, told || front_kind_of(path) != FRONT_C ? "" : ".c");
    return str_take(&name);
}

static void add_file(struct job *j, const char *name, const struct str *bitcode, enum job_role role) {
    struct job_file file = {.name = file_name(name), .size = bitcode->len, .role = role};
    struct str digest = {0};
    sha256_add(&digest, str_text(bitcode), bitcode->len);
    memcpy(file.digest, str_text(&digest), sizeof file.digest);
    str_release(&digest);
    vec_push(&j->files, file);
}

/* Files with the harness in place of one (session/entry.h), then stubs, as they were kept. */
static void add_files(const struct session *s, struct job *j) {
    const struct command_line *line = s->line;
    const struct options *opt = &s->ctx->opt;
    const char *const *files = entry_files(line);
    const struct front_unit *units = entry_units(line);
    assert(s->kept.bitcode.len == line->files.len + opt->stub.len);
    for (uint32_t i = 0; i < line->files.len; i++)
        add_file(j, files[i], &s->kept.bitcode.data[i], !units ? JOB_FILE : units[i].lazy ? JOB_LAZY_UNIT : JOB_UNIT);
    for (uint32_t i = 0; i < opt->stub.len; i++)
        add_file(j, opt->stub.data[i], &s->kept.bitcode.data[line->files.len + i], JOB_STUB);
}

/* A harness is one of the files: elsewhere its function is all there is to know. */
static void add_entry(const struct session *s, struct job *j) {
    struct str word = {0};
    str_addf(&word, "--entry=%s", entry_name(s->ctx, s->line));
    vec_push(&j->options, str_take(&word));
}

/* The run has read the file before: if it has gone since, workers find nothing to look for and refuse the job. */
static void add_property(const struct context *ctx, struct job *j) {
    struct str text = {0};
    bool gone = ctx->opt.property && !str_read_file(&text, ctx->opt.property);
    j->property = mem_strdup(gone ? "?" : str_text(&text));
    str_release(&text);
}

static void add_data(struct session *s, struct job *j, const char *path) {
    struct str bytes = {0};
    if (str_read_file(&bytes, path)) {
        struct job_file file = {.name = mem_strdup(path), .size = bytes.len, .role = JOB_DATA};
        struct str digest = {0};
        sha256_add(&digest, str_text(&bytes), bytes.len);
        memcpy(file.digest, str_text(&digest), sizeof file.digest);
        str_release(&digest);
        vec_push(&j->files, file);
        vec_push(&s->kept.bitcode, bytes);
    } else {
        str_release(&bytes);
    }
}

/* What the program may read elsewhere. */
static void add_all_data(struct session *s, struct job *j) {
    for (uint32_t i = 0; i < s->ctx->opt.give.len; i++) add_data(s, j, s->ctx->opt.give.data[i]);
}

void job_make(struct session *s, struct job *j) {
    const struct command_line *line = s->line;
    memset(j, 0, sizeof *j);
    j->version = mem_strdup(SHRIKE_VERSION);
    j->command = line->command;
    j->fingerprint = s->fingerprint;
    j->is32 = line->is32;
    j->made = (uint64_t)time(NULL);
    options_given(&s->ctx->opt, line->command, carry, &j->options);
    for (uint32_t i = 0; i < line->targets.len; i++) vec_push(&j->targets, mem_strdup(line->targets.data[i]));
    for (uint32_t i = 0; i < line->arguments.len; i++) vec_push(&j->arguments, mem_strdup(line->arguments.data[i]));
    add_entry(s, j);
    add_property(s->ctx, j);
    add_files(s, j);
    add_all_data(s, j);
}

/* ---- to here ----------------------------------------------------------------------------------------- */

static bool take_option(struct job_command *c, char *word) {
    struct str error = {0};
    size_t from = str_starts(word, "--no-") && option_on(word + 5) != ON_REFUSED ? 5 : 2,
           len = strcspn(word + from, "=");
    char name[64] = {0};
    int used;
    bool ok = str_starts(word, "--") && len < sizeof name;
    if (ok) memcpy(name, word + from, len);
    ok = ok && option_on(name) == ON_GOES && !is_dangerous(word);
    ok = ok && options_parse(&c->ctx.opt, c->line.command, &word, 1, &used, &error) == OPTION_OK;
    if (!ok) log_warning(&c->ctx.log, "refused: the job %s has the option %s", c->job->name, word);
    str_release(&error);
    return ok;
}

/* Stubs come behind all others. */
static bool take_file(struct job_command *c, const struct job_file *file) {
    bool stub = file->role == JOB_STUB;
    if (file->role == JOB_DATA) return true;
    if (stub) vec_push(&c->ctx.opt.stub, file->name);
    else vec_push(&c->line.files, file->name);
    if (file->role >= JOB_UNIT) vec_push(&c->units, (struct front_unit){.lazy = file->role == JOB_LAZY_UNIT});
    return stub || !c->ctx.opt.stub.len;
}

/* Data are no part of what is loaded. */
static bool take_data(struct job_command *c, const struct job *job, struct front_kept *kept) {
    uint32_t n = job->files.len;
    while (n && job->files.data[n - 1].role == JOB_DATA) n--;
    for (uint32_t i = 0; i < n; i++)
        if (job->files.data[i].role == JOB_DATA) return false;
    if (kept->bitcode.len != job->files.len) return false;
    for (uint32_t i = n; i < job->files.len; i++)
        hostfiles_add(&c->host, job->files.data[i].name, &kept->bitcode.data[i]);
    kept->bitcode.len = n;
    c->ctx.host = &c->host;
    return true;
}

static bool take_line(struct job_command *c, const struct job *job) {
    static const enum command known[] = {CMD_VERIFY, CMD_TEST, CMD_REACH, CMD_FUZZ};
    bool ok = false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (job->command == known[i]) c->line.command = known[i], ok = true;
    if (!ok || !job->files.len) return false;
    c->line.name = "work";
    c->line.is32 = job->is32;
    for (uint32_t i = 0; i < job->files.len; i++) ok = take_file(c, &job->files.data[i]) && ok;
    if (c->units.len) c->line.units = c->units.data;
    ok = ok && c->line.files.len && (!c->units.len || c->units.len == c->line.files.len);
    for (uint32_t i = 0; i < job->targets.len; i++) vec_push(&c->line.targets, job->targets.data[i]);
    for (uint32_t i = 0; i < job->arguments.len; i++) vec_push(&c->line.arguments, job->arguments.data[i]);
    return ok;
}

/* Properties are read from files: this one is in memory, where its name leads for as long as the process lives. */
static bool take_property(struct job_command *c, const struct job *job) {
    size_t n = strlen(job->property);
    if (!n) return true;
    int fd = memfd_create("property", 0);
    snprintf(c->property, sizeof c->property, "/proc/self/fd/%d", fd);
    c->ctx.opt.property = c->property;
    return fd >= 0 && write(fd, job->property, n) == (ssize_t)n;
}

bool job_load(struct job_command *c, const struct context *ctx, const struct job *job, struct front_kept *kept) {
    memset(c, 0, sizeof *c);
    c->ctx = *ctx;
    c->job = job;
    options_init(&c->ctx.opt);
    bool ok = take_data(c, job, kept) && take_line(c, job) && strcmp(job->version, SHRIKE_VERSION) == 0;
    if (!ok) log_warning(&c->ctx.log, "refused: job %s has a kind or version unknown to this worker", job->name);
    for (uint32_t i = 0; i < job->options.len && ok; i++) ok = take_option(c, job->options.data[i]);
    ok = ok && take_property(c, job);
    if (ok && job->command == CMD_TEST) c->ctx.opt.sym_time = c->ctx.opt.sym_time_test;
    ok = ok && session_load_kept(&c->s, &c->ctx, &c->line, kept);
    if (ok && job->command == CMD_TEST) c->s.search = searches_order(&c->ctx);
    if (ok && command_fingerprint(c->s.p) != job->fingerprint) {
        log_warning(
            &c->ctx.log,
            "refused: this worker builds a different program for job %s (other version of shrike or of libraries?)",
            job->name);
        ok = false;
    }
    front_kept_release(kept);
    return ok;
}
