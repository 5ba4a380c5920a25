/* Arrays of variable length whose length is not positive (C17 6.7.6.2). Their storage gets a check
 * before it (__shrike_length, a built-in of the engine and a function of the replay library). */
#ifndef SHRIKE_FRONT_LENGTHS_H
#define SHRIKE_FRONT_LENGTHS_H

#include <llvm-c/Core.h>

void lengths_mark(LLVMModuleRef module);

#endif
