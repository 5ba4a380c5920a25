/* Changing the flow of a function by adding blocks.
 *
 * New blocks follow the old ones, so code indexes and block numbers stay valid; edges
 * of old blocks may be led to new ones. The flow graph is the old one until
 * edit_finish, which builds the new one.
 */
#ifndef SHRIKE_IR_EDIT_H
#define SHRIKE_IR_EDIT_H

#include "ir/ir.h"

struct edit {
    struct program *p;
    struct function *f;
    VEC(struct insn) code;
    VEC(struct ir_block) blocks;
};

/* f has a flow graph. */
void edit_begin(struct edit *e, struct program *p, struct function *f);
/* Instructions of a new block, one after the other. */
void edit_emit(struct edit *e, struct insn in);
/* Ends the block that began at code index `first` with the jump to old block `to`;
 * returns first. */
uint32_t edit_end_block(struct edit *e, uint32_t first, uint32_t to, uint32_t pos, const char *name);
/* Leads the edges out of old block `from` elsewhere: `way` says, for an old block,
 * which code index leads to it now. */
typedef uint32_t (*edit_way_fn)(void *owner, uint32_t to);
void edit_redirect(struct edit *e, uint32_t from, edit_way_fn way, void *owner);
/* Puts the new code in place, if there is any; extra: slots added to the frame. */
void edit_finish(struct edit *e, uint32_t extra);

/* Splits critical edges, so that an edge out of a branch is a block of its own or the
 * only way into its target: then the blocks executed say which edges were taken.
 *
 * New blocks follow the old ones: code indexes and block numbers stay valid.
 */

/* Splits in all functions of the user's code, and builds the flow graphs anew. */
void split_edges(struct program *p);

#endif
