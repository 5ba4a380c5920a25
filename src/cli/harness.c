/* shrike harness: a program that calls one function. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "cli/commands.h"
#include "session/entry.h"

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

int cli_harness(struct context *ctx, struct command_line *line) {
    struct str file = {0}, text = {0};
    struct harness h = {0};
    struct entry_wish wish = {0};
    int number, status = EXIT_WRONG;
    bool plain;
    if (!take_function(line, &file, &wish.function)) {
        log_error(&ctx->log, "usage: shrike harness FILE:FUNCTION [FILE...]");
    } else if (strcmp(wish.function, "main") == 0) {
        log_error(&ctx->log, "main needs no harness: --sym-args, --sym-stdin and --sym-files make inputs of what it gets");
    } else {
        wish.file = str_text(&file);
        wish.include = include_name(ctx, wish.file);
        enum entry_result result = entry_write(ctx, line, &wish, &h, &number, &plain, &text);
        if (result == ENTRY_NOT_FOUND) log_error(&ctx->log, "no function '%s' is defined in %s", wish.function, wish.file);
        if (result == ENTRY_WRITTEN) status = EXIT_FINE;
    }
    if (status == EXIT_FINE && !ctx->opt.harness_output) fputs(str_text(&text), stdout);
    else if (status == EXIT_FINE && !command_write(ctx, ctx->opt.harness_output, &text)) status = EXIT_WRONG;
    harness_release(&h);
    str_release(&file);
    str_release(&text);
    return status;
}
