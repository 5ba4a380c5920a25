/* Selects that decide where memory is accessed.
 *
 * Simplification turns small branches into selects. Where the result of one ends up
 * in an address, executing both sides as one expression makes every access behind it
 * an access through a symbolic pointer, which costs more than the path that was
 * saved: an executor does better to fork there, as the source did.
 */
#ifndef SHRIKE_IR_ADDRESS_H
#define SHRIKE_IR_ADDRESS_H

#include "ir/ir.h"

/* Sets aux of every SELECT whose result may flow into an address of its function by
 * arithmetic and copies, not through memory; clears that of the others. */
void address_mark_selects(struct program *p);
/* Sets aux of all of them: for engines to which a path costs less than an expression. */
void address_mark_all_selects(struct program *p);

#endif
