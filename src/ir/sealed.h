/* Recursive functions of which a call is known by the values that it gets and those that it leaves.
 *
 * A call, however deep, then does the same as another that finds the same values in its parameters and in the
 * memory that was there before the first: nothing that it calls
 *   - makes or frees storage that outlives it, sets jumps, or has effects outside (ir/known.h);
 *   - lets the address of a variable of its own out of its hands: it is only loaded and stored at (where it is
 *     depends on how deep the call is, and code that has it may change the variable);
 *   - goes through a pointer to a function, has variable arguments, objects passed by value or arrays of variable
 *     length.
 * That it ends is not said.
 */
#ifndef SHRIKE_IR_SEALED_H
#define SHRIKE_IR_SEALED_H

#include "base/bitset.h"
#include "ir/callgraph.h"

/* Adds the functions of the user's code on a cycle of cg that are sealed to the empty set `out`. */
void sealed_find(const struct callgraph *cg, struct bitset *out);

#endif
