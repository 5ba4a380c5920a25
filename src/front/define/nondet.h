/* Inputs of any type. */
#ifndef SHRIKE_FRONT_DEFINE_NONDET_H
#define SHRIKE_FRONT_DEFINE_NONDET_H

#include <llvm-c/Core.h>

#include "front/front.h"

/* Calls of functions __VERIFIER_nondet_T that the program declares, T being any type of its own,
 * become calls that the engine and the replay library know: of an input of the same width for
 * numbers and pointers, of shrike_make_symbolic for all else. Those that have a body, and those
 * that ir/nondet.def lists with the type that they are declared with, stay as they are. */
void nondet_complete(const struct front_input *input, LLVMModuleRef module);

#endif
