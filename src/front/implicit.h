/* Library functions that old C declares implicitly. */
#ifndef SHRIKE_FRONT_IMPLICIT_H
#define SHRIKE_FRONT_IMPLICIT_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct str;

/* Appends declarations, in C, of the library functions that the module declares without a
 * prototype as returning int. False: there are none. */
bool implicit_declarations(LLVMModuleRef module, struct str *out);

#endif
