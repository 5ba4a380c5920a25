/* Calls that do not fit their function, kept from LLVM's passes.
 *
 * Where a pass sees which function a pointer leads to, it makes the call fit: missing
 * arguments become zeros, what cannot be made to fit is deleted, being undefined. */
#ifndef SHRIKE_FRONT_CALLEE_H
#define SHRIKE_FRONT_CALLEE_H

#include <llvm-c/Core.h>

/* Makes such calls go through a volatile variable. For a module whose variables are values
 * already, so that what may be called is a constant, or a choice of some. */
void callee_hide(LLVMModuleRef module);

#endif
