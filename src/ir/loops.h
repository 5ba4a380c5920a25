/* The loop nest of a function.
 *
 * A loop is named by its header. A reducible loop is the natural loop of all back
 * edges to its header, which dominates it. An irreducible one is flagged: it has
 * further entries, and its header is the one that the depth-first search met
 * first. Every cycle of the graph passes through the header of a loop that holds
 * it, so cutting the edges from latches to headers leaves no cycle.
 * Computed by Havlak's algorithm as made almost linear by Ramalingam.
 *
 * Invariants: (1) loops are numbered from 1 by the reverse post-order of their
 * headers, so a parent has a smaller number than its children; (2) members[first ..
 * first + count) are the blocks of a loop, inner loops included, header first; (3)
 * place is the inverse of members (NO_NODE: in no loop).
 */
#ifndef SHRIKE_IR_LOOPS_H
#define SHRIKE_IR_LOOPS_H

#include <stdbool.h>

#include "ir/graph.h"
#include "ir/ir.h"

struct str;

struct loop {
    uint32_t header;
    uint32_t parent; /* 0: outermost */
    uint32_t depth;  /* outermost: 1 */
    uint32_t first, count;
    uint32_t nlatches;
    uint32_t latch; /* the only one, else NO_NODE */
    bool irreducible;
    uint32_t file; /* 0: position unknown */
    uint32_t first_line, last_line;
    uint32_t back_line; /* of a jump back to the header; 0: unknown */
};

struct loops {
    const struct function *fn;
    uint32_t n;          /* loops 1 .. n */
    struct loop *loops;  /* n + 1; number 0 unused */
    uint32_t *innermost; /* block to loop; 0: none */
    uint32_t *members;
    uint32_t *place;
};

/* Needs f->cfg; the result lives in the arena. */
struct loops *loops_build(struct arena *arena, const struct program *p, const struct function *f);

static inline bool loops_contains(const struct loops *loops, uint32_t loop, uint32_t block) {
    const struct loop *l = &loops->loops[loop];
    return loops->place[block] - l->first < l->count;
}

/* Is from -> to a jump back to the header of a loop that holds both? */
bool loops_is_back_edge(const struct loops *loops, uint32_t from, uint32_t to);
/* Appends the blocks that jump back to the header. */
void loops_latches(const struct loops *loops, uint32_t loop, vec_u32 *latches);
/* Appends the edges that leave the loop, `most` of them at most: looking for them
 * goes through the blocks of inner loops too. */
void loops_exits(const struct loops *loops, uint32_t loop, uint32_t most, vec_edge *exits);

/* Appends the loop's place in the nest: "2.1" is the first loop in the second one. */
void loops_add_path(const struct loops *loops, uint32_t loop, struct str *out);
/* Block to its place in an order in which loops are contiguous and successors stand behind, but for edges back; 0 for
 * blocks that nothing reaches. In the arena. */
uint32_t *loops_order(struct arena *arena, const struct loops *loops);

/* Are the last components of the path those wanted? */
bool loops_file_matches(const char *path, const char *wanted);
/* Appends the loops that a user means by "file:line": those that begin or jump
 * back there; if none does, those that begin on the next line (a lone `do`), else
 * the innermost around the line. A file matches if its last components do. */
void loops_find_line(const struct loops *loops, const struct program *p, const char *file, uint32_t line,
                     vec_u32 *found);

/* The first instruction of fn that is in this line, at this column or behind it; UINT32_MAX: none. */
uint32_t loops_pc_at(const struct program *p, const struct function *fn, uint32_t line, uint32_t column);

#endif
