/* The result of a run for machines (--json FILE). */
#include "base/json.h"
#include "base/stats.h"
#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "report/coverage.h"
#include "report/formats.h"
#include "report/invariant.h"
#include "report/outcome.h"
#include "report/rules.h"
#include "story/story.h"
#include "test/inputs.h"
#include "text/source.h"

static void add_position(struct program *p, uint32_t pos, struct str *out) {
    struct position at = p->positions.data[pos];
    json_add(out, "file", at.file ? p->files.data[at.file] : "");
    json_number(out, "line", at.line);
    json_number(out, "column", at.column);
}

/* The inside of a bug object. */
static void add_bug(struct program *p, const struct bug *bug, const struct test *test, struct str *out) {
    json_add(out, "kind", bug_slug(bug->kind));
    json_add(out, "message", str_text(&bug->message));
    add_position(p, bug->pos, out);
    if (rule_of(bug->kind)->cwe) json_number(out, "cwe", rule_of(bug->kind)->cwe);
    json_open(out, "stack", '[');
    for (uint32_t i = 0; i < bug->stack.len; i++) {
        json_open(out, NULL, '{');
        json_add(out, "function", bug->stack.data[i].function);
        add_position(p, bug->stack.data[i].pos, out);
        json_close(out, "}");
    }
    json_close(out, "]");
    if (test) report_inputs_json(test, "inputs", out);
}

void report_bug_json(struct program *p, const struct bug *bug, const struct test *test, struct str *out) {
    json_open(out, NULL, '{');
    add_bug(p, bug, test, out);
    json_close(out, "}");
}

static void add_story(const struct story *story, struct str *out) {
    json_open(out, "story", '[');
    for (uint32_t i = 0; i < story->steps.len; i++) {
        const struct story_step *step = &story->steps.data[i];
        struct str words = {0};
        story_say(step, &words);
        json_open(out, NULL, '{');
        json_add(out, "text", str_text(&words));
        json_add(out, "function", step->function);
        json_add(out, "file", step->at.file);
        if (step->threaded) json_number(out, "thread", step->thread);
        json_number(out, "line", step->at.line);
        json_number(out, "column", step->at.column);
        json_number(out, "depth", step->depth);
        json_close(out, "}");
        str_release(&words);
    }
    json_close(out, "]");
}

/* What lines of the failing run computed last, and how often they were executed. */
static void add_lines(const struct story *story, struct str *out) {
    json_open(out, "values", '[');
    for (uint32_t i = 0; i < story->lines.len; i++) {
        const struct story_line *l = &story->lines.data[i];
        if (!*l->values) continue;
        json_open(out, NULL, '{');
        json_add(out, "text", l->values);
        json_add(out, "file", l->file);
        json_number(out, "line", l->line);
        json_number(out, "times", l->hits);
        json_close(out, "}");
    }
    json_close(out, "]");
}

/* Of a file that a #line directive names and that is not there: where the directive stands. */
static void add_origin(const struct outcome *o, const struct bug *bug, struct str *out) {
    const char *file;
    uint32_t line;
    if (!o->src || !source_origin(o->src, outcome_file(o, bug->pos), o->p->positions.data[bug->pos].line, &file, &line))
        return;
    json_open(out, "origin", '{');
    json_add(out, "file", file);
    json_number(out, "line", line);
    json_close(out, "}");
}

static void add_case(const struct outcome *o, const struct outcome_case *c, struct str *out) {
    json_open(out, NULL, '{');
    add_bug(o->p, c->bug, c->test, out);
    add_origin(o, c->bug, out);
    json_bool(out, "confirmed", c->confirmed);
    json_add(out, "fingerprint", c->fingerprint);
    if (c->excuse) {
        json_open(out, "suppressed", '{');
        json_add(out, "by", c->in_source ? "source" : "baseline");
        json_add(out, "reason", c->excuse);
        json_close(out, "}");
    }
    if (*c->replay) json_add(out, "replay", c->replay);
    if (c->story) add_story(c->story, out);
    if (c->story) add_lines(c->story, out);
    json_close(out, "}");
}

