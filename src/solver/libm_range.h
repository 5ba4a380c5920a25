/* Ranges of functions of math.h (expr/libm.def), which proofs may rest on.
 *
 * What a proof assumes about the library: its value is no further from the function's own than glibc's manual says
 * ("Known Maximum Errors"; at most 5 units in the last place for the functions with a shape). So where the function
 * is monotone, the library's values are up to twice that, and twice again where the units change: LIBM_MARGIN
 * neighbours leave room. Beyond it nothing is exact but what libm.def says: domains, the ends of results (no sine is
 * above 1), values at one point, from which no argument on one side goes to the other side; and every single value,
 * which is asked of the library itself. tests/unit/test_libm.c tries all of this against the library.
 */
#ifndef SHRIKE_SOLVER_LIBM_RANGE_H
#define SHRIKE_SOLVER_LIBM_RANGE_H

#include "expr/libm.h"
#include "solver/boxes_value.h"

enum { LIBM_MARGIN = 32 };

/* What fn gives for arguments in a and b, floats of 32 or 64 bits. */
struct box_range libm_range(enum libm fn, uint32_t width, const struct box_range *a, const struct box_range *b);

#endif
