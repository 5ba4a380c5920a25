#include "report/sarif.h"

#include <string.h>

#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
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

static void field(struct str *out, const char *name, const char *text) {
    str_addf(out, "\"%s\":", name);
    str_add_json(out, text);
}

static void message(struct str *out, const char *text) {
    str_add(out, "\"message\":{");
    field(out, "text", text);
    str_add_char(out, '}');
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
static void add_artifact(const struct outcome *o, const char *path, struct str *out) {
    struct str place = {0}, uri = {0};
    bool below = place_below(o->root, path, &place);
    if (!below) str_add(&uri, "file://");
    add_escaped(str_text(&place), &uri);
    field(out, "uri", str_text(&uri));
    if (below) str_add(out, ",\"uriBaseId\":\"SRCROOT\"");
    str_release(&place);
    str_release(&uri);
}

/* The inside of a location object. */
static void add_place(const struct outcome *o, struct str *out, const struct story_place *named, const char *function) {
    struct story_place there = *named, *at = &there;
    if (o->src) source_origin(o->src, named->file, named->line, &there.file, &there.line); /* of what #line names and is not there */
    if (*at->file) {
        str_add(out, "\"physicalLocation\":{\"artifactLocation\":{");
        add_artifact(o, at->file, out);
        str_add_char(out, '}');
        if (at->line) {
            str_addf(out, ",\"region\":{\"startLine\":%u", at->line);
            if (at->column) str_addf(out, ",\"startColumn\":%u", at->column);
            str_add_char(out, '}');
        }
        str_add_char(out, '}');
    }
    if (function && *function) {
        str_add(out, *at->file ? ",\"logicalLocations\":[{" : "\"logicalLocations\":[{");
        field(out, "name", function);
        str_add(out, ",\"kind\":\"function\"}]");
    }
}

static struct story_place place(const struct outcome *o, uint32_t pos) {
    struct position at = o->p->positions.data[pos];
    return (struct story_place){outcome_file(o, pos), at.line, at.column};
}

/* ---- results ------------------------------------------------------------------------------------------ */

static void add_stack(const struct outcome *o, const struct bug *bug, struct str *out) {
    str_add(out, ",\"stacks\":[{\"frames\":[");
    for (uint32_t i = 0; i < bug->stack.len; i++) {
        struct story_place at = place(o, bug->stack.data[i].pos);
        str_add(out, i ? ",{\"location\":{" : "{\"location\":{");
        add_place(o, out, &at, bug->stack.data[i].function);
        str_add(out, "}}");
    }
    str_add(out, "]}]");
}

static const char *kind_word(const struct story_step *step) {
    switch (step->kind) {
    case STORY_INPUT: return "acquire";
    case STORY_CALL: return "call";
    case STORY_ACCESS: return "memory";
    case STORY_ERROR: return "danger";
    default: return step->taken ? "branch\",\"true" : "branch\",\"false";
    }
}

static void add_step(const struct outcome *o, const struct story_step *step, uint32_t order, struct str *out) {
    struct str text = {0};
    story_say(step, &text);
    str_add(out, order > 1 ? ",{\"location\":{" : "{\"location\":{");
    add_place(o, out, &step->at, step->function);
    if (out->data[out->len - 1] != '{') str_add_char(out, ',');
    message(out, str_text(&text));
    str_addf(out, "},\"kinds\":[\"%s\"],\"nestingLevel\":%u,\"executionOrder\":%u,\"importance\":\"%s\"}",
             kind_word(step), step->depth, order,
             step->kind == STORY_ERROR ? "essential" : step->active ? "important" : "unimportant");
    str_release(&text);
}

static void add_flow(const struct outcome *o, const struct story *story, struct str *out) {
    uint32_t n = story->steps.len, from = n > FLOW_STEPS ? n - FLOW_STEPS : 0;
    str_add(out, ",\"codeFlows\":[{\"threadFlows\":[{\"locations\":[");
    for (uint32_t i = from; i < n; i++) add_step(o, &story->steps.data[i], i - from + 1, out);
    str_add(out, "]}]}]");
}

static uint32_t rule_named(const char *prefix, const char *id) {
    for (uint32_t i = 0; i < RULES; i++)
        if (str_starts(rules[i].id, prefix) && !strcmp(rules[i].id + strlen(prefix), id)) return i;
    return 0;
}

static void add_suppression(const struct outcome_case *c, struct str *out) {
    if (!c->excuse) return;
    str_addf(out, ",\"suppressions\":[{\"kind\":\"%s\",", c->in_source ? "inSource" : "external");
    field(out, "justification", c->excuse);
    str_add(out, "}]");
}

static void add_case(const struct outcome *o, const struct outcome_case *c, struct str *out) {
    const struct bug *bug = c->bug;
    const char *function = bug->stack.len ? bug->stack.data[0].function : NULL;
    struct story_place at = place(o, bug->pos);
    str_addf(out, "{\"ruleId\":\"%s\",\"ruleIndex\":%u,\"kind\":\"fail\",\"level\":\"%s\",", bug_slug(bug->kind),
             rule_named("", bug_slug(bug->kind)), c->confirmed ? "error" : "warning");
    message(out, str_text(&bug->message));
    str_add(out, ",\"locations\":[{");
    add_place(o, out, &at, function);
    str_add(out, "}]");
    add_stack(o, bug, out);
    if (c->story) add_flow(o, c->story, out);
    str_addf(out, ",\"partialFingerprints\":{\"shrike/v2\":\"%s\"}", c->fingerprint);
    add_suppression(c, out);
    str_addf(out, ",\"properties\":{\"confirmed\":%s,\"inputs\":", c->confirmed ? "true" : "false");
    report_inputs_json(c->test, out);
    if (*c->replay) {
        str_add_char(out, ',');
        field(out, "replay", c->replay);
    }
    str_add(out, "}}");
}

/* A property that holds, or of which nothing is known. */
static void add_property(const struct outcome *o, enum check check, struct str *out) {
    bool safe = str_starts(o->verdict, "SAFE");
    struct story_place at = {o->files[0], 0, 0};
    struct str text = {0}, id = {0};
    for (uint32_t i = 0; i < RULES; i++)
        if (str_starts(rules[i].id, "property-") && rules[i].check == check) str_add(&id, rules[i].id);
    str_addf(&text, "%s: %s", safe ? o->verdict : "not decided", check_help[check]);
    str_addf(out, "{\"ruleId\":\"%s\",\"ruleIndex\":%u,\"kind\":\"%s\",\"level\":\"none\",", str_text(&id),
             rule_named("", str_text(&id)), safe ? "pass" : "open");
    message(out, str_text(&text));
    str_add(out, ",\"locations\":[{");
    add_place(o, out, &at, NULL);
    str_add(out, "}]}");
    str_release(&text);
    str_release(&id);
}

static bool is_violated(const struct outcome *o, enum check check) {
    for (uint32_t i = 0; i < o->ncases; i++)
        if (bug_check(o->cases[i].bug->kind) == check) return true;
    return false;
}

static void add_results(const struct outcome *o, struct str *out) {
    str_add(out, "\"results\":[");
    for (uint32_t i = 0; i < o->ncases; i++) {
        if (i) str_add_char(out, ',');
        add_case(o, &o->cases[i], out);
    }
    bool first = o->ncases == 0, judged = strcmp(o->command, "verify") == 0;
    for (uint32_t k = 0; judged && k < CHECK_NONE; k++) {
        if (!check_has(o->checks, (enum check)k) || is_violated(o, (enum check)k)) continue;
        if (!first) str_add_char(out, ',');
        first = false;
        add_property(o, (enum check)k, out);
    }
    str_add_char(out, ']');
}

/* ---- the run ------------------------------------------------------------------------------------------------ */

static void add_words(struct str *out, const char *name, const char *text) {
    str_addf(out, ",\"%s\":{", name);
    field(out, "text", text);
    str_add_char(out, '}');
}

/* Of a kind of error: help, severity, and which weakness it is. */
static void add_kind(enum bug_kind kind, struct str *out) {
    const struct rule_info *r = rule_of(kind);
    add_words(out, "shortDescription", r->title);
    add_words(out, "fullDescription", r->help);
    add_words(out, "help", r->help);
    str_add(out, ",\"defaultConfiguration\":{\"level\":\"error\"},\"properties\":{\"precision\":\"very-high\",\"tags\":[\"correctness\"");
    if (*r->severity) str_add(out, ",\"security\"");
    if (r->cwe) str_addf(out, ",\"external/cwe/cwe-%u\"", r->cwe);
    str_add_char(out, ']');
    if (*r->severity) str_addf(out, ",\"security-severity\":\"%s\"", r->severity);
    str_add_char(out, '}');
    if (r->cwe)
        str_addf(out, ",\"relationships\":[{\"target\":{\"id\":\"%u\",\"toolComponent\":{\"name\":\"CWE\"}},\"kinds\":[\"superset\"]}]", r->cwe);
}

static void add_property_rule(enum check check, struct str *out) {
    add_words(out, "shortDescription", check_help[check]);
    add_words(out, "fullDescription", check_help[check]);
    add_words(out, "help", check_help[check]);
    str_add(out, ",\"defaultConfiguration\":{\"level\":\"none\"}");
}

static void add_rules(struct str *out) {
    str_add(out, "\"rules\":[");
    for (uint32_t i = 0; i < RULES; i++) {
        str_addf(out, "%s{\"id\":\"%s\"", i ? "," : "", rules[i].id);
        if (rules[i].kind) add_kind(rules[i].kind, out);
        else add_property_rule(rules[i].check, out);
        str_add_char(out, '}');
    }
    str_add_char(out, ']');
}

/* The weaknesses that rules refer to, each once. */
static void add_taxonomy(struct str *out) {
    uint64_t seen[32] = {0}; /* numbers below 2,048 */
    bool first = true;
    str_add(out, ",\"taxonomies\":[{\"name\":\"CWE\",\"organization\":\"MITRE\",\"shortDescription\":{\"text\":\"Common Weakness Enumeration\"},\"taxa\":[");
    for (uint32_t i = 0; i < RULES; i++) {
        uint32_t cwe = rules[i].kind ? rule_of(rules[i].kind)->cwe : 0;
        if (!cwe || seen[cwe / 64] >> (cwe % 64) & 1) continue;
        seen[cwe / 64] |= UINT64_C(1) << (cwe % 64);
        str_addf(out, "%s{\"id\":\"%u\"}", first ? "" : ",", cwe);
        first = false;
    }
    str_add(out, "]}]");
}

static void add_invocation(const struct outcome *o, struct str *out) {
    struct str when = {0};
    outcome_time(o, &when);
    str_addf(out, "\"invocations\":[{\"executionSuccessful\":true,\"exitCode\":%d,", o->status);
    field(out, "commandLine", o->words);
    str_add_char(out, ',');
    field(out, "exitCodeDescription", o->verdict);
    str_add_char(out, ',');
    field(out, "startTimeUtc", str_text(&when));
    str_add(out, ",\"toolExecutionNotifications\":[");
    for (uint32_t i = 0; i < o->ngaps; i++) {
        str_add(out, i ? ",{\"level\":\"warning\"," : "{\"level\":\"warning\",");
        message(out, o->gaps[i]);
        str_add_char(out, '}');
    }
    str_add(out, "],\"properties\":{\"assumptions\":[");
    for (uint32_t i = 0; i < o->nassumptions; i++) {
        if (i) str_add_char(out, ',');
        str_add_json(out, o->assumptions[i]);
    }
    str_add(out, "]}}]");
    str_release(&when);
}

void sarif_write(const struct outcome *o, struct str *out) {
    str_add(out, "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                 "sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{");
    field(out, "name", "shrike");
    str_add_char(out, ',');
    field(out, "version", o->version);
    str_add_char(out, ',');
    add_rules(out);
    str_add(out, ",\"supportedTaxonomies\":[{\"name\":\"CWE\"}]}}");
    add_taxonomy(out);
    str_add(out, ",\"originalUriBaseIds\":{\"SRCROOT\":{\"uri\":\"file://");
    add_escaped(o->root, out);
    str_add(out, "\"}},");
    add_invocation(o, out);
    str_add(out, ",\"artifacts\":[");
    for (uint32_t i = 0; i < o->nfiles; i++) {
        str_add(out, i ? ",{\"location\":{" : "{\"location\":{");
        add_artifact(o, o->files[i], out);
        str_add_char(out, '}');
        str_add_char(out, '}');
    }
    str_add(out, "],\"columnKind\":\"utf16CodeUnits\",");
    add_results(o, out);
    str_add(out, "}]}\n");
}
