/* What the HTML page shows beyond the outcome, collected. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "engine/treelog.h"
#include "report/coverage.h"
#include "report/html.h"
#include "report/outcome.h"
#include "session/minimise.h"
#include "session/results.h"
#include "session/session.h"
#include "story/flow.h"

/* What a page points to. */
struct page_parts {
    VEC(struct html_node) nodes;
    VEC(struct flow *) flows;
    VEC(struct html_test) tests;
    struct arena arena;
};

static void release_parts(struct page_parts *parts) {
    vec_release(&parts->nodes);
    for (uint32_t i = 0; i < parts->flows.len; i++) flow_free(parts->flows.data[i]);
    vec_release(&parts->flows);
    vec_release(&parts->tests);
    arena_release(&parts->arena);
}

static enum html_state state_of(enum tree_mark mark) {
    static const enum html_state states[] = {[TREE_INNER] = HTML_INNER,       [TREE_DONE] = HTML_DONE,
                                             [TREE_ERROR] = HTML_ERROR,       [TREE_PRUNED] = HTML_PRUNED,
                                             [TREE_SUBSUMED] = HTML_SUBSUMED, [TREE_LOOP] = HTML_LOOP,
                                             [TREE_CUT] = HTML_CUT,           [TREE_INFEASIBLE] = HTML_INFEASIBLE,
                                             [TREE_OPEN] = HTML_OPEN};
    return states[mark];
}

static void collect_nodes(const struct session *s, const struct outcome *o, struct page_parts *parts) {
    for (uint32_t i = 1; i <= treelog_size(s->tree); i++) {
        struct tree_view v = treelog_view(s->tree, i);
        vec_push(&parts->nodes,
                 (struct html_node){(int64_t)v.parent - 1, (int64_t)v.other - 1, state_of(v.mark), v.function,
                                    outcome_file(o, v.pos), s->p->positions.data[v.pos].line, v.cond, v.fact, v.error});
    }
}

/* Where values came from: of the first errors only, each takes a run. */
static void collect_flows(struct session *s, struct page_parts *parts) {
    enum { MOST = 8 };
    for (uint32_t i = 0; i < s->findings.len; i++)
        vec_push(&parts->flows, i < MOST ? session_flow(s, &s->findings.data[i]) : NULL);
}

/* ---- what single tests execute ---- */

static int by_file_and_line(const void *a, const void *b) {
    const struct html_line *x = a, *y = b;
    int files = strcmp(x->file, y->file);
    return files ? files : x->line < y->line ? -1 : x->line > y->line;
}

/* Lines that the run as a whole has not executed are left out: a footprint knows blocks, not where they were left. */
static bool was_executed(const vec_coverage_line *all, const struct program *p, const char *file, uint32_t line) {
    for (uint32_t i = 0; i < all->len; i++)
        if (all->data[i].line == line && !strcmp(p->files.data[all->data[i].file], file)) return all->data[i].hits > 0;
    return true;
}

typedef VEC(struct html_line) vec_html_lines;

static void add_block_lines(const struct program *plain, const struct function *f, uint32_t block,
                            vec_html_lines *lines) {
    for (uint32_t pc = f->blocks[block].first; pc < f->blocks[block].end; pc++) {
        struct position at = plain->positions.data[f->code[pc].pos];
        if (at.file && at.line) vec_push(lines, (struct html_line){plain->files.data[at.file], at.line});
    }
}

static void collect_test(const struct session *s, const struct outcome_test *t, const uint32_t *numbers,
                         const vec_coverage_line *all, struct page_parts *parts) {
    vec_html_lines lines = {0};
    for (uint32_t i = 1; i < s->plain->functions.len; i++) {
        const struct function *f = s->plain->functions.data[i];
        for (uint32_t b = 0; ir_has_code(f) && ir_is_users(f) && b < f->nblocks; b++)
            if (bitset_has(t->footprint, numbers[i] + f->blocks[b].first)) add_block_lines(s->plain, f, b, &lines);
    }
    if (lines.len) qsort(lines.data, lines.len, sizeof *lines.data, by_file_and_line);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < lines.len; i++) {
        if (kept && !by_file_and_line(&lines.data[kept - 1], &lines.data[i])) continue;
        if (was_executed(all, s->p, lines.data[i].file, lines.data[i].line)) lines.data[kept++] = lines.data[i];
    }
    struct html_line *copy = arena_alloc(&parts->arena, (kept + 1) * sizeof *copy);
    if (kept) memcpy(copy, lines.data, kept * sizeof *copy);
    vec_push(&parts->tests, (struct html_test){t->name, t->error, copy, kept});
    vec_release(&lines);
}

static void collect_tests(const struct session *s, const struct outcome *o, const struct coverage *cov,
                          struct page_parts *parts) {
    enum { MOST = 1000 };
    if (!o->ntests || !s->plain) return;
    uint32_t *numbers = minimiser_numbers(s->plain);
    vec_coverage_line all = {0};
    coverage_lines(cov, &all);
    for (uint32_t i = 0; i < o->ntests && parts->tests.len < MOST; i++)
        if (o->tests[i].footprint && bitset_next(o->tests[i].footprint, 0) >= 0)
            collect_test(s, &o->tests[i], numbers, &all, parts);
    vec_release(&all);
    mem_free(numbers);
}

bool session_page(struct session *s, const struct outcome *o) {
    if (!s->ctx->opt.html) return true;
    struct page_parts all = {0}, *parts = &all;
    arena_init(&parts->arena);
    struct coverage cov;
    struct str page = {0};
    session_coverage(s, &cov);
    collect_nodes(s, o, parts);
    collect_flows(s, parts);
    collect_tests(s, o, &cov, parts);
    struct html h = {.outcome = o,
                     .effort = s->effort,
                     .flows = (const struct flow *const *)parts->flows.data,
                     .coverage = &cov,
                     .simplified = s->ctx->opt.simplify,
                     .tests = parts->tests.data,
                     .ntests = parts->tests.len,
                     .nodes = parts->nodes.data,
                     .nnodes = parts->nodes.len,
                     .missing = treelog_missing(s->tree)};
    if (!h.nnodes) h.no_tree = arena_printf(&parts->arena, "The engine %s records no execution tree.", o->engine);
    html_write(&h, &page);
    bool ok = results_write(s->ctx, s->ctx->opt.html, &page);
    str_release(&page);
    coverage_release(&cov);
    release_parts(parts);
    return ok;
}
