#include "ir/dot.h"

#include <assert.h>

#include "base/str.h"
#include "ir/cfg.h"

enum { MOST_CASES = 6 };

/* Inside a quoted label; lines end with \l, which aligns them left. */
static void add_escaped(struct str *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\n') str_add(out, "\\l");
        else if (*text == '"' || *text == '\\') str_addf(out, "\\%c", *text);
        else str_add_char(out, *text);
    }
}

void dot_begin(struct str *out, const char *name) {
    str_add(out, "digraph \"");
    add_escaped(out, name);
    str_add(out, "\" {\n    node [shape=box, fontname=monospace];\n"
                 "    edge [fontname=monospace];\n");
}

void dot_end(struct str *out) { str_add(out, "}\n"); }

/* ---- flow graph */

void dot_block_lines(const struct program *p, const struct function *f, uint32_t block, uint32_t *first,
                     uint32_t *last) {
    uint32_t file = p->positions.data[f->pos].file;
    *first = *last = 0;
    for (uint32_t pc = f->blocks[block].first; pc < f->blocks[block].end; pc++) {
        struct position at = p->positions.data[f->code[pc].pos];
        if (!at.line || !at.file) continue;
        if (!file) file = at.file;
        if (at.file != file) continue;
        if (!*first || at.line < *first) *first = at.line;
        if (at.line > *last) *last = at.line;
    }
}

static void add_block_label(struct str *out, struct printer *printer, const struct function *f, uint32_t b, bool code) {
    uint32_t first, last;
    dot_block_lines(printer->p, f, b, &first, &last);
    str_addf(out, "b%u", b);
    if (f->blocks[b].name && f->blocks[b].name[0]) {
        str_add_char(out, ' ');
        add_escaped(out, f->blocks[b].name);
    }
    if (first == last && first) str_addf(out, "\\nline %u", first);
    else if (first) str_addf(out, "\\nlines %u-%u", first, last);
    if (!code) return;
    struct str text;
    str_init(&text);
    str_add(out, "\\n");
    for (uint32_t pc = f->blocks[b].first; pc < f->blocks[b].end; pc++) {
        print_insn(printer, &text, f, pc);
        str_add_char(&text, '\n');
    }
    add_escaped(out, str_text(&text));
    str_release(&text);
}

static void add_block(struct str *out, struct printer *printer, const struct function *f, uint32_t b,
                      const struct loops *loops, bool code) {
    const struct loop *loop = &loops->loops[loops->innermost[b]];
    bool head = loops->innermost[b] && loop->header == b;
    str_addf(out, "        f%u_b%u [label=\"", f->id, b);
    add_block_label(out, printer, f, b, code);
    if (head)
        str_addf(out, "\\n%s %u, depth %u", loop->irreducible ? "irreducible loop" : "loop", loops->innermost[b],
                 loop->depth);
    str_add_char(out, '"');
    if (head) str_addf(out, ", style=filled, fillcolor=%s", loop->irreducible ? "salmon" : "lightblue");
    else if (!cfg_is_reachable(f, b)) str_add(out, ", style=dotted");
    str_add(out, "];\n");
}

static void add_cases(struct str *out, const struct ir_switch *s, uint32_t target) {
    uint32_t shown = 0;
    bool more = false;
    const char *separator = "";
    for (uint32_t i = 0; i < s->ncases && !more; i++) {
        if (s->targets[i] != target) continue;
        more = shown++ == MOST_CASES;
        if (more) str_addf(out, "%s...", separator);
        else str_addf(out, "%s%llu", separator, (unsigned long long)s->values[i]);
        separator = ", ";
    }
    if (s->otherwise == target) str_addf(out, "%selse", separator);
}

static void add_edge_label(struct str *out, const struct function *f, uint32_t from, uint32_t i) {
    const struct insn *insn = cfg_terminator(f, from);
    uint32_t target = f->blocks[f->blocks[from].succs[i]].first;
    if (f->blocks[from].nsuccs < 2) return;
    str_add(out, "label=\"");
    if (insn->op == IR_SWITCH) add_cases(out, &f->switches[insn->b], target);
    else str_add(out, target == insn->c ? "T" : "F");
    str_add(out, "\" ");
}

