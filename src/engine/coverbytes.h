/* Places of a program as bytes, for other processes that execute the same one: blocks, by their first instructions, and
 * calls that have returned (engine/covered.h).
 *
 * How many there are, then the differences of their numbers: that of an instruction among all of the program's, from 1
 * on. Programs are the same if they were prepared for the same engine.
 */
#ifndef SHRIKE_ENGINE_COVERBYTES_H
#define SHRIKE_ENGINE_COVERBYTES_H

#include "base/bytes.h"
#include "engine/covered.h"

/* n places, in the order of the program. */
void coverbytes_write(vec_u8 *out, const struct covered *c, const struct code_point *places, uint32_t n);
/* Appends them. False: they are not whole, or not all where `kind` says. */
enum coverbytes_kind { COVERBYTES_BLOCKS, COVERBYTES_CALLS };
bool coverbytes_read(const uint8_t **p, const uint8_t *end, const struct covered *c, enum coverbytes_kind kind, vec_points *places);
/* The same for those of a program that was prepared for another engine: they are passed over. */
bool coverbytes_skip(const uint8_t **p, const uint8_t *end);

#endif
