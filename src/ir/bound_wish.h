/* From "file:line=N" to loops: the part of ir/bound.c that talks to the user. */
#ifndef SHRIKE_IR_BOUND_WISH_H
#define SHRIKE_IR_BOUND_WISH_H

#include "ir/bound.h"
#include "ir/loops.h"

/* Sets limits[function][loop] for the lines of the wish. loops[function] is NULL for
 * functions without code. False with a message if a line is wrong. */
bool bound_wish_lines(const struct program *p, const struct bound_wish *wish, struct arena *arena,
                      struct loops *const *loops, uint32_t *const *limits, struct str *error);

#endif
