/* A run as a SARIF 2.1.0 log (OASIS), which code hosts, editors and dashboards read.
 *
 * Each error is a result of kind "fail" with its place, call stack, the way there as a code
 * flow, and the inputs in its property bag; a proof is one result of kind "pass" for each
 * property, an open question one of kind "open". What the analysis could not do is a
 * notification of the invocation.
 */
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "report/formats.h"
#include "report/outcome.h"
#include "report/place.h"
#include "report/rules.h"
#include "story/story.h"
#include "test/inputs.h"
#include "test/test.h"
#include "text/source.h"

enum { FLOW_STEPS = 200 };

/* The rules are our kinds of errors, then the properties (for results that are no errors). */
static const struct {
    const char *id;
    enum check check;
    enum bug_kind kind; /* BUG_NONE: of a property */
} rules[] = {
#define BUG(name, slug, check) {slug, check, BUG_##name},
#include "exec/core/bug_kinds.def"
#undef BUG
#define CHECK(name, text, on, help) {"property-" text, CHECK_##name, BUG_NONE},
#include "exec/core/checks.def"
#undef CHECK
};
enum { RULES = sizeof rules / sizeof *rules };

static const char *const check_help[] = {
#define CHECK(name, text, on, help) help,
#include "exec/core/checks.def"
#undef CHECK
};

/* "key":{"text":"..."} */
static void words(struct str *out, const char *key, const char *text) {
    json_open(out, key, '{');
    json_add(out, "text", text);
    json_close(out, "}");
}

static void add_escaped(const char *path, struct str *uri) {
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("-._~/", c);
        if (plain) str_add_char(uri, (char)c);
        else str_addf(uri, "%%%02X", c);
    }
}

/* A path as an artifact location: relative to the root of the repository, or absolute with its scheme. */
static void add_artifact(const struct outcome *o, const char *key, const char *path, struct str *out) {
    struct str place = {0}, uri = {0};
    bool below = place_below(o->root, path, &place);
    if (!below) str_add(&uri, "file://");
    add_escaped(str_text(&place), &uri);
    json_open(out, key, '{');
    json_add(out, "uri", str_text(&uri));
    if (below) json_add(out, "uriBaseId", "SRCROOT");
    json_close(out, "}");
    str_release(&place);
    str_release(&uri);
}

/* The inside of a location object. */
static void add_place(const struct outcome *o, struct str *out, const struct story_place *named, const char *function) {
    struct story_place there = *named, *at = &there;
    if (o->src)
        source_origin(o->src, named->file, named->line, &there.file,
                      &there.line); /* of what #line names and is not there */
    if (*at->file) {
        json_open(out, "physicalLocation", '{');
        add_artifact(o, "artifactLocation", at->file, out);
        if (at->line) {
            json_open(out, "region", '{');
            json_number(out, "startLine", at->line);
            if (at->column) json_number(out, "startColumn", at->column);
            json_close(out, "}");
        }
        json_close(out, "}");
    }
    if (function && *function) {
        json_open(out, "logicalLocations", '[');
        json_open(out, NULL, '{');
        json_add(out, "name", function);
        json_add(out, "kind", "function");
        json_close(out, "}]");
    }
}

/* A location object in a list of them. */
static void add_location(const struct outcome *o, const struct story_place *at, const char *function, struct str *out) {
    json_open(out, "locations", '[');
    json_open(out, NULL, '{');
    add_place(o, out, at, function);
    json_close(out, "}]");
}

static struct story_place place(const struct outcome *o, uint32_t pos) {
    struct position at = o->p->positions.data[pos];
    return (struct story_place){outcome_file(o, pos), at.line, at.column};
}

/* ---- results ------------------------------------------------------------------------------------------ */

static void add_stack(const struct outcome *o, const struct bug *bug, struct str *out) {
    json_open(out, "stacks", '[');
    json_open(out, NULL, '{');
    json_open(out, "frames", '[');
    for (uint32_t i = 0; i < bug->stack.len; i++) {
        struct story_place at = place(o, bug->stack.data[i].pos);
        json_open(out, NULL, '{');
        json_open(out, "location", '{');
        add_place(o, out, &at, bug->stack.data[i].function);
        json_close(out, "}}");
    }
    json_close(out, "]}]");
}

static const char *kind_word(const struct story_step *step) {
    switch (step->kind) {
    case STORY_INPUT: return "acquire";
    case STORY_CALL: return "call";
    case STORY_ACCESS: return "memory";
    case STORY_ERROR: return "danger";
    default: return "branch";
    }
}

