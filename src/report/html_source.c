/* Files of a page: text, coverage, functions, loops, effort; and what single tests execute. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "exec/sym/effort.h"
#include "ir/ir.h"
#include "ir/loops.h"
#include "report/coverage.h"
#include "report/html_inside.h"
#include "report/outcome.h"
#include "text/source.h"

/* What is known of all lines, looked up once. */
struct html_lines {
    const struct html *h;
    const struct program *p;
    vec_coverage_line lines;
    vec_coverage_branch branches;
    struct arena arena;
};

/* ---- coverage --------------------------------------------------------------------------------------- */

static void add_hits(const struct html_lines *l, uint32_t file, struct str *out) {
    char number[16];
    json_open(out, "hits", '{');
    for (uint32_t i = 0; i < l->lines.len; i++) {
        const struct coverage_line *line = &l->lines.data[i];
        if (line->file != file) continue;
        snprintf(number, sizeof number, "%u", line->line);
        json_number(out, number, line->hits);
    }
    json_close(out, "}");
}

/* Per line, for each of its branches how often each side was taken; null where the branch was not reached. */
static void add_branches(const struct html_lines *l, uint32_t file, struct str *out) {
    const struct coverage_branch *last = NULL;
    char number[16];
    json_open(out, "branches", '{');
    for (uint32_t i = 0; i < l->branches.len; i++) {
        const struct coverage_branch *b = &l->branches.data[i];
        if (b->file != file) continue;
        bool same_line = last && last->line == b->line;
        bool same = same_line && last->block == b->block && last->function == b->function;
        if (last && !same) json_close(out, same_line ? "]" : "]]");
        snprintf(number, sizeof number, "%u", b->line);
        if (!same_line) json_open(out, number, '[');
        if (!same) json_open(out, NULL, '[');
        if (b->reached) json_number(out, NULL, b->hits);
        else json_addf(out, NULL, "null");
        last = b;
    }
    json_close(out, last ? "]]}" : "}");
}

/* ---- functions --------------------------------------------------------------------------------------- */

static uint32_t last_line(const struct program *p, const struct function *f, uint32_t file) {
    uint32_t last = p->positions.data[f->pos].line;
    for (uint32_t i = 0; i < f->ncode; i++) {
        struct position at = p->positions.data[f->code[i].pos];
        if (at.file == file && at.line > last) last = at.line;
    }
    return last;
}

static void add_function(const struct html_lines *l, uint32_t function, uint32_t file, struct str *out) {
    const struct coverage *cov = l->h->coverage;
    const struct function *f = l->p->functions.data[function];
    vec_coverage_line lines = {0};
    uint32_t hit = 0, sides = 0, taken = 0;
    coverage_function_lines(cov, function, &lines);
    for (uint32_t i = 0; i < lines.len; i++) hit += lines.data[i].hits > 0;
    for (uint32_t i = 0; i < l->branches.len; i++) {
        if (l->branches.data[i].function != function) continue;
        sides++;
        taken += l->branches.data[i].hits > 0;
    }
    json_open(out, NULL, '{');
    json_add(out, "name", f->name);
    json_number(out, "line", l->p->positions.data[f->pos].line);
    json_number(out, "end", last_line(l->p, f, file));
    json_bool(out, "entered", cov->functions[function].blocks[0]);
    json_addf(out, "lines", "[%u,%u]", hit, lines.len);
    json_addf(out, "sides", "[%u,%u]", taken, sides);
    json_close(out, "}");
    vec_release(&lines);
}

static bool is_here(const struct html_lines *l, uint32_t function, uint32_t file) {
    const struct function *f = l->p->functions.data[function];
    return ir_has_code(f) && ir_is_users(f) && l->p->positions.data[f->pos].file == file;
}

static void add_functions(const struct html_lines *l, uint32_t file, struct str *out) {
    json_open(out, "functions", '[');
    for (uint32_t i = 1; l->h->coverage && i < l->p->functions.len; i++)
        if (is_here(l, i, file) && l->h->coverage->functions[i].blocks) add_function(l, i, file, out);
    json_close(out, "]");
}

/* ---- effort ------------------------------------------------------------------------------------------- */

