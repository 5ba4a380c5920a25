#include "cli/session.h"

#include <string.h>

#include "base/str.h"
#include "ir/split.h"

/* Properties and solver layers make sense? False after a message. */
static bool check_options(struct context *ctx, check_set *checks) {
    struct str error = {0};
    bool ok = checks_parse(ctx->opt.check, checks, &error) && solver_layers_valid(ctx->opt.solver, &error);
    if (!ok) log_error(&ctx->log, "%s", str_text(&error));
    str_release(&error);
    return ok;
}

bool session_open(struct session *s, struct context *ctx, const struct command_line *line) {
    memset(s, 0, sizeof *s);
    s->ctx = ctx;
    s->line = line;
    check_set checks;
    if (!check_options(ctx, &checks)) return false;
    s->p = command_load(ctx, line);
    if (!s->p) return false;
    split_edges(s->p);
    covered_init(&s->covered, s->p);
    exec_init(&s->x, ctx, s->p, checks);
    sym_init(&s->x, NULL, NULL);
    option_list args = {0};
    vec_push(&args, line->files.data[0]);
    for (uint32_t i = 0; i < line->arguments.len; i++) vec_push(&args, line->arguments.data[i]);
    exec_begin(&s->x, (int)args.len, args.data);
    vec_release(&args);
    return true;
}

bool session_explore(struct session *s, const struct explore_hooks *hooks, struct explore_result *result) {
    struct stats *stats = &s->ctx->stats;
    timer_start(&stats->t_execute);
    bool ok = explore_run(&s->x, hooks, &s->covered, result);
    timer_stop(&stats->t_execute);
    stats->instructions = s->x.instructions;
    stats->paths = result->paths;
    stats->paths_partial = result->partial;
    stats->states = s->x.states_made;
    return ok;
}

void session_explain(const struct session *s) {
    const struct symbolic *sy = s->x.sym;
    for (uint32_t g = 0; g < GAPS; g++) {
        if (!(sy->gaps & 1u << g)) continue;
        const char *where = sy->gap_where[g], *what = sy->gap_what[g];
        log_warning(&s->ctx->log, "%s%s%s%s%s", where, *where ? ": " : "", gap_text((enum gap)g),
                    what ? ": " : "", what ? what : "");
    }
}

void session_close(struct session *s) {
    sym_release(&s->x);
    exec_release(&s->x);
    covered_release(&s->covered);
    program_free(s->p);
}
