/* shrike reach: can execution come to a place in the source? */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/str.h"
#include "cli/session.h"
#include "engine/aim.h"
#include "engine/errors.h"
#include "front/front.h"
#include "report/from_state.h"
#include "report/inputs.h"
#include "report/test.h"
#include "report/text.h"

struct reach {
    struct session *session;
    const struct command_line *line;
    struct aim *aim;
};

/* ---- the command line ------------------------------------------------------------------ */

static bool is_listed(const struct command_line *line, const char *file) {
    for (uint32_t i = 0; i < line->files.len; i++)
        if (strcmp(line->files.data[i], file) == 0) return true;
    return false;
}

/* FILE:PLACE among the files is a file and a target. */
static void split_files(struct command_line *line, struct arena *arena) {
    VEC(const char *) words = {0};
    for (uint32_t i = 0; i < line->files.len; i++) vec_push(&words, line->files.data[i]);
    vec_clear(&line->files);
    for (uint32_t i = 0; i < words.len; i++) {
        const char *word = words.data[i];
        size_t file_len;
        bool is_target = access(word, F_OK) != 0 && front_is_target(word, &file_len) && file_len;
        const char *file = is_target ? arena_strndup(arena, word, file_len) : word;
        if (is_target) vec_push(&line->targets, word);
        if (!is_listed(line, file)) vec_push(&line->files, file);
    }
    vec_release(&words);
}

/* One target a line; empty lines and those that start with # are skipped. */
static void split_lines(struct command_line *line, struct arena *arena, const char *text) {
    while (*text) {
        size_t len = strcspn(text, "\n"), skip = strspn(text, " \t"), end = len;
        while (end > skip && strchr(" \t\r", text[end - 1])) end--;
        if (end > skip && text[skip] != '#')
            vec_push(&line->targets, arena_strndup(arena, text + skip, end - skip));
        text += len + (text[len] == '\n');
    }
}

/* False after a message. */
static bool collect_targets(struct context *ctx, struct command_line *line, struct arena *arena) {
    split_files(line, arena);
    for (uint32_t i = 0; i < ctx->opt.at.len; i++) vec_push(&line->targets, ctx->opt.at.data[i]);
    if (ctx->opt.targets) {
        struct str text = {0};
        bool ok = str_read_file(&text, ctx->opt.targets);
        if (ok)
            split_lines(line, arena, str_text(&text));
        else
            log_error(&ctx->log, "cannot read %s: %s", ctx->opt.targets, strerror(errno));
        str_release(&text);
        if (!ok) return false;
    }
    size_t len;
    for (uint32_t i = 0; i < line->targets.len; i++) {
        if (front_is_target(line->targets.data[i], &len)) continue;
        log_error(&ctx->log, "'%s' is not a target: wanted FILE:LINE, FILE:FUNCTION or FILE:LABEL",
                  line->targets.data[i]);
        return false;
    }
    if (line->files.len && line->targets.len) return true;
    log_error(&ctx->log, "%s (see shrike reach --help)",
              line->files.len ? "nothing to reach: say FILE:LINE, FILE:FUNCTION or FILE:LABEL" : "no input file");
    return false;
}

/* ---- the exploration ---------------------------------------------------------------------- */

/* An error ends its path. What lies behind is not reached if it ends a real run as well;
 * else nobody knows. */
static bool on_bug(void *owner, struct exec *x) {
    const struct reach *r = owner;
    if (!error_ends_run(x->bug.kind)) sym_gap(x, GAP_UNDEFINED, str_text(&x->bug.message));
    log_warning(&r->session->ctx->log, "%s: paths end here: %s [%s]", program_where(x->p, x->bug.pos),
                str_text(&x->bug.message), bug_slug(x->bug.kind));
    return true;
}

static bool on_target(void *owner, struct exec *x, uint32_t id) {
    const struct reach *r = owner;
    if (!aim_is_open(r->aim, id)) return true;
    aim_close(r->aim, id);
    struct test test = {0};
    struct str text = {0};
    test_from_state(x, x->now, &test);
    report_inputs(&test, &text);
    fprintf(r->session->ctx->log.out, "%s is reached (by our execution; not run natively)\n%s", r->line->targets.data[id], str_text(&text));
    if (r->line->targets.len > 1) printf("%s: REACHABLE\n", r->line->targets.data[id]);
    fflush(stdout);
    str_release(&text);
    test_release(&test);
    return aim_open(r->aim) > 0;
}

static bool is_hopeless(void *owner, const struct state *st) {
    return aim_hopeless(((const struct reach *)owner)->aim, st);
}

static bool wants(void *owner, uint32_t id) { return aim_is_open(((const struct reach *)owner)->aim, id); }

static void on_progress(void *owner, const struct exec *x, const struct explore_result *so_far) {
    session_progress(((const struct reach *)owner)->session, x, so_far);
}

/* ---- the verdict ------------------------------------------------------------------------------ */

static void verdict_text(const struct reach *r, uint32_t gaps, struct str *out) {
    if (gaps & ~(1u << GAP_BOUND))
        str_add(out, "UNKNOWN");
    else
        str_add(out, "UNREACHABLE");
    if (gaps != 1u << GAP_BOUND) return;
    if (r->session->ctx->opt.bound >= 0)
        str_addf(out, " (bound %lld)", (long long)r->session->ctx->opt.bound);
    else
        str_add(out, " (bounded)");
}

/* A line for each target if there are several, then one for all: REACHABLE if any is. */
static int verdict(const struct reach *r, uint32_t gaps) {
    uint32_t n = r->line->targets.len;
    struct str text = {0};
    verdict_text(r, gaps, &text);
    for (uint32_t i = 0; i < n && n > 1; i++)
        if (aim_is_open(r->aim, i)) printf("%s: %s\n", r->line->targets.data[i], str_text(&text));
    int status = str_starts(str_text(&text), "UNKNOWN") ? EXIT_UNKNOWN : EXIT_FINE;
    if (aim_open(r->aim) < n) {
        str_clear(&text);
        str_add(&text, "REACHABLE");
        status = EXIT_UNSAFE;
    }
    if (gaps & 1u << GAP_INTERNAL) {
        str_clear(&text);
        str_add(&text, "UNKNOWN");
        status = EXIT_INTERNAL;
    }
    if (!session_json(r->session, str_text(&text), status)) status = EXIT_WRONG;
    printf("%s\n", str_text(&text));
    str_release(&text);
    return status;
}

static int reach(struct context *ctx, const struct command_line *line) {
    struct session s;
    ctx->opt.engine = ctx->opt.engine_reach; /* the same names, in the same order */
    if (!session_open(&s, ctx, line)) return EXIT_WRONG;
    struct reach r = {&s, line, aim_new(s.p, line->targets.len)};
    struct explore_hooks hooks = {.bug = on_bug, .progress = on_progress, .owner = &r,
                                  .target = on_target, .hopeless = is_hopeless, .wants = wants};
    struct explore_result result;
    int status = EXIT_WRONG;
    if (session_explore(&s, &hooks, &result)) {
        if (aim_open(r.aim)) session_explain(&s);
        status = verdict(&r, result.gaps);
    }
    aim_free(r.aim);
    session_close(&s);
    return status;
}

int cli_reach(struct context *ctx, struct command_line *line) {
    struct arena arena;
    arena_init(&arena);
    int status = collect_targets(ctx, line, &arena) ? reach(ctx, line) : EXIT_WRONG;
    arena_release(&arena);
    return status;
}
