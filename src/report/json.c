#include "report/json.h"

#include "base/stats.h"
#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "report/coverage.h"
#include "report/outcome.h"
#include "test/inputs.h"

static void add_position(struct program *p, uint32_t pos, struct str *out) {
    struct position at = p->positions.data[pos];
    str_add(out, "\"file\":");
    str_add_json(out, at.file ? p->files.data[at.file] : "");
    str_addf(out, ",\"line\":%u,\"column\":%u", at.line, at.column);
}

void report_bug_json(struct program *p, const struct bug *bug, const struct test *test, struct str *out) {
    str_addf(out, "{\"kind\":\"%s\",\"message\":", bug_slug(bug->kind));
    str_add_json(out, str_text(&bug->message));
    str_add_char(out, ',');
    add_position(p, bug->pos, out);
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
    str_addf(out, ",\"functions\":%u,\"functionsCovered\":%u}", c->functions, c->functions_hit);
}

void report_json_outcome(const struct outcome *o, const char *engine, struct str *out) {
    add_start(o->command, engine, o->verdict, o->status, out);
    for (uint32_t i = 0; i < o->ncases; i++) {
        if (i) str_add_char(out, ',');
        report_bug_json(o->p, o->cases[i].bug, o->cases[i].test, out);
    }
    str_add_char(out, ']');
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