static void add_step(const struct outcome *o, const struct story_step *step, uint32_t order, struct str *out) {
    struct str text = {0};
    const char *kind = kind_word(step);
    story_say(step, &text);
    json_open(out, NULL, '{');
    json_open(out, "location", '{');
    add_place(o, out, &step->at, step->function);
    words(out, "message", str_text(&text));
    json_close(out, "}");
    json_open(out, "kinds", '[');
    json_add(out, NULL, kind);
    if (strcmp(kind, "branch") == 0) json_add(out, NULL, step->taken ? "true" : "false");
    json_close(out, "]");
    json_number(out, "nestingLevel", step->depth);
    json_number(out, "executionOrder", order);
    json_add(out, "importance", step->kind == STORY_ERROR ? "essential" : step->active ? "important" : "unimportant");
    json_close(out, "}");
    str_release(&text);
}

static void add_flow(const struct outcome *o, const struct story *story, struct str *out) {
    uint32_t n = story->steps.len, from = n > FLOW_STEPS ? n - FLOW_STEPS : 0;
    json_open(out, "codeFlows", '[');
    json_open(out, NULL, '{');
    json_open(out, "threadFlows", '[');
    json_open(out, NULL, '{');
    json_open(out, "locations", '[');
    for (uint32_t i = from; i < n; i++) add_step(o, &story->steps.data[i], i - from + 1, out);
    json_close(out, "]}]}]");
}

static uint32_t rule_named(const char *prefix, const char *id) {
    for (uint32_t i = 0; i < RULES; i++)
        if (str_starts(rules[i].id, prefix) && !strcmp(rules[i].id + strlen(prefix), id)) return i;
    return 0;
}

static void add_suppression(const struct outcome_case *c, struct str *out) {
    if (!c->excuse) return;
    json_open(out, "suppressions", '[');
    json_open(out, NULL, '{');
    json_add(out, "kind", c->in_source ? "inSource" : "external");
    json_add(out, "justification", c->excuse);
    json_close(out, "}]");
}

static void add_result_start(const char *rule, const char *kind, const char *level, const char *text, struct str *out) {
    json_open(out, NULL, '{');
    json_add(out, "ruleId", rule);
    json_number(out, "ruleIndex", rule_named("", rule));
    json_add(out, "kind", kind);
    json_add(out, "level", level);
    words(out, "message", text);
}

static void add_case(const struct outcome *o, const struct outcome_case *c, struct str *out) {
    const struct bug *bug = c->bug;
    const char *function = bug->stack.len ? bug->stack.data[0].function : NULL;
    struct story_place at = place(o, bug->pos);
    add_result_start(bug_slug(bug->kind), "fail", c->confirmed ? "error" : "warning", str_text(&bug->message), out);
    add_location(o, &at, function, out);
    add_stack(o, bug, out);
    if (c->story) add_flow(o, c->story, out);
    json_open(out, "partialFingerprints", '{');
    json_add(out, "shrike/v2", c->fingerprint);
    json_close(out, "}");
    add_suppression(c, out);
    json_open(out, "properties", '{');
    json_bool(out, "confirmed", c->confirmed);
    report_inputs_json(c->test, "inputs", out);
    if (*c->replay) json_add(out, "replay", c->replay);
    json_close(out, "}}");
}

/* A property that holds, or of which nothing is known. */
static void add_property(const struct outcome *o, enum check check, struct str *out) {
    bool safe = str_starts(o->verdict, "SAFE");
    struct story_place at = {o->files[0], 0, 0};
    struct str text = {0}, id = {0};
    for (uint32_t i = 0; i < RULES; i++)
        if (str_starts(rules[i].id, "property-") && rules[i].check == check) str_add(&id, rules[i].id);
    str_addf(&text, "%s: %s", safe ? o->verdict : "not decided", check_help[check]);
    add_result_start(str_text(&id), safe ? "pass" : "open", "none", str_text(&text), out);
    add_location(o, &at, NULL, out);
    json_close(out, "}");
    str_release(&text);
    str_release(&id);
}

static bool is_violated(const struct outcome *o, enum check check) {
    for (uint32_t i = 0; i < o->ncases; i++)
        if (bug_check(o->cases[i].bug->kind) == check) return true;
    return false;
}

static void add_results(const struct outcome *o, struct str *out) {
    bool judged = strcmp(o->command, "verify") == 0;
    json_open(out, "results", '[');
    for (uint32_t i = 0; i < o->ncases; i++) add_case(o, &o->cases[i], out);
    for (uint32_t k = 0; judged && k < CHECK_NONE; k++)
        if (check_has(o->checks, (enum check)k) && !is_violated(o, (enum check)k)) add_property(o, (enum check)k, out);
    json_close(out, "]");
}

/* ---- the run ----------------------------------------------------------------------------------------- */

static void add_level(const char *level, struct str *out) {
    json_open(out, "defaultConfiguration", '{');
    json_add(out, "level", level);
    json_close(out, "}");
}

static void add_help(const char *title, const char *help, struct str *out) {
    words(out, "shortDescription", title);
    words(out, "fullDescription", help);
    words(out, "help", help);
}

