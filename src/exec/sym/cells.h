/* What a large object holds that was never set: one array of the solver, not a symbol for each word.
 *
 * Where an engine asks for it (symbolic.wants_cells), uninitialised bytes of an object of more than CELLS_LEAST bytes
 * are read as elements of an array, whose symbol belongs to the input that they are. So an access at an unknown place
 * costs one read or store. No test can be made of such an input: errors on paths with one are not reported (space.vasts
 * counts them, too).
 */
#ifndef SHRIKE_EXEC_SYM_CELLS_H
#define SHRIKE_EXEC_SYM_CELLS_H

#include "exec/sym/sym.h"

/* Has the object uninitialised bytes that are to be elements of an array? */
bool cells_wanted(const struct exec *x, const struct mem_object *obj);
/* Makes them elements in x->now, of n bytes if the object has such. Needs cells_wanted. */
void cells_raise(struct exec *x, uint64_t base, uint32_t n);
/* The contents of objects that `back`, which comes from `entry`, has looked at are looked at in `entry`, too: else
 * these would seem to be two different things. True: there was one. Leaves x->now at NULL. */
bool cells_share(struct exec *x, struct state *entry, const struct state *back);
/* The input whose array the symbol is, plus 1; 0: it is none. */
uint64_t cells_input(const struct exec *x, symbol s);

#endif
