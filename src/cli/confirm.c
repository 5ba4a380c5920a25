/* shrike confirm: which alarms of another analyser are true?
 *
 * One exploration of all paths answers for all alarms. CONFIRMED: an error of that kind in that
 * line happens, natively. REFUTED: all executions were followed, and none gets there, or none
 * goes wrong there. OPEN: anything else.
 */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "base/watchdog.h"
#include "cli/behind.h"
#include "cli/commands.h"
#include "cli/find.h"
#include "exec/sym/errors.h"
#include "ir/cfg.h"
#include "replay/match.h"
#include "report/alarms.h"
#include "session/session.h"

struct confirm {
    struct session s;
    struct alarms alarms;
    struct behind *behind; /* errors after which the real program may go on */
    uint32_t confirmed, refuted, open;
};

/* ---- the exploration --------------------------------------------------------------------------------- */

static bool on_bug(void *owner, struct exec *x) {
    struct confirm *c = owner;
    const struct frame *f = x->now->top;
    while (f && f->fn->runtime && f->caller) f = f->caller;
    if (!error_ends_run(x->bug.kind) && f) behind_add(c->behind, f->fn->id, x->bug.pos);
    session_bug(&c->s, x);
    return true;
}

static void on_progress(void *owner, const struct run *so_far) {
    session_progress(&((struct confirm *)owner)->s, so_far);
}

/* ---- alarms and errors ------------------------------------------------------------------------------- */

static bool is_file(const struct confirm *c, uint32_t file, const char *name) {
    return file && match_files(c->s.p->files.data[file], name);
}

static bool mentions(const struct alarm *a, uint32_t line) {
    for (uint32_t i = 0; i < a->lines.len; i++)
        if (a->lines.data[i] == line) return true;
    return false;
}

/* "... allocated at FILE:LINE:COLUMN ...": is that a line of the alarm? */
static bool is_its_block(const struct alarm *a, const struct bug *bug) {
    const char *at = strstr(str_text(&bug->message), "allocated at ");
    for (uint32_t i = 0; at && i < a->lines.len; i++) {
        struct str place = {0};
        str_addf(&place, ":%u:", a->lines.data[i]);
        bool there = strstr(at, str_text(&place)) != NULL;
        str_release(&place);
        if (there) return true;
    }
    return false;
}

/* A leak shows at the end of the program; the block says whose it is. */
static bool is_about(const struct confirm *c, const struct alarm *a, const struct bug *bug) {
    struct position at = c->s.p->positions.data[bug->pos];
    if (!bug_has(a->kinds, bug->kind)) return false;
    if (bug->kind == BUG_LEAK || bug->kind == BUG_CLEANUP)
        return is_its_block(a, bug) || (mentions(a, at.line) && is_file(c, at.file, a->file));
    return at.line == a->line && is_file(c, at.file, a->file);
}

static const struct finding *finding_of(const struct confirm *c, const struct alarm *a) {
    const struct finding *doubtful = NULL;
    for (uint32_t i = 0; i < c->s.findings.len; i++) {
        const struct finding *f = &c->s.findings.data[i];
        if (!is_about(c, a, &f->bug)) continue;
        if (f->confirmed) return f;
        doubtful = f;
    }
    return doubtful;
}

/* The code of the alarm's line; was any block with some of it executed? */
static void find_code(const struct confirm *c, const struct alarm *a, vec_points *points, bool *reached) {
    const struct program *p = c->s.p;
    *reached = false;
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        for (uint32_t pc = 0; ir_has_code(f) && !f->runtime && pc < f->ncode; pc++) {
            struct position at = p->positions.data[f->code[pc].pos];
            if (at.line != a->line || !is_file(c, at.file, a->file)) continue;
            vec_push(points, (struct code_point){i, pc});
            *reached |= covered_has_block(&c->s.covered, f, f->blocks[cfg_block_at(f, pc)].first);
        }
    }
}

/* ---- answers ----------------------------------------------------------------------------------------- */

static void answer(struct confirm *c, const struct alarm *a, const char *word, const char *why) {
    uint32_t *count = word[0] == 'C' ? &c->confirmed : word[0] == 'R' ? &c->refuted : &c->open;
    ++*count;
    printf("%s:%u: %s: %s: %s\n", a->file, a->line, *a->rule ? a->rule : "alarm", word, why);
}

static const char *first_gap(const struct confirm *c) {
    const struct symbolic *sy = c->s.x.sym;
    for (uint32_t g = 0; g < GAPS; g++)
        if (sy->gaps.seen & 1u << g) return gap_text((enum gap)g);
    return NULL;
}

