/* Which code may an execution come to if it goes on after an error that ought to have ended
 * it? Over-approximates: what is not said to be there surely is not, as long as the error
 * does nothing but what the source says. */
#ifndef SHRIKE_CLI_BEHIND_H
#define SHRIKE_CLI_BEHIND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "ir/dist.h"

struct behind;
struct program;

struct behind *behind_new(struct program *p);
void behind_free(struct behind *b);
/* Errors at position `pos` of this function end paths, wherever it is called from. */
void behind_add(struct behind *b, uint32_t function, uint32_t pos);
/* The position of an error behind which one of the points may lie; 0: none. */
uint32_t behind_may_reach(struct behind *b, const struct code_point *points, uint32_t npoints);

#endif
