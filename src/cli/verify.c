/* shrike verify: is the program safe? */
#include <stdio.h>

#include "base/str.h"
#include "cli/auto.h"
#include "cli/session.h"
#include "engine/generations.h"

static bool on_bug(void *owner, struct exec *x) {
    struct session *s = owner;
    const struct finding *f = session_bug(s, x);
    return !(f->confirmed && s->ctx->opt.stop_on_first);
}

static void on_progress(void *owner, const struct exec *x, const struct explore_result *so_far) {
    session_progress(owner, x, so_far);
}

/* The verdict line, and the exit status. */
static int verdict(const struct session *s, uint32_t gaps, struct str *line) {
    if (gaps & 1u << GAP_INTERNAL) {
        str_add(line, "UNKNOWN");
        return EXIT_INTERNAL;
    }
    if (s->confirmed) {
        str_add(line, "UNSAFE");
        return EXIT_UNSAFE;
    }
    if (gaps & ~(1u << GAP_BOUND)) {
        str_add(line, "UNKNOWN");
        return EXIT_UNKNOWN;
    }
    str_add(line, "SAFE");
    if (gaps && s->ctx->opt.bound >= 0)
        str_addf(line, " (bound %lld)", (long long)s->ctx->opt.bound);
    else if (gaps)
        str_add(line, " (bounded)");
    return EXIT_FINE;
}

static bool explore(struct session *s) {
    struct explore_hooks hooks = {.bug = on_bug, .progress = on_progress, .owner = s};
    struct explore_result result;
    return session_explore(s, &hooks, &result);
}

static bool on_concolic_bug(void *owner, struct exec *x, const vec_u8 *file, bool *settled) {
    (void)file;
    struct session *s = owner;
    uint32_t confirmed = s->confirmed;
    bool go_on = on_bug(owner, x);
    *settled = s->confirmed > confirmed;
    return go_on;
}

static bool concolic(struct session *s) {
    struct generations_hooks hooks = {.bug = on_concolic_bug, .owner = s};
    struct generations g;
    timer_start(&s->ctx->stats.t_execute);
    generations_init(&g, &s->x, SEED_NONE, &hooks, &s->covered, 0);
    generations_random(&g);
    generations_run(&g);
    generations_count(&g, &s->ctx->stats);
    generations_release(&g);
    timer_stop(&s->ctx->stats.t_execute);
    return true;
}

static int verify(struct context *ctx, const struct command_line *line, struct gate *gate) {
    struct session s;
    if (!session_open(&s, ctx, line)) {
        gate_wait(gate, EXIT_WRONG);
        return EXIT_WRONG;
    }
    int status = EXIT_WRONG;
    bool ran = ctx->opt.engine == ENGINE_CONCOLIC ? concolic(&s) : explore(&s);
    struct str text = {0};
    if (ran) {
        session_explain(&s);
        status = verdict(&s, s.x.sym->gaps, &text);
    }
    gate_wait(gate, status);
    if (ran) {
        if (status == EXIT_FINE && !s.x.sym->gaps) session_invariants(&s);
        if (status == EXIT_FINE) session_proof(&s, str_text(&text), status);
        if (!session_write(&s, str_text(&text), status, NULL, 0)) status = EXIT_WRONG;
        printf("%s\n", str_text(&text));
    }
    str_release(&text);
    session_close(&s);
    return status;
}

int cli_verify(struct context *ctx, const struct command_line *line) {
    if (ctx->opt.engine == ENGINE_AUTO) return auto_verify(ctx, line, verify);
    return verify(ctx, line, NULL);
}
