/* Which lines and branches of the user's code were executed, and how often.
 *
 * An engine counts blocks as it enters them and edges as it takes them; from that
 * follow hits of instructions, lines and branches. Our library models are not
 * counted. A block entered is not a block executed to its end: an execution that
 * ends inside one (or inside a call made from there) takes the rest back, and one
 * that is born inside, by forking, counts the rest again. All of it is O(1).
 *
 * Invariants: (1) counters of a function exist if it has code and is the user's;
 * (2) hits of instruction i are the sum of change[0..i], never below 0; (3) edges of
 * block b are edges[edge_base[b] .. edge_base[b + 1]), in the order of
 * ir_block.succs.
 */
#ifndef SHRIKE_REPORT_COVERAGE_H
#define SHRIKE_REPORT_COVERAGE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "ir/ir.h"

struct coverage_function {
    const struct function *fn;
    uint64_t *blocks; /* times entered; NULL: not counted */
    int64_t *change;  /* of the hits, from one instruction to the next */
    uint64_t *edges;
    uint32_t *edge_base;
};

struct coverage {
    struct program *p;
    struct coverage_function *functions; /* by function id */
};

struct coverage_line {
    uint32_t file, line;
    uint64_t hits;
};

/* One side of a conditional branch or switch. */
struct coverage_branch {
    uint32_t file, line;
    uint32_t function, block, succ;
    bool reached; /* the branch was executed, whichever way it went */
    uint64_t hits;
};

struct coverage_summary {
    uint32_t lines, lines_hit;
    uint32_t branches, branches_hit;
    uint32_t branches_unreachable; /* proved so by the engine that made the summary */
    uint32_t functions, functions_hit;
    bool presumed; /* "hit" means looked at: no execution need come there (engine/run.h) */
};

typedef VEC(struct coverage_line) vec_coverage_line;
typedef VEC(struct coverage_branch) vec_coverage_branch;

/* All counters zero. Builds the flow graphs of the functions that it counts. */
void coverage_init(struct coverage *cov, struct program *p);
void coverage_release(struct coverage *cov);
/* Adds what another run of the same program has counted. */
void coverage_merge(struct coverage *to, const struct coverage *from);

/* n executions enter a block. True if it is the first time. */
static inline bool coverage_block(struct coverage *cov, uint32_t fn, uint32_t block, uint64_t n) {
    struct coverage_function *f = &cov->functions[fn];
    if (!f->blocks) return false;
    assert(block < f->fn->nblocks);
    bool first = !f->blocks[block];
    f->blocks[block] += n;
    f->change[f->fn->blocks[block].first] += (int64_t)n;
    f->change[f->fn->blocks[block].end] -= (int64_t)n;
    return first && n;
}

/* n executions leave a block by its succ-th edge (ir_block.succs). True if it is
 * the first time. */
static inline bool coverage_edge(struct coverage *cov, uint32_t fn, uint32_t block, uint32_t succ, uint64_t n) {
    struct coverage_function *f = &cov->functions[fn];
    if (!f->blocks) return false;
    assert(block < f->fn->nblocks && succ < f->fn->blocks[block].nsuccs);
    uint64_t *count = &f->edges[f->edge_base[block] + succ];
    *count += n;
    return *count == n && n;
}

/* One execution goes from a block to another: both of the above. */
bool coverage_jump(struct coverage *cov, uint32_t fn, uint32_t from, uint32_t to);
/* n executions in pc's block end with the instruction at code index pc: what
 * follows in the block was not executed. To be called for every frame on the stack
 * of an execution that ends, with the call for frames that wait for one. */
void coverage_end(struct coverage *cov, uint32_t fn, uint32_t pc, uint64_t n);
/* n executions more go on with the instruction behind pc: to be called for every
 * frame of a state that forks off in the middle of a block. */
void coverage_resume(struct coverage *cov, uint32_t fn, uint32_t pc, uint64_t n);

/* Lines with code, by file and number, once each. Hits are those of the most
 * executed instruction, summed over functions. */
void coverage_lines(const struct coverage *cov, vec_coverage_line *lines);
/* The same of one function that is counted. */
void coverage_function_lines(const struct coverage *cov, uint32_t function, vec_coverage_line *lines);
/* Sides of all branches with more than one, by file, line, function and block. */
void coverage_branches(const struct coverage *cov, vec_coverage_branch *branches);
/* Takes time in proportion to the program: for now and then. */
struct coverage_summary coverage_summarize(const struct coverage *cov);

#endif
