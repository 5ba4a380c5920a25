/* Verification witnesses of SV-COMP: what another tool needs to check a verdict.
 *
 * YAML, format 2.0: a violation is a sequence of segments, one for each value that a call of
 * a nondeterministic function returned, with the place of the call's closing parenthesis,
 * and the target. A proof is a set of loop invariants, as many as are known; an empty set is
 * valid and says nothing.
 * GraphML, format 1.0: the same as an automaton.
 *
 * Values of calls whose place the source does not show are left out: that makes a witness
 * weaker, a wrong place would make it wrong.
 */
#include <string.h>

#include "base/json.h"
#include "base/sha256.h"
#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "report/formats.h"
#include "report/invariant.h"
#include "report/outcome.h"
#include "report/waypoint.h"
#include "test/test.h"

bool witness_possible(const struct outcome *o, struct str *why) {
    if (str_starts(o->verdict, "UNSAFE") && waypoint_case(o)) return true;
    if (strcmp(o->verdict, "SAFE") == 0) return true;
    str_addf(why, str_starts(o->verdict, "SAFE") ? "the proof holds for some executions only" : "the verdict is %s",
             o->verdict);
    return false;
}

/* Text that looks random but is the same for the same witness, 8-4-4-4-12 digits of it. */
static void add_uuid(const struct outcome *o, const char *text, struct str *out) {
    static const int parts[] = {8, 4, 4, 4, 12};
    struct str all = {0}, digits = {0};
    str_addf(&all, "%s %lld %s", o->verdict, o->time, text);
    sha256_add(&digits, str_text(&all), all.len);
    digits.data[12] = '4'; /* version and variant, as RFC 4122 wants them */
    digits.data[16] = '8';
    const char *at = digits.data;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        str_addf(out, "%s%.*s", i ? "-" : "", parts[i], at);
        at += parts[i];
    }
    str_release(&all);
    str_release(&digits);
}

/* "    key: "text"" */
static void entry(struct str *out, const char *key, const char *text) {
    str_addf(out, "%s: ", key);
    json_quote(out, text);
    str_add_char(out, '\n');
}

static void add_files(const struct outcome *o, struct str *out) {
    str_add(out, "      input_files:\n");
    for (uint32_t i = 0; i < o->nfiles; i++) {
        str_add(out, "        - ");
        json_quote(out, o->files[i]);
        str_add_char(out, '\n');
    }
    str_add(out, "      input_file_hashes:\n");
    for (uint32_t i = 0; i < o->nfiles; i++) {
        struct str hash = {0};
        outcome_hash(o->files[i], &hash);
        str_add(out, "        ");
        json_quote(out, o->files[i]);
        str_addf(out, ": \"%s\"\n", str_text(&hash));
        str_release(&hash);
    }
}

static void add_metadata(const struct outcome *o, enum bug_kind kind, struct str *out) {
    struct str when = {0}, specification = {0}, uuid = {0};
    outcome_time(o, &when);
    outcome_specification(o, kind, &specification);
    add_uuid(o, str_text(&specification), &uuid);
    str_add(out, "  metadata:\n    format_version: \"2.0\"\n");
    entry(out, "    uuid", str_text(&uuid));
    entry(out, "    creation_time", str_text(&when));
    str_add(out, "    producer:\n");
    entry(out, "      name", "shrike");
    entry(out, "      version", o->version);
    str_add(out, "    task:\n");
    add_files(o, out);
    entry(out, "      specification", str_text(&specification));
    entry(out, "      data_model", o->p->is32 ? "ILP32" : "LP64");
    entry(out, "      language", "C");
    str_release(&when);
    str_release(&specification);
    str_release(&uuid);
}

static void start_waypoint(const char *type, struct str *out) {
    str_addf(out, "    - segment:\n        - waypoint:\n            type: \"%s\"\n            action: \"follow\"\n",
             type);
}

static void add_location(const char *file, uint32_t line, uint32_t column, const char *function, struct str *out) {
    str_add(out, "            location:\n");
    entry(out, "              file_name", file);
    str_addf(out, "              line: %u\n", line);
    if (column) str_addf(out, "              column: %u\n", column);
    if (*function) entry(out, "              function", function);
}

static void add_value(const struct outcome *o, const struct test_input *in, struct str *out) {
    struct waypoint w;
    struct str value = {0};
    if (waypoint_find(o, in, &w, &value)) {
        start_waypoint("function_return", out);
        add_location(w.file, w.line, w.close, "", out);
        str_addf(out, "            constraint:\n              value: \"\\\\result == %s\"\n", str_text(&value));
        str_add(out, "              format: \"acsl_expression\"\n");
    }
    str_release(&value);
}

/* The statement starts with the call of an error function; for other errors the line alone
 * is sure. */
static void add_target(const struct outcome *o, const struct bug *bug, struct str *out) {
    struct position at = o->p->positions.data[bug->pos];
    const char *function = "";
    for (uint32_t i = 0; i < bug->stack.len && !*function; i++)
        if (bug->stack.data[i].pos == bug->pos) function = bug->stack.data[i].function;
    start_waypoint("target", out);
    add_location(outcome_file(o, bug->pos), at.line, bug->kind == BUG_ERROR_REACHED ? at.column : 0, function, out);
}

static void add_invariants(const struct outcome *o, struct str *out) {
    str_add(out, o->ninvariants ? "  content:\n" : "  content: []\n");
    for (uint32_t i = 0; i < o->ninvariants; i++) {
        const struct loop_invariant *inv = &o->invariants[i];
        str_add(out, "    - invariant:\n        type: \"loop_invariant\"\n        location:\n");
        entry(out, "          file_name", inv->file);
        str_addf(out, "          line: %u\n          column: %u\n", inv->line, inv->column);
        entry(out, "          function", inv->function);
        entry(out, "        value", inv->text);
        entry(out, "        format", "c_expression");
    }
}

void witness_yaml(const struct outcome *o, struct str *out) {
    const struct outcome_case *c = str_starts(o->verdict, "UNSAFE") ? waypoint_case(o) : NULL;
    str_addf(out, "- entry_type: \"%s\"\n", c ? "violation_sequence" : "invariant_set");
    add_metadata(o, c ? c->bug->kind : BUG_NONE, out);
    if (!c) {
        add_invariants(o, out);
        return;
    }
    str_add(out, "  content:\n");
    for (uint32_t i = 0; i < c->test->inputs.len; i++) add_value(o, &c->test->inputs.data[i], out);
    add_target(o, c->bug, out);
}
