#include "report/json.h"

#include "base/stats.h"
#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "report/coverage.h"
#include "report/invariant.h"
#include "report/outcome.h"
#include "report/rules.h"
#include "story/story.h"
#include "test/inputs.h"
#include "text/source.h"

static void add_position(struct program *p, uint32_t pos, struct str *out) {
    struct position at = p->positions.data[pos];
    str_add(out, "\"file\":");
    str_add_json(out, at.file ? p->files.data[at.file] : "");
    str_addf(out, ",\"line\":%u,\"column\":%u", at.line, at.column);
}

/* The inside of a bug object. */
static void add_bug(struct program *p, const struct bug *bug, const struct test *test, struct str *out) {
    str_addf(out, "\"kind\":\"%s\",\"message\":", bug_slug(bug->kind));
    str_add_json(out, str_text(&bug->message));
    str_add_char(out, ',');
    add_position(p, bug->pos, out);
    if (rule_of(bug->kind)->cwe) str_addf(out, ",\"cwe\":%u", rule_of(bug->kind)->cwe);
    str_add(out, ",\"stack\":[");
    for (uint32_t i = 0; i < bug->stack.len; i++) {
        str_add(out, i ? ",{\"function\":" : "{\"function\":");
        str_add_json(out, bug->stack.data[i].function);
        str_add_char(out, ',');
        add_position(p, bug->stack.data[i].pos, out);
        str_add_char(out, '}');
    }
    str_add_char(out, ']');
    if (test) {
        str_add(out, ",\"inputs\":");
        report_inputs_json(test, out);
    }
}

void report_bug_json(struct program *p, const struct bug *bug, const struct test *test, struct str *out) {
    str_add_char(out, '{');
    add_bug(p, bug, test, out);
    str_add_char(out, '}');
}

static void add_text(const char *name, const char *text, struct str *out) {
    str_addf(out, ",\"%s\":", name);
    str_add_json(out, text);
}

static void add_story(const struct story *story, struct str *out) {
    str_add(out, ",\"story\":[");
    for (uint32_t i = 0; i < story->steps.len; i++) {
        const struct story_step *step = &story->steps.data[i];
        struct str words = {0};
        story_say(step, &words);
        str_add(out, i ? ",{\"text\":" : "{\"text\":");
        str_add_json(out, str_text(&words));
        add_text("function", step->function, out);
        add_text("file", step->at.file, out);
        if (step->threaded) str_addf(out, ",\"thread\":%u", step->thread);
        str_addf(out, ",\"line\":%u,\"column\":%u,\"depth\":%u}", step->at.line, step->at.column, step->depth);
        str_release(&words);
    }
    str_add_char(out, ']');
}

/* What lines of the failing run computed last, and how often they were executed. */
static void add_lines(const struct story *story, struct str *out) {
    bool first = true;
    str_add(out, ",\"values\":[");
    for (uint32_t i = 0; i < story->lines.len; i++) {
        const struct story_line *l = &story->lines.data[i];
        if (!*l->values) continue;
        str_add(out, first ? "{\"text\":" : ",{\"text\":");
        first = false;
        str_add_json(out, l->values);
        add_text("file", l->file, out);
        str_addf(out, ",\"line\":%u,\"times\":%llu}", l->line, (unsigned long long)l->hits);
    }
    str_add_char(out, ']');
}

/* Of what a #line directive names and is not there: where it stands. */
static void add_origin(const struct outcome *o, const struct bug *bug, struct str *out) {
    const char *file;
    uint32_t line;
    if (!o->src || !source_origin(o->src, outcome_file(o, bug->pos), o->p->positions.data[bug->pos].line, &file, &line)) return;
    str_add(out, ",\"origin\":{\"file\":");
    str_add_json(out, file);
    str_addf(out, ",\"line\":%u}", line);
}

static void add_case(const struct outcome *o, const struct outcome_case *c, struct str *out) {
    str_add_char(out, '{');
    add_bug(o->p, c->bug, c->test, out);
    add_origin(o, c->bug, out);
    str_addf(out, ",\"confirmed\":%s", c->confirmed ? "true" : "false");
    add_text("fingerprint", c->fingerprint, out);
    if (c->excuse) {
        str_addf(out, ",\"suppressed\":{\"by\":\"%s\"", c->in_source ? "source" : "baseline");
        add_text("reason", c->excuse, out);
        str_add_char(out, '}');
    }
    if (*c->replay) add_text("replay", c->replay, out);
    if (c->story) add_story(c->story, out);
    if (c->story) add_lines(c->story, out);
    str_add_char(out, '}');
}

