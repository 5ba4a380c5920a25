#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/str.h"
#include "base/watchdog.h"
#include "engine/engine.h"
#include "exec/core/check.h"
#include "exec/core/exec.h"
#include "exec/library/builtin.h"
#include "front/front.h"
#include "ir/bound.h"
#include "session/command.h"
#include "session/entry.h"
#include "session/library.h"
#include "session/property.h"
#include "session/results.h"

/* Our headers: beside the program when installed, in the source tree otherwise. */
static bool find_headers(struct str *out) {
    static const char *const places[] = {"../include/shrike", "../include"};
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) return false;
    self[n] = '\0';
    char *slash = strrchr(self, '/');
    if (slash) *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        str_clear(out);
        str_addf(out, "%s/%s/klee/klee.h", self, places[i]);
        if (access(out->data, R_OK) != 0) continue;
        str_clear(out);
        str_addf(out, "%s/%s", self, places[i]);
        return true;
    }
    return false;
}

static bool never(const char *name) {
    (void)name;
    return false;
}

bool command_bound(struct context *ctx, enum engine engine, struct program *p) {
    const struct options *opt = &ctx->opt;
    bool count = engine_counts_loops(engine);
    if (opt->bound < 0 && !opt->bound_loop.len && !count) return true;
    struct bound_wish wish = {.all = opt->bound < 0 ? BOUND_NONE : (uint32_t)opt->bound,
                              .count_all = count,
                              .by_line = opt->bound_loop.data,
                              .nby_line = opt->bound_loop.len};
    struct str error = {0};
    bool ok = bound_apply(p, &wish, &error);
    if (!ok) log_error(&ctx->log, "%s", str_text(&error));
    str_release(&error);
    return ok;
}

/* What --check or --property asks for. False after adding a message. */
static bool read_checks(const struct context *ctx, const struct command_line *line, check_set *checks, bug_set *wanted,
                        struct str *error) {
    const struct options *opt = &ctx->opt;
    if (opt->check && opt->property) {
        str_add(error, "--check and --property exclude each other");
        return false;
    }
    if (opt->property) return property_read(opt->property, line->command, opt->entry, checks, wanted, error);
    bool ok = checks_parse(opt->check, checks, error);
    /* Commands that write tests count calls of abort as crashes, as fuzzers do. */
    if (!opt->check && (line->command & (CMD_TEST | CMD_FUZZ))) *checks |= 1u << CHECK_ABORT;
    *wanted = checks_bugs(*checks);
    return ok;
}

const char *command_program(const struct command_line *line) {
    return line->given.len ? line->given.data[0] : line->files.data[0];
}

/* What becomes of functions without body, also where the user does not say. */
static enum front_external external_for(const struct options *opt, const struct command_line *line) {
    int wish = opt->external >= 0 ? opt->external : opt->property ? EXTERNAL_PURE : EXTERNAL_HAVOC;
    if (line->command == CMD_SHOW || (line->command == CMD_RUN && opt->external < 0)) return FRONT_EXTERNAL_NONE;
    return wish == EXTERNAL_HAVOC  ? FRONT_EXTERNAL_HAVOC
           : wish == EXTERNAL_PURE ? FRONT_EXTERNAL_PURE
                                   : FRONT_EXTERNAL_NONE;
}

void command_input(struct context *ctx, const struct command_line *line, struct front_input *input,
                   struct str *headers) {
    struct str error = {0};
    check_set checks = 0;
    bug_set wanted = 0;
    read_checks(ctx, line, &checks, &wanted, &error);
    str_release(&error);
    bool found = find_headers(headers);
    *input = (struct front_input){
        .files = entry_files(line),
        .nfiles = (int)line->files.len,
        .units = entry_units(line),
        .cache = line->cache,
        .stubs = ctx->opt.stub.data,
        .nstubs = (int)ctx->opt.stub.len,
        .clang_args = line->clang.data,
        .nclang_args = (int)line->clang.len,
        .include_dir = found ? headers->data : NULL,
        .is32 = line->is32,
        /* Variables in registers cannot be watched for uninitialised reads. */
        .simplify = ctx->opt.simplify && !check_has(checks, CHECK_UNINIT),
        .branches = ctx->opt.only_new, /* tests are to take each way of them */
        .checks = {.overflow = check_has(checks, CHECK_OVERFLOW),
                   .index = check_has(checks, CHECK_INDEX),
                   .boolean = check_has(checks, CHECK_BOOL),
                   .align = check_has(checks, CHECK_ALIGN),
                   .div = check_has(checks, CHECK_DIV),
                   .shift = check_has(checks, CHECK_SHIFT),
                   .cast = check_has(checks, CHECK_CAST),
                   .not_finite = check_has(checks, CHECK_FLOAT),
                   .length = check_has(checks, CHECK_CALL),
                   .uninit = check_has(checks, CHECK_UNINIT),
                   .call = check_has(checks, CHECK_CALL)},
        .entry = entry_name(ctx, line),
        .builtin = builtin_find,
        /* A target may lie in the body of an error function. */
        .is_error = bug_has(wanted, BUG_ERROR_REACHED) && line->command != CMD_REACH ? builtin_is_error : never,
        .pointees = line->command & (CMD_VERIFY | CMD_REACH | CMD_CHECK) && !(wanted & checks_bugs(1u << CHECK_MEMORY)),
        .may_fail = ctx->opt.malloc_may_fail,
        .fail = ctx->opt.fail > 0,
        .open = line->command & (CMD_VERIFY | CMD_REACH | CMD_CHECK),
        .short_io = ctx->opt.short_io,
        .tso = ctx->opt.memory_model,
        .external = external_for(&ctx->opt, line),
        .targets = line->targets.data,
        .ntargets = (int)line->targets.len,
        .library64 = library64,
        .nlibrary64 = nlibrary64,
        .library32 = library32,
        .nlibrary32 = nlibrary32,
    };
}

