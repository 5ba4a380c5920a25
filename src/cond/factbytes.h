/* Facts as bytes, for other processes that execute the same program.
 *
 * Locations travel as what they are (a slot of a frame, a word at an address), not as the numbers of their symbols; all
 * expressions of a fact are one list, operands first. What is read is not trusted: every number is checked against the
 * program and the widths that operators need, and what does not fit is refused.
 *
 * Some facts stay at home: those with arrays, floats, constants of more than 64 bits, symbols that are no locations,
 * locations of second runs (exec/sym/undefined.h), pointers that were led somewhere, and those that are very large.
 */
#ifndef SHRIKE_COND_FACTBYTES_H
#define SHRIKE_COND_FACTBYTES_H

#include "base/bytes.h"
#include "cond/fact.h"

/* The functions of the frames at a fact's point, innermost first. */
typedef VEC(const struct function *) frame_functions;

/* Appends it. False: it stays at home, and nothing was appended. */
bool fact_write(struct expr_pool *pool, const struct places *places, const struct fact *f, vec_u8 *out);
/* NULL: refused. */
struct fact *fact_read(struct exec *x, struct places *places, const frame_functions *frames, const uint8_t **p,
                       const uint8_t *end);

#endif
