/* The tree as JSON and for Graphviz. */
#include "base/str.h"
#include "base/json.h"
#include "engine/treelog_inside.h"

static const char *file_at(const struct treelog *log, uint32_t pos) {
    const struct program *p = log->x->p;
    uint32_t file = p->positions.data[pos].file;
    return file ? p->files.data[file] : "";
}

static uint32_t line_at(const struct treelog *log, uint32_t pos) { return log->x->p->positions.data[pos].line; }

/* ---- JSON -------------------------------------------------------------------------------------------- */

static void add_text(struct str *out, const char *key, const char *text) {
    if (text) json_add(out, key, text);
}

/* One node a line, so that line-oriented tools can look at it. */
static void add_node(const struct treelog *log, uint32_t number, struct str *out) {
    const struct tree_entry *e = &log->entries.data[number];
    if (number > 1) str_add(out, ",\n");
    json_open(out, NULL, '{');
    json_number(out, "id", number);
    if (e->parent) json_number(out, "parent", e->parent);
    add_text(out, "function", e->function);
    add_text(out, "file", file_at(log, e->pos));
    json_number(out, "line", line_at(log, e->pos));
    json_number(out, "depth", e->depth);
    add_text(out, "condition", e->cond);
    add_text(out, "end", e->how);
    json_number(out, "end_line", line_at(log, e->end_pos));
    if (e->other) json_number(out, "by", e->other);
    add_text(out, "fact", e->fact);
    add_text(out, "error", e->error);
    json_close(out, "}");
}

void treelog_json(const struct treelog *log, struct str *out) {
    str_add(out, "{\"nodes\":[\n");
    for (uint32_t i = 1; i < log->entries.len; i++) add_node(log, i, out);
    str_add(out, "\n]}\n");
}

/* ---- Graphviz ---------------------------------------------------------------------------------------- */

static void add_escaped(struct str *out, const char *text) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') str_add_char(out, '\\');
        str_add_char(out, *text);
    }
}

static const char *colour_of(const struct tree_entry *e) {
    if (strcmp(e->how, "subsumed") == 0) return "lightblue";
    if (strcmp(e->how, "loop") == 0) return "palegreen";
    if (strcmp(e->how, "error") == 0) return "salmon";
    return e->fact ? "white" : "lightgrey";
}

static void add_box(const struct treelog *log, uint32_t number, struct str *out) {
    const struct tree_entry *e = &log->entries.data[number];
    str_addf(out, "    n%u [style=filled, fillcolor=%s, label=\"%u %s:%u\\n", number, colour_of(e), number,
             e->function ? e->function : "?", line_at(log, e->pos));
    if (e->fact) {
        add_escaped(out, e->fact);
        str_add(out, "\\n");
    }
    str_addf(out, "%s, line %u\"];\n", e->how, line_at(log, e->end_pos));
    if (e->parent) {
        str_addf(out, "    n%u -> n%u [label=\"", e->parent, number);
        add_escaped(out, e->cond ? e->cond : "");
        str_add(out, "\"];\n");
    }
    if (e->other) str_addf(out, "    n%u -> n%u [style=dashed, constraint=false, color=blue];\n", number, e->other);
}

void treelog_dot(const struct treelog *log, struct str *out) {
    str_add(out, "digraph tree {\n    node [shape=box, fontname=monospace];\n    edge [fontname=monospace];\n");
    for (uint32_t i = 1; i < log->entries.len; i++) add_box(log, i, out);
    str_add(out, "}\n");
}