struct program *command_load(struct context *ctx, const struct command_line *line) {
    struct program *p = command_load_unbound(ctx, line, NULL, NULL);
    if (!p || command_bound(ctx, (enum engine)ctx->opt.engine, p)) return p;
    program_free(p);
    return NULL;
}

static void add_once(struct strmap *known, const char *path, size_t len, struct str *out) {
    struct str name = {0};
    str_add_len(&name, path, len);
    char *absolute = realpath(str_text(&name), NULL);
    if (absolute && strmap_put(known, absolute, 1)) str_addf(out, "%s\n", absolute);
    free(absolute);
    str_release(&name);
}

/* A file of ours, which is gone in the end. */
static bool is_harness(const struct command_line *line, const char *path, size_t len) {
    const char *own = line->harness ? line->harness->path : NULL;
    return own && strlen(own) == len && memcmp(own, path, len) == 0;
}

/* --depends: the files named and those that clang read, each once. What does not compile depends at least on the
 * former. */
static void write_depends(struct context *ctx, const struct front_input *input, const struct command_line *line,
                          const struct str *reads) {
    struct strmap known;
    struct str text = {0};
    strmap_init(&known);
    for (uint32_t i = 0; i < line->files.len; i++)
        add_once(&known, line->files.data[i], strlen(line->files.data[i]), &text);
    for (int i = 0; i < input->nstubs; i++) add_once(&known, input->stubs[i], strlen(input->stubs[i]), &text);
    for (const char *at = str_text(reads); *at;) {
        size_t len = strcspn(at, "\n");
        if (!is_harness(line, at, len)) add_once(&known, at, len, &text);
        at += len + (at[len] == '\n');
    }
    results_write(ctx, ctx->opt.depends, &text);
    strmap_release(&known);
    str_release(&text);
}

struct program *command_load_unbound(struct context *ctx, const struct command_line *line, const char *bitcode,
                                     struct front_kept *kept) {
    struct front_input input;
    struct str headers = {0}, reads = {0};
    watchdog_doing(ctx, "loading the program");
    if (!entry_prepare(ctx, line)) return NULL;
    command_input(ctx, line, &input, &headers);
    input.kept = kept;
    if (ctx->opt.depends) input.reads = &reads;
    if (bitcode) {
        input.files = &bitcode;
        input.nfiles = 1;
        input.units = NULL;
        input.nstubs = 0; /* they are in it */
    }
    struct program *p = front_load(ctx, &input);
    if (p) ctx->stats.ir_insns = p->llvm_insns;
    if (p) entry_describe(line, p);
    else entry_explain(ctx, line);
    if (ctx->opt.depends) write_depends(ctx, &input, line, &reads);
    str_release(&headers);
    str_release(&reads);
    return p;
}

bool command_checks(struct context *ctx, const struct command_line *line, check_set *checks, bug_set *wanted) {
    struct str error = {0};
    bool ok = read_checks(ctx, line, checks, wanted, &error);
    if (!ok) log_error(&ctx->log, "%s", str_text(&error));
    str_release(&error);
    return ok;
}

/* ---- the program as a number ------------------------------------------------------------------------- */

static uint64_t print_globals(const struct program *p, uint64_t h) {
    for (uint32_t i = 1; i < p->globals.len; i++) {
        const struct ir_global *g = p->globals.data[i];
        h = hash_mix(hash_mix(hash_mix(h, g->size), g->address),
                     (uint64_t)g->constant | (uint64_t)g->external << 1 | (uint64_t)g->input << 2);
        if (g->data) h = hash_mix(h, hash_bytes(g->data, g->size));
    }
    return h;
}

uint64_t command_fingerprint(const struct program *p) {
    uint64_t h = print_globals(p, hash_mix(p->functions.len, p->positions.len));
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        h = hash_mix(hash_mix(h, f->nslots), f->ncode);
        for (const char *c = f->name; *c; c++) h = hash_mix(h, (uint8_t)*c);
        for (uint32_t k = 0; k < f->nconsts; k++) h = hash_mix(h, f->consts[k]);
        for (uint32_t k = 0; k < f->ncode; k++) {
            const struct insn *in = &f->code[k];
            h = hash_mix(hash_mix(h, (uint64_t)in->op << 48 | (uint64_t)in->aux << 32 | in->d),
                         (uint64_t)in->a << 32 | in->b);
            h = hash_mix(h, (uint64_t)in->c << 32 | in->pos);
        }
    }
    return h;
}