static void judge_without_error(struct confirm *c, const struct alarm *a) {
    vec_points points = {0};
    bool reached;
    const char *gap = first_gap(c);
    find_code(c, a, &points, &reached);
    uint32_t behind = behind_may_reach(c->behind, points.data, points.len);
    struct str why = {0};
    if (!points.len) answer(c, a, "OPEN", "the program has no code on that line");
    else if (!a->kinds) answer(c, a, "OPEN", "shrike does not check this kind of error");
    else if (gap) answer(c, a, "OPEN", gap);
    else if (behind) {
        str_addf(&why, "reachable only after the error at %s", program_where(c->s.p, behind));
        answer(c, a, "OPEN", str_text(&why));
    } else if (!reached) answer(c, a, "REFUTED", "no execution reaches the line");
    else if (a->out_of_memory)
        answer(c, a, "OPEN", "the alarm assumes that an allocation fails; confirm does not try that");
    else answer(c, a, "REFUTED", "executions reach the line, and none makes this error");
    vec_release(&points);
    str_release(&why);
}

static void judge(struct confirm *c, const struct alarm *a) {
    const struct finding *f = finding_of(c, a);
    struct str why = {0};
    if (!f) {
        judge_without_error(c, a);
    } else if (!f->confirmed) {
        answer(c, a, "OPEN", "shrike finds the error, but the native run does not show it");
    } else {
        session_replay_command(&c->s, f, NULL, &why);
        answer(c, a, "CONFIRMED", why.len ? str_text(&why) : "see the report");
    }
    str_release(&why);
}

static int judge_all(struct confirm *c) {
    watchdog_claim(c->s.ctx, EXIT_UNKNOWN);
    for (uint32_t i = 0; i < c->alarms.all.len; i++) judge(c, &c->alarms.all.data[i]);
    printf("%u confirmed, %u refuted, %u open\n", c->confirmed, c->refuted, c->open);
    return c->confirmed ? EXIT_UNSAFE : c->open ? EXIT_UNKNOWN : EXIT_FINE;
}

/* ---- the command ------------------------------------------------------------------------------------- */

/* The checks that the alarms need, besides the usual ones, as --check wants them. */
static void choose_checks(const struct alarms *alarms, struct str *out) {
    static const struct {
        const char *name;
        bool on;
    } checks[] = {
#define CHECK(name, text, on, help) {text, on},
#include "exec/core/checks.def"
#undef CHECK
    };
    check_set wanted = alarms_checks(alarms);
    for (uint32_t i = 0; i < CHECK_NONE; i++)
        if (checks[i].on || check_has(wanted, (enum check)i))
            str_addf(out, "%s%s", out->len ? "," : "", checks[i].name);
}

static int confirm(struct confirm *c, struct context *ctx, const struct command_line *line) {
    struct listener to = {.bug = on_bug, .progress = on_progress, .owner = c};
    int status = EXIT_WRONG;
    if (!session_open(&c->s, ctx, line)) return EXIT_WRONG;
    c->behind = behind_new(c->s.p);
    if (session_explore(&c->s, &to, NULL)) {
        session_explain(&c->s);
        status = judge_all(c);
        if (!session_write(&c->s, "confirm", status, NULL, 0)) status = EXIT_WRONG;
    }
    behind_free(c->behind);
    session_close(&c->s);
    return status;
}

int cli_confirm(struct context *ctx, struct command_line *line) {
    struct confirm c = {0};
    struct str error = {0}, checks = {0};
    int status = EXIT_WRONG;
    if (line->files.len < 2) {
        log_error(&ctx->log, "usage: shrike confirm REPORT.sarif FILE...");
        return EXIT_WRONG;
    }
    const char *report = line->files.data[0];
    memmove(line->files.data, line->files.data + 1, --line->files.len * sizeof *line->files.data);
    struct units u;
    units_init(&u);
    if (!cli_find(ctx, line, 0, &u)) {
        units_release(&u);
        return EXIT_WRONG;
    }
    if (alarms_read(report, &c.alarms, &error)) {
        choose_checks(&c.alarms, &checks);
        if (!ctx->opt.check) ctx->opt.check = str_text(&checks);
        ctx->opt.simplify = false; /* every line must stay what it is */
        status = confirm(&c, ctx, line);
    } else {
        log_error(&ctx->log, "%s", str_text(&error));
    }
    units_release(&u);
    alarms_release(&c.alarms);
    str_release(&error);
    str_release(&checks);
    return status;
}
