/* Taking inputs, which the trail of the state in execution lists (exec/core/trail.h). */
#ifndef SHRIKE_EXEC_SYM_INPUT_H
#define SHRIKE_EXEC_SYM_INPUT_H

#include "exec/core/exec.h"
#include "exec/core/trail.h"

/* Takes a new input of `size` bytes; returns its number. The name is copied. */
uint32_t input_take(struct exec *x, enum input_kind kind, const char *name, const char *type, uint32_t size);
/* The same for an input that has this number on all paths: at least OUTSIDE_INPUT. */
enum { OUTSIDE_INPUT = 0x40000000 };
void input_take_outside(struct exec *x, uint32_t number, const char *name, uint32_t size);
/* Is the symbol a part of an input? */
bool input_has(const struct exec *x, symbol s);
/* The symbol for bytes [offset, offset + size) of an input (width 8 * size, or
 * `width` bits if not 0). The number may be marked as UNDEFINED_INPUT (exec/sym/undefined.h). */
expr input_part(struct exec *x, uint32_t input, uint32_t offset, uint32_t size, uint32_t width);
/* The input taken last is this storage's contents. */
void input_is_storage(struct exec *x, uint32_t site, uint32_t instance, uint32_t offset);
/* Both at once, for words of `width` bits. */
expr input_word(struct exec *x, enum input_kind kind, const char *name, const char *type, uint32_t width);
/* A value that C leaves open (front/premises/choices.h): any, and never undefined. */
expr input_choice(struct exec *x, const char *name, uint32_t width);

#endif
