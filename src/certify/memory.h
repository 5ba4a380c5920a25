/* Memory of the walk.
 *
 * Functions that return false: st goes no further. The walk is over, or no execution comes here, or other states take
 * its place. */
#ifndef SHRIKE_CERTIFY_MEMORY_H
#define SHRIKE_CERTIFY_MEMORY_H

#include "certify/walk.h"

/* Finds it; there are n bytes inside of its object. */
bool walk_aim(struct walk *w, struct walk_state *st, term address, uint64_t n, bool write, struct aimed *aim);
/* Makes *address a constant, or a BASE and an offset; states in which it is another one are put aside. */
bool walk_resolve(struct walk *w, struct walk_state *st, term *address);
/* The object's address, as a register has it; the pointer (or the size) that is in a register. */
term walk_address_of(struct walk *w, const struct held_object *o);
term walk_pointer(struct walk *w, term value);
/* The object that a resolved address leads to; UINT32_MAX: none. Its offset. */
uint32_t walk_object_at(struct walk *w, const struct walk_state *st, term address, term *off);
/* Compares two words (op: EQ to SLE). Objects that live have different addresses, and none is 0; without signs, in one
 * object, what counts are the offsets. */
term walk_compare(struct walk *w, const struct walk_state *st, enum term_op op, term a, term b);
bool walk_load(struct walk *w, struct walk_state *st, term address, uint32_t n, term *value);
bool walk_store(struct walk *w, struct walk_state *st, term address, uint32_t n, term value);
bool walk_copy(struct walk *w, struct walk_state *st, term to, term from, term size, bool may_overlap);
/* Bytes become this one; none: unknown. */
bool walk_fill(struct walk *w, struct walk_state *st, term to, term byte, term size);
/* The only value that a term can have there; others are put aside as states of their own (at the same instruction). */
bool walk_pin(struct walk *w, struct walk_state *st, term a, uint64_t *value);

#endif
