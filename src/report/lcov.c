/* Coverage as a tracefile of lcov (.info), for genhtml and editors. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "report/coverage.h"
#include "report/formats.h"

struct writer {
    const struct coverage *cov;
    vec_coverage_line lines;
    vec_coverage_branch branches;
    struct str *out;
};

static uint32_t file_of(const struct coverage *cov, uint32_t function) {
    const struct coverage_function *f = &cov->functions[function];
    return f->blocks ? cov->p->positions.data[f->fn->pos].file : 0;
}

/* Copies of a static function, one per source that includes it, have one name. */
static uint64_t calls_of(const struct coverage *cov, uint32_t function) {
    uint64_t calls = 0;
    for (uint32_t i = 1; i < cov->p->functions.len; i++)
        if (file_of(cov, i) == file_of(cov, function) &&
            !strcmp(cov->functions[i].fn->name, cov->functions[function].fn->name))
            calls += cov->functions[i].blocks[0];
    return calls;
}

static bool is_copy(const struct coverage *cov, uint32_t function) {
    for (uint32_t i = 1; i < function; i++)
        if (file_of(cov, i) == file_of(cov, function) &&
            !strcmp(cov->functions[i].fn->name, cov->functions[function].fn->name))
            return true;
    return false;
}

static void add_functions(const struct writer *w, uint32_t file) {
    vec_u32 functions = {0};
    uint32_t hit = 0;
    for (uint32_t i = 1; i < w->cov->p->functions.len; i++)
        if (file_of(w->cov, i) == file && !is_copy(w->cov, i)) vec_push(&functions, i);
    for (uint32_t i = 0; i < functions.len; i++) {
        const struct function *fn = w->cov->functions[functions.data[i]].fn;
        str_addf(w->out, "FN:%u,%s\n", w->cov->p->positions.data[fn->pos].line, fn->name);
    }
    for (uint32_t i = 0; i < functions.len; i++) {
        uint64_t calls = calls_of(w->cov, functions.data[i]);
        hit += calls > 0;
        str_addf(w->out, "FNDA:%" PRIu64 ",%s\n", calls, w->cov->functions[functions.data[i]].fn->name);
    }
    str_addf(w->out, "FNF:%u\nFNH:%u\n", functions.len, hit);
    vec_release(&functions);
}

static bool same_line(const struct coverage_branch *a, const struct coverage_branch *b) {
    return a->file == b->file && a->line == b->line;
}

static void add_branches(const struct writer *w, uint32_t file) {
    uint32_t found = 0, hit = 0, number = 0;
    for (uint32_t i = 0; i < w->branches.len; i++) {
        const struct coverage_branch *b = &w->branches.data[i];
        if (i && !same_line(b, b - 1)) number = 0;
        else if (i && b->succ == 0) number++;
        if (b->file != file) continue;
        found++;
        hit += b->hits > 0;
        str_addf(w->out, "BRDA:%u,%u,%u,", b->line, number, b->succ);
        if (b->reached) str_addf(w->out, "%" PRIu64 "\n", b->hits);
        else str_add(w->out, "-\n");
    }
    str_addf(w->out, "BRF:%u\nBRH:%u\n", found, hit);
}

static void add_lines(const struct writer *w, uint32_t file) {
    uint32_t found = 0, hit = 0;
    for (uint32_t i = 0; i < w->lines.len; i++) {
        const struct coverage_line *line = &w->lines.data[i];
        if (line->file != file) continue;
        found++;
        hit += line->hits > 0;
        str_addf(w->out, "DA:%u,%" PRIu64 "\n", line->line, line->hits);
    }
    str_addf(w->out, "LF:%u\nLH:%u\n", found, hit);
}

static void add_file(const struct writer *w, uint32_t file) {
    const char *name = w->cov->p->files.data[file];
    char *path = realpath(name, NULL); /* genhtml may run in another folder */
    str_addf(w->out, "TN:\nSF:%s\n", path ? path : name);
    free(path);
    add_functions(w, file);
    add_branches(w, file);
    add_lines(w, file);
    str_add(w->out, "end_of_record\n");
}

static int compare_names(const void *a, const void *b, void *data) {
    const struct program *p = data;
    return strcmp(p->files.data[*(const uint32_t *)a], p->files.data[*(const uint32_t *)b]);
}

void lcov_write(const struct coverage *cov, struct str *out) {
    struct writer w = {.cov = cov, .out = out};
    vec_u32 files = {0};
    coverage_lines(cov, &w.lines);
    coverage_branches(cov, &w.branches);
    for (uint32_t i = 0; i < w.lines.len; i++)
        if (!i || w.lines.data[i].file != w.lines.data[i - 1].file) vec_push(&files, w.lines.data[i].file);
    if (files.len) qsort_r(files.data, files.len, sizeof *files.data, compare_names, cov->p);
    for (uint32_t i = 0; i < files.len; i++) add_file(&w, files.data[i]);
    vec_release(&files);
    vec_release(&w.lines);
    vec_release(&w.branches);
}
