#include "report/sarif.h"

#include <string.h>

#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "report/outcome.h"
#include "story/story.h"
#include "test/inputs.h"
#include "test/test.h"

enum { FLOW_STEPS = 200 };

/* The rules are our kinds of errors, then the properties (for results that are no errors). */
static const struct {
    const char *id;
    enum check check;
} rules[] = {
#define BUG(name, slug, check) {slug, check},
#include "exec/core/bug_kinds.def"
#undef BUG
#define CHECK(name, text, on, help) {"property-" text, CHECK_##name},
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

/* A path as a URI: relative as it is, absolute with its scheme. */
static void add_uri(struct str *out, const char *path) {
    struct str uri = {0};
    if (*path == '/') str_add(&uri, "file://");
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("-._~/", c);
        if (plain) str_add_char(&uri, (char)c);
        else str_addf(&uri, "%%%02X", c);
    }
    field(out, "uri", str_text(&uri));
    str_release(&uri);
}

/* The inside of a location object. */
static void add_place(struct str *out, const struct story_place *at, const char *function) {
    if (*at->file) {
        str_add(out, "\"physicalLocation\":{\"artifactLocation\":{");
        add_uri(out, at->file);
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
        add_place(out, &at, bug->stack.data[i].function);
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

static void add_step(const struct story_step *step, uint32_t order, struct str *out) {
    struct str text = {0};
    story_say(step, &text);
    str_add(out, order > 1 ? ",{\"location\":{" : "{\"location\":{");
    add_place(out, &step->at, step->function);
    if (out->data[out->len - 1] != '{') str_add_char(out, ',');
    message(out, str_text(&text));
    str_addf(out, "},\"kinds\":[\"%s\"],\"nestingLevel\":%u,\"executionOrder\":%u,\"importance\":\"%s\"}",
             kind_word(step), step->depth, order,
             step->kind == STORY_ERROR ? "essential" : step->active ? "important" : "unimportant");
    str_release(&text);
}

static void add_flow(const struct story *story, struct str *out) {
    uint32_t n = story->steps.len, from = n > FLOW_STEPS ? n - FLOW_STEPS : 0;
    str_add(out, ",\"codeFlows\":[{\"threadFlows\":[{\"locations\":[");
    for (uint32_t i = from; i < n; i++) add_step(&story->steps.data[i], i - from + 1, out);
    str_add(out, "]}]}]");
}

static uint32_t rule_named(const char *prefix, const char *id) {
    for (uint32_t i = 0; i < RULES; i++)
        if (str_starts(rules[i].id, prefix) && !strcmp(rules[i].id + strlen(prefix), id)) return i;
    return 0;
}

static void add_case(const struct outcome *o, const struct outcome_case *c, struct str *out) {
    const struct bug *bug = c->bug;
    const char *function = bug->stack.len ? bug->stack.data[0].function : NULL;
    struct story_place at = place(o, bug->pos);
    str_addf(out, "{\"ruleId\":\"%s\",\"ruleIndex\":%u,\"kind\":\"fail\",\"level\":\"%s\",", bug_slug(bug->kind),
             rule_named("", bug_slug(bug->kind)), c->confirmed ? "error" : "warning");
    message(out, str_text(&bug->message));
    str_add(out, ",\"locations\":[{");
    add_place(out, &at, function);
    str_add(out, "}]");
    add_stack(o, bug, out);
    if (c->story) add_flow(c->story, out);
    str_addf(out, ",\"partialFingerprints\":{\"shrikeKindAndPlace/v1\":\"%s:%u:%u\"}", bug_slug(bug->kind), at.line,
             at.column);
    str_addf(out, ",\"properties\":{\"confirmed\":%s,\"inputs\":", c->confirmed ? "true" : "false");
    report_inputs_json(c->test, out);
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
    add_place(out, &at, NULL);
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

static void add_rules(struct str *out) {
    str_add(out, "\"rules\":[");
    for (uint32_t i = 0; i < RULES; i++) {
        str_addf(out, "%s{\"id\":\"%s\",\"shortDescription\":{", i ? "," : "", rules[i].id);
        field(out, "text", rules[i].check == CHECK_NONE ? "a limit of the analysis" : check_help[rules[i].check]);
        str_add(out, "}}");
    }
    str_add_char(out, ']');
}

static void add_invocation(const struct outcome *o, struct str *out) {
    struct str when = {0};
    outcome_time(o, &when);
    str_addf(out, "\"invocations\":[{\"executionSuccessful\":true,\"exitCode\":%d,", o->status);
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
    str_add(out, "}},");
    add_invocation(o, out);
    str_add(out, ",\"artifacts\":[");
    for (uint32_t i = 0; i < o->nfiles; i++) {
        str_add(out, i ? ",{\"location\":{" : "{\"location\":{");
        add_uri(out, o->files[i]);
        str_add_char(out, '}');
        str_add_char(out, '}');
    }
    str_add(out, "],\"columnKind\":\"utf16CodeUnits\",");
    add_results(o, out);
    str_add(out, "}]}\n");
}
