/* Points: places in the program where engines compare states.
 *
 * Every block of the user's code that several edges lead to, loop headers among them,
 * gets a block of its own in front of it, through which all these edges go: a POINT
 * instruction and a jump; aux is POINT_HEAD at the head of a loop. Another POINT goes in front of every select. New
 * blocks follow the old ones: block numbers stay valid, code indexes do not.
 *
 * For engines that cut recursion, functions that call one another in a circle begin with a POINT_ENTRY and have a
 * POINT_RETURN in front of every return.
 */
#ifndef SHRIKE_IR_POINTS_H
#define SHRIKE_IR_POINTS_H

#include "ir/ir.h"

enum point_kind { POINT_JOIN, POINT_HEAD, POINT_ENTRY, POINT_RETURN };

/* Adds them; returns how many there are. Flow graphs are built anew. selects: in front of
 * selects, too; sides: blocks that a branch leads to get one, too. */
uint32_t points_add(struct program *p, bool selects, bool sides);
/* Adds those of recursive functions, behind points_add. */
void points_add_calls(struct program *p);

#endif
