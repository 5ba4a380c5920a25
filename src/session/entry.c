#include "session/entry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/tempfolder.h"
#include "exec/core/exec.h"
#include "exec/sym/sym.h"
#include "front/front.h"
#include "front/prototype.h"
#include "test/inline.h"

/* ---- the text ---------------------------------------------------------------------------------------- */

static bool say_wrong(struct context *ctx, const char *function, struct str *error) {
    log_error(&ctx->log, "%s: %s", function, str_text(error));
    str_release(error);
    return false;
}

static bool write_text(struct context *ctx, const struct command_line *line, const struct entry_wish *wish,
                       const struct prototype *of, struct harness *h, struct str *text) {
    char *absolute = wish->include ? NULL : realpath(of->file, NULL);
    struct str error = {0};
    struct harness_wish w = {.function = wish->function,
                             .include = wish->include ? wish->include
                                        : absolute    ? absolute
                                                      : of->file,
                             .entry = wish->entry,
                             .opt = &ctx->opt,
                             .is32 = line->is32};
    struct str own = {0};
    str_addf(&own, "harness_%s", wish->function);
    if (!w.entry) w.entry = of->has_main ? str_text(&own) : "main";
    bool ok = harness_write(&w, of, h, text, &error);
    if (!ok) say_wrong(ctx, wish->function, &error);
    str_release(&error);
    str_release(&own);
    free(absolute);
    return ok;
}

enum entry_result entry_write(struct context *ctx, const struct command_line *line, const struct entry_wish *wish,
                              struct harness *h, int *file_number, bool *plain, struct str *text) {
    struct front_input input;
    struct str headers = {0};
    struct prototype of;
    command_input(ctx, line, &input, &headers);
    input.files = line->files.data;
    input.nfiles = (int)line->files.len;
    enum prototype_result found = prototype_read(ctx, &input, wish->file, wish->function, &of);
    enum entry_result result = found == PROTOTYPE_NONE ? ENTRY_NOT_FOUND : ENTRY_WRONG;
    memset(h, 0, sizeof *h);
    if (found == PROTOTYPE_FOUND) {
        *file_number = of.number;
        *plain = !of.parameters.len && !of.variadic && !ctx->opt.sym_globals && !(wish->file && line->files.len > 1);
        if (write_text(ctx, line, wish, &of, h, text)) result = ENTRY_WRITTEN;
    }
    prototype_release(&of);
    str_release(&headers);
    return result;
}

/* ---- --entry ----------------------------------------------------------------------------------------- */

/* "FILE:FUNCTION" or "FUNCTION". */
static void split(const char *entry, struct str *file, const char **function) {
    const char *colon = strrchr(entry, ':');
    *function = colon ? colon + 1 : entry;
    if (colon) str_add_len(file, entry, (size_t)(colon - entry));
}

static bool keep_text(struct context *ctx, struct entry_harness *e, const struct str *text) {
    struct str folder = {0}, path = {0};
    bool ok = folder_make(&folder);
    if (ok) ok = str_write_file(folder_file(str_text(&folder), "harness.c", &path), str_text(text), text->len);
    if (!ok) log_error(&ctx->log, "cannot write the harness: %s", strerror(errno));
    e->folder = str_take(&folder);
    e->path = str_take(&path);
    return ok;
}

/* Positions are those in the text that `shrike harness` writes. */
static bool take_harness(struct context *ctx, const struct command_line *line, struct str *text, int number) {
    struct entry_harness *e = line->harness;
    struct str whole = {0};
    str_addf(&whole, "#line 1 \"" FRONT_HARNESS "%s>\"\n%s", e->function, str_text(text));
    e->active = keep_text(ctx, e, &whole);
    str_release(&whole);
    for (uint32_t i = 0; i < line->files.len; i++) {
        bool own = (int)i == number;
        vec_push(&e->files, own ? (const char *)e->path : line->files.data[i]);
        if (!line->units) continue;
        struct front_unit unit = line->units[i];
        if (own) {
            unit.name = NULL;
            unit.lazy = false;
            unit.once = true;
        }
        vec_push(&e->units, unit);
    }
    return e->active;
}

static bool is_start(const char *name) {
    return strcmp(name, "main") == 0 || strcmp(name, "LLVMFuzzerTestOneInput") == 0;
}

