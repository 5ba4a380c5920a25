/* Splits critical edges, so that an edge out of a branch is a block of its own or the
 * only way into its target: then the blocks executed say which edges were taken.
 *
 * New blocks follow the old ones: code indexes and block numbers stay valid.
 */
#ifndef SHRIKE_IR_SPLIT_H
#define SHRIKE_IR_SPLIT_H

#include "ir/ir.h"

/* Splits in all functions of the user's code, and builds the flow graphs anew. */
void split_edges(struct program *p);

#endif