/* Of a kind of error: help, severity, and which weakness it is. */
static void add_kind(enum bug_kind kind, struct str *out) {
    const struct rule_info *r = rule_of(kind);
    add_help(r->title, r->help, out);
    add_level("error", out);
    json_open(out, "properties", '{');
    json_add(out, "precision", "very-high");
    json_open(out, "tags", '[');
    json_add(out, NULL, "correctness");
    if (*r->severity) json_add(out, NULL, "security");
    if (r->cwe) json_addf(out, NULL, "\"external/cwe/cwe-%u\"", r->cwe);
    json_close(out, "]");
    if (*r->severity) json_add(out, "security-severity", r->severity);
    json_close(out, "}");
    if (r->cwe)
        json_addf(out, "relationships",
                  "[{\"target\":{\"id\":\"%u\",\"toolComponent\":{\"name\":\"CWE\"}},\"kinds\":[\"superset\"]}]",
                  r->cwe);
}

static void add_property_rule(enum check check, struct str *out) {
    add_help(check_help[check], check_help[check], out);
    add_level("none", out);
}

static void add_rules(struct str *out) {
    json_open(out, "rules", '[');
    for (uint32_t i = 0; i < RULES; i++) {
        json_open(out, NULL, '{');
        json_add(out, "id", rules[i].id);
        if (rules[i].kind) add_kind(rules[i].kind, out);
        else add_property_rule(rules[i].check, out);
        json_close(out, "}");
    }
    json_close(out, "]");
}

/* The weaknesses that rules refer to, each once. */
static void add_taxonomy(struct str *out) {
    uint64_t seen[32] = {0}; /* numbers below 2,048 */
    json_open(out, "taxonomies", '[');
    json_open(out, NULL, '{');
    json_add(out, "name", "CWE");
    json_add(out, "organization", "MITRE");
    words(out, "shortDescription", "Common Weakness Enumeration");
    json_open(out, "taxa", '[');
    for (uint32_t i = 0; i < RULES; i++) {
        uint32_t cwe = rules[i].kind ? rule_of(rules[i].kind)->cwe : 0;
        if (!cwe || seen[cwe / 64] >> (cwe % 64) & 1) continue;
        seen[cwe / 64] |= UINT64_C(1) << (cwe % 64);
        json_addf(out, NULL, "{\"id\":\"%u\"}", cwe);
    }
    json_close(out, "]}]");
}

static void add_invocation(const struct outcome *o, struct str *out) {
    struct str when = {0};
    outcome_time(o, &when);
    json_open(out, "invocations", '[');
    json_open(out, NULL, '{');
    json_bool(out, "executionSuccessful", true);
    json_addf(out, "exitCode", "%d", o->status);
    json_add(out, "commandLine", o->words);
    json_add(out, "exitCodeDescription", o->verdict);
    json_add(out, "startTimeUtc", str_text(&when));
    json_open(out, "toolExecutionNotifications", '[');
    for (uint32_t i = 0; i < o->ngaps; i++) {
        json_open(out, NULL, '{');
        json_add(out, "level", "warning");
        words(out, "message", o->gaps[i]);
        json_close(out, "}");
    }
    json_close(out, "]");
    json_open(out, "properties", '{');
    json_texts(out, "assumptions", o->assumptions, o->nassumptions);
    json_close(out, "}}]");
    str_release(&when);
}

static void add_tool(const struct outcome *o, struct str *out) {
    json_open(out, "tool", '{');
    json_open(out, "driver", '{');
    json_add(out, "name", "shrike");
    json_add(out, "version", o->version);
    add_rules(out);
    json_addf(out, "supportedTaxonomies", "[{\"name\":\"CWE\"}]");
    json_close(out, "}}");
}

/* Where relative paths begin. */
static void add_root(const struct outcome *o, struct str *out) {
    struct str uri = {0};
    str_add(&uri, "file://");
    add_escaped(o->root, &uri);
    json_addf(out, "originalUriBaseIds", "{\"SRCROOT\":{\"uri\":\"%s\"}}", str_text(&uri));
    str_release(&uri);
}

void sarif_write(const struct outcome *o, struct str *out) {
    json_open(out, NULL, '{');
    json_add(out, "$schema",
             "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
    json_add(out, "version", "2.1.0");
    json_open(out, "runs", '[');
    json_open(out, NULL, '{');
    add_tool(o, out);
    add_taxonomy(out);
    add_root(o, out);
    add_invocation(o, out);
    json_open(out, "artifacts", '[');
    for (uint32_t i = 0; i < o->nfiles; i++) {
        json_open(out, NULL, '{');
        add_artifact(o, "location", o->files[i], out);
        json_close(out, "}");
    }
    json_close(out, "]");
    json_add(out, "columnKind", "utf16CodeUnits");
    add_results(o, out);
    str_add(out, "}]}\n");
}
