/* shrike harness: a program that calls one function. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/str.h"
#include "cli/commands.h"
#include "cli/find.h"
#include "front/front.h"
#include "session/entry.h"
#include "session/results.h"

/* "FILE:FUNCTION"; the file takes its place on the command line. */
static bool take_function(struct command_line *line, struct str *file, const char **function) {
    const char *first = line->files.data[0], *colon = strrchr(first, ':');
    if (!colon || colon == first || !colon[1]) return false;
    str_add_len(file, first, (size_t)(colon - first));
    *function = colon + 1;
    line->files.data[0] = file->data;
    return true;
}

static const char *folder_end(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* As the harness names the file: by its name alone if they are in one folder. On standard output it is taken to
 * be meant for this folder. */
static const char *include_name(const struct context *ctx, const char *file) {
    const char *to = ctx->opt.harness_output ? ctx->opt.harness_output : "";
    size_t len = (size_t)(folder_end(to) - to);
    if ((size_t)(folder_end(file) - file) == len && memcmp(to, file, len) == 0) return folder_end(file);
    return len == 0 ? file : NULL;
}

static bool same_file(const char *a, const char *b) {
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/* The file, named first, is one of the program's that follows: with the flags that it has there. */
static void drop_first_if_known(struct command_line *line) {
    bool known = false;
    for (uint32_t i = 1; i < line->files.len; i++) known |= same_file(line->files.data[0], line->files.data[i]);
    if (!known) return;
    memmove(line->files.data, line->files.data + 1, --line->files.len * sizeof *line->files.data);
    if (line->units) line->units++;
}

/* The file may be one of a program of a build, or such a program (then any of its files). */
static bool find_sources(struct context *ctx, struct command_line *line, struct units *u, struct entry_wish *wish) {
    bool is_file = front_kind_of(line->files.data[0]) == FRONT_C;
    if (!cli_find(ctx, line, 0, u)) return false;
    if (!is_file) wish->file = NULL;
    if (is_file) drop_first_if_known(line);
    return true;
}

static bool write_harness(struct context *ctx, struct command_line *line, struct entry_wish *wish, struct harness *h,
                          struct str *text) {
    int number;
    bool plain;
    const char *named = wish->file;
    struct units u;
    units_init(&u);
    bool ok = find_sources(ctx, line, &u, wish);
    if (ok) {
        wish->include = wish->file ? include_name(ctx, wish->file) : NULL;
        enum entry_result result = entry_write(ctx, line, wish, h, &number, &plain, text);
        if (result == ENTRY_NOT_FOUND) log_error(&ctx->log, "no function '%s' is defined in %s", wish->function, named);
        ok = result == ENTRY_WRITTEN;
    }
    units_release(&u);
    return ok;
}

int cli_harness(struct context *ctx, struct command_line *line) {
    struct str file = {0}, text = {0};
    struct harness h = {0};
    struct entry_wish wish = {0};
    int status = EXIT_WRONG;
    if (!take_function(line, &file, &wish.function)) {
        log_error(&ctx->log, "usage: shrike harness FILE:FUNCTION [FILE...], or PROGRAM:FUNCTION of a build");
    } else if (strcmp(wish.function, "main") == 0) {
        log_error(&ctx->log, "main needs no harness: --sym-args, --sym-stdin and --sym-files turn its arguments, "
                             "standard input and files into inputs");
    } else {
        wish.file = str_text(&file);
        if (write_harness(ctx, line, &wish, &h, &text)) status = EXIT_FINE;
    }
    if (status == EXIT_FINE && !ctx->opt.harness_output) fputs(str_text(&text), stdout);
    else if (status == EXIT_FINE && !results_write(ctx, ctx->opt.harness_output, &text)) status = EXIT_WRONG;
    harness_release(&h);
    str_release(&file);
    str_release(&text);
    return status;
}