static void add_start(const char *command, const char *engine, const char *outcome, int status, struct str *out) {
    json_open(out, NULL, '{');
    json_add(out, "command", command);
    if (engine) json_add(out, "engine", engine);
    json_add(out, "outcome", outcome);
    json_addf(out, "status", "%d", status);
    json_open(out, "bugs", '[');
}

static void add_end(const struct stats *stats, struct str *out) {
    stats_json(stats, "statistics", out);
    str_add(out, "}\n");
}

static void add_covered(const struct coverage_summary *c, struct str *out) {
    json_open(out, "coverage", '{');
    json_number(out, "lines", c->lines);
    json_number(out, "linesCovered", c->lines_hit);
    json_number(out, "branches", c->branches);
    json_number(out, "branchesCovered", c->branches_hit);
    json_number(out, "branchesUnreachable", c->branches_unreachable);
    json_number(out, "functions", c->functions);
    json_number(out, "functionsCovered", c->functions_hit);
    json_bool(out, "presumed", c->presumed);
    json_close(out, "}");
}

static void add_about(const struct outcome *o, struct str *out) {
    struct str checks = {0}, when = {0};
    outcome_checks(o, &checks);
    outcome_time(o, &when);
    json_add(out, "version", o->version);
    json_add(out, "invocation", o->words);
    json_add(out, "checks", str_text(&checks));
    json_add(out, "time", str_text(&when));
    json_addf(out, "seconds", "%.3f", o->seconds);
    json_bool(out, "bounded", o->bounded);
    if (*o->scope) json_add(out, "scope", o->scope);
    json_texts(out, "files", o->files, o->nfiles);
    str_release(&checks);
    str_release(&when);
}

static void add_invariants(const struct outcome *o, struct str *out) {
    json_open(out, "invariants", '[');
    for (uint32_t i = 0; i < o->ninvariants; i++) {
        const struct loop_invariant *v = &o->invariants[i];
        json_open(out, NULL, '{');
        json_add(out, "holds", v->text);
        json_add(out, "function", v->function);
        json_add(out, "file", v->file);
        json_number(out, "line", v->line);
        json_number(out, "column", v->column);
        json_close(out, "}");
    }
    json_close(out, "]");
}

static void add_summaries(const struct outcome *o, struct str *out) {
    json_open(out, "summaries", '[');
    for (uint32_t i = 0; i < o->nsummaries; i++) {
        const struct function_summary *v = &o->summaries[i];
        json_open(out, NULL, '{');
        json_add(out, "function", v->function);
        json_add(out, "before", v->before);
        json_add(out, "after", v->after);
        json_add(out, "file", v->file);
        json_number(out, "line", v->line);
        json_close(out, "}");
    }
    json_close(out, "]");
}

void report_json_outcome(const struct outcome *o, const char *engine, struct str *out) {
    add_start(o->command, engine, o->verdict, o->status, out);
    for (uint32_t i = 0; i < o->ncases; i++) add_case(o, &o->cases[i], out);
    json_close(out, "]");
    add_about(o, out);
    add_invariants(o, out);
    add_summaries(o, out);
    json_texts(out, "assumptions", o->assumptions, o->nassumptions);
    json_texts(out, "gaps", o->gaps, o->ngaps);
    if (o->covered) add_covered(o->covered, out);
    if (o->next) json_add(out, "next", o->next);
    add_end(o->stats, out);
}

void report_json(const char *command, const char *outcome, int status, struct program *p, const struct bug *bug,
                 const struct stats *stats, struct str *out) {
    add_start(command, NULL, outcome, status, out);
    if (p && bug && bug->kind) report_bug_json(p, bug, NULL, out);
    json_close(out, "]");
    add_end(stats, out);
}
