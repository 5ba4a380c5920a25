#include "cli/solve.h"

#include <errno.h>
#include <string.h>

#include "base/context.h"
#include "solver/smtlib/script.h"

static bool run_text(struct context *ctx, const char *path, const struct str *text) {
    struct script sc;
    script_init(&sc, ctx, path, stdout);
    bool ok = script_run(&sc, str_text(text), text->len);
    script_release(&sc);
    return ok;
}

static bool run_file(struct context *ctx, const char *path) {
    struct str text = {0};
    bool is_stdin = !strcmp(path, "-");
    bool ok = str_read_file(&text, is_stdin ? "/dev/stdin" : path);
    if (!ok) log_error(&ctx->log, "%s: %s", path, strerror(errno));
    else ok = run_text(ctx, is_stdin ? "standard input" : path, &text);
    str_release(&text);
    return ok;
}

int cli_solve(struct context *ctx, int nfiles, char *const *files) {
    struct str error = {0};
    if (!solver_layers_valid(ctx->opt.solver, &error)) {
        log_error(&ctx->log, "%s", str_text(&error));
        str_release(&error);
        return 1;
    }
    bool ok = nfiles > 0 || run_file(ctx, "-");
    for (int i = 0; i < nfiles; i++) ok &= run_file(ctx, files[i]);
    return ok ? 0 : 1;
}
