/* A _Bool that is neither 0 nor 1 is no value of its type (C17 6.2.6.1), and whoever reads it may
 * do anything. clang says which loads are of a _Bool: it claims that they give 0 or 1. */
#ifndef SHRIKE_FRONT_BOOLS_H
#define SHRIKE_FRONT_BOOLS_H

#include <llvm-c/Core.h>

/* A call of shrike.bool.TYPE(value, 2) behind each of them (--check=bool), which
 * front/lower_intrinsic.c turns into an instruction. Before inline_remove_claims. */
void bools_mark(LLVMModuleRef module);

#endif
