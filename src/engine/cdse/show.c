/* What the engine does, for people. */
#include <stdio.h>

#include "base/str.h"
#include "engine/cdse/inside.h"
#include "ir/cfg.h"

static void add_place(const struct cdse *cd, uint32_t node, uint32_t code, struct str *out) {
    const struct function *f = fcfg_function(&cd->g, node);
    const struct position *at = &cd->g.p->positions.data[f->code[code].pos];
    str_addf(out, "%s:%u", f->name, at->line);
}

static void add_option(const struct cdse *cd, uint32_t node, const struct option *o, struct str *out) {
    add_place(cd, node, fcfg_node(&cd->g, node)->last, out);
    if (o->kind == OPTION_CHECK) {
        str_add(out, "!");
        return;
    }
    str_add(out, "->");
    if (o->target != NO_NODE) add_place(cd, o->target, fcfg_node(&cd->g, o->target)->first, out);
}

/* A literal of the current path, in words. */
static void add_literal(const struct cdse *cd, uint32_t literal, struct str *out) {
    for (uint32_t i = 0; i < cd->levels.len; i++) {
        const struct level *l = &cd->levels.data[i];
        const struct fnode *n = fcfg_node(&cd->g, l->node);
        if (n->literal == literal) {
            add_place(cd, l->node, n->first, out);
            return;
        }
        if (l->option != NO_OPTION && n->options[l->option].literal == literal) {
            add_option(cd, l->node, &n->options[l->option], out);
            return;
        }
    }
    str_addf(out, "#%u", literal);
}

void cdse_tell_clause(struct cdse *cd, uint32_t i, const uint32_t *literals, uint32_t n) {
    if (cd->x->ctx->log.level < LOG_DEBUG) return;
    struct str text = {0};
    for (uint32_t k = 0; k < n; k++) {
        if (k) str_add(&text, ", ");
        add_literal(cd, literals[k], &text);
    }
    log_debug(&cd->x->ctx->log, "conflict at level %u: not all of %s", i, str_text(&text));
    str_release(&text);
}

/* ---- --show-fcfg ------------------------------------------------------------------------------------- */

static void show_node(const struct cdse *cd, uint32_t i, struct str *out) {
    const struct fnode *n = fcfg_node(&cd->g, i);
    str_addf(out, "  n%u [label=\"v%u ", i, n->literal);
    add_place(cd, i, n->first, out);
    str_addf(out, "\"%s];\n", n->dead ? " style=dashed" : n->options ? "" : " style=dotted");
    for (uint32_t k = 0; n->options && k < n->noptions; k++) {
        const struct option *o = &n->options[k];
        const char *style = o->dead ? " style=dashed" : o->cut ? " style=dotted" : "";
        if (o->kind == OPTION_CHECK || o->kind == OPTION_EXIT) {
            str_addf(out, "  e%u [shape=octagon label=\"", o->literal);
            add_place(cd, i, o->code, out);
            str_addf(out, "\"];\n  n%u -> e%u [label=\"v%u\"%s];\n", i, o->literal, o->literal, style);
        } else if (o->target != NO_NODE) {
            str_addf(out, "  n%u -> n%u [label=\"v%u\"%s];\n", i, o->target, o->literal, style);
        }
    }
}

static void show_clauses(const struct cdse *cd, struct str *out) {
    str_add(out, "  clauses [shape=plaintext label=\"");
    for (uint32_t i = 0; i < cd->db.all.len; i++) {
        const struct nogood *c = cd->db.all.data[i];
        for (uint32_t k = 0; k < c->n; k++) str_addf(out, "%s-v%u", k ? " " : "", c->literals[k]);
        str_add(out, "\\l");
    }
    str_add(out, "\"];\n");
}

bool cdse_show(const struct cdse *cd, const char *path) {
    struct str text = {0};
    str_add(&text, "digraph fcfg {\n  node [shape=box];\n");
    for (uint32_t i = 0; i < cd->g.nodes.len; i++) show_node(cd, i, &text);
    show_clauses(cd, &text);
    str_add(&text, "}\n");
    FILE *file = fopen(path, "w");
    bool ok = file && fputs(str_text(&text), file) >= 0;
    if (file && fclose(file) != 0) ok = false;
    if (!ok) log_error(&cd->x->ctx->log, "%s: cannot be written", path);
    str_release(&text);
    return ok;
}
