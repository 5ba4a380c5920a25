/* Objects that an expression makes and that end with it (C17 6.2.4p8): `f().a`, where f returns a struct with an array.
 *
 * clang makes a variable of each that lives as long as the function. One whose address something may keep gets markers:
 * its life begins where it is written, and ends where no value of the expression is needed any more. `(p = f().a, *p)`
 * and `p = f().a; *p;` are the same code, so the source is asked for a semicolon. Where that cannot be read, the life ends
 * in the engine only: then the native program does not show the error.
 *
 * Needs debug information in calls (LLVMSetIsNewDbgInfoFormat(module, 0)). */
#ifndef SHRIKE_FRONT_TEMPORARIES_H
#define SHRIKE_FRONT_TEMPORARIES_H

#include <llvm-c/Core.h>
#include <stdbool.h>

void temporaries_mark(LLVMModuleRef module, bool native);

#endif