static void add_start(const char *command, const char *engine, const char *outcome, int status, struct str *out) {
    str_addf(out, "{\"command\":\"%s\",", command);
    if (engine) str_addf(out, "\"engine\":\"%s\",", engine);
    str_addf(out, "\"outcome\":\"%s\",\"status\":%d,\"bugs\":[", outcome, status);
}

static void add_end(const struct stats *stats, struct str *out) {
    str_add(out, ",\"statistics\":");
    stats_json(stats, out);
    str_add(out, "}\n");
}

static void add_texts(const char *name, const char *const *texts, uint32_t n, struct str *out) {
    str_addf(out, ",\"%s\":[", name);
    for (uint32_t i = 0; i < n; i++) {
        if (i) str_add_char(out, ',');
        str_add_json(out, texts[i]);
    }
    str_add_char(out, ']');
}

static void add_covered(const struct coverage_summary *c, struct str *out) {
    str_addf(out, ",\"coverage\":{\"lines\":%u,\"linesCovered\":%u,\"branches\":%u,\"branchesCovered\":%u", c->lines, c->lines_hit,
             c->branches, c->branches_hit);
    str_addf(out, ",\"branchesUnreachable\":%u", c->branches_unreachable);
    str_addf(out, ",\"functions\":%u,\"functionsCovered\":%u,\"presumed\":%s}", c->functions, c->functions_hit, c->presumed ? "true" : "false");
}

static void add_about(const struct outcome *o, struct str *out) {
    struct str checks = {0}, when = {0};
    outcome_checks(o, &checks);
    outcome_time(o, &when);
    add_text("version", o->version, out);
    add_text("invocation", o->words, out);
    add_text("checks", str_text(&checks), out);
    add_text("time", str_text(&when), out);
    str_addf(out, ",\"seconds\":%.3f,\"bounded\":%s", o->seconds, o->bounded ? "true" : "false");
    if (*o->scope) add_text("scope", o->scope, out);
    add_texts("files", o->files, o->nfiles, out);
    str_release(&checks);
    str_release(&when);
}

static void add_invariants(const struct outcome *o, struct str *out) {
    str_add(out, ",\"invariants\":[");
    for (uint32_t i = 0; i < o->ninvariants; i++) {
        const struct loop_invariant *v = &o->invariants[i];
        str_add(out, i ? ",{\"holds\":" : "{\"holds\":");
        str_add_json(out, v->text);
        add_text("function", v->function, out);
        add_text("file", v->file, out);
        str_addf(out, ",\"line\":%u,\"column\":%u}", v->line, v->column);
    }
    str_add_char(out, ']');
}

static void add_summaries(const struct outcome *o, struct str *out) {
    str_add(out, ",\"summaries\":[");
    for (uint32_t i = 0; i < o->nsummaries; i++) {
        const struct function_summary *v = &o->summaries[i];
        str_add(out, i ? ",{\"function\":" : "{\"function\":");
        str_add_json(out, v->function);
        add_text("before", v->before, out);
        add_text("after", v->after, out);
        add_text("file", v->file, out);
        str_addf(out, ",\"line\":%u}", v->line);
    }
    str_add_char(out, ']');
}

void report_json_outcome(const struct outcome *o, const char *engine, struct str *out) {
    add_start(o->command, engine, o->verdict, o->status, out);
    for (uint32_t i = 0; i < o->ncases; i++) {
        if (i) str_add_char(out, ',');
        add_case(o, &o->cases[i], out);
    }
    str_add_char(out, ']');
    add_about(o, out);
    add_invariants(o, out);
    add_summaries(o, out);
    add_texts("assumptions", o->assumptions, o->nassumptions, out);
    add_texts("gaps", o->gaps, o->ngaps, out);
    if (o->covered) add_covered(o->covered, out);
    if (o->next) {
        str_add(out, ",\"next\":");
        str_add_json(out, o->next);
    }
    add_end(o->stats, out);
}

void report_json(const char *command, const char *outcome, int status, struct program *p,
                 const struct bug *bug, const struct stats *stats, struct str *out) {
    add_start(command, NULL, outcome, status, out);
    if (p && bug && bug->kind) report_bug_json(p, bug, NULL, out);
    str_add_char(out, ']');
    add_end(stats, out);
}
