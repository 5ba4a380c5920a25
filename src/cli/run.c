/* shrike run: executes a program with every check on. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cli/commands.h"
#include "exec/core/exec.h"
#include "exec/decide/follow.h"
#include "exec/decide/fork.h"
#include "exec/run/program.h"
#include "expr/keep.h"
#include "ir/bound.h"
#include "report/formats.h"
#include "session/results.h"

static void show_bug(struct context *ctx, struct exec *x) {
    struct str text = {0};
    report_bug(x->p, NULL, &x->bug, 0, ctx->log.colour, &text);
    fputs(str_text(&text), ctx->log.out);
    str_release(&text);
}

static void show_cut(struct context *ctx, struct exec *x) {
    struct str text = {0};
    if (x->cut.loop) {
        bound_describe(x->p, x->cut.loop, &text);
        str_addf(&text, " still runs after jumping back %u times", x->p->bounds->loops[x->cut.loop].limit);
    } else {
        str_addf(&text, "%s: %s is called while %u calls of it are active", program_where(x->p, x->cut.pos),
                 x->cut.fn->name, x->cut.fn->max_active);
    }
    log_error(&ctx->log, "stopped at a bound: %s", str_text(&text));
    str_release(&text);
}

/* What the run came to, in words, and the exit status of shrike. */
static const char *outcome(struct context *ctx, struct exec *x, int *status) {
    switch (x->stop) {
    case STOP_EXIT: *status = x->status; return "exit";
    case STOP_ABORT: *status = 128 + x->status; return "abort";
    case STOP_BUG:
        show_bug(ctx, x);
        /* An error of the program, or a limit of ours. */
        *status = bug_check(x->bug.kind) == CHECK_NONE ? EXIT_UNKNOWN : EXIT_UNSAFE;
        return *status == EXIT_UNSAFE ? "bug" : "unsupported";
    case STOP_LIMIT:
        log_error(&ctx->log, "stopped: %s", limit_name(ctx->limits.hit));
        *status = EXIT_UNKNOWN;
        return "limit";
    case STOP_ASSUME:
        log_warning(&ctx->log, "an assumption does not hold for these inputs");
        *status = EXIT_FINE;
        return "assumption";
    case STOP_BOUND:
        show_cut(ctx, x);
        *status = EXIT_UNKNOWN;
        return "bound";
    case STOP_NONE:
    case STOP_FORKED:
    case STOP_SLICE:
    case STOP_POINT:
    case STOP_GIVEN_UP: break; /* concrete runs know none of these */
    }
    *status = EXIT_FINE;
    return "exit";
}

static void collect_arguments(const struct command_line *line, option_list *out) {
    vec_push(out, command_program(line));
    vec_append(out, line->arguments.data, line->arguments.len);
}

/* ---- undefined values: the only ones that are symbols (exec/sym/undefined.h) ------------------------ */

static uint8_t filling(void *owner, uint32_t input, uint32_t offset) {
    const struct exec *x = owner;
    (void)input;
    (void)offset;
    return x->now->space.fill;
}

static void scan(struct expr_pool *pool, void *owner) {
    struct exec *x = owner;
    (void)pool;
    if (x->now) sym_mark_state(x, x->now);
}

static void follow_undefined(struct exec *x, struct concolic *run) {
    sym_init(x, NULL, NULL);
    x->quiet = false;
    concolic_init(run, filling, x);
    run->decider.props.plain = true;
    concolic_begin(x, run);
    expr_pool_add_scanner(x->sym->pool, scan, x);
}

static void stop_following(struct exec *x, struct concolic *run) {
    expr_pool_remove_scanner(x->sym->pool, scan, x);
    concolic_end(x);
    concolic_release(run);
    state_free(x, x->now);
    x->now = NULL;
    sym_release(x);
}

/* --env: the program sees our own environment. */
static bool add_environment(struct context *ctx) {
    for (uint32_t i = 0; i < ctx->opt.env.len; i++) {
        const char *entry = ctx->opt.env.data[i], *value = strchr(entry, '=');
        char *name = value && value != entry ? strndup(entry, (size_t)(value - entry)) : NULL;
        if (!name) log_error(&ctx->log, "--env needs NAME=VALUE, not '%s'", entry);
        bool ok = name && setenv(name, value + 1, 1) == 0;
        free(name);
        if (!ok) return false;
    }
    return true;
}

int cli_run(struct context *ctx, const struct command_line *line) {
    struct str error = {0};
    if (!add_environment(ctx)) return EXIT_WRONG;
    check_set checks;
    if (!checks_parse(ctx->opt.check, &checks, &error)) {
        log_error(&ctx->log, "%s", str_text(&error));
        str_release(&error);
        return EXIT_WRONG;
    }
    struct program *p = command_load(ctx, line);
    if (!p) return EXIT_WRONG;
    option_list args = {0};
    collect_arguments(line, &args);
    struct exec x;
    struct concolic run;
    exec_init(&x, ctx, p, checks, &fork_decider);
    if (check_has(checks, CHECK_UNINIT)) follow_undefined(&x, &run);
    timer_start(&ctx->stats.t_execute);
    exec_program(&x, (int)args.len, args.data);
    timer_stop(&ctx->stats.t_execute);
    ctx->stats.instructions = x.instructions;
    int status = EXIT_FINE;
    const char *word = outcome(ctx, &x, &status);
    if (ctx->opt.json) {
        struct str text = {0};
        report_json("run", word, status, p, &x.bug, &ctx->stats, &text);
        if (!results_write(ctx, ctx->opt.json, &text)) status = EXIT_WRONG;
        str_release(&text);
    }
    if (x.sym) stop_following(&x, &run);
    exec_release(&x);
    vec_release(&args);
    program_free(p);
    return status;
}
