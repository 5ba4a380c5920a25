/* Copying and filling blocks whose address, length or contents are symbolic. */
#ifndef SHRIKE_EXEC_SYM_BLOCKS_H
#define SHRIKE_EXEC_SYM_BLOCKS_H

#include "exec/sym/bytes.h"

/* memmove and memset with words of pointer width; byte has 8 bits. Checked: an error
 * for some lengths or addresses is reported for those. A length or target with too many
 * values is pinned before anything is written. False: stopped. */
/* Is an overlap possible of the `written` bytes at `to` with the `read` bytes at `from`? An
 * error then (strict: also if both are the same). False: stopped. */
bool block_apart(struct exec *x, expr to, expr from, expr written, expr read, bool strict);
bool block_copy(struct exec *x, expr to, expr from, expr n);
bool block_fill(struct exec *x, expr to, expr byte, expr n);
/* Writes the first n of `count` given bytes. */
bool block_put(struct exec *x, expr to, const expr *bytes, uint32_t count, expr n);
/* Can n bytes be written to `to`? Pins n if it has too many values; it is at most *most. */
bool block_prepare(struct exec *x, expr to, expr *n, uint64_t *most);
/* Writes bytes[i] to byte i of v where in[i]; all is checked, v is fixed. */
void block_write(struct exec *x, const struct span *v, const expr *bytes, const expr *in, uint64_t n);

#endif
