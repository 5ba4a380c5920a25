/* Bounds of loops and recursion, as a transformation of the program.
 *
 * A bounded loop counts its jumps back in a slot of the frame. Edges that enter it
 * pass a block that sets the counter to 0; jumps back to its header pass a block
 * with a BACK, which counts and stops the path above the limit. So with limit N a
 * loop jumps back at most N times each time it is entered. Every cycle of the flow
 * graph passes through the header of a loop that holds it (ir/loops.h), irreducible
 * ones too, so every cycle passes a counter. Loops of one nesting depth share a slot:
 * they are never active together.
 *
 * Of a function that may call itself, directly or not, at most N + 1 frames may be
 * active at once. (Jumps by longjmp are not counted.)
 *
 * A limit of all loops holds for the user's code: users do not think of the rounds that
 * our library makes in one call. Its loops and recursion have no limit, unless a line
 * names them.
 *
 * New blocks follow the old ones: code indexes and block numbers stay valid.
 */
#ifndef SHRIKE_IR_BOUND_H
#define SHRIKE_IR_BOUND_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

struct str;

#define BOUND_NONE UINT32_MAX

struct bound_loop {
    uint32_t function;
    uint32_t header;                      /* block */
    uint32_t back_pc;                     /* of its BACK */
    uint32_t slot;                        /* counter */
    uint32_t limit;                       /* BOUND_NONE: counted only */
    uint32_t file, first_line, last_line; /* file 0: unknown */
};

/* Kept in program.bounds. */
struct bounds {
    uint32_t nloops;          /* 1 .. nloops */
    struct bound_loop *loops; /* number 0 unused */
    uint32_t recursion;       /* limit N; BOUND_NONE: none */
};

/* What is wanted. */
struct bound_wish {
    uint32_t all;               /* limit of all loops and of recursion of the user's code, or BOUND_NONE */
    const char *const *by_line; /* "file:line=N", which counts more than `all` */
    uint32_t nby_line;
    bool count_all; /* counters for loops without a limit as well */
};

/* Bounds the program, once; builds the flow graphs anew. Entry blocks must have no
 * predecessors, as LLVM has it. False with a message if a line names no loop; the
 * program is then as it was. */
bool bound_apply(struct program *p, const struct bound_wish *wish, struct str *error);

/* Limits recursion (again): at most limit + 1 active frames; `ours`: also of our library's functions. */
void bound_recursion(struct program *p, uint32_t limit, bool ours);
/* Changes the limit of a loop from now on. */
void bound_set_limit(struct program *p, uint32_t loop, uint32_t limit);
/* "the loop at file:line in function" */
void bound_describe(const struct program *p, uint32_t loop, struct str *out);

#endif
