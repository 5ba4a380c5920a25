/* Which accesses to private local variables may come after the variable's lifetime.
 *
 * Others reach such a variable through nothing but its address in this function (memuse.h),
 * but simplification turns a pointer that outlives the scope into a direct access, too. */
#ifndef SHRIKE_IR_LIFETIME_H
#define SHRIKE_IR_LIFETIME_H

#include "ir/memuse.h"

/* Adds the code indexes of f's loads and stores of private variables that may be dead
 * there. Needs f's flow graph. */
void lifetime_find_late(const struct memuse *m, const struct function *f, struct bitset *late);

#endif
