#include "report/coverage.h"

#include <stdlib.h>

#include "ir/cfg.h"

static void init_function(struct coverage_function *f, struct program *p, struct function *fn) {
    cfg_build(p, fn);
    f->fn = fn;
    f->blocks = mem_zalloc(fn->nblocks * sizeof *f->blocks);
    f->change = mem_zalloc((fn->ncode + 1) * sizeof *f->change);
    f->edge_base = MEM_NEW_ARRAY(uint32_t, fn->nblocks + 1);
    f->edge_base[0] = 0;
    for (uint32_t b = 0; b < fn->nblocks; b++) f->edge_base[b + 1] = f->edge_base[b] + fn->blocks[b].nsuccs;
    f->edges = mem_zalloc(f->edge_base[fn->nblocks] * sizeof *f->edges);
}

void coverage_init(struct coverage *cov, struct program *p) {
    cov->p = p;
    cov->functions = mem_zalloc(p->functions.len * sizeof *cov->functions);
    for (uint32_t i = 1; i < p->functions.len; i++) {
        struct function *fn = p->functions.data[i];
        if (ir_has_code(fn) && ir_is_users(fn)) init_function(&cov->functions[i], p, fn);
    }
}

void coverage_release(struct coverage *cov) {
    for (uint32_t i = 0; cov->p && i < cov->p->functions.len; i++) {
        mem_free(cov->functions[i].blocks);
        mem_free(cov->functions[i].change);
        mem_free(cov->functions[i].edges);
        mem_free(cov->functions[i].edge_base);
    }
    mem_free(cov->functions);
    *cov = (struct coverage){0};
}

void coverage_merge(struct coverage *to, const struct coverage *from) {
    assert(to->p == from->p);
    for (uint32_t i = 0; i < to->p->functions.len; i++) {
        struct coverage_function *f = &to->functions[i];
        const struct coverage_function *g = &from->functions[i];
        if (!f->blocks) continue;
        for (uint32_t b = 0; b < f->fn->nblocks; b++) f->blocks[b] += g->blocks[b];
        for (uint32_t c = 0; c <= f->fn->ncode; c++) f->change[c] += g->change[c];
        for (uint32_t e = 0; e < f->edge_base[f->fn->nblocks]; e++) f->edges[e] += g->edges[e];
    }
}

bool coverage_jump(struct coverage *cov, uint32_t fn, uint32_t from, uint32_t to) {
    const struct coverage_function *f = &cov->functions[fn];
    if (!f->blocks) return false;
    const struct ir_block *block = &f->fn->blocks[from];
    uint32_t succ = 0;
    while (succ < block->nsuccs && block->succs[succ] != to) succ++;
    bool first = coverage_edge(cov, fn, from, succ, 1);
    return coverage_block(cov, fn, to, 1) || first;
}

/* Adds n to the hits of what follows pc in its block. */
static void add_rest(struct coverage *cov, uint32_t fn, uint32_t pc, int64_t n) {
    struct coverage_function *f = &cov->functions[fn];
    if (!f->blocks) return;
    f->change[pc + 1] += n;
    f->change[f->fn->blocks[cfg_block_at(f->fn, pc)].end] -= n;
}

void coverage_end(struct coverage *cov, uint32_t fn, uint32_t pc, uint64_t n) { add_rest(cov, fn, pc, -(int64_t)n); }

void coverage_resume(struct coverage *cov, uint32_t fn, uint32_t pc, uint64_t n) { add_rest(cov, fn, pc, (int64_t)n); }

/* ---- lines ---- */

