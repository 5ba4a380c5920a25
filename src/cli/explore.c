#include "cli/explore.h"

#include <stdio.h>

#include "base/str.h"
#include "session/auto.h"

int cli_submit(struct session *s, enum engine engine, const struct piece *first) {
    struct str name = {0};
    bool ok = job_submit(s, engine, first, &name);
    if (ok) printf("%s\n", str_text(&name));
    str_release(&name);
    return ok ? EXIT_FINE : EXIT_WRONG;
}

int cli_explore(struct context *ctx, const struct command_line *line, enum command command,
                int (*run)(void *session, int engine, struct gate *gate)) {
    struct session s;
    enum engine engine;
    if (!auto_engine(ctx, command, &engine) || (ctx->opt.on && !job_is_possible(ctx, line))) return EXIT_WRONG;
    if (!session_load(&s, ctx, line)) return EXIT_WRONG;
    if (s.p->threads) engine = engine_of_threads();
    bool leaves = ctx->opt.on && ctx->opt.detach;
    if (!leaves && (engine != ENGINE_AUTO || ctx->opt.on)) return run(&s, (int)engine, NULL);
    int status = leaves ? cli_submit(&s, engine, NULL) : auto_run(&s, run);
    session_unload(&s);
    return status;
}
