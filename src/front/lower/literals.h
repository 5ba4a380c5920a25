/* String literals, and what other constants C lets share storage: literals that are the same, or of which one is in the
 * other, may be one object or several (6.4.5p7). clang makes one object of those that are the same, the linker of more.
 */
#ifndef SHRIKE_FRONT_LOWER_LITERALS_H
#define SHRIKE_FRONT_LOWER_LITERALS_H

#include <llvm-c/Core.h>

#include "ir/ir.h"

/* Notes on each global variable which it is, before passes make others look like them. */
void literals_mark(LLVMModuleRef module);
/* What has been noted. */
enum ir_literal literal_of(LLVMValueRef global);

#endif
