/* Accesses that miss the page cache, the stack, and what makes and ends objects.
 *
 * All report a fault and return false then. */
#ifndef SHRIKE_EXEC_SYM_ACCESS_H
#define SHRIKE_EXEC_SYM_ACCESS_H

#include "exec/core/exec.h"

bool exec_load(struct exec *x, uint64_t addr, uint32_t bytes, uint64_t *value);
bool exec_store(struct exec *x, uint64_t addr, uint32_t bytes, uint64_t value);
/* info: of the variable; NULL if there is none. */
bool exec_alloca(struct exec *x, uint64_t size, uint32_t align, bool escapes, const struct ir_alloca *info,
                 uint64_t *addr);
/* There is no room for a block of this size: where a machine might have it, the run is not complete. */
void exec_no_block(struct exec *x, uint64_t size);
/* A heap block was made by the call that the top frame is at. */
void exec_made_block(struct exec *x, struct mem_object *obj);
/* Bytes of the stack that are not taken. */
uint64_t exec_stack_left(const struct exec *x);
bool exec_lifetime(struct exec *x, uint64_t addr, bool start);
/* memcpy's blocks must not overlap, unless they are the same: an assignment of an object to
 * itself is one, too. */
bool exec_no_overlap(struct exec *x, uint64_t to, uint64_t from, uint64_t n);
bool exec_copy(struct exec *x, uint64_t to, uint64_t from, uint64_t n);
bool exec_fill(struct exec *x, uint64_t addr, uint8_t byte, uint64_t n);
bool exec_read(struct exec *x, uint64_t addr, void *to, uint64_t n);
/* May these bytes be read? An error if not. (A shadow is left to what follows.) */
bool exec_readable(struct exec *x, uint64_t addr, uint64_t n);
bool exec_write(struct exec *x, uint64_t addr, const void *from, uint64_t n);
/* The string at addr, appended to out. */
bool exec_string(struct exec *x, uint64_t addr, struct str *out);
bool exec_va_start(struct exec *x, uint64_t list);
bool exec_va_copy(struct exec *x, uint64_t to, uint64_t from);
void exec_pop_stack(struct exec *x, uint32_t depth);
void exec_fault(struct exec *x, const struct fault *fault);

#endif
