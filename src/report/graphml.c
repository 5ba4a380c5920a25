/* Witnesses in GraphML, format 1.0 of SV-COMP: an automaton whose edges are values of calls. */
#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "report/formats.h"
#include "report/invariant.h"
#include "report/outcome.h"
#include "report/waypoint.h"
#include "test/test.h"
#include "text/xml.h"

static const struct {
    const char *id, *type, *of;
} keys[] = {
    {"witness-type", "string", "graph"},    {"sourcecodelang", "string", "graph"},
    {"producer", "string", "graph"},        {"specification", "string", "graph"},
    {"programfile", "string", "graph"},     {"programhash", "string", "graph"},
    {"architecture", "string", "graph"},    {"creationtime", "string", "graph"},
    {"entry", "boolean", "node"},           {"violation", "boolean", "node"},
    {"startline", "int", "edge"},           {"originfile", "string", "edge"},
    {"assumption", "string", "edge"},       {"assumption.resultfunction", "string", "edge"},
    {"assumption.scope", "string", "edge"}, {"enterLoopHead", "boolean", "edge"},
    {"invariant", "string", "node"},        {"invariant.scope", "string", "node"},
};

static void data(struct str *out, const char *key, const char *text) {
    str_addf(out, "      <data key=\"%s\">", key);
    xml_add(out, text);
    str_add(out, "</data>\n");
}

static void add_head(const struct outcome *o, enum bug_kind kind, struct str *out) {
    struct str text = {0};
    str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
                 "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        str_addf(out, "  <key id=\"%s\" attr.name=\"%s\" attr.type=\"%s\" for=\"%s\"/>\n", keys[i].id, keys[i].id,
                 keys[i].type, keys[i].of);
    str_add(out, "  <graph edgedefault=\"directed\">\n");
    data(out, "witness-type", kind ? "violation_witness" : "correctness_witness");
    data(out, "sourcecodelang", "C");
    str_addf(&text, "shrike %s", o->version);
    data(out, "producer", str_text(&text));
    str_clear(&text);
    outcome_specification(o, kind, &text);
    data(out, "specification", str_text(&text));
    data(out, "programfile", o->files[0]);
    str_clear(&text);
    outcome_hash(o->files[0], &text);
    data(out, "programhash", str_text(&text));
    data(out, "architecture", o->p->is32 ? "32bit" : "64bit");
    str_clear(&text);
    outcome_time(o, &text);
    data(out, "creationtime", str_text(&text));
    str_add(out, "      <node id=\"N0\"><data key=\"entry\">true</data></node>\n");
    str_release(&text);
}

/* An edge from the last node to a new one; open: </edge> is to follow. */
static void start_edge(uint32_t from, bool last, const char *file, uint32_t line, struct str *out) {
    str_addf(out,
             last ? "      <node id=\"N%u\"><data key=\"violation\">true</data></node>\n"
                  : "      <node id=\"N%u\"/>\n",
             from + 1);
    str_addf(out, "      <edge source=\"N%u\" target=\"N%u\">\n", from, from + 1);
    data(out, "originfile", file);
    str_addf(out, "      <data key=\"startline\">%u</data>\n", line);
}

static uint32_t add_values(const struct outcome *o, const struct test *t, struct str *out) {
    uint32_t node = 0;
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        struct waypoint w;
        struct str value = {0}, text = {0};
        if (waypoint_find(o, &t->inputs.data[i], &w, &value)) {
            start_edge(node++, false, w.file, w.line, out);
            str_addf(&text, "\\result == %s", str_text(&value));
            data(out, "assumption", str_text(&text));
            data(out, "assumption.resultfunction", w.function);
            str_add(out, "      </edge>\n");
        }
        str_release(&value);
        str_release(&text);
    }
    return node;
}

/* A node for each loop, entered at its head from any node. */
static void add_loops(const struct outcome *o, struct str *out) {
    for (uint32_t i = 0; i < o->ninvariants; i++) {
        str_addf(out, "      <node id=\"N%u\">\n", i + 1);
        data(out, "invariant", o->invariants[i].text);
        data(out, "invariant.scope", o->invariants[i].function);
        str_add(out, "      </node>\n");
    }
    for (uint32_t from = 0; from <= o->ninvariants; from++)
        for (uint32_t to = 1; to <= o->ninvariants; to++) {
            str_addf(out, "      <edge source=\"N%u\" target=\"N%u\">\n", from, to);
            data(out, "originfile", o->invariants[to - 1].file);
            str_addf(out, "      <data key=\"startline\">%u</data>\n", o->invariants[to - 1].line);
            data(out, "enterLoopHead", "true");
            str_add(out, "      </edge>\n");
        }
}

void witness_graphml(const struct outcome *o, struct str *out) {
    const struct outcome_case *c = str_starts(o->verdict, "UNSAFE") ? waypoint_case(o) : NULL;
    add_head(o, c ? c->bug->kind : BUG_NONE, out);
    if (c) {
        uint32_t node = add_values(o, c->test, out);
        start_edge(node, true, outcome_file(o, c->bug->pos), o->p->positions.data[c->bug->pos].line, out);
        str_add(out, "      </edge>\n");
    } else {
        add_loops(o, out);
    }
    str_add(out, "  </graph>\n</graphml>\n");
}
