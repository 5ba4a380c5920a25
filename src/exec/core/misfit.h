/* Calls through a pointer of another type than the function has. */
#ifndef SHRIKE_EXEC_CORE_MISFIT_H
#define SHRIKE_EXEC_CORE_MISFIT_H

#include "ir/ir.h"

/* What is wrong with calling fn like that, in words; NULL: nothing that changes what the
 * machine does. Other pointees, other signs and more arguments than it takes do not. */
const char *call_misfit(const struct program *p, const struct function *fn, const struct ir_call *call);

#endif