static int compare_lines(const void *a, const void *b) {
    const struct coverage_line *x = a, *y = b;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

/* Sorts lines from `first` on and leaves one of each, with the sum or the most of
 * its hits. */
static void merge_lines(vec_coverage_line *lines, uint32_t first, bool sum) {
    uint32_t kept = first;
    if (lines->len == first) return;
    qsort(lines->data + first, lines->len - first, sizeof *lines->data, compare_lines);
    for (uint32_t i = first + 1; i < lines->len; i++) {
        struct coverage_line *last = &lines->data[kept], *next = &lines->data[i];
        if (compare_lines(last, next) != 0) lines->data[++kept] = *next;
        else if (sum) last->hits += next->hits;
        else if (next->hits > last->hits) last->hits = next->hits;
    }
    lines->len = kept + 1;
}

static void add_lines(const struct coverage *cov, const struct coverage_function *f, vec_coverage_line *lines) {
    int64_t hits = 0;
    uint32_t first = lines->len;
    for (uint32_t i = 0; i < f->fn->ncode; i++) {
        struct position at = cov->p->positions.data[f->fn->code[i].pos];
        hits += f->change[i];
        assert(hits >= 0);
        if (at.file && at.line)
            vec_push(lines, (struct coverage_line){at.file, at.line, hits > 0 ? (uint64_t)hits : 0});
    }
    merge_lines(lines, first, false);
}

void coverage_function_lines(const struct coverage *cov, uint32_t function, vec_coverage_line *lines) {
    assert(cov->functions[function].blocks);
    vec_clear(lines);
    add_lines(cov, &cov->functions[function], lines);
}

void coverage_lines(const struct coverage *cov, vec_coverage_line *lines) {
    vec_clear(lines);
    for (uint32_t i = 1; i < cov->p->functions.len; i++)
        if (cov->functions[i].blocks) add_lines(cov, &cov->functions[i], lines);
    merge_lines(lines, 0, true);
}

/* ---- branches ---- */

static int compare_branches(const void *a, const void *b) {
    const struct coverage_branch *x = a, *y = b;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    if (x->function != y->function) return x->function < y->function ? -1 : 1;
    if (x->block != y->block) return x->block < y->block ? -1 : 1;
    return x->succ < y->succ ? -1 : x->succ > y->succ;
}

static void add_branch(const struct coverage *cov, uint32_t function, uint32_t block, vec_coverage_branch *out) {
    const struct coverage_function *f = &cov->functions[function];
    struct position at = cov->p->positions.data[cfg_terminator(f->fn, block)->pos];
    const uint64_t *edges = f->edges + f->edge_base[block];
    uint32_t n = f->fn->blocks[block].nsuccs;
    bool reached = false;
    if (n < 2 || !at.file || !at.line) return;
    for (uint32_t s = 0; s < n; s++) reached |= edges[s] > 0;
    for (uint32_t s = 0; s < n; s++)
        vec_push(out, (struct coverage_branch){at.file, at.line, function, block, s, reached, edges[s]});
}

void coverage_branches(const struct coverage *cov, vec_coverage_branch *branches) {
    vec_clear(branches);
    for (uint32_t i = 1; i < cov->p->functions.len; i++)
        for (uint32_t b = 0; cov->functions[i].blocks && b < cov->functions[i].fn->nblocks; b++)
            add_branch(cov, i, b, branches);
    if (branches->len) qsort(branches->data, branches->len, sizeof *branches->data, compare_branches);
}

struct coverage_summary coverage_summarize(const struct coverage *cov) {
    struct coverage_summary sum = {0};
    vec_coverage_line lines = {0};
    vec_coverage_branch branches = {0};
    coverage_lines(cov, &lines);
    coverage_branches(cov, &branches);
    sum.lines = lines.len;
    for (uint32_t i = 0; i < lines.len; i++) sum.lines_hit += lines.data[i].hits > 0;
    sum.branches = branches.len;
    for (uint32_t i = 0; i < branches.len; i++) sum.branches_hit += branches.data[i].hits > 0;
    for (uint32_t i = 1; i < cov->p->functions.len; i++) {
        const struct coverage_function *f = &cov->functions[i];
        sum.functions += f->blocks != NULL;
        sum.functions_hit += f->blocks && f->blocks[0];
    }
    vec_release(&lines);
    vec_release(&branches);
    return sum;
}
