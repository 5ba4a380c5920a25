/* Computed gotos. All of a function share one instruction, which clang gives no position. */
#ifndef SHRIKE_FRONT_GOTOS_H
#define SHRIKE_FRONT_GOTOS_H

#include <llvm-c/Core.h>

/* It gets that of the first of them, so that engine and native program name the same one. */
void gotos_place(LLVMModuleRef module);

#endif
