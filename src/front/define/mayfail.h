/* --malloc-may-fail: whether an allocation of the program fails is an input.
 *
 * Each call of malloc or a similar function is followed by one of a function of ours that takes the input, and
 * frees the block again and returns NULL if it says so; realloc, whose failure leaves the old block,
 * is asked about before. Native runs are built in the same way. Blocks that the library makes for
 * itself (fopen, asprintf, getline) do not fail.
 */
#ifndef SHRIKE_FRONT_DEFINE_MAYFAIL_H
#define SHRIKE_FRONT_DEFINE_MAYFAIL_H

#include <llvm-c/Core.h>

void mayfail_define(LLVMModuleRef module);

#endif
