/* Checks of the representation, for debug builds and tests. */
#ifndef SHRIKE_IR_VERIFY_H
#define SHRIKE_IR_VERIFY_H

#include "ir/ir.h"

/* The first violation of an invariant of ir.h, or NULL. The text belongs to p. */
const char *program_check(struct program *p);

#endif
