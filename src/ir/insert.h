/* Putting instructions in front of others, inside blocks.
 *
 * Block numbers stay valid, code indexes do not: this comes before any analysis that
 * keeps them.
 */
#ifndef SHRIKE_IR_INSERT_H
#define SHRIKE_IR_INSERT_H

#include "ir/ir.h"

/* Says whether an instruction goes in front of f->code[pc], and which. It is no control
 * instruction. */
typedef bool (*insert_fn)(void *owner, const struct function *f, uint32_t pc, struct insn *in);

/* Does so in f, which has code; jumps to an instruction come to what is in front of it.
 * The flow graph is built anew if anything was inserted. */
void insert_before(struct program *p, struct function *f, insert_fn wanted, void *owner);

#endif
