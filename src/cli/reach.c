/* shrike reach: can execution come to a place in the source? */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/str.h"
#include "base/watchdog.h"
#include "cli/commands.h"
#include "cli/explore.h"
#include "cli/find.h"
#include "engine/aim.h"
#include "exec/sym/errors.h"
#include "front/front.h"
#include "report/formats.h"
#include "session/auto.h"
#include "test/from_state.h"
#include "test/inputs.h"
#include "test/test.h"

enum { LOOK_EVERY_NS = 50000000 };

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
    vec_append(&words, line->files.data, line->files.len);
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
        if (end > skip && text[skip] != '#') vec_push(&line->targets, arena_strndup(arena, text + skip, end - skip));
        text += len + (text[len] == '\n');
    }
}

/* False after a message. */
static bool collect_targets(struct context *ctx, struct command_line *line, struct arena *arena) {
    split_files(line, arena);
    vec_append(&line->targets, ctx->opt.at.data, ctx->opt.at.len);
    if (ctx->opt.targets) {
        struct str text = {0};
        bool ok = str_read_file(&text, ctx->opt.targets);
        if (ok) split_lines(line, arena, str_text(&text));
        else log_error(&ctx->log, "cannot read %s: %s", ctx->opt.targets, strerror(errno));
        str_release(&text);
        if (!ok) return false;
    }
    size_t len;
    for (uint32_t i = 0; i < line->targets.len; i++) {
        if (front_is_target(line->targets.data[i], &len)) continue;
        log_error(&ctx->log, "'%s' is not a target; write FILE:LINE, FILE:FUNCTION or FILE:LABEL",
                  line->targets.data[i]);
        return false;
    }
    if (line->files.len && line->targets.len) return true;
    log_error(&ctx->log, "%s (see shrike reach --help)",
              line->files.len ? "no target: name FILE:LINE, FILE:FUNCTION or FILE:LABEL" : "no input file");
    return false;
}

/* ---- the exploration ---------------------------------------------------------------------- */

/* An error ends its path. What lies behind is not reached if the error ends a real run as well; else it is open. */
static bool on_bug(void *owner, struct exec *x) {
    const struct reach *r = owner;
    if (!error_ends_run(x->bug.kind)) sym_gap(x, GAP_UNDEFINED, str_text(&x->bug.message));
    log_warning(&r->session->ctx->log, "%s: paths end here: %s [%s]", program_where(x->p, x->bug.pos),
                str_text(&x->bug.message), bug_slug(x->bug.kind));
    return true;
}

static void tell_target(const struct reach *r, uint32_t id, const char *inputs) {
    watchdog_expect(r->session->ctx, session_is_tso(r->session) ? "REACHABLE (tso)" : "REACHABLE", EXIT_UNSAFE);
    fprintf(r->session->ctx->log.out, "%s is reached (in shrike's execution; not confirmed natively)\n%s",
            r->line->targets.data[id], inputs);
    if (r->line->targets.len > 1) printf("%s: REACHABLE\n", r->line->targets.data[id]);
    fflush(stdout);
}

/* To the other engines, which need not look for it any more. */
static void share_target(const struct reach *r, uint32_t id, const struct str *inputs) {
    struct gate *gate = r->session->gate;
    if (!gate) return;
    vec_u8 m = {0};
    mail_begin(&m, MAIL_TARGET);
    put_u64(&m, id);
    put_bytes(&m, (const uint8_t *)str_text(inputs), inputs->len + 1);
    gate_send(gate, &m);
    gate_reached(gate, id);
    vec_release(&m);
}

static void take_target(const struct reach *r, uint32_t id, const struct test *test) {
    struct str text = {0};
    aim_close(r->aim, id);
    report_inputs(test, &text);
    tell_target(r, id, str_text(&text));
    share_target(r, id, &text);
    str_release(&text);
}

static bool on_target(void *owner, struct exec *x, uint32_t id) {
    const struct reach *r = owner;
    if (!aim_is_open(r->aim, id)) return true;
    struct test test = {0};
    test_from_state(x, x->now, &test);
    if (session_asks_assembly(&test)) sym_gap(x, GAP_ASSEMBLY, NULL);
    else take_target(r, id, &test);
    test_release(&test);
    return aim_open(r->aim) > 0;
}

/* What other engines have reached is not looked for any more. */
static void close_reached(const struct reach *r) {
    for (uint32_t i = 0; i < r->line->targets.len; i++)
        if (aim_is_open(r->aim, i) && gate_is_reached(r->session->gate, i)) aim_close(r->aim, i);
}

static void merge(void *owner, enum mail kind, const uint8_t *p, const uint8_t *end) {
    const struct reach *r = owner;
    uint64_t id;
    vec_u8 text = {0};
    if (kind == MAIL_TARGET && get_u64(&p, end, &id) && id < r->line->targets.len && get_bytes(&p, end, &text)) {
        tell_target(r, (uint32_t)id, (const char *)text.data);
        if (aim_is_open(r->aim, (uint32_t)id)) aim_close(r->aim, (uint32_t)id);
    }
    vec_release(&text);
}

static bool is_hopeless(void *owner, const struct state *st) {
    return aim_hopeless(((const struct reach *)owner)->aim, st);
}

static bool wants(void *owner, uint32_t id) { return aim_is_open(((const struct reach *)owner)->aim, id); }

