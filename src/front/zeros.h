/* Counts of the leading or trailing zeros of 0, which are not defined: __builtin_clz and its
 * kin. The call gets a check before it (__shrike_argument, a built-in of the engine and
 * a function of the replay library). */
#ifndef SHRIKE_FRONT_ZEROS_H
#define SHRIKE_FRONT_ZEROS_H

#include <llvm-c/Core.h>

void zeros_mark(LLVMModuleRef module);

#endif
