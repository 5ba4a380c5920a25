/* Allocation of symbolic size.
 *
 * An object has a capacity, the largest size that the path allows, and its size is an
 * expression: accesses are checked against that. Sizes above --max-alloc-sym are tried
 * with one value (GAP_SIZE); what no allocator can give (more than half of the address
 * space) is NULL, in a path of its own.
 */
#ifndef SHRIKE_EXEC_LIBRARY_ALLOCATE_H
#define SHRIKE_EXEC_LIBRARY_ALLOCATE_H

#include "exec/sym/sym.h"

/* A variable of `size` bytes, of pointer width, on the stack; its address goes to slot d.
 * False: stopped. */
bool sym_alloca(struct exec *x, uint32_t d, expr size, uint32_t align, const struct ir_alloca *info);

#endif
