/* What code was executed so far: blocks and edges, of user code and library models.
 *
 * Marking what is known already costs a bit test, so the executor may mark at every
 * jump. Blocks are found by their first instruction; edges are the function's flow
 * graph's. Blocks that a transformation added (ir_block.added) are marked like all
 * others but counted nowhere, and an edge into one stands for the edge that it lies
 * on. Blocks that the entry of their function does not reach are not counted either.
 *
 * Several processes that explore one program may have a board in common, in memory that they share: what
 * one of them covers is new to none of the others (covered_join), and is covered for them, too, when they look
 * (covered_look).
 *
 * Others may share nothing but notes (engine/blocknotes.h). What they say they have covered is kept apart: it tells
 * searches where nothing new is to be expected, and is in no count, no report and no test, because the process that
 * said it may never say what came of it.
 *
 * Invariants: (1) counts[0] counts user code, counts[1] library models; (2) changes grows exactly when a block of user
 * code, or one on an edge of it, is seen first; (3) what is covered is counted in the totals; (4) found of these
 * changes no other process had told before, all if this process hears none; (5) a block that is heard of is one that
 * changes would count.
 */
#ifndef SHRIKE_ENGINE_COVERED_H
#define SHRIKE_ENGINE_COVERED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/vec.h"
#include "ir/dist.h"
#include "ir/ir.h"

struct covered_counts {
    uint32_t blocks, all_blocks;
    uint32_t edges, all_edges;
    uint32_t functions, all_functions; /* entered */
};

struct covered {
    const struct program *p;
    uint32_t *first_code; /* of a function, into blocks */
    uint32_t *first_edge; /* of a function, into edges */
    uint64_t *blocks;     /* a bit per instruction; those of first instructions are used */
    uint64_t *edges;      /* a bit per edge, in the order of the flow graph */
    uint64_t *returned;   /* a bit per instruction: a call that has returned (exec.coverage.returned) */
    struct covered_counts counts[2];
    uint64_t changes;
    uint64_t ways;           /* blocks on edges of user code that were seen */
    _Atomic uint64_t *board; /* as blocks, then as returned; NULL: there is none */
    uint32_t nwords;         /* of blocks */
    uint64_t *elsewhere;     /* as blocks: what others say; NULL: this process hears none */
    uint64_t found;          /* of changes */
    uint64_t heard;          /* blocks that were heard of before they were covered here */
};

typedef VEC(struct code_point) vec_points;

/* Needs cfg_build_all; p must outlive the result and not change. */
void covered_init(struct covered *c, const struct program *p);
void covered_release(struct covered *c);

/* Bytes of memory, zero at first, that covered_join needs. */
size_t covered_board_size(const struct covered *c);
/* All must have prepared the program in the same way. */
void covered_join(struct covered *c, void *board);
/* Is this process the first to come to the block at pc, which lies on an edge? */
bool covered_claim(struct covered *c, const struct function *f, uint32_t pc);
/* Takes over what other processes have covered (the board). */
void covered_look(struct covered *c);

/* From now on this process hears others. */
void covered_listen(struct covered *c);
/* Is it a block that changes would count? */
bool covered_is_sought(const struct function *f, uint32_t block);
/* Another process says that the block at pc, which is sought, is covered. True: none has said so before, and it is not
 * covered here. */
bool covered_hear(struct covered *c, const struct function *f, uint32_t pc);

/* The invariants above, where asserts are on; linear. */
void covered_check(const struct covered *c);

/* The slow halves of the two functions below. */
bool covered_new_block(struct covered *c, const struct function *f, uint32_t pc);
bool covered_new_edge(struct covered *c, const struct function *f, uint32_t edge);

static inline bool covered_has_block(const struct covered *c, const struct function *f, uint32_t pc) {
    uint32_t bit = c->first_code[f->id] + pc;
    return c->blocks[bit / 64] >> (bit % 64) & 1;
}

static inline bool covered_is_elsewhere(const struct covered *c, const struct function *f, uint32_t pc) {
    uint32_t bit = c->first_code[f->id] + pc;
    return c->elsewhere && c->elsewhere[bit / 64] >> (bit % 64) & 1;
}

/* Grows whenever covered_missing would say less. */
static inline uint64_t covered_moves(const struct covered *c) { return c->found + c->heard; }

/* Has the call at code index pc returned at least once? Of those that a frame was made for. */
static inline bool covered_has_returned(const struct covered *c, const struct function *f, uint32_t pc) {
    uint32_t bit = c->first_code[f->id] + pc;
    return c->returned[bit / 64] >> (bit % 64) & 1;
}

/* The call has returned in another process. */
static inline void covered_return(struct covered *c, const struct function *f, uint32_t pc) {
    uint32_t bit = c->first_code[f->id] + pc;
    c->returned[bit / 64] |= UINT64_C(1) << (bit % 64);
}

/* Execution goes to the block whose first instruction is pc. True: it is new and of
 * user code. */
static inline bool covered_block(struct covered *c, const struct function *f, uint32_t pc) {
    return !covered_has_block(c, f, pc) && covered_new_block(c, f, pc);
}

/* Number of the edge between two blocks in the function's flow graph; there must be
 * one. Linear in the successors. */
uint32_t covered_edge_number(const struct function *f, uint32_t from, uint32_t to);
static inline bool covered_has_edge(const struct covered *c, const struct function *f, uint32_t edge) {
    uint32_t bit = c->first_edge[f->id] + edge;
    return c->edges[bit / 64] >> (bit % 64) & 1;
}
/* Execution takes the edge. True: it is new and of user code. */
static inline bool covered_edge(struct covered *c, const struct function *f, uint32_t edge) {
    return !covered_has_edge(c, f, edge) && covered_new_edge(c, f, edge);
}

/* Appends the blocks of user code and on its edges that no process has covered, as far as is known, in the order of the
 * program. */
void covered_missing(const struct covered *c, vec_points *out);
/* Share of the blocks, or 1 if there are none. */
double covered_share(const struct covered_counts *counts);

/* Places of a program as bytes, for other processes that execute the same one: blocks, by their first instructions, and
 * calls that have returned (engine/covered.h).
 *
 * How many there are, then the differences of their numbers: that of an instruction among all of the program's, from 1
 * on. Programs are the same if they were prepared for the same engine.
 */

/* n places, in the order of the program. */
void coverbytes_write(vec_u8 *out, const struct covered *c, const struct code_point *places, uint32_t n);
/* Appends them. False: they are not whole, or not all where `kind` says. */
enum coverbytes_kind { COVERBYTES_BLOCKS, COVERBYTES_CALLS };
bool coverbytes_read(const uint8_t **p, const uint8_t *end, const struct covered *c, enum coverbytes_kind kind,
                     vec_points *places);
/* The same for those of a program that was prepared for another engine: they are passed over. */
bool coverbytes_skip(const uint8_t **p, const uint8_t *end);

#endif