static void on_progress(void *owner, const struct run *so_far) {
    const struct reach *r = owner;
    struct gate *gate = r->session->gate;
    if (gate && clock_ns() - gate->told_ns > LOOK_EVERY_NS) close_reached(r);
    session_progress(r->session, so_far);
}

/* ---- the verdict ------------------------------------------------------------------------------ */

/* open: of the targets that were not reached; else of all. */
static int verdict_text(const struct reach *r, bool open, struct str *out) {
    struct str scope = {0};
    struct verdict_facts f = session_facts(r->session, &scope);
    f.targets = r->line->targets.len;
    f.open = aim_open(r->aim);
    str_clear(out);
    int status = open ? verdict_of_open(&f, out) : verdict_reach(&f, out);
    str_release(&scope);
    return status;
}

/* The targets that are proved to be unreachable, for the parent of several engines. */
static void wait_at_gate(struct reach *r) {
    struct session *s = r->session;
    vec_u32 unreachable = {0};
    uint32_t gaps = s->x.sym->gaps.seen;
    bool all = session_extent(s) != EXTENT_PARTIAL, bounded = gaps & (1u << GAP_BOUND | 1u << GAP_PREEMPTIONS);
    uint32_t n = r->line->targets.len, open = aim_open(r->aim);
    for (uint32_t i = 0; all && !bounded && i < n; i++)
        if (aim_is_open(r->aim, i)) vec_push(&unreachable, i);
    struct gate_verdict v = {.status = open < n ? EXIT_UNSAFE
                                       : all    ? EXIT_FINE
                                                : EXIT_UNKNOWN,
                             .complete = all || !open,
                             .bounded = bounded,
                             .final = session_is_final(s),
                             .came = session_came(s),
                             .unreachable = unreachable.data,
                             .nunreachable = unreachable.len};
    if (gaps & 1u << GAP_INTERNAL) v.status = EXIT_INTERNAL;
    gate_wait(s->gate, &v, merge, r);
    vec_release(&unreachable);
}

/* A line for each target if there are several, then one for all: REACHABLE if any is. */
static int verdict(const struct reach *r) {
    uint32_t n = r->line->targets.len;
    struct str text = {0};
    int open = verdict_text(r, true, &text);
    for (uint32_t i = 0; i < n && n > 1; i++)
        if (aim_is_open(r->aim, i)) printf("%s: %s\n", r->line->targets.data[i], str_text(&text));
    bool unreachable = open == EXIT_FINE && aim_open(r->aim);
    int status = verdict_text(r, false, &text);
    if (unreachable && status != EXIT_INTERNAL) session_assumptions(r->session, str_text(&text), status);
    auto_tell(r->session, status);
    if (status == EXIT_UNKNOWN) session_guide(r->session);
    if (!session_json(r->session, str_text(&text), status)) status = EXIT_WRONG;
    watchdog_tell(r->session->ctx, str_text(&text), status);
    job_tell_verdict(r->session->ctx, str_text(&text));
    str_release(&text);
    return status;
}

/* A worker has reached it. */
static void hear_target(void *owner, uint32_t id, const struct test *test) {
    const struct reach *r = owner;
    if (aim_is_open(r->aim, id)) take_target(r, id, test);
}

static bool is_enough(void *owner) { return !aim_open(((const struct reach *)owner)->aim); }

/* False: nothing to tell. */
static bool look(struct reach *r, int engine) {
    struct session *s = r->session;
    bool tells = engine == PORTFOLIO_TELLER;
    struct job_listener heard = {.target = hear_target, .enough = is_enough, .owner = r};
    if (s->ctx->opt.on) return job_explore(s, (enum engine)engine, NULL, &heard);
    struct listener to = {.bug = on_bug,
                          .progress = on_progress,
                          .owner = r,
                          .target = on_target,
                          .hopeless = is_hopeless,
                          .wants = wants};
    if (tells) sym_gap(&s->x, GAP_LIMIT, "no engine completed its search");
    else if (!session_explore(s, &to, NULL)) return false;
    return true;
}

static int reach(void *owner, int engine, struct gate *gate) {
    struct session *s = owner;
    auto_enter(s, engine == ENGINE_AUTO ? (int)engine_of_command(CMD_REACH) : engine, gate);
    int status = EXIT_WRONG;
    if (!session_begin(s)) {
        gate_wait(gate, &(struct gate_verdict){.status = status}, NULL, NULL);
        return status;
    }
    struct reach r = {s, s->line, aim_new(s->p, s->line->targets.len)};
    if (look(&r, engine)) {
        wait_at_gate(&r);
        if (aim_open(r.aim)) session_explain(s);
        status = verdict(&r);
    } else {
        gate_wait(gate, &(struct gate_verdict){.status = status}, NULL, NULL);
    }
    aim_free(r.aim);
    if (!gate) session_close(s); /* else the process ends, and takes everything with it */
    return status;
}

static int start(struct context *ctx, const struct command_line *line) {
    watchdog_expect(ctx, "UNKNOWN", EXIT_UNKNOWN);
    return cli_explore(ctx, line, CMD_REACH, reach);
}

int cli_reach(struct context *ctx, struct command_line *line) {
    struct arena arena;
    arena_init(&arena);
    struct units u;
    units_init(&u);
    bool ok = collect_targets(ctx, line, &arena) && cli_find(ctx, line, 0, &u);
    int status = ok ? start(ctx, line) : EXIT_WRONG;
    units_release(&u);
    arena_release(&arena);
    return status;
}
