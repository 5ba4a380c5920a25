/* Allocation of symbolic size.
 *
 * An object has a capacity, the largest size that the path allows, and its size is an
 * expression: accesses are checked against that. Sizes above --max-alloc-sym are tried
 * with one value (GAP_SIZE); what no allocator can give (more than half of the address
 * space) is NULL, in a path of its own.
 */
#ifndef SHRIKE_EXEC_SYM_ALLOCATE_H
#define SHRIKE_EXEC_SYM_ALLOCATE_H

#include "exec/sym/sym.h"

/* A variable of `size` bytes, of pointer width, on the stack; its address goes to slot d.
 * False: stopped. */
bool sym_alloca(struct exec *x, uint32_t d, expr size, uint32_t align, const struct ir_alloca *info);

/* A block of `size` bytes on the heap: its address; 0 if there is none. Nothing has changed when this forks. */
uint64_t sym_allocate(struct exec *x, expr size, bool zero);
/* The same; it may become vast (exec/sym/vast.h). */
expr sym_allocate_any(struct exec *x, expr size, bool zero);

enum { MALLOC_ALIGN = 16 };

#endif