static void add_effort(const struct html_lines *l, uint32_t file, struct str *out) {
    const struct efforts *e = l->h->effort;
    json_open(out, "effort", '[');
    for (uint32_t i = 0; e && i < e->places.len; i++) {
        const struct effort_place *p = &e->places.data[i];
        struct position at = l->p->positions.data[p->pos];
        if (at.file != file || !at.line) continue;
        json_addf(out, NULL, "[%u,%llu,%llu,%llu,%llu,%llu]", at.line, (unsigned long long)p->decisions,
                  (unsigned long long)p->forks, (unsigned long long)p->instructions, (unsigned long long)p->questions,
                  (unsigned long long)(p->solver_ns / 1000));
    }
    json_close(out, "]");
}

static void add_loops(struct html_lines *l, uint32_t file, struct str *out) {
    json_open(out, "loops", '[');
    for (uint32_t i = 1; i < l->p->functions.len; i++) {
        const struct function *f = l->p->functions.data[i];
        if (!is_here(l, i, file) || !f->cfg) continue;
        const struct loops *loops = loops_build(&l->arena, l->p, f);
        for (uint32_t k = 1; k <= loops->n; k++) {
            const struct loop *loop = &loops->loops[k];
            if (loop->file != file) continue;
            json_open(out, NULL, '{');
            json_add(out, "function", f->name);
            json_number(out, "line", loop->first_line);
            json_number(out, "end", loop->last_line);
            json_number(out, "depth", loop->depth);
            json_close(out, "}");
        }
    }
    json_close(out, "]");
}

/* ---- files -------------------------------------------------------------------------------------------- */

static void add_text_lines(const struct outcome *o, const char *name, struct str *out) {
    json_open(out, "lines", '[');
    uint32_t n = source_lines(o->src, name);
    for (uint32_t i = 1; i <= n; i++) {
        struct str line = {0};
        uint32_t len = 0;
        const char *start = source_line(o->src, name, i, &len);
        if (start) str_add_len(&line, start, len);
        json_add(out, NULL, str_text(&line));
        str_release(&line);
    }
    json_close(out, "]");
}

/* If the file that #line names is not there, the page shows the file with the directive. */
static void add_origin(const struct outcome *o, const char *name, struct str *out) {
    const char *origin = "";
    uint32_t at, n = source_lines(o->src, name);
    for (uint32_t i = 1; i <= n && !*origin; i++) source_origin(o->src, name, i, &origin, &at);
    json_add(out, "origin", origin);
}

static void add_file(struct html_lines *l, uint32_t file, struct str *out) {
    const char *name = l->p->files.data[file];
    json_open(out, NULL, '{');
    json_add(out, "name", name);
    add_origin(l->h->outcome, name, out);
    add_hits(l, file, out);
    add_branches(l, file, out);
    add_functions(l, file, out);
    add_effort(l, file, out);
    add_loops(l, file, out);
    add_text_lines(l->h->outcome, name, out);
    json_close(out, "}");
}

/* Is there code of the user's in this file? Headers of the system are not shown. */
static bool has_code(const struct html_lines *l, uint32_t file) {
    for (uint32_t i = 1; i < l->p->functions.len; i++)
        if (is_here(l, i, file)) return true;
    return false;
}

void html_add_files(const struct html *h, struct str *out) {
    struct html_lines l = {.h = h, .p = h->outcome->p};
    arena_init(&l.arena);
    if (h->coverage) {
        coverage_lines(h->coverage, &l.lines);
        coverage_branches(h->coverage, &l.branches);
    }
    json_open(out, "files", '[');
    for (uint32_t i = 1; i < l.p->files.len; i++)
        if (has_code(&l, i)) add_file(&l, i, out);
    json_close(out, "]");
    vec_release(&l.lines);
    vec_release(&l.branches);
    arena_release(&l.arena);
}

/* ---- tests -------------------------------------------------------------------------------------------- */

static void add_test_lines(const struct html_test *t, struct str *out) {
    const char *file = NULL;
    json_open(out, "lines", '{');
    for (uint32_t i = 0; i < t->nlines; i++) {
        bool same = file && !strcmp(file, t->lines[i].file);
        if (!same && file) json_close(out, "]");
        if (!same) json_open(out, t->lines[i].file, '[');
        json_number(out, NULL, t->lines[i].line);
        file = t->lines[i].file;
    }
    json_close(out, file ? "]}" : "}");
}

void html_add_tests(const struct html *h, struct str *out) {
    json_open(out, "tests", '[');
    for (uint32_t i = 0; i < h->ntests; i++) {
        assert(h->tests[i].error <= h->outcome->ncases);
        json_open(out, NULL, '{');
        json_add(out, "name", h->tests[i].name);
        json_number(out, "error", h->tests[i].error);
        add_test_lines(&h->tests[i], out);
        json_close(out, "}");
    }
    json_close(out, "]");
}
