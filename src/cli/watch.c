/* shrike watch: verify again what has changed. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "cli/commands.h"
#include "serve/watch.h"

enum { USUAL_TIMEOUT = 60 };

static bool is_folder(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Options that were given go to each run; where results go is decided here. */
static void add_option(void *owner, const char *name, const char *word) {
    if (strcmp(name, "json") != 0 && strcmp(name, "depends") != 0) texts_add(owner, word);
}

static void collect(struct context *ctx, const struct command_line *line, struct watch_wish *wish) {
    struct str timeout = {0};
    options_given(&ctx->opt, CMD_VERIFY, add_option, &wish->options);
    if (!ctx->opt.timeout) {
        str_addf(&timeout, "--timeout=%d", USUAL_TIMEOUT);
        texts_add(&wish->options, str_text(&timeout));
    }
    if (line->is32) texts_add(&wish->options, "-m32");
    for (uint32_t i = 0; i < line->clang.len; i++) texts_add(&wish->options, line->clang.data[i]);
    for (uint32_t i = 0; i < line->files.len && !wish->folder; i++) texts_add(&wish->words, line->files.data[i]);
    if (line->arguments.len) texts_add(&wish->words, "--");
    for (uint32_t i = 0; i < line->arguments.len; i++) texts_add(&wish->words, line->arguments.data[i]);
    str_release(&timeout);
}

/* Lines are added to what the file has. False after a message. */
static bool open_json(struct context *ctx, struct watch_wish *wish) {
    const char *path = ctx->opt.json;
    wish->json = -1;
    if (!path) return true;
    if (strcmp(path, "-") == 0) wish->json = ctx->results;
    else wish->json = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (wish->json < 0) log_error(&ctx->log, "cannot write %s: %s", path, strerror(errno));
    return wish->json >= 0;
}

int cli_watch(struct context *ctx, const struct command_line *line) {
    struct watch_wish wish = {0};
    const char *only = line->files.len == 1 ? line->files.data[0] : "";
    for (uint32_t i = 0; i < line->files.len && line->files.len > 1; i++) {
        if (!is_folder(line->files.data[i])) continue;
        log_error(&ctx->log, "name one folder, or the files of one program");
        return EXIT_WRONG;
    }
    char *folder = is_folder(only) ? realpath(only, NULL) : NULL;
    if (folder && line->arguments.len) {
        log_error(&ctx->log, "arguments after -- need the files of one program, not a folder");
        free(folder);
        return EXIT_WRONG;
    }
    wish.folder = folder;
    collect(ctx, line, &wish);
    int status = open_json(ctx, &wish) ? watch_serve(ctx, &wish) : EXIT_WRONG;
    if (wish.json >= 0 && wish.json != ctx->results) close(wish.json);
    texts_release(&wish.words);
    texts_release(&wish.options);
    free(folder);
    return status;
}
