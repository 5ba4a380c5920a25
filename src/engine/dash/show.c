/* The abstraction as a graph. */
#include <stdio.h>

#include "base/str.h"
#include "engine/dash/dash.h"
#include "expr/print.h"

static void add_conds(struct dash *d, uint32_t r, struct str *out) {
    cond_list conds = {0};
    regions_conds(&d->g, r, &conds, NULL);
    for (uint32_t i = 0; i < conds.len; i++) {
        struct str e = {0};
        expr_print_infix(d->x->sym->pool, conds.data[i], 120, &e);
        str_addf(out, "\\n%s", str_text(&e));
        str_release(&e);
    }
    vec_release(&conds);
}

static const char *where(struct dash *d, uint32_t r) {
    if (r < REGION_FIRST) return r == REGION_ERROR ? "error" : "elsewhere";
    const struct location *l = &d->g.locs.data[d->g.list.data[r].loc];
    const struct insn *at = l->pc;
    while (at->op == IR_JMP) at = &l->fn->code[at->c];
    return program_where(d->x->p, at->pos);
}

static void add_region(struct dash *d, uint32_t r, struct str *out) {
    const struct region *region = &d->g.list.data[r];
    const struct location *l = &d->g.locs.data[region->loc];
    str_addf(out, "  r%u [label=\"%s %s", r, l->fn->name, where(d, r));
    add_conds(d, r, out);
    str_addf(out, "\"%s];\n", region->seen.len ? ", style=filled" : "");
    for (uint32_t i = 0; i < region->out.len; i++)
        str_addf(out, "  r%u -> r%u%s;\n", r, region->out.data[i].to,
                 region->out.data[i].stuck ? " [style=dotted]" : "");
}

void dash_tell(struct dash *d, uint32_t from, uint32_t to, const char *what, expr cond) {
    if (!log_enabled(&d->x->ctx->log, LOG_DEBUG)) return;
    struct str text = {0};
    str_addf(&text, "region %u (%s) to ", from, where(d, from));
    str_addf(&text, "%u (%s): %s ", to, where(d, to), what);
    if (expr_is(cond)) expr_print_infix(d->x->sym->pool, cond, 400, &text);
    log_debug(&d->x->ctx->log, "%s", str_text(&text));
    str_release(&text);
}

bool dash_show(struct dash *d, const char *file) {
    struct str text = {0};
    str_addf(&text, "digraph \"iteration %llu\" {\n  node [shape=box];\n", (unsigned long long)d->iterations);
    str_addf(&text, "  r%u [label=\"error\", shape=octagon];\n", REGION_ERROR);
    str_addf(&text, "  r%u [label=\"elsewhere\", shape=octagon];\n", REGION_ELSEWHERE);
    for (uint32_t r = REGION_FIRST; r < d->g.list.len; r++)
        if (!d->g.list.data[r].kids[0]) add_region(d, r, &text);
    str_add(&text, "}\n");
    FILE *f = fopen(file, d->iterations > 1 ? "a" : "w");
    bool ok = f && fputs(str_text(&text), f) >= 0;
    if (f) ok &= fclose(f) == 0;
    if (!ok) log_warning(&d->x->ctx->log, "cannot write '%s'", file);
    str_release(&text);
    return ok;
}