static bool prepare(struct context *ctx, const struct command_line *line, const struct str *file) {
    struct entry_harness *e = line->harness;
    struct str own = {0}, text = {0};
    bool plain = false;
    int number = 0;
    str_addf(&own, "harness_%s", e->function);
    struct entry_wish wish = {.file = file->len ? file->data : NULL, .function = e->function, .entry = str_text(&own)};
    enum entry_result result = entry_write(ctx, line, &wish, &e->harness, &number, &plain, &text);
    bool ok = result != ENTRY_WRONG; /* what is in bitcode may need no arguments */
    if (result == ENTRY_WRITTEN && !plain) ok = take_harness(ctx, line, &text, number);
    str_release(&own);
    str_release(&text);
    return ok;
}

/* main and fuzz targets get what they always get. */
static void warn_unused(struct context *ctx, const char *function) {
    const struct options *opt = &ctx->opt;
    if (opt->sym_size.len || opt->sym_strings || opt->sym_globals || !opt->sym_null || !opt->sym_alias)
        log_warning(
            &ctx->log,
            "--sym-size, --sym-strings, --sym-globals, --no-null and --no-alias have no effect without --entry on %s",
            function);
}

bool entry_prepare(struct context *ctx, const struct command_line *line) {
    struct entry_harness *e = line->harness;
    struct str file = {0};
    const char *function;
    if (!e || e->prepared || line->command == CMD_HARNESS) return true;
    e->prepared = true;
    split(ctx->opt.entry, &file, &function);
    e->function = mem_strdup(function);
    if (is_start(function)) warn_unused(ctx, function);
    bool ok = is_start(function) || prepare(ctx, line, &file);
    str_release(&file);
    return ok;
}

const char *const *entry_files(const struct command_line *line) {
    return line->harness && line->harness->active ? line->harness->files.data : line->files.data;
}

const struct front_unit *entry_units(const struct command_line *line) {
    return line->units && line->harness && line->harness->active ? line->harness->units.data : line->units;
}

const char *entry_name(const struct context *ctx, const struct command_line *line) {
    const struct entry_harness *e = line->harness;
    if (e && e->active) return e->harness.entry;
    if (line->command & (CMD_SHOW | CMD_HARNESS)) return NULL;
    return e && e->function ? e->function : ctx->opt.entry;
}

void entry_explain(struct context *ctx, const struct command_line *line) {
    const struct entry_harness *e = line->harness;
    if (e && e->active && !line->targets.len)
        log_error(&ctx->log, "cannot use the harness of %s; `shrike harness` writes it to a file for you to edit",
                  e->function);
}

void entry_describe(const struct command_line *line, struct program *p) {
    const struct entry_harness *e = line->harness;
    for (uint32_t i = 0; e && e->active && i < e->harness.inputs.len; i++) {
        const struct harness_input *in = &e->harness.inputs.data[i];
        strmap_put(&p->input_types, in->name, (uint64_t)(uintptr_t)arena_strdup(&p->arena, in->type));
    }
}

/* Without a harness there are only those about variables. */
void entry_assume(const struct command_line *line, struct exec *x) {
    const struct entry_harness *e = line->harness;
    for (uint32_t i = 0; e && i < e->harness.assumptions.len; i++) {
        const struct harness_assumption *one = &e->harness.assumptions.data[i];
        premise_narrow(&x->sym->premises, x->p, one->text, one->narrows, 0);
    }
}

/* ---- commands that repeat a run ---------------------------------------------------------------------- */

void entry_add_options(const struct context *ctx, struct str *out) {
    const struct options *opt = &ctx->opt;
    if (strcmp(opt->entry, "main") == 0) return;
    str_add(out, " --entry ");
    inline_quote(opt->entry, out);
    for (uint32_t i = 0; i < opt->sym_size.len; i++) {
        str_add(out, " --sym-size ");
        inline_quote(opt->sym_size.data[i], out);
    }
    if (opt->sym_depth != 3) str_addf(out, " --sym-depth %lld", (long long)opt->sym_depth);
    if (opt->sym_strings) str_add(out, " --sym-strings");
    if (opt->sym_globals) str_add(out, " --sym-globals");
    if (!opt->sym_null) str_add(out, " --no-null");
    if (!opt->sym_alias) str_add(out, " --no-alias");
}

void entry_release(struct entry_harness *e) {
    if (e->folder) folder_remove(e->folder);
    harness_release(&e->harness);
    vec_release(&e->files);
    vec_release(&e->units);
    mem_free(e->folder);
    mem_free(e->path);
    mem_free(e->function);
}