static void add_edges(struct str *out, const struct function *f, uint32_t from, const struct loops *loops) {
    for (uint32_t i = 0; i < f->blocks[from].nsuccs; i++) {
        uint32_t to = f->blocks[from].succs[i];
        str_addf(out, "        f%u_b%u -> f%u_b%u [", f->id, from, f->id, to);
        add_edge_label(out, f, from, i);
        if (cfg_is_reachable(f, from) && loops_is_back_edge(loops, from, to)) str_add(out, "style=bold color=blue");
        str_add(out, "];\n");
    }
}

void dot_function(struct str *out, struct printer *printer, const struct function *f, const struct loops *loops,
                  bool code) {
    assert(f->cfg);
    str_addf(out, "    subgraph cluster_f%u {\n        label=\"", f->id);
    add_escaped(out, f->name);
    if (f->pos) {
        str_add(out, "\\n");
        struct str where;
        str_init(&where);
        print_position(printer->p, &where, f->pos, 0);
        add_escaped(out, str_text(&where));
        str_release(&where);
    }
    str_add(out, "\";\n");
    for (uint32_t b = 0; b < f->nblocks; b++) add_block(out, printer, f, b, loops, code);
    for (uint32_t b = 0; b < f->nblocks; b++) add_edges(out, f, b, loops);
    str_add(out, "    }\n");
}

/* ---- call graph */

/* Nodes go by name; a function that shares its name with another adds its number. */
static void add_node_name(struct str *out, const struct callgraph *cg, uint32_t node) {
    str_add_char(out, '"');
    if (callgraph_is_function(cg, node)) {
        const struct function *f = cg->p->functions.data[node];
        add_escaped(out, f->name);
        if (program_function(cg->p, f->name) != f) str_addf(out, "#%u", node);
    } else {
        const struct signature *sig = callgraph_signature(cg, node);
        str_addf(out, "*(%u) -> %u", sig->nargs, sig->nret);
    }
    str_add_char(out, '"');
}

static void add_call_node(struct str *out, const struct callgraph *cg, uint32_t node) {
    bool function = callgraph_is_function(cg, node);
    str_add(out, "    ");
    add_node_name(out, cg, node);
    str_addf(out, " [shape=%s", function ? "box" : "diamond");
    if (function && node == cg->p->entry) str_add(out, ", peripheries=2");
    if (function && !ir_has_code(cg->p->functions.data[node])) str_add(out, ", style=dashed");
    else if (function && bitset_has(&cg->recursive, node)) str_add(out, ", style=filled, fillcolor=lightblue");
    if (!bitset_has(&cg->reachable, node)) str_add(out, ", fontcolor=grey, color=grey");
    str_add(out, "];\n");
}

static void add_call_edge(struct str *out, const struct callgraph *cg, uint32_t from, uint32_t to) {
    str_add(out, "    ");
    add_node_name(out, cg, from);
    str_add(out, " -> ");
    add_node_name(out, cg, to);
    str_add(out, ";\n");
}

void dot_calls(struct str *out, const struct callgraph *cg, const struct bitset *shown) {
    dot_begin(out, "calls");
    for (int64_t v = bitset_next(shown, 0); v >= 0; v = bitset_next(shown, (uint32_t)v + 1))
        add_call_node(out, cg, (uint32_t)v);
    for (int64_t v = bitset_next(shown, 0); v >= 0; v = bitset_next(shown, (uint32_t)v + 1))
        for (uint32_t e = cg->callees.start[v]; e < cg->callees.start[v + 1]; e++)
            if (bitset_has(shown, cg->callees.to[e])) add_call_edge(out, cg, (uint32_t)v, cg->callees.to[e]);
    dot_end(out);
}
