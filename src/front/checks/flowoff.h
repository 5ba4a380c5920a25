/* Functions that flow off their end without a value, and callers that use it nevertheless
 * (C17 6.9.1), which no sanitizer looks for in C.
 *
 * A function in which this may happen says at each return whether it gives a value, in
 * a variable of the module. A caller that uses the result of such a call hands what was said to
 * __shrike_value, a built-in of the engine and a function of the replay library. All other
 * functions and calls stay as they are. */
#ifndef SHRIKE_FRONT_CHECKS_FLOWOFF_H
#define SHRIKE_FRONT_CHECKS_FLOWOFF_H

#include <llvm-c/Core.h>

/* Needs debug information in calls (LLVMSetIsNewDbgInfoFormat(module, 0)). */
void flowoff_mark(LLVMModuleRef module);

#endif
