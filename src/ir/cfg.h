/* The control-flow graph of a function.
 *
 * Edges are in the order of the terminator (taken first, then otherwise; cases,
 * then default) without duplicates; calls are not edges.
 *
 * Invariants: (1) ir_block.succs and .preds are rows of the two graphs; (2)
 * order[0 .. nreachable) is a reverse post-order of what the entry reaches, the
 * others follow in code order; (3) number is the inverse of order.
 */
#ifndef SHRIKE_IR_CFG_H
#define SHRIKE_IR_CFG_H

#include <stdbool.h>

#include "ir/graph.h"
#include "ir/ir.h"

struct cfg {
    struct graph succs, preds;
    uint32_t nreachable;
    uint32_t *order;
    uint32_t *number;
};

/* Fills the edges of f's blocks and f->cfg, all owned by p. f must have code and
 * hold the invariants of ir.h. A second call does nothing. */
void cfg_build(struct program *p, struct function *f);
/* The same for every function with code. */
void cfg_build_all(struct program *p);

/* The block that holds code index pc. */
uint32_t cfg_block_at(const struct function *f, uint32_t pc);
/* Control instruction of a block. */
const struct insn *cfg_terminator(const struct function *f, uint32_t block);

static inline bool cfg_is_reachable(const struct function *f, uint32_t block) {
    return f->cfg->number[block] < f->cfg->nreachable;
}

/* Circles of jumps: `L: goto L;`, `for (;;);`. An execution that enters one stays there, nothing changes any more, and
 * it has no end: for everything but how it ends, the path is over. */

/* Does nothing follow this instruction but jumps, for ever? */
bool idle_at(const struct function *f, const struct insn *at);

#endif
